//! Events as agents tell them.

use std::fs;
use std::path::Path;

use serde_json::Value;
use snell_core::{config, envelope, hear};

use super::json::PIECES;
use crate::{Target, texts, traits};

pub(super) const TARGET: Target = Target { name: "envelope", seeds, pieces: PIECES, check };

/// Captured payloads, and one that was not.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts(&[r#"{"hookEventName":"pre_tool_use","toolName":"run_terminal_command","toolInput":{"command":"x"}}"#]);
    let captures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/captures");
    let agents = fs::read_dir(captures).into_iter().flatten().flatten();
    let mut files: Vec<_> =
        agents.filter_map(|agent| fs::read_dir(agent.path()).ok()).flatten().flatten().map(|file| file.path()).collect();
    // A directory has no order, and the seed decides everything.
    files.sort();
    let captures = files.iter().filter_map(|file| serde_json::from_slice::<Value>(&fs::read(file).ok()?).ok());
    seeds.extend(captures.filter_map(|capture| Some(capture.get("stdin")?.to_string().into_bytes())));
    seeds
}

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let Ok(Value::Object(told)) = config::json::event(&text) else { return 0 };
    let bytes = envelope::write(&told);
    assert_eq!(
        serde_json::from_slice::<Value>(&bytes).ok().as_ref(),
        Some(&Value::Object(told.clone())),
        "what is written is what was meant"
    );
    let mut seen = Vec::new();
    for dialect in snell_dialects::all() {
        let named = hear::hear(dialect, &told).map(|event| event.kind);
        let rows = dialect.events.iter().filter(|row| named.as_ref().map_or(true, |kind| row.kind == *kind));
        for row in rows {
            let event = hear::hear_as(dialect, row, &told);
            // What cannot be told is gone after the first time, and nothing after that.
            let once = envelope::encode(dialect, row, &event);
            let twice = envelope::encode(dialect, row, &hear::hear_as(dialect, row, &once));
            let thrice = envelope::encode(dialect, row, &hear::hear_as(dialect, row, &twice));
            assert_eq!(twice, thrice, "{} {}: telling and hearing never comes to rest", dialect.name, row.name());
            let _ = hear::calls(&event);
            seen.push((row.kind, once.len(), event.unmapped.len().min(3), event.facts().count()));
        }
    }
    traits(seen)
}
