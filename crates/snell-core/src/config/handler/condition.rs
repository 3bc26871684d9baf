//! A handler's `if`: a permission rule.

use super::Reader;
use crate::code::Code;
use crate::condition::Condition;
use crate::dialect::HandlerMeans as Means;

impl Reader<'_, '_, '_> {
    /// What else must hold of a call. What is no rule is told, and the hook sees every call of its matcher.
    pub(super) fn condition(&mut self) -> Option<Condition> {
        let node = self.get(Means::If)?;
        let rule = node.text().and_then(Condition::rule);
        if rule.is_none() {
            let message = format!("`{}` is no permission rule; the hook sees every call that its matcher accepts", node.to_value());
            self.find(Code::BadField, message, node, "write a tool and what it is about, such as \"Bash(git *)\"");
        }
        rule
    }
}
