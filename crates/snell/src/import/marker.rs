//! One switch set in a TOML file, and not a byte changed besides (N11.4).
//!
//! Where the switch can be written there are several ways; each is tried and the whole text read again, and only a text that says exactly
//! what the old one said, and the switch, is used. So no liberty of the format needs to be known here.

use serde_json::{Map, Value};
use snell_core::config::toml;
use snell_core::tree::Node;

/// The text with the switch at a pointer set; the same text where it is set already.
///
/// # Errors
/// Why nothing may be written: the text cannot be read, or there is no place for the switch in it.
pub(super) fn set(text: &str, pointer: &str, value: bool) -> Result<String, String> {
    let tree = tree(text)?;
    let mut wanted = tree.to_value();
    put(&mut wanted, pointer, value);
    let has = |candidate: &String| self::tree(candidate).is_ok_and(|tree| tree.to_value() == wanted);
    let text = text.to_owned();
    if has(&text) {
        return Ok(text);
    }
    let place = Place::new(&text, &tree, pointer, value);
    let ways = [place.value(), place.in_braces(), place.under_its_header(), Some(place.at_the_end()), Some(place.at_the_top())];
    let found = ways.into_iter().flatten().find(has);
    found.ok_or_else(|| format!("there is no place for `{}`", place.shown()))
}

fn tree(text: &str) -> Result<Node, String> {
    let (tree, findings) = toml::read(text);
    tree.ok_or_else(|| {
        let finding = findings.first();
        let line = finding.map_or(1, |finding| text[..finding.span.start.min(text.len())].matches('\n').count() + 1);
        format!("cannot be read (line {line}): {}", finding.map_or("", |finding| finding.message.as_str()))
    })
}

fn put(value: &mut Value, pointer: &str, flag: bool) {
    let mut at = value;
    for key in pointer.split('/').skip(1) {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        let Value::Object(table) = at else { return };
        at = table.entry(key).or_insert(Value::Null);
    }
    *at = Value::Bool(flag);
}

struct Place<'t> {
    text: &'t str,
    tree: &'t Node,
    pointer: &'t str,
    /// `claude_compat`
    table: String,
    /// `imported = true`
    line: String,
    end: &'static str,
}

impl<'t> Place<'t> {
    fn new(text: &'t str, tree: &'t Node, pointer: &'t str, value: bool) -> Place<'t> {
        let (table, key) = pointer.trim_start_matches('/').rsplit_once('/').unwrap_or(("", pointer));
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Place { text, tree, pointer, table: table.replace('/', "."), line: format!("{key} = {value}"), end }
    }

    fn shown(&self) -> String {
        format!("[{}] {}", self.table, self.line)
    }

    /// In the place of another value of the switch.
    fn value(&self) -> Option<String> {
        let old = self.tree.pointer(self.pointer)?;
        let (_, new) = self.line.split_once(" = ")?;
        Some(format!("{}{new}{}", &self.text[..old.span.start], &self.text[old.span.end..]))
    }

    /// In a table that is written as `{ … }`.
    fn in_braces(&self) -> Option<String> {
        let (parent, _) = self.pointer.rsplit_once('/')?;
        let table = self.tree.pointer(parent)?;
        let brace = self.text[table.span.clone()].starts_with('{').then_some(table.span.start + 1)?;
        let comma = if table.members()?.is_empty() { " " } else { "," };
        Some(format!("{} {}{comma}{}", &self.text[..brace], self.line, &self.text[brace..]))
    }

    /// After the line `[table]`.
    fn under_its_header(&self) -> Option<String> {
        let header = format!("[{}]", self.table);
        let plain = |line: &str| line.split('#').next().unwrap_or_default().replace([' ', '\t', '\r', '"', '\''], "");
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            start += line.len();
            if plain(line.trim_end_matches('\n')) == header {
                let (break_before, break_after) = if line.ends_with('\n') { ("", self.end) } else { (self.end, "") };
                return Some(format!("{}{break_before}{}{break_after}{}", &self.text[..start], self.line, &self.text[start..]));
            }
        }
        None
    }

    fn at_the_end(&self) -> String {
        let end = self.end;
        let before = match self.text {
            "" => String::new(),
            text if text.ends_with('\n') => format!("{text}{end}"),
            text => format!("{text}{end}{end}"),
        };
        format!("{before}[{}]{end}{}{end}", self.table, self.line)
    }

    /// Before everything else: the only place beside keys such as `claude_compat.other = 1`.
    fn at_the_top(&self) -> String {
        format!("{}.{}{}{}", self.table, self.line, self.end, self.text)
    }
}

#[cfg(test)]
mod tests {
    fn set(text: &str) -> String {
        super::set(text, "/claude_compat/imported", true).unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    #[test]
    fn the_switch_is_written_where_there_is_a_place_and_nothing_else_changes() {
        for (before, after) in [
            ("", "[claude_compat]\nimported = true\n"),
            ("a = 1", "a = 1\n\n[claude_compat]\nimported = true\n"),
            ("# only a remark\n", "# only a remark\n\n[claude_compat]\nimported = true\n"),
            ("a = 1\r\n", "a = 1\r\n\r\n[claude_compat]\r\nimported = true\r\n"),
            ("[claude_compat]\nx = 1 # y\n[b]\n", "[claude_compat]\nimported = true\nx = 1 # y\n[b]\n"),
            ("[claude_compat]", "[claude_compat]\nimported = true"),
            ("  [ claude_compat ] # c\nx = 1", "  [ claude_compat ] # c\nimported = true\nx = 1"),
            ("[\"claude_compat\"]\n", "[\"claude_compat\"]\nimported = true\n"),
            ("[claude_compat]\nimported = false # no\n", "[claude_compat]\nimported = true # no\n"),
            ("[claude_compat]\nimported=\"later\"", "[claude_compat]\nimported=true"),
            ("claude_compat.imported =  false", "claude_compat.imported =  true"),
            ("claude_compat = { x = 1 } # c", "claude_compat = { imported = true, x = 1 } # c"),
            ("claude_compat = {}", "claude_compat = { imported = true }"),
            ("claude_compat = {imported = false}", "claude_compat = {imported = true}"),
            ("claude_compat.x = 1\n[b]\n", "claude_compat.imported = true\nclaude_compat.x = 1\n[b]\n"),
            ("[claude_compat.sub]\nx = 1\n", "[claude_compat.sub]\nx = 1\n\n[claude_compat]\nimported = true\n"),
            ("s = \"\"\"\n[claude_compat]\n\"\"\"\n", "s = \"\"\"\n[claude_compat]\n\"\"\"\n\n[claude_compat]\nimported = true\n"),
        ] {
            assert_eq!(set(before), after);
            assert_eq!(set(after), after, "a second time changes nothing");
        }
    }

    #[test]
    fn what_cannot_be_read_or_has_no_place_is_refused() {
        for text in ["[claude_compat", "a = = 1", "[[claude_compat]]\nx = 1\n", "claude_compat = 7"] {
            let found = super::set(text, "/claude_compat/imported", true);
            assert!(found.is_err(), "{text}: {found:?}");
        }
    }
}
