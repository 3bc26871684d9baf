//! Archives that mean harm, made byte by byte, and those of other tools.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{BLOCK, read, write};
use crate::pack::package::{LARGEST, Package, PackedFile};
use crate::pack::path::PackagePath;

/// A header as a packer writes it, to be damaged.
struct Header([u8; BLOCK]);

impl Header {
    fn new(name: &str, size: usize) -> Header {
        let mut header = Header([0; BLOCK]);
        header.put(0, name.as_bytes());
        header.put(100, b"0000644\0");
        header.put(108, b"0000000\0");
        header.put(116, b"0000000\0");
        header.put(124, format!("{size:011o}\0").as_bytes());
        header.put(136, b"00000000000\0");
        header.put(156, b"0");
        header.put(257, b"ustar\x0000");
        header
    }

    fn of_kind(name: &str, kind: u8) -> Header {
        Header::new(name, 0).with(156, &[kind])
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn with(mut self, at: usize, bytes: &[u8]) -> Header {
        self.put(at, bytes);
        self
    }

    fn summed(mut self) -> Vec<u8> {
        self.put(148, b"        ");
        let sum: u32 = self.0.iter().map(|byte| u32::from(*byte)).sum();
        self.put(148, format!("{sum:06o}\0 ").as_bytes());
        self.0.to_vec()
    }
}

fn content(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(BLOCK), 0);
    padded
}

fn file(name: &str, bytes: &[u8]) -> Vec<u8> {
    [Header::new(name, bytes.len()).summed(), content(bytes)].concat()
}

const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];

fn gzip(tar: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(tar).expect("a vector takes everything");
    out.finish().expect("it is finished")
}

fn packed(entries: &[Vec<u8>]) -> Vec<u8> {
    gzip(&[entries.concat(), END.to_vec()].concat())
}

fn fault(archive: &[u8]) -> String {
    read(archive).expect_err("it must be refused").to_string()
}

#[test]
fn a_usual_archive_is_read() {
    let entries =
        [Header::of_kind("./", b'5').summed(), Header::of_kind("a/", b'5').summed(), file("./a/x", b"one"), file("plugin.json", b"{}")];
    let package = read(packed(&entries).as_slice()).expect("it is good");
    let names: Vec<&str> = package.files().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["a/x", "plugin.json"]);
    assert_eq!(package.get("a/x").expect("it is there").content, b"one");
}

#[test]
fn a_path_out_of_the_package_is_refused() {
    for path in ["../x", "/etc/passwd", "a/../../x", "./../x", "C:\\x", "a\\b", "//server/x", "a/", "CON", "a/aux.txt", ".", "././x", "/"] {
        assert!(fault(&packed(&[file(path, b"x")])).contains(path), "{path}");
    }
    assert!(fault(&packed(&[Header::of_kind("../", b'5').summed()])).contains(".."));
    let by_prefix = Header::new("x", 0).with(345, b"../..").summed();
    assert!(fault(&packed(&[by_prefix])).contains(".."));
}

#[test]
fn a_name_that_readers_understand_differently_is_refused() {
    for (header, why) in [
        (Header::new("a", 0).with(2, b"b"), "NUL"),
        (Header::new("a\u{0}", 0).with(99, b"x"), "NUL"),
        (Header::new("a", 0).with(0, b"\xff"), "UTF-8"),
        (Header::new("a", 0).with(345, b"dir\0x"), "NUL"),
        (Header::new("a", 0).with(257, b"ustar  \0").with(345, b"dir"), "never have"),
        (Header::new("a", 0).with(257, b"\0\0\0\0\0\0\0\0"), "ustar"),
        (Header::new("a", 0).with(157, b"/etc/passwd"), "target"),
    ] {
        let found = fault(&packed(&[header.summed()]));
        assert!(found.contains(why), "{why}: {found}");
    }
}

#[test]
fn nothing_but_files_and_directories_is_taken() {
    for (kind, why) in [
        (b'1', "hard link"),
        (b'2', "symbolic link"),
        (b'3', "device"),
        (b'4', "device"),
        (b'6', "FIFO"),
        (b'x', "extended header"),
        (b'g', "extended header"),
        (b'L', "long name"),
        (b'K', "long name"),
        (b'S', "sparse"),
        (b'7', "unknown kind"),
        (b'Z', "unknown kind"),
    ] {
        let found = fault(&packed(&[Header::of_kind("a", kind).with(157, b"target").summed()]));
        assert!(found.contains(why), "{}: {found}", char::from(kind));
    }
}

#[test]
fn a_link_and_then_a_file_through_it_is_refused() {
    let entries = [Header::of_kind("out", b'2').with(157, b"/tmp").summed(), file("out/x", b"x")];
    assert!(fault(&packed(&entries)).contains("symbolic link"));
}

/// An extended header that says another size than the header after it: what is a file's content to one reader is a header to another.
#[test]
fn an_extended_header_with_another_size_is_refused() {
    let record = b"17 size=00000512\n";
    let extended = [Header::new("PaxHeaders/a", record.len()).with(156, b"x").summed(), content(record)].concat();
    let inner = file("evil", b"x");
    let entries = [extended, Header::new("a", 0).summed(), inner];
    assert!(fault(&packed(&entries)).contains("extended header"));
}

#[test]
fn a_size_that_is_no_plain_octal_number_is_refused() {
    for size in [
        &b"\x80\0\0\0\0\0\0\0\0\0\0\x01"[..],
        b"-0000000001\0",
        b"00000000009\0",
        b"\0\0\0\0\0\0\0\0\0\0\0\0",
        b"1 1\0\0\0\0\0\0\0\0\0",
        b"0x1\0\0\0\0\0\0\0\0\0",
    ] {
        let found = fault(&packed(&[Header::new("a", 0).with(124, size).summed(), content(b"x")]));
        assert!(found.contains("size"), "{size:?}: {found}");
    }
    assert!(fault(&packed(&[Header::of_kind("a", b'5').with(124, b"00000001000\0").summed(), content(b"x")])).contains("size"));
}

#[test]
fn two_entries_that_are_one_file_on_some_disk_are_refused() {
    for (one, other) in [("a", "a"), ("a", "A"), ("caf\u{e9}", "cafe\u{301}"), ("a", "a/b"), ("A/x", "a/y"), ("./a", "a")] {
        fault(&packed(&[file(one, b"x"), file(other, b"y")]));
    }
    fault(&packed(&[Header::of_kind("a", b'5').summed(), Header::of_kind("a/", b'5').summed()]));
    assert!(fault(&packed(&[Header::of_kind("a", b'5').summed(), file("a", b"x")])).contains("directory"));
}

#[test]
fn a_damaged_header_is_refused() {
    let mut entry = file("a", b"x");
    entry[0] = b'b';
    assert!(fault(&packed(&[entry])).contains("damaged"));
}

#[test]
fn nothing_may_stand_after_the_end_or_between() {
    let good = file("a", b"x");
    let with = |more: &[u8]| gzip(&[good.as_slice(), more].concat());
    for (archive, why) in [
        (with(&[]), "cut off"),
        (with(&[0; BLOCK]), "no end mark"),
        (with(&[0; BLOCK + 7]), "cut off"),
        (with(&[[0; BLOCK].to_vec(), file("b", b"y")].concat()), "after the end mark"),
        (with(&[END.to_vec(), file("b", b"y"), END.to_vec()].concat()), "after the end mark"),
        (with(&vec![0; 5000 * BLOCK]), "too many zeros"),
        ([with(&END), gzip(&[file("b", b"y"), END.to_vec()].concat())].concat(), "after the end of the archive"),
        ([with(&END), b"trailing".to_vec()].concat(), "after the end of the archive"),
    ] {
        let found = fault(&archive);
        assert!(found.contains(why), "{why}: {found}");
    }
    let mut unpadded = file("a", b"x");
    unpadded[BLOCK + 1] = 1;
    assert!(fault(&packed(&[unpadded])).contains("after the end of `a`"));
    // What other tools fill their last record with.
    read(with(&[0; 20 * BLOCK]).as_slice()).expect("zeros are no content");
}

#[test]
fn a_file_that_is_cut_off_or_no_archive_at_all_is_refused() {
    let whole = packed(&[file("a", &vec![b'x'; 5000])]);
    for length in 0..whole.len() {
        fault(&whole[..length]);
    }
    for other in [&b"PK\x03\x04"[..], b"", b"\x1f\x8b", b"{}"] {
        fault(other);
    }
    let mut damaged = whole;
    let end = damaged.len() - 6;
    damaged[end] ^= 1;
    fault(&damaged);
}

/// Zeros pack a thousand times smaller; they must not be unpacked to see that they are too many.
#[test]
fn a_bomb_is_refused_while_it_is_read() {
    struct Zeros(usize);
    impl std::io::Read for Zeros {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = buffer.len().min(self.0);
            buffer[..length].fill(0);
            self.0 -= length;
            Ok(length)
        }
    }
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(&Header::new("a", LARGEST / 2 + BLOCK).summed()).expect("a vector takes everything");
    std::io::copy(&mut Zeros(LARGEST / 2 + BLOCK), &mut out).expect("a vector takes everything");
    out.write_all(&Header::new("b", LARGEST / 2 + BLOCK).summed()).expect("a vector takes everything");
    assert!(fault(&out.finish().expect("it is finished")).contains("MiB"));
}

#[test]
fn a_size_that_is_announced_and_does_not_come_costs_nothing() {
    let found = fault(&gzip(&[Header::new("a", LARGEST - 1).summed(), content(b"x")].concat()));
    assert!(found.contains("in the middle"), "{found}");
    assert!(fault(&gzip(&Header::new("a", 0).with(124, b"77777777777\0").summed())).contains("MiB"));
}

#[test]
fn too_many_entries_are_refused() {
    let directories: Vec<Vec<u8>> = (0..20_001).map(|number| Header::of_kind(&format!("d{number}"), b'5').summed()).collect();
    assert!(fault(&packed(&directories)).contains("entries"));
    let files: Vec<Vec<u8>> = (0..10_001).map(|number| Header::new(&format!("f{number}"), 0).summed()).collect();
    assert!(fault(&packed(&files)).contains("10000 files"));
}

fn package(files: &[(&str, &[u8], bool)]) -> Package {
    let mut package = Package::default();
    for (path, content, executable) in files {
        let file = PackedFile { content: content.to_vec(), executable: *executable };
        package.add(PackagePath::new(path).expect(path), file).expect(path);
    }
    package
}

#[test]
fn what_is_written_is_read_as_it_was_and_written_the_same_again() {
    let long = format!("{}/{}", "d".repeat(155), "n".repeat(100));
    let files =
        [("plugin.json", &b"{}"[..], false), ("hooks/run.sh", b"#!/bin/sh\n", true), (&long, &[7; 1024], false), ("empty", b"", false)];
    let package = package(&files);
    let archive = write(&package).expect("a vector takes everything");
    assert_eq!(read(archive.as_slice()).expect("it is good"), package);
    let mut turned = files;
    turned.reverse();
    assert_eq!(write(&self::package(&turned)).expect("a vector takes everything"), archive);
}

#[test]
fn a_tool_of_the_system_reads_what_is_written_and_writes_what_is_read() {
    let here = tempfile::tempdir().expect("a directory");
    let package = package(&[("plugin.json", b"{}", false), ("hooks/run.sh", b"#!/bin/sh\n", true)]);
    let archive = here.path().join("a.tar.gz");
    std::fs::write(&archive, write(&package).expect("a vector takes everything")).expect("a file");
    let tar = |arguments: &[&str]| {
        std::process::Command::new("tar").args(arguments).current_dir(here.path()).status().is_ok_and(|status| status.success())
    };
    std::fs::create_dir(here.path().join("out")).expect("a directory");
    if !tar(&["-xzf", "a.tar.gz", "-C", "out"]) {
        return; // There is no such tool here.
    }
    assert_eq!(std::fs::read(here.path().join("out/hooks/run.sh")).expect("it is there"), b"#!/bin/sh\n");
    assert!(tar(&["-czf", "b.tar.gz", "-C", "out", "."]));
    let again = std::fs::File::open(here.path().join("b.tar.gz")).expect("it is there");
    assert_eq!(read(again).expect("it is good"), package);
}
