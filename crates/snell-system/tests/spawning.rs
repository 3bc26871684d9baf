//! What a hook starts with, and what is said when it cannot start.

mod scene;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use scene::{But, Scene, run, said};
use snell_core::{Action, Completion, End, Invocation};
use snell_system::nearest_directory;

/// The reason why it was not started, with the scene's directory as `~`.
fn refusal(scene: &Scene, invocation: Invocation) -> String {
    match run(invocation).end {
        End::NotStarted(why) => why.replace(&scene.directory.path().display().to_string(), "~"),
        other => panic!("it started: {other:?}"),
    }
}

fn refusal_of(scene: &Scene, name: &str) -> String {
    refusal(scene, scene.program(scene.path(name), []))
}

fn ran(completion: &Completion) -> &str {
    assert_eq!(completion.end, End::Exited(0), "{completion:?}");
    said(completion)
}

#[test]
fn a_missing_program_is_named() {
    let scene = Scene::new();
    assert_eq!(refusal_of(&scene, "gone"), "`~/gone` does not exist");
    assert_eq!(refusal(&scene, scene.program("no-such-program", [])), "no program `no-such-program` is on PATH");
    symlink("nowhere", scene.path("link")).expect("a link");
    assert_eq!(refusal_of(&scene, "link"), "`~/link` is a link to `nowhere`, which does not exist");
    assert_eq!(refusal(&scene, scene.program("", [])), "there is no program to run");
}

#[test]
fn a_file_that_may_not_be_executed_is_named() {
    let scene = Scene::new();
    scene.file("plain", "#!/bin/sh\n", 0o644);
    assert_eq!(refusal_of(&scene, "plain"), "`~/plain` has no execute bit (`chmod +x` gives it one)");
    fs::create_dir(scene.path("folder")).expect("a directory");
    assert_eq!(refusal_of(&scene, "folder"), "`~/folder` is a directory, not a program");
    assert_eq!(refusal(&scene, scene.program("/dev/zero", [])), "`/dev/zero` is not a regular file");
}

#[test]
fn a_missing_interpreter_is_named() {
    let scene = Scene::new();
    scene.file("script", "#!/opt/none/python3 -I\nprint()\n", 0o755);
    let why = "the interpreter in the `#!` line of `~/script` cannot be run: ";
    assert_eq!(refusal_of(&scene, "script"), format!("{why}`/opt/none/python3` does not exist"));
    scene.file("script", "#! /etc/passwd\n", 0o755);
    assert_eq!(refusal_of(&scene, "script"), format!("{why}`/etc/passwd` has no execute bit (`chmod +x` gives it one)"));
    scene.file("script", "#!/etc\n", 0o755);
    assert_eq!(refusal_of(&scene, "script"), format!("{why}`/etc` is a directory, not a program"));
    scene.file("script", "#!python3\n", 0o755);
    assert_eq!(refusal_of(&scene, "script"), format!("{why}`python3` is not an absolute path"));
}

#[test]
fn line_ends_of_another_system_are_recognised() {
    let scene = Scene::new();
    scene.file("script", "#!/bin/sh\r\nexit 0\r\n", 0o755);
    assert_eq!(
        refusal_of(&scene, "script"),
        "the `#!` line of `~/script` ends in CRLF, so that its interpreter is read as `/bin/sh\\r` instead of `/bin/sh` (save it with LF line ends)"
    );
}

#[test]
fn a_file_in_no_executable_format_is_named() {
    let scene = Scene::new();
    for (text, why) in [
        ("", "`~/file` is empty"),
        ("echo hi\n", "`~/file` is not in a format that this system executes (a script begins with a line such as `#!/bin/sh`)"),
        ("\u{feff}#!/bin/sh\n", "`~/file` begins with a byte order mark, which hides its `#!` line (save it without one)"),
        ("#!\necho hi\n", "the `#!` line of `~/file` names no interpreter"),
        ("\u{7f}ELF nonsense", "`~/file` is a program for another kind of machine, or damaged"),
    ] {
        scene.file("file", text, 0o755);
        assert_eq!(refusal_of(&scene, "file"), why);
    }
}

#[test]
fn a_missing_directory_is_named_and_its_nearest_parent_known() {
    let scene = Scene::new();
    let gone = scene.path("gone/deeper");
    assert_eq!(refusal(&scene, scene.hook(":").starting_in(&gone)), "its directory `~/gone/deeper` does not exist");
    let file = scene.file("file", "", 0o644);
    assert_eq!(refusal(&scene, scene.hook(":").starting_in(&file)), "its directory `~/file` is not a directory");
    assert_eq!(nearest_directory(&gone), scene.directory.path());
    assert_eq!(nearest_directory(&file), scene.directory.path());
    assert_eq!(nearest_directory(Path::new("relative/none")), Path::new("/"));
}

#[test]
fn what_the_system_cannot_pass_on_is_said() {
    let scene = Scene::new();
    let nul = "its command, an argument or a variable holds a NUL byte, which no program can be given";
    assert_eq!(refusal(&scene, scene.hook("echo \0")), nul);
    assert_eq!(refusal(&scene, scene.hook(":").with("NAME", "a\0b")), nul);
    let large = "a".repeat(3 << 20);
    assert_eq!(
        refusal(&scene, scene.hook(":").with("LARGE", &large)),
        "its arguments and its environment together are too large for this system"
    );
}

#[test]
fn names_in_a_refusal_cannot_write_on_the_terminal() {
    let scene = Scene::new();
    assert_eq!(refusal_of(&scene, "\u{1b}[2J\n"), "`~/\\u{1b}[2J\\n` does not exist");
}

#[test]
fn a_script_and_a_program_on_path_run() {
    let scene = Scene::new();
    let script = scene.file("a script", "#!/bin/sh\necho \"$0 $1\"\n", 0o755);
    assert_eq!(ran(&run(scene.program(&script, ["x y"]))), format!("{} x y\n", script.display()));
    assert_eq!(ran(&run(scene.program("a script", []).with("PATH", scene.directory.path().to_str().expect("UTF-8")))).lines().count(), 1);
}

#[test]
fn a_bare_word_is_not_looked_for_where_the_hook_starts() {
    let scene = Scene::new();
    scene.file("tool", "#!/bin/sh\n", 0o755);
    for path in ["", ".", ":/bin:", "../x"] {
        assert_eq!(refusal(&scene, scene.program("tool", []).with("PATH", path)), "no program `tool` is on PATH");
    }
    // Nor where this process is.
    let up = "../".repeat(std::env::current_dir().expect("a directory").components().count());
    assert!(Path::new(&up).join("bin/sh").is_file());
    assert_eq!(refusal(&scene, scene.program("sh", []).with("PATH", &format!("{up}bin"))), "no program `sh` is on PATH");
}

#[test]
fn the_environment_is_exactly_the_given_one() {
    let scene = Scene::new();
    let mut hook = scene.program("/usr/bin/env", []);
    if let Action::Run { env, .. } = &mut hook.action {
        *env = [("B".into(), "2 '\"$(x)\n".into()), ("A".into(), "1".into())].into_iter().collect();
    }
    let completion = run(hook);
    let mut lines: Vec<&str> = ran(&completion).split_inclusive('\n').collect();
    lines.sort_unstable();
    assert_eq!(lines.concat(), "\nA=1\nB=2 '\"$(x)\n");
}

#[test]
fn a_directory_may_have_any_name() {
    let scene = Scene::new();
    for name in ["it's", "a \"b\"", "$(touch x)", "`touch x`", "new\nline", "-rf", "*", "ünïcödé", " "] {
        let directory = scene.path(name);
        fs::create_dir(&directory).expect("a directory");
        let completion = run(scene.hook("pwd -P; ls -A ..").starting_in(&directory));
        assert!(ran(&completion).starts_with(&format!("{}\n", fs::canonicalize(&directory).expect("it is there").display())));
        assert!(!scene.path("x").exists() && !directory.join("x").exists());
    }
}

#[test]
fn a_hook_may_delete_the_directory_it_runs_in() {
    let scene = Scene::new();
    let directory = scene.path("short-lived");
    fs::create_dir(&directory).expect("a directory");
    assert_eq!(ran(&run(scene.hook("rmdir \"$PWD\" && echo gone").starting_in(&directory))), "gone\n");
}

#[test]
fn a_failed_start_does_not_disturb_the_others() {
    let scene = Scene::new();
    let hooks = [scene.hook("echo a"), scene.program("/nowhere", []), scene.hook("echo b")];
    let completions = scene::run_all(&hooks);
    assert_eq!(said(&completions[0]), "a\n");
    assert!(matches!(&completions[1].end, End::NotStarted(why) if why == "`/nowhere` does not exist"));
    assert_eq!(said(&completions[2]), "b\n");
}
