//! Whom this machine believes: the files that `SSL_CERT_FILE` and `SSL_CERT_DIR` name, or else the platform's own store. What a variable
//! names may be anything, so it is read within bounds, and only where it is a regular file.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::files::read_bounded;

/// A hundred times what systems come with, in bytes: of one file, and of all together.
const LARGEST: usize = 32 << 20;
/// How many entries of a directory are looked at.
const MOST_ENTRIES: usize = 10_000;

/// The certificates, and what is wrong where a variable leads to none.
pub(super) fn of_this_machine() -> (Vec<CertificateDer<'static>>, Option<String>) {
    let file = env::var_os("SSL_CERT_FILE").map(PathBuf::from);
    let directories: Vec<PathBuf> = env::var_os("SSL_CERT_DIR").iter().flat_map(env::split_paths).collect();
    if file.is_none() && directories.iter().all(|path| path.as_os_str().is_empty()) {
        return (rustls_native_certs::load_native_certs().certs, None);
    }
    let mut room = LARGEST;
    let mut found = Vec::new();
    let mut wrong = None;
    if let Some(file) = &file {
        wrong = read(file, &mut room, &mut found).err().map(|fault| format!("the file that `SSL_CERT_FILE` names {fault}"));
    }
    for directory in &directories {
        let entries = fs::read_dir(directory).into_iter().flatten().take(MOST_ENTRIES);
        // A directory of authorities has other files too.
        entries.flatten().for_each(|entry| drop(read(&entry.path(), &mut room, &mut found)));
    }
    (found, wrong)
}

/// Adds the certificates of one file. Those of it that cannot be read are no reason against the others.
fn read(path: &Path, room: &mut usize, found: &mut Vec<CertificateDer<'static>>) -> Result<(), String> {
    let bytes = read_bounded(path, *room).map_err(|fault| fault.to_string())?;
    *room -= bytes.len();
    found.extend(CertificateDer::pem_slice_iter(&bytes).flatten());
    Ok(())
}
