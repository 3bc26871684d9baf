//! Matchers that match more, or less, than they seem to (HK-038, HK-079, R4.1). What is matched is asked of the runtime's own matcher.

use snell_core::config::nearest;
use snell_core::dialect::{Dialect, Subject as Tested};
use snell_core::{Code, Diagnostic, Matcher, tool};

use super::Subject;

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Some(written) = subject.hook.matcher.written().filter(|_| subject.row.subject == Tested::Tool) else { return };
    let place = subject.sites.of_key(subject.hook, "matcher");
    // A lone `*` was told when the file was read.
    let wide = subject.hook.matcher.remarks(&subject.dialect.matchers).into_iter().filter(|remark| remark.code != Code::StarMatcher);
    found.extend(wide.map(|remark| remark.at(&place)));
    let tools = known(subject.dialect);
    found.extend(dead(subject.dialect, &subject.hook.matcher, written, &tools).into_iter().map(|dead| dead.at(&place)));
}

/// Every name of every tool that the dialect knows, by tool. Tools of MCP servers are never known.
fn known(dialect: &Dialect) -> Vec<Vec<String>> {
    dialect.tools.iter().map(|row| tool::names(dialect, row.canonical.first().map_or(&row.native, |first| first))).collect()
}

/// The parts of a matcher that match nothing. Nothing is told where that cannot be known.
fn dead(dialect: &Dialect, matcher: &Matcher, written: &str, tools: &[Vec<String>]) -> Vec<Diagnostic> {
    let matches = |matcher: &Matcher| tools.iter().any(|names| matcher.accepts(&names.iter().map(String::as_str).collect::<Vec<_>>()));
    if dialect.mcp.prefix.is_empty() && written.contains(tool::MCP) {
        return prefixed(dialect, written);
    }
    if tools.is_empty() {
        return Vec::new();
    }
    let Some(terms) = names(written, matcher.is_pattern()) else { return Vec::new() };
    let alone = |term: &str| Matcher::read(Some(&format!("^{term}$")), &dialect.matchers);
    let is_dead = |term: &&str| !term.is_empty() && !may_be_mcp(term) && alone(term).is_ok_and(|matcher| !matches(&matcher));
    terms.into_iter().filter(is_dead).map(|term| unknown(term, tools)).collect()
}

/// The names that a matcher is equal to, where it is names alone. Of other patterns it cannot be told what they do not match: the tools of
/// MCP servers may be called anything.
fn names(written: &str, is_pattern: bool) -> Option<Vec<&str>> {
    let list = if is_pattern {
        let inner = written.strip_prefix('^')?.strip_suffix('$')?;
        let group = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        group.or_else(|| (!inner.contains('|')).then_some(inner))?
    } else {
        written
    };
    let plain = list.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'|'));
    plain.then(|| list.split('|').collect())
}

/// `server__tool`.
fn may_be_mcp(term: &str) -> bool {
    term.split_once("__").is_some_and(|(server, tool)| !server.is_empty() && !tool.is_empty())
}

fn prefixed(dialect: &Dialect, written: &str) -> Vec<Diagnostic> {
    let message = format!("MCP tools are called `server__tool` in {}: `{}…` matches none", dialect.title, tool::MCP);
    let help = format!("write `{}`", written.replace(tool::MCP, ""));
    vec![Diagnostic::new(Code::MatcherNeverMatches, message).help(help)]
}

fn unknown(term: &str, tools: &[Vec<String>]) -> Diagnostic {
    let found = Diagnostic::new(Code::MatcherNeverMatches, format!("`{term}` is the name of no known tool"));
    let all = || tools.iter().flatten().map(String::as_str);
    let same = all().find(|name| name.eq_ignore_ascii_case(term)).map(|name| format!("case counts: write `{name}`"));
    match same.or_else(|| nearest(term, all()).map(|name| format!("did you mean `{name}`?"))) {
        Some(help) => found.help(help),
        None => found.help("an MCP tool is `server__tool`; a whole server is `^server__`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(dialect: &Dialect, written: &str) -> Vec<String> {
        let matcher = Matcher::read(Some(written), &dialect.matchers).expect("it can be read");
        dead(dialect, &matcher, written, &known(dialect)).into_iter().map(|dead| dead.help.unwrap_or_default()).collect()
    }

    #[test]
    fn a_name_that_no_tool_has_is_told() {
        let dialect = snell_dialects::rightnow();
        assert_eq!(found(dialect, "bash"), ["case counts: write `Bash`"]);
        assert_eq!(found(dialect, "Bash|Wirte"), ["did you mean `Write`?"]);
        assert_eq!(found(dialect, "^Bsh$"), ["did you mean `Bash`?"]);
        assert_eq!(found(dialect, "github"), ["an MCP tool is `server__tool`; a whole server is `^server__`"]);
        for written in ["Bash", "run_terminal_command|Read", "^(Edit|Write)$", "Edit.*", ".*", "github__create_issue", "^github__", "x.+y"]
        {
            assert!(found(dialect, written).is_empty(), "{written}");
        }
    }

    #[test]
    fn a_prefix_that_no_tool_has_here_is_told() {
        let dialect = snell_dialects::rightnow();
        assert_eq!(found(dialect, "mcp__github__.*"), ["write `github__.*`"]);
        assert_eq!(found(dialect, "mcp__github__create_issue"), ["write `github__create_issue`"]);
    }

    #[test]
    fn nothing_is_told_where_the_tools_are_not_known() {
        let dialect = snell_dialects::reforma();
        for written in ["bash", "mcp__.*", "mcp__[^_]+__[^_]+", "Anything"] {
            assert!(found(dialect, written).is_empty(), "{written}");
        }
    }
}
