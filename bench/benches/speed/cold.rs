//! The command from start to answer, beside the smallest program that reads an event and answers.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::native::native;
use crate::pairs::{alternated, micros};
use crate::stage::{Stage, command};
use crate::table::Row;

pub(crate) fn rows() -> Vec<Row> {
    let what = "`snell` answering an event that no hook matches / the smallest static C program";
    let native = match native() {
        Ok(native) => native,
        Err(why) => return vec![Row::missing(what, why)],
    };
    let stage = Stage::new();
    let group = |index| json!({ "matcher": format!("tool_{index}|mcp__server{index}__.*"), "hooks": [command(&format!("hooks/check-{index}.sh"))] });
    let groups: Vec<Value> = (0..20).map(group).collect();
    stage.write("home/.rightnow/hooks/bench.json", &json!({ "hooks": { "PreToolUse": groups } }).to_string());
    let event = json!({
        "hookEventName": "pre_tool_use", "sessionId": "0d1f0f1e", "cwd": stage.path("repo"), "toolName": "run_terminal_command",
        "toolUseId": "1", "toolInput": { "command": "cargo test", "description": "x".repeat(400) },
    });
    let (event, home) = (event.to_string(), stage.path("home"));
    let row = |what: &str, at_most: f64, snell: &Path| {
        let mut ours = Command::new(snell);
        ours.args(["fire", "--json", "--dialect", "rightnow", "--event", "-", "--home"]).arg(&home);
        let mut floor = Command::new(&native.floor);
        let pair = alternated(401, || answered(&mut ours, &event, "\"proceed\""), || answered(&mut floor, &event, "{}"));
        Row::ratio(what, at_most, &pair)
    };
    let of_build = |what: String, built: Result<PathBuf, String>| match built {
        Ok(snell) => row(&what, if what.ends_with("linked statically") { 4.0 } else { 6.0 }, &snell),
        Err(why) => Row::missing(what, why),
    };
    vec![of_build(format!("{what}, linked statically"), build(true)), of_build(format!("{what}, linked dynamically"), build(false))]
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
