//! `snell bridge status`: where the bridge is installed, and what is wrong with it. It changes nothing.

use std::path::Path;

use clap::Args;
use snell::hosts::{AgentReport, Around, FileReport, Looked, StatusReport, look, version};
use snell::{Code, Diagnostic, Dialect, Severity};

use super::chosen::chosen;
use super::{setup, state};
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::Here;
use crate::print::diagnostics::word;
use crate::print::style::{self, BAD, BOLD, DIM, GOOD, Page, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// Which agent.
#[derive(Args)]
pub(crate) struct Status {
    /// The agent, by the name of its dialect [default: every one]
    #[arg(value_name = "AGENT")]
    agent: Option<String>,
}

pub(super) const HELP: &str = "\
Examples:
  snell bridge status
  snell bridge status codex
  snell bridge status --json | jq -r '.agents[] | select(.installed) | .agent'

Exits 1 where something is wrong; notes are nothing wrong. An agent that has the bridge is asked for its version (`PROGRAM --version`).";

/// Looks at the agents, and shows how they stand.
pub(crate) fn status(common: &Common, status: &Status, world: &mut World<'_>) -> Result<Done, Trouble> {
    let agents = match &status.agent {
        Some(name) => vec![setup::named(world, name)?],
        None => world.dialects.all(),
    };
    let mut reports = Vec::new();
    for agent in agents {
        reports.extend(report(common, agent, status.agent.is_some(), world)?);
    }
    if let (Some(name), true) = (&status.agent, reports.is_empty()) {
        let title = &setup::named(world, name)?.title;
        return Err(Trouble::new(format!("no bridge can be installed into {title}")).help("`snell bridge status` lists the agents"));
    }
    let report = StatusReport::new(reports);
    if common.json {
        world.print_json(&report)?;
    } else {
        let here = setup::here(common)?;
        world.print(&report.agents.iter().map(|agent| shown(agent, status.agent.is_some(), &here)).collect::<String>())?;
    }
    let is_wrong = report.agents.iter().flat_map(|agent| &agent.findings).any(|found| found.severity != word(Severity::Note));
    Ok(if is_wrong { Done::Findings } else { Done::Well })
}

fn report(common: &Common, agent: &Dialect, is_named: bool, world: &World<'_>) -> Result<Option<AgentReport>, Trouble> {
    let builder = setup::builder_for(common, world, agent, None)?;
    let Some(looked) = look(agent, &builder, &state(common)?) else { return Ok(None) };
    let (from, unknown) = sources(&looked, agent, world);
    let chosen = chosen(agent, &from, world)?;
    let host = agent.host.as_ref().filter(|_| looked.is_installed() || is_named);
    let around = Around {
        sources: &chosen.engines(common, world)?,
        own: &setup::builder_for(common, world, agent, None)?.build(),
        left: chosen.left(common, world)?,
        version: host.and_then(|host| version(host, &builder)),
        findings: unknown,
    };
    Ok(Some(looked.report(&around, &builder)))
}

/// The dialects that the entries name, and what is wrong with those names.
fn sources(looked: &Looked<'_>, agent: &Dialect, world: &World<'_>) -> (Vec<String>, Vec<Diagnostic>) {
    let is_known = |name: &String| *name != agent.name && world.dialects.named(name).is_some();
    let (known, unknown): (Vec<_>, Vec<_>) = looked.from().into_iter().partition(is_known);
    let finding = |name: String| {
        let message = format!("entries name `--from {name}`, whose hooks cannot be run here");
        Diagnostic::new(Code::EntryEdited, message).help(format!("`snell bridge install {}` puts it right", agent.name))
    };
    (known, unknown.into_iter().map(finding).collect())
}

fn shown(report: &AgentReport, is_named: bool, here: &Here) -> String {
    let mut page = String::new();
    let version = report.version.as_ref().and_then(|version| version.version.as_deref());
    let title = format!("{}  {}", paint(BOLD, &report.title), plain(version.unwrap_or_default()));
    if !report.installed && report.findings.is_empty() && !is_named {
        page.line(format_args!("{}  {}", paint(BOLD, &report.title), paint(DIM, "not installed")));
        return page;
    }
    page.line(title.trim_end());
    for file in &report.files {
        page.line(format_args!("  {:<7}  {}  {}", file.scope, here.path(Path::new(&file.path)), stands(file)));
        let events: Vec<String> = file.entries.iter().map(|entry| plain(&entry.event)).collect();
        if !events.is_empty() {
            page.line(format_args!("           {}", paint(DIM, events.join(" "))));
        }
    }
    for found in &report.findings {
        let severity = [Severity::Error, Severity::Warning].into_iter().find(|severity| word(*severity) == found.severity);
        let title = paint(style::of(severity.unwrap_or(Severity::Note)), format!("{}[{}]:", found.severity, found.code));
        let place = found.path.as_ref().zip(found.line).map(|(path, line)| format!("  {}:{line}", here.path(Path::new(path))));
        page.line(format_args!("  {title} {}{}", plain(&found.message), paint(DIM, place.unwrap_or_default())));
        if let Some(help) = &found.help {
            page.line(format_args!("    {} {}", paint(DIM, "help:"), plain(help)));
        }
    }
    page
}

fn stands(file: &FileReport) -> String {
    match file.state.as_str() {
        "broken" => paint(BAD, "cannot be read"),
        "installed" => format!("{}, {}", paint(GOOD, "installed"), entries(file.entries.len())),
        _ => paint(DIM, "not installed"),
    }
}

fn entries(number: usize) -> String {
    if number == 1 { "1 entry".to_owned() } else { format!("{number} entries") }
}
