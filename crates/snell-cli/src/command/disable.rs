//! `snell disable` and `snell enable`: the user's own list of hooks that do not run (N10.3).

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use snell::core::config::nearest;
use snell::report::SCHEMA;
use snell::system::files;
use snell::{Engine, Hook, HookSet};

use super::setup;
use crate::args::{Common, Named};
use crate::document::DisabledList;
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// The largest list that is edited, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;
/// How long another process may hold the list.
const PATIENCE: Duration = Duration::from_secs(20);

/// Adds hooks to the list.
pub(crate) fn disable(common: &Common, named: &Named, world: &mut World<'_>) -> Result<Done, Trouble> {
    let list = List::of(common, world)?;
    let text = list.add(&named.names)?;
    list.told(&text, common, world)
}

/// Takes hooks out of the list.
pub(crate) fn enable(common: &Common, named: &Named, world: &mut World<'_>) -> Result<Done, Trouble> {
    let list = List::of(common, world)?;
    let text = list.remove(&named.names)?;
    list.told(&text, common, world)
}

/// Adds one hook or takes it out, without a word.
pub(crate) fn set(common: &Common, name: &str, disabled: bool, world: &World<'_>) -> Result<(), Trouble> {
    let list = List::of(common, world)?;
    let names = [name.to_owned()];
    if disabled { list.add(&names) } else { list.remove(&names) }.map(drop)
}

/// The list of one dialect, and the hooks that it can name.
struct List {
    path: PathBuf,
    hooks: Arc<HookSet>,
}

impl List {
    fn of(common: &Common, world: &World<'_>) -> Result<List, Trouble> {
        let engine: Engine = setup::builder(common, world, None)?.build();
        let path = setup::home(common)?.join(engine.dialect().disabled.as_ref());
        // A list that is a link stays one: what it leads to is changed.
        let path = files::canonical(&path).unwrap_or(path);
        Ok(List { path, hooks: engine.hooks() })
    }

    fn add(&self, names: &[String]) -> Result<String, Trouble> {
        for name in names {
            self.knows(name)?;
            if name.contains(['#', '\n', '\r']) || name.trim() != name {
                return Err(Trouble::new(format!("`{name}` cannot stand in the list")).help("give the hook an `id`, and name that"));
            }
        }
        self.change(|text| names.iter().fold(text, |text, name| with(text, name)))
    }

    fn remove(&self, names: &[String]) -> Result<String, Trouble> {
        let before = self.read()?;
        for name in names {
            let is_listed = before.lines().any(|line| entry(line) == name);
            if !is_listed {
                self.knows(name)?;
            }
        }
        let spelt = |name: &String| [vec![name.clone()], self.other_names(name)].concat();
        let names: Vec<String> = names.iter().flat_map(spelt).collect();
        self.change(|text| without(&text, &names))
    }

    fn knows(&self, name: &str) -> Result<(), Trouble> {
        let hooks = self.hooks.hooks();
        if hooks.iter().any(|hook| is(hook, name)) {
            return Ok(());
        }
        let known = hooks.iter().flat_map(|hook| std::iter::once(hook.name.as_str()).chain(hook.id.as_deref()));
        let help =
            nearest(name, known).map_or_else(|| "`snell list` shows their names".to_owned(), |near| format!("did you mean `{near}`?"));
        Err(Trouble::new(format!("no hook `{name}`")).help(help))
    }

    /// The other name of a hook, where it has an `id`.
    fn other_names(&self, name: &str) -> Vec<String> {
        let named = self.hooks.hooks().iter().filter(|hook| is(hook, name));
        named.flat_map(|hook| std::iter::once(hook.name.clone()).chain(hook.id.clone())).collect()
    }

    fn read(&self) -> Result<String, Trouble> {
        match files::read_bounded(&self.path, LARGEST) {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| self.trouble("is not UTF-8; it was left as it is")),
            Err(files::ReadFault::Missing) => Ok(String::new()),
            Err(fault) => Err(self.trouble(&fault.to_string())),
        }
    }

    /// Changes the text, alone and as a whole.
    fn change(&self, change: impl FnOnce(String) -> String) -> Result<String, Trouble> {
        let unwritable = |error: std::io::Error| self.trouble(&format!("cannot be written: {error}"));
        let directory = self.path.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(directory).map_err(unwritable)?;
        let _lock = files::lock_directory(directory, PATIENCE).map_err(unwritable)?;
        let before = self.read()?;
        let after = change(before.clone());
        if after != before {
            let mode = fs::metadata(&self.path).map_or(0o644, |metadata| metadata.permissions().mode() & 0o777);
            files::write_atomically(&self.path, after.as_bytes(), mode).map_err(unwritable)?;
        }
        Ok(after)
    }

    fn trouble(&self, what: &str) -> Trouble {
        Trouble::new(format!("the list `{}` {what}", self.path.display())).help("repair it, or remove it")
    }

    fn told(&self, text: &str, common: &Common, world: &mut World<'_>) -> Result<Done, Trouble> {
        let names: Vec<String> = text.lines().map(entry).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        if common.json {
            world.print_json(&DisabledList { schema: SCHEMA, path: self.path.display().to_string(), disabled: names })?;
        } else {
            world.tell(&format!("snell: {} disabled in `{}`", names.len(), self.path.display()));
        }
        Ok(Done::Well)
    }
}

fn is(hook: &Hook, name: &str) -> bool {
    hook.name == name || hook.id.as_deref() == Some(name)
}

/// The name on a line, without its comment.
fn entry(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// The list with one more name. What stands in it stays as it is.
fn with(mut text: String, name: &str) -> String {
    if text.lines().any(|line| entry(line) == name) {
        return text;
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str(newline);
    }
    text + name + newline
}

/// The list without some names. Comments on lines of their own, empty lines and the order stay.
fn without(text: &str, names: &[String]) -> String {
    text.split_inclusive('\n').filter(|line| !names.iter().any(|name| entry(line) == name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_list_stays_as_it_is() {
        let text = "# mine\r\n\r\nuser/a:x  # noisy\r\nb";
        assert_eq!(with(text.to_owned(), "c"), "# mine\r\n\r\nuser/a:x  # noisy\r\nb\r\nc\r\n");
        assert_eq!(with(text.to_owned(), "user/a:x"), text);
        assert_eq!(without(text, &["user/a:x".to_owned()]), "# mine\r\n\r\nb");
        assert_eq!(without(text, &["nothing".to_owned()]), text);
    }
}
