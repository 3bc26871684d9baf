//! Plays one case and tells what came out otherwise than it says.

use serde_json::Value;
use snell_core::Dialect;

use crate::call::{self, Ran, Runs};
use crate::expect;
use crate::page::{Call, Case, Expect, Fault, Step};
use crate::sandbox::Sandbox;
use crate::script;

/// Plays a case in a sandbox of its own.
pub fn case(case: &Case, dialects: &[Dialect]) -> Vec<Fault> {
    match Sandbox::new() {
        Ok(sandbox) => play(case, &sandbox, dialects, true),
        Err(message) => vec![Fault { page: case.page.clone(), line: case.line, message }],
    }
}

/// Plays a case in a sandbox; `write` is false where its files are there already.
pub fn play(case: &Case, sandbox: &Sandbox, dialects: &[Dialect], write: bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut tell = |line, message| faults.push(Fault { page: case.page.clone(), line, message });
    for step in &case.steps {
        match step {
            Step::Write(line, file) if write => {
                if let Err(fault) = sandbox.write(file) {
                    tell(*line, fault);
                }
            }
            Step::Write(..) => {}
            Step::Call(call) => match ran(call, case, sandbox, dialects) {
                Ok(ran) => checked(call, sandbox, &ran).into_iter().for_each(|(line, message)| tell(line, message)),
                Err(fault) => tell(call.line, fault),
            },
        }
    }
    faults
}

fn ran(call: &Call, case: &Case, sandbox: &Sandbox, dialects: &[Dialect]) -> Result<Ran, String> {
    let runs = match &call.script {
        Some(script) => Runs::Script(script::completions(&parsed(&sandbox.rooted(script))?)?),
        None if call.is_scripted() => Runs::Content,
        None => Runs::Processes,
    };
    let expected = if let Runs::Script(completions) = &runs { Some(completions.len()) } else { None };
    let ran = call::call(&call.text, sandbox, case.dialect.as_deref(), dialects, runs)?;
    match expected {
        Some(expected) if expected != ran.seen.len() => {
            Err(format!("{expected} hooks were to run, and {} did\n{}{}", ran.seen.len(), ran.err, ran.out))
        }
        _ => Ok(ran),
    }
}

pub(crate) fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("the block is not JSON: {error}"))
}

/// What differs, with the line of each expectation. What was printed is told once.
fn checked(call: &Call, sandbox: &Sandbox, ran: &Ran) -> Vec<(usize, String)> {
    let printed = serde_json::from_str(&ran.out).unwrap_or(Value::Null);
    let mut found: Vec<(usize, String)> = Vec::new();
    found.extend(exit_code(call, &printed, ran).map(|message| (call.line, message)));
    for (line, expect) in &call.expects {
        let told = expect::told(expect, sandbox, ran, &printed).unwrap_or_else(|fault| vec![fault]);
        found.extend(told.into_iter().map(|message| (*line, message)));
    }
    if let Some((_, last)) = found.last_mut() {
        let out = if printed.is_null() { ran.out.clone() } else { printed.to_string() };
        *last = format!("{last}\n  `{}` printed:\n  {}{out}", call.text, ran.err);
    }
    found
}

/// Without an exit code of its own a call must be done, and `fire` must exit 2 exactly where it blocks.
fn exit_code(call: &Call, printed: &Value, ran: &Ran) -> Option<String> {
    let own = call.expects.iter().find_map(|(_, expect)| if let Expect::Printed { exit, .. } = expect { *exit } else { None });
    let action = printed.pointer("/outcome/action").and_then(Value::as_str);
    let wanted = match (own, action) {
        (Some(exit), _) => exit,
        (None, Some("deny" | "invalid_input" | "continue")) => 2,
        (None, Some(_)) => 0,
        (None, None) if ran.exit != 3 => return None,
        (None, None) => 0,
    };
    (wanted != ran.exit).then(|| format!("expected exit {wanted}, was {}", ran.exit))
}
