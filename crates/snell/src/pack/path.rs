//! A path inside a package: relative, plain, and the same file on every disk (R8.5).

use std::collections::BTreeMap;
use std::fmt;

use snell_core::config::harmless;
use unicode_normalization::UnicodeNormalization;

/// What an archive's header can hold of one name, in bytes.
const LONGEST_NAME: usize = 100;
/// What it can hold of the directories before it.
const LONGEST_PARENT: usize = 155;
/// Letters that some disk gives a meaning of its own.
const SPECIAL: [char; 8] = ['\\', ':', '*', '?', '"', '<', '>', '|'];
/// Names of devices on Windows, whatever extension they have.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The same with a digit after them.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Where a file is in a package, with `/` between its parts. Ordered by bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackagePath(String);

impl PackagePath {
    /// Takes a path that is safe on every disk.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence that begins with the path.
    pub fn new(text: &str) -> Result<PackagePath, String> {
        if text.starts_with('/') {
            return Err("is an absolute path".to_owned());
        }
        let (parent, name) = text.rsplit_once('/').unwrap_or(("", text));
        for part in text.split('/') {
            self::part(part)?;
        }
        if name.len() > LONGEST_NAME || parent.len() > LONGEST_PARENT {
            return Err(format!("is too long: at most {LONGEST_NAME} bytes of name and {LONGEST_PARENT} of directories"));
        }
        Ok(PackagePath(text.to_owned()))
    }

    /// As written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The directories before the name, and the name.
    pub(super) fn split(&self) -> (&str, &str) {
        self.0.rsplit_once('/').unwrap_or(("", &self.0))
    }

    /// The path of every directory that it is in, the outermost first, and its own.
    fn prefixes(&self) -> impl Iterator<Item = &str> {
        self.0.match_indices('/').map(|(at, _)| &self.0[..at]).chain([self.as_str()])
    }
}

impl fmt::Display for PackagePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn part(part: &str) -> Result<(), String> {
    match part {
        "" => return Err("has an empty part".to_owned()),
        "." | ".." => return Err(format!("has the part `{part}`")),
        _ => {}
    }
    if let Some(letter) = part.chars().find(|letter| SPECIAL.contains(letter) || !harmless(*letter)) {
        let shown = if harmless(letter) { format!("`{letter}`") } else { format!("the character U+{:04X}", u32::from(letter)) };
        return Err(format!("holds {shown}, which no portable name does"));
    }
    if part.ends_with(['.', ' ']) || part.starts_with(' ') {
        return Err("begins or ends a part with a space or a dot, which some disks drop".to_owned());
    }
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let numbered = NUMBERED_DEVICES.iter().filter_map(|device| stem.strip_prefix(device));
    let is_device = DEVICES.contains(&stem.as_str()) || numbered.into_iter().any(is_one_digit);
    if is_device { Err(format!("has the part `{part}`, the name of a device on Windows")) } else { Ok(()) }
}

fn is_one_digit(text: &str) -> bool {
    let mut letters = text.chars();
    matches!((letters.next(), letters.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
}

/// What two names have in common that are one name on a disk without case, or one that composes accents.
pub(crate) fn folded(name: &str) -> String {
    name.nfkd().collect::<String>().to_uppercase().to_lowercase().nfkd().collect()
}

/// Every name of a package, so that no two of them are one on some disk.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// By its folded form, each path as written, and whether it is a file.
    taken: BTreeMap<String, (String, bool)>,
}

impl Names {
    /// Takes the name of a file.
    ///
    /// # Errors
    /// The name that it collides with, as the end of a sentence.
    pub(super) fn take(&mut self, path: &PackagePath) -> Result<(), String> {
        for prefix in path.prefixes() {
            let is_file = prefix == path.as_str();
            match self.taken.get(&folded(prefix)) {
                Some((same, other)) if same == prefix && !is_file && !other => {}
                Some((same, _)) if same == prefix => return Err("stands twice in the package".to_owned()),
                Some((other, _)) => return Err(format!("and `{other}` are one name on some disks")),
                None => drop(self.taken.insert(folded(prefix), (prefix.to_owned(), is_file))),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_could_leave_the_package_or_mean_something_else_is_refused() {
        for (path, why) in [
            ("/etc/passwd", "absolute"),
            ("../x", "`..`"),
            ("a/../../x", "`..`"),
            ("./x", "`.`"),
            ("a//b", "empty"),
            ("a/", "empty"),
            ("", "empty"),
            ("C:\\x", "`:`"),
            ("C:x", "`:`"),
            ("\\\\server\\share", "`\\`"),
            ("a\\..\\b", "`\\`"),
            ("a\0b", "U+0000"),
            ("a\nb", "U+000A"),
            ("a\u{202e}b", "U+202E"),
            (".g\u{200c}it/config", "U+200C"),
            ("file.txt::$DATA", "`:`"),
            ("a/x. ", "space or a dot"),
            ("a./x", "space or a dot"),
            ("con", "device"),
            ("a/NUL.txt", "device"),
            ("Aux .x", "device"),
            ("lpt1.sh", "device"),
            ("COM¹", "device"),
            ("conIN$", "device"),
        ] {
            let fault = PackagePath::new(path).expect_err(path);
            assert!(fault.contains(why), "{path}: {fault}");
        }
    }

    #[test]
    fn an_overlong_name_is_refused() {
        for path in ["n".repeat(101), format!("{}/x", "d".repeat(156)), "n".repeat(4096)] {
            assert!(PackagePath::new(&path).expect_err("too long").contains("too long"));
        }
        assert!(PackagePath::new(&format!("{}/{}", "d".repeat(155), "n".repeat(100))).is_ok());
    }

    #[test]
    fn a_usual_path_is_taken_as_it_is() {
        for path in ["plugin.json", "hooks/hooks.json", ".mcp.json", "a b/c-d_e.sh", "größe/漢字.py", "console.log", "com10", "nul_/x"]
        {
            assert_eq!(PackagePath::new(path).expect(path).as_str(), path);
        }
    }

    #[test]
    fn two_names_that_are_one_on_another_disk_collide() {
        for (first, second) in [
            ("README", "readme"),
            ("a/x", "A/y"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("stra\u{df}e", "STRASSE"),
            ("a", "a/b"),
            ("a/b", "a"),
            ("\u{212a}ey", "key"),
            ("\u{fb01}le", "file"),
        ] {
            let mut names = Names::default();
            names.take(&PackagePath::new(first).expect(first)).expect("the first is free");
            assert!(names.take(&PackagePath::new(second).expect(second)).is_err(), "{first} {second}");
        }
    }

    #[test]
    fn files_of_one_directory_do_not_collide() {
        let mut names = Names::default();
        for path in ["a/b/x", "a/b/y", "a/c", "ab"] {
            names.take(&PackagePath::new(path).expect(path)).expect(path);
        }
    }
}
