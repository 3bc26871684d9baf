//! What the tab shows of a configuration: plain and painted texts, made once for each load.

use std::collections::BTreeMap;

use snell::core::hook::{Handler, Status};
use snell::core::hook_set::SourceText;
use snell::{Diagnostic, Engine, Hook, Severity};

use super::source;
use crate::print::style::{BAD, BOLD, DIM, GOOD, WARN, count, paint, plain};
use crate::print::{Here, diagnostics};

/// Where what is told of a fact begins.
pub(crate) const FACTS: usize = 9;

/// Everything about the hooks.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// The dialect and the project.
    pub(crate) title: String,
    /// How many hooks of which status.
    pub(crate) summary: String,
    /// Every hook, in configured order: hooks of one source stand together.
    pub(crate) hooks: Vec<Row>,
    /// What was found while loading, in lines.
    pub(crate) problems: Vec<String>,
    /// How many errors and warnings these are.
    pub(crate) faults: usize,
}

/// One hook.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// Its source: the first part of its name, and the file.
    pub(crate) source: [String; 2],
    /// Its status in one painted character.
    pub(crate) mark: String,
    /// Event, matcher, command.
    pub(crate) cells: [String; 3],
    /// It is ready, and not to be shown as something that does nothing.
    pub(crate) is_ready: bool,
    /// The user disabled it.
    pub(crate) is_disabled: bool,
    /// Everything about it, in lines.
    pub(crate) facts: Vec<String>,
    /// Where it stands in its file, in lines.
    pub(crate) source_lines: Vec<String>,
    /// What a search looks at, in lower case.
    words: String,
}

impl Content {
    /// The content of an engine's configuration, with what was found when it was last looked at.
    pub(crate) fn of(engine: &Engine, here: &Here, found: &[Diagnostic]) -> Content {
        let hooks = engine.hooks();
        let told: Vec<&Diagnostic> = found.iter().filter(|one| one.severity > Severity::Note).collect();
        let lines = |one: &&Diagnostic| -> Vec<String> {
            let place = one.place.as_ref().map(|place| format!("  {}", paint(DIM, here.place(&place.path, place.line, place.column))));
            diagnostics::note(one, "").lines().map(str::to_owned).chain(place).collect()
        };
        Content {
            title: format!("{} · {}", engine.dialect().title, here.path(&engine.root())),
            summary: summary(hooks.hooks()),
            hooks: hooks.hooks().iter().map(|hook| Row::of(engine, here, hook, &hooks.texts)).collect(),
            problems: told.iter().flat_map(lines).collect(),
            faults: told.len(),
        }
    }
}

impl Row {
    fn of(engine: &Engine, here: &Here, hook: &Hook, texts: &[SourceText]) -> Row {
        let event = engine.dialect().event(hook.event).map_or_else(|| format!("{:?}", hook.event), |row| row.name().to_owned());
        let matcher = hook.matcher.written().filter(|written| !written.is_empty()).unwrap_or("*");
        let (stem, _) = hook.name.rsplit_once(':').unwrap_or(("", &hook.name));
        let status = words(hook.status);
        Row {
            source: [plain(stem), here.path(&hook.place.path)],
            mark: mark(hook.status),
            cells: [plain(&event), plain(matcher), plain(&hook.run())],
            is_ready: hook.status == Status::Ready,
            is_disabled: hook.status == Status::Disabled,
            facts: facts(here, hook, [&event, matcher]),
            source_lines: source::lines(hook, texts),
            words: [&hook.name, &event, matcher, &hook.run(), status].join("\n").to_lowercase(),
            name: hook.name.clone(),
        }
    }

    /// Whether every word of a search stands somewhere in it.
    pub(crate) fn is_found(&self, search: &str) -> bool {
        search.to_lowercase().split_whitespace().all(|word| self.words.contains(word))
    }
}

fn facts(here: &Here, hook: &Hook, [event, matcher]: [&str; 2]) -> Vec<String> {
    let why = hook.why_not().map_or_else(String::new, |why| format!(": {}", plain(&why)));
    let status = format!("{} {}{why}", mark(hook.status), paint(BOLD, words(hook.status)));
    let fact = |name: &str, value: &str| format!("{} {}", paint(DIM, format!("{name:<width$}", width = FACTS - 1)), plain(value));
    let mut lines = vec![status, String::new(), fact("event", event), fact("matcher", matcher)];
    lines.push(fact(hook.kind(), &hook.run()));
    if let Handler::Command { env, .. } = &hook.handler
        && !env.is_empty()
    {
        // Values may be secret.
        let names: Vec<&str> = env.iter().map(|(name, _)| name.as_str()).collect();
        lines.push(fact("env", &names.join(", ")));
    }
    lines.push(fact("timeout", &format!("{} s", hook.timeout.as_secs_f64())));
    if hook.on_failure == snell::core::hook::OnFailure::Block {
        lines.push(fact("failure", "blocks"));
    }
    lines.push(fact("from", &here.place(&hook.place.path, hook.place.line, hook.place.column)));
    if let Some(plugin) = &hook.source.plugin {
        lines.push(fact("plugin", &plugin.name));
    }
    lines
}

fn mark(status: Status) -> String {
    match status {
        Status::Ready => paint(GOOD, "✓"),
        Status::Broken => paint(BAD, "✗"),
        Status::Unconfigured => paint(WARN, "!"),
        Status::Untrusted => paint(WARN, "?"),
        Status::Disabled | Status::SwitchedOff | Status::Duplicate => paint(DIM, "–"),
    }
}

fn words(status: Status) -> &'static str {
    match status {
        Status::Ready => "ready",
        Status::Broken => "broken",
        Status::Unconfigured => "unconfigured",
        Status::Untrusted => "untrusted",
        Status::Disabled => "disabled",
        Status::SwitchedOff => "switched off",
        Status::Duplicate => "duplicate",
    }
}

/// `5 hooks: 3 ready, 2 untrusted`.
fn summary(hooks: &[Hook]) -> String {
    let mut by_status: BTreeMap<std::cmp::Reverse<Status>, usize> = BTreeMap::new();
    for hook in hooks {
        *by_status.entry(std::cmp::Reverse(hook.status)).or_default() += 1;
    }
    let counts: Vec<String> = by_status.iter().map(|(status, number)| format!("{number} {}", words(status.0))).collect();
    if hooks.is_empty() { "no hooks".to_owned() } else { format!("{}: {}", count(hooks.len(), "hook"), counts.join(", ")) }
}
