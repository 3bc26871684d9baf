//! Paths as a person would type them: from here, or from home.

use std::path::{Path, PathBuf};

use super::style::plain;

/// Where the reader stands.
#[derive(Clone)]
pub(crate) struct Here {
    cwd: PathBuf,
    home: PathBuf,
}

impl Here {
    pub(crate) fn new(cwd: impl Into<PathBuf>, home: impl Into<PathBuf>) -> Self {
        Here { cwd: cwd.into(), home: home.into() }
    }

    /// A path, short and plain.
    pub(crate) fn path(&self, path: &Path) -> String {
        let short = match (path.strip_prefix(&self.cwd), path.strip_prefix(&self.home)) {
            (Ok(below), _) if !below.as_os_str().is_empty() => below.to_owned(),
            (_, Ok(below)) if self.home.parent().is_some() => Path::new("~").join(below),
            _ => path.to_owned(),
        };
        plain(&short.to_string_lossy())
    }

    /// `hooks/safety.json:4:9`.
    pub(crate) fn place(&self, path: &Path, line: usize, column: usize) -> String {
        format!("{}:{line}:{column}", self.path(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_where_the_reader_stands() {
        let here = Here::new("/home/me/repo", "/home/me");
        assert_eq!(here.path(Path::new("/home/me/repo/.x/hooks.json")), ".x/hooks.json");
        assert_eq!(here.path(Path::new("/home/me/.x/hooks.json")), "~/.x/hooks.json");
        assert_eq!(here.path(Path::new("/etc/x")), "/etc/x");
        assert_eq!(here.path(Path::new("/home/me/repo")), "~/repo");
        assert_eq!(Here::new("/a", "/").path(Path::new("/etc/x")), "/etc/x");
    }
}
