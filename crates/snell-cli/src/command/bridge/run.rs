//! `snell bridge run`: one native event, heard, run and answered. Nothing but the answer goes to stdout.

use std::io::stdin;
use std::mem::ManuallyDrop;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, Value};
use snell::bridge::{self, NativePayload, Turns};
use snell::core::answer::Answer;
use snell::core::config::json;
use snell::system::input;
use snell::{Dialect, Engine, hosts};

use super::super::{depth, event, fire::Watched, setup};
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::style::plain;
use crate::trouble::Trouble;
use crate::world::World;

/// The largest payload that is read, in bytes.
const LARGEST: usize = 64 * 1024 * 1024;
/// How long an agent may take to write it.
const PATIENCE: Duration = Duration::from_secs(10);
/// So much before the agent's own deadline, hooks are ended (B4).
const MARGIN: Duration = Duration::from_secs(1);
/// Events so deep are not fired (B6).
const DEEPEST: u32 = 3;

/// A native event.
#[derive(Args)]
pub(crate) struct Run {
    /// The agent that calls, by the name of its dialect
    #[arg(value_name = "AGENT")]
    agent: String,
    /// Its event, by its native name
    #[arg(value_name = "EVENT")]
    event: String,
    /// The seconds that the agent waits; hooks end one second before
    #[arg(long, value_name = "SECONDS")]
    within: Option<f64>,
    /// Only the hooks of this dialect; may be given several times [default: every other agent's]
    #[arg(long, value_name = "DIALECT")]
    from: Vec<String>,
}

/// Hears a native event, runs the hooks of the other agents, and answers.
pub(crate) fn run(common: &Common, run: &Run, world: &mut World<'_>) -> Result<Done, Trouble> {
    let begun = Instant::now();
    let host = setup::named(world, &run.agent)?.clone();
    let row = event::row(&host, &run.event)?.clone();
    // Heard whatever comes of it: an agent whose pipe breaks while it writes may never read the answer.
    let payload = payload();
    if depth::reaches(world, DEEPEST) {
        let why = format!("hooks started agents that started hooks, {DEEPEST} deep; this one is not run");
        return say(world, &bridge::Bridge::refuse(&host, &row, &why));
    }
    let envelope = payload.as_ref().ok();
    let (engines, watched, file) = match engines(common, run, &host, envelope, begun, world) {
        Ok(engines) => engines,
        // B8: no agent is to take an exit code of ours for a verdict.
        Err(trouble) => {
            world.tell(&trouble.shown());
            return say(world, &bridge::Bridge::new(&host, Vec::new()).unheard(&row, "no hooks can be looked for"));
        }
    };
    let turns = Turns::of_user(&setup::home(common)?, setup::state(common).as_deref());
    // Never taken apart, which would be a tenth of all the work: the process ends with the answer, and an agent waits for that.
    let bridge = ManuallyDrop::new(bridge::Bridge::new(&host, engines).turns(turns).native_payload(file));
    let answer = match &payload {
        Ok(envelope) => bridge.cross(&row, envelope),
        Err(why) => {
            world.tell(&format!("snell: the payload {}", plain(why)));
            bridge.unheard(&row, &format!("the payload {why}"))
        }
    };
    if let Some(signal) = watched.and_then(Watched::end) {
        return Ok(Done::Interrupted(signal));
    }
    say(world, &answer)
}

/// The native payload; else what is wrong with it.
fn payload() -> Result<Map<String, Value>, String> {
    let bytes = input::read_object(stdin().lock(), LARGEST, PATIENCE).map_err(|fault| fault.to_string())?;
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).into_owned();
    match json::event(&text) {
        Ok(Value::Object(envelope)) => Ok(envelope),
        Ok(_) => Err("is not a JSON object".to_owned()),
        Err(error) => Err(format!("is not JSON: {error}")),
    }
}

type Engines = (Vec<Engine>, Option<Watched>, NativePayload);

/// One engine for each dialect whose hooks are run. The first one's runner serves all, so it is the one that is looked after.
fn engines(
    common: &Common,
    run: &Run,
    host: &Dialect,
    envelope: Option<&Map<String, Value>>,
    begun: Instant,
    world: &World<'_>,
) -> Result<Engines, Trouble> {
    let from: Vec<&Dialect> = match &run.from[..] {
        [] => world.dialects.all(),
        names => names.iter().map(|name| setup::named(world, name)).collect::<Result<_, _>>()?,
    };
    let cwd = envelope.and_then(|envelope| envelope.get("cwd")).and_then(Value::as_str);
    let file = NativePayload::in_directory(&std::env::temp_dir());
    let (mut engines, mut watched) = (Vec::new(), None);
    for dialect in hosts::sources(host, &from, &setup::builder_for(common, world, host, cwd)?) {
        let mut builder = setup::builder_of(common, world, dialect, cwd)?.inherit(NativePayload::VARIABLE, file.path());
        if let Some(until) = run.within.and_then(|seconds| until(begun, seconds)) {
            builder = builder.until(until);
        }
        if watched.is_none() {
            let (with, looks_on) = Watched::begin(builder, world);
            (builder, watched) = (with, Some(looks_on));
        }
        engines.push(builder.build());
    }
    Ok((engines, watched, file))
}

fn until(begun: Instant, seconds: f64) -> Option<Instant> {
    let whole = Duration::try_from_secs_f64(seconds).ok()?;
    begun.checked_add(whole.saturating_sub(MARGIN))
}

fn say(world: &mut World<'_>, answer: &Answer) -> Result<Done, Trouble> {
    // Not printed as words for a person are: it is read by a program, byte for byte.
    let written = world.out.write_all(answer.text().as_bytes()).and_then(|()| world.out.flush());
    written.map_err(|error| Trouble::new(format!("stdout cannot be written: {error}")))?;
    if !answer.stderr.is_empty() {
        let _ = world.err.write_all(answer.stderr.as_bytes());
    }
    Ok(Done::Answered(u8::try_from(answer.exit).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absurd_deadline_is_none() {
        let now = Instant::now();
        for seconds in [f64::NAN, -1.0, f64::INFINITY, 1e300] {
            assert_eq!(until(now, seconds), None, "{seconds}");
        }
        assert_eq!(until(now, 0.5), Some(now));
        assert_eq!(until(now, 3.0), Some(now + Duration::from_secs(2)));
    }
}
