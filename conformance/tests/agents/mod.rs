//! The captured agents: their dialects, and what was captured of them.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::{Map, Value};
use snell_core::Dialect;

/// An agent that was run.
pub(crate) struct Agent {
    pub(crate) dialect: &'static Dialect,
    /// The capture of a shell command that is about to run.
    pub(crate) shell_call: &'static str,
    /// Where in it the tool's name and its input stand.
    pub(crate) call_keys: (&'static str, &'static str),
}

/// One captured payload.
pub(crate) struct Capture {
    pub(crate) file: String,
    pub(crate) version: String,
    pub(crate) event: String,
    pub(crate) stdin: Map<String, Value>,
    pub(crate) env: BTreeMap<String, String>,
}

/// All of them. Cursor cannot be run here, so nothing is captured of it.
pub(crate) static AGENTS: LazyLock<Vec<Agent>> = LazyLock::new(|| {
    let agent = |dialect, shell_call, call_keys| Agent { dialect, shell_call, call_keys };
    let snake = ("tool_name", "tool_input");
    vec![
        agent(snell_dialects::claude(), "PreToolUse.json", snake),
        agent(snell_dialects::codex(), "PreToolUse.json", snake),
        agent(snell_dialects::gemini(), "BeforeTool.json", snake),
        agent(snell_dialects::qwen(), "PreToolUse.json", snake),
        agent(snell_dialects::copilot(), "preToolUse.json", ("toolName", "toolArgs")),
        agent(snell_dialects::droid(), "PreToolUse.json", snake),
    ]
});

impl Agent {
    /// Every captured payload, by file name.
    pub(crate) fn captures(&self) -> Vec<Capture> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.directory()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().filter(|path| path.file_name().is_some_and(|name| name != "reactions.json")).map(|path| capture(path)).collect()
    }

    /// What the agent did with what its hooks answered.
    pub(crate) fn reactions(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.directory().join("reactions.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    fn directory(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("captures").join(self.dialect.name.as_ref())
    }
}

fn capture(path: &Path) -> Capture {
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let text = |key: &str| whole[key].as_str().unwrap().to_owned();
    Capture {
        file: path.file_name().unwrap().to_string_lossy().into_owned(),
        version: text("agent_version"),
        event: text("event"),
        stdin: whole["stdin"].as_object().unwrap().clone(),
        env: whole["env"].as_object().unwrap().iter().map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect(),
    }
}
