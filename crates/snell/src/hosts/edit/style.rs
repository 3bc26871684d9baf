//! How a file is written: its line ends, its indentation, whether it is all in one line.

use serde_json::Value;
use snell_core::tree::Node;

/// The habits of a file.
pub(super) struct Style {
    newline: &'static str,
    unit: String,
    /// A blank after a colon or comma within a line.
    blank: &'static str,
    /// The whole file is one line.
    pub(super) one_line: bool,
}

impl Style {
    /// What a text does, as far as it shows; else two blanks a level, `\n`.
    pub(super) fn of(text: &str, root: &Node) -> Style {
        let newline = if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" };
        let members = root.members().unwrap_or_default();
        let indents = members.iter().filter_map(|member| indent_at(text, member.key_span.start));
        let outer = line_indent(text, root.span.start);
        let unit = indents.map(|indent| indent.strip_prefix(outer).unwrap_or(indent)).find(|unit| !unit.is_empty());
        let close = members.first().is_some_and(|member| !text[member.key_span.end..member.value.span.start].contains(' '));
        Style {
            newline,
            unit: unit.unwrap_or("  ").to_owned(),
            blank: if close { "" } else { " " },
            one_line: !members.is_empty() && !text[root.span.clone()].contains('\n'),
        }
    }

    /// A line end and an indentation, one level deeper than `outer`.
    pub(super) fn deeper(&self, outer: &str) -> String {
        format!("{outer}{}", self.unit)
    }

    pub(super) fn line(&self, indent: &str) -> String {
        format!("{}{indent}", self.newline)
    }

    /// What separates an item from its comma in one line.
    pub(super) fn blank(&self) -> &'static str {
        self.blank
    }

    /// A member, over several lines where an indentation is given.
    pub(super) fn member(&self, key: &str, value: &Value, indent: Option<&str>) -> String {
        let blank = if indent.is_some() { " " } else { self.blank };
        format!("{}:{blank}{}", Value::from(key), self.value(value, indent))
    }

    /// A value; `indent` is that of the line it begins on.
    pub(super) fn value(&self, value: &Value, indent: Option<&str>) -> String {
        let deeper = indent.map(|indent| self.deeper(indent));
        let inner = deeper.as_deref();
        let (open, close, items) = match value {
            Value::Object(members) => ('{', '}', members.iter().map(|(key, value)| self.member(key, value, inner)).collect()),
            Value::Array(items) => ('[', ']', items.iter().map(|item| self.value(item, inner)).collect::<Vec<_>>()),
            plain => return plain.to_string(),
        };
        match (indent, inner) {
            (Some(outer), Some(inner)) if !items.is_empty() => {
                let (inner, outer) = (self.line(inner), self.line(outer));
                format!("{open}{inner}{}{outer}{close}", items.join(&format!(",{inner}")))
            }
            _ => format!("{open}{}{close}", items.join(&format!(",{}", self.blank))),
        }
    }
}

/// The indentation of a thing that begins its line.
pub(super) fn indent_at(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n')? + 1;
    let before = &text[start..at];
    before.chars().all(|letter| letter == ' ' || letter == '\t').then_some(before)
}

/// The indentation of the line in which a thing stands.
pub(super) fn line_indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
