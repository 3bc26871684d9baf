//! Hooks of one agent as a file for another, as a user would have written it by hand, for those who want no bridge. The hooks then speak for
//! themselves: what the other agent does not understand of them is told, hook by hook.

mod command;
mod file;
mod heard;
mod matcher;
mod mcp;
mod one;
mod report;
mod script;
mod started;

use std::path::{Path, PathBuf};

use snell_core::Hook;
use snell_core::dialect::{Base, Dialect, Format, Grade, Layout, Source, Words};
use snell_core::hook::Status;

use crate::engine::Engine;

pub use report::{ConvertReport, ConvertedHook};

/// A file for another agent.
pub struct Converted<'d> {
    from: String,
    to: &'d Dialect,
    /// Where the agent would look for it.
    pub path: PathBuf,
    /// The hooks, in configured order.
    pub hooks: Vec<Conversion>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// A hook, and what became of it.
pub struct Conversion {
    /// The hook.
    pub hook: Hook,
    /// Its event, as its own agent writes it.
    pub event: String,
    /// What stands in the file for it; nothing where it cannot be there.
    entries: Vec<Entry>,
    /// What it loses.
    pub losses: Vec<Lost>,
}

/// Something that a hook loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// `<event>.<what>`, stable.
    pub code: String,
    /// How much of it is left.
    pub grade: Grade,
    /// It guards something, and less of it is left.
    pub unguards: bool,
}

/// What stands under an event.
struct Entry {
    event: String,
    matcher: Option<String>,
    handler: serde_json::Map<String, serde_json::Value>,
}

impl Converted<'_> {
    /// Whether a guard loses something.
    pub fn is_unguarded(&self) -> bool {
        self.hooks.iter().flat_map(|one| &one.losses).any(|lost| lost.unguards)
    }
}

/// Converts the hooks of an engine for another agent: those of the user's or the project's own files, or of all of them.
pub fn convert<'d>(engine: &Engine, to: &'d Dialect, of_project: Option<bool>) -> Converted<'d> {
    let hooks = engine.hooks();
    let (mut wanted, mut notes) = (Vec::new(), Vec::new());
    for (index, hook) in hooks.hooks().iter().enumerate() {
        match left_out(hook) {
            Some(why) => notes.push(format!("{} is left out: {why}", hook.name)),
            None if of_project.is_none_or(|wanted| wanted == hook.source.of_project) => wanted.push(index),
            None => {}
        }
    }
    let for_project = of_project.unwrap_or_else(|| wanted.iter().any(|index| hooks.hooks()[*index].source.of_project));
    let (path, directory) = place(engine, to, for_project);
    let hooks = wanted.into_iter().map(|index| one::convert(engine, to, index, &directory, &mut notes)).collect();
    Converted { from: engine.dialect().name.to_string(), to, path, hooks, notes }
}

fn left_out(hook: &Hook) -> Option<&'static str> {
    match hook.status {
        _ if hook.source.plugin.is_some() => Some("it comes with a plugin"),
        _ if hook.source.words != Words::Native => Some("it is another agent's"),
        Status::Disabled => Some("it is disabled"),
        Status::SwitchedOff => Some("its source is switched off"),
        Status::Duplicate => Some("an equal hook stands before it"),
        _ => None,
    }
}

/// The file that a user would write, and where its hooks start.
fn place(engine: &Engine, to: &Dialect, for_project: bool) -> (PathBuf, PathBuf) {
    let wanted = if for_project { Base::Project } else { Base::Home };
    let is_own = |row: &&Source| row.words == Words::Native && row.format == Format::Json && row.base != Base::Plugin;
    let rows = || to.sources.iter().filter(is_own);
    let root = engine.root();
    let Some(row) = rows().find(|row| row.base == wanted).or_else(|| rows().next()) else { return (root.join("hooks.json"), root) };
    let base: &Path = if row.base == Base::Home { engine.home() } else { &root };
    let path = base.join(row.path.as_ref());
    let path = if row.layout == Layout::Directory { path.join(format!("from-{}.json", engine.dialect().name)) } else { path };
    let directory = command::directory(to, row.directory, &path, &root);
    (path, directory)
}
