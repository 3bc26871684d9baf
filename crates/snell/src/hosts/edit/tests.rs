use snell_core::dialect::Host;

use super::find::is_ours;
use super::*;

const FIRST: &str = "snell bridge run x";

fn handlers(host: &Host, names: &[&str]) -> Vec<Handler> {
    let one = |event: &&str| {
        let mut handler = Map::new();
        handler.insert("type".to_owned(), "command".into());
        handler.insert(host.command.to_string(), format!("{FIRST} {event} --within 60").into());
        handler.insert(host.timeout.to_string(), 60.into());
        Handler { event: (*event).to_owned(), handler }
    };
    names.iter().map(one).collect()
}

fn hosts() -> Vec<Host> {
    snell_dialects::all().into_iter().filter_map(|dialect| dialect.host.clone()).collect()
}

/// Texts as people write them; `EVENTS` stands for the key of the events.
const TEXTS: [&str; 18] = [
    "{}",
    "{}\n",
    "{\n}\n",
    "{ \"a\": 1 }",
    "{\"a\":1,\"b\":[2]}",
    "{\n  \"a\": 1\n}\n",
    "{\n\t\"a\": 1,\n\t\"b\": {\"c\": [1,\n2]}\n}",
    "{\r\n    \"a\": 1, // why, then\r\n    /* { */ \"b\": []\r\n}\r\n",
    "// head\n{\n  \"a\": 1, // one\n  // the end\n}\n// foot",
    "{\n  \"hooks\": {},\n  \"z\": null\n}\n",
    "{\n  \"hooks\": { // none yet\n  }\n}\n",
    "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"mine\" }] }\n    ]\n  }\n}\n",
    "{\n  \"hooks\": {\n    \"Stop\": [],\n    \"Other\": [],\n  },\n}\n",
    "{\"hooks\":{\"Stop\":[{\"hooks\":[]}]}}",
    "{\n\"hooks\":\n{\n\"Start\":\n[\n{\n\"hooks\":\n[\n]\n}\n]\n}\n}",
    "{\n  \"Stop\": [\n    { \"type\": \"command\", \"command\": \"mine\" } // last\n    ],\n  \"x\": \"{\\\"\"\n}",
    "{ /* all */ }",
    "[\n]\n",
];

#[test]
fn what_is_put_in_is_there_and_all_else_stays() {
    for host in hosts() {
        let native = Native { host: &host, agent: "x" };
        let wanted = handlers(&host, &["Start", "Stop"]);
        for text in TEXTS {
            let before = reader::read(text).0.expect("JSON");
            let Ok(after) = native.with(text, &wanted) else {
                assert!(before.members().is_none(), "{text}");
                continue;
            };
            let root = reader::read(&after).0.unwrap_or_else(|| panic!("{after}"));
            let found: Vec<_> = ours(&native, &root).into_iter().map(|found| (found.event, found.node.to_value())).collect();
            let expected: Vec<_> = wanted.iter().map(|one| (one.event.clone(), Value::Object(one.handler.clone()))).collect();
            let sorted = |mut list: Vec<(String, Value)>| {
                list.sort_by(|a, b| a.0.cmp(&b.0));
                list
            };
            assert_eq!(sorted(found), sorted(expected), "{text}\n{after}");
            assert_eq!(native.with(&after, &wanted).unwrap(), after, "a second time changes nothing");
            // What was there is there in the same order, byte for byte.
            let mut rest = after.as_str();
            for part in text.chars().filter(|letter| !letter.is_whitespace()) {
                let at = rest.find(part).unwrap_or_else(|| panic!("{text}\n{after}"));
                rest = &rest[at + part.len_utf8()..];
            }
            let ends = |text: &str| text.matches("\r\n").count() == text.matches('\n').count();
            assert!(!text.contains("\r\n") || ends(&after), "{after:?}");
        }
    }
}

#[test]
fn what_was_put_in_can_be_taken_out() {
    for host in hosts() {
        let native = Native { host: &host, agent: "x" };
        for text in TEXTS {
            let Ok(after) = native.with(text, &handlers(&host, &["Start", "Stop"])) else { continue };
            let back = native.without(&after, Some(text), &|_| false).unwrap();
            let compact = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            assert_eq!(compact(&back), compact(text), "{text}\n{after}\n{back}");
            // Blanks between empty brackets are not kept.
            let is_hollow = ["{}", "[]"].iter().any(|hollow| compact(text).contains(hollow)) || text.contains("/* all */");
            if !is_hollow {
                assert_eq!(back, text, "{after}");
            }
        }
    }
}

#[test]
fn only_our_handler_leaves_a_group_that_others_joined() {
    let host = hosts().remove(0);
    let native = Native { host: &host, agent: "x" };
    let text = "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          { \"command\": \"snell bridge run x Stop\" },\n          { \"command\": \"mine\" }\n        ]\n      }\n    ]\n  }\n}\n";
    let left = "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          { \"command\": \"mine\" }\n        ]\n      }\n    ]\n  }\n}\n";
    assert_eq!(native.without(text, None, &|_| false).unwrap(), left);
}

#[test]
fn what_is_out_of_date_is_replaced_where_it_stands() {
    let host = hosts().remove(0);
    let native = Native { host: &host, agent: "x" };
    let wanted = handlers(&host, &["Stop"]);
    let written = native.with("{\n  \"a\": 1\n}\n", &wanted).unwrap();
    let old = written.replace("--within 60", "--within 6").replace("\"timeout\": 60", "\"timeout\": 6");
    assert_ne!(old, written);
    assert_eq!(native.with(&old, &wanted).unwrap(), written);
    let other = handlers(&host, &["Start"]);
    assert_eq!(native.with(&written, &other).unwrap(), native.with("{\n  \"a\": 1\n}\n", &other).unwrap());
}

#[test]
fn what_is_no_object_of_lists_is_refused() {
    let host = hosts().remove(0);
    let native = Native { host: &host, agent: "x" };
    for text in ["{", "[]", "7", "{\"hooks\": []}", "{\"hooks\": {\"Stop\": {}}}", "{\"hooks\": {}} x", "// only a comment"] {
        assert!(native.with(text, &handlers(&host, &["Stop"])).is_err(), "{text}");
    }
}

#[test]
fn a_command_is_ours_by_its_words() {
    for (command, is) in [
        ("/opt/snell bridge run x Stop --within 60", true),
        ("env A=1 '/a b/snell' bridge run x Stop", true),
        ("snell bridge run xy Stop", false),
        ("bridge run x Stop", false),
        ("snell bridge status", false),
    ] {
        assert_eq!(is_ours(command, "x"), is, "{command}");
    }
}
