//! `cargo run -p fuzz -- TARGET [--seconds N] [--seed S]`: random inputs for one reader, or for `all`. Exits 1 where something does not hold.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use fuzz::{Target, drive, targets};

/// An input that takes longer is shown: something may not be linear.
const SLOW: Duration = Duration::from_secs(1);

struct Arguments {
    targets: Vec<Target>,
    time: Duration,
    seed: u64,
}

fn main() -> ExitCode {
    let arguments = match arguments(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(arguments) => arguments,
        Err(wrong) => {
            eprintln!("{wrong}\nusage: fuzz TARGET [--seconds N] [--seed S]; a target is `all` or one of {}", names());
            return ExitCode::from(2);
        }
    };
    // A failure is told once, made small.
    std::panic::set_hook(Box::new(|_| {}));
    let mut holds = true;
    for target in arguments.targets {
        let until = Instant::now() + arguments.time;
        let report = drive::run(target, arguments.seed, |_| Instant::now() < until);
        let (rounds, traits, slowest) = (report.rounds, report.traits, report.slowest.0.as_millis());
        println!("{}: {rounds} inputs, {traits} traits, the slowest took {slowest} ms (--seed {})", target.name, arguments.seed);
        if report.slowest.0 > SLOW {
            println!("slow: b\"{}\"", report.slowest.1.escape_ascii());
        }
        if let Some(failure) = report.failure {
            println!("{failure}");
            holds = false;
        }
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn names() -> String {
    targets::ALL.map(|target| target.name).join(", ")
}

fn arguments(words: &[String]) -> Result<Arguments, String> {
    let mut arguments = Arguments { targets: Vec::new(), time: Duration::from_secs(60), seed: 1 };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|number| number.parse().ok()).ok_or(format!("`{word}` takes a number"));
        match word.as_str() {
            "--seconds" => arguments.time = Duration::from_secs(number()?),
            "--seed" => arguments.seed = number()?,
            "all" => arguments.targets.extend(targets::ALL),
            name => {
                let target = targets::ALL.into_iter().find(|target| target.name == name);
                arguments.targets.push(target.ok_or(format!("`{name}` is no target"))?);
            }
        }
    }
    if arguments.targets.is_empty() { Err("which target?".to_owned()) } else { Ok(arguments) }
}
