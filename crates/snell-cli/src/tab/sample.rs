//! A sample event for a hook: one that its matcher accepts, with an input that harms nothing.

use serde_json::{Value, json};
use snell::core::dialect::Subject;
use snell::core::select::Why;
use snell::core::trace::State;
use snell::{Call, Dialect, Engine, Event, EventKind, Fact, Hook};

/// The event; none where nothing that is known here fits the matcher. The engine has this hook alone.
pub(super) fn sample(engine: &Engine, hook: &Hook) -> Option<Event> {
    let candidates = candidates(engine.dialect(), hook);
    let fitting = candidates.into_iter().find(|event| fits(engine, event))?;
    Some(engine.complete(&fitting))
}

fn fits(engine: &Engine, event: &Event) -> bool {
    let trace = engine.explain(event, &Call::default());
    trace.steps.first().is_some_and(|step| step.state != State::Skipped(Why::Matcher))
}

/// Events that may fit, the likeliest first: the words of the matcher come before whatever else there is.
fn candidates(dialect: &Dialect, hook: &Hook) -> Vec<Event> {
    let subject = dialect.event(hook.event).map_or(&Subject::Ignored, |row| &row.subject);
    let plain = base(hook);
    match subject {
        Subject::Tool => tools(dialect, hook).into_iter().map(|name| of_tool(hook, &name)).collect(),
        Subject::Fact(fact) | Subject::Exactly(fact) => {
            words(hook).into_iter().map(|word| base(hook).with(*fact, word)).chain([plain]).collect()
        }
        Subject::Command => words(hook).into_iter().map(|word| shell(hook, &word)).chain([of_tool(hook, "Bash")]).collect(),
        Subject::Fixed(_) | Subject::Ignored => vec![plain],
    }
}

fn base(hook: &Hook) -> Event {
    let event = Event::new(hook.event);
    match &hook.source.plugin {
        Some(plugin) if matches!(hook.event, EventKind::Install | EventKind::Uninstall) => event.with(Fact::Plugin, plugin.name.as_str()),
        _ => event,
    }
}

/// Names of tools, canonical: known ones that the matcher speaks of, known ones, others that it speaks of, some of MCP servers.
fn tools(dialect: &Dialect, hook: &Hook) -> Vec<String> {
    let known: Vec<String> = dialect.tools.iter().flat_map(|row| row.canonical.iter()).map(ToString::to_string).collect();
    let words = words(hook);
    let (told, others): (Vec<String>, Vec<String>) =
        words.iter().map(|word| snell::core::tool::canonical(dialect, word)).partition(|name| known.contains(name));
    let parts = words.iter().filter(|word| word.contains("__")).map(|word| word.trim_start_matches("mcp__").trim_matches('_'));
    let of_servers =
        parts.filter(|part| !part.is_empty()).flat_map(|part| [format!("mcp__{part}__sample"), format!("mcp__sample__{part}")]);
    let any = ["mcp__sample__tool".to_owned()];
    told.into_iter().chain(known).chain(of_servers).chain(others).chain(any).collect()
}

/// The words of the matcher.
fn words(hook: &Hook) -> Vec<String> {
    let written = hook.matcher.written().unwrap_or_default();
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    written.split(|letter| !is_word(letter)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn of_tool(hook: &Hook, name: &str) -> Event {
    base(hook).with(Fact::ToolName, name).with(Fact::ToolInput, input(name))
}

fn shell(hook: &Hook, command: &str) -> Event {
    base(hook).with(Fact::ToolName, "Bash").with(Fact::ToolInput, json!({ "command": command }))
}

/// What a tool could be given, so that nothing comes of it.
fn input(name: &str) -> Value {
    match name {
        "Bash" => json!({ "command": "true", "description": "a sample of the Hooks tab" }),
        "Read" => json!({ "file_path": "sample.txt" }),
        "Write" => json!({ "file_path": "sample.txt", "content": "a sample of the Hooks tab\n" }),
        "Edit" => json!({ "file_path": "sample.txt", "old_string": "a", "new_string": "b" }),
        "Grep" | "Glob" => json!({ "pattern": "sample" }),
        "WebFetch" => json!({ "url": "https://example.com/" }),
        "WebSearch" => json!({ "query": "sample" }),
        _ => json!({}),
    }
}
