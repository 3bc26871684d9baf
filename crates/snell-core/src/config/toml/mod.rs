//! TOML text into a [`Node`], with spans and bounded depth.

mod depth;
#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::Number;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::lines::floor;
use super::shown::shown;
use super::{DEEPEST, Finding};
use crate::code::Code;
use crate::tree::{Member, Node, NodeKind};

/// Reads a configuration layer. No node means that nothing in the text can be used; then a finding says why.
///
/// Tables keep the order of the document. Dates, `inf` and `nan`, which JSON has no words for, become text.
pub fn read(text: &str) -> (Option<Node>, Vec<Finding>) {
    match document(text) {
        Ok(node) => (Some(node), Vec::new()),
        Err(finding) => (None, vec![finding]),
    }
}

fn document(text: &str) -> Result<Node, Finding> {
    depth::check(text)?;
    let table = DeTable::parse(text).map_err(|error| fault(text, error.message(), error.span()))?;
    let node = Node { span: 0..text.len(), kind: self::table(text, table.into_inner(), 1)? };
    Ok(node)
}

/// INVARIANT: the check of the depth went before, so that this and what drops the table recurse at most twice as deep as is allowed:
/// only a header that passes through an array of tables is deeper than it is written.
fn node(text: &str, value: Spanned<DeValue<'_>>, level: usize) -> Result<Node, Finding> {
    let span = value.span();
    let kind = match value.into_inner() {
        DeValue::String(string) => NodeKind::Text(string.into_owned()),
        DeValue::Boolean(flag) => NodeKind::Bool(flag),
        DeValue::Integer(number) => integer(&number),
        DeValue::Float(number) => float(&number),
        DeValue::Datetime(_) => NodeKind::Text(text[span.clone()].to_owned()),
        DeValue::Array(_) | DeValue::Table(_) if level == DEEPEST => return Err(depth::too_deep(span)),
        DeValue::Array(items) => NodeKind::List(items.into_iter().map(|item| node(text, item, level + 1)).collect::<Result<_, _>>()?),
        DeValue::Table(members) => table(text, members, level + 1)?,
    };
    Ok(Node { span, kind })
}

fn table(text: &str, members: DeTable<'_>, level: usize) -> Result<NodeKind, Finding> {
    let mut members = members.into_iter().map(|(key, value)| member(text, key, value, level)).collect::<Result<Vec<_>, _>>()?;
    members.sort_by_key(|member| member.key_span.start);
    Ok(NodeKind::Table(members))
}

fn member(text: &str, key: Spanned<std::borrow::Cow<'_, str>>, value: Spanned<DeValue<'_>>, level: usize) -> Result<Member, Finding> {
    let key_span = key.span();
    Ok(Member { key: key.into_inner().into_owned(), key_span, value: node(text, value, level)? })
}

/// A whole number; one that no number type of JSON holds is the text that it is written as.
fn integer(number: &DeInteger<'_>) -> NodeKind {
    let (digits, radix) = (number.as_str(), number.radix());
    let small = i64::from_str_radix(digits, radix).ok().map(Number::from);
    let number = small.or_else(|| u64::from_str_radix(digits, radix).ok().map(Number::from));
    number.map_or_else(|| NodeKind::Text(digits.to_owned()), NodeKind::Number)
}

fn float(number: &DeFloat<'_>) -> NodeKind {
    let finite = number.as_str().parse().ok().and_then(Number::from_f64);
    finite.map_or_else(|| NodeKind::Text(number.as_str().to_owned()), NodeKind::Number)
}

/// A syntax error in this house's grammar of messages, at character boundaries.
fn fault(text: &str, message: &str, span: Option<Range<usize>>) -> Finding {
    let span = span.unwrap_or(0..0);
    let start = floor(text, span.start);
    let span = start..floor(text, span.end).max(start);
    let message = message.lines().next().unwrap_or_default();
    match message.trim_end_matches(", expected nothing") {
        "duplicate key" => Finding::new(Code::Syntax, format!("`{}` is defined twice", shown(&text[span.clone()])), span)
            .help("join the two, or remove one"),
        message if !message.starts_with("string values must be quoted") => Finding::new(Code::Syntax, message, span),
        _ if span.is_empty() => Finding::new(Code::Syntax, "a value is missing", span),
        _ => Finding::new(Code::Syntax, format!("`{}` is not a value", shown(&text[span.clone()])), span).help("a string takes quotes"),
    }
}
