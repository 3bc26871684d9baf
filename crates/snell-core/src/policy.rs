//! `policy`: the one place where a failure may become a block (E1.1, E1.2). Everything that is no verdict ends here.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::dialect::Event as Row;
use crate::hook::{Handler, Hook};
use crate::interpret::Heard;
use crate::select::{Choice, Why};
use crate::verdict::Verdict;

/// The verdict that counts for a hook that ran: its own, or a block where its failure is to block.
pub fn settle(row: &Row, hook: &Hook, muted: bool, heard: &mut Heard) -> Option<Verdict> {
    match &heard.verdict {
        Ok(verdict) => Some(verdict.clone()),
        Err(failure) if hook.guards(row) && !muted => {
            let reason =
                format!("hook `{}` failed and is marked `onFailure: block`: {}: {}", hook.name, failure.kind.as_str(), failure.message);
            heard.notes.push(Diagnostic::new(Code::FailedClosed, "its failure counts as a block"));
            Some(Verdict::block(reason))
        }
        Err(_) => None,
    }
}

/// The verdict that counts for a hook that was not run: a guard that could not be loaded blocks what it guards until it is repaired.
/// Untrusted and disabled hooks never block.
pub fn settle_skipped(row: &Row, hook: &Hook, muted: bool, choice: &Choice) -> Option<Verdict> {
    let guards = choice.skipped == Some(Why::Broken) && choice.concerned && hook.guards(row) && !muted;
    guards.then(|| {
        let why = match &hook.handler {
            Handler::Broken { why, .. } => why.as_str(),
            _ => "its matcher cannot be used",
        };
        let place = format!("{}:{}", hook.place.path.display(), hook.place.line);
        Verdict::block(format!("hook `{}` could not be loaded and is marked `onFailure: block`: {why}; repair it at {place}", hook.name))
    })
}
