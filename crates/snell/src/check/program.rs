//! Whether what a command would start is there and can be started (N2.9, R3.3, HK-005).

use std::path::{Path, PathBuf};

use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic, command as words};
use snell_system::files;

use super::Subject;

/// Programs whose next word is a script.
const INTERPRETERS: [&str; 16] =
    ["ash", "bash", "dash", "fish", "ksh", "lua", "node", "osascript", "perl", "php", "pwsh", "python", "python3", "ruby", "sh", "zsh"];

/// What a command starts, as far as that can be told.
pub(super) struct Started {
    /// As the command calls it.
    pub(super) word: String,
    /// Where it is; none where it is to be found on PATH and is not there.
    pub(super) path: Option<PathBuf>,
    /// It is called as a path, so that it needs its execute bit.
    pub(super) bare: bool,
    /// The interpreter's script, as the command calls it, and where it should be.
    pub(super) script: Option<(String, PathBuf)>,
}

impl Started {
    /// None where only a shell knows.
    pub(super) fn of(subject: &Subject<'_>) -> Option<Started> {
        let Handler::Command { command, args, .. } = &subject.hook.handler else { return None };
        let (program, _, directory) = subject.run()?;
        let is_shell = program == Path::new("/bin/sh") && args.is_none();
        let (word, next) = if is_shell {
            let mut words = words::words_with(command, subject.variable).into_iter();
            (words.next()?, words.next())
        } else {
            (program.to_string_lossy().into_owned(), args.as_ref().and_then(|args| args.first().cloned()))
        };
        let bare = word.contains('/');
        let path = if bare { Some(directory.join(&word)) } else { on_path(&word, directory, subject.variable) };
        let script = next.filter(|next| is_interpreter(&word) && is_plain_path(next)).map(|next| (next.clone(), directory.join(next)));
        Some(Started { word, path, bare, script })
    }
}

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Some(started) = Started::of(subject) else { return };
    let shown = &started.word;
    match &started.path {
        Some(path) if !started.bare || files::is_executable(path) => {}
        Some(path) if files::is_file(path) => {
            let message = format!("`{shown}` lacks its execute bit and is called bare");
            let help = format!("call it through its interpreter, `sh {shown}`, or `chmod +x` it");
            found.push(subject.find(Code::NotExecutable, "command", message).help(help));
        }
        Some(_) => found.push(missing(subject, &started, "does not exist", "look at its path")),
        None => found.push(missing(subject, &started, "is not on PATH", "install it, or give its path")),
    }
    if let Some((script, path)) = started.script.as_ref().filter(|(_, path)| !files::is_file(path)) {
        let (_, _, directory) = subject.run().unwrap_or((Path::new(""), &[], Path::new("/")));
        let ends = if subject.row.is_gate() { "; some interpreters then exit 2, which blocks" } else { "" };
        let message = format!("the script `{script}` does not exist{ends}");
        let help = if path.is_absolute() && Path::new(script).is_relative() {
            format!("it is looked for in `{}`, where the hook starts", directory.display())
        } else {
            "look at its path".to_owned()
        };
        found.push(subject.find(Code::MissingScript, "command", message).help(help));
    }
}

fn missing(subject: &Subject<'_>, started: &Started, what: &str, help: &str) -> Diagnostic {
    subject.find(Code::MissingProgram, "command", format!("the program `{}` {what}", started.word)).help(help)
}

/// Where a bare word is found, as a shell would.
fn on_path(word: &str, directory: &Path, variable: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let path = variable("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".to_owned());
    path.split(':').map(|entry| directory.join(entry).join(word)).find(|candidate| files::is_executable(candidate))
}

fn is_interpreter(word: &str) -> bool {
    let name = Path::new(word).file_name().map_or("", |name| name.to_str().unwrap_or_default());
    let plain = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    INTERPRETERS.contains(&name) || INTERPRETERS.contains(&plain)
}

fn is_plain_path(word: &str) -> bool {
    !word.is_empty() && !word.starts_with('-') && !word.contains('\0')
}
