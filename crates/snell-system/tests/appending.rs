//! Appending: several writers, damage, and what is refused.

mod scene;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::thread;

use scene::Scene;
use snell_system::files::{append_line, private_directory};

#[test]
fn lines_of_several_writers_never_mix() {
    let scene = Scene::new();
    let path = scene.path("lines");
    thread::scope(|scope| {
        for writer in b'a'..=b'd' {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..200 {
                    append_line(path, &[vec![writer; 9000], b"\n".to_vec()].concat()).expect("it is written");
                }
            });
        }
    });
    let text = fs::read_to_string(&path).expect("the file");
    // Whoever looks while another writes may find its line unfinished and end it: that leaves an empty line, and harms nothing.
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 800);
    assert!(lines.iter().all(|line| line.len() == 9000 && line.bytes().all(|byte| byte == line.as_bytes()[0])));
}

#[test]
fn the_file_is_this_users_alone_even_if_it_was_not() {
    let scene = Scene::new();
    let path = scene.path("lines");
    append_line(&path, b"one\n").expect("it is written");
    assert_eq!(fs::metadata(&path).expect("the file").mode() & 0o777, 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a mode");
    append_line(&path, b"two\n").expect("it is written");
    assert_eq!(fs::metadata(&path).expect("the file").mode() & 0o777, 0o600);
    assert_eq!(fs::read_to_string(&path).expect("the file"), "one\ntwo\n");
}

#[test]
fn a_line_that_was_not_finished_spoils_no_other() {
    let scene = Scene::new();
    let path = scene.file("lines", "one\n{half a li", 0o600);
    append_line(&path, b"two\n").expect("it is written");
    append_line(&path, b"three\n").expect("it is written");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "one\n{half a li\ntwo\nthree\n");
}

#[test]
fn links_and_what_is_no_regular_file_are_refused_at_once() {
    let scene = Scene::new();
    let target = scene.file("target", "mine\n", 0o600);
    symlink(&target, scene.path("link")).expect("a link");
    symlink(scene.path("nowhere"), scene.path("dangling")).expect("a link");
    let fifo = std::process::Command::new("mkfifo").arg(scene.path("fifo")).status().expect("mkfifo runs");
    assert!(fifo.success());
    for (name, why) in [("link", "it is a link"), ("dangling", "it is a link"), ("fifo", "it is not a regular file")] {
        let error = append_line(&scene.path(name), b"x\n").expect_err(name);
        assert_eq!(error.to_string(), why, "{name}");
    }
    append_line(scene.path("").as_path(), b"x\n").expect_err("a directory");
    assert_eq!(fs::read_to_string(target).expect("the file"), "mine\n");
    assert!(!scene.path("nowhere").exists());
}

#[test]
fn a_directory_is_made_for_this_user_alone_and_refused_where_others_may_write() {
    let scene = Scene::new();
    let path = scene.path("a/b");
    private_directory(&path).expect("it is made");
    private_directory(&path).expect("it is there");
    for part in ["a", "a/b"] {
        assert_eq!(fs::metadata(scene.path(part)).expect("a directory").mode() & 0o777, 0o700, "{part}");
    }
    symlink(&path, scene.path("link")).expect("a link");
    assert_eq!(private_directory(&scene.path("link")).expect_err("a link").to_string(), "it is a link");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).expect("a mode");
    assert_eq!(private_directory(&path).expect_err("open to all").to_string(), "others may write it");
}
