//! `snell fire` and `snell explain`: one event, run or looked at.

use serde_json::{Map, Value};
use snell::system::{Sweep, files};
use snell::{Builder, Call, Engine, Event, Fired, Trace};

use super::{depth, event, ready, setup, unseen};
use crate::args::{Common, Fire};
use crate::exit_code::Done;
use crate::print::style::{DIM, paint};
use crate::print::{self, fire::View};
use crate::progress::Progress;
use crate::signals::Signals;
use crate::trouble::Trouble;
use crate::world::World;

/// The largest tool schema that is read.
const LARGEST_SCHEMA: usize = 4 * 1024 * 1024;
/// Columns of a terminal that does not tell them.
const USUAL_WIDTH: usize = 80;

/// Runs the hooks of an event.
pub(crate) fn fire(common: &Common, fire: &Fire, world: &mut World<'_>) -> Result<Done, Trouble> {
    depth::check(world)?;
    let envelope = event::envelope(fire)?;
    let schema = fire.tool_schema.as_deref().map(tool_schema).transpose()?;
    let check = |input: &Map<String, Value>| match &schema {
        Some(schema) => schema.validate(&Value::Object(input.clone())).map_err(|error| error.to_string()),
        None => Ok(()),
    };
    let call = Call { continuations: fire.continuations.unwrap_or(0), accepts: Some(&check) };
    let (builder, watched) = Watched::begin(ready::builder(common, fire, world, &envelope)?, world);
    let (engine, event) = ready::ready(builder, fire, &envelope)?;
    let fired = engine.fire_with(&event, &call);
    if let Some(signal) = watched.end() {
        world.tell("snell: interrupted; the hooks were ended, and what they said does not count");
        return Ok(Done::Interrupted(signal));
    }
    show(common, world, &engine, &event, Some(&fired), &fired.trace)?;
    setup::tell_of_journal(&engine, world);
    if let Some(id) = fired.record.as_ref().filter(|_| world.screen.live && !common.json) {
        world.tell(&paint(DIM, format!("recorded: snell log show {id}")));
    }
    Ok(if fired.outcome.action.blocks() { Done::Blocked } else { Done::Well })
}

/// Tells which hooks an event would run; runs nothing.
pub(crate) fn explain(common: &Common, fire: &Fire, world: &mut World<'_>) -> Result<Done, Trouble> {
    let envelope = event::envelope(fire)?;
    let (engine, event) = ready::ready(ready::builder(common, fire, world, &envelope)?, fire, &envelope)?;
    let call = Call { continuations: fire.continuations.unwrap_or(0), accepts: None };
    let trace = engine.explain(&event, &call);
    show(common, world, &engine, &event, None, &trace)?;
    Ok(Done::Well)
}

/// What looks on while hooks run.
pub(super) struct Watched {
    signals: Option<Signals>,
    progress: Option<Progress>,
}

impl Watched {
    pub(super) fn begin(mut builder: Builder, world: &World<'_>) -> (Builder, Watched) {
        let signals = world.alone.then(Signals::listen);
        let progress = world.screen.live.then(|| Progress::start(world.screen.width.unwrap_or(USUAL_WIDTH)));
        if let Some(signals) = &signals {
            builder = builder.cancel(signals.cancel.clone());
        }
        if let Some(progress) = &progress {
            builder = builder.observer(progress.observer());
        }
        // Only Linux has it; elsewhere what leaves its process group is told of and lives on.
        if let Some(Ok(sweep)) = world.alone.then(Sweep::become_subreaper) {
            builder = builder.sweep(sweep);
        }
        (builder, Watched { signals, progress })
    }

    /// The signal that came meanwhile.
    pub(super) fn end(self) -> Option<u8> {
        drop(self.progress);
        self.signals.and_then(|signals| signals.received())
    }
}

fn show(
    common: &Common,
    world: &mut World<'_>,
    engine: &Engine,
    event: &Event,
    fired: Option<&Fired>,
    trace: &Trace,
) -> Result<(), Trouble> {
    if common.json {
        world.print_json(&engine.report(event, fired, trace))?;
        unseen::tell(common, engine, world);
        return Ok(());
    }
    let (hooks, here) = (engine.hooks(), setup::here(common)?);
    let view = View::new(engine, event, &hooks, &here);
    world.print(&match fired {
        Some(fired) => print::fire::fired(&view, &fired.outcome, trace),
        None => print::fire::explained(&view, trace),
    })?;
    unseen::tell(common, engine, world);
    if let Some(line) = print::fire::untrusted(trace) {
        world.tell(&line);
    }
    Ok(())
}

fn tool_schema(path: &std::path::Path) -> Result<jsonschema::Validator, Trouble> {
    let trouble = |what: String| Trouble::new(format!("the tool schema `{}` {what}", path.display()));
    let bytes = files::read_bounded(path, LARGEST_SCHEMA).map_err(|fault| trouble(fault.to_string()))?;
    let schema = serde_json::from_slice(&bytes).map_err(|error| trouble(format!("is not JSON: {error}")))?;
    jsonschema::validator_for(&schema).map_err(|error| trouble(format!("is not a JSON Schema: {error}")))
}
