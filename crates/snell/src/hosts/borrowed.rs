//! Another agent's file that an agent reads itself: whether it takes the file, or passes over the whole of it in silence.

use std::path::Path;

use serde_json::Value;
use snell_core::config::LARGEST_FILE;
use snell_core::dialect::{Balk, Host};
use snell_system::files;

/// Whether the agent runs the hooks of such a file. One that is not there has none.
pub(super) fn takes(host: &Host, path: &Path) -> bool {
    let Ok(bytes) = files::read_bounded(path, usize::try_from(LARGEST_FILE).unwrap_or(usize::MAX)) else { return true };
    let file: Option<Value> = serde_json::from_slice(&bytes).ok();
    !host.balks.iter().any(|balk| is_in(*balk, file.as_ref()))
}

fn is_in(balk: Balk, file: Option<&Value>) -> bool {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let events = file.and_then(|file| file.get("hooks")?.as_object());
    let groups: Vec<Value> = events.into_iter().flat_map(|events| events.values()).flat_map(|groups| list(Some(groups))).collect();
    let any = |is: &dyn Fn(&Value) -> bool| groups.iter().flat_map(|group| list(group.get("hooks"))).any(|handler| is(&handler));
    match balk {
        Balk::OddJson => file.is_none(),
        Balk::EmptyMatcher => groups.iter().any(|group| group.get("matcher").is_some_and(|matcher| matcher == "")),
        Balk::OtherType => any(&|handler| handler.get("type").is_some_and(|kind| kind != "command")),
        Balk::NoTimeout => any(&|handler| handler.get("timeout").and_then(Value::as_f64).is_some_and(|seconds| seconds <= 0.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn balks(text: &str) -> Vec<Balk> {
        let file: Option<Value> = serde_json::from_str(text).ok();
        [Balk::OddJson, Balk::EmptyMatcher, Balk::OtherType, Balk::NoTimeout]
            .into_iter()
            .filter(|balk| is_in(*balk, file.as_ref()))
            .collect()
    }

    #[test]
    fn one_part_makes_the_whole_file_unread() {
        let file = |group: &str| {
            format!(r#"{{"hooks":{{"PreToolUse":[{{"matcher":"Bash","hooks":[{{"type":"command","command":"x"}}]}},{group}]}}}}"#)
        };
        for (group, expected) in [
            (r#"{"matcher":"*","hooks":[{"type":"command","command":"x","timeout":600}]}"#, vec![]),
            (r#"{"hooks":[]}"#, vec![]),
            (r#"{"matcher":"","hooks":[]}"#, vec![Balk::EmptyMatcher]),
            (r#"{"hooks":[{"type":"prompt","prompt":"x"}]}"#, vec![Balk::OtherType]),
            (r#"{"hooks":[{"type":"command","command":"x","timeout":0}]}"#, vec![Balk::NoTimeout]),
            (r#"{"hooks":[]} // a comment"#, vec![Balk::OddJson]),
        ] {
            assert_eq!(balks(&file(group)), expected, "{group}");
        }
    }
}
