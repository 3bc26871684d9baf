//! Dialects with one cell changed. A table whose cells can be changed without any case noticing says something that nobody holds it to.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use snell_core::Dialect;

/// So many other values of a cell are tried.
const OTHERS: usize = 6;

/// A dialect that differs in one cell.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The dialect's name.
    pub dialect: String,
    /// A JSON pointer to the cell.
    pub path: String,
    /// What was done to it.
    pub change: String,
    /// The dialect with the change.
    pub tables: Dialect,
}

/// Every mutant of a dialect. `all` are the dialects whose cells give other values to try.
pub fn mutants(dialect: &Dialect, all: &[Dialect]) -> Vec<Mutant> {
    let mut seen = Seen::default();
    for other in all {
        seen.gather("", &as_json(other));
    }
    let whole = as_json(dialect);
    let mut changes = Vec::new();
    cells("", "", &whole, &seen, &mut changes);
    let mutant = |change: Change| {
        let mut tables = whole.clone();
        *tables.pointer_mut(&change.path)? = change.value;
        let tables: Dialect = serde_json::from_value(tables).ok()?;
        // A change that means the same (a number that is rounded away) is none.
        (tables != *dialect).then(|| Mutant { dialect: dialect.name.to_string(), path: change.path, change: change.told, tables })
    };
    changes.into_iter().filter_map(mutant).collect()
}

fn as_json(dialect: &Dialect) -> Value {
    serde_json::to_value(dialect).unwrap_or_default()
}

struct Change {
    path: String,
    value: Value,
    told: String,
}

/// The values of cells, by their paths with every index a star.
#[derive(Default)]
struct Seen(BTreeMap<String, Vec<Value>>);

impl Seen {
    fn gather(&mut self, place: &str, value: &Value) {
        let values = self.0.entry(place.to_owned()).or_default();
        if !values.contains(value) {
            values.push(value.clone());
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.gather(&format!("{place}/*"), item)),
            Value::Object(fields) => fields.iter().for_each(|(key, value)| self.gather(&format!("{place}/{}", escaped(key)), value)),
            _ => {}
        }
    }

    /// Other values of a cell, those that stand next in the tables first.
    fn others<'a>(&'a self, place: &str, value: &Value) -> impl Iterator<Item = &'a Value> {
        let values = self.0.get(place).map(Vec::as_slice).unwrap_or_default();
        let own = values.iter().position(|seen| seen == value).map_or(0, |at| at + 1);
        let (before, after) = values.split_at(own);
        let value = value.clone();
        after.iter().chain(before).filter(move |seen| **seen != value).take(OTHERS)
    }
}

/// The changes of a cell and of all below it. `place` is its path with every index a star.
fn cells(path: &str, place: &str, value: &Value, seen: &Seen, changes: &mut Vec<Change>) {
    let mut change = |value: Value, told: String| changes.push(Change { path: path.to_owned(), value, told });
    let shown = |value: &Value| value.to_string();
    match value {
        Value::Null => {
            for other in seen.others(place, value).filter(|other| is_leaf(other)) {
                change(other.clone(), format!("null → {}", shown(other)));
            }
        }
        Value::Bool(flag) => change((!flag).into(), format!("{flag} → {}", !flag)),
        Value::Number(number) => {
            for other in near(number.as_f64().unwrap_or_default(), number.is_f64()) {
                change(other.clone(), format!("{number} → {}", shown(&other)));
            }
            change(Value::Null, format!("{number} → null"));
        }
        Value::String(text) => {
            change(format!("{text}x").into(), format!("{text:?} → {:?}", format!("{text}x")));
            for other in seen.others(place, value) {
                change(other.clone(), format!("{text:?} → {}", shown(other)));
            }
            change(Value::Null, format!("{text:?} → null"));
        }
        Value::Array(items) => list(path, place, items, seen, changes),
        Value::Object(fields) => object(path, place, value, fields, seen, changes),
    }
}

fn is_leaf(value: &Value) -> bool {
    !value.is_null()
}

fn near(number: f64, is_float: bool) -> Vec<Value> {
    if is_float {
        return vec![(number + 1.0).into(), (number / 2.0).into()];
    }
    [number + 1.0, number - 1.0].into_iter().filter_map(whole).collect()
}

#[allow(clippy::cast_possible_truncation)]
fn whole(number: f64) -> Option<Value> {
    number.is_finite().then(|| Value::from(number as i64))
}

fn list(path: &str, place: &str, items: &[Value], seen: &Seen, changes: &mut Vec<Change>) {
    for index in 0..items.len() {
        let mut fewer = items.to_vec();
        let lost = fewer.remove(index);
        changes.push(Change { path: path.to_owned(), value: fewer.into(), told: format!("without item {index}: {}", short(&lost)) });
        if index + 1 < items.len() && items[index] != items[index + 1] {
            let mut swapped = items.to_vec();
            swapped.swap(index, index + 1);
            changes.push(Change { path: path.to_owned(), value: swapped.into(), told: format!("items {index} and {} swapped", index + 1) });
        }
    }
    for (index, item) in items.iter().enumerate() {
        cells(&format!("{path}/{index}"), &format!("{place}/*"), item, seen, changes);
    }
}

fn object(path: &str, place: &str, value: &Value, fields: &Map<String, Value>, seen: &Seen, changes: &mut Vec<Change>) {
    if is_variant(fields) {
        for other in seen.others(place, value) {
            changes.push(Change { path: path.to_owned(), value: other.clone(), told: format!("{} → {}", short(value), short(other)) });
        }
    }
    // What may be nothing: where it may not, the mutant is no dialect and falls away.
    changes.push(Change { path: path.to_owned(), value: Value::Null, told: format!("{} → null", short(value)) });
    for (key, inner) in fields {
        let key = escaped(key);
        cells(&format!("{path}/{key}"), &format!("{place}/{key}"), inner, seen, changes);
    }
}

/// A variant that holds something: `{"Text": "startup"}`. Columns are lowercase.
fn is_variant(fields: &Map<String, Value>) -> bool {
    fields.len() == 1 && fields.keys().all(|key| key.starts_with(|first: char| first.is_ascii_uppercase()))
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 80 { text } else { format!("{}…", text.chars().take(80).collect::<String>()) }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_cell_is_changed() {
        let all: Vec<Dialect> = snell::dialects::all().into_iter().cloned().collect();
        let mutants = mutants(&all[0], &all);
        let has = |path: &str, change: &str| mutants.iter().any(|mutant| mutant.path == path && mutant.change.contains(change));
        assert!(has("/any_spelling", "true → false"));
        assert!(has("/timeout", "5.0 → 6.0"));
        assert!(has("/continuations/limit", "8 → 9"));
        assert!(has("/project_root", "\"GitOnly\" → \"GitOrCwd\""));
        assert!(has("/longest_context", "null → 10000"));
        assert!(has("/tools", "without item 0"));
        assert!(has("/sources", "items 0 and 1 swapped"));
        assert!(has("/events/2/exits/1/code", "{\"Is\":2} → \"Any\""));
        assert!(mutants.iter().all(|mutant| mutant.tables != all[0]));
    }
}
