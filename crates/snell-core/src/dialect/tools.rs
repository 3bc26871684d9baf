//! The columns that say what tools are called.

use serde::{Deserialize, Serialize};

use super::{Table, Text};

/// A native tool and the canonical (Claude-style) names that mean it (N4.6). The first canonical name is what the tool is heard as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolRow {
    /// The native name.
    pub native: Text,
    /// Canonical names.
    pub canonical: Table<Text>,
    /// Native field ↔ canonical field: every field that has a counterpart, also where both have one name. Others are the agent's own.
    pub fields: Table<(Text, Text)>,
    /// What fields alone cannot say.
    pub shape: InputShape,
}

/// How an input is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InputShape {
    /// By the fields.
    Plain,
    /// One field holds a patch between `*** Begin Patch` and `*** End Patch`; it may touch several files.
    ApplyPatch,
}

/// How an MCP tool is spelt, before `server__tool`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct McpSpelling {
    /// What stands before the server: `mcp__`, or nothing.
    pub prefix: Text,
    /// What stands between server and tool; none where the server is not shown.
    pub separator: Option<Text>,
    /// Where the separator stands several times, the last one parts; else the first.
    pub last: bool,
    /// JSON pointers of an envelope to the server's name, where the tool's name alone does not tell it apart.
    pub server_at: Table<Text>,
    /// The names a matcher is tested against.
    pub names: Table<McpNames>,
}

/// One of the names of an MCP tool (N4.4, R4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum McpNames {
    /// As the agent shows it.
    Shown,
    /// `server__tool`.
    ServerTool,
    /// `tool`.
    Tool,
}
