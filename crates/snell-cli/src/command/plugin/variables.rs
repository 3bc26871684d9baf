//! `snell plugin variables`: which there are, which are set. A value is taken and never given.

use std::io::Read;
use std::path::PathBuf;

use snell::Dialect;
use snell::core::config::nearest;
use snell::core::secret::Secret;
use snell::install;
use snell::store::{StoreFault, VariableState, VariableStore, VariablesReport};

use super::args::Variables;
use super::{dialect, setup};
use crate::args::Common;
use crate::command::ask::{may_ask, secret};
use crate::exit_code::Done;
use crate::print::style::{BAD, BOLD, DIM, GOOD, Page, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// No environment takes a longer value, in bytes.
const LONGEST: u64 = 128 * 1024;

/// Does what was asked about the variables of a plugin.
pub(super) fn variables(common: &Common, name: &str, action: &Variables, world: &mut World<'_>) -> Result<Done, Trouble> {
    let dialect = dialect(common, world)?.clone();
    let of = OfPlugin {
        name,
        root: install::plugins_directory(&dialect, &setup::home(common)?).join(name),
        dialect: &dialect,
        store: setup::variable_store(common)?,
    };
    if !install::is_plugin_name(name) {
        return Err(Trouble::new(format!("`{name}` is no name of a plugin")).help("`snell plugin list` shows those that are installed"));
    }
    match action {
        Variables::List => {}
        Variables::Set { key, value } => of.set(key, value.as_deref(), world)?,
        Variables::Unset { key } => of.unset(key, world)?,
    }
    let report = of.report()?;
    match action {
        _ if common.json => world.print_json(&report)?,
        Variables::List => world.print(&text(&report))?,
        _ => {}
    }
    Ok(Done::Well)
}

struct OfPlugin<'a> {
    name: &'a str,
    root: PathBuf,
    dialect: &'a Dialect,
    store: VariableStore,
}

impl OfPlugin<'_> {
    fn report(&self) -> Result<VariablesReport, Trouble> {
        let entries = self.store.read().map_err(trouble)?;
        if !self.root.is_dir() && entries.names(self.name).is_empty() {
            let fault = Trouble::new(format!("no plugin `{}` is installed, and nothing is stored for it", self.name));
            return Err(fault.help("`snell plugin list` shows those that are"));
        }
        Ok(VariablesReport::new(self.dialect, &self.root, self.name, &entries))
    }

    fn set(&self, key: &str, value: Option<&str>, world: &mut World<'_>) -> Result<(), Trouble> {
        self.check(key, world)?;
        let value = match value {
            Some("-") => from_stdin()?,
            Some(value) => value.to_owned(),
            None if may_ask(world) => secret(&format!("{key} (not shown):"), world)?,
            None => {
                let help = format!("write the value to stdin: snell plugin variables {} set {key} -", self.name);
                return Err(Trouble::new("there is no terminal to ask for the value on").help(help));
            }
        };
        if value.contains('\0') {
            return Err(Trouble::new(format!("the value of `{key}` holds a NUL, which no variable can")));
        }
        self.store.change(|entries| entries.set(self.name, key, Secret::new(value))).map_err(trouble)?;
        world.tell(&format!("snell: `{key}` of `{}` is set", self.name));
        Ok(())
    }

    fn unset(&self, key: &str, world: &mut World<'_>) -> Result<(), Trouble> {
        if self.store.change(|entries| entries.unset(self.name, key)).map_err(trouble)? {
            world.tell(&format!("snell: `{key}` of `{}` is no longer set", self.name));
        } else {
            world.tell(&format!("snell: `{key}` of `{}` was not set", self.name));
        }
        Ok(())
    }

    /// A plugin that is installed says which variables it has; for one that is not, any will do.
    fn check(&self, key: &str, world: &mut World<'_>) -> Result<(), Trouble> {
        if !VariableStore::takes(self.dialect, key) {
            let reserved = self.dialect.manifest.as_ref().map_or("", |rules| &rules.reserved);
            let help = format!("use letters, digits and `_`, and not `{reserved}…`");
            return Err(Trouble::new(format!("`{key}` is no name that a plugin's variable can have")).help(help));
        }
        if !self.root.is_dir() {
            world.tell(&format!("snell: no plugin `{}` is installed yet", self.name));
            return Ok(());
        }
        let report = VariablesReport::new(self.dialect, &self.root, self.name, &snell::store::Entries::default());
        let names = || report.variables.iter().map(|variable| variable.name.as_str());
        if names().any(|name| name == key) {
            return Ok(());
        }
        let trouble = Trouble::new(format!("`{}` declares no variable `{key}`", self.name));
        Err(match nearest(key, names()) {
            Some(near) => trouble.help(format!("did you mean `{near}`?")),
            None if report.variables.is_empty() => trouble.help("it declares none"),
            None => trouble.help(format!("it declares {}", names().collect::<Vec<_>>().join(", "))),
        })
    }
}

/// A value from stdin, less the line feed that tools end it with.
fn from_stdin() -> Result<String, Trouble> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Trouble::new(format!("stdin cannot be read: {error}")))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Trouble::new("the value on stdin is longer than 128 KiB, which no variable can be"));
    }
    // SECURITY: what is wrong with a secret is told without showing any of it.
    let value = String::from_utf8(bytes).map_err(|_| Trouble::new("the value on stdin is not UTF-8"))?;
    Ok(value.strip_suffix('\n').map_or(value.as_str(), |value| value.strip_suffix('\r').unwrap_or(value)).to_owned())
}

fn text(report: &VariablesReport) -> String {
    let mut text = String::new();
    for VariableState { name, required, state } in &report.variables {
        let style = match state.as_str() {
            "set" => GOOD,
            "missing" => BAD,
            _ => DIM,
        };
        let required = if *required { " (required)" } else { "" };
        text.line(format_args!("{}{required}: {}", paint(BOLD, plain(name)), paint(style, state)));
    }
    if report.variables.is_empty() {
        text.line(format_args!("`{}` declares no variables", plain(&report.plugin)));
    }
    text
}

fn trouble(fault: StoreFault) -> Trouble {
    Trouble::new(fault.message).help(fault.help)
}
