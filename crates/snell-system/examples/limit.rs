//! The runner beside the raw limit: `limit ROUNDS N COMMAND [ARG...]` runs N hooks of one event together, ROUNDS times, and prints the
//! median wall time of a round in microseconds. A program that does the same with `posix_spawn` and one bare poll loop is the limit.

use std::env;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

use snell_core::{Action, End, Invocation};
use snell_system::{Cancel, Run, Runner};

fn main() {
    let mut arguments = env::args_os().skip(1);
    let mut number = || arguments.next().and_then(|text| text.to_str()?.parse::<usize>().ok());
    let (Some(rounds), Some(count)) = (number(), number()) else {
        eprintln!("usage: limit ROUNDS N COMMAND [ARG...]");
        std::process::exit(64);
    };
    let command: Vec<OsString> = arguments.collect();
    let window = env::var("WINDOW").ok().and_then(|text| text.parse().ok());
    let runner = Runner { window: window.unwrap_or(Runner::default().window), ..Runner::default() };
    let invocations = vec![hook(&command); count];
    let mut times: Vec<Duration> = (0..rounds).map(|_| round(&runner, &invocations)).collect();
    times.sort_unstable();
    println!("{:.1}", times[rounds / 2].as_secs_f64() * 1e6);
}

fn hook(command: &[OsString]) -> Invocation {
    let stdin: Arc<[u8]> = vec![b'a'; 700].into();
    let directory = env::current_dir().expect("there is a current directory");
    let (program, args) = command.split_first().expect("there is a command");
    let action = Action::Run { program: program.clone(), args: args.to_vec(), directory, env: env::vars_os().collect(), stdin };
    Invocation { action, timeout: Duration::from_secs(60) }
}

fn round(runner: &Runner, invocations: &[Invocation]) -> Duration {
    let start = Instant::now();
    let completions = runner.run(invocations, &(), &Cancel::never());
    let wall = start.elapsed();
    let failed = completions.iter().map(|completion| &completion.end).find(|end| **end != End::Exited(0));
    assert!(failed.is_none(), "a hook failed: {failed:?}");
    wall
}
