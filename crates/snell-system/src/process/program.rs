//! Finds the file of a program, so that the system never has to: no shell, no current directory, and a spawn that stays cheap.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use snell_core::environment::Variables;

use crate::files;
use crate::shown::shown;

/// Where programs are where a hook has no `PATH`, as POSIX has it.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// The absolute path of `program`: itself, below `directory` where it is relative but no bare word, or the first executable file of that
/// name on the `PATH` of `env`. The error is the reason for a person.
///
/// SECURITY: entries of `PATH` that are empty or relative are skipped, so that no current directory is ever searched.
pub(super) fn find(program: &OsStr, directory: &Path, env: &Variables) -> Result<PathBuf, String> {
    if program.is_empty() {
        return Err("there is no program to run".to_owned());
    }
    if program.as_bytes().contains(&b'/') {
        return Ok(directory.join(program));
    }
    let path = env.get(OsStr::new("PATH")).map_or(OsStr::new(DEFAULT_PATH), OsString::as_os_str);
    let mut not_executable = None;
    for place in std::env::split_paths(path).filter(|place| place.is_absolute()) {
        let candidate = place.join(program);
        if files::is_executable(&candidate) {
            return Ok(candidate);
        }
        if not_executable.is_none() && files::is_file(&candidate) {
            not_executable = Some(candidate);
        }
    }
    Err(match not_executable {
        Some(file) => format!("{} is on PATH but has no execute bit (`chmod +x` gives it one)", shown(&file)),
        None => format!("no program {} is on PATH", shown(Path::new(program))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(program: &str, path: Option<&str>) -> Result<PathBuf, String> {
        let env: Variables = path.iter().map(|path| (OsString::from("PATH"), OsString::from(path))).collect();
        find(OsStr::new(program), Path::new("/project"), &env)
    }

    #[test]
    fn a_bare_word_is_found_on_the_hooks_own_path() {
        assert_eq!(found("sh", Some("/nowhere:/bin")), Ok("/bin/sh".into()));
        assert_eq!(found("sh", None), Ok("/bin/sh".into()));
        assert_eq!(found("sh", Some("/nowhere")), Err("no program `sh` is on PATH".to_owned()));
    }

    #[test]
    fn a_path_is_taken_as_it_is() {
        assert_eq!(found("/nowhere/x", None), Ok("/nowhere/x".into()));
        assert_eq!(found("bin/x", None), Ok("/project/bin/x".into()));
        assert!(found("", None).is_err());
    }

    #[test]
    fn the_current_directory_is_never_searched() {
        let here = tempfile::tempdir().expect("a directory");
        let tool = here.path().join("tool");
        files::write_atomically(&tool, b"#!/bin/sh\n", 0o755).expect("a file");
        for path in ["", ".", ":", "relative", "::/nowhere:"] {
            let env = Variables::from_iter([(OsString::from("PATH"), OsString::from(path))]);
            assert!(find(OsStr::new("tool"), here.path(), &env).is_err(), "{path}");
        }
        let env = Variables::from_iter([(OsString::from("PATH"), here.path().into())]);
        assert_eq!(find(OsStr::new("tool"), Path::new("/"), &env), Ok(tool));
    }

    #[test]
    fn a_file_without_an_execute_bit_is_named_but_an_executable_later_on_wins() {
        let here = tempfile::tempdir().expect("a directory");
        let plain = here.path().join("sh");
        files::write_atomically(&plain, b"", 0o644).expect("a file");
        let dir = here.path().to_str().expect("UTF-8");
        assert_eq!(found("sh", Some(&format!("{dir}:/bin"))), Ok("/bin/sh".into()));
        assert!(found("sh", Some(dir)).is_err_and(|why| why.contains("no execute bit")));
    }
}
