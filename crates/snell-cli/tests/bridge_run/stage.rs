//! A home with hooks in it, and an agent that calls the bridge.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

pub(crate) struct Stage {
    home: tempfile::TempDir,
}

/// What the agent gets.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) exit: i32,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("not one JSON object: {self:?}"))
    }

    /// The agent hears nothing: it goes on as if there were no hook.
    pub(crate) fn assert_silent(&self) {
        assert_eq!((self.stdout.as_str(), self.exit), ("", 0), "{self:?}");
    }
}

impl Stage {
    pub(crate) fn new() -> Stage {
        Stage { home: tempfile::tempdir().expect("a directory") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// One command of the user's under an event of Claude Code.
    pub(crate) fn claude(&self, event: &str, matcher: &str, commands: &[&str]) {
        let hooks: Vec<Value> = commands.iter().map(|command| json!({ "type": "command", "command": command })).collect();
        let text = json!({ "hooks": { event: [{ "matcher": matcher, "hooks": hooks }] } }).to_string();
        self.write(".claude/settings.json", &text);
    }

    /// One handler of the user's under an event of the RightNow Agent.
    pub(crate) fn rightnow(&self, event: &str, handler: &Value) {
        self.write(".rightnow/hooks/mine.json", &json!({ "hooks": { event: [{ "hooks": [handler] }] } }).to_string());
    }

    pub(crate) fn command(&self, agent: &str, event: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
        command.args(["bridge", "run", agent, event, "--home"]).arg(self.home.path()).current_dir(self.home.path());
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.home.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn call(&self, agent: &str, event: &str, payload: &Value) -> Reply {
        with(self.command(agent, event), &payload.to_string())
    }
}

/// Calls it with this on stdin.
pub(crate) fn with(mut command: Command, stdin: &str) -> Reply {
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(stdin.as_bytes()).expect("it reads");
    ended(child)
}

/// The same for an agent that never closes the pipe.
pub(crate) fn with_open_pipe(mut command: Command, stdin: &str) -> Reply {
    let mut child = command.spawn().expect("it starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(stdin.as_bytes()).expect("it reads");
    let reply = ended(child);
    drop(pipe);
    reply
}

/// What it says when it has ended.
pub(crate) fn ended(child: Child) -> Reply {
    let output = child.wait_with_output().expect("it ends");
    Reply {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        exit: output.status.code().expect("no signal"),
    }
}

/// The call of a shell, as each agent tells it.
pub(crate) fn shell(agent: &str, command: &str) -> (&'static str, Value) {
    let input = json!({ "command": command });
    match agent {
        "gemini" => (
            "BeforeTool",
            json!({ "session_id": "s", "hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": input }),
        ),
        "qwen" => (
            "PreToolUse",
            json!({ "session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "run_shell_command", "tool_input": input }),
        ),
        "copilot" => ("preToolUse", json!({ "sessionId": "s", "toolName": "bash", "toolArgs": input.to_string() })),
        "droid" => {
            ("PreToolUse", json!({ "session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Execute", "tool_input": input }))
        }
        "cursor" => {
            ("preToolUse", json!({ "conversation_id": "s", "hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": input }))
        }
        _ => ("PreToolUse", json!({ "session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": input })),
    }
}
