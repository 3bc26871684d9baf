//! One directory into the place of another, so that a crash leaves the old one or the new one whole (R8.6).
//!
//! Where the system exchanges two names in one step, there is no moment without a plugin. Where it does not, the old directory first goes
//! aside under a name that the loader knows: while its own name is free, it is still the plugin ([`set_aside`]).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use snell_system::files;

/// What the name of a directory begins with that is being made.
const STAGED: &str = ".installing-";
/// What the name of a directory begins with that is going away.
const REMOVED: &str = ".removing-";
/// What the name of a directory begins with that was set aside and is still whole.
const ASIDE: &str = ".replaced-";

/// Puts `staged` in the place of `target`, whatever is there. `aside` is where that may go meanwhile.
pub(crate) fn put(staged: &Path, target: &Path, aside: &Path) -> io::Result<()> {
    let parent = target.parent().unwrap_or(Path::new("."));
    if !is_there(target) {
        fs::rename(staged, target)?;
        return files::flush_directory(parent);
    }
    if files::exchange(staged, target)? {
        files::flush_directory(parent)?;
        discard(staged);
        return Ok(());
    }
    put_in_two_steps(staged, target, aside)
}

fn put_in_two_steps(staged: &Path, target: &Path, aside: &Path) -> io::Result<()> {
    let parent = target.parent().unwrap_or(Path::new("."));
    fs::rename(target, aside)?;
    files::flush_directory(parent)?;
    if let Err(error) = fs::rename(staged, target) {
        // The old one comes back; if even that fails, the loader finds it where it is.
        let _ = fs::rename(aside, target);
        return Err(error);
    }
    files::flush_directory(parent)?;
    discard(aside);
    Ok(())
}

/// Removes what nobody looks at any more. What cannot be removed is tried again at the next switch.
fn discard(path: &Path) {
    let _ = fs::remove_dir_all(path);
}

/// Takes a directory away: at once for everybody who looks, and piece by piece afterwards.
pub(crate) fn take_away(target: &Path, id: &str) -> io::Result<()> {
    let parent = target.parent().unwrap_or(Path::new("."));
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let removed = parent.join(format!("{REMOVED}{name}-{id}"));
    fs::rename(target, &removed)?;
    files::flush_directory(parent)?;
    discard(&removed);
    Ok(())
}

/// Where a plugin is made before it is put in its place.
pub(crate) fn staging(plugins: &Path, name: &str, id: &str) -> PathBuf {
    plugins.join(format!("{STAGED}{name}-{id}"))
}

/// Where a plugin goes that is being replaced.
pub(crate) fn aside(plugins: &Path, name: &str) -> PathBuf {
    plugins.join(format!("{ASIDE}{name}"))
}

/// The name of the plugin that a directory holds which was set aside, where nothing else stands for it: the switch was cut off.
pub(crate) fn set_aside(directory: &Path) -> Option<String> {
    let name = directory.file_name()?.to_str()?.strip_prefix(ASIDE)?;
    (!is_there(&directory.with_file_name(name))).then(|| name.to_owned())
}

/// Finishes what a crash cut off: a plugin that was set aside comes back unless its successor is there, and pieces are removed. The lock on
/// the directory must be held.
pub(crate) fn recover(plugins: &Path) -> io::Result<()> {
    for entry in fs::read_dir(plugins)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(plugin) = set_aside(&path) {
            fs::rename(&path, plugins.join(plugin))?;
        } else if [STAGED, REMOVED, ASIDE].iter().any(|prefix| name.starts_with(prefix)) {
            discard(&path);
        }
    }
    files::flush_directory(plugins)
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage() -> tempfile::TempDir {
        tempfile::tempdir().expect("a directory")
    }

    fn directory(path: &Path, content: &str) {
        fs::create_dir(path).and_then(|()| fs::write(path.join("x"), content)).expect("a directory");
    }

    fn content(path: &Path) -> Option<String> {
        fs::read_to_string(path.join("x")).ok()
    }

    fn names(plugins: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(plugins)
            .expect("it is there")
            .map(|entry| entry.expect("a name").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_one_takes_the_place_of_an_old_one_in_one_step_or_in_two() {
        for put in [put, put_in_two_steps] {
            let stage = stage();
            let (staged, target, aside) = (stage.path().join(".installing-a-1"), stage.path().join("a"), aside(stage.path(), "a"));
            directory(&staged, "new");
            directory(&target, "old");
            put(&staged, &target, &aside).expect("it is put");
            assert_eq!(content(&target).as_deref(), Some("new"));
            assert_eq!(names(stage.path()), ["a"]);
        }
    }

    #[test]
    fn a_new_one_that_cannot_be_put_leaves_the_old_one() {
        let stage = stage();
        let target = stage.path().join("a");
        directory(&target, "old");
        put_in_two_steps(&stage.path().join("none"), &target, &aside(stage.path(), "a")).expect_err("there is no new one");
        assert_eq!(content(&target).as_deref(), Some("old"));
    }

    /// Every state in which the two steps can be cut off, and what is left after recovery.
    #[test]
    fn whatever_a_crash_left_is_the_old_one_or_the_new_one_afterwards() {
        for (states, left) in [
            (vec![(".installing-a-1", "new"), ("a", "old")], "old"),
            (vec![(".installing-a-1", "new"), (".replaced-a", "old")], "old"),
            (vec![("a", "new"), (".replaced-a", "old")], "new"),
            (vec![("a", "new"), (".installing-a-1", "old")], "new"),
            (vec![("a", "new"), (".removing-a-1", "older")], "new"),
        ] {
            let stage = stage();
            for (name, content) in &states {
                directory(&stage.path().join(name), content);
            }
            recover(stage.path()).expect("it recovers");
            assert_eq!(content(&stage.path().join("a")).as_deref(), Some(left), "{states:?}");
            assert_eq!(names(stage.path()), ["a"], "{states:?}");
        }
    }

    #[test]
    fn what_was_set_aside_is_the_plugin_while_its_name_is_free() {
        let stage = stage();
        let aside = aside(stage.path(), "a");
        directory(&aside, "old");
        assert_eq!(set_aside(&aside).as_deref(), Some("a"));
        directory(&stage.path().join("a"), "new");
        assert_eq!(set_aside(&aside), None);
    }
}
