//! What a handler's failure means: `onFailure`, and Cursor's word for it (E1.1).

use super::Reader;
use crate::code::Code;
use crate::dialect::HandlerMeans as Means;
use crate::hook::OnFailure;
use crate::tree::NodeKind;

impl Reader<'_, '_, '_> {
    /// E1.1: an invalid value is treated as `block`.
    pub(super) fn on_failure(&mut self) -> OnFailure {
        let Some(node) = self.get(Means::OnFailure) else { return self.fail_closed() };
        let chosen = match node.text() {
            Some("continue") => OnFailure::Continue,
            Some("block") => OnFailure::Block,
            _ => {
                let message = format!("`onFailure` is `continue` or `block`, and this is `{}`; `block` applies", node.to_value());
                self.find(Code::BadOnFailure, message, node, "write \"block\" or \"continue\"");
                OnFailure::Block
            }
        };
        if chosen == OnFailure::Block && !self.at.event.is_gate() {
            let message = format!("`onFailure: block` has no effect at `{}`: nothing can be blocked there", self.at.event.name());
            self.find(Code::OnFailureIgnored, message, node, "leave it out");
        }
        chosen
    }

    /// The same in Cursor's spelling.
    fn fail_closed(&mut self) -> OnFailure {
        let Some(node) = self.get(Means::FailClosed) else { return OnFailure::Continue };
        if node.kind == NodeKind::Bool(false) {
            return OnFailure::Continue;
        }
        if node.kind != NodeKind::Bool(true) {
            let message = format!("`failClosed` is `true` or `false`, and this is `{}`; `true` applies", node.to_value());
            self.find(Code::BadOnFailure, message, node, "write true or false");
        }
        OnFailure::Block
    }
}
