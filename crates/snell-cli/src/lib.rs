//! The `snell` command as a library, so that tests run it whole and in-process: a thin layer of arguments, words and exit codes around the
//! engine.

mod args;
mod command;
mod document;
mod exit_code;
mod help;
mod print;
mod progress;
mod signals;
mod tab;
mod trouble;
mod world;

use std::ffi::OsString;

use clap::Parser;

pub use world::{Dialects, Screen, World};

/// Runs the command with its arguments, the program's name first. Gives the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>, world: &mut World<'_>) -> u8 {
    match args::Arguments::try_parse_from(arguments) {
        Ok(arguments) => exit_code::of(command::run(&arguments, world), world),
        Err(error) => exit_code::of_usage(&error, world),
    }
}
