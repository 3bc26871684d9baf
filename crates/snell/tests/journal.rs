//! The journal: what is recorded, what is not, and that no outcome depends on it (N10, R5.6, R9.2).

mod stage;

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use snell::core::{Completion, End};
use snell::journal::{Filter, Journal, Record};
use snell::system::Scripted;
use snell::{Event, EventKind, Fact, Variables, dialects};
use stage::{Stage, exit, saying};

fn bash(command: &str) -> Event {
    Event::new(EventKind::PreToolUse).with(Fact::ToolName, "Bash").with(Fact::ToolInput, json!({ "command": command }))
}

fn journal(stage: &Stage) -> Journal {
    Journal::at(stage.path("state/journal"))
}

fn texts(journal: &Journal) -> Vec<String> {
    let mut cursor = journal.cursor();
    let mut texts = Vec::new();
    while let Some(batch) = cursor.advance().expect("the journal is read") {
        assert_eq!(batch.damaged, 0);
        texts.extend(batch.lines.into_iter().map(|line| line.text));
    }
    texts
}

fn records(journal: &Journal) -> Vec<Record> {
    texts(journal).iter().map(|text| serde_json::from_str(text).expect("a record")).collect()
}

#[test]
fn an_event_is_recorded_with_what_it_came_to() {
    let (stage, run) = (Stage::new(), Arc::new(Scripted::in_order([exit(2, "", "too dangerous"), exit(3, "", "")])));
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["guard", "other"]);
    let journal = journal(&stage);
    let engine = stage.builder(dialects::rightnow()).runner(run).journal(journal.clone()).build();
    let fired = engine.fire(&bash("rm -rf build").with(Fact::SessionId, "s-1"));
    let [record] = &records(&journal)[..] else { panic!("one record") };
    assert_eq!(fired.record.as_deref(), Some(record.id.as_str()));
    assert_eq!(record.id.len(), 10);
    let native = (record.dialect.as_str(), record.event.as_str(), record.tool.as_deref());
    assert_eq!(native, ("rightnow", "PreToolUse", Some("run_terminal_command")));
    assert_eq!(record.input, Some(json!({ "command": "rm -rf build" })));
    assert_eq!((record.session.as_deref(), record.cwd.as_deref()), (Some("s-1"), stage.path("repo").to_str()));
    assert_eq!((record.action.as_str(), record.opinion.as_str()), ("deny", "denied"));
    assert_eq!((record.reason.as_deref(), &record.by[..]), (Some("too dangerous"), &["user/a:pre_tool_use[0].hooks[0]".to_owned()][..]));
    let states: Vec<_> = record.hooks.iter().map(|hook| (hook.exit, hook.failure.as_ref().map(|failure| failure.kind.as_str()))).collect();
    assert_eq!(states, [(Some(2), None), (Some(3), Some("exited"))]);
    assert!(record.time.ends_with('Z') && record.time.len() == "2025-08-12T09:30:00.000Z".len());
    assert!(record.has_failure() && record.left_out.is_empty());
}

#[test]
fn a_library_records_nothing_unless_it_is_asked_to() {
    let (stage, run) = (Stage::new(), saying(""));
    let fired = stage.rightnow("PreToolUse", &["guard"], &run).fire(&bash("ls"));
    assert_eq!(fired.record, None);
    assert!(!stage.path("home/.local").exists());
}

#[test]
fn a_hook_that_was_not_run_is_recorded_with_its_reason() {
    let stage = Stage::new();
    stage.write("home/.rightnow/disabled-hooks", "user/a:pre_tool_use[1].hooks[0]\n");
    let group = |matcher: &str| json!({ "matcher": matcher, "hooks": [{ "type": "command", "command": "guard" }] });
    stage.write("home/.rightnow/hooks/a.json", &json!({ "hooks": { "PreToolUse": [group("Read"), group("Bash")] } }).to_string());
    let journal = journal(&stage);
    let engine = stage.builder(dialects::rightnow()).runner(saying("")).journal(journal.clone()).build();
    engine.fire(&bash("ls"));
    let record = records(&journal).remove(0);
    let states: Vec<_> = record.hooks.iter().map(|hook| (hook.state.as_str(), hook.why.as_deref())).collect();
    assert_eq!(states, [("skipped", Some("matcher")), ("skipped", Some("disabled"))]);
    assert_eq!((record.action.as_str(), record.opinion.as_str()), ("proceed", "none"));
}

#[test]
fn a_session_is_found_again_by_its_id() {
    let (stage, run) = (Stage::new(), saying(""));
    stage.hooks("home/.rightnow/hooks/a.json", "Stop", &["gate"]);
    let journal = journal(&stage);
    let engine = stage.builder(dialects::rightnow()).runner(run).journal(journal.clone()).build();
    let mut session = engine.session();
    session.fire(Event::new(EventKind::SessionStart));
    session.fire(Event::new(EventKind::Stop));
    engine.session().fire(Event::new(EventKind::Stop));
    let wanted = Filter { session: Some(session.id()[..8].to_owned()), ..Filter::default() };
    let events: Vec<String> = records(&journal).into_iter().filter(|record| wanted.accepts(record)).map(|record| record.event).collect();
    assert_eq!(events, ["SessionStart", "Stop"]);
}

#[test]
fn the_files_are_the_users_alone() {
    let stage = Stage::new();
    let journal = journal(&stage);
    stage.builder(dialects::rightnow()).journal(journal.clone()).build().fire(&bash("ls"));
    let mode = |path: &Path| fs::metadata(path).expect("it is there").mode() & 0o777;
    assert_eq!(mode(journal.directory()), 0o700);
    assert_eq!(mode(&journal.directory().join("journal.000001.jsonl")), 0o600);
}

#[test]
fn no_secret_is_recorded_wherever_it_comes_from() {
    let stage = Stage::new();
    let manifest = json!({ "name": "demo", "extensions": { "reforma": { "variables": { "properties": { "KEY": {} } } } } });
    stage.write("plugins/demo/plugin.json", &manifest.to_string());
    stage.hooks("plugins/demo/hooks/hooks.json", "PreToolUse", &["say", "fail", "rewrite"]);
    let mut variables = Variables::default();
    variables.set("demo", "KEY", "plug\"hunter2");
    variables.set("elsewhere", "KEY", "unused-hunter2");
    let rewrite = json!({ "updatedInput": { "plug\"hunter2": ["plug\"hunter2", "host-token"] } });
    let run = Scripted::in_order([
        exit(0, r#"{"permissionDecision":"deny","reason":"I saw plug\"hunter2 and unused-hunter2"}"#, ""),
        exit(1, "", "host-token is wrong"),
        exit(0, &rewrite.to_string(), ""),
    ]);
    let journal = journal(&stage);
    let engine = stage
        .builder(dialects::reforma())
        .plugin(stage.path("plugins/demo"))
        .variables(variables)
        .environment([("MY_TOKEN".into(), "host-token".into()), ("PATH".into(), "/usr/bin".into())])
        .runner(Arc::new(run))
        .journal(journal.clone())
        .build();
    // A secret stands where the text is cut, and one within JSON within a text.
    let straddling = format!("{}plug\"hunter2 and more", "x".repeat(2043));
    let event = bash(&straddling).with(Fact::SessionId, "host-token").with(Fact::PromptId, r#"{"a":"plug\"hunter2"}"#);
    let fired = engine.fire(&event);
    assert_eq!(fired.outcome.action, snell::Action::Deny);
    let text = texts(&journal).remove(0);
    for part in ["hunter2", "host-token", "plug\\", "plug\""] {
        assert!(!text.contains(part), "`{part}` stands in {text}");
    }
    let record = records(&journal).remove(0);
    assert_eq!(record.session.as_deref(), Some("***"));
    assert_eq!(record.input.expect("an input")["command"], format!("{} [cut 21 bytes]", "x".repeat(2043)));
    assert_eq!(record.reason.as_deref(), Some("I saw *** and ***"));
}

#[test]
fn what_people_and_models_say_is_not_recorded() {
    let stage = Stage::new();
    let journal = journal(&stage);
    let engine = stage.builder(dialects::rightnow()).journal(journal.clone()).build();
    let private = ["my prompt", "my result", "my message", "my key"];
    let mut event = Event::new(EventKind::PostToolUse).with(Fact::Prompt, private[0]).with(Fact::ToolResult, private[1]);
    event.set(Fact::LastAssistantMessage, private[2]);
    event.unmapped.insert("other".to_owned(), private[3].into());
    engine.fire(&event.with(Fact::Source, "startup"));
    let text = texts(&journal).remove(0);
    assert!(private.iter().all(|part| !text.contains(part)), "{text}");
    assert_eq!(records(&journal).remove(0).about["source"], "startup");
}

#[test]
fn whatever_its_size_an_event_takes_one_line_of_at_most_64_kib() {
    let stage = Stage::new();
    let many: Vec<String> = (0..400).map(|number| format!("skipped-{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let handlers: Vec<Value> = many.iter().map(|command| json!({ "type": "command", "command": command })).collect();
    let groups = json!({ "hooks": { "PreToolUse": [{ "matcher": "Read", "hooks": handlers }] } });
    stage.write("home/.rightnow/hooks/a.json", &groups.to_string());
    stage.hooks("home/.rightnow/hooks/b.json", "PreToolUse", &["loud"]);
    let reply = json!({ "hookSpecificOutput": { "updatedInput": { "a": vec!["b"; 100_000], "c": "d" } } }).to_string();
    let journal = journal(&stage);
    let engine = stage.builder(dialects::rightnow()).runner(saying(&reply)).journal(journal.clone()).build();
    let mut deep = json!("end");
    for _ in 0..100 {
        deep = json!([deep]);
    }
    let mut event = bash(&"é".repeat(1_000_000)).with(Fact::SessionId, "s".repeat(100_000)).with(Fact::Reason, deep);
    for fact in [Fact::Error, Fact::Cwd, Fact::Source, Fact::Level, Fact::Model, Fact::AgentType] {
        event.set(fact, "\u{1}\"".repeat(100_000));
    }
    engine.fire(&event);
    let text = texts(&journal).remove(0);
    assert!(text.len() <= 64 * 1024, "{}", text.len());
    let record = records(&journal).remove(0);
    let ran: Vec<&str> = record.hooks.iter().filter(|hook| hook.state == "ran").map(|hook| hook.run.as_str()).collect();
    assert_eq!(ran, ["loud"], "what ran has room before what did not");
    assert_eq!(record.hooks.len() + record.left_out["matcher"], 401);
    assert!(record.left_out.keys().eq(["matcher"]));
    let kept = record.replaced.expect("a rewrite").input.expect("an input");
    assert!(kept["a"].as_array().expect("a list").last().expect("an item").as_str().expect("a mark").starts_with("[cut "));
    assert_eq!(kept["[cut]"], "1 fields");
}

#[test]
fn the_whole_journal_is_bounded_and_a_reader_keeps_its_place() {
    let stage = Stage::new();
    let journal = Journal::bounded(stage.path("state"), 4096, 3);
    let engine = stage.builder(dialects::rightnow()).journal(journal.clone()).build();
    let (mut cursor, mut seen) = (journal.cursor(), Vec::new());
    let fire = |number: usize| engine.fire(&bash(&format!("{number}")));
    for number in 0..40 {
        fire(number);
        while let Some(batch) = cursor.advance().expect("the journal is read") {
            seen.extend(batch.lines.into_iter().map(|line| line.record.input.expect("an input")["command"].clone()));
        }
    }
    assert!(seen.iter().eq((0..40).map(|number| number.to_string()).collect::<Vec<_>>().iter()), "{seen:?}");
    let files: Vec<u64> = fs::read_dir(journal.directory())
        .expect("the directory")
        .map(|entry| entry.and_then(|entry| entry.metadata()).expect("a file").len())
        .collect();
    assert_eq!(files.len(), 3);
    assert!(files.iter().all(|size| *size < 4096 + 1024));
    let left = records(&journal);
    assert!(left.len() < 40 && left.last().expect("a record").input == Some(json!({ "command": "39" })));
}

#[test]
fn an_outcome_is_the_same_where_nothing_can_be_recorded_and_that_is_told_once() {
    let stage = Stage::new();
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["guard"]);
    stage.write("state", "a file where a directory should be");
    fs::create_dir_all(stage.path("linked")).expect("a directory");
    symlink(stage.path("home/victim"), stage.path("linked/journal.000001.jsonl")).expect("a link");
    symlink(stage.path("linked"), stage.path("link")).expect("a link");
    let deny = || Arc::new(Scripted::by(|_, _| Completion { stderr: "no".into(), ..Completion::of(End::Exited(2)) }));
    let plain = stage.builder(dialects::rightnow()).runner(deny()).build().fire(&bash("ls"));
    for (directory, why) in [("state/journal", "not a directory"), ("linked", "it is a link"), ("link", "it is a link")] {
        let journal = Journal::at(stage.path(directory));
        let engine = stage.builder(dialects::rightnow()).runner(deny()).journal(journal.clone()).build();
        assert_eq!(journal.fault(), None);
        let fired = engine.fire(&bash("ls"));
        assert_eq!((&fired.outcome, fired.record), (&plain.outcome, None), "{directory}");
        let fault = journal.fault().expect("a fault");
        assert!(fault.contains(why), "{fault}");
    }
    assert!(!stage.path("home/victim").exists());
}

#[test]
fn damaged_lines_are_skipped_and_counted() {
    let stage = Stage::new();
    let journal = journal(&stage);
    let engine = stage.builder(dialects::rightnow()).journal(journal.clone()).build();
    engine.fire(&bash("one"));
    let file = journal.directory().join("journal.000001.jsonl");
    let whole = fs::read_to_string(&file).expect("the file");
    let newer = whole.replacen("\"schema\":1", "\"schema\":2", 1);
    fs::write(&file, [whole.as_bytes(), b"{\"schema\":1}\n\xff\xfe\n\n", newer.as_bytes(), &whole.as_bytes()[..40]].concat())
        .expect("a file");
    let mut cursor = journal.cursor();
    let batch = cursor.advance().expect("it is read").expect("there is something");
    assert_eq!((batch.lines.len(), batch.damaged, cursor.unfinished()), (1, 3, 1));
    engine.fire(&bash("two"));
    let batch = cursor.advance().expect("it is read").expect("there is something");
    assert_eq!((batch.lines.len(), batch.damaged, cursor.unfinished()), (1, 1, 0));
    assert_eq!(batch.lines[0].record.input, Some(json!({ "command": "two" })));
}

#[test]
fn a_cursor_can_begin_near_the_end() {
    let stage = Stage::new();
    let journal = Journal::bounded(stage.path("state"), 1, 5);
    let engine = stage.builder(dialects::rightnow()).journal(journal.clone()).build();
    for number in 0..4 {
        engine.fire(&bash(&number.to_string()));
    }
    let mut cursor = journal.cursor();
    cursor.skip_to_last(2).expect("the directory is read");
    let mut count = 0;
    while let Some(batch) = cursor.advance().expect("it is read") {
        count += batch.lines.len();
    }
    assert_eq!(count, 2);
    assert_eq!(records(&journal).len(), 4);
}

#[test]
fn a_filter_wants_everything_that_is_set() {
    let stage = Stage::new();
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["guard"]);
    let journal = journal(&stage);
    let run = Arc::new(Scripted::in_order([exit(1, "", "")]));
    let engine = stage.builder(dialects::rightnow()).runner(run).journal(journal.clone()).build();
    engine.fire(&bash("ls").with(Fact::SessionId, "abc"));
    let record = records(&journal).remove(0);
    let some = |text: &str| Some(text.to_owned());
    let with = |change: &dyn Fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter.accepts(&record)
    };
    assert!(Filter::default().accepts(&record));
    assert!(with(&|filter| filter.failed = true));
    for (wanted, accepted) in [("user/a", true), ("pre_tool_use[0]", true), ("user/b", false)] {
        assert_eq!(with(&|filter| filter.hook = some(wanted)), accepted, "{wanted}");
    }
    for (wanted, accepted) in [("pre-tool-use", true), ("PRE_TOOL_USE", true), ("PreToolUses", false), ("Stop", false)] {
        assert_eq!(with(&|filter| filter.event = some(wanted)), accepted, "{wanted}");
    }
    for (wanted, accepted) in [("proceed", true), ("deny", false)] {
        assert_eq!(with(&|filter| filter.action = some(wanted)), accepted, "{wanted}");
    }
    for (wanted, accepted) in [("ab", true), ("bc", false)] {
        assert_eq!(with(&|filter| filter.session = some(wanted)), accepted, "{wanted}");
    }
    for (wanted, accepted) in [("rightnow", true), ("reforma", false)] {
        assert_eq!(with(&|filter| filter.dialect = some(wanted)), accepted, "{wanted}");
    }
    for (wanted, accepted) in [("2020-01-01T00:00:00.000Z", true), (record.time.as_str(), true), ("9999-01-01T00:00:00.000Z", false)] {
        assert_eq!(with(&|filter| filter.since = some(wanted)), accepted, "{wanted}");
    }
    assert!(!with(&|filter| (filter.failed, filter.action) = (true, some("deny"))));
}
