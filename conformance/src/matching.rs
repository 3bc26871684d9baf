//! Whether something printed is what was expected: by subset, with `…` for anything.

use serde_json::Value;

/// Stands for any text, any value, or, as an item of a list, any number of items.
const ANY: &str = "…";

/// What differs: nothing where all that is expected is there. `null` expects null or nothing.
pub fn differences(expected: &Value, actual: Option<&Value>) -> Vec<String> {
    let mut found = Vec::new();
    compare("", expected, actual.unwrap_or(&Value::Null), &mut found);
    found
}

/// Whether a text fits a pattern in which `…` stands for any text.
pub fn fits(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once(ANY) else { return pattern == text };
    let Some(text) = text.strip_prefix(first) else { return false };
    if rest.contains(ANY) {
        return (0..=text.len()).any(|at| text.is_char_boundary(at) && fits(rest, &text[at..]));
    }
    text.ends_with(rest)
}

fn compare(path: &str, expected: &Value, actual: &Value, found: &mut Vec<String>) {
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (key, value) in expected {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, value, actual.get(key).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(expected), Value::Array(actual)) if expected.iter().any(is_any) => {
            if !items_fit(expected, actual) {
                found.push(difference(path, &Value::Array(expected.clone()), &Value::Array(actual.clone())));
            }
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                compare(&format!("{path}[{index}]"), expected, actual, found);
            }
        }
        _ if is_equal(expected, actual) => {}
        _ => found.push(difference(path, expected, actual)),
    }
}

fn is_equal(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (expected, actual) if is_any(expected) => !actual.is_null(),
        (Value::String(pattern), Value::String(text)) => fits(pattern, text),
        (Value::Number(expected), Value::Number(actual)) => expected.as_f64() == actual.as_f64(),
        (expected, actual) => expected == actual,
    }
}

fn is_any(value: &Value) -> bool {
    value.as_str() == Some(ANY)
}

/// Items in order, where `…` passes over any number of them.
fn items_fit(expected: &[Value], actual: &[Value]) -> bool {
    match expected {
        [] => actual.is_empty(),
        [first, rest @ ..] if is_any(first) => (0..=actual.len()).any(|skipped| items_fit(rest, &actual[skipped..])),
        [first, rest @ ..] => {
            actual.split_first().is_some_and(|(item, others)| differences(first, Some(item)).is_empty() && items_fit(rest, others))
        }
    }
}

fn difference(path: &str, expected: &Value, actual: &Value) -> String {
    let path = if path.is_empty() { "all of it" } else { path };
    format!("{path}: expected `{}`, was `{}`", shown(expected), shown(actual))
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 600 { text } else { format!("{}…", text.chars().take(600).collect::<String>()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_subset_fits_and_everything_else_is_told_by_its_path() {
        let actual = json!({ "a": [1, { "b": "text here", "c": true }], "d": null });
        for fitting in [
            json!({}),
            json!({ "d": null, "e": null }),
            json!({ "a": [1.0, { "b": "text …" }] }),
            json!({ "a": ["…", { "c": true }, "…"] }),
            json!({ "a": "…" }),
        ] {
            assert!(differences(&fitting, Some(&actual)).is_empty(), "{fitting}");
        }
        for (other, told) in [
            (json!({ "a": [1] }), "a: "),
            (json!({ "a": [1, { "b": "text" }] }), "a[1].b: "),
            (json!({ "a": ["…", 1] }), "a: "),
            (json!({ "d": "…" }), "d: "),
            (json!({ "a": null }), "a: "),
            (json!([]), "all of it: "),
        ] {
            let found = differences(&other, Some(&actual));
            assert!(found.len() == 1 && found[0].starts_with(told), "{other}: {found:?}");
        }
    }

    #[test]
    fn any_text_may_stand_anywhere() {
        assert!(fits("a…c", "abc") && fits("…", "") && fits("…b…", "abc") && fits("a…b…c", "a1b2b3c"));
        assert!(!fits("a…c", "ab") && !fits("", "a") && !fits("…b…b…", "abc"));
    }
}
