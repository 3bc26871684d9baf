//! What a gate's script would do, as far as a reader of its text can tell (HK-014, HK-040).
//!
//! Scripts are read as text, not understood: a lint here speaks only where nothing in the text speaks against it.

use std::path::{Path, PathBuf};

use snell_core::{Code, Diagnostic, tool};
use snell_system::files;

use super::Subject;
use super::program::Started;

/// A larger script is not read, in bytes.
const LARGEST: usize = 256 * 1024;

/// Exits that refuse nothing.
const OTHER_EXITS: [&str; 8] = ["exit 1", "exit(1)", "exit 3", "exit(3)", "exit 4", "exit(4)", "exit -1", "exit(-1)"];

/// Words by which a script may refuse after all.
const REFUSALS: [&str; 8] = ["exit 2", "exit(2)", "exit $", "exit \"$", "deny", "block", "decision", "continue"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Some((word, text)) = Started::of(subject).and_then(script) else { return };
    let text = without_comments(&text);
    if subject.row.is_gate() && !subject.hook.guards(subject.row) && refuses_with_another_exit(&text) {
        let message = format!("`{word}` refuses with an exit code other than 2, and only 2 refuses");
        found.push(subject.find(Code::ExitOneRefuses, "command", message).help("exit 2, or print a decision"));
    }
    if let Some((line, name, native)) = foreign_name(subject, &text) {
        let message = format!("`{word}`, line {line}, compares with `{name}`; the payload says `{native}`");
        found.push(subject.find(Code::ForeignToolName, "command", message).help(format!("compare with `{native}` too")));
    }
}

/// The script that a command runs, as it is called, and its text.
fn script(started: Started) -> Option<(String, String)> {
    let (word, path): (String, PathBuf) = match started.script {
        Some(script) => script,
        None if started.bare => (started.word, started.path?),
        None => return None,
    };
    Some((word, read(&path)?))
}

fn read(path: &Path) -> Option<String> {
    let text = String::from_utf8(files::read_bounded(path, LARGEST).ok()?).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// Comments that have a line of their own; the lines keep their numbers.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let is_comment = ["#", "//", "--", ";"].iter().any(|mark| line.trim_start().starts_with(mark));
        if is_comment { String::new() } else { line.to_owned() }
    };
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

fn refuses_with_another_exit(text: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    has(&OTHER_EXITS) && !has(&REFUSALS)
}

/// Another agent's name of a tool that the script compares with, although the payload never has it.
fn foreign_name(subject: &Subject<'_>, text: &str) -> Option<(usize, String, String)> {
    let asks = ["toolName", "tool_name", "TOOL_NAME"].iter().any(|key| text.contains(key));
    let names = subject.dialect.tools.iter().flat_map(|row| row.canonical.iter());
    let mut foreign = names.map(|name| (name.to_string(), tool::native(subject.dialect, name))).filter(|(name, native)| name != native);
    foreign.find_map(|(name, native)| {
        let compared =
            |line: &&str| [format!("\"{name}\""), format!("'{name}'"), format!("= {name}")].iter().any(|word| line.contains(word));
        let line = text.lines().position(|line| compared(&line))?;
        (asks && !text.contains(&native)).then_some((line + 1, name, native))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_can_refuse_in_no_way_that_counts_is_told() {
        let told = |text: &str| refuses_with_another_exit(&without_comments(text));
        for text in ["grep -q rm && exit 1", "import sys\nsys.exit(1)", "process.exit(1)", "# exit 2 would block\nexit 4"] {
            assert!(told(text), "{text}");
        }
        for text in
            ["exit 0", "exit 2", "[ -f x ] || exit 1\nexit 2", "echo '{\"decision\":\"deny\"}'\nexit 1", "rc=2\nexit $rc", "sys.exit(2)"]
        {
            assert!(!told(text), "{text}");
        }
    }
}
