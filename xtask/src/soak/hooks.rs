//! Hooks of every sort, well-behaved and not, and the engine that runs them.

use std::fs;

use serde_json::{Value, json};
use snell::{Engine, Event, EventKind, Fact, Journal, dialects};
use tempfile::TempDir;

/// Every so many events a turn ends, which takes a moment: its hooks run into deadlines.
const TURN: usize = 20;
/// Bytes of a tool's input: more than a pipe holds.
const INPUT: usize = 100_000;

/// What guards a call: most say something sensible, some whatever comes into their heads.
const GUARDS: [&str; 17] = [
    "cat > /dev/null; echo '{}'",
    "cat > /dev/null; echo '{}' # again",
    "cat > /dev/null; exit 0",
    "read -r line; exit 0",
    "echo '{\"decision\":\"deny\",\"reason\":\"no\"}'",
    "echo '{\"hookSpecificOutput\":{\"updatedInput\":{\"a\":1}}}'",
    "echo no >&2; exit 2",
    "exit 1",
    "exec 0<&-; exit 0",
    "kill -9 $$",
    "echo this is no json",
    "head -c 3000000 /dev/zero",
    "head -c 3000000 /dev/zero >&2",
    "sleep 60 > /dev/null 2>&1 &",
    "nowhere-to-be-found",
    "./no-such-file",
    "echo $NO_SUCH_VARIABLE",
];

/// What holds up a stop: a pipe held open, a deadline, the terminal asked for.
const GATES: [&str; 4] =
    ["sleep 60 & echo '{}'", "trap '' TERM; sleep 60", "(sleep 60; echo late) & sleep 60", "while :; do kill -TTIN $$; done"];

/// An engine with these hooks, and where its files are.
pub(crate) struct Hooks {
    engine: Engine,
    _home: TempDir,
}

impl Hooks {
    /// Writes them down and loads them.
    pub(crate) fn new() -> Result<Hooks, String> {
        let home = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
        let directory = home.path().join(".rightnow/hooks");
        let mut guards: Vec<Value> = GUARDS.iter().map(|command| handler(command, 30.0)).collect();
        // Nobody listens there: the request fails, on a thread of its own.
        guards.push(json!({"type": "http", "url": "https://127.0.0.1:1/", "timeout": 30}));
        let gates: Vec<Value> = GATES.iter().map(|command| handler(command, 0.3)).collect();
        let file = json!({"hooks": {"PreToolUse": [{"hooks": guards}], "Stop": [{"hooks": gates}]}});
        fs::create_dir_all(&directory)
            .and_then(|()| fs::write(directory.join("soak.json"), file.to_string()))
            .map_err(|error| format!("the hooks cannot be written: {error}"))?;
        let builder = Engine::builder(dialects::rightnow()).home(home.path()).cwd(home.path());
        Ok(Hooks { engine: builder.journal(Journal::at(home.path().join("journal"))).build(), _home: home })
    }

    /// Fires the next event, and says how many hooks ran.
    pub(crate) fn fire(&self, number: usize) -> Result<usize, String> {
        let event = if number % TURN == TURN - 1 { Event::new(EventKind::Stop) } else { call(number) };
        let fired = self.engine.fire(&event);
        match self.engine.journal().and_then(Journal::fault) {
            Some(fault) => Err(fault),
            None if fired.trace.steps.is_empty() => Err("no hook was considered".to_owned()),
            None => Ok(fired.trace.steps.len()),
        }
    }
}

fn handler(command: &str, timeout: f64) -> Value {
    json!({"type": "command", "command": command, "timeout": timeout})
}

/// A call of a tool that was never seen before, so that nothing is gained from remembering.
fn call(number: usize) -> Event {
    let input = json!({"command": "x".repeat(INPUT), "description": number});
    Event::new(EventKind::PreToolUse).with(Fact::ToolName, format!("Tool{number}")).with(Fact::ToolInput, input)
}
