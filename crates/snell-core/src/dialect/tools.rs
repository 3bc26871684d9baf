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
    /// Native field ↔ canonical field, where they differ.
    pub fields: Table<(Text, Text)>,
}

/// How an MCP tool is spelt, before `server__tool`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct McpSpelling {
    /// What stands before the server: `mcp__`, or nothing.
    pub prefix: Text,
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
