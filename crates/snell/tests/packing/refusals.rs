//! R8.5: directories that are no package.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

use serde_json::json;
use snell::pack::pack;

use super::source::{Source, changed, text};

fn source() -> Source {
    Source::with_hooks(&json!({"hooks": {}}))
}

#[test]
fn a_link_out_of_the_package_is_refused() {
    for target in ["/etc/passwd", "../..", "/nowhere/at/all", "loop", "hooks"] {
        let source = source();
        symlink(target, source.path().join("loop")).expect("a link");
        assert!(source.fault().contains("`loop` is a link"), "{target}: {}", source.fault());
    }
}

#[test]
fn a_link_to_a_file_of_the_package_becomes_a_copy_and_that_is_told() {
    let source = source();
    source.write("real.sh", "exit 0");
    symlink("../real.sh", source.path().join("hooks/run.sh")).expect("a link");
    let packed = source.pack();
    assert_eq!(text(&packed, "hooks/run.sh"), "exit 0");
    assert!(changed(&packed).contains(&"link-copied:1".to_owned()));
}

#[test]
fn what_is_no_file_is_refused() {
    let source = source();
    let _listener = UnixListener::bind(source.path().join("socket")).expect("a socket");
    let status = Command::new("mkfifo").arg(source.path().join("fifo")).status().expect("there is mkfifo");
    assert!(status.success());
    let fault = source.fault();
    assert!(fault.contains("`fifo` is a FIFO") && fault.contains("`socket` is a socket"), "{fault}");
}

#[test]
fn every_name_that_another_disk_cannot_hold_is_told_at_once() {
    let source = source();
    for name in ["aux.txt", "a:b", "end.", "README", "readme", "caf\u{e9}", "cafe\u{301}"] {
        source.write(name, "x");
    }
    source.write(&"n".repeat(101), "x");
    let fault = source.fault();
    for part in ["`aux.txt`", "`a:b`", "`end.`", "`readme` and `README`", "one name on some disks", "too long"] {
        assert!(fault.contains(part), "{part}: {fault}");
    }
    assert_eq!(fault.lines().count(), 6, "{fault}");
}

#[test]
fn a_name_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let source = source();
    let name = std::ffi::OsStr::from_bytes(b"a\xff");
    if fs::write(source.path().join(name), "x").is_ok() {
        assert!(source.fault().contains("not UTF-8"));
    }
}

#[test]
fn what_the_authors_tools_keep_is_left_out_and_told() {
    let source = source();
    source.write(".git/config", "x");
    source.write("deep/.DS_Store", "x");
    fs::create_dir(source.path().join("empty")).expect("a directory");
    let packed = source.pack();
    assert_eq!(changed(&packed).iter().filter(|told| told.starts_with("left-out")).count(), 3);
    assert!(packed.package.files().all(|(path, _)| !path.as_str().contains(".git") && !path.as_str().contains("DS_Store")));
}

#[test]
fn where_the_package_goes_is_no_part_of_it() {
    let source = source();
    let out = source.write("demo.tar.gz", "an older package");
    let packed = pack(snell::dialects::reforma(), source.path(), Some(&out)).expect("it is good");
    assert!(packed.package.get("demo.tar.gz").is_none());
}

#[test]
fn plugins_of_a_dialect_that_does_not_pack_are_not_packed() {
    let fault = pack(snell::dialects::rightnow(), source().path(), None).expect_err("it has no manifest");
    assert!(fault.to_string().contains("not packed"));
}
