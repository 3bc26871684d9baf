//! Installing and removing plugins (R8.6): checked, written beside the old version, switched in one step, then told to the plugin's hooks.

mod list;
mod open;
mod report;
pub(crate) mod switch;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use snell_core::{Dialect, Event, EventKind, Fact};
use snell_system::files::{self, Lock};
use snell_system::{Cancel, clock};

pub use list::{ListedPlugin, PluginsReport, list};
pub use open::{Opened, open};
pub use report::InstallReport;

use crate::builder::Builder;
use crate::pack::{PackageFault, folded, out};
use crate::plugin;

/// How long another process may be installing something.
const PATIENCE: Duration = Duration::from_secs(60);
/// All Uninstall hooks together.
const LONGEST_FAREWELL: Duration = Duration::from_secs(60);

/// Whether a plugin can have this name.
pub fn is_plugin_name(name: &str) -> bool {
    plugin::is_plugin_name(name)
}

/// The version of a plugin in a directory, as its manifest says.
pub fn version(dialect: &Dialect, root: &Path) -> Option<String> {
    plugin::version(dialect, root)
}

/// The directory of a dialect's installed plugins.
pub fn plugins_directory(dialect: &Dialect, home: &Path) -> PathBuf {
    home.join(dialect.plugins.as_ref())
}

/// Installs a plugin, in the place of an older version, and runs its Install hooks. What a hook does changes nothing about that.
///
/// # Errors
/// Why it was not installed; what was installed before is still there then.
pub fn install(builder: Builder, opened: &Opened) -> Result<InstallReport, PackageFault> {
    let plugins = plugins_directory(&builder.dialect, &builder.home);
    let failed = |error: io::Error| PackageFault::new(format!("`{}` could not be installed: {error}", opened.name));
    fs::create_dir_all(&plugins).map_err(failed)?;
    let lock = locked(&plugins)?;
    switch::recover(&plugins).map_err(failed)?;
    is_free(&plugins, &opened.name)?;
    let root = plugins.join(&opened.name);
    let staged = out::stage(&opened.package, &switch::staging(&plugins, &opened.name, &clock::fresh_id())).map_err(failed)?;
    if let Err(error) = switch::put(&staged, &root, &switch::aside(&plugins, &opened.name)) {
        let _ = fs::remove_dir_all(staged);
        return Err(failed(error));
    }
    drop(lock);
    Ok(told(builder, EventKind::Install, &opened.name, opened.version.clone(), &root))
}

/// Runs a plugin's Uninstall hooks and removes it, whatever they do.
///
/// # Errors
/// There is no such plugin, or it cannot be removed.
pub fn remove(builder: Builder, name: &str) -> Result<InstallReport, PackageFault> {
    let plugins = plugins_directory(&builder.dialect, &builder.home);
    let failed = |error: io::Error| PackageFault::new(format!("`{name}` could not be removed: {error}"));
    let root = plugins.join(name);
    let none = || PackageFault::new(format!("no plugin `{name}` is installed")).help("`snell plugin list` shows those that are");
    if !plugin::is_plugin_name(name) || !plugins.is_dir() {
        return Err(none());
    }
    let lock = locked(&plugins)?;
    switch::recover(&plugins).map_err(failed)?;
    if !root.is_dir() {
        return Err(none());
    }
    // Not while hooks run: one of them might want to know about plugins.
    drop(lock);
    let version = plugin::version(&builder.dialect, &root);
    let cancel = if builder.cancel.bell().is_some() { builder.cancel.clone() } else { Cancel::new() };
    let report = within(LONGEST_FAREWELL, &cancel, || told(builder.cancel(cancel.clone()), EventKind::Uninstall, name, version, &root));
    let _lock = locked(&plugins)?;
    switch::take_away(&root, &clock::fresh_id()).map_err(failed)?;
    Ok(report)
}

/// Does something, and cancels it after a while.
fn within<T>(limit: Duration, cancel: &Cancel, deed: impl FnOnce() -> T) -> T {
    let (done, wait) = mpsc::channel::<()>();
    let cancel = cancel.clone();
    let watch = thread::spawn(move || {
        if wait.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
            cancel.set();
        }
    });
    let result = deed();
    drop(done);
    // It ends as soon as its channel does, and it cannot panic.
    let _ = watch.join();
    result
}

/// Runs the hooks that hear of it: those of this plugin alone (R2.1).
fn told(builder: Builder, kind: EventKind, name: &str, version: Option<String>, root: &Path) -> InstallReport {
    let engine = builder.build();
    let event = Event::new(kind).with(Fact::Plugin, name);
    let event = if kind == EventKind::Install { event.with(Fact::Source, "installed") } else { event };
    let event = engine.complete(&event);
    let fired = engine.fire(&event);
    InstallReport::new(&engine, &event, &fired, name, version, root)
}

fn locked(plugins: &Path) -> Result<Lock, PackageFault> {
    files::lock_directory(plugins, PATIENCE).map_err(|error| {
        let fault = format!("`{}` is in use: {error}", plugins.display());
        PackageFault::new(fault).help("wait until the other `snell plugin` is done, and try again")
    })
}

/// A name that differs in case alone would be the same directory on another disk.
fn is_free(plugins: &Path, name: &str) -> Result<(), PackageFault> {
    let installed = fs::read_dir(plugins).into_iter().flatten().flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    match installed.filter(|other| other != name).find(|other| folded(other) == folded(name)) {
        Some(other) => Err(PackageFault::new(format!("the plugin `{other}` is installed, and `{name}` is the same name on some disks"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_farewell_that_takes_too_long_is_cancelled_and_a_short_one_is_not() {
        let cancel = Cancel::new();
        within(Duration::from_millis(1), &cancel, || {
            while !cancel.is_set() {
                thread::yield_now();
            }
        });
        let cancel = Cancel::new();
        assert_eq!(within(LONGEST_FAREWELL, &cancel, || 7), 7);
        assert!(!cancel.is_set());
    }
}
