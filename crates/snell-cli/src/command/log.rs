//! `snell log`: what the journal says.

use std::io;
use std::thread;
use std::time::{Duration, SystemTime};

use snell::core::config::nearest;
use snell::journal::{Batch, Cursor, Filter, Journal, Line, since};

use super::setup;
use crate::args::{Common, Log, LogOne};
use crate::exit_code::Done;
use crate::print;
use crate::print::style::{NEWS, WARN, count, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// What an event can come to.
const ACTIONS: [&str; 6] = ["proceed", "deny", "ask", "invalid_input", "continue", "end"];
/// How often `--follow` looks.
const PAUSE: Duration = Duration::from_millis(200);
/// The shortest beginning of an id.
const SHORTEST_ID: usize = 4;

/// Shows records.
pub(crate) fn log(common: &Common, log: &Log, world: &mut World<'_>) -> Result<Done, Trouble> {
    let journal = setup::journal(common, world)?;
    match &log.one {
        Some(LogOne::Show { id }) => show(common, &journal, id, world),
        None => list(common, &journal, log, world),
    }
}

fn list(common: &Common, journal: &Journal, log: &Log, world: &mut World<'_>) -> Result<Done, Trouble> {
    let filter = filter(common, log, world)?;
    let reader = Reader { filter, json: common.json };
    let mut cursor = journal.cursor();
    let (mut shown, mut damaged) = (0, 0);
    loop {
        while let Some(batch) = advance(&mut cursor, journal)? {
            damaged += batch.damaged;
            if log.follow {
                tell_damaged(batch.damaged, world);
            }
            match reader.show(&batch, world)? {
                Some(lines) => shown += lines,
                None => return Ok(Done::Well),
            }
        }
        if !log.follow {
            break;
        }
        thread::sleep(PAUSE);
    }
    tell_damaged(damaged + cursor.unfinished(), world);
    if shown == 0 && !common.json {
        let directory = setup::here(common)?.path(journal.directory());
        world.tell(&format!("snell: no record that was asked for in `{directory}`; `snell fire` writes them"));
    }
    Ok(Done::Well)
}

/// Which records are shown, and how.
struct Reader {
    filter: Filter,
    json: bool,
}

impl Reader {
    /// Prints what is wanted of a batch. Gives how many records that were; none where nobody reads any more.
    fn show(&self, batch: &Batch, world: &mut World<'_>) -> Result<Option<usize>, Trouble> {
        let wanted: Vec<&Line> = batch.lines.iter().filter(|line| self.filter.accepts(&line.record)).collect();
        let line = |line: &&Line| if self.json { format!("{}\n", line.text) } else { print::log::line(&line.record) };
        let text: String = wanted.iter().map(line).collect();
        match write(&text, world) {
            Ok(()) => Ok(Some(wanted.len())),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(None),
            Err(error) => Err(Trouble::new(format!("stdout cannot be written: {error}"))),
        }
    }
}

fn write(text: &str, world: &mut World<'_>) -> io::Result<()> {
    if world.screen.out_colours {
        world.out.write_all(text.as_bytes())?;
    } else {
        world.out.write_all(anstream::adapter::strip_str(text).to_string().as_bytes())?;
    }
    world.out.flush()
}

fn filter(common: &Common, log: &Log, world: &World<'_>) -> Result<Filter, Trouble> {
    let action = log.action.as_deref().map(action).transpose()?;
    if let Some(name) = &log.event {
        known_event(name, world)?;
    }
    if let Some(name) = &common.dialect {
        setup::named(world, name)?;
    }
    let help = "write how long ago, as in `10m`, `2h` or `1d`, or a time, as in `2025-08-12T09:30:00Z`";
    let moment = |text: &str| since(text, SystemTime::now()).map_err(|error| Trouble::new(format!("`--since`: {error}")).help(help));
    Ok(Filter {
        hook: log.hook.clone(),
        event: log.event.clone(),
        action,
        session: log.session.clone(),
        dialect: common.dialect.clone(),
        since: log.since.as_deref().map(moment).transpose()?,
        failed: log.failed,
    })
}

fn action(name: &str) -> Result<String, Trouble> {
    let spelt = name.to_ascii_lowercase().replace('-', "_");
    let trouble = || Trouble::new(format!("no action `{name}`")).help(format!("the actions are {}", ACTIONS.join(", ")));
    ACTIONS.contains(&spelt.as_str()).then_some(spelt).ok_or_else(trouble)
}

/// A filter that nothing can ever pass is a slip.
fn known_event(name: &str, world: &World<'_>) -> Result<(), Trouble> {
    if world.dialects.all().iter().any(|dialect| dialect.event_spelt(name).is_some()) {
        return Ok(());
    }
    let names = world.dialects.detected().into_iter().flat_map(|dialect| dialect.events.iter()).map(snell::core::dialect::Event::name);
    let trouble = Trouble::new(format!("no dialect has an event `{name}`"));
    Err(match nearest(name, names) {
        Some(near) => trouble.help(format!("did you mean `{near}`?")),
        None => trouble.help("`snell dialects` shows the events"),
    })
}

fn show(common: &Common, journal: &Journal, id: &str, world: &mut World<'_>) -> Result<Done, Trouble> {
    let found = found(journal, id)?;
    let help = |help: &str| Trouble::new(format!("no record `{id}`")).help(help);
    match &found[..] {
        _ if id.len() < SHORTEST_ID => Err(help("write at least four digits of its id")),
        [] => Err(help("`snell log` shows the ids; the oldest records go")),
        [line] if common.json => {
            let record: serde_json::Value = serde_json::from_str(&line.text).unwrap_or_default();
            world.print_json(&record)?;
            Ok(Done::Well)
        }
        [line] => {
            world.print(&print::record::text(&setup::here(common)?, &line.record))?;
            Ok(Done::Well)
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|line| line.record.id.as_str()).collect();
            Err(Trouble::new(format!("several records begin with `{id}`")).help(format!("write more of it: {}", ids.join(", "))))
        }
    }
}

fn found(journal: &Journal, id: &str) -> Result<Vec<Line>, Trouble> {
    let id = id.to_ascii_lowercase();
    let (mut cursor, mut found) = (journal.cursor(), Vec::new());
    while let Some(batch) = advance(&mut cursor, journal)? {
        found.extend(batch.lines.into_iter().filter(|line| line.record.id.starts_with(&id)));
    }
    Ok(found)
}

fn advance(cursor: &mut Cursor, journal: &Journal) -> Result<Option<Batch>, Trouble> {
    let trouble = |error: io::Error| Trouble::new(format!("the journal in `{}` cannot be read: {error}", journal.directory().display()));
    cursor.advance().map_err(trouble)
}

/// Damage is skipped, and never in silence.
fn tell_damaged(lines: usize, world: &mut World<'_>) {
    if lines > 0 {
        let what = format!("{} of the journal cannot be read", count(lines, "line"));
        world.tell(&format!("{}: {}", paint(WARN, "snell"), plain(&what)));
        world.tell(&format!("  {} skipped; a newer version wrote there, or the disk was full", paint(NEWS, "help:")));
    }
}
