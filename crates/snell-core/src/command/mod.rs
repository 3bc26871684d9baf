//! What a command's text means: a program to run directly, or a text for the shell (N2.7, N8.4, R5.2).
//!
//! The shell expands what the shell is given: no value of a variable ever becomes part of a shell's text. What is done to the text is one
//! thing only, two quotes around an unquoted reference to a variable that holds a path. Fields of the payload are never expanded anywhere.

mod direct;
mod payload;
mod quote;
mod refuse;
mod rename;
mod scan;
mod space;
mod url;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::dialect::Commands;

pub use payload::is_payload_name;
pub use rename::{Renamed, mentions, rename, rename_plain};
pub use space::unquoted_space_hazard;
pub use url::expand_url;
pub use words::{words, words_with};

/// A longer text, program or argument cannot be handed to a new process, in bytes.
const LONGEST: usize = 128 * 1024 - 1;

/// The few questions about the file system that decide what a command means. The edge answers them.
pub trait Look {
    /// Whether a regular file (through links) is there.
    fn is_file(&self, path: &Path) -> bool;
    /// Whether a directory (through links) is there.
    fn is_directory(&self, path: &Path) -> bool;
    /// Whether a regular file is there that we may execute.
    fn is_executable(&self, path: &Path) -> bool;
}

/// What a command is read in.
pub struct Setting<'a> {
    /// The dialect's rules.
    pub rules: &'a Commands,
    /// The hook's environment.
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
    /// Variables of the dialect that hold paths and that this hook gets: quoted where unquoted, replaced in `args`.
    pub paths: &'a [&'a str],
    /// Variables of the dialect that hold paths and that this hook does *not* get: a reference is refused where the dialect refuses.
    pub withheld: &'a [&'a str],
    /// The directory of the hook's file.
    pub beside: &'a Path,
    /// The file system.
    pub look: &'a dyn Look,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// `sh -c TEXT`.
    Shell(String),
    /// A program with arguments. A bare word is to be found on PATH.
    Direct {
        /// An absolute path or a bare word.
        program: PathBuf,
        /// Its arguments.
        args: Vec<OsString>,
    },
}

/// Decides what a command runs.
///
/// With `args` it is a program without a shell (E3.1). Without, and where the dialect has direct executables, it is one when N2.7 says
/// so; a program that does not exist is no error here. Everything else is for the shell.
///
/// # Errors
/// The reason why it is not run, for a person: ``not run: `VAR` is not set`` (N8.4), a directory variable that this hook does not get or
/// another agent's plugin root (R5.5), a `${` that is not closed, a text that is too long for any process.
pub fn resolve(command: &str, args: Option<&[String]>, setting: &Setting<'_>) -> Result<Program, String> {
    if let Some(args) = args {
        return direct::with_args(command, args, setting);
    }
    if setting.rules.direct
        && let Some(program) = direct::executable(command, setting)?
    {
        return Ok(Program::Direct { program, args: Vec::new() });
    }
    shell(command, setting)
}

fn shell(command: &str, setting: &Setting<'_>) -> Result<Program, String> {
    if command.len() > LONGEST {
        return Err("not run: the command is longer than 128 KiB".to_owned());
    }
    let scan = scan::scan(command);
    refuse::refuse(&scan, setting)?;
    Ok(Program::Shell(quote::quote(command, &scan, setting.paths)))
}
