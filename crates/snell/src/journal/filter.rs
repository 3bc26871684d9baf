//! Which records a reader wants to see.

use super::record::Record;

/// Everything that is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A part of the name of a hook of the event, run or not.
    pub hook: Option<String>,
    /// The event, in any spelling.
    pub event: Option<String>,
    /// The action.
    pub action: Option<String>,
    /// The beginning of the session's id.
    pub session: Option<String>,
    /// The dialect's name.
    pub dialect: Option<String>,
    /// At this moment or after it, as records write it.
    pub since: Option<String>,
    /// A hook failed.
    pub failed: bool,
}

impl Filter {
    /// Whether the record is wanted.
    pub fn accepts(&self, record: &Record) -> bool {
        let holds = |wanted: &Option<String>, test: &dyn Fn(&str) -> bool| wanted.as_deref().is_none_or(test);
        holds(&self.hook, &|part| record.hooks.iter().map(|hook| &hook.name).chain(&record.by).any(|name| name.contains(part)))
            && holds(&self.event, &|event| plain(event) == plain(&record.event))
            && holds(&self.action, &|action| action == record.action)
            && holds(&self.session, &|id| record.session.as_ref().is_some_and(|session| session.starts_with(id)))
            && holds(&self.dialect, &|dialect| dialect == record.dialect)
            && holds(&self.since, &|since| record.time.as_str() >= since)
            && (!self.failed || record.has_failure())
    }
}

/// `PreToolUse`, `pre_tool_use` and `pre-tool-use` are one.
fn plain(event: &str) -> String {
    event.chars().filter(|letter| !matches!(letter, '_' | '-')).map(|letter| letter.to_ascii_lowercase()).collect()
}
