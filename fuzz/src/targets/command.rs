//! What a command's text means.

use std::ffi::OsString;
use std::path::Path;

use snell_core::command::{self, Look, Program, Setting};

use crate::{Target, assert_harmless, texts, traits};

const PIECES: &[&str] = &[
    "$ROOT",
    "${ROOT}",
    "${ROOT:-x}",
    "${",
    "}",
    "$(",
    ")",
    "`",
    "\"",
    "'",
    "$'",
    "\\",
    "<<E\n",
    "\nE\n",
    "<<-'E'\n",
    "case x in ",
    "$((",
    "))",
    "#",
    "\n",
    " ",
    ";",
    "|",
    "&&",
    ">",
    "{",
    "~",
    "=",
    "OTHER=1 ",
    "$OTHER",
    "${OLD}",
    "$OLD",
    "OLD=",
    "é",
    "\0",
    "\u{1b}",
    "./x",
    "/opt/a b/c",
    "[[ ",
    "${A%\"}",
];

pub(super) const TARGET: Target = Target {
    name: "command",
    seeds: || {
        texts(&[
            "sh ./x.sh --flag",
            "./x y",
            "${ROOT}/hooks/run.sh $OTHER",
            "cat <<E\n$ROOT\nE\n",
            "X='a b' sh \"$ROOT\"/y; z | w > /dev/null",
            "case $1 in a) echo ${A:-\"$ROOT\"} ;; esac",
            "sh '${OLD}/a b.sh' \\$OLD $(printenv OLD)",
            "if true; then ./x; fi # $ROOT",
            "/opt/a b/c --d",
        ])
    },
    pieces: PIECES,
    check,
};

/// What no variable's value may bring into a shell's text.
const MARK: &str = "value-of-a-variable";

struct Anything;

impl Look for Anything {
    fn is_file(&self, path: &Path) -> bool {
        path.as_os_str().len().is_multiple_of(2)
    }
    fn is_directory(&self, path: &Path) -> bool {
        path.as_os_str().len().is_multiple_of(3)
    }
    fn is_executable(&self, path: &Path) -> bool {
        path.as_os_str().len().is_multiple_of(4)
    }
}

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let variable = |name: &str| (name != "NONE").then(|| OsString::from(format!("/{MARK}/$ROOT;`x`")));
    let kinds = snell_dialects::all().map(|dialect| {
        let setting = Setting {
            rules: &dialect.commands,
            variable: &variable,
            paths: &["ROOT"],
            withheld: &["OTHER"],
            beside: Path::new("/hooks"),
            look: &Anything,
        };
        let _ = command::resolve(&text, Some(&[text.to_string()]), &setting);
        match command::resolve(&text, None, &setting) {
            Ok(Program::Shell(told)) => {
                assert!(!told.contains(MARK) || text.contains(MARK), "a value became part of a shell's text: {told:?}");
                assert!(only_quotes_added(&text, &told), "{told:?}");
                told == text
            }
            Ok(Program::Direct { .. }) => true,
            Err(why) => {
                assert_harmless(&why);
                false
            }
        }
    });
    let words = command::words(&text);
    let _ = command::unquoted_space_hazard(&text, Path::new("/hooks"), &Anything);
    let renamed = command::rename(&text, &["OLD"], "NEW");
    let again = command::rename(&renamed.text, &["OLD"], "NEW");
    assert_eq!(again.text, renamed.text, "a second time changes something");
    traits((kinds, words.len().min(4), renamed.left.len().min(2), renamed.requoted.len().min(2), renamed.escaped.len().min(2)))
}

/// Whether `told` is `text` with nothing but `"` put in.
fn only_quotes_added(text: &str, told: &str) -> bool {
    let mut rest = text.chars().peekable();
    told.chars().all(|letter| rest.next_if_eq(&letter).is_some() || letter == '"') && rest.peek().is_none()
}
