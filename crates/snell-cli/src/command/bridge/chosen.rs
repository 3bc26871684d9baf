//! Whose hooks are meant: those of every other agent, or of the dialects that `--from` names.

use std::path::PathBuf;

use snell::hosts::{left, sources};
use snell::{Dialect, Engine};

use super::setup;
use crate::args::Common;
use crate::trouble::Trouble;
use crate::world::World;

/// Dialects whose hooks are to run under an agent.
pub(super) struct Chosen<'d> {
    agent: &'d Dialect,
    dialects: Vec<&'d Dialect>,
}

/// Those that are named, else all but the agent's own.
pub(super) fn chosen<'d>(agent: &'d Dialect, from: &[String], world: &'d World<'_>) -> Result<Chosen<'d>, Trouble> {
    let named = from.iter().map(|name| setup::named(world, name)).collect::<Result<Vec<_>, _>>()?;
    if named.iter().any(|dialect| dialect.name == agent.name) {
        let message = format!("{} runs its own hooks itself", agent.title);
        return Err(Trouble::new(message).help("name another dialect with --from"));
    }
    Ok(Chosen { agent, dialects: if named.is_empty() { world.dialects.all() } else { named } })
}

impl Chosen<'_> {
    /// An engine for each, without the files that the agent reads itself.
    pub(super) fn engines(&self, common: &Common, world: &World<'_>) -> Result<Vec<Engine>, Trouble> {
        let engine = |dialect: &Dialect| Ok(setup::builder_for(common, world, dialect, None)?.build());
        sources(self.agent, &self.dialects, &setup::builder_for(common, world, self.agent, None)?).iter().map(engine).collect()
    }

    /// Files that the agent reads itself.
    pub(super) fn left(&self, common: &Common, world: &World<'_>) -> Result<Vec<PathBuf>, Trouble> {
        Ok(left(self.agent, &self.dialects, &setup::builder_for(common, world, self.agent, None)?))
    }
}
