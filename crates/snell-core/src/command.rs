//! What a command's text means: a program to run directly, or a text for the shell (N2.7, N8.4, R5.2).

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::dialect::Commands;

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

/// Decides what a command runs. The error is the reason why it is not run, for a person.
pub fn resolve(_command: &str, _args: Option<&[String]>, _setting: &Setting<'_>) -> Result<Program, String> {
    Err(String::new())
}

/// Expands `${NAME}`, `$NAME` and `${NAME:-default}` in a url, once (N8.4). The error is the reason why it is not used.
pub fn expand_url(_url: &str, _variable: &dyn Fn(&str) -> Option<OsString>) -> Result<String, String> {
    Err(String::new())
}
/// w
pub fn words(command: &str) -> Vec<String> {
    command.split_whitespace().map(str::to_owned).collect()
}
