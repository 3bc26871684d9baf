//! What a program wrote, as text: the encodings that hooks really use, and whether a decision hides in a text that is no reply.

use crate::config::json;
use crate::tree::Node;

/// How many bytes of an output are looked at for a guess at its encoding: enough for a reply's first keys, however long its reason is.
const SAMPLE: usize = 64;

/// How often the length of a text may be read while looking for an object in it.
const PASSES: usize = 8;

/// Output as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte-order mark; U+FFFD stands for what could not be decoded.
    pub text: String,
    /// The bytes look like UTF-16 without a byte-order mark. They are then decoded as what they claim to be: UTF-8.
    pub utf16_suspected: bool,
}

/// Decodes a whole output at once: UTF-8, its mark skipped, or UTF-16 by its mark; invalid bytes are replaced (N6.8).
pub fn decode(bytes: &[u8]) -> Decoded {
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => return Decoded { text: String::from_utf8_lossy(bytes).into_owned(), utf16_suspected: looks_like_utf16(bytes) },
    };
    Decoded { text, utf16_suspected: false }
}

/// Whether a text that is not a JSON object has one in it that holds a value at any of these JSON pointers (N6.8, R7.6). It is asked for
/// a diagnostic alone: such a decision is never used.
///
/// Linear: an object is looked for at each `{`, and the search ends when the text has been read a few times over.
pub fn embedded_object(text: &str, keys: &[&str]) -> bool {
    let decides = |node: &Node| keys.iter().any(|key| !node.every(key).is_empty());
    let mut work = PASSES * text.len();
    let mut at = 0;
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        let (node, end) = json::read_from(text, start);
        match node {
            Some(node) if decides(&node) => return true,
            Some(_) => at = end,
            None => at = start + 1,
        }
        match work.checked_sub(end - start) {
            Some(left) => work = left,
            None => return false,
        }
    }
    false
}

/// Whether a text that begins like an object but is none has the last name of one of these JSON pointers in quotes: a slip such as a comma
/// too many, or an object cut off. Like [`embedded_object`], it is asked for a diagnostic alone.
pub fn names_in_braces(text: &str, keys: &[&str]) -> bool {
    let name = |key: &&str| key.rsplit('/').next().unwrap_or_default().to_owned();
    let quoted = |name: String| ['"', '\''].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}")));
    text.trim_start().starts_with('{') && keys.iter().map(name).any(quoted)
}

/// UTF-16 code units of one byte order. A half of a pair and a last odd byte are replaced.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let characters = char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER));
    characters.chain(odd.iter().map(|_| char::REPLACEMENT_CHARACTER)).collect()
}

/// Text in UTF-16 has NULs, nearly all of them on one side of its pairs: JSON's own characters are ASCII in any language.
fn looks_like_utf16(bytes: &[u8]) -> bool {
    let (pairs, _) = bytes[..bytes.len().min(SAMPLE)].as_chunks::<2>();
    let zeros = |side: usize| pairs.iter().filter(|pair| pair[side] == 0).count();
    let (fewer, more) = (zeros(0).min(zeros(1)), zeros(0).max(zeros(1)));
    more > pairs.len() / 4 && fewer <= more / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::json::read_strict;

    const DENY: &str = r#"{"decision":"deny","reason":"nö 😀"}"#;
    const KEYS: &[&str] = &["/decision", "/hookSpecificOutput/permissionDecision"];

    fn little(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    fn big(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_tells_the_encoding() {
        let marked = [
            [b"\xEF\xBB\xBF", DENY.as_bytes()].concat(),
            [b"\xFF\xFE".to_vec(), little(DENY)].concat(),
            [b"\xFE\xFF".to_vec(), big(DENY)].concat(),
            DENY.into(),
        ];
        for bytes in marked {
            assert_eq!(decode(&bytes), Decoded { text: DENY.to_owned(), utf16_suspected: false }, "{bytes:x?}");
        }
    }

    #[test]
    fn utf_16_without_a_mark_is_suspected_and_not_read() {
        let japanese = format!(r#"{{"reason":"{}","decision":"deny"}}"#, "危険なコマンドです".repeat(50));
        for bytes in [little(DENY), big(DENY), little("{}"), little(&japanese), big(&japanese), little("loading...\n")] {
            let decoded = decode(&bytes);
            assert!(decoded.utf16_suspected, "{bytes:x?}");
            assert!(read_strict(&decoded.text).is_err());
        }
    }

    #[test]
    fn other_output_is_not_suspected() {
        let outputs: [&[u8]; 7] = [b"", b"\0", b"{}", DENY.as_bytes(), b"file one\0file two\0", &[0; 64], b"\xff\xfd\x80\x81caf\xe9"];
        for bytes in outputs {
            assert!(!decode(bytes).utf16_suspected, "{bytes:x?}");
        }
    }

    #[test]
    fn one_bad_byte_in_a_reason_leaves_the_deny_standing() {
        let decoded = decode(b"{\"decision\":\"deny\",\"reason\":\"caf\xE9\"}");
        let reply = read_strict(&decoded.text).expect("it is still JSON");
        assert_eq!(reply.get("decision").and_then(Node::text), Some("deny"));
        assert_eq!(reply.get("reason").and_then(Node::text), Some("caf\u{fffd}"));
    }

    #[test]
    fn halves_of_utf_16_are_replaced() {
        assert_eq!(decode(b"\xFF\xFE\x3D\xD8a\0\0").text, "\u{fffd}a\u{fffd}");
        assert_eq!(decode(b"\xFF\xFE").text, "");
    }

    #[test]
    fn a_decision_in_mixed_text_is_seen() {
        let mixed = [
            format!("ready\n{DENY}"),
            format!("{DENY}\ndone"),
            format!("{DENY}{DENY}"),
            format!("{DENY},"),
            format!("[{DENY}]"),
            format!("${{HOME}} {{x}} {{ {{}} {{\"log\":{{}}}} {DENY}"),
            "ok {\"hookSpecificOutput\": {\"permissionDecision\": \"deny\"}}".to_owned(),
            "ok {\"decision\": \"allow\", \"decision\": \"deny\"}".to_owned(),
        ];
        for text in mixed {
            assert!(embedded_object(&text, KEYS), "{text}");
        }
    }

    #[test]
    fn text_without_a_whole_object_that_decides_is_just_text() {
        let plain = [
            "",
            "the decision is to deny",
            "{\"decision\":\"deny\"",
            "{decision: deny}",
            "x {\"reason\":\"decision\"}",
            "x {\"permissionDecision\":\"deny\"}",
            "x {\"tool_input\":{\"decision\":\"deny\"}}",
            "x \"{\\\"decision\\\":\\\"deny\\\"}\"",
        ];
        for text in plain {
            assert!(!embedded_object(text, KEYS), "{text}");
        }
    }

    #[test]
    fn a_name_in_what_begins_like_an_object_is_seen() {
        for text in ["{\"decision\":\"deny\"", " \n{'permissionDecision': 'deny'}", "{\"decision\":\"deny\",}"] {
            assert!(names_in_braces(text, KEYS), "{text}");
        }
        for text in ["{\"reason\":1", "{decision: deny}", "\"decision\"", ""] {
            assert!(!names_in_braces(text, KEYS), "{text}");
        }
    }

    #[test]
    fn looking_for_an_object_reads_a_text_only_a_few_times_over() {
        let hostile = ["{\"a\":", "{\"", "{", "{\"a\":[0,", "{\"a\":[1}", "{\"a\":1", "{a", "{1"].map(|piece| piece.repeat(100_000));
        for text in hostile {
            assert!(!embedded_object(&text, KEYS));
        }
        let after_many_braces = format!("{}{DENY}", "{} {x} ".repeat(10_000));
        assert!(embedded_object(&after_many_braces, KEYS));
    }
}
