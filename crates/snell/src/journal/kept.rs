//! What a record keeps of texts and JSON: the beginning, with every secret masked first.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use snell_core::secret::Mask;

use super::record::Record;
use crate::report::{DiagnosticReport, HookReport};

/// The longest text, in bytes.
const LONGEST_TEXT: usize = 2 * 1024;
/// The largest piece of JSON (a tool's input, a replacement), in bytes, about.
const LARGEST_JSON: usize = 4 * 1024;
/// Deeper values are left out.
const DEEPEST: usize = 32;
/// The most notes of one hook, and names in a list.
const MOST: usize = 16;
/// The longest line, in bytes.
const LONGEST_LINE: usize = 64 * 1024;
/// Of which so many are for saying what was left out.
const LEFT_OUT: usize = 512;

/// Masks and shortens.
pub(super) struct Keeper {
    mask: Mask,
}

impl Keeper {
    pub(super) fn new(mask: Mask) -> Keeper {
        Keeper { mask }
    }

    /// The beginning of a text.
    pub(super) fn text(&self, text: &str) -> String {
        self.beginning(text, LONGEST_TEXT)
    }

    /// The beginning of a value. It stays JSON: what has no room is left out and counted.
    pub(super) fn json(&self, value: &Value) -> Value {
        self.value(value, &mut LARGEST_JSON.clone(), 0)
    }

    /// The same for an object.
    pub(super) fn map(&self, map: &Map<String, Value>) -> Map<String, Value> {
        self.fields(map, &mut LARGEST_JSON.clone(), 0)
    }

    /// What is kept of one hook's part.
    pub(super) fn hook(&self, hook: HookReport) -> HookReport {
        let text = |text: String| self.text(&text);
        HookReport {
            path: text(hook.path),
            run: text(hook.run),
            verdict: hook.verdict.map(|mut verdict| {
                verdict.reason = verdict.reason.map(text);
                verdict.context = verdict.context.map(text);
                verdict.input = verdict.input.map(|input| self.map(&input));
                verdict.output = verdict.output.map(|output| self.json(&output));
                verdict
            }),
            failure: hook.failure.map(|mut failure| {
                failure.message = text(failure.message);
                failure
            }),
            notes: hook.notes.into_iter().take(MOST).map(|note| self.note(note)).collect(),
            ..hook
        }
    }

    fn note(&self, note: DiagnosticReport) -> DiagnosticReport {
        DiagnosticReport { message: self.text(&note.message), help: note.help.map(|help| self.text(&help)), ..note }
    }

    /// INVARIANT: the text is cut outside of secrets and masked afterwards, so that no half of one is left.
    fn beginning(&self, text: &str, limit: usize) -> String {
        let end = self.mask.cut(text, fitting(text, limit));
        let kept = self.mask.apply(&text[..end]);
        if end == text.len() { kept } else { format!("{kept} [cut {} bytes]", text.len() - end) }
    }

    fn value(&self, value: &Value, room: &mut usize, depth: usize) -> Value {
        match value {
            Value::String(text) => {
                let kept = self.beginning(text, LONGEST_TEXT.min(*room));
                *room = room.saturating_sub(kept.len());
                Value::String(kept)
            }
            Value::Array(_) | Value::Object(_) if depth == DEEPEST => "[cut: too deep]".into(),
            Value::Array(items) => self.items(items, room, depth),
            Value::Object(fields) => Value::Object(self.fields(fields, room, depth)),
            other => {
                *room = room.saturating_sub(8);
                other.clone()
            }
        }
    }

    fn items(&self, items: &[Value], room: &mut usize, depth: usize) -> Value {
        let mut kept = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if *room == 0 {
                kept.push(format!("[cut {} items]", items.len() - index).into());
                break;
            }
            *room = room.saturating_sub(2);
            kept.push(self.value(item, room, depth + 1));
        }
        Value::Array(kept)
    }

    fn fields(&self, fields: &Map<String, Value>, room: &mut usize, depth: usize) -> Map<String, Value> {
        let mut kept = Map::new();
        for (index, (key, value)) in fields.iter().enumerate() {
            if *room == 0 {
                kept.insert("[cut]".to_owned(), format!("{} fields", fields.len() - index).into());
                break;
            }
            let key = self.beginning(key, LONGEST_TEXT.min(*room));
            *room = room.saturating_sub(key.len() + 4);
            kept.insert(key, self.value(value, room, depth + 1));
        }
        kept
    }
}

/// How much of a text takes `limit` bytes in JSON at most.
fn fitting(text: &str, limit: usize) -> usize {
    let mut taken = 0;
    let mut fits = |letter: char| {
        taken += match letter {
            '"' | '\\' | '\n' | '\r' | '\t' => 2,
            _ if letter.is_ascii_control() => 6,
            _ => letter.len_utf8(),
        };
        taken <= limit
    };
    text.find(|letter| !fits(letter)).unwrap_or(text.len())
}

/// The record as its line. Where it is too long, hooks are left out: first those that were skipped, and the last ones first.
pub(super) fn line(mut record: Record) -> Vec<u8> {
    record.by.truncate(MOST);
    let whole = bytes(&record);
    if whole.len() <= LONGEST_LINE {
        return whole;
    }
    let sizes: Vec<usize> = record.hooks.iter().map(|hook| bytes(hook).len()).collect();
    let mut room = (LONGEST_LINE - LEFT_OUT + sizes.iter().sum::<usize>()).saturating_sub(whole.len());
    let mut kept = vec![false; sizes.len()];
    for ran in [true, false] {
        for index in (0..sizes.len()).filter(|index| (record.hooks[*index].state == "ran") == ran) {
            kept[index] = sizes[index] <= room;
            room = if kept[index] { room - sizes[index] } else { 0 };
        }
    }
    let (hooks, left_out): (Vec<_>, Vec<_>) = record.hooks.into_iter().zip(kept).partition(|(_, kept)| *kept);
    record.hooks = hooks.into_iter().map(|(hook, _)| hook).collect();
    record.left_out = counted(left_out.into_iter().map(|(hook, _)| hook));
    bytes(&record)
}

fn counted(hooks: impl Iterator<Item = HookReport>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for hook in hooks {
        *counts.entry(hook.why.unwrap_or(hook.state)).or_default() += 1;
    }
    counts
}

fn bytes(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
