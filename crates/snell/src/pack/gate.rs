//! Whether something in a hooks file belongs to a gate: what is lost there no longer guards (R8.4).

use std::ops::Range;

use snell_core::tree::{Member, Node};
use snell_core::{Dialect, EventKind};

/// Whether these bytes belong to an event that is a gate in this dialect, whatever agent's name it has.
pub(super) fn stands_at(dialect: &Dialect, tree: &Node, span: &Range<usize>) -> bool {
    let holds = |member: &&Member| member.key_span.start <= span.start && span.end <= member.value.span.end;
    let Some(top) = tree.members().unwrap_or_default().iter().find(holds) else { return false };
    let under_hooks = top.value.members().filter(|_| top.key == "hooks").unwrap_or_default();
    let event = under_hooks.iter().find(holds).unwrap_or(top);
    meant(&event.key).into_iter().filter_map(|kind| dialect.event(kind)).any(snell_core::dialect::Event::is_gate)
}

/// The moments that some agent calls by this name.
fn meant(name: &str) -> Vec<EventKind> {
    let dialects = snell_dialects::all();
    let own = dialects.iter().filter_map(|dialect| dialect.event_spelt(name)).map(|row| row.kind);
    let foreign = dialects.iter().flat_map(|dialect| dialect.foreign_names.iter());
    own.chain(foreign.filter(|foreign| foreign.name == name).map(|foreign| foreign.kind)).collect()
}
