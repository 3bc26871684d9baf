use serde_json::json;

use super::read;
use crate::code::Code;
use crate::config::{DEEPEST, Finding};
use crate::tree::Node;

fn refusal(text: &str) -> Finding {
    match read(text) {
        (None, mut findings) if findings.len() == 1 => findings.remove(0),
        other => panic!("{other:?}"),
    }
}

fn loaded(text: &str) -> Node {
    let (node, findings) = read(text);
    assert_eq!(findings, [], "{text}");
    node.expect("a clean text has a node")
}

const LAYER: &str = r#"
[compat.claude]
hooks = true

[[hooks.Stop]]
hooks = [{ type = "command", command = "late", timeout = 1.5 }]

[[hooks.PreToolUse]]
matcher = 'Bash'
[[hooks.PreToolUse.hooks]]
"type" = "command"
command = """echo "hi" """
timeout = 10
"#;

#[test]
fn a_layer_means_what_the_same_json_means() {
    assert_eq!(
        loaded(LAYER).to_value(),
        json!({
            "compat": {"claude": {"hooks": true}},
            "hooks": {
                "Stop": [{"hooks": [{"type": "command", "command": "late", "timeout": 1.5}]}],
                "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo \"hi\" ", "timeout": 10}]}],
            },
        })
    );
}

#[test]
fn members_keep_the_order_of_the_document() {
    let node = loaded(LAYER);
    let keys =
        |at: &str| node.pointer(at).unwrap_or(&node).members().into_iter().flatten().map(|member| member.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(""), ["compat", "hooks"]);
    assert_eq!(keys("/hooks"), ["Stop", "PreToolUse"]);
}

#[test]
fn every_value_and_key_knows_its_bytes() {
    let node = loaded(LAYER);
    let group = &node.pointer("/hooks/PreToolUse").and_then(Node::items).expect("a list")[0];
    let handler = &group.get("hooks").and_then(Node::items).expect("a list")[0];
    let at = |node: &Node| &LAYER[node.span.clone()];
    assert_eq!(at(group), "[[hooks.PreToolUse]]");
    assert_eq!(at(handler), "[[hooks.PreToolUse.hooks]]");
    assert_eq!(at(group.get("matcher").expect("a member")), "'Bash'");
    assert_eq!(at(handler.get("timeout").expect("a member")), "10");
    assert_eq!(&LAYER[handler.members().expect("a table")[0].key_span.clone()], "\"type\"");
    assert_eq!(node.span, 0..LAYER.len());
}

#[test]
fn a_syntax_error_is_one_finding_at_its_place() {
    let cases = [
        ("a = \nb = 1", 4..4, "a value is missing"),
        ("a = yes please", 4..14, "`yes please` is not a value"),
        ("a = 1\na = 2", 6..7, "`a` is defined twice"),
        ("[h]\nx = 1\n\n[h]\ny = 2", 12..13, "`h` is defined twice"),
        ("[[h]]\n[h]", 7..8, "`h` is defined twice"),
        ("a = 'x", 6..6, "invalid literal string, expected `'`"),
        ("{\"hooks\": {}}", 0..0, "invalid key-value pair, expected key"),
        ("[hooks", 6..6, "unclosed table, expected `]`"),
        ("a = 01", 4..5, "unexpected leading zero"),
        ("é = [1,, ü]", 8..9, "extra comma in array, expected value"),
    ];
    for (text, span, message) in cases {
        let finding = refusal(text);
        assert_eq!((finding.code, finding.span, finding.message.as_str()), (Code::Syntax, span, message), "{text}");
    }
}

#[test]
fn what_json_has_no_word_for_is_text() {
    let node =
        loaded("d = 2024-05-01T10:00:00Z\nn = nan\ni = -inf\nbig = 99999999999999999999\nhuge = 1e999\nhex = 0xFFFF_FFFF_FFFF_FFFF\n");
    let expected = json!({
        "d": "2024-05-01T10:00:00Z", "n": "nan", "i": "-inf", "big": "99999999999999999999", "huge": "1e999", "hex": u64::MAX,
    });
    assert_eq!(node.to_value(), expected);
}

#[test]
fn an_empty_layer_is_an_empty_table() {
    assert_eq!(loaded("").to_value(), json!({}));
    assert_eq!(loaded("# nothing yet\n").to_value(), json!({}));
}

/// Runs on a stack that recursion would exhaust.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).expect("a thread starts").join().expect("it does not panic");
}

#[test]
fn a_hundred_thousand_levels_are_one_finding_however_they_are_written() {
    on_a_small_stack(|| {
        let many = 100_000;
        let path = vec!["a"; many].join(".");
        let crowded = format!("{}x = 1{}", format!("{} = {{", vec!["a"; 50].join(".")).repeat(60), "}".repeat(60));
        let texts = [
            format!("a = {}{}", "[".repeat(many), "]".repeat(many)),
            format!("a = {}", "[".repeat(many)),
            format!("{}1{}", "a = {".repeat(many), "}".repeat(many)),
            format!("{path} = 1"),
            format!("[{path}]"),
            format!("[[{path}]]"),
            format!("a = {{ {path} = 1 }}"),
            crowded,
        ];
        for text in texts {
            let finding = refusal(&text);
            assert_eq!(finding.code, Code::TooDeep, "{}: {}", &text[..20], finding.message);
            assert!(finding.span.end < 700, "{}: {:?}", &text[..20], finding.span);
        }
    });
}

#[test]
fn nesting_up_to_the_bound_is_read() {
    let arrays = |levels: usize| format!("a = {}{}", "[".repeat(levels), "]".repeat(levels));
    let tables = |levels: usize| format!("{}1{}", "a = {".repeat(levels) + "a = ", "}".repeat(levels));
    let header = |levels: usize| format!("[{}]", vec!["a"; levels].join("."));
    let lists = |levels: usize| (1..=levels).map(|level| format!("[[{}]]", vec!["a"; level].join("."))).collect::<Vec<_>>().join("\n");
    for text in [arrays(DEEPEST - 1), tables(DEEPEST - 1), header(DEEPEST - 1), lists(DEEPEST / 2 - 1)] {
        assert_eq!(read(&text).1, [], "{text}");
    }
    for text in [arrays(DEEPEST), tables(DEEPEST), header(DEEPEST), lists(DEEPEST / 2), lists(DEEPEST - 2)] {
        assert_eq!(refusal(&text).code, Code::TooDeep, "{text}");
    }
}
