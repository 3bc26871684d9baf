//! The `snell` command: a thin layer of arguments, words and exit codes around the engine.

mod args;
mod command;
mod exit_code;
mod trouble;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match args::Arguments::try_parse() {
        Ok(arguments) => exit_code::of(command::run(&arguments)),
        Err(error) => exit_code::of_usage(&error),
    }
}
