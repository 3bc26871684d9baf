//! `snell import`: another agent's hooks, taken over once; first a plan, then a question, then all of it or nothing.

mod args;
mod show;

use snell::Dialect;
use snell::core::dialect::Import as Row;
use snell::import::{self, ImportFault, ImportReport, Plan};

pub(crate) use args::{HELP, Import};

use super::ask::{ask, may_ask};
use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// What a person, or a script, wants to be done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Import,
    Dismiss,
    Plan,
    Cancel,
}

/// Plans, asks, writes.
pub(crate) fn import(common: &Common, import: &Import, world: &mut World<'_>) -> Result<Done, Trouble> {
    let dialect = dialect(common, &import.agent, world)?.clone();
    let row = row(&dialect, &import.agent)?;
    let builder = setup::builder_for(common, world, &dialect, None)?;
    let scope = match import.scope {
        None => import::Scope::Both,
        Some(args::Scope::User) => import::Scope::User,
        Some(args::Scope::Project) => import::Scope::Project,
    };
    let plan = import::plan(&builder, row, scope).map_err(trouble)?;
    let answer = match (import.yes, import.dismiss, import.dry_run) {
        (true, _, _) => Answer::Import,
        (_, true, _) => Answer::Dismiss,
        (_, _, true) => Answer::Plan,
        _ => asked(common, &plan, world)?,
    };
    match answer {
        Answer::Import => plan.import().map_err(trouble)?,
        Answer::Dismiss => plan.dismiss().map_err(trouble)?,
        Answer::Plan | Answer::Cancel => {}
    }
    print(common, &plan, answer, import::is_marked(&builder, row), world)?;
    Ok(if answer == Answer::Cancel { Done::Findings } else { Done::Well })
}

/// Shows the plan and asks; where nobody can be asked, nothing is done.
fn asked(common: &Common, plan: &Plan<'_>, world: &mut World<'_>) -> Result<Answer, Trouble> {
    let here = setup::here(common)?;
    let shown = show::plan(&here, &ImportReport::new(plan, "planned", plan.marked), plan);
    world.tell(shown.trim_end());
    if !may_ask(world) {
        return Err(Trouble::new("nothing was imported: there is no terminal to ask on").help("say --yes, --dismiss or --dry-run"));
    }
    let question = "import them? [y]es, [d]ismiss (import nothing, and load those files no more), [N]o:";
    Ok(match ask(question, world).as_str() {
        "y" | "yes" => Answer::Import,
        "d" | "dismiss" => Answer::Dismiss,
        _ => Answer::Cancel,
    })
}

fn print(common: &Common, plan: &Plan<'_>, answer: Answer, marker: bool, world: &mut World<'_>) -> Result<(), Trouble> {
    let action = match answer {
        Answer::Import => "imported",
        Answer::Dismiss => "dismissed",
        Answer::Plan => "planned",
        Answer::Cancel => "cancelled",
    };
    let report = ImportReport::new(plan, action, marker);
    if common.json {
        return world.print_json(&report);
    }
    let here = setup::here(common)?;
    world.print(&match answer {
        Answer::Plan => show::plan(&here, &report, plan),
        _ => show::done(&here, &report, plan),
    })
}

/// The dialect that was named, or the only one that takes over this agent's hooks.
fn dialect<'d>(common: &Common, agent: &str, world: &'d World<'_>) -> Result<&'d Dialect, Trouble> {
    if let Some(name) = &common.dialect {
        return setup::named(world, name);
    }
    let takes = |dialect: &&Dialect| dialect.imports.iter().any(|import| import.from == agent);
    let mut taking = world.dialects.detected().into_iter().filter(takes);
    match (taking.next(), taking.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(Trouble::new(format!("nothing can be imported from `{agent}`")).help(format!("there is {}", known(world)))),
        _ => Err(Trouble::new(format!("hooks of `{agent}` can be imported into several agents")).help("name one with --dialect")),
    }
}

fn row<'d>(dialect: &'d Dialect, agent: &str) -> Result<&'d Row, Trouble> {
    let none = || Trouble::new(format!("{} imports nothing from `{agent}`", dialect.title));
    dialect.imports.iter().find(|import| import.from == agent).ok_or_else(none)
}

fn known(world: &World<'_>) -> String {
    let dialects = world.dialects.detected();
    let names = dialects.iter().flat_map(|dialect| dialect.imports.iter()).map(|import| format!("`{}`", import.from));
    names.collect::<Vec<_>>().join(", ")
}

fn trouble(fault: ImportFault) -> Trouble {
    let trouble = Trouble::new(fault.message);
    match fault.help {
        Some(help) => trouble.help(help),
        None => trouble,
    }
}
