//! Packages: the input is a tar, whose sums are mended where its first byte is even, since else nothing would ever get past them.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use snell::pack::{Package, PackagePath, PackedFile};

use crate::{Target, traits};

const BLOCK: usize = 512;

const PIECES: &[&str] = &[
    "../",
    "/",
    "a/",
    "C:",
    "\\",
    "\0",
    "ustar\0",
    "00",
    "77777777777\0",
    "0000644\0",
    "plugin.json",
    "5",
    "2",
    "x",
    "PLUGIN.JSON",
    "é",
    "con",
    " ",
];

pub(super) const TARGET: Target = Target { name: "archive", seeds, pieces: PIECES, check };

fn seeds() -> Vec<Vec<u8>> {
    let package = |files: &[(&str, &[u8])]| {
        let mut package = Package::default();
        for (path, content) in files {
            let file = PackedFile { content: content.to_vec(), executable: path.contains("run") };
            package.add(PackagePath::new(path).expect("a good path"), file).expect("room");
        }
        let mut tar = vec![0];
        let archive = package.to_archive().expect("memory takes everything");
        std::io::copy(&mut flate2::read::GzDecoder::new(archive.as_slice()), &mut tar).expect("it was just packed");
        tar
    };
    vec![package(&[("plugin.json", b"{}"), ("hooks/run.sh", b"#!/bin/sh\n")]), package(&[("a/b/c", &[7; 600])])]
}

fn check(input: &[u8]) -> u64 {
    let (mend, tar) = input.split_first().map_or((false, input), |(first, rest)| (first % 2 == 0, rest));
    let mut tar = tar.to_vec();
    if mend {
        tar.chunks_exact_mut(BLOCK).filter(|block| block[257..262] == *b"ustar").for_each(sum);
    }
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(&tar).expect("memory takes everything");
    match Package::from_archive(out.finish().expect("memory takes everything").as_slice()) {
        Ok(package) => {
            for (path, file) in package.files() {
                let path = path.as_str();
                assert!(!path.starts_with('/') && path.split('/').all(|part| !matches!(part, "" | "." | "..")), "{path:?}");
                assert!(file.content.len() <= tar.len());
            }
            let again = Package::from_archive(package.to_archive().expect("memory takes everything").as_slice());
            assert_eq!(again.as_ref(), Ok(&package), "what is written is what was read");
            traits(package.files().count().min(5))
        }
        Err(fault) => traits(fault.to_string().split('`').step_by(2).collect::<String>()),
    }
}

/// Writes the sum of a header into it.
fn sum(block: &mut [u8]) {
    block[148..156].copy_from_slice(b"        ");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}
