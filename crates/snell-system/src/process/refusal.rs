//! Why the system would not start a program, in words: `ENOENT` alone means five different things.
//!
//! It looks at the files only after a start has failed, so that a hook that starts pays nothing for it.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::io::Errno;

use crate::files;
use crate::shown::shown;

/// Linux reads so much of a file to find its `#!` line.
const SHEBANG_LIMIT: usize = 256;

/// Says why `program` could not be started in `directory`.
pub(super) fn reason(program: &Path, directory: &Path, error: &io::Error) -> String {
    directory_fault(directory).or_else(|| program_fault(program)).unwrap_or_else(|| general_fault(program, error))
}

fn directory_fault(directory: &Path) -> Option<String> {
    let name = shown(directory);
    match fs::metadata(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(format!("its directory {name} does not exist")),
        Err(error) => Some(format!("its directory {name} cannot be entered: {}", plain(&error))),
        Ok(metadata) if !metadata.is_dir() => Some(format!("its directory {name} is not a directory")),
        Ok(_) if rustix::fs::access(directory, rustix::fs::Access::EXEC_OK).is_err() => {
            Some(format!("its directory {name} may not be entered (no search permission)"))
        }
        Ok(_) => None,
    }
}

fn program_fault(program: &Path) -> Option<String> {
    let name = shown(program);
    let metadata = match fs::metadata(program) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some(missing(program)),
        Err(error) => return Some(format!("{name} cannot be reached: {}", plain(&error))),
        Ok(metadata) => metadata,
    };
    if metadata.is_dir() {
        return Some(format!("{name} is a directory, not a program"));
    }
    if !metadata.is_file() {
        return Some(format!("{name} is not a regular file"));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Some(format!("{name} has no execute bit (`chmod +x` gives it one)"));
    }
    if files::is_executable(program) {
        return None;
    }
    Some(if is_on_noexec(program) {
        format!("{name} lies on a file system that is mounted `noexec`")
    } else {
        format!("{name} may not be executed by this user")
    })
}

#[cfg(target_os = "linux")]
fn is_on_noexec(program: &Path) -> bool {
    rustix::fs::statvfs(program).is_ok_and(|system| system.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC))
}

#[cfg(not(target_os = "linux"))]
fn is_on_noexec(_program: &Path) -> bool {
    false
}

fn missing(program: &Path) -> String {
    let name = shown(program);
    match fs::read_link(program) {
        Ok(target) => format!("{name} is a link to {}, which does not exist", shown(&target)),
        Err(_) => format!("{name} does not exist"),
    }
}

/// The program itself looks well: the reason is in its first line, or in the system.
fn general_fault(program: &Path, error: &io::Error) -> String {
    let name = shown(program);
    match Errno::from_io_error(error) {
        Some(Errno::NOENT | Errno::ACCESS) => match shebang(program) {
            Some(line) => interpreter_fault(program, &line),
            None if error.kind() == io::ErrorKind::NotFound => format!("{name} needs a loader that is not installed on this system"),
            None => format!("{name} may not be executed"),
        },
        Some(Errno::NOEXEC) => no_format(program),
        Some(Errno::TXTBSY) => format!("{name} is being written by another process"),
        Some(Errno::TOOBIG) => "its arguments and its environment together are too large for this system".to_owned(),
        Some(Errno::LOOP) => format!("the interpreters named by {name} form a loop"),
        None if error.kind() == io::ErrorKind::InvalidInput => {
            "its command, an argument or a variable holds a NUL byte, which no program can be given".to_owned()
        }
        _ => format!("{name} could not be started: {}", plain(error)),
    }
}

fn interpreter_fault(program: &Path, line: &[u8]) -> String {
    let name = shown(program);
    let interpreter = interpreter(line);
    let path = Path::new(OsStr::from_bytes(interpreter));
    if line.ends_with(b"\r") {
        let clean = Path::new(OsStr::from_bytes(interpreter.strip_suffix(b"\r").unwrap_or(interpreter)));
        return format!(
            "the `#!` line of {name} ends in CRLF, so that its interpreter is read as {} instead of {} (save it with LF line ends)",
            shown(path),
            shown(clean)
        );
    }
    let what = match program_fault(path) {
        _ if path.is_relative() => format!("{} is not an absolute path", shown(path)),
        Some(fault) => fault,
        None => format!("{} may not be executed", shown(path)),
    };
    format!("the interpreter in the `#!` line of {name} cannot be run: {what}")
}

fn no_format(program: &Path) -> String {
    let name = shown(program);
    let start = first_bytes(program);
    if start.is_empty() {
        format!("{name} is empty")
    } else if start.starts_with(b"\xef\xbb\xbf#!") {
        format!("{name} begins with a byte order mark, which hides its `#!` line (save it without one)")
    } else if shebang(program).is_some_and(|line| interpreter(&line).is_empty()) {
        format!("the `#!` line of {name} names no interpreter")
    } else if start.starts_with(b"\x7fELF") {
        format!("{name} is a program for another kind of machine, or damaged")
    } else {
        format!("{name} is not in a format that this system executes (a script begins with a line such as `#!/bin/sh`)")
    }
}

/// The first line of a script without its `#!`, as far as the kernel reads it.
fn shebang(program: &Path) -> Option<Vec<u8>> {
    let start = first_bytes(program);
    let line = start.strip_prefix(b"#!")?;
    Some(line.split(|byte| *byte == b'\n').next().unwrap_or_default().to_vec())
}

/// The interpreter in a `#!` line: its first word.
fn interpreter(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let end = line.iter().position(|byte| matches!(byte, b' ' | b'\t' | 0)).unwrap_or(line.len());
    &line[..end]
}

fn first_bytes(program: &Path) -> Vec<u8> {
    files::read_start(program, SHEBANG_LIMIT).unwrap_or_default()
}

/// The system's words without its number.
fn plain(error: &io::Error) -> String {
    crate::files::plain(error)
}
