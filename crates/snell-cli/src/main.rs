//! The `snell` binary: arguments in, words and an exit code out. What it does stands in the library beside it.

use std::io::{IsTerminal, stderr, stdout};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use snell_cli::{Screen, World};

fn main() -> ExitCode {
    let screen = screen();
    let (mut out, mut err) = (stdout(), stderr());
    let world = World { screen, alone: true, ..World::new(&mut out, &mut err) };
    ExitCode::from(snell_cli::run(std::env::args_os(), &mut { world }))
}

/// What the streams can show: `NO_COLOR`, `CLICOLOR_FORCE`, `TERM` and whether they are terminals. In CI nothing comes and goes.
fn screen() -> Screen {
    let out_colours = AutoStream::choice(&stdout()) != ColorChoice::Never;
    let err_colours = AutoStream::choice(&stderr()) != ColorChoice::Never;
    let live = stderr().is_terminal() && err_colours && std::env::var_os("CI").is_none();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Screen { out_colours, err_colours, live, width }
}
