//! `snell check`: what is wrong with the configuration.

use std::collections::HashSet;

use snell::core::hook_set::SourceText;
use snell::report::{CheckReport, CodesReport};
use snell::{Diagnostic, Engine, Severity};

use super::target::{self, Target};
use super::{ready, setup};
use crate::args::{Check, Common};
use crate::exit_code::Done;
use crate::print;
use crate::trouble::Trouble;
use crate::world::World;

/// Findings, and the texts that they speak of.
#[derive(Default)]
struct Found {
    diagnostics: Vec<Diagnostic>,
    seen: HashSet<Diagnostic>,
    texts: Vec<SourceText>,
}

pub(crate) fn check(common: &Common, check: &Check, world: &mut World<'_>) -> Result<Done, Trouble> {
    if check.codes {
        return codes(common, world);
    }
    let found = if check.paths.is_empty() { in_force(common, check, world)? } else { at_paths(common, check, world)? };
    let report = CheckReport::new(&found.diagnostics);
    if common.json {
        world.print_json(&report)?;
    } else {
        let here = setup::here(common)?;
        world.print(&print::check::findings(&here, &found.diagnostics, &found.texts, world.screen.width))?;
    }
    let fails = found.diagnostics.iter().any(|one| one.severity == Severity::Error || check.strict && one.severity == Severity::Warning);
    Ok(if fails { Done::Findings } else { Done::Well })
}

/// The configuration that is in force here.
fn in_force(common: &Common, check: &Check, world: &World<'_>) -> Result<Found, Trouble> {
    let engine = ready::around(setup::builder(common, world, None)?, &check.around)?.build();
    Ok(Found { diagnostics: engine.check(), texts: engine.hooks().texts.clone(), ..Found::default() })
}

/// What stands at some paths, whether it is in force here or not.
fn at_paths(common: &Common, check: &Check, world: &World<'_>) -> Result<Found, Trouble> {
    let paths = check.paths.iter().map(|path| target::existing(path)).collect::<Result<Vec<_>, _>>()?;
    let dialect = match &common.dialect {
        None => target::only_dialect(&world.dialects.detected(), &paths),
        Some(_) => None,
    };
    let builder = || {
        let builder = match dialect {
            Some(dialect) => setup::builder_for(common, world, dialect, None)?,
            None => setup::builder(common, world, None)?,
        };
        ready::around(builder, &check.around)
    };
    let in_force = builder()?.build();
    let mut found = Found::default();
    for path in &paths {
        let target = Target::of(in_force.dialect(), &in_force.files(), path)?;
        let engine = if target.is_in_force() { in_force.clone() } else { target.applied(builder()?).build() };
        found.add(&engine, &target);
    }
    Ok(found)
}

impl Found {
    /// Adds what an engine finds at a target. Nothing is told twice.
    fn add(&mut self, engine: &Engine, target: &Target) {
        for one in engine.check() {
            if one.place.as_ref().is_some_and(|place| target.holds(&place.path)) && self.seen.insert(one.clone()) {
                self.diagnostics.push(one);
            }
        }
        self.texts.extend(engine.hooks().texts.iter().cloned());
    }
}

fn codes(common: &Common, world: &mut World<'_>) -> Result<Done, Trouble> {
    let report = CodesReport::new();
    if common.json {
        world.print_json(&report)?;
    } else {
        world.print(&print::check::codes())?;
    }
    Ok(Done::Well)
}
