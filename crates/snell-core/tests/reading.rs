//! What holds for every configuration text and every reply, not just for the ones somebody thought of.

use proptest::prelude::*;
use serde_json::{Map, Number, Value};
use snell_core::config::{Finding, Lines, json, toml};
use snell_core::tree::{Node, NodeKind};

/// Pieces that texts are broken with.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u12",
    "\\ud83d",
    "\\ude00",
    "//",
    "/*",
    "*/",
    "\n",
    "\t",
    "\u{0}",
    "'",
    "=",
    ".",
    "#",
    "-",
    "1e999",
    "0",
    "1.5",
    "true",
    "nul",
    "é",
    "😀",
    "\u{feff}",
    "\u{a0}",
    "\"a\":",
    "[[a.b]]\n",
    "[a]\n",
    "a.b = {",
    "a = [",
    "\"\"\"",
    "'''",
];

fn number() -> impl Strategy<Value = Number> {
    let float = any::<f64>().prop_filter_map("finite", Number::from_f64);
    prop_oneof![any::<i64>().prop_map(Number::from), any::<u64>().prop_map(Number::from), float, (-9i64..9).prop_map(Number::from)]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number().prop_map(Value::Number),
        any::<String>().prop_map(Value::String),
        "[a-z\\\\\"\u{0}-\u{1f}é😀]{0,40}".prop_map(Value::String),
    ];
    leaf.prop_recursive(6, 80, 20, |inner| {
        let members = proptest::collection::vec(("[a-z]{0,4}|.*", inner.clone()), 0..20);
        prop_oneof![
            proptest::collection::vec(inner, 0..20).prop_map(Value::Array),
            members.prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// A text with some pieces cut out, put in or doubled.
fn broken(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0usize..8, prop::sample::select(PIECES), 0usize..3);
    (text, proptest::collection::vec(edit, 0..6)).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, cut, piece, times) in edits {
            let at = at.index(characters.len() + 1);
            let end = (at + cut).min(characters.len());
            characters.splice(at..end, piece.repeat(times).chars());
        }
        characters.into_iter().collect()
    })
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a value can be written")
}

/// Every finding points at whole characters of the text, and so at a line and column of it.
fn assert_placed(text: &str, findings: &[Finding]) {
    for finding in findings {
        let piece = text.get(finding.span.clone());
        assert!(piece.is_some(), "{finding:?} points at no piece of {text:?}");
        let (line, column) = Lines::of(text).place(finding.span.start);
        assert!(line >= 1 && column >= 1);
        assert!(!finding.message.contains(char::is_control), "{finding:?}");
    }
}

/// Every node lies inside the one it belongs to; in JSON, reading its piece of the text alone gives it again.
fn assert_spans_hold(text: &str, node: &Node) {
    let inside = |inner: &Node| inner.span.start >= node.span.start && inner.span.end <= node.span.end;
    let again = json::read_strict(&text[node.span.clone()]).expect("a node's piece is a value");
    assert_eq!(again.to_value(), node.to_value());
    match &node.kind {
        NodeKind::List(items) => items.iter().for_each(|item| {
            assert!(inside(item));
            assert_spans_hold(text, item);
        }),
        NodeKind::Table(members) => members.iter().for_each(|member| {
            assert!(inside(&member.value));
            let key: String = serde_json::from_str(&text[member.key_span.clone()]).expect("a key's piece is a string");
            assert_eq!(key, member.key);
            assert_spans_hold(text, &member.value);
        }),
        _ => {}
    }
}

/// Equal, with floats compared loosely: serde_json's reading of them is off by a hair without its `float_roundtrip`.
fn alike(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) if ours.is_f64() && theirs.is_f64() => {
            let (ours, theirs) = (ours.as_f64().unwrap_or_default(), theirs.as_f64().unwrap_or_default());
            (ours - theirs).abs() <= ours.abs() * 1e-12
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| alike(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len() && ours.iter().all(|(key, ours)| theirs.get(key).is_some_and(|theirs| alike(ours, theirs)))
        }
        _ => ours == theirs,
    }
}

/// What a reply's strings may hold beyond RFC 8259: raw control characters and lone surrogates.
fn has_damaged_strings(text: &str) -> bool {
    text.contains(|letter: char| letter < ' ') || text.to_ascii_lowercase().contains("\\ud")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_is_read_back_without_a_finding(value in value()) {
        for text in [value.to_string(), pretty(&value)] {
            let (node, findings) = json::read(&text);
            prop_assert_eq!(findings, []);
            let node = node.expect("a clean text has a node");
            prop_assert_eq!(node.to_value(), value.clone());
            assert_spans_hold(&text, &node);
            prop_assert_eq!(json::read_strict(&text).expect("it is strict").to_value(), value.clone());
        }
    }

    #[test]
    fn strict_reading_accepts_what_serde_json_accepts(text in broken(value().prop_map(|value| pretty(&value)))) {
        let (ours, theirs) = (json::read_strict(&text), serde_json::from_str::<Value>(&text));
        match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert!(alike(&ours.to_value(), theirs), "{ours:?} {theirs:?}"),
            (Err(finding), Err(_)) => assert_placed(&text, std::slice::from_ref(finding)),
            // A number that none holds is a text to us.
            (Ok(_), Err(error)) if error.to_string().starts_with("number out of range") => {}
            (Ok(_), Err(_)) => prop_assert!(has_damaged_strings(&text), "{text:?}: {ours:?} {theirs:?}"),
            (Err(_), Ok(_)) => prop_assert!(false, "{text:?}: {ours:?} {theirs:?}"),
        }
    }

    #[test]
    fn a_text_that_strict_reading_accepts_is_read_alike_as_a_file(text in broken(value().prop_map(|value| value.to_string()))) {
        let (file, findings) = json::read(&text);
        assert_placed(&text, &findings);
        match json::read_strict(&text) {
            Ok(strict) if file.is_some() => prop_assert_eq!(file, Some(strict)),
            Ok(_) => prop_assert!(has_damaged_strings(&text)),
            Err(_) => prop_assert!(!findings.is_empty()),
        }
    }

    #[test]
    fn any_text_at_all_is_read_or_refused_with_a_place(text in prop_oneof![any::<String>(), broken(Just(String::new()))]) {
        for (node, findings) in [json::read(&text), toml::read(&text)] {
            assert_placed(&text, &findings);
            prop_assert!(node.is_some() || findings.len() == 1);
        }
    }

    #[test]
    fn a_broken_layer_is_read_as_toml_reads_it_or_refused_with_a_place(text in broken(layer())) {
        let (node, findings) = toml::read(&text);
        assert_placed(&text, &findings);
        let theirs = ::toml::de::DeTable::parse(&text);
        prop_assert_eq!(node.is_some(), theirs.is_ok(), "{} {:?}", text, theirs);
    }

    #[test]
    fn no_arrangement_of_paths_and_brackets_exhausts_a_stack(text in proptest::collection::vec(steep(), 1..60).prop_map(|steeps| steeps.concat())) {
        let reading = std::thread::Builder::new().stack_size(1024 * 1024).spawn(move || (toml::read(&text), json::read(&text)));
        prop_assert!(reading.expect("a thread starts").join().is_ok());
    }
}

/// Pieces that hold the steep ones together.
const SMALL: &[&str] = &["\n", "[", "]", "{", "}", ",", "=", ".", "a", "b = ", "b = {", "1", "'", "\"", "#", "[a]\n", "\r"];

/// Pieces that nest as much as they can.
fn steep() -> impl Strategy<Value = String> {
    let path = ["a"; 60].join(".");
    let pieces = [
        format!("{path} = {{"),
        format!("{path} = ["),
        format!("[{path}]\n"),
        format!("[[{path}]]\n"),
        path,
        "[".repeat(60),
        "]".repeat(60),
        "{".repeat(60),
        "}".repeat(60),
        "{a=".repeat(60),
        "[{a=".repeat(60),
        "{\"a\":".repeat(60),
    ];
    prop_oneof![
        prop::sample::select(pieces.to_vec()),
        prop::sample::select(SMALL).prop_map(str::to_owned),
        prop::sample::select(SMALL).prop_map(str::to_owned)
    ]
}

fn layer() -> impl Strategy<Value = String> {
    let line = prop::sample::select(&[
        "[hooks]",
        "[[hooks.Stop]]",
        "[[hooks.Stop.hooks]]",
        "[a.b.c]",
        "[\"é\".'x y']",
        "a.b = 1",
        "c = [1, [2.5, \"x\"],]",
        "# é",
        "d = { x = 1, y.z = [{}] }",
        "e = '''a\nb'''",
        "f = 2024-01-01",
        "g = \"\\u00e9\"",
        "command = \"echo\"",
        "timeout = 5",
        "h = nan",
    ]);
    proptest::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}
