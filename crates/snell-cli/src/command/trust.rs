//! `snell trust`: shows what a project would run, asks, and keeps the answer.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use snell::report::SCHEMA;
use snell::system::files;
use snell::trust::{Review, State, StoreFault, TrustReport, TrustStore};
use snell::{Engine, Trust as Setting};

use super::{review, setup};
use crate::args::{Common, Trust};
use crate::document::{Folder, Folders, Revoked};
use crate::exit_code::Done;
use crate::print::style::{NEWS, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// Shows, asks, records.
pub(crate) fn trust(common: &Common, trust: &Trust, world: &mut World<'_>) -> Result<Done, Trouble> {
    let store = setup::trust_store(common)?;
    if trust.all {
        return all(common, &store, world);
    }
    let directory = directory(common, trust)?;
    if trust.revoke {
        return revoke(common, &directory, &store, world);
    }
    let asked = Asked { common, trust, directory, store };
    let (engine, review) = asked.look(world)?;
    if trust.show || trust.diff || review.state == State::Trusted || review.hooks.is_empty() {
        asked.print(&engine, &review, world)?;
        return Ok(Done::Well);
    }
    asked.decide(&engine, &review, world)
}

/// A question about one project.
struct Asked<'a> {
    common: &'a Common,
    trust: &'a Trust,
    directory: PathBuf,
    store: TrustStore,
}

impl Asked<'_> {
    fn look(&self, world: &World<'_>) -> Result<(Engine, Review), Trouble> {
        let common = Common { cwd: Some(self.directory.clone()), ..self.common.clone() };
        let engine = setup::builder(&common, world, None)?.trust(Setting::Store(self.store.clone())).build();
        let review = engine.review().ok_or_else(|| Trouble::new("the project cannot be looked at"))?;
        Ok((engine, review))
    }

    fn print(&self, engine: &Engine, review: &Review, world: &mut World<'_>) -> Result<(), Trouble> {
        let diff = review::diff(review);
        if self.common.json {
            let diff = self.trust.diff.then(|| anstream::adapter::strip_str(&diff).to_string());
            return world.print_json(&TrustReport { diff, ..TrustReport::of(engine.dialect(), review) });
        }
        let text = if self.trust.diff { diff } else { review::text(engine.dialect(), review) };
        world.print(&text)
    }

    fn decide(&self, engine: &Engine, review: &Review, world: &mut World<'_>) -> Result<Done, Trouble> {
        let pin = self.trust.pin.as_deref().map(pin).transpose()?;
        let may_ask = std::io::stdin().is_terminal();
        if self.trust.yes && pin.is_none() && !may_ask {
            let help = format!("`snell trust --show` shows what would run; --pin {} approves exactly that", review.digest);
            return Err(Trouble::new("--yes needs --pin where there is no terminal").help(help));
        }
        if !self.common.json {
            self.print(engine, review, world)?;
        }
        let approved = match pin {
            Some(pin) if pin != review.digest.as_str() => {
                say_with_help(world, &format!("not trusted: this is not {pin}"), &format!("what is here now is {}", review.digest));
                false
            }
            Some(_) => true,
            None if self.trust.yes => true,
            None if may_ask => ask(review, world),
            None => {
                let how = format!("`snell trust --yes --pin {}` approves exactly this", review.digest);
                say_with_help(world, "not trusted: there is no terminal to ask on", &how);
                false
            }
        };
        if approved {
            self.approve(review, world)?;
        }
        if self.common.json {
            let (engine, review) = self.look(world)?;
            self.print(&engine, &review, world)?;
        }
        Ok(if approved { Done::Well } else { Done::Findings })
    }

    fn approve(&self, review: &Review, world: &mut World<'_>) -> Result<(), Trouble> {
        self.store.approve(review).map_err(trouble)?;
        say(world, &format!("trusted: `{}`; `snell trust --revoke` takes it back", review.folder.root.display()));
        Ok(())
    }
}

/// Asks on the terminal. Anything but a yes is a no.
fn ask(review: &Review, world: &mut World<'_>) -> bool {
    let what = if review.before.is_some() { "trust what is here now" } else { "trust what is here" };
    let _ = write!(world.err, "{what}? [y/N] ").and_then(|()| world.err.flush());
    let mut answer = String::new();
    let heard = std::io::stdin().lock().read_line(&mut answer).is_ok();
    let approved = heard && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes");
    if !approved {
        say(world, "not trusted: nothing was recorded");
    }
    approved
}

/// The folder that is asked about: an argument, else where the command is.
fn directory(common: &Common, trust: &Trust) -> Result<PathBuf, Trouble> {
    let here = common.cwd.clone().unwrap_or_else(|| ".".into());
    let directory = setup::absolute(trust.directory.as_ref().unwrap_or(&here))?;
    if !trust.revoke && !files::is_directory(&directory) {
        return Err(Trouble::new(format!("there is no directory `{}`", directory.display())).help("name a directory of the project"));
    }
    Ok(directory)
}

/// The text of `--pin`, which is a digest.
fn pin(text: &str) -> Result<&str, Trouble> {
    let digits = text.strip_prefix("sha256:").unwrap_or_default();
    let is_digest = digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit));
    let trouble =
        || Trouble::new(format!("`--pin {text}` is no digest")).help("write `sha256:` and 64 digits, as `snell trust --show` tells them");
    is_digest.then_some(text).ok_or_else(trouble)
}

fn revoke(common: &Common, directory: &Path, store: &TrustStore, world: &mut World<'_>) -> Result<Done, Trouble> {
    let root = match &common.root {
        Some(root) => setup::absolute(root)?,
        None => files::git_root(directory).unwrap_or_else(|| directory.to_owned()),
    };
    let removed = store.revoke(&root, common.dialect.as_deref()).map_err(trouble)?;
    if common.json {
        world.print_json(&Revoked { schema: SCHEMA, root: root.display().to_string(), removed })?;
    } else {
        let what = if removed == 0 { "was not trusted" } else { "is not trusted any more" };
        say(world, &format!("`{}` {what}", root.display()));
    }
    Ok(Done::Well)
}

fn all(common: &Common, store: &TrustStore, world: &mut World<'_>) -> Result<Done, Trouble> {
    let records = store.all().map_err(trouble)?;
    if common.json {
        world.print_json(&Folders { schema: SCHEMA, folders: records.iter().map(Folder::from).collect() })?;
        return Ok(Done::Well);
    }
    for record in &records {
        let decision = serde_json::to_value(record.decision).unwrap_or_default();
        let gone = if files::is_directory(&record.root) { "" } else { " (gone)" };
        let hooks = record.hooks.len();
        let line = format!(
            "{:<8} {:<10} {}  {hooks} {}  {}{gone}",
            decision.as_str().unwrap_or_default(),
            record.dialect,
            record.at,
            if hooks == 1 { "hook" } else { "hooks" },
            record.root.display(),
        );
        world.print(&format!("{}\n", plain(&line)))?;
    }
    if records.is_empty() {
        say(world, "no folder is trusted");
    }
    Ok(Done::Well)
}

/// Tells a person what was done.
fn say(world: &mut World<'_>, text: &str) {
    world.tell(&format!("snell: {}", plain(text)));
}

/// The same, with advice.
fn say_with_help(world: &mut World<'_>, text: &str, help: &str) {
    say(world, text);
    world.tell(&format!("  {} {}", paint(NEWS, "help:"), plain(help)));
}

fn trouble(fault: StoreFault) -> Trouble {
    Trouble::new(fault.message).help(fault.help)
}
