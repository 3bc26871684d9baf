//! `snell bridge install`: says what hooks lose, refuses where a guard would be weaker, and puts one entry an event in.

use std::path::{Path, PathBuf};

use clap::Args;
use similar::TextDiff;
use snell::Dialect;
use snell::hosts::{BridgeReport, Calls, Change, Entry, HookLoss, Place, Version, entries, losses, version};
use snell::system::files;

use super::chosen::chosen;
use super::{At, place, setup, trouble};
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::style::{BAD, GOOD, NEWS, Page, WARN, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// What is installed, and what is accepted.
#[derive(Args)]
pub(crate) struct Install {
    #[command(flatten)]
    pub(crate) at: At,
    /// Only hooks of this dialect [default: of every other one]
    #[arg(long = "from", value_name = "DIALECT")]
    pub(crate) from: Vec<String>,
    /// Accept that guards lose this, `PreToolUse.rewrite`
    #[arg(long = "accept-loss", value_name = "CODE")]
    pub(crate) accepted: Vec<String>,
    /// Show the change of the file, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

pub(super) const HELP: &str = "\
Examples:
  snell bridge install codex --dry-run
  snell bridge install codex
  snell bridge install gemini --from claude --scope project
  snell bridge install qwen --accept-loss Stop.block

Every other byte of the agent's file stays; `snell bridge uninstall` brings the file back as it was. Exits 1 where a guard would be weaker \
under the agent, until --accept-loss names that.";

/// Plans, refuses or writes, and says what was done.
pub(crate) fn install(common: &Common, install: &Install, world: &mut World<'_>) -> Result<Done, Trouble> {
    let agent = setup::named(world, &install.at.agent)?.clone();
    let builder = setup::builder_for(common, world, &agent, None)?;
    let place = place(common, &agent, install.at.scope, &builder)?;
    let other = super::place(common, &agent, install.at.scope.other(), &builder)?;
    if other.path() != place.path() && other.is_installed() {
        let message = format!("the bridge is installed in `{}` already; every hook would run twice", other.path().display());
        return Err(Trouble::new(message).help(format!("`snell bridge uninstall {} --scope {}` first", agent.name, other.scope())));
    }
    let Some(host) = &agent.host else { return Err(Trouble::new(format!("no bridge can be installed into {}", agent.title))) };
    let chosen = chosen(&agent, &install.from, world)?;
    let engines = chosen.engines(common, world)?;
    let left = chosen.left(common, world)?;
    let entries = entries(&agent, host, &engines, &calls(common, install)?);
    let losses = losses(&agent, &engines);
    let change = place.install(&entries).map_err(trouble)?;
    let refused = losses.iter().any(|loss| loss.unguards && !install.accepted.contains(&loss.code));
    let action = match (refused, install.dry_run, change.changes()) {
        (true, _, _) => "refused",
        (_, true, _) => "planned",
        (_, _, true) => "installed",
        _ => "unchanged",
    };
    let version = if refused { None } else { version(host, &builder) };
    let report = BridgeReport::new(action, &agent.name, &place, &entries, &losses).version(version.as_ref());
    let diff = if install.dry_run { diff(&place, &change) } else { String::new() };
    if action == "installed" {
        place.write(change).map_err(trouble)?;
    }
    if common.json {
        world.print_json(&report)?;
    } else {
        world.print(&diff)?;
        world.print(&shown(&report, &agent, &entries, &losses, &install.accepted))?;
        let here = setup::here(common)?;
        for path in &left {
            world.print(&format!("  {}\n", super::left_to(&agent, &here.path(path))))?;
        }
        if let Some(untested) = version.as_ref().and_then(Version::untested) {
            world.print(&format!("  {} {}\n", agent.title, plain(&untested)))?;
        }
    }
    Ok(if refused { Done::Findings } else { Done::Well })
}

/// The command as the agent will call it: as it stands on the PATH where that is this very file, so that an update does not move it.
fn calls(common: &Common, install: &Install) -> Result<Calls, Trouble> {
    let unknown = |what: &dyn std::fmt::Display| Trouble::new(format!("where `snell` stands is not known: {what}"));
    let own = std::env::current_exe().map_err(|error| unknown(&error))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = |directory: PathBuf| Some(directory.join("snell")).filter(|path| directory.is_absolute() && is_same(path, &own));
    let program = std::env::split_paths(&path).find_map(on_path).unwrap_or(own);
    let text = |path: PathBuf| path.into_os_string().into_string().map_err(|path| unknown(&format!("`{}` is not UTF-8", path.display())));
    let mut more: Vec<String> = install.from.iter().flat_map(|name| ["--from".to_owned(), name.clone()]).collect();
    if common.home.is_some() {
        more.extend(["--home".to_owned(), text(setup::home(common)?)?]);
    }
    Ok(Calls { program: text(program)?, more })
}

fn is_same(path: &Path, own: &Path) -> bool {
    files::canonical(path).is_some_and(|real| files::canonical(own) == Some(real))
}

fn diff(place: &Place<'_>, change: &Change) -> String {
    let (before, after) = change.texts();
    let name = plain(&place.path().display().to_string());
    let diff = TextDiff::from_lines(before.unwrap_or_default(), after.unwrap_or_default());
    let text = diff.unified_diff().header(&name, &name).to_string();
    text.lines().fold(String::new(), |mut page, line| {
        page.line(plain(line));
        page
    })
}

fn shown(report: &BridgeReport, agent: &Dialect, entries: &[Entry], losses: &[HookLoss], accepted: &[String]) -> String {
    let mut page = String::new();
    for (loss, told) in losses.iter().zip(&report.losses) {
        let is_bad = loss.unguards && !accepted.contains(&loss.code);
        let grade = paint(if is_bad { BAD } else { WARN }, format!("{}[{}]:", told.grade, told.code));
        page.line(format_args!("{grade} {} ({}): {}", plain(&told.hook), told.dialect, plain(&told.how)));
    }
    let path = plain(&report.path);
    match report.action.as_str() {
        "refused" => {
            let mut codes: Vec<&str> = losses.iter().filter(|loss| loss.unguards).map(|loss| loss.code.as_str()).collect();
            codes.sort_unstable();
            codes.dedup();
            let codes = codes.iter().map(|code| format!(" --accept-loss {code}")).collect::<Vec<_>>().concat();
            page.line(format_args!("{}: guards would be weaker under {}; nothing was written", paint(BAD, "refused"), agent.title));
            page.line(format_args!("  {} where that may be, add{codes}", paint(NEWS, "help:")));
        }
        "planned" => page.line(format_args!(
            "{} in {path}; nothing was written",
            if entries.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", entries.len()) }
        )),
        "unchanged" => page.line(format_args!("installed already: {path}")),
        _ => page.line(format_args!("{}: {path}", paint(GOOD, "installed"))),
    }
    if let (Some(approval), true) = (&report.approval, report.action != "refused") {
        page.line(format_args!("  {} asks you to approve: {approval}", agent.title));
    }
    page
}
