//! R8.5: the same bytes every time, and what was packed is packed already.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::json;
use snell::dialects;
use snell::install::open;
use snell::pack::{pack, write};

use super::source::Source;

fn plugin() -> Source {
    let source = Source::with_hooks(&json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"type": "command", "command": "sh '${CLAUDE_PLUGIN_ROOT}/hooks/pre.sh'"}]}]}}));
    for name in ["b/2", "b/1", "a", "hooks/pre.sh"] {
        source.write(name, name);
    }
    source
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
}

#[test]
fn two_directories_with_the_same_files_give_the_same_archive() {
    let here = tempfile::tempdir().expect("a directory");
    let archive = |name: &str, old: bool| {
        let source = plugin();
        set_mode(&source.path().join("a"), if old { 0o600 } else { 0o664 });
        set_mode(&source.path().join("hooks/pre.sh"), if old { 0o6755 } else { 0o700 });
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(if old { 1_000 } else { 2_000_000_000 });
        fs::File::open(source.path().join("a")).and_then(|file| file.set_modified(time)).expect("it is ours");
        let out = here.path().join(name);
        write(dialects::reforma(), &source.pack(), &out).expect("it is written");
        fs::read(out).expect("it is there")
    };
    assert_eq!(archive("one.tar.gz", true), archive("two.tar.gz", false));
}

#[test]
fn what_is_packed_again_stays_as_it_is() {
    let here = tempfile::tempdir().expect("a directory");
    let out = here.path().join("out");
    let first = plugin().pack();
    write(dialects::reforma(), &first, &out).expect("it is written");
    let second = pack(dialects::reforma(), &out, None).expect("it is good");
    assert_eq!(second.package, first.package);
    assert!(second.changed.is_empty() && second.lost.is_empty(), "{:?}", second.changed);
}

#[test]
fn a_directory_and_an_archive_hold_the_same() {
    let here = tempfile::tempdir().expect("a directory");
    let packed = plugin().pack();
    for out in ["demo", "demo.tar.gz", "demo.tgz"] {
        write(dialects::reforma(), &packed, &here.path().join(out)).expect("it is written");
        let opened = open(dialects::reforma(), &here.path().join(out)).expect("it is good");
        assert_eq!(opened.package, packed.package, "{out}");
        assert_eq!((opened.name.as_str(), opened.version.as_deref()), ("demo", Some("1.2.3")));
    }
}

#[test]
fn a_package_is_replaced_and_nothing_else_is() {
    let here = tempfile::tempdir().expect("a directory");
    let out = here.path().join("out");
    let packed = plugin().pack();
    write(dialects::reforma(), &packed, &out).expect("it is written");
    fs::write(out.join("stale"), "x").expect("a file");
    write(dialects::reforma(), &packed, &out).expect("it is written again");
    assert!(!out.join("stale").exists());
    assert_eq!(fs::read_dir(here.path()).expect("it is there").count(), 1, "nothing is left beside it");

    let precious = here.path().join("home");
    fs::create_dir(&precious).and_then(|()| fs::write(precious.join("thesis"), "x")).expect("a directory");
    let fault = write(dialects::reforma(), &packed, &precious).expect_err("it is no package");
    assert!(fault.to_string().contains("is no package of `demo`") && precious.join("thesis").exists());
}
