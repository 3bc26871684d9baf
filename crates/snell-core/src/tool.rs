//! What a tool is called: in the agent's own words, and in canonical ones.
//!
//! Canonical names are Claude-style; an MCP tool is `mcp__server__tool`. The tool table is many-to-many: a native tool is heard as the first
//! canonical name of its row, a canonical name is told as the row whose first name it is (else as any row that has it), and a matcher is
//! tested against all names together (N4.6).

use serde_json::{Map, Value};

use crate::dialect::{Dialect, McpNames, Only, ToolRow};

/// How a canonical MCP name begins.
pub const MCP: &str = "mcp__";

/// The canonical name of a tool that the agent, or a person, calls `name`.
pub fn canonical(dialect: &Dialect, name: &str) -> String {
    if let Some(row) = dialect.tools.iter().find(|row| row.native == name) {
        return row.canonical.first().map_or(name, |first| first).to_owned();
    }
    let is_canonical = dialect.tools.iter().any(|row| row.canonical.iter().any(|known| known == name));
    if is_canonical || name.starts_with(MCP) || !dialect.mcp.prefix.is_empty() || !looks_like_mcp(name) {
        return name.to_owned();
    }
    format!("{MCP}{name}")
}

/// Where MCP tools have no prefix, `server__tool` is one.
fn looks_like_mcp(name: &str) -> bool {
    name.split_once("__").is_some_and(|(server, tool)| !server.is_empty() && !tool.is_empty())
}

/// The agent's own name of a canonical tool.
pub fn native(dialect: &Dialect, canonical: &str) -> String {
    if let Some(server_tool) = canonical.strip_prefix(MCP) {
        return format!("{}{server_tool}", dialect.mcp.prefix);
    }
    row(dialect, canonical).map_or(canonical, |row| &row.native).to_owned()
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
        McpNames::Shown => vec![format!("{}{server_tool}", dialect.mcp.prefix)],
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

/// A canonical input in the agent's own field names.
pub fn native_input(dialect: &Dialect, canonical: Option<&str>, input: &Value) -> Value {
    translated(canonical.and_then(|name| row(dialect, name)), input, |row, key| {
        row.fields.iter().find(|(_, canonical)| canonical == key).map(|(native, _)| native.to_string())
    })
}

/// The agent's input in canonical field names.
pub fn canonical_input(dialect: &Dialect, canonical: Option<&str>, input: &Value) -> Value {
    translated(canonical.and_then(|name| row(dialect, name)), input, |row, key| {
        row.fields.iter().find(|(native, _)| native == key).map(|(_, canonical)| canonical.to_string())
    })
}

fn translated(row: Option<&ToolRow>, input: &Value, rename: impl Fn(&ToolRow, &str) -> Option<String>) -> Value {
    match (row, input) {
        (Some(row), Value::Object(fields)) if !row.fields.is_empty() => Value::Object(
            fields.iter().map(|(key, value)| (rename(row, key).unwrap_or_else(|| key.clone()), value.clone())).collect::<Map<_, _>>(),
        ),
        _ => input.clone(),
    }
}
