//! From the arguments of `fire` to an engine and an event that is ready to fire.

use std::path::Path;

use serde_json::{Map, Value};
use snell::system::files;
use snell::system::http::Roots;
use snell::{Builder, Engine, Event, Fact, Trust};

use super::{event, setup};
use crate::args::{Around, Common, Fire};
use crate::trouble::Trouble;
use crate::world::World;

/// The largest file of certificates that is read.
const LARGEST_ROOTS: usize = 4 * 1024 * 1024;

/// A builder with everything that the arguments say.
pub(super) fn builder(common: &Common, fire: &Fire, world: &World<'_>, envelope: &Map<String, Value>) -> Result<Builder, Trouble> {
    let mut builder = setup::builder(common, world, envelope.get("cwd").and_then(Value::as_str))?;
    if let Some(path) = &fire.ca {
        builder = builder.tls_roots(roots(path)?);
    }
    around(builder, &fire.around)
}

/// The builder, with what is added for this call.
pub(super) fn around(mut builder: Builder, around: &Around) -> Result<Builder, Trouble> {
    if around.trust {
        builder = builder.trust(Trust::Trusted);
    }
    for hook in &around.disabled {
        builder = builder.disable(hook);
    }
    for plugin in &around.plugins {
        builder = builder.plugin(plugin_root(plugin)?);
    }
    variables(builder, &around.variables)
}

/// An engine, and the event with everything that its dialect always tells.
pub(super) fn ready(builder: Builder, fire: &Fire, envelope: &Map<String, Value>) -> Result<(Engine, Event), Trouble> {
    let engine = builder.build();
    let mut event = event::event(engine.dialect(), fire, envelope)?;
    name_plugin(&engine, fire, &mut event)?;
    let event = engine.complete(&event);
    Ok((engine, event))
}

fn plugin_root(path: &Path) -> Result<std::path::PathBuf, Trouble> {
    let root = setup::absolute(path)?;
    let trouble = || Trouble::new(format!("`--plugin {}` is not a directory", path.display())).help("name the root of a plugin");
    if root.is_dir() { Ok(root) } else { Err(trouble()) }
}

fn roots(path: &Path) -> Result<Roots, Trouble> {
    let trouble = |what: String| Trouble::new(format!("`--ca {}`: {what}", path.display())).help("give a file of certificates in PEM form");
    let pem = files::read_bounded(path, LARGEST_ROOTS).map_err(|fault| trouble(format!("the file {fault}")))?;
    Roots::from_pem(&pem).map_err(trouble)
}

fn variables(mut builder: Builder, given: &[String]) -> Result<Builder, Trouble> {
    for variable in given {
        // SECURITY: what has no `=` may be a value that was meant to be secret, so it is not repeated.
        let Some((name, value)) = variable.split_once('=') else {
            return Err(Trouble::new("`--var` has no `=`").help("write --var NAME=VALUE"));
        };
        if name.is_empty() {
            return Err(Trouble::new("`--var` names no variable").help("write --var NAME=VALUE"));
        }
        builder = builder.variable(name, value);
    }
    Ok(builder)
}

/// A plugin that is not there has no hooks: that is told, and not taken for a word of theirs.
fn is_installed(engine: &Engine, name: &Value) -> Result<(), Trouble> {
    let plugins = engine.plugins();
    if plugins.iter().any(|plugin| name.as_str() == Some(&plugin.name)) {
        return Ok(());
    }
    let names: Vec<String> = plugins.iter().map(|plugin| format!("`{}`", plugin.name)).collect();
    let known = if names.is_empty() { "none is installed".to_owned() } else { format!("the plugins are {}", names.join(", ")) };
    let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
    Err(Trouble::new(format!("no plugin `{name}`")).help(format!("{known}; `--plugin DIR` adds one")))
}

/// The plugin that is being installed or removed: the one that `--plugin` adds.
fn name_plugin(engine: &Engine, fire: &Fire, event: &mut Event) -> Result<(), Trouble> {
    let own_only = engine.dialect().event(event.kind).is_some_and(|row| row.own_plugin_only);
    if !own_only {
        return Ok(());
    }
    if let Some(name) = event.get(Fact::Plugin) {
        return is_installed(engine, name);
    }
    let Some(root) = fire.around.plugins.last() else {
        return Err(Trouble::new("which plugin?").help("name it with --plugin DIR, or with --set plugin=NAME for an installed one"));
    };
    let root = setup::absolute(root)?;
    let root = files::canonical(&root).unwrap_or(root);
    if let Some(plugin) = engine.plugins().iter().find(|plugin| files::canonical(&plugin.root).as_ref() == Some(&root)) {
        event.set(Fact::Plugin, plugin.name.as_str());
    }
    Ok(())
}
