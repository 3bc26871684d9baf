//! Hooks that fire hooks: each level is told how deep it is, so that a hook that fires its own event comes to an end.

use std::ffi::OsString;

use crate::trouble::Trouble;
use crate::world::World;

/// How many events stand around this one, counted in the environment of hooks.
const VARIABLE: &str = "SNELL_DEPTH";
/// So many are enough for everybody.
const DEEPEST: u32 = 8;

/// The environment of hooks: ours, one level deeper.
pub(super) fn environment(world: &World<'_>) -> impl Iterator<Item = (OsString, OsString)> {
    let ours: Vec<_> = world.environment.clone().unwrap_or_else(|| std::env::vars_os().collect());
    let deeper = (VARIABLE.into(), (depth(world) + 1).to_string().into());
    ours.into_iter().filter(|(name, _)| name != VARIABLE).chain([deeper])
}

/// Refuses the event that would be too deep.
pub(super) fn check(world: &World<'_>) -> Result<(), Trouble> {
    if depth(world) < DEEPEST {
        return Ok(());
    }
    let message = format!("hooks fired hooks that fired hooks, {DEEPEST} events deep; this one is not fired");
    Err(Trouble::new(message).help(format!("a hook that fires an event must not be run by that event; `{VARIABLE}` counts them")))
}

/// Whether so many events stand around this one.
pub(super) fn reaches(world: &World<'_>, deepest: u32) -> bool {
    depth(world) >= deepest
}

fn depth(world: &World<'_>) -> u32 {
    world.variable(VARIABLE).and_then(|depth| depth.to_str()?.parse().ok()).unwrap_or(0)
}
