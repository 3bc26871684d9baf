//! Fault 61: the wall clock jumps. A test cannot move it; but it can see who reads it.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => sources(&path, found),
            path if path.extension().is_some_and(|name| name == "rs") => found.push(path),
            _ => {}
        }
    }
}

/// It dates records and ids, reads what a person says of days, and tells a connection that the machine slept. Everything else is counted
/// with `Instant`.
#[test]
fn the_wall_clock_is_read_in_few_places_and_counts_no_deadline() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = Vec::new();
    for name in ["snell-core", "snell-dialects", "snell-system", "snell", "snell-cli"] {
        sources(&crates.join(name).join("src"), &mut all);
    }
    let reads = |path: &PathBuf| fs::read_to_string(path).unwrap().contains("SystemTime");
    let mut readers: Vec<_> = all.iter().filter(|path| reads(path)).map(|path| path.strip_prefix(crates).unwrap().to_owned()).collect();
    readers.sort();
    let known = [
        "snell/src/journal/entry.rs",
        "snell/src/journal/when.rs",
        "snell-cli/src/command/log.rs",
        "snell-system/src/clock.rs",
        "snell-system/src/http/pool.rs",
    ];
    assert_eq!(readers, known.map(PathBuf::from));
}
