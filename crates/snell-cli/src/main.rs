//! The `snell` binary: arguments in, words and an exit code out. What it does stands in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    let mut world = snell_cli::World::new(&mut out, &mut err);
    ExitCode::from(snell_cli::run(std::env::args_os(), &mut world))
}
