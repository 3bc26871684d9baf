//! Archives that mean harm: refused before anything is written. What each of them is made of is tested beside the reader.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::stage::Stage;

/// One entry of an archive, byte by byte.
fn entry(name: &str, kind: u8, link: &str, content: &[u8]) -> Vec<u8> {
    let mut block = vec![0; 512];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", content.len()).as_bytes());
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, &[kind]);
    put(157, link.as_bytes());
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block.extend_from_slice(content);
    block.resize(block.len().next_multiple_of(512), 0);
    block
}

fn gzip(tar: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(tar).expect("a vector takes everything");
    out.finish().expect("it is finished")
}

fn good() -> Vec<Vec<u8>> {
    vec![
        entry("hooks/hooks.json", b'0', "", b"{\"hooks\":{\"Install\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"touch $REFORMA_PROJECT_DIR/ran\"}]}]}}"),
        entry(
            "plugin.json",
            b'0',
            "",
            br#"{"name":"demo","extensions":{"reforma":{"hooks":"./hooks/hooks.json","hookOffers":[{"name":"Install","description":"1 handler"}]}}}"#,
        ),
    ]
}

fn install(stage: &Stage, archive: &[u8]) -> crate::stage::Said {
    stage.write_bytes("x.tar.gz", archive);
    stage.snell(&["plugin", "install", "x.tar.gz", "--yes"])
}

#[test]
fn an_archive_of_another_packer_installs() {
    let stage = Stage::new();
    let said = install(&stage, &gzip(&[good().concat(), vec![0; 1024]].concat()));
    assert_eq!(said.code, 0, "{said:?}");
    assert!(stage.path("repo/ran").exists());
}

#[test]
fn with_one_bad_entry_nothing_of_it_is_written_and_no_hook_runs() {
    for (bad, why) in [
        (entry("../../../../escaped", b'0', "", b"x"), "`..`"),
        (entry("/tmp/escaped", b'0', "", b"x"), "absolute"),
        (entry("C:\\escaped", b'0', "", b"x"), "`:`"),
        (entry("\\\\host\\share", b'0', "", b"x"), "`\\`"),
        (entry("aux", b'0', "", b"x"), "device"),
        (entry("out", b'2', "../../..", b""), "symbolic link"),
        (entry("hard", b'1', "plugin.json", b""), "hard link"),
        (entry("null", b'3', "", b""), "device"),
        (entry("pipe", b'6', "", b""), "FIFO"),
        (entry("PLUGIN.json", b'0', "", b"{}"), "one name on some disks"),
        (entry("plugin.json", b'0', "", b"{}"), "twice"),
        (entry("plugin.json/x", b'0', "", b"x"), "twice"),
        (entry("pax", b'x', "", b"18 path=../escaped\n"), "extended header"),
        (entry("@LongLink", b'L', "", b"../escaped\0"), "long name"),
    ] {
        for entries in [[good(), vec![bad.clone()]].concat(), [vec![bad.clone()], good()].concat()] {
            let stage = Stage::new();
            let before = stage.names("");
            let said = install(&stage, &gzip(&[entries.concat(), vec![0; 1024]].concat()));
            assert_eq!(said.code, 3, "{why}: {said:?}");
            assert!(said.err.contains(why), "{why}: {said:?}");
            std::fs::remove_file(stage.path("x.tar.gz")).expect("it is there");
            assert_eq!((stage.names(""), stage.names("home"), stage.names("repo")), (before, vec![], vec![".git".to_owned()]));
        }
    }
}

#[test]
fn a_bomb_is_refused_without_filling_the_disk() {
    let stage = Stage::new();
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    let zeros = vec![0; 1024 * 1024];
    let mut header = entry("bomb", b'0', "", b"");
    header[124..136].copy_from_slice(format!("{:011o}\0", 1_u64 << 32).as_bytes());
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    out.write_all(&header).expect("a vector takes everything");
    for _ in 0..64 {
        out.write_all(&zeros).expect("a vector takes everything");
    }
    let said = install(&stage, &out.finish().expect("it is finished"));
    assert!(said.code == 3 && said.err.contains("128 MiB"), "{said:?}");
    assert!(stage.names("home").is_empty());
}

#[test]
fn what_two_readers_would_understand_differently_is_refused() {
    let stage = Stage::new();
    let whole = gzip(&[good().concat(), vec![0; 1024]].concat());
    let second = gzip(&[entry("plugin.json", b'0', "", b"{}"), vec![0; 1024]].concat());
    let hidden = gzip(&[good().concat(), vec![0; 1024], entry("late", b'0', "", b"x"), vec![0; 1024]].concat());
    let twice = good();
    let keys = entry("plugin.json", b'0', "", br#"{"name":"demo","name":"evil","extensions":{"reforma":{"hookOffers":[]}}}"#);
    for (archive, why) in [
        ([whole.clone(), second].concat(), "after the end"),
        ([whole.clone(), b"x".to_vec()].concat(), "after the end"),
        (hidden, "after the end mark"),
        (gzip(&good().concat()), "cut off"),
        (whole[..whole.len() / 2].to_vec(), "cut off"),
        (gzip(&[twice[0].clone(), keys, vec![0; 1024]].concat()), "`name`"),
    ] {
        let said = install(&stage, &archive);
        assert!(said.code == 3 && said.err.contains(why), "{why}: {said:?}");
    }
    assert!(!stage.path("repo/ran").exists() && stage.names("home").is_empty());
}
