//! `snell fire` and `snell explain`: one event, run or looked at.

use serde_json::{Map, Value};
use snell::system::files;
use snell::{Call, Engine, Event, Fact, Trust, Variables};

use super::{event, setup};
use crate::args::{Common, Fire};
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Runs the hooks of an event.
pub(crate) fn fire(common: &Common, fire: &Fire, world: &mut World<'_>) -> Result<Done, Trouble> {
    let (engine, event) = ready(common, fire, world)?;
    let schema = fire.tool_schema.as_deref().map(tool_schema).transpose()?;
    let check = |input: &Map<String, Value>| match &schema {
        Some(schema) => schema.validate(&Value::Object(input.clone())).map_err(|error| error.to_string()),
        None => Ok(()),
    };
    let call = Call { continuations: fire.continuations.unwrap_or(0), accepts: Some(&check) };
    let fired = engine.fire_with(&event, &call);
    let report = engine.report(&event, Some(&fired), &fired.trace);
    world.print_json(&report)?;
    Ok(if fired.outcome.action.blocks() { Done::Blocked } else { Done::Well })
}

/// Tells which hooks an event would run; runs nothing.
pub(crate) fn explain(common: &Common, fire: &Fire, world: &mut World<'_>) -> Result<Done, Trouble> {
    let (engine, event) = ready(common, fire, world)?;
    let call = Call { continuations: fire.continuations.unwrap_or(0), accepts: None };
    let trace = engine.explain(&event, &call);
    world.print_json(&engine.report(&event, None, &trace))?;
    Ok(Done::Well)
}

fn ready(common: &Common, fire: &Fire, world: &World<'_>) -> Result<(Engine, Event), Trouble> {
    let envelope = event::envelope(fire)?;
    let mut builder = setup::builder(common, world, envelope.get("cwd").and_then(Value::as_str))?;
    if fire.trust {
        builder = builder.trust(Trust::Trusted);
    }
    for plugin in &fire.plugins {
        builder = builder.plugin(setup::absolute(plugin)?);
    }
    let mut variables = Variables::default();
    for variable in &fire.variables {
        let (name, value) = variable
            .split_once('=')
            .ok_or_else(|| Trouble::new(format!("`--var {variable}` has no `=`")).help("write --var NAME=VALUE"))?;
        variables.set_for_all(name, value);
    }
    let engine = builder.variables(variables).build();
    let mut event = event::event(engine.dialect(), fire, envelope)?;
    name_plugin(&engine, fire, &mut event)?;
    let event = engine.complete(&event);
    Ok((engine, event))
}

fn tool_schema(path: &std::path::Path) -> Result<jsonschema::Validator, Trouble> {
    let trouble = |what: String| Trouble::new(format!("the tool schema `{}` {what}", path.display()));
    let bytes = snell::system::files::read_bounded(path, 4 * 1024 * 1024).map_err(|fault| trouble(fault.to_string()))?;
    let schema = serde_json::from_slice(&bytes).map_err(|error| trouble(format!("is not JSON: {error}")))?;
    jsonschema::validator_for(&schema).map_err(|error| trouble(format!("is not a JSON Schema: {error}")))
}

/// The plugin that is being installed or removed: the one that `--plugin` adds.
fn name_plugin(engine: &Engine, fire: &Fire, event: &mut Event) -> Result<(), Trouble> {
    let own_only = engine.dialect().event(event.kind).is_some_and(|row| row.own_plugin_only);
    if !own_only || event.get(Fact::Plugin).is_some() {
        return Ok(());
    }
    let Some(root) = fire.plugins.last() else {
        return Err(Trouble::new("which plugin?").help("name it with --plugin DIR, or with --set plugin=NAME for an installed one"));
    };
    let root = setup::absolute(root)?;
    let root = files::canonical(&root).unwrap_or(root);
    if let Some(plugin) = engine.plugins().iter().find(|plugin| files::canonical(&plugin.root).as_ref() == Some(&root)) {
        event.set(Fact::Plugin, plugin.name.as_str());
    }
    Ok(())
}
