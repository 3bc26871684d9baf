//! Files that try to hang, flood or mislead their reader.

mod scene;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use scene::Scene;
use snell_system::files::{LIST_LIMIT, Listing, ReadFault, canonical, git_root, list_directory, read_bounded, write_atomically};

const LIMIT: usize = 1 << 20;

fn fifo(path: &Path) {
    let status = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(status.success());
}

fn names(listing: &Listing) -> Vec<&str> {
    listing.files.iter().map(|file| file.file_name().and_then(|name| name.to_str()).expect("UTF-8")).collect()
}

#[test]
fn a_file_is_read_up_to_the_limit_and_not_beyond() {
    let scene = Scene::new();
    for (size, result) in [(0, Ok(0)), (10, Ok(10)), (11, Err(ReadFault::TooLarge(10)))] {
        let file = scene.file("file", vec![b'a'; size], 0o644);
        assert_eq!(read_bounded(&file, 10).map(|bytes| bytes.len()), result);
    }
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let scene = Scene::new();
    fifo(&scene.path("fifo"));
    let _socket = UnixListener::bind(scene.path("socket")).expect("a socket");
    for (path, what) in [
        (scene.path("fifo"), "a FIFO"),
        (scene.path("socket"), "a socket"),
        (scene.directory.path().to_path_buf(), "a directory"),
        ("/dev/zero".into(), "a character device"),
        ("/dev/tty".into(), "a character device"),
    ] {
        assert_eq!(read_bounded(&path, LIMIT), Err(ReadFault::NotRegular(what)));
    }
    symlink("/dev/zero", scene.path("link")).expect("a link");
    let fault = read_bounded(&scene.path("link"), LIMIT).expect_err("a device");
    assert_eq!(fault.to_string(), "is a character device, not a regular file");
}

#[test]
fn a_missing_file_is_missing_and_a_loop_of_links_is_a_fault() {
    let scene = Scene::new();
    scene.file("file", "", 0o644);
    for path in ["none", "none/deeper", "file/deeper"] {
        assert_eq!(read_bounded(&scene.path(path), LIMIT), Err(ReadFault::Missing));
    }
    symlink("b", scene.path("a")).expect("a link");
    symlink("a", scene.path("b")).expect("a link");
    let fault = read_bounded(&scene.path("a"), LIMIT).expect_err("a loop");
    assert_eq!(fault.to_string(), "cannot be read: its symbolic links form a loop");
}

#[test]
fn a_huge_hole_is_refused_unread() {
    let scene = Scene::new();
    let file = File::create(scene.path("hole")).expect("a file");
    file.set_len(10 << 30).expect("a sparse file");
    assert_eq!(read_bounded(&scene.path("hole"), LIMIT), Err(ReadFault::TooLarge(LIMIT)));
}

#[test]
fn a_file_that_grows_while_it_is_read_is_bounded() {
    let scene = Scene::new();
    let path = scene.file("growing", "", 0o644);
    let enough = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            let mut file = OpenOptions::new().append(true).open(&path).expect("a file");
            for _ in 0..2000 {
                if enough.load(Ordering::SeqCst) {
                    break;
                }
                file.write_all(&[b'a'; 4096]).expect("room");
            }
        });
        loop {
            match read_bounded(&path, LIMIT) {
                Ok(bytes) => assert!(bytes.len() <= LIMIT),
                Err(fault) => break assert_eq!(fault, ReadFault::TooLarge(LIMIT)),
            }
        }
        enough.store(true, Ordering::SeqCst);
    });
}

#[test]
fn a_directory_is_listed_in_byte_order_odd_files_included_so_that_they_are_told() {
    let scene = Scene::new();
    for name in ["b.json", "a.json", "B.json", "ä.json", "10.json", "9.json", ".hidden.json", "a.json.bak", "a.toml", "json"] {
        scene.file(name, "{}", 0o644);
    }
    fs::create_dir(scene.path("directory.json")).expect("a directory");
    fifo(&scene.path("fifo.json"));
    symlink("a.toml", scene.path("link.json")).expect("a link");
    symlink("nowhere", scene.path("dangling.json")).expect("a link");
    symlink("directory.json", scene.path("linked-directory.json")).expect("a link");
    let listing = list_directory(scene.directory.path()).expect("a directory");
    let regular = ["10.json", "9.json", "B.json", "a.json", "b.json", "link.json", "ä.json"];
    let odd = ["dangling.json", "directory.json", "fifo.json", "linked-directory.json"];
    let mut all = [&regular[..], &odd[..]].concat();
    all.sort_unstable();
    assert_eq!(names(&listing), all);
    assert_eq!(listing.left_out, 0);
    assert_eq!(list_directory(&scene.path("none")), Err(ReadFault::Missing));
    assert_eq!(list_directory(&scene.path("a.json")), Err(ReadFault::Other("it is not a directory".to_owned())));
}

#[test]
fn a_crowded_directory_is_listed_up_to_the_limit_and_the_rest_is_counted() {
    let scene = Scene::new();
    for number in 0..LIST_LIMIT + 7 {
        fs::write(scene.path(&format!("{number:05}.json")), "{}").expect("a file");
    }
    let listing = list_directory(scene.directory.path()).expect("a directory");
    assert_eq!(listing.files.len(), LIST_LIMIT);
    assert_eq!(listing.files.last(), Some(&scene.path(&format!("{:05}.json", LIST_LIMIT - 1))));
    assert_eq!(listing.left_out, 7);
}

#[test]
fn the_root_of_a_repository_is_found_by_its_git_file_or_directory() {
    let scene = Scene::new();
    let deep = scene.path("repo/worktree/src");
    fs::create_dir_all(&deep).expect("directories");
    fs::create_dir(scene.path("repo/.git")).expect("a directory");
    assert_eq!(git_root(&deep), Some(scene.path("repo")));
    scene.file("repo/worktree/.git", "gitdir: elsewhere\n", 0o644);
    assert_eq!(git_root(&deep), Some(scene.path("repo/worktree")));
    assert_eq!(git_root(Path::new("/")), None);
}

#[test]
fn two_names_of_one_file_are_one_path() {
    let scene = Scene::new();
    let file = scene.file("file", "", 0o644);
    symlink("file", scene.path("link")).expect("a link");
    assert_eq!(canonical(&scene.path("./link")), canonical(&file));
    assert_eq!(canonical(&scene.path("none")), None);
}

#[test]
fn a_written_file_has_its_bytes_its_mode_and_no_temporary_beside_it() {
    let scene = Scene::new();
    let target = scene.file("target", "old", 0o644);
    let path = scene.path("store.json");
    symlink(&target, &path).expect("a link");
    for (bytes, mode) in [("new", 0o600), ("newer", 0o666)] {
        write_atomically(&path, bytes.as_bytes(), mode).expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), bytes);
        assert_eq!(fs::symlink_metadata(&path).expect("a file").mode() & 0o7777, mode);
    }
    assert_eq!(fs::read_to_string(target).expect("a file"), "old", "a link is replaced, not followed");
    assert_eq!(fs::read_dir(scene.directory.path()).expect("a directory").count(), 2);
}

#[test]
fn a_write_that_fails_changes_nothing() {
    let scene = Scene::new();
    assert!(write_atomically(&scene.path("none/file"), b"", 0o600).is_err());
    fs::create_dir(scene.path("directory")).expect("a directory");
    assert!(write_atomically(&scene.path("directory"), b"", 0o600).is_err());
    assert!(write_atomically(Path::new("/"), b"", 0o600).is_err());
    assert_eq!(fs::read_dir(scene.directory.path()).expect("a directory").count(), 1);
}

#[test]
fn a_reader_never_sees_half_a_file() {
    let scene = Scene::new();
    let path = scene.file("store", vec![b'0'; 100_000], 0o600);
    thread::scope(|threads| {
        for letter in [b'a', b'b'] {
            let path = &path;
            threads.spawn(move || (0..20).for_each(|_| write_atomically(path, &vec![letter; 100_000], 0o600).expect("it is written")));
        }
        for _ in 0..200 {
            let bytes = read_bounded(&path, LIMIT).expect("it is always there");
            assert!(bytes.len() == 100_000 && bytes.iter().all(|byte| *byte == bytes[0]));
        }
    });
}
