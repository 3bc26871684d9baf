//! The directories that a case plays in: `home`, `repo` (a git work tree), `plain` (none), `bin` (on PATH), `plugins/NAME`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A file that a page writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Below the sandbox; a directory where it ends in `/`.
    pub path: String,
    /// As it stands on the page.
    pub text: String,
    /// Its execute bit is set.
    pub executable: bool,
    /// Escapes are decoded and no newline is added.
    pub raw: bool,
    /// The text is a link's target.
    pub link: bool,
    /// It is added to what stands there already.
    pub append: bool,
    /// The text is written so many times: a number.
    pub repeat: String,
}

/// A sandbox; it goes when it is dropped.
pub struct Sandbox {
    directory: tempfile::TempDir,
    root: PathBuf,
}

impl Sandbox {
    /// A new sandbox with its usual directories.
    ///
    /// # Errors
    /// The directories cannot be made.
    pub fn new() -> Result<Sandbox, String> {
        let told = |error: std::io::Error| format!("the sandbox cannot be made: {error}");
        let directory = tempfile::Builder::new().prefix("snell-").tempdir().map_err(told)?;
        let root = directory.path().canonicalize().map_err(told)?;
        for name in ["home", "repo/.git", "plain", "bin"] {
            fs::create_dir_all(root.join(name)).map_err(told)?;
        }
        Ok(Sandbox { directory, root })
    }

    /// Its path, links resolved: what `$ROOT` stands for.
    pub fn root(&self) -> &Path {
        debug_assert!(self.directory.path().exists());
        &self.root
    }

    /// The same text with every `$ROOT` replaced.
    pub fn rooted(&self, text: &str) -> String {
        text.replace("$ROOT", &self.root.to_string_lossy())
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It leads out of the sandbox, an escape is wrong, or it cannot be written.
    pub fn write(&self, file: &File) -> Result<(), String> {
        if file.path.starts_with('/') || file.path.split('/').any(|part| part == "..") {
            return Err(format!("`{}` leads out of the sandbox", file.path));
        }
        let path = self.root.join(&file.path);
        self.put(file, &path).map_err(|error| format!("`{}` cannot be written: {error}", file.path))
    }

    fn put(&self, file: &File, path: &Path) -> Result<(), String> {
        let told = |error: std::io::Error| error.to_string();
        if file.path.ends_with('/') {
            return fs::create_dir_all(path).map_err(told);
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(told)?;
        }
        if file.link {
            return symlink(self.rooted(file.text.trim()), path).map_err(told);
        }
        let text = self.rooted(&file.text);
        let bytes = if file.raw { unescape(&text)? } else { format!("{text}\n").into_bytes() };
        let mut whole = if file.append { fs::read(path).map_err(told)? } else { Vec::new() };
        let times = file.repeat.parse().map_err(|_| format!("`repeat={}` is no `repeat=NUMBER`", file.repeat))?;
        whole.extend(bytes.repeat(times));
        fs::write(path, whole).map_err(told)?;
        if file.executable {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(told)?;
        }
        Ok(())
    }
}

/// Decodes `\n`, `\r`, `\t`, `\0`, `\\` and `\xHH`; bytes, not characters.
///
/// # Errors
/// Another letter after a backslash, or no two hexadecimal digits.
pub fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let escape = rest[at + 1..].chars().next().ok_or("a `\\` at the end")?;
        let mut length = 1 + escape.len_utf8();
        match escape {
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            '0' => bytes.push(0),
            '\\' => bytes.push(b'\\'),
            'x' => {
                let digits = rest.get(at + 2..at + 4).ok_or("`\\x` without two digits")?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| format!("`\\x{digits}` is no byte"))?);
                length += 2;
            }
            other => return Err(format!("`\\{other}` is no escape")),
        }
        rest = &rest[at + length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_to_bytes() {
        assert_eq!(unescape(r"\xEF\xbb{}\n\\ é").unwrap(), b"\xEF\xBB{}\n\\ \xC3\xA9");
        assert!(unescape(r"\q").is_err() && unescape(r"\x1").is_err() && unescape("\\").is_err());
    }

    #[test]
    fn nothing_is_written_outside() {
        let sandbox = Sandbox::new().unwrap();
        let file = |path: &str| File {
            path: path.to_owned(),
            text: "$ROOT".to_owned(),
            executable: false,
            raw: false,
            link: false,
            append: false,
            repeat: "2".to_owned(),
        };
        assert!(sandbox.write(&file("a/../../b")).is_err());
        sandbox.write(&file("home/a")).unwrap();
        let root = sandbox.root().display();
        assert_eq!(fs::read_to_string(sandbox.root().join("home/a")).unwrap(), format!("{root}\n{root}\n"));
    }
}
