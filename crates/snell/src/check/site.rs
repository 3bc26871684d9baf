//! Where in a file the keys of a handler stand, so that a finding points at the word it speaks of.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use snell_core::config::{Lines, json, toml};
use snell_core::tree::Node;
use snell_core::{Hook, HookSet, Place};

/// The texts that hooks came from, read once more for their places.
pub(super) struct Sites<'h>(HashMap<&'h Path, (Lines<'h>, Option<Node>)>);

impl<'h> Sites<'h> {
    pub(super) fn of(hooks: &'h HookSet) -> Sites<'h> {
        let tree = |path: &Path, text: &str| {
            let is_toml = path.extension().is_some_and(|extension| extension == "toml");
            if is_toml { toml::read(text).0 } else { json::read(text).0 }
        };
        Sites(hooks.texts.iter().map(|text| (&*text.path, (Lines::of(&text.text), tree(&text.path, &text.text)))).collect())
    }

    /// Where the value of one of a handler's keys stands; else the handler itself. `matcher` is the group's.
    pub(super) fn of_key(&self, hook: &Hook, key: &str) -> Place {
        let place = || {
            let (lines, tree) = self.0.get(&*hook.place.path)?;
            let (group, handler) = find(tree.as_ref()?, None, &hook.place.span)?;
            let node = handler.get(key).or_else(|| group?.get(key))?;
            Some(at(&hook.place.path, lines, &node.span))
        };
        place().unwrap_or_else(|| hook.place.clone())
    }
}

fn at(path: &Arc<Path>, lines: &Lines<'_>, span: &Range<usize>) -> Place {
    let (line, column) = lines.place(span.start);
    Place { path: path.clone(), line, column, span: span.clone() }
}

/// The object that stands on these bytes, and the object around it.
fn find<'n>(node: &'n Node, around: Option<&'n Node>, span: &Range<usize>) -> Option<(Option<&'n Node>, &'n Node)> {
    if node.span == *span && node.get("hooks").is_none() && node.members().is_some() {
        return Some((around, node));
    }
    if let Some(items) = node.items() {
        // Items mostly stand in order, so that the right one is the first that ends later.
        let likely = items.get(items.partition_point(|item| item.span.end <= span.start));
        return likely.into_iter().chain(items).find_map(|item| find(item, around, span));
    }
    node.members()?.iter().find_map(|member| find(&member.value, Some(node), span))
}
