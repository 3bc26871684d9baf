//! What a tool is called: in the agent's own words, and in canonical ones.
//!
//! Canonical names are Claude-style; an MCP tool is `mcp__server__tool`. The tool table is many-to-many: a native tool is heard as the first
//! canonical name of its row, a canonical name is told as the row whose first name it is (else as any row that has it), and a matcher is
//! tested against all names together (N4.6).

mod input;
pub mod patch;
pub mod result;

pub use input::{canonical_input, canonical_rewrite, native_input, overlaid};

use crate::dialect::{Dialect, McpNames, McpSpelling, Only, ToolRow};

/// How a canonical MCP name begins.
pub const MCP: &str = "mcp__";

/// The server of an MCP tool whose agent does not say.
const UNKNOWN_SERVER: &str = "unknown";

/// The canonical name of a tool that the agent, or a person, calls `name`.
pub fn canonical(dialect: &Dialect, name: &str) -> String {
    heard(dialect, name, None)
}

/// The same, where the envelope says to which MCP server the tool belongs.
pub fn heard(dialect: &Dialect, name: &str, server: Option<&str>) -> String {
    if let Some(row) = dialect.tools.iter().find(|row| row.native == name) {
        return row.canonical.first().map_or(name, |first| first).to_owned();
    }
    let is_canonical = dialect.tools.iter().any(|row| row.canonical.iter().any(|known| known == name));
    if is_canonical || name.starts_with(MCP) {
        return name.to_owned();
    }
    match server_and_tool(&dialect.mcp, name, server) {
        Some((server, tool)) => format!("{MCP}{server}__{tool}"),
        None => name.to_owned(),
    }
}

/// The parts of an MCP tool's native name; none where it is no MCP tool.
fn server_and_tool<'a>(spelling: &McpSpelling, name: &'a str, server: Option<&'a str>) -> Option<(&'a str, &'a str)> {
    let rest = name.strip_prefix(spelling.prefix.as_ref())?;
    let Some(separator) = spelling.separator.as_deref() else {
        return (!spelling.prefix.is_empty()).then_some((server.unwrap_or(UNKNOWN_SERVER), rest));
    };
    let known = server.and_then(|server| Some((server, rest.strip_prefix(server)?.strip_prefix(separator)?)));
    let split = || if spelling.last { rest.rsplit_once(separator) } else { rest.split_once(separator) };
    known.or_else(split).filter(|(server, tool)| !server.is_empty() && !tool.is_empty())
}

/// The agent's own name of a canonical tool.
pub fn native(dialect: &Dialect, canonical: &str) -> String {
    if let Some(server_tool) = canonical.strip_prefix(MCP) {
        return mcp_native(&dialect.mcp, server_tool);
    }
    row(dialect, canonical).map_or(canonical, |row| &row.native).to_owned()
}

fn mcp_native(spelling: &McpSpelling, server_tool: &str) -> String {
    let (server, tool) = server_tool.split_once("__").unwrap_or((UNKNOWN_SERVER, server_tool));
    match spelling.separator.as_deref() {
        Some("__") => format!("{}{server_tool}", spelling.prefix),
        Some(separator) => format!("{}{server}{separator}{tool}", spelling.prefix),
        None => format!("{}{tool}", spelling.prefix),
    }
}

/// The row that tells a canonical tool.
fn row<'a>(dialect: &'a Dialect, canonical: &str) -> Option<&'a ToolRow> {
    let first = |row: &&ToolRow| row.canonical.first().is_some_and(|name| name == canonical);
    let any = |row: &&ToolRow| row.canonical.iter().any(|name| name == canonical);
    dialect.tools.iter().find(first).or_else(|| dialect.tools.iter().find(any))
}

/// Every name that a matcher is tested against (N4.4, N4.6, R4.2), the agent's own first.
pub fn names(dialect: &Dialect, canonical: &str) -> Vec<String> {
    if let Some(server_tool) = canonical.strip_prefix(MCP) {
        return dialect.mcp.names.iter().flat_map(|kind| mcp_names(dialect, *kind, server_tool)).collect();
    }
    let own = native(dialect, canonical);
    let known = dialect.tools.iter().filter(|row| row.native == own).flat_map(|row| row.canonical.iter());
    let mut names = vec![own.clone()];
    names.extend(known.map(|name| name.clone().into_owned()));
    names
}

/// A tool's own name may hold `__` as a server's may: then every reading counts, so that no guard is missed.
fn mcp_names(dialect: &Dialect, kind: McpNames, server_tool: &str) -> Vec<String> {
    match kind {
        McpNames::Shown => vec![mcp_native(&dialect.mcp, server_tool)],
        McpNames::ServerTool => vec![server_tool.to_owned()],
        McpNames::Tool => server_tool.match_indices("__").map(|(at, mark)| server_tool[at + mark.len()..].to_owned()).collect(),
    }
}

/// Whether a canonical tool is in the part of an event that a per-operation name stands for (N11.1).
pub fn is_of(only: Only, canonical: Option<&str>) -> bool {
    let one_of = |names: &[&str]| canonical.is_some_and(|name| names.contains(&name));
    match only {
        Only::All => true,
        Only::Shell => one_of(&["Bash"]),
        Only::Mcp => canonical.is_some_and(|name| name.starts_with(MCP)),
        Only::Read => one_of(&["Read"]),
        Only::Edit => one_of(&["Edit", "MultiEdit", "NotebookEdit", "Write"]),
    }
}

/// The tool that a per-operation name is about, where its envelope does not say.
pub fn implied(only: Only) -> Option<&'static str> {
    match only {
        Only::Shell => Some("Bash"),
        Only::Read => Some("Read"),
        Only::Edit => Some("Edit"),
        Only::All | Only::Mcp => None,
    }
}
