//! Which references keep a command from running, and in what words.

use super::Setting;
use super::scan::{Modifier, Reference, Scan};
use crate::dialect::Unset;

/// Variables that the shell itself gives a value (N8.4), `$_` included.
const SHELLS_OWN: [&str; 12] = ["PWD", "OLDPWD", "PPID", "IFS", "OPTIND", "OPTARG", "LINENO", "RANDOM", "SECONDS", "HOSTNAME", "UID", "_"];

/// Whether the shell may have this text. The error names everything that stands against it.
pub(super) fn refuse(scan: &Scan<'_>, setting: &Setting<'_>) -> Result<(), String> {
    if scan.unclosed {
        return Err("not run: a `${` is not closed".to_owned());
    }
    let unset = |reference: &&Reference<'_>| {
        reference.modifier == Modifier::None
            && !reference.guarded
            && !SHELLS_OWN.contains(&reference.name)
            && !scan.assigned.contains(&reference.name)
            && (setting.variable)(reference.name).is_none()
    };
    if setting.rules.unset == Unset::Refused {
        are_set(scan.references.iter().filter(unset).map(|reference| reference.name))?;
    }
    let without_value = |reference: &&Reference<'_>| {
        !matches!(reference.modifier, Modifier::Default | Modifier::Alternative)
            && !reference.guarded
            && !scan.assigned.contains(&reference.name)
            && setting.has_no_value(reference.name)
    };
    have_values(scan.references.iter().filter(without_value).map(|reference| reference.name))
}

impl Setting<'_> {
    /// Whether the name is another agent's plugin root, or a path of the dialect that this hook does not get (R5.5).
    pub(super) fn has_no_value(&self, name: &str) -> bool {
        let withheld = self.withheld.contains(&name) && (self.variable)(name).is_none();
        withheld || self.rules.refused.iter().any(|refused| refused == name)
    }
}

/// The refusal of references to variables that are not set.
pub(super) fn are_set<'n>(unset: impl Iterator<Item = &'n str>) -> Result<(), String> {
    refused(unset, "is not set", "are not set")
}

/// The refusal of references to variables that mean nothing here.
pub(super) fn have_values<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), String> {
    refused(names, "has no value here", "have no value here")
}

fn refused<'n>(names: impl Iterator<Item = &'n str>, one: &str, several: &str) -> Result<(), String> {
    match listed(names) {
        (0, _) => Ok(()),
        (1, name) => Err(format!("not run: {name} {one}")),
        (_, names) => Err(format!("not run: {names} {several}")),
    }
}

/// `A`, `B` and `C`: how many different names there are, and each once, in order of appearance.
pub(super) fn listed<'n>(names: impl Iterator<Item = &'n str>) -> (usize, String) {
    let mut different: Vec<&str> = Vec::new();
    for name in names {
        if !different.contains(&name) {
            different.push(name);
        }
    }
    let quoted: Vec<String> = different.iter().map(|name| format!("`{name}`")).collect();
    let text = match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    };
    (different.len(), text)
}
