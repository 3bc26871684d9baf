//! From arguments to an engine's builder: which dialect, which directories.

use std::path::{Path, PathBuf};

use snell::core::dialect::{Base, Words};
use snell::store::VariableStore;
use snell::trust::TrustStore;
use snell::{Builder, Dialect, Engine, Journal, Trust};

use super::depth;
use crate::args::Common;
use crate::print::Here;
use crate::print::style::{NEWS, WARN, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// A builder with the directories of the common arguments. `event_cwd` is where the event says that it happened.
pub(super) fn builder(common: &Common, world: &World<'_>, event_cwd: Option<&str>) -> Result<Builder, Trouble> {
    let dialect = dialect(common, world, &home(common)?, &cwd(common, event_cwd)?)?;
    builder_for(common, world, dialect, event_cwd)
}

/// The same, for a dialect that is known.
pub(super) fn builder_for(common: &Common, world: &World<'_>, dialect: &Dialect, event_cwd: Option<&str>) -> Result<Builder, Trouble> {
    builder_of(common, world, dialect.clone(), event_cwd)
}

/// The same, for one that was made for it.
pub(super) fn builder_of(common: &Common, world: &World<'_>, dialect: Dialect, event_cwd: Option<&str>) -> Result<Builder, Trouble> {
    let trust = Trust::Store(trust_store(common)?);
    let has_variables = dialect.manifest.is_some();
    let mut builder = Builder::of(dialect).home(home(common)?).cwd(cwd(common, event_cwd)?).trust(trust);
    if has_variables {
        let entries = variable_store(common)?.read().map_err(|fault| Trouble::new(fault.message).help(fault.help))?;
        builder = builder.variables(entries.variables());
    }
    if let Some(root) = &common.root {
        builder = builder.root(absolute(root)?);
    }
    if let Some(run) = &world.run {
        builder = builder.runner(run.clone());
    }
    builder = builder.environment(depth::environment(world));
    if is_journal_on(common, world) {
        builder = builder.journal(journal(common, world)?);
    }
    Ok(builder)
}

fn cwd(common: &Common, event_cwd: Option<&str>) -> Result<PathBuf, Trouble> {
    match (&common.cwd, event_cwd) {
        (Some(cwd), _) => absolute(cwd),
        (None, Some(cwd)) if Path::new(cwd).is_absolute() => Ok(cwd.into()),
        _ => absolute(Path::new(".")),
    }
}

/// The user's decisions about projects; where a home is named, that home's.
pub(crate) fn trust_store(common: &Common) -> Result<TrustStore, Trouble> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|_| common.home.is_none());
    Ok(TrustStore::of_user(&home(common)?, state.as_deref()))
}

/// The user's journal; where a home is named, that home's.
pub(crate) fn journal(common: &Common, world: &World<'_>) -> Result<Journal, Trouble> {
    let state = world.variable("XDG_STATE_HOME").filter(|_| common.home.is_none());
    Ok(Journal::of_user(&home(common)?, state.as_deref()))
}

/// The user's state directory, where none of a named home is meant.
pub(super) fn state(common: &Common) -> Option<std::ffi::OsString> {
    std::env::var_os("XDG_STATE_HOME").filter(|_| common.home.is_none())
}

fn is_journal_on(common: &Common, world: &World<'_>) -> bool {
    let off = |value: std::ffi::OsString| ["off", "0", "false", "no"].iter().any(|off| value.eq_ignore_ascii_case(off));
    !common.no_journal && !world.variable("SNELL_JOURNAL").is_some_and(off)
}

/// Tells, once, that something could not be recorded. No decision depends on it.
pub(super) fn tell_of_journal(engine: &Engine, world: &mut World<'_>) {
    if let Some(fault) = engine.journal().and_then(Journal::fault) {
        world.tell(&format!("{}: {}", paint(WARN, "snell"), plain(&fault)));
        world.tell(&format!("  {} hooks run as ever; SNELL_JOURNAL=off records nothing", paint(NEWS, "help:")));
    }
}

/// The values of plugin variables; where a home is named, that home's.
pub(super) fn variable_store(common: &Common) -> Result<VariableStore, Trouble> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|_| common.home.is_none());
    Ok(VariableStore::of_user(&home(common)?, state.as_deref()))
}

pub(crate) fn home(common: &Common) -> Result<PathBuf, Trouble> {
    match &common.home {
        Some(home) => absolute(home),
        None => Ok(std::env::var_os("HOME").filter(|home| !home.is_empty()).map_or_else(|| PathBuf::from("/"), PathBuf::from)),
    }
}

/// Where the reader of our words stands.
pub(super) fn here(common: &Common) -> Result<Here, Trouble> {
    Ok(Here::new(absolute(Path::new("."))?, home(common)?))
}

/// An absolute spelling of a path; links are left as they are.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Trouble> {
    let joined = std::path::absolute(path).map_err(|error| Trouble::new(format!("`{}`: {error}", path.display())))?;
    let mut plain = PathBuf::new();
    for part in joined.components() {
        match part {
            std::path::Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    Ok(plain)
}

/// The dialect that was named, or the only one whose configuration is there. Files in a dialect's own words decide; only where no
/// dialect has one do those that it reads in another agent's.
pub(super) fn dialect<'d>(common: &Common, world: &'d World<'_>, home: &Path, cwd: &Path) -> Result<&'d Dialect, Trouble> {
    if let Some(name) = &common.dialect {
        return named(world, name);
    }
    let detected = world.dialects.detected();
    let project = common.root.clone().or_else(|| snell::system::files::git_root(cwd)).unwrap_or_else(|| cwd.to_owned());
    let found =
        |own: bool| -> Vec<&Dialect> { detected.iter().filter(|dialect| is_configured(dialect, own, home, &project)).copied().collect() };
    let found = Some(found(true)).filter(|own| !own.is_empty()).unwrap_or_else(|| found(false));
    match found[..] {
        [only] => Ok(only),
        [] => Err(Trouble::new("no hooks are configured here, so the dialect is not known")
            .help(format!("name one with --dialect: {}, or another agent's", quoted(&detected).join(" or ")))),
        _ => Err(Trouble::new(format!("{} are configured here", quoted(&found).join(" and "))).help("name one with --dialect")),
    }
}

/// The dialect of this name.
pub(super) fn named<'d>(world: &'d World<'_>, name: &str) -> Result<&'d Dialect, Trouble> {
    let names = || quoted(&world.dialects.all()).join(", ");
    let trouble = || Trouble::new(format!("no dialect `{name}`")).help(format!("the dialects are {}", names()));
    world.dialects.named(name).ok_or_else(trouble)
}

fn quoted(dialects: &[&Dialect]) -> Vec<String> {
    dialects.iter().map(|dialect| format!("`{}`", dialect.name)).collect()
}

/// Whether a file in the dialect's own words is there or a plugin of its, or else a file that it reads in another's.
fn is_configured(dialect: &Dialect, own: bool, home: &Path, project: &Path) -> bool {
    let sources = dialect.sources.iter().filter(|row| (row.words == Words::Native) == own);
    let mut paths = sources.filter_map(|row| match row.base {
        Base::Home => Some(home.join(row.path.as_ref())),
        Base::Project => Some(project.join(row.path.as_ref())),
        Base::Plugin => None,
    });
    paths.any(|path| path.exists()) || own && home.join(dialect.plugins.as_ref()).exists()
}
