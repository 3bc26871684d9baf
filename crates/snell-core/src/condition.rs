//! What must hold of a tool call beside its matcher, before a hook sees it: a permission rule such as `Bash(git *)`. What cannot be told
//! apart holds: a guard that runs too often is the lesser evil.

use serde_json::Value;

use crate::event::{Event, Fact};

/// A permission rule: a tool, and a pattern with `*` for what its call is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// As written.
    pub written: String,
    /// The canonical tool; `*` is anything.
    tool: String,
    /// What the call must be about; none for every call of the tool.
    about: Option<String>,
}

impl Condition {
    /// Reads a permission rule; none where it is no rule.
    pub fn rule(written: &str) -> Option<Condition> {
        let (tool, about) = match written.split_once('(') {
            Some((tool, rest)) => (tool, Some(rest.strip_suffix(')')?)),
            None => (written, None),
        };
        let is_name = !tool.is_empty() && tool.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '*'));
        let about = about.map(str::to_owned).filter(|about| !matches!(about.as_str(), "" | "*"));
        is_name.then(|| Condition { written: written.to_owned(), tool: tool.to_owned(), about })
    }

    /// Whether it holds of an event. An event without a tool never meets a rule.
    pub fn holds(&self, event: &Event) -> bool {
        let name = event.text(Fact::ToolName);
        let input = event.get(Fact::ToolInput);
        let text = |key: &str| input.and_then(|input| input.get(key)).and_then(Value::as_str);
        let Some(name) = name.filter(|name| fits(&self.tool, name)) else { return false };
        let Some(about) = &self.about else { return true };
        match name {
            "Bash" => text("command").is_none_or(|command| runs(about, command)),
            _ => ["file_path", "path", "url", "query", "pattern"].iter().find_map(|key| text(key)).is_none_or(|is| is_about(about, is)),
        }
    }
}

/// Whether a command line runs something that a pattern fits: any of its commands, without leading assignments.
fn runs(pattern: &str, command: &str) -> bool {
    let pattern = pattern.strip_suffix(":*").map_or_else(|| pattern.to_owned(), |prefix| format!("{prefix}*"));
    // Quotes and substitutions may hide commands: what stands in them is looked at too.
    command.split([';', '|', '&', '\n', '(', ')', '`', '{', '}', '"', '\'']).any(|part| fits(&pattern, without_assignments(part)))
        || fits(&pattern, without_assignments(command))
}

fn without_assignments(command: &str) -> &str {
    let mut rest = command.trim();
    while let Some((first, after)) = rest.split_once(char::is_whitespace) {
        let name = first.split_once('=').map(|(name, _)| name);
        if !name.is_some_and(|name| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// A path is meant by its end, too: `*.ts` is every such file, wherever it is.
fn is_about(pattern: &str, text: &str) -> bool {
    let pattern = pattern.trim_start_matches("domain:").trim_start_matches("./").trim_start_matches("//").replace("**", "*");
    fits(&pattern, text) || fits(&format!("*/{pattern}"), text)
}

/// Whether a text fits a pattern in which `*` is anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(between) = last.replace(part) {
            let Some(at) = rest.find(between) else { return false };
            rest = &rest[at + between.len()..];
        }
    }
    last.map_or(rest.is_empty(), |last: &str| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::event::EventKind;

    fn holds(rule: &str, tool: &str, input: Value) -> bool {
        Condition::rule(rule).unwrap().holds(&Event::new(EventKind::PreToolUse).with(Fact::ToolName, tool).with(Fact::ToolInput, input))
    }

    #[test]
    fn a_rule_for_the_shell_looks_at_every_command_of_a_line() {
        let git = |command: &str| holds("Bash(git *)", "Bash", json!({ "command": command }));
        for command in
            ["git push", "A=1 B=2 git push", "cd x && git push", "echo $(git log)", "echo `git log`", "true;git gc", "sh -c \"git gc\""]
        {
            assert!(git(command), "{command}");
        }
        for command in ["ls", "legit push", "gitk", "echo git"] {
            assert!(!git(command), "{command}");
        }
        assert!(holds("Bash(npm run:*)", "Bash", json!({ "command": "npm run build" })));
    }

    #[test]
    fn a_rule_is_of_one_tool_and_a_file_rule_looks_at_the_path() {
        assert!(holds("Edit(*.ts)", "Edit", json!({ "file_path": "/repo/src/a.ts" })));
        assert!(!holds("Edit(*.ts)", "Edit", json!({ "file_path": "/repo/src/a.rs" })));
        assert!(!holds("Edit(*.ts)", "Write", json!({ "file_path": "/repo/src/a.ts" })));
        assert!(holds("Edit(src/**)", "Edit", json!({ "file_path": "/repo/src/deep/a.ts" })));
        assert!(holds("mcp__memory__*", "mcp__memory__store", json!({})));
        assert!(holds("Read", "Read", json!({})));
        assert!(!Condition::rule("Bash").unwrap().holds(&Event::new(EventKind::Stop)));
    }

    #[test]
    fn what_is_no_rule_is_none() {
        for text in ["", "(x)", "Bash(git", "two words"] {
            assert_eq!(Condition::rule(text), None, "{text}");
        }
    }
}
