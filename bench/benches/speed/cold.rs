//! The command from start to answer, beside the smallest program that reads an event and answers: called by itself, and as the bridge
//! that an agent waits for (B10).

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::native::native;
use crate::pairs::{alternated, micros};
use crate::stage::{Stage, command};
use crate::table::Row;

pub(crate) fn rows() -> Vec<Row> {
    let calls = [fire(Stage::new()), bridge(Stage::new())];
    let native = match native() {
        Ok(native) => native,
        Err(why) => return calls.iter().map(|call| Row::missing(call.name("statically"), why.clone())).collect(),
    };
    let row = |call: &Call, how: &str, at_most: f64, snell: &Path| {
        let mut ours = Command::new(snell);
        ours.args(&call.arguments);
        let mut floor = Command::new(&native.floor);
        let pair = alternated(401, || answered(&mut ours, &call.event, call.expected), || answered(&mut floor, &call.event, "{}"));
        Row::ratio(call.name(how), at_most, &pair)
    };
    let of_build = |statically: bool| {
        let (how, at_most) = if statically { ("statically", 4.0) } else { ("dynamically", 6.0) };
        let built = build(statically);
        let rows = calls.iter().map(move |call| match &built {
            Ok(snell) => row(call, how, at_most, snell),
            Err(why) => Row::missing(call.name(how), why.clone()),
        });
        rows.collect::<Vec<_>>()
    };
    [true, false].into_iter().flat_map(of_build).collect()
}

/// An event that no hook matches, and how the command is told of it.
struct Call {
    what: &'static str,
    arguments: Vec<String>,
    event: String,
    expected: &'static str,
    _stage: Stage,
}

impl Call {
    fn name(&self, how: &str) -> String {
        format!("{} answering an event that no hook matches / the smallest static C program, linked {how}", self.what)
    }
}

/// Twenty groups of hooks, for none of the tools that are called.
fn groups() -> Value {
    let group = |index| json!({ "matcher": format!("tool_{index}|mcp__server{index}__.*"), "hooks": [command(&format!("hooks/check-{index}.sh"))] });
    json!({ "hooks": { "PreToolUse": (0..20).map(group).collect::<Vec<Value>>() } })
}

fn fire(stage: Stage) -> Call {
    stage.write("home/.rightnow/hooks/bench.json", &groups().to_string());
    let event = json!({
        "hookEventName": "pre_tool_use", "sessionId": "0d1f0f1e", "cwd": stage.path("repo"), "toolName": "run_terminal_command",
        "toolUseId": "1", "toolInput": { "command": "cargo test", "description": "x".repeat(400) },
    });
    let mut arguments: Vec<String> = ["fire", "--json", "--dialect", "rightnow", "--event", "-", "--home"].map(str::to_owned).into();
    arguments.push(stage.path("home").display().to_string());
    Call { what: "`snell fire`", arguments, event: event.to_string(), expected: "\"proceed\"", _stage: stage }
}

fn bridge(stage: Stage) -> Call {
    stage.write("home/.claude/settings.json", &groups().to_string());
    let event = json!({
        "hook_event_name": "PreToolUse", "session_id": "0d1f0f1e", "cwd": stage.path("repo"), "tool_name": "Bash",
        "tool_use_id": "1", "tool_input": { "command": "cargo test", "description": "x".repeat(400) },
    });
    let mut arguments: Vec<String> = ["bridge", "run", "codex", "PreToolUse", "--within", "60", "--home"].map(str::to_owned).into();
    arguments.push(stage.path("home").display().to_string());
    Call { what: "`snell bridge run`", arguments, event: event.to_string(), expected: "", _stage: stage }
}

/// Microseconds from the start of a program to its end.
fn answered(program: &mut Command, event: &str, expected: &str) -> f64 {
    let mut answer = String::new();
    let time = micros(|| {
        let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("its stdin").write_all(event.as_bytes()).expect("it listens");
        child.stdout.take().expect("its stdout").read_to_string(&mut answer).expect("it answers");
        child.wait().expect("it ends")
    });
    assert!(answer.contains(expected), "it answered {answer}");
    time
}

/// Builds `snell` as it is shipped; statically where the system's C library can be linked so.
fn build(statically: bool) -> Result<PathBuf, String> {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    if statically && !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        return Err(format!("the static build is for {TARGET}"));
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the benchmark stands in a workspace")?;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(if statically { "static" } else { "dynamic" });
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace).args(["build", "--release", "--locked", "--quiet", "-p", "snell-cli"]).env("CARGO_TARGET_DIR", &target);
    if statically {
        cargo.args(["--target", TARGET]).env("RUSTFLAGS", "-C target-feature=+crt-static -C relocation-model=static");
    }
    match cargo.output() {
        Ok(output) if output.status.success() => {
            let below = if statically { format!("{TARGET}/release/snell") } else { "release/snell".to_owned() };
            Ok(target.join(below))
        }
        Ok(output) => Err(format!("it does not build: {}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("cargo cannot be started: {error}")),
    }
}
