//! Hooks that were written for another agent, and that cannot do here what they do there (N3.5, HK-062).

use snell_core::dialect::{Gate, Words};
use snell_core::{Code, Diagnostic, EventKind};

use super::Subject;

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let foreign = subject.hook.source.words != Words::Native;
    if foreign && subject.hook.event == EventKind::UserPromptSubmit && subject.row.gate == Gate::Observes {
        let message = format!("`{}` only observes here: a hook that blocks prompts there blocks none here", subject.row.name());
        found.push(
            Diagnostic::new(Code::NeverBlocks, message).help("guard what the prompt leads to, in PreToolUse").at(&subject.hook.place),
        );
    }
}
