//! What project files say about trust, and must not: whether they may run is for the user alone to say (N10.3, N12).

use std::path::Path;

use snell_core::config::Lines;
use snell_core::tree::Node;
use snell_core::{Code, Diagnostic, Place};

/// Keys that would turn hooks on or off, without `_` and `-`, in lower case. Every key that speaks of trust is one too.
const KEYS: [&str; 4] = ["disableallhooks", "disabledhooks", "enableallhooks", "hooksenabled"];

/// A warning for every key at the top of a project's file that speaks of trust. None of them is obeyed anywhere.
pub(crate) fn claims(path: &Path, text: &str, tree: &Node) -> Vec<Diagnostic> {
    let lines = Lines::of(text);
    let members = tree.members().unwrap_or_default().iter().filter(|member| is_claim(&member.key));
    let one = |member: &snell_core::tree::Member| {
        let (line, column) = lines.place(member.key_span.start);
        let place = Place { path: path.into(), line, column, span: member.key_span.clone() };
        let message = format!("`{}` has no effect in a project's file: only the user says which hooks may run", member.key);
        Diagnostic::new(Code::TrustFromProject, message).help("remove it; `snell trust` and `snell disable` are for the user").at(&place)
    };
    members.map(one).collect()
}

fn is_claim(key: &str) -> bool {
    let plain: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    plain.contains("trust") || KEYS.contains(&plain.as_str())
}
