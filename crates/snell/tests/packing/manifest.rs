//! R8.1, R8.2: which manifest is read, where it says that the hooks are, and what is written into it.

use serde_json::{Value, json};

use super::source::{Source, changed, json, text};

const STOP: &str = r#"{"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}"#;

fn offers(packed: &snell::pack::Packed) -> Value {
    json(packed, "plugin.json")["extensions"]["reforma"]["hookOffers"].clone()
}

#[test]
fn the_path_and_the_offers_are_written_sorted_by_event() {
    let group = |matcher: &str, count: usize| {
        let handlers: Vec<Value> = (0..count).map(|number| json!({"type": "command", "command": format!("c{number}")})).collect();
        json!({"matcher": matcher, "hooks": handlers})
    };
    let hooks = json!({"hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "true"}]}],
        "PreToolUse": [group("Edit", 2), group("Bash", 1), group("Edit", 1), group("", 1)],
    }});
    let packed = Source::with_hooks(&hooks).pack();
    assert_eq!(json(&packed, "plugin.json")["extensions"]["reforma"]["hooks"], "./hooks/hooks.json");
    let expected =
        json!([{"name": "PreToolUse", "description": "5 handlers, matcher: Edit; Bash"}, {"name": "Stop", "description": "1 handler"}]);
    assert_eq!(offers(&packed), expected);
}

#[test]
fn the_rest_of_the_manifest_is_kept_in_its_order() {
    let source = Source::with_hooks(&json!({}));
    let manifest = r#"{"zeta": [1, 2.50, null], "name": "demo", "extensions": {"other": {"b": 1, "a": "ü"}, "reforma": {"x": true, "variables": {}}}, "alpha": {}}"#;
    source.write("plugin.json", manifest);
    let packed = source.pack();
    let expected = r#"{"zeta":[1,2.5,null],"name":"demo","extensions":{"other":{"b":1,"a":"ü"},"reforma":{"x":true,"variables":{},"hooks":"./hooks/hooks.json","hookOffers":[]}},"alpha":{}}"#;
    assert_eq!(json(&packed, "plugin.json").to_string(), expected);
}

#[test]
fn a_vendors_manifest_is_read_where_there_is_no_other() {
    for vendor in [".reforma-plugin", ".cursor-plugin", ".claude-plugin", ".codex-plugin"] {
        let source = Source::empty();
        source.write(&format!("{vendor}/plugin.json"), r#"{"name": "ported", "hooks": "./my/hooks.json"}"#);
        source.write("my/hooks.json", &format!("{{\"hooks\": {STOP}}}"));
        let packed = source.pack();
        assert_eq!(packed.name, "ported");
        let manifest = json(&packed, "plugin.json");
        assert_eq!(manifest["extensions"]["reforma"]["hooks"], "./hooks/hooks.json");
        assert!(manifest.get("hooks").is_none(), "a second place for hooks is not left");
        assert_eq!(changed(&packed), ["manifest-written:1", "hooks-moved:1"]);
        assert!(packed.package.get("my/hooks.json").is_none() && packed.package.get("hooks/hooks.json").is_some());
        assert!(packed.package.get(&format!("{vendor}/plugin.json")).is_some());
        source.write("plugin.json", r#"{"name": "own"}"#);
        assert_eq!(source.pack().name, "own");
    }
}

#[test]
fn hooks_in_the_manifest_are_written_to_their_file() {
    for inline in [STOP.to_owned(), format!("{{\"hooks\": {STOP}}}")] {
        let source = Source::empty();
        source.write("plugin.json", &format!("{{\"name\": \"demo\",\n\"hooks\":\n {inline}}}"));
        let packed = source.pack();
        assert_eq!(json(&packed, "hooks/hooks.json")["hooks"], serde_json::from_str::<Value>(STOP).expect("JSON"));
        assert_eq!(changed(&packed), ["manifest-written:1", "hooks-moved:3"]);
        assert!(json(&packed, "plugin.json").get("hooks").is_none());
    }
}

#[test]
fn a_finding_in_an_inline_hook_is_told_where_it_stands() {
    let source = Source::empty();
    source.write(
        "plugin.json",
        "{\"name\": \"demo\", \"hooks\": {\n\"Stop\": [{\"hooks\": [\n{\"type\": \"http\", \"url\": \"https://x\"}]}]}}",
    );
    assert_eq!(super::source::lost(&source.pack()), ["unknown-type:3"]);
}

#[test]
fn a_plugin_without_hooks_is_packed_without() {
    let source = Source::empty();
    source.write("plugin.json", r#"{"name": "demo"}"#);
    let packed = source.pack();
    assert_eq!(json(&packed, "plugin.json"), json!({"name": "demo", "extensions": {"reforma": {"hookOffers": []}}}));
    assert!(packed.package.get("hooks/hooks.json").is_none());
}

#[test]
fn a_manifest_that_cannot_be_used_is_refused() {
    for (manifest, why) in [
        ("{\"name\": \"demo\", \"hooks\": \"./none.json\"}", "leads to no file"),
        ("{\"name\": \"demo\", \"hooks\": \"../out.json\"}", "`..`"),
        ("{\"name\": \"demo\", \"hooks\": \"/etc/hooks.json\"}", "absolute"),
        ("{\"name\": \"demo\", \"hooks\": [\"./a.json\"]}", "a list"),
        ("{\"name\": \"demo\", \"extensions\": 7}", "no object"),
        ("{\"name\": \"demo\", \"name\": \"other\"}", "name"),
        ("{\"name\": \"../demo\"}", "name"),
        ("{\"name\": \"nul\"}", "name"),
        ("{}", "name"),
        ("[]", "no object"),
        ("{", "plugin.json"),
    ] {
        let source = Source::empty();
        source.write("plugin.json", manifest);
        assert!(source.fault().contains(why), "{manifest}: {}", source.fault());
    }
    assert!(Source::empty().fault().contains("plugin.json"));
}

#[test]
fn two_places_with_hooks_are_one_too_many() {
    let source = Source::with_hooks(&json!({"hooks": {}}));
    source.write("plugin.json", "{\"name\": \"demo\", \"hooks\": \"./other.json\"}");
    source.write("other.json", "{\"hooks\": {}}");
    assert!(source.fault().contains("declares other hooks"));
}

#[test]
fn a_manifest_with_comments_becomes_plain_json_and_that_is_told() {
    let source = Source::with_hooks(&json!({"hooks": {}}));
    source.write("plugin.json", "\u{feff}{\n// a remark\n\"name\": \"demo\",}");
    let packed = source.pack();
    assert_eq!(changed(&packed), ["json-extension:2", "json-extension:3", "manifest-written:1"]);
    assert!(!text(&packed, "plugin.json").contains("remark"));
}
