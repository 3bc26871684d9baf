//! A package as a `.tar.gz`: files in the order of their paths, without times, owners and other modes than 0644 and 0755.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};

use super::{BLOCK, header};
use crate::pack::package::Package;

/// The system that an archive says it was made on: none in particular.
const NO_SYSTEM: u8 = 255;

/// The bytes of the archive.
pub(crate) fn write(package: &Package) -> io::Result<Vec<u8>> {
    let mut out = GzBuilder::new().mtime(0).operating_system(NO_SYSTEM).write(Vec::new(), Compression::best());
    for (path, file) in package.files() {
        let (prefix, name) = path.split();
        out.write_all(&header::of_file(prefix, name, file.executable, file.content.len()))?;
        out.write_all(&file.content)?;
        out.write_all(&[0; BLOCK][..file.content.len().next_multiple_of(BLOCK) - file.content.len()])?;
    }
    out.write_all(&[0; 2 * BLOCK])?;
    out.finish()
}
