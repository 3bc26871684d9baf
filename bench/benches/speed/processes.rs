//! Command hooks through the whole engine, beside the same programs by bare `posix_spawn`.

use crate::native::{Native, native};
use crate::pairs::{Pair, alternated, median_of};
use crate::stage::{Stage, call, command, expect_ran};
use crate::table::Row;

/// The least that a hook in a shell does.
const SHELL: &str = "cat >/dev/null; echo {}";

pub(crate) fn one() -> Vec<Row> {
    let what = "one trivial hook / raw `posix_spawn` of the same program";
    let native = match native() {
        Ok(native) => native,
        Err(why) => return vec![Row::missing(what, why)],
    };
    let tiny = native.tiny.to_string_lossy();
    let floor = native.floor.to_string_lossy();
    vec![
        Row::ratio(format!("{what}: `sh -c '{SHELL}'`"), 1.15, &hooks(native, 1, 41, &["/bin/sh", "-c", SHELL], SHELL)),
        Row::ratio(format!("{what}: a static C program"), 1.15, &hooks(native, 1, 101, &[&floor], &floor)),
        Row::ratio(format!("{what}: 20 instructions without a C library"), 1.15, &hooks(native, 1, 201, &[&tiny], &tiny)),
    ]
}

pub(crate) fn many() -> Vec<Row> {
    let what = |count| format!("{count} shell hooks of one event / as many raw, all at once");
    let native = match native() {
        Ok(native) => native,
        Err(why) => return vec![Row::missing(what(20), why)],
    };
    let row = |count, rounds| Row::ratio(what(count), 1.15, &hooks(native, count, rounds, &["/bin/sh", "-c", SHELL], SHELL));
    vec![row(20, 9), row(64, 5)]
}

/// `count` hooks with this command text beside `count` times the command that it comes to.
fn hooks(native: &Native, count: usize, rounds: usize, raw: &[&str], text: &str) -> Pair {
    let stage = Stage::with((0..count).map(|_| command(text)));
    let (engine, event) = (stage.engine(), call());
    let ours = || median_of(rounds, || expect_ran(&engine.fire(&event), count));
    alternated(15, ours, || native.limit(rounds, count, raw))
}
