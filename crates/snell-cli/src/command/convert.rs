//! `snell convert`: the file for another agent that a user would have written by hand. The file goes to stdout, what its hooks lose to stderr.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use snell::convert::{ConvertReport, Converted};
use snell::{Dialect, Engine};

use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::style::{BAD, DIM, NEWS, WARN, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// Whose hooks, for whom.
#[derive(Args)]
pub(crate) struct Convert {
    /// The agent that the hooks were written for, by the name of its dialect
    #[arg(long, value_name = "AGENT")]
    from: String,
    /// The agent that is to run them
    #[arg(long, value_name = "AGENT")]
    to: String,
    /// Only the hooks of the user's files, or of the project's [default: all of them]
    #[arg(long, value_name = "SCOPE", conflicts_with = "file")]
    scope: Option<Scope>,
    /// This file alone [default: where the agent's own hooks are found]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Whose files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scope {
    /// The user's
    User,
    /// The project's
    Project,
}

pub(crate) const HELP: &str = "\
Examples:
  snell convert --from claude --to codex
  snell convert --from claude --to gemini --scope project > .gemini/settings.json
  snell convert --from cursor --to rightnow .cursor/hooks.json
  snell convert --from claude --to qwen --json | jq -r '.hooks[] | select(.losses != []) | .hook'

Nothing is written. Converted hooks speak for themselves: what the other agent would not understand of them is told on stderr, and as \
comments where that agent reads comments. `snell bridge install` translates while they run instead. Exits 1 where a guard would be weaker.";

/// Converts, prints, and tells what is lost.
pub(crate) fn convert(common: &Common, convert: &Convert, world: &mut World<'_>) -> Result<Done, Trouble> {
    let (from, to) = (setup::named(world, &convert.from)?, setup::named(world, &convert.to)?);
    if from.name == to.name {
        return Err(Trouble::new(format!("the hooks are {}'s already", to.title)).help("name another agent with --to"));
    }
    let engine = engine(common, convert, from, world)?;
    let of_project = convert.scope.map(|scope| scope == Scope::Project);
    let converted = snell::convert::convert(&engine, to, of_project);
    let faults = faults(&engine);
    if converted.hooks.is_empty() && faults.is_empty() {
        return Err(nothing(convert, from, &converted));
    }
    let told = told(&converted, &faults, from, to);
    let is_weaker = converted.is_unguarded();
    if common.json {
        world.print_json(&ConvertReport::new(&converted))?;
    } else {
        // Not printed as words for a person are: it is a file, byte for byte.
        let written = world.out.write_all(converted.text().as_bytes()).and_then(|()| world.out.flush());
        written.map_err(|error| Trouble::new(format!("stdout cannot be written: {error}")))?;
    }
    for line in told {
        world.tell(&line);
    }
    Ok(if is_weaker || !faults.is_empty() { Done::Findings } else { Done::Well })
}

fn engine(common: &Common, convert: &Convert, from: &Dialect, world: &World<'_>) -> Result<Engine, Trouble> {
    let builder = setup::builder_for(common, world, from, None)?;
    let Some(file) = &convert.file else { return Ok(builder.build()) };
    let file = setup::absolute(file)?;
    if !file.is_file() {
        return Err(Trouble::new(format!("`{}` is no file", file.display())));
    }
    Ok(builder.only(file).build())
}

/// What could not be read at all, and so could not be converted.
fn faults(engine: &Engine) -> Vec<String> {
    let hooks = engine.hooks();
    let is_error = |found: &&snell::Diagnostic| found.severity == snell::Severity::Error;
    let told = |found: &snell::Diagnostic| {
        let place = found.place.as_ref().map(|place| format!("{}:{}: ", place.path.display(), place.line));
        format!("{} {}{}", paint(BAD, format!("error[{}]:", found.code.as_str())), place.unwrap_or_default(), plain(&found.message))
    };
    hooks.diagnostics.iter().filter(is_error).map(told).collect()
}

fn nothing(convert: &Convert, from: &Dialect, converted: &Converted<'_>) -> Trouble {
    let place = convert.file.as_ref().map_or_else(|| "here".to_owned(), |file| format!("in `{}`", file.display()));
    let left = converted.notes.join("; ");
    let trouble = Trouble::new(format!("there are no hooks of {} {place}", from.title));
    if left.is_empty() { trouble.help("name a file, or a directory with --cwd or --home") } else { trouble.help(left) }
}

fn told(converted: &Converted<'_>, faults: &[String], from: &Dialect, to: &Dialect) -> Vec<String> {
    let mut lines = faults.to_vec();
    for (one, lost) in converted.hooks.iter().flat_map(|one| one.losses.iter().map(move |lost| (one, lost))) {
        let style = if lost.unguards { BAD } else { WARN };
        let title = paint(style, format!("{}[{}]:", lost.grade.name(), lost.code));
        lines.push(format!("{title} {} ({}): {}", plain(&one.hook.name), from.name, plain(lost.grade.how().unwrap_or_default())));
    }
    lines.extend(converted.notes.iter().map(|note| format!("{} {}", paint(NEWS, "note:"), plain(note))));
    let path = plain(&converted.path.display().to_string());
    lines.push(format!("{} {} looks for it in {path}; nothing was written", paint(DIM, "help:"), to.title));
    lines
}
