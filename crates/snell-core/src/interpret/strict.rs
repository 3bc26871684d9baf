//! Replies that count for nothing as a whole: they name no event where they must, or have a key that a strict agent does not know.

use super::reply::key_of;
use crate::dialect::{Dialect, Event as Row, Naming, Says, Table, Text};
use crate::tree::Node;

/// What makes the whole reply malformed.
pub(super) fn check(dialect: &Dialect, row: &Row, node: &Node) -> Result<(), String> {
    named(dialect, row, node)?;
    match &dialect.reading.strict {
        Some(passed) => known_keys(dialect, row, passed, node, ""),
        None => Ok(()),
    }
}

/// The object that names its event needs the name.
fn named(dialect: &Dialect, row: &Row, node: &Node) -> Result<(), String> {
    let naming = dialect.reading.naming;
    for at in dialect.names_event_at.iter().filter(|_| matches!(naming, Naming::Own | Naming::Any)) {
        let Some((object, key)) = at.rsplit_once('/') else { continue };
        if node.pointer(object).is_none_or(|object| object.members().is_none()) {
            continue;
        }
        let name = node.pointer(at).and_then(Node::text).unwrap_or_default();
        let fits = match naming {
            Naming::Own => row.names.iter().any(|own| own == name),
            _ => dialect.event_named(name).is_some(),
        };
        if !fits {
            return Err(format!("`{}` needs `{key}: \"{}\"`", key_of(object), row.name()));
        }
    }
    Ok(())
}

fn known_keys(dialect: &Dialect, row: &Row, passed: &Table<Text>, node: &Node, above: &str) -> Result<(), String> {
    for member in node.members().unwrap_or_default() {
        let at = format!("{above}/{}", member.key);
        if pointers(dialect, row, passed).any(|known| known == at) {
            continue;
        }
        let leads_on = pointers(dialect, row, passed).any(|known| known.strip_prefix(&at).is_some_and(|rest| rest.starts_with('/')));
        if !leads_on || member.value.members().is_none() {
            return Err(format!("`{}` is no key of a reply here", key_of(&at)));
        }
        known_keys(dialect, row, passed, &member.value, &at)?;
    }
    Ok(())
}

/// Every place where something may stand.
fn pointers<'a>(dialect: &'a Dialect, row: &'a Row, passed: &'a Table<Text>) -> impl Iterator<Item = &'a str> {
    let replies = row.replies.iter().flat_map(|reply| reply.at.iter().chain(reply.beside.iter().map(|(at, _)| at)));
    let reasons = row.replies.iter().flat_map(|reply| match &reply.says {
        Says::Decision { reasons, .. } => reasons.iter(),
        _ => [].iter(),
    });
    replies.chain(reasons).chain(dialect.names_event_at.iter()).chain(passed.iter()).map(AsRef::as_ref)
}
