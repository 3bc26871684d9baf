//! What goes into a hook and what comes out, bounded, whatever the hook does with its pipes.

mod scene;

use std::process::{Command, Stdio};

use scene::{But, SHORT, Scene, run, run_all, said};
use snell_core::End;
use snell_core::completion::OUTPUT_CAP;

#[test]
fn stdout_and_stderr_are_kept_apart() {
    let scene = Scene::new();
    let completion = run(scene.hook("echo out; echo err >&2"));
    assert_eq!(completion.stdout, "out\n".into());
    assert_eq!(completion.stderr, "err\n".into());
}

#[test]
fn a_flood_is_kept_up_to_the_cap_and_drained_beyond() {
    let scene = Scene::new();
    let completion = run(scene.hook("head -c 200000000 /dev/zero; echo end >&2"));
    assert_eq!(completion.end, End::Exited(0));
    assert_eq!(completion.stdout.bytes.len(), OUTPUT_CAP);
    assert!(completion.stdout.overflowed);
    assert_eq!(completion.stderr, "end\n".into());
}

#[test]
fn a_flood_of_errors_is_bounded_too_and_costs_no_answer() {
    let scene = Scene::new();
    let completion = run(scene.hook("head -c 20000000 /dev/zero >&2; echo deny; exit 2"));
    assert_eq!(completion.end, End::Exited(2));
    assert_eq!(completion.stdout, "deny\n".into());
    assert_eq!(completion.stderr.bytes.len(), OUTPUT_CAP);
    assert!(completion.stderr.overflowed);
}

#[test]
fn the_cap_itself_is_no_overflow() {
    let scene = Scene::new();
    let hooks = [OUTPUT_CAP, OUTPUT_CAP + 1].map(|size| scene.hook(&format!("head -c {size} /dev/zero")));
    let completions = run_all(&hooks);
    assert_eq!(completions[0].stdout.bytes.len(), OUTPUT_CAP);
    assert!(!completions[0].stdout.overflowed);
    assert_eq!(completions[1].stdout.bytes.len(), OUTPUT_CAP);
    assert!(completions[1].stdout.overflowed);
}

#[test]
fn a_line_that_never_ends_lasts_until_the_deadline() {
    let scene = Scene::new();
    let completion = run(scene.hook("cat /dev/zero").within(SHORT));
    assert_eq!(completion.end, End::TimedOut);
    assert_eq!(completion.stdout.bytes.len(), OUTPUT_CAP);
    assert!(completion.stdout.overflowed);
    scene.assert_nothing_is_left();
}

#[test]
fn bytes_come_as_they_are() {
    let scene = Scene::new();
    let completion = run(scene.hook(r"printf '\357\273\277{\000\377\303'; sleep 0.05; printf '\244\r\n'"));
    assert_eq!(completion.stdout.bytes, b"\xef\xbb\xbf{\0\xff\xc3\xa4\r\n");
}

#[test]
fn a_payload_of_any_size_arrives_whole_and_ends() {
    let scene = Scene::new();
    for size in [0, 1, 4096, 4097, 65_536, 65_537, 10 << 20] {
        let completion = run(scene.hook("wc -c").reading(vec![b'a'; size]));
        assert_eq!(completion.end, End::Exited(0));
        assert_eq!(said(&completion).trim(), size.to_string());
    }
}

#[test]
fn writing_and_reading_do_not_wait_for_each_other() {
    let scene = Scene::new();
    let payload: Vec<u8> = (0..900_000_u32).flat_map(|number| number.to_le_bytes().into_iter().take(1)).collect();
    let completion = run(scene.hook("cat").reading(payload.clone()));
    assert_eq!(completion.end, End::Exited(0));
    assert!(completion.stdout.bytes == payload && !completion.stdout.overflowed);
}

#[test]
fn a_hook_need_not_read() {
    let scene = Scene::new();
    for text in ["echo deny; exit 2", "exec <&-; echo deny; exit 2", "head -c 1 >/dev/null; echo deny; exit 2"] {
        for size in [700, 10 << 20] {
            let completion = run(scene.hook(text).reading(vec![b'a'; size]));
            assert_eq!(completion.end, End::Exited(2), "{text}");
            assert_eq!(said(&completion), "deny\n");
            assert!(!completion.leaked);
        }
    }
}

#[test]
fn no_hook_inherits_the_pipes_of_another() {
    let scene = Scene::new();
    let list = "ls /proc/self/fd | wc -l";
    let usual = Command::new("sh").args(["-c", list]).stdin(Stdio::null()).output().expect("sh runs").stdout;
    let usual = String::from_utf8(usual).expect("UTF-8");
    // A hook that had the writing end of another's stdin would keep it from ever ending.
    let hooks = vec![scene.hook(&format!("wc -c; {list}")).reading(vec![b'a'; 100_000]); 48];
    for completion in run_all(&hooks) {
        assert_eq!(completion.end, End::Exited(0));
        assert_eq!(said(&completion), format!("100000\n{usual}"));
    }
}

#[test]
fn a_broken_pipe_inside_a_hook_ends_its_writer_as_usual() {
    let scene = Scene::new();
    let completion = run(scene.hook("(yes; echo $? >&2) | head -n 1"));
    assert_eq!(said(&completion), "y\n");
    assert_eq!(completion.stderr, "141\n".into(), "SIGPIPE has its default in a hook");
}
