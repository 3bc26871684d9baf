//! Which entries of a native file are ours: their command calls the bridge for the agent whose file it is.

use snell_core::tree::Node;

use super::Native;

/// An entry of ours.
pub(in crate::hosts) struct Found<'n> {
    /// The event's native name.
    pub(in crate::hosts) event: String,
    /// The handler.
    pub(in crate::hosts) node: &'n Node,
    /// What stands in the event's list: the handler itself, or the group that it is in.
    pub(in crate::hosts) group: &'n Node,
    /// Which member of the events.
    pub(super) member: usize,
    /// Which item of that event.
    pub(super) item: usize,
    /// Which handler of that group; none where the item is the handler.
    pub(super) handler: Option<usize>,
}

/// Every entry of ours, in document order.
pub(in crate::hosts) fn ours<'n>(native: &Native<'_>, root: &'n Node) -> Vec<Found<'n>> {
    let mut found = Vec::new();
    let members = native.events(root).and_then(Node::members).unwrap_or_default();
    for (member, event) in members.iter().enumerate() {
        for (item, node) in event.value.items().unwrap_or_default().iter().enumerate() {
            let group = node;
            let mut look = |node: &'n Node, handler| {
                let command = node.get(&native.host.command).and_then(Node::text);
                if command.is_some_and(|command| is_ours(command, native.agent)) {
                    found.push(Found { event: event.key.clone(), node, group, member, item, handler });
                }
            };
            look(node, None);
            for (handler, node) in group.get("hooks").and_then(Node::items).unwrap_or_default().iter().enumerate() {
                look(node, Some(handler));
            }
        }
    }
    found
}

/// Whether a command calls the bridge for this agent: `… bridge run AGENT EVENT …`.
pub(super) fn is_ours(command: &str, agent: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    words.windows(3).skip(1).any(|words| words == ["bridge", "run", agent])
}
