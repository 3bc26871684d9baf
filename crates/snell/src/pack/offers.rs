//! What a plugin's hooks offer, generated into its packed manifest (R8.1).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use snell_core::{Dialect, Hook};

/// `[{"name": <event>, "description": "2 handlers, matcher: Bash; Edit"}]`, by the events' names.
pub(crate) fn offers(dialect: &Dialect, hooks: &[Hook]) -> Value {
    let mut by_event: BTreeMap<&str, Vec<&Hook>> = BTreeMap::new();
    for hook in hooks {
        if let Some(row) = dialect.event(hook.event) {
            by_event.entry(row.name()).or_default().push(hook);
        }
    }
    by_event.into_iter().map(|(name, hooks)| json!({ "name": name, "description": description(&hooks) })).collect()
}

fn description(hooks: &[&Hook]) -> String {
    let mut matchers: Vec<&str> = Vec::new();
    for matcher in hooks.iter().filter_map(|hook| hook.matcher.written()).filter(|matcher| !matcher.is_empty()) {
        if !matchers.contains(&matcher) {
            matchers.push(matcher);
        }
    }
    let count = if hooks.len() == 1 { "1 handler".to_owned() } else { format!("{} handlers", hooks.len()) };
    if matchers.is_empty() { count } else { format!("{count}, matcher: {}", matchers.join("; ")) }
}
