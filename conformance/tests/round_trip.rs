//! The tables are read both ways: what is told is heard again, what is said is understood again, and the pages' own examples come out as they
//! went in (N5.1, R6.1, N6.1, N7.1, R7.2).

use serde_json::{Map, Value, json};
use snell::core::dialect::{Codec, Event as Row, FactRow, Truncation};
use snell::core::{Completion, Decision, End, Verdict, answer, envelope, hear, interpret, tool};
use snell::{Dialect, Event, Fact, dialects};

/// A value that no default is, in the form that the fact has.
fn value(row: &FactRow) -> Option<Value> {
    Some(match row.codec {
        // Told of the event itself, or seen in another fact.
        Codec::EventName | Codec::EventSnake | Codec::InputField | Codec::Edits => return None,
        Codec::KnownText => row.vocabulary.last()?.as_ref().into(),
        Codec::ToolName | Codec::CanonicalToolName => "Grep".into(),
        Codec::ToolInput | Codec::ToolInputText | Codec::ToolInputEither => json!({ "pattern": "x", "deep": [{ "a": null }] }),
        Codec::EpochMillis => "2026-04-14T12:00:00Z".into(),
        Codec::ToolResult(_) | Codec::ToolResultText => "3 matches".into(),
        Codec::Plain | Codec::ListOfOne => match row.fact {
            Fact::Duration => 12.into(),
            Fact::StopHookActive | Fact::Denied => true.into(),
            Fact::ToolResult => json!(["text", { "n": 1.5 }]),
            fact => row.words.first().map_or(format!("some {fact:?}"), |(_, common)| common.to_string()).into(),
        },
    })
}

/// An event of which everything is known that its dialect can tell.
fn whole(dialect: &Dialect, row: &Row) -> Event {
    let mut event = Event::new(row.kind);
    for fact in envelope::rows(dialect, row) {
        if let Some(value) = value(fact) {
            event.set(fact.fact, value);
        }
        // What came shortened is told as shortened.
        if let Some(Truncation::Json { limit: Some(_), .. }) = &fact.cut {
            let flag = if fact.fact == Fact::ToolInput { Fact::ToolInputTruncated } else { Fact::ToolResultTruncated };
            event.set(flag, true);
        }
    }
    event
}

/// The two dialects whose every word is ours to keep. Another agent may not tell an MCP tool's server.
fn is_a_seed(dialect: &Dialect) -> bool {
    [dialects::rightnow(), dialects::reforma()].iter().any(|seed| seed.name == dialect.name)
}

fn each_event(mut check: impl FnMut(&Dialect, &Row)) {
    for dialect in dialects::all() {
        dialect.events.iter().for_each(|row| check(dialect, row));
    }
}

#[test]
fn what_is_told_is_heard_again() {
    each_event(|dialect, row| {
        let event = whole(dialect, row);
        let told = envelope::encode(dialect, row, &event);
        let heard = hear::hear_named(dialect, row.name(), &told).expect("the event is known");
        let context = format!("{} {}: {}", dialect.name, row.name(), Value::Object(told.clone()));
        assert!(heard.unmapped.is_empty(), "keys without a row: {:?}\n{context}", heard.unmapped);
        // How another agent writes a result may be heard as it is written.
        let own = |fact: Fact| is_a_seed(dialect) || fact != Fact::ToolResult;
        for (fact, stated) in event.facts().filter(|(fact, _)| own(*fact)) {
            assert_eq!(heard.get(fact), Some(stated), "{fact:?}\n{context}");
        }
        assert_eq!(envelope::encode(dialect, row, &heard), told, "{context}");
    });
}

#[test]
fn nothing_is_told_that_nobody_knows() {
    each_event(|dialect, row| {
        let told = envelope::encode(dialect, row, &Event::new(row.kind));
        let always = |key: &String| envelope::rows(dialect, row).any(|fact| fact.key == *key && value(fact).is_none());
        assert!(told.keys().all(always), "{} {}: {told:?}", dialect.name, row.name());
    });
}

#[test]
fn an_envelope_says_which_event_it_is() {
    for dialect in [dialects::rightnow(), dialects::reforma()] {
        for row in dialect.events.iter() {
            let heard = hear::hear(dialect, &envelope::encode(dialect, row, &whole(dialect, row)));
            assert_eq!(heard.map(|event| event.kind), Ok(row.kind), "{}", row.name());
        }
    }
}

#[test]
fn keys_that_no_row_maps_are_passed_on() {
    each_event(|dialect, row| {
        let mut told = envelope::encode(dialect, row, &whole(dialect, row));
        told.insert("brandNew".to_owned(), json!({ "a": [1] }));
        let heard = hear::hear_named(dialect, row.name(), &told).expect("the event is known");
        assert_eq!(heard.unmapped.keys().collect::<Vec<_>>(), ["brandNew"]);
        assert_eq!(envelope::encode(dialect, row, &heard), told);
    });
}

#[test]
fn a_tool_that_is_told_is_heard_as_the_same_tool() {
    for dialect in dialects::all() {
        let server = if is_a_seed(dialect) { Some("mcp__github__search") } else { None };
        let known = dialect.tools.iter().filter_map(|row| row.canonical.first()).map(AsRef::as_ref);
        for name in known.chain(server).chain(["SomethingElse"]) {
            assert_eq!(tool::canonical(dialect, &tool::native(dialect, name)), name, "{}", dialect.name);
        }
    }
}

/// Every verdict made of these parts.
fn verdicts() -> Vec<Verdict> {
    let reason = || Some("the reason".to_owned());
    let decisions = [
        (None, None),
        (Some(Decision::Allow), None),
        (Some(Decision::Allow), reason()),
        (Some(Decision::Block), reason()),
        (Some(Decision::End), reason()),
    ];
    let mut verdicts = Vec::new();
    for (decision, reason) in decisions {
        for parts in 0..8 {
            let has = |part: u8| parts & part != 0;
            let input: Map<String, Value> =
                [("command".to_owned(), json!("ls")), ("deep".to_owned(), json!({ "a": [null, 1] }))].into_iter().collect();
            verdicts.push(Verdict {
                decision,
                reason: reason.clone(),
                input: has(1).then_some(input),
                output: has(2).then(|| json!({ "stdout": "hidden" })),
                context: has(4).then(|| "a text for the model".to_owned()),
            });
        }
    }
    verdicts
}

/// What an event of a dialect has words for. A refusal is said without the rewrite that comes with it (N6.3).
fn said(dialect: &Dialect, row: &Row) -> Vec<Verdict> {
    let mut said = Vec::new();
    for verdict in verdicts() {
        let Some(reply) = answer::say(dialect, row, &verdict) else { continue };
        let text = Value::Object(reply).to_string();
        let completion = Completion { stdout: text.as_str().into(), ..Completion::of(End::Exited(0)) };
        let understood = interpret::listen(dialect, row, &completion);
        let refuses = matches!(verdict.decision, Some(Decision::Block | Decision::End));
        let verdict = if refuses { Verdict { input: None, ..verdict } } else { verdict };
        assert_eq!(understood, Ok(verdict.clone()), "{} {} said {text}", dialect.name, row.name());
        said.push(verdict);
    }
    said
}

#[test]
fn what_is_said_is_understood_again() {
    // What other agents were seen to heed is proved against their captures.
    each_event(|dialect, row| {
        assert!(!is_a_seed(dialect) || !said(dialect, row).is_empty(), "{} {}: even silence can be said", dialect.name, row.name());
    });
}

/// What each gate can say, so that a row that is lost is missed.
#[test]
fn every_gate_has_its_words() {
    let expected = [
        ("rightnow", "PreToolUse", "allow block input"),
        ("rightnow", "Stop", "block end context"),
        ("rightnow", "SubagentStop", "block end context"),
        ("rightnow", "PostToolUse", ""),
        ("rightnow", "UserPromptSubmit", ""),
        ("reforma", "PreToolUse", "allow block input context"),
        ("reforma", "PostToolUse", "allow block output context"),
        ("reforma", "UserPromptSubmit", "allow block context"),
        ("reforma", "Stop", "allow block end"),
        ("reforma", "SessionStart", "context"),
        ("reforma", "SessionEnd", ""),
    ];
    for (name, event, words) in expected {
        let dialect = dialects::named(name).expect("it is there");
        let said = said(dialect, dialect.event_named(event).expect("it is there"));
        let has = |fits: &dyn Fn(&Verdict) -> bool| said.iter().any(fits);
        let decides = |decision| has(&|verdict| verdict.decision == Some(decision));
        let all = [
            ("allow", decides(Decision::Allow)),
            ("block", decides(Decision::Block)),
            ("end", decides(Decision::End)),
            ("input", has(&|verdict| verdict.input.is_some())),
            ("output", has(&|verdict| verdict.output.is_some())),
            ("context", has(&|verdict| verdict.context.is_some())),
        ];
        let able: Vec<&str> = all.iter().filter(|(_, able)| *able).map(|(word, _)| *word).collect();
        assert_eq!(able.join(" "), words, "{name} {event}");
    }
}

/// The examples of both pages, as they stand there.
#[test]
fn the_pages_own_envelopes_come_out_as_they_went_in() {
    let rightnow = json!({
        "hookEventName": "pre_tool_use",
        "sessionId": "session-id",
        "cwd": "C:\\work\\project",
        "workspaceRoot": "C:\\work\\project",
        "timestamp": "2026-04-14T12:00:00Z",
        "promptId": "prompt-id",
        "permissionMode": "default",
        "toolName": "run_terminal_command",
        "toolUseId": "tool-use-id",
        "toolInput": { "command": "rightnow doctor", "description": "Check terminal support" },
        "toolInputTruncated": false
    });
    let reforma = json!({
        "hook_event_name": "PreToolUse",
        "session_id": "...",
        "cwd": "...",
        "tool_name": "Bash",
        "tool_input": {},
        "tool_use_id": "..."
    });
    for (dialect, page) in [(dialects::rightnow(), rightnow), (dialects::reforma(), reforma)] {
        let Value::Object(page) = page else { unreachable!() };
        let event = hear::hear(dialect, &page).expect("the page's own example");
        assert_eq!(event.text(Fact::ToolName), Some("Bash"));
        assert!(event.unmapped.is_empty());
        let row = dialect.event(event.kind).expect("it has a row");
        let told = envelope::encode(dialect, row, &event);
        assert_eq!(told, page);
        assert_eq!(told.keys().collect::<Vec<_>>(), page.keys().collect::<Vec<_>>(), "in the page's order");
    }
}

/// A hook asks, another rewrites: where an agent wants an `allow` beside a rewrite, the question must not become one.
#[test]
fn a_rewrite_never_lets_through_what_was_to_be_asked() {
    let input: Map<String, Value> = [("command".to_owned(), json!("ls"))].into_iter().collect();
    for dialect in dialects::all() {
        let Some(row) = dialect.event(snell::EventKind::PreToolUse) else { continue };
        for action in [snell::Action::Ask, snell::Action::Deny] {
            let outcome =
                snell::Outcome { action, reason: Some("why".to_owned()), input: Some(input.clone()), ..snell::Outcome::proceed() };
            let event = Event::new(row.kind).with(Fact::ToolName, "Bash").with(Fact::ToolInput, json!({ "command": "rm" }));
            let answer = answer::answer(dialect, row, &event, &outcome);
            let completion = Completion {
                stdout: answer.text().as_str().into(),
                stderr: answer.stderr.as_str().into(),
                ..Completion::of(End::Exited(answer.exit))
            };
            let understood = interpret::listen(dialect, row, &completion).ok().and_then(|verdict| verdict.decision);
            assert!(
                !matches!(understood, None | Some(Decision::Allow | Decision::Grant)),
                "{} {action:?}: {}",
                dialect.name,
                answer.text()
            );
        }
    }
}
