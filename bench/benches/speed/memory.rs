//! Memory: a host that has much of it, a hook that prints much, and many hooks.

use std::fs;
use std::hint::black_box;

use serde_json::json;
use snell_core::completion::OUTPUT_CAP;

use crate::native::native;
use crate::pairs::{alternated, median_of};
use crate::stage::{Stage, call, command, expect_ran};
use crate::table::{Row, bytes};
use crate::worker::Worker;

const MIB: usize = 1 << 20;

/// Starting processes must not cost by the host's size, as a fork would.
pub(crate) fn host() -> Vec<Row> {
    let what = "one hook with 1 GiB resident in the host / without";
    if let Err(why) = native() {
        return vec![Row::missing(what, why)];
    }
    let (mut large, mut small) = (Worker::start("host 1024"), Worker::start("host 0"));
    vec![Row::ratio(what, 1.5, &alternated(31, || large.ask(), || small.ask()))]
}

/// A host of so many MiB that fires one hook.
pub(crate) fn as_host(mib: usize) -> impl FnMut() -> f64 {
    let held = vec![1_u8; mib * MIB];
    let native = native().expect("its starter had a compiler");
    let stage = Stage::with([command(&native.tiny.to_string_lossy())]);
    let (engine, event) = (stage.engine(), call());
    move || {
        black_box((&held, &stage));
        median_of(101, || expect_ran(&engine.fire(&event), 1))
    }
}

/// What a hook prints is kept up to a cap, however much it is.
pub(crate) fn flood() -> Vec<Row> {
    let more = Worker::start("flooded").ask();
    let at_most = OUTPUT_CAP + MIB;
    #[allow(clippy::cast_precision_loss, reason = "a few MiB")]
    let at_most = at_most as f64;
    vec![Row::bytes("memory of the host while a hook prints 1 GiB, above what it was", at_most, more).note("the cap of 1 MiB, and 1 MiB")]
}

/// How much larger a process is at its largest while a hook prints 1 GiB.
pub(crate) fn as_flooded() -> impl FnMut() -> f64 {
    let quiet = Stage::with([command("true")]);
    let loud = Stage::with([command("head -c 1073741824 /dev/zero")]);
    move || {
        let (quiet, loud, event) = (quiet.engine(), loud.engine(), call());
        let _ = quiet.fire(&event);
        let before = status("VmHWM");
        let fired = loud.fire(&event);
        assert!(fired.trace.steps[0].failure.is_some(), "so large a reply is a failure");
        status("VmHWM") - before
    }
}

/// What a thousand hooks take, by processes that hold more and fewer of them.
pub(crate) fn per_hook() -> Row {
    let (many, few) = (20_000_u32, 1_000_u32);
    let size = |count: u32| Worker::start(&format!("holder {count}")).ask();
    Row::told("memory of one hook (matcher, place, command and name)", bytes((size(many) - size(few)) / f64::from(many - few)))
}

/// A process that holds so many hooks, and its size.
pub(crate) fn as_holder(count: usize) -> impl FnMut() -> f64 {
    // Several files, as one may have 4 MiB.
    let stage = Stage::new();
    for file in 0..count.div_ceil(1000) {
        let groups: Vec<_> = (0..count.min(1000))
            .map(|index| json!({ "matcher": format!("Bash|mcp__server{index}__.*"), "hooks": [command(&format!("node hooks/check-{file}-{index}.mjs --strict"))] }))
            .collect();
        stage.write(&format!("home/.rightnow/hooks/{file}.json"), &json!({ "hooks": { "PreToolUse": groups } }).to_string());
    }
    move || {
        let engine = stage.engine();
        assert_eq!(engine.hooks().hooks().len(), count);
        status("VmRSS")
    }
}

/// A line of this process's `/proc/self/status`, in bytes; 0 where there is none.
fn status(name: &str) -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or_default() * 1024.0
}
