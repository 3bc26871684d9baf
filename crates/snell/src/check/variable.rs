//! Variables that a command or url refers to and that its hook does not get (N8.4, R5.5, HK-068).

use std::ffi::OsString;
use std::path::Path;

use snell_core::command::{self, Look, Setting};
use snell_core::dialect::{Commands, EnvValue, Unset};
use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic};

use super::Subject;

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let (key, refusal) = match &subject.hook.handler {
        Handler::Command { command, args, .. } => ("command", unset_in_command(subject, command, args.as_deref())),
        Handler::Http { url } => ("url", command::expand_url(url, &|name| (subject.variable)(name).map(OsString::from)).err()),
        Handler::Broken { .. } => return,
    };
    let foreign = foreign_roots(subject);
    let names: Vec<&str> = refusal.as_deref().map(quoted).unwrap_or_default();
    for name in names.into_iter().filter(|name| !foreign.contains(name)) {
        found.push(unset(subject, key, name));
    }
    for name in foreign {
        found.push(vendor(subject, name));
    }
}

/// Asks the runtime which variables are missing, by the strictest rule: also where an unset variable is merely empty, it was meant to be
/// something.
fn unset_in_command(subject: &Subject<'_>, command: &str, args: Option<&[String]>) -> Option<String> {
    let rules = Commands { unset: Unset::Refused, refused: vec![].into(), ..subject.dialect.commands.clone() };
    let variable = |name: &str| (subject.variable)(name).map(OsString::from);
    let beside = subject.hook.place.path.parent().unwrap_or(Path::new("/"));
    let setting = Setting { rules: &rules, variable: &variable, paths: &[], withheld: &[], beside, look: &Nothing };
    command::resolve(command, args, &setting).err()
}

/// No file matters to the question which variables are missing.
struct Nothing;

impl Look for Nothing {
    fn is_file(&self, _: &Path) -> bool {
        false
    }

    fn is_directory(&self, _: &Path) -> bool {
        false
    }

    fn is_executable(&self, _: &Path) -> bool {
        false
    }
}

/// Names of other agents' plugin roots that the runtime refuses.
fn foreign_roots<'t>(subject: &'t Subject<'_>) -> Vec<&'t str> {
    let Err(failure) = &subject.task else { return Vec::new() };
    let refused = |name: &&str| subject.dialect.commands.refused.iter().any(|refused| refused == name);
    quoted(&failure.message).into_iter().filter(refused).collect()
}

fn unset(subject: &Subject<'_>, key: &str, name: &str) -> Diagnostic {
    if command::is_payload_name(name) {
        let message = format!("`{name}` is no variable of a hook: what happened comes on stdin, as JSON");
        return subject.find(Code::PayloadVariable, key, message).help("read stdin; nothing of the event is ever put into a command");
    }
    // R5.5: a directory that the hook does not get is refused also where other unset variables are empty.
    let refused = subject.task.as_ref().is_err_and(|failure| quoted(&failure.message).contains(&name));
    let runs = subject.dialect.commands.unset == Unset::Empty && key == "command" && !refused;
    let effect = if runs { "it would be empty" } else { "the hook would not run" };
    let message = format!("`{name}` is not set here; {effect}");
    subject.find(Code::UnsetVariable, key, message).help(format!("set it, or give a default: `${{{name}:-…}}`"))
}

fn vendor(subject: &Subject<'_>, name: &str) -> Diagnostic {
    let message = format!("`{name}` has no value here; the hook does not run");
    let own = subject.dialect.environment.iter().find(|row| row.value == EnvValue::PluginRoot);
    let found = subject.find(Code::VendorPlaceholder, "command", message);
    match own.filter(|_| subject.hook.source.plugin.is_some()) {
        Some(own) => found.help(format!("write `${{{}}}`", own.name)),
        None => found.help("only a plugin's hooks have a plugin root"),
    }
}

/// What stands in backticks.
fn quoted(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}
