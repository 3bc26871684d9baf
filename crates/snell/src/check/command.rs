//! How a command is written: paths that the shell will split (HK-001).

use snell_core::command::unquoted_space_hazard;
use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic};
use snell_system::Machine;

use super::Subject;

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Handler::Command { command, args: None, .. } = &subject.hook.handler else { return };
    let Some((program, _, directory)) = subject.run() else { return };
    if program != std::path::Path::new("/bin/sh") {
        return;
    }
    if let Some(path) = unquoted_space_hazard(command, directory, &Machine::default()) {
        let message = format!("`{path}` has a space in it and stands unquoted: the shell splits it");
        found.push(subject.find(Code::Unquoted, "command", message).help(format!("write `\"{path}\"`")));
    }
}
