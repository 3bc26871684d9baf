//! Names and patterns of MCP tools in another agent's spelling.

use snell_core::dialect::{Dialect, Grade};
use snell_core::tool;

use super::matcher::{Piece, is_name};

/// A part of a matcher that means tools of MCP servers, as the other agent spells them, and what more it sees there; none where it means none.
pub(super) fn translated(from: &Dialect, to: &Dialect, written: &str, is_pattern: bool) -> Option<(Piece, Option<Grade>)> {
    let (server, name) = parted(from, written, is_pattern && !from.matchers.whole)?;
    let prefix = &to.mcp.prefix;
    let (text, grade) = match to.mcp.separator.as_deref() {
        _ if server == ".*" && name == ".*" => (format!("{prefix}.*"), None),
        Some(separator) => (format!("{prefix}{server}{separator}{name}"), None),
        None if server == ".*" => (format!("{prefix}{name}"), None),
        None => {
            let how = format!("the server `{server}` does not show there: tools of other servers are seen too");
            (format!("{prefix}{name}"), Some(Grade::Stricter(how.into())))
        }
    };
    let is_pattern = text.contains(['*', '+', '[', '(', '?', '\\']);
    Some((if is_pattern { Piece::Pattern(text) } else { Piece::Name(text) }, grade))
}

/// A tool of each MCP server that the parts of a matcher name, canonical.
pub(super) fn tools(from: &Dialect, parts: &[&str]) -> Vec<String> {
    let named = |part: &&str| {
        let canonical = || part.strip_prefix(tool::MCP)?.split_once("__").map(|(server, name)| (server.to_owned(), name.to_owned()));
        let (server, name) = parted(from, part, true).or_else(canonical)?;
        let plain = |text: String, else_name: &str| if is_name(&text) { text } else { else_name.to_owned() };
        Some(format!("{}{}__{}", tool::MCP, plain(server, "some"), plain(name, "any")))
    };
    parts.iter().filter_map(named).collect()
}

/// The server and the tool, or patterns for them. A pattern that is a prefix alone means every tool of the server.
fn parted(from: &Dialect, written: &str, is_open: bool) -> Option<(String, String)> {
    let rest = written.strip_prefix(from.mcp.prefix.as_ref())?;
    let all = |text: &str| if text.is_empty() { ".*".to_owned() } else { text.to_owned() };
    let Some(separator) = from.mcp.separator.as_deref() else {
        return (!from.mcp.prefix.is_empty()).then(|| (".*".to_owned(), all(rest)));
    };
    match rest.split_once(separator) {
        Some((server, name)) => Some((all(server), all(name))),
        None if from.mcp.prefix.is_empty() || !(is_open || rest.contains(".*")) => None,
        None => Some((all(rest), ".*".to_owned())),
    }
}
