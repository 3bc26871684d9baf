//! `snell bridge losses`: what is left of each hook under an agent (B3). It reads configuration and runs nothing.

use std::path::Path;

use clap::Args;
use snell::Dialect;
use snell::hosts::{HookReport, LossesReport, remains};

use super::chosen::chosen;
use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::Here;
use crate::print::style::{BAD, BOLD, DIM, GOOD, Page, WARN, count, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// Whose hooks, under whom.
#[derive(Args)]
pub(crate) struct Losses {
    /// The agent, by the name of its dialect
    #[arg(long, value_name = "AGENT")]
    to: String,
    /// Only hooks of this dialect; may be given several times [default: of every other one]
    #[arg(long = "from", value_name = "DIALECT")]
    from: Vec<String>,
}

pub(super) const HELP: &str = "\
Examples:
  snell bridge losses --to codex
  snell bridge losses --to qwen --from claude
  snell bridge losses --to gemini --json | jq -r '.hooks[] | select(.unguards) | .hook'

Each loss has a code, EVENT.EFFECT, which `snell bridge install --accept-loss` takes. Exits 1 where a guard would be weaker.";

/// Computes and shows what is left of the hooks.
pub(crate) fn losses(common: &Common, losses: &Losses, world: &mut World<'_>) -> Result<Done, Trouble> {
    let agent = setup::named(world, &losses.to)?.clone();
    let chosen = chosen(&agent, &losses.from, world)?;
    let remains = remains(&agent, &chosen.engines(common, world)?);
    let report = LossesReport::new(&agent, &remains, &chosen.left(common, world)?);
    if common.json {
        world.print_json(&report)?;
    } else {
        world.print(&shown(&report, &agent, &setup::here(common)?))?;
    }
    Ok(if report.summary.unguarded > 0 { Done::Findings } else { Done::Well })
}

fn shown(report: &LossesReport, agent: &Dialect, here: &Here) -> String {
    let mut page = String::new();
    let mut file = None;
    for hook in &report.hooks {
        let this = (&hook.dialect, &hook.path);
        if file.replace(this) != Some(this) {
            page.line(format_args!("{}  {}", paint(BOLD, &hook.dialect), paint(DIM, here.path(Path::new(&hook.path)))));
        }
        one(&mut page, hook);
    }
    for path in &report.left {
        page.line(super::left_to(agent, &here.path(Path::new(path))));
    }
    page.line(summary(report, agent));
    page
}

fn one(page: &mut String, hook: &HookReport) {
    let mark = match (hook.grade.as_str(), hook.unguards) {
        ("kept", _) => paint(GOOD, "✓"),
        (_, true) => paint(BAD, "✗"),
        _ => paint(WARN, "!"),
    };
    let status = if hook.status == "ready" { String::new() } else { format!(", {}", paint(WARN, &hook.status)) };
    page.line(format_args!("  {mark} {}  {}: {}{status}", plain(&hook.hook), plain(&hook.event), hook.grade));
    for loss in &hook.losses {
        let style = if loss.unguards { BAD } else { WARN };
        page.line(format_args!("      {} {}", paint(style, format!("{}[{}]:", loss.grade, loss.code)), plain(&loss.how)));
    }
}

/// `3 hooks under Qwen Code: 2 kept, 1 weaker; 1 guard loses something`.
fn summary(report: &LossesReport, agent: &Dialect) -> String {
    let sum = report.summary;
    let counts = [(sum.kept, "kept"), (sum.stricter, "stricter"), (sum.weaker, "weaker"), (sum.dead, "dead")];
    let counts: Vec<String> = counts.iter().filter(|(number, _)| *number > 0).map(|(number, word)| format!("{number} {word}")).collect();
    let guards = match sum.unguarded {
        0 => String::new(),
        1 => format!("; {}", paint(BAD, "1 guard loses something")),
        number => format!("; {}", paint(BAD, format!("{number} guards lose something"))),
    };
    let counts = if counts.is_empty() { "nothing to lose".to_owned() } else { counts.join(", ") };
    format!("{} under {}: {counts}{guards}", count(report.hooks.len(), "hook"), agent.title)
}
