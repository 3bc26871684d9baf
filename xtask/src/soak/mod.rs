//! `cargo xtask soak`: very many hooks of every sort through one engine, and what the process holds meanwhile. It must not grow.

mod gauge;
mod hooks;

use std::time::Instant;

use gauge::Gauge;
use hooks::Hooks;

/// So many hooks where nobody says how many.
const USUAL: usize = 100_000;
/// So many lines are printed on the way.
const LINES: usize = 10;

/// Runs them. The error says what grew.
pub(crate) fn soak(arguments: &[String]) -> Result<(), String> {
    let wanted = wanted(arguments)?;
    let hooks = Hooks::new()?;
    let begun = Instant::now();
    let (mut ran, mut events, mut settled) = (0, 0, None);
    println!("{}", Gauge::HEAD);
    println!("{}", Gauge::read()?.line(ran, events));
    for line in 1..=LINES {
        while ran < wanted * line / LINES {
            ran += hooks.fire(events)?;
            events += 1;
        }
        let now = Gauge::read()?;
        println!("{}", now.line(ran, events));
        // The first tenth fills what is filled once: buffers, the memory of selections, the threads that send requests.
        now.compare(settled.get_or_insert(now))?;
    }
    println!("{:.0} s; nothing grew", begun.elapsed().as_secs_f64());
    Ok(())
}

fn wanted(arguments: &[String]) -> Result<usize, String> {
    match arguments {
        [] => Ok(USUAL),
        [option, number] if option == "--hooks" => number.parse().map_err(|_| format!("`{number}` is no number of hooks")),
        _ => Err("only `--hooks NUMBER` may be said".to_owned()),
    }
}
