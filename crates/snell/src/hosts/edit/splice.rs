//! One item into an object or array, or out of it; every other byte stays.

use std::ops::Range;

use snell_core::tree::Node;

use super::gap::gap;
use super::style::{Style, indent_at, line_indent};

/// Where the items of a container stand, keys included.
fn spans(container: &Node) -> Vec<Range<usize>> {
    let of_members = container.members().map(|members| members.iter().map(|it| it.key_span.start..it.value.span.end).collect());
    let of_items = || container.items().map(|items| items.iter().map(|item| item.span.clone()).collect());
    of_members.or_else(of_items).unwrap_or_default()
}

/// The indentation of the items of a container; none where they share a line.
pub(super) fn inner_indent(text: &str, style: &Style, container: &Node) -> Option<String> {
    let spans = spans(container);
    let is_one_line = !spans.is_empty() && !text[container.span.clone()].contains('\n');
    if style.one_line || is_one_line {
        return None;
    }
    let own = spans.iter().rev().find_map(|span| indent_at(text, span.start));
    Some(own.map_or_else(|| style.deeper(line_indent(text, container.span.start)), str::to_owned))
}

/// The text with another item at the end of a container, written for the indentation that [`inner_indent`] gives.
pub(super) fn append(text: &str, style: &Style, container: &Node, item: &str) -> String {
    let indent = inner_indent(text, style, container);
    let closer = container.span.end - 1;
    let last = spans(container).last().map(|span| span.end);
    let rest = gap(text, last.unwrap_or(container.span.start + 1)..closer);
    let lead = match &indent {
        Some(indent) => style.line(indent),
        None if last.is_some() => style.blank().to_owned(),
        None => String::new(),
    };
    let mut new = text[..last.unwrap_or(rest.end)].to_owned();
    if let Some(last) = last {
        if rest.comma.is_none() {
            new.push(',');
        }
        new.push_str(&text[last..rest.end]);
    }
    new.push_str(&lead);
    new.push_str(item);
    if rest.comma.is_some() {
        new.push(',');
    }
    if indent.is_some() && !text[rest.end..closer].contains('\n') {
        new.push_str(&style.line(line_indent(text, container.span.start)));
    }
    new + &text[rest.end..]
}

/// The text without one item of a container, its comma and the blanks before it.
pub(super) fn remove(text: &str, container: &Node, index: usize) -> String {
    let spans = spans(container);
    let item = spans[index].clone();
    let before = index.checked_sub(1).map_or(container.span.start + 1, |previous| spans[previous].end);
    let next = spans.get(index + 1).map_or(container.span.end - 1, |next| next.start);
    let (ahead, behind) = (gap(text, before..item.start), gap(text, item.end..next));
    // A line comment ends with its line, which the blanks before the item hold.
    let has_comment = |range: Range<usize>| text[range].contains("//");
    let start = if has_comment(before..ahead.end) && !text[item.end..next].contains('\n') { item.start } else { ahead.end };
    let mut comma = behind.comma.or_else(|| ahead.comma.filter(|_| index > 0));
    let mut stretch = start..item.end;
    let is_first_in_line = index == 0 && spans.len() > 1 && text[item.end..next].trim() == "," && !text[item.end..next].contains('\n');
    if is_first_in_line {
        (stretch, comma) = (item.start..next, None);
    }
    if spans.len() == 1 && text[container.span.start + 1..ahead.end].is_empty() && behind.end == behind.comma.map_or(item.end, |at| at + 1)
    {
        (stretch, comma) = (container.span.start + 1..container.span.end - 1, None);
    }
    let comma = comma.map(|at| at..at + 1);
    cut(text, comma.into_iter().chain([stretch]).collect())
}

/// The text with a stretch replaced.
pub(super) fn replace(text: &str, span: &Range<usize>, by: &str) -> String {
    [&text[..span.start], by, &text[span.end..]].concat()
}

fn cut(text: &str, mut cuts: Vec<Range<usize>>) -> String {
    cuts.sort_by_key(|cut| cut.start);
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for cut in cuts {
        new.push_str(&text[at..cut.start.max(at)]);
        at = cut.end.max(at);
    }
    new + &text[at..]
}
