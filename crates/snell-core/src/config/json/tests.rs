use serde_json::{Value, json};

use super::{DEEPEST_REPLY, read, read_strict};
use crate::code::Code;
use crate::config::{DEEPEST, Finding};
use crate::tree::Node;

/// The one finding of a text that cannot be used.
fn refusal(text: &str) -> Finding {
    match read(text) {
        (None, mut findings) if findings.len() == 1 => findings.remove(0),
        other => panic!("{text:?}: {other:?}"),
    }
}

/// A finding on one line: what it says, the bytes it points at, and its help.
fn told(text: &str, finding: &Finding) -> String {
    format!("{} @{:?} ({})", finding.message, &text[finding.span.clone()], finding.help.as_deref().unwrap_or("-"))
}

fn loaded(text: &str) -> Node {
    let (node, findings) = read(text);
    assert_eq!(findings, [], "{text}");
    node.expect("a clean text has a node")
}

#[test]
fn a_syntax_error_says_what_was_found_where_and_what_to_do() {
    let cases = [
        ("", r#"the file is empty @"" (`{}` is the smallest JSON object)"#),
        (" \n\t", r#"the file is empty @"" (`{}` is the smallest JSON object)"#),
        ("// nothing yet\n", r#"the file has nothing but comments @"" (`{}` is the smallest JSON object)"#),
        (r#"{"a":1 "b":2}"#, r#"expected `,` or `}` after a member, found `"` @"\"" (put a `,` after the previous member)"#),
        ("[1 2]", r#"expected `,` or `]` after an item, found `2` @"2" (put a `,` after the previous item)"#),
        ("{'a':1}", r#"expected a key in double quotes, found `'` @"'" (a string takes double quotes: `"`)"#),
        ("{\"a\":“b”}", r#"expected a value, found `“` @"“" (a string takes double quotes: `"`)"#),
        ("{hooks: {}}", r#"expected a key in double quotes, found `hooks` @"hooks" (write `"hooks"`)"#),
        (r#"{"a":echo}"#, r#"expected a value, found `echo` @"echo" (a string takes double quotes: `"echo"`)"#),
        (r#"{"a":True}"#, r#"expected a value, found `True` @"True" (write `true`)"#),
        (r#"{"a":None}"#, r#"expected a value, found `None` @"None" (write `null`)"#),
        (r#"{"a":truely}"#, r#"expected a value, found `truely` @"truely" (a string takes double quotes: `"truely"`)"#),
        ("[NaN]", r#"expected a value, found `NaN` @"NaN" (JSON has finite numbers only)"#),
        ("[-Infinity]", r#"`-Infinity` is not a number @"-Infinity" (anything but a number takes double quotes)"#),
        (r#"{"a" 1}"#, r#"expected `:` after the key `a`, found `1` @"1" (a key and its value are separated by `:`)"#),
        (r#"{"a"="b"}"#, r#"expected `:` after the key `a`, found `=` @"=" (a key and its value are separated by `:`)"#),
        ("[1,,2]", r#"expected a value, found `,` @"," (a value is missing here, or a comma is too many)"#),
        ("{,}", r#"expected a key in double quotes, found `,` @"," (a member is missing here, or a comma is too many)"#),
        (
            "{\n  \"a\": [\n    1\n  }\n}",
            r#"expected `,` or `]` after an item, found `}` @"}" (the array begins on line 2, column 8; it takes a `]`)"#,
        ),
        (
            "{\n  \"a\": {\"b\": 1\n",
            r#"expected `,` or `}` after a member, found the end of the file @"" (the object begins on line 2, column 8; it is never closed)"#,
        ),
        (r#"{"a":"#, r#"expected a value, found the end of the file @"" (the object begins on line 1, column 1; it is never closed)"#),
        (r#"{"a""#, r#"expected `:` after the key `a`, found the end of the file @"" (-)"#),
        (r#"{"a":1} x"#, r#"expected the end of the file, found `x` @"x" (a file is one JSON value with nothing around it)"#),
        (r#"{"a":1}}"#, r#"expected the end of the file, found `}` @"}" (it closes nothing; remove it)"#),
        (r#"{"a":1}{}"#, r#"expected the end of the file, found `{` @"{" (a file is one JSON value with nothing around it)"#),
        ("# hi\n{}", r##"expected a value, found `#` @"#" (a comment begins with `//`)"##),
        ("{/* x", r#"a comment that never ends @"/*" (end it with `*/`)"#),
        (
            "[\u{a0}1]",
            "expected a value, found the character U+00A0 @\"\\u{a0}\" (it cannot be seen, and is not white space to JSON; remove it)",
        ),
        ("\u{0}{", "expected a value, found the character U+0000 @\"\\0\" (the text looks like UTF-16; save it as UTF-8)"),
        (r#"["abc"#, r#"a string that never ends @"\"" (end it with `"`)"#),
        ("[\"abc\n]", r#"a string that does not end on its line @"\"abc" (end it with `"`; a line break in it is written `\n`)"#),
        ("[\"a\tb\"]", r#"a tab in a string @"\t" (write it `\t`)"#),
        ("[\"a\u{1b}[0m\"]", "a control character in a string: U+001B @\"\\u{1b}\" (write it `\\u001b`)"),
        (r#"["C:\Windows"]"#, r#"`\W` is no escape @"\\W" (a backslash itself is written `\\`)"#),
        (r#"["\u12g4"]"#, r#"`\u` takes four hexadecimal digits @"\\u12" (a backslash itself is written `\\`)"#),
        (
            r#"["\ud800"]"#,
            r#"`\ud800` is half of a surrogate pair, and no character @"\\ud800" (write the character itself, or both halves)"#,
        ),
        (
            r#"["\ud83dx\ude00"]"#,
            r#"`\ud83d` is half of a surrogate pair, and no character @"\\ud83d" (write the character itself, or both halves)"#,
        ),
        (
            r#"["\ude00\ud83d"]"#,
            r#"`\ude00` is half of a surrogate pair, and no character @"\\ude00" (write the character itself, or both halves)"#,
        ),
        ("[007]", r#"`007` is not a number @"007" (a number does not begin with `0`)"#),
        ("[-01]", r#"`-01` is not a number @"-01" (a number does not begin with `0`)"#),
        ("[1.]", r#"`1.` is not a number @"1." (write a digit before and after the `.`)"#),
        ("[.5]", r#"expected a value, found `.5` @".5" (a number begins with a digit or `-`)"#),
        ("[+5]", r#"expected a value, found `+5` @"+5" (a number begins with a digit or `-`)"#),
        ("[0x1F]", r#"`0x1F` is not a number @"0x1F" (anything but a number takes double quotes)"#),
        ("[5s]", r#"`5s` is not a number @"5s" (anything but a number takes double quotes)"#),
        ("[1e]", r#"`1e` is not a number @"1e" (anything but a number takes double quotes)"#),
    ];
    for (text, expected) in cases {
        let finding = refusal(text);
        assert_eq!(finding.code, Code::Syntax, "{text}");
        assert_eq!(told(text, &finding), expected, "{text}");
    }
}

#[test]
fn a_message_repeats_no_control_characters_and_no_megabytes() {
    let finding = refusal(&format!("{{{}: 1}}", "x".repeat(1_000_000)));
    assert!(finding.message.len() < 200 && finding.span.len() < 100, "{finding:?}");
    let (_, findings) = read("{\"\\u001b[31m\": 1, \"\\u001b[31m\": 2}");
    assert_eq!(findings[0].message, r"`\u{1b}[31m` stands more than once in one object; the last one stands");
}

#[test]
fn comments_and_trailing_commas_are_read_and_each_kind_is_named_once() {
    let text = "// one\n{\n  \"a\": [1, 2,], /* two */\n  \"b\": \"// no /* comment\", // three\n}\n/* four */";
    let (node, findings) = read(text);
    assert_eq!(node.expect("it is usable").to_value(), json!({"a": [1, 2], "b": "// no /* comment"}));
    let told: Vec<_> = findings.iter().map(|finding| (finding.code, told(text, finding))).collect();
    assert_eq!(
        told,
        [
            (
                Code::JsonExtension,
                "4 comments in a JSON file; other readers may refuse them @\"// one\" (remove them if other programs read this file)"
                    .to_owned()
            ),
            (
                Code::JsonExtension,
                "2 trailing commas in a JSON file; other readers may refuse them @\",\" (remove them if other programs read this file)"
                    .to_owned()
            ),
        ]
    );
    assert_eq!(findings[1].span.start, text.find(",]").expect("it is there"));
}

#[test]
fn a_single_comment_is_not_called_many() {
    let (_, findings) = read("{} // end");
    assert_eq!(findings[0].message, "a comment in a JSON file; other readers may refuse it");
}

#[test]
fn a_comma_alone_is_no_trailing_comma() {
    assert_eq!(refusal("[,]").code, Code::Syntax);
    assert_eq!(refusal("[1,,]").code, Code::Syntax);
    assert_eq!(refusal("{},").code, Code::Syntax);
}

#[test]
fn of_repeated_keys_all_are_kept_the_last_stands_and_the_second_is_named() {
    let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"\\u0061\": 3,\n  \"a\": 4\n}";
    let (node, findings) = read(text);
    let node = node.expect("it is usable");
    assert_eq!(node.to_value(), json!({"b": 2, "a": 4}));
    assert_eq!(node.every("/a").iter().map(|node| node.to_value()).collect::<Vec<_>>(), [json!(1), json!(3), json!(4)]);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, Code::DuplicateKey);
    assert_eq!(
        told(text, &findings[0]),
        r#"`a` stands more than once in one object; the last one stands @"\"\\u0061\"" (remove all but one; the first is on line 2)"#
    );
}

#[test]
fn findings_come_in_the_order_of_the_text() {
    let (_, findings) = read("{\"a\": [1,], // one\n\"a\": {\"b\": 1, \"b\": 2}}");
    let places: Vec<_> = findings.iter().map(|finding| (finding.code, finding.span.start)).collect();
    let expected = [(Code::JsonExtension, 8), (Code::JsonExtension, 12), (Code::DuplicateKey, 19), (Code::DuplicateKey, 33)];
    assert_eq!(places, expected);
}

#[test]
fn repeated_keys_are_found_in_objects_of_any_size() {
    for size in 2..40 {
        let mut members: Vec<_> = (0..size).map(|index| format!("\"k{index}\":0")).collect();
        assert_eq!(read(&format!("{{{}}}", members.join(","))).1, []);
        members.push("\"k1\":1".to_owned());
        members.push("\"k1\":2".to_owned());
        let (_, findings) = read(&format!("[{{{}}}]", members.join(",")));
        assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::DuplicateKey], "{size} members");
    }
}

#[test]
fn many_repeated_keys_are_counted_rather_than_listed() {
    let members: Vec<_> = (0..10_000).map(|index| format!("\"{}\":0", index / 2)).collect();
    let (_, findings) = read(&format!("{{{}}}", members.join(",")));
    assert_eq!(findings.len(), 50);
    assert!(findings[49].message.ends_with("4950 more keys are repeated in this file"), "{}", findings[49].message);
}

#[test]
fn every_value_and_key_knows_its_bytes() {
    let text = "\n{ \"käse\" : [ true , {\"x\": -1.5e3} ],\"n\":null}";
    let node = loaded(text);
    let key = &node.members().expect("an object")[0];
    assert_eq!(&text[key.key_span.clone()], "\"käse\"");
    assert_eq!(&text[key.value.span.clone()], "[ true , {\"x\": -1.5e3} ]");
    assert_eq!(&text[node.span.clone()], text.trim());
    let items = key.value.items().expect("an array");
    assert_eq!(&text[items[0].span.clone()], "true");
    assert_eq!(&text[items[1].get("x").expect("a member").span.clone()], "-1.5e3");
    assert_eq!(&text[node.get("n").expect("a member").span.clone()], "null");
}

#[test]
fn numbers_keep_their_kind_and_minus_zero_its_sign() {
    for text in ["0", "-1", "18446744073709551615", "-9223372036854775808", "1.5", "1e2", "0.1", "1e-400", "18446744073709551616"] {
        assert_eq!(loaded(text).to_value(), serde_json::from_str::<Value>(text).expect("it is JSON"), "{text}");
    }
    assert!(loaded("-0").to_value().as_f64().expect("a number").is_sign_negative());
}

#[test]
fn every_escape_is_decoded() {
    assert_eq!(loaded(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é""#).text(), Some("\"\\/\u{8}\u{c}\n\r\té😀 é"));
}

/// Runs on a stack that recursion would exhaust.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).expect("a thread starts").join().expect("it does not panic");
}

#[test]
fn a_hundred_thousand_brackets_are_one_finding_at_the_first_too_many() {
    on_a_small_stack(|| {
        let deep = [("[".repeat(100_000), 64), ("[".repeat(100_000) + &"]".repeat(100_000), 64), ("{\"a\":".repeat(100_000), 64 * 5)];
        for (text, place) in deep {
            let finding = refusal(&text);
            assert_eq!((finding.code, finding.span), (Code::TooDeep, place..place + 1));
            assert_eq!(finding.message, "nested deeper than 64 levels");
            assert_eq!(read_strict(&text).expect_err("too deep").code, Code::TooDeep);
        }
    });
}

#[test]
fn nesting_up_to_the_bound_is_read_on_a_small_stack() {
    let nested = |levels: usize| format!("{}1{}", "{\"a\":[".repeat(levels / 2), "]}".repeat(levels / 2));
    on_a_small_stack(move || {
        assert_eq!(loaded(&nested(DEEPEST)).to_value().to_string(), nested(DEEPEST));
        assert_eq!(refusal(&nested(DEEPEST + 2)).code, Code::TooDeep);
        assert_eq!(read_strict(&nested(DEEPEST_REPLY)).expect("within the bound").to_value().to_string(), nested(DEEPEST_REPLY));
        assert_eq!(read_strict(&nested(DEEPEST_REPLY + 2)).expect_err("beyond it").code, Code::TooDeep);
    });
}

#[test]
fn a_reply_is_strict() {
    let cases = [
        ("", "the reply is empty"),
        ("{} // done", "expected the end of the reply, found `/`"),
        ("/* a */ {}", "expected a value, found `/`"),
        ("{\"a\":1,}", "a comma before the closing `}`"),
        ("[1,]", "a comma before the closing `]`"),
        ("{\"a\":1", "expected `,` or `}` after a member, found the end of the reply"),
        ("\u{feff}{}", "expected a value, found the character U+FEFF"),
    ];
    for (text, message) in cases {
        let finding = read_strict(text).expect_err(text);
        assert_eq!((finding.code, finding.message.as_str()), (Code::Syntax, message), "{text}");
    }
}

#[test]
fn damage_inside_a_replys_string_costs_only_the_damaged_characters() {
    for (text, reason) in [
        ("{\"reason\":\"two\nlines\"}", "two\nlines"),
        ("{\"reason\":\"\u{1b}[31mno\0\"}", "\u{1b}[31mno\0"),
        ("{\"reason\":\"cut \\ud83d\"}", "cut \u{fffd}"),
        ("{\"reason\":\"\\udc00\\ud83d\\ude00\"}", "\u{fffd}😀"),
    ] {
        let reply = read_strict(text).expect(text);
        assert_eq!(reply.get("reason").and_then(|node| node.text()), Some(reason), "{text}");
    }
}

#[test]
fn a_reply_keeps_every_copy_of_a_repeated_key_in_order() {
    let reply = read_strict(" \r\n{\"decision\":\"deny\",\"decision\":\"allow\"}\n").expect("it is JSON");
    let decisions: Vec<_> = reply.every("/decision").iter().filter_map(|node| node.text()).collect();
    assert_eq!(decisions, ["deny", "allow"]);
}

#[test]
fn a_number_that_none_holds_is_a_text_and_costs_nothing_around_it() {
    let text = r#"{"timeout": 1e999, "least": -1e999, "kept": [1]}"#;
    assert_eq!(loaded(text).to_value(), json!({"timeout": "1e999", "least": "-1e999", "kept": [1]}));
    assert_eq!(read_strict(text).expect("a reply").to_value(), loaded(text).to_value());
    assert_eq!(super::event(text).expect("an event"), loaded(text).to_value());
}

#[test]
fn a_megabyte_of_digits_is_a_number_or_a_text() {
    let digits = "9".repeat(1_000_000);
    assert_eq!(loaded(&digits).text(), Some(digits.as_str()));
    assert_eq!(loaded(&format!("0.{}", "3".repeat(1_000_000))).to_value(), json!(1.0 / 3.0));
}
