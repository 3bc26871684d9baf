//! Which folder a project is. Links, other spellings and the worktrees of one repository lead to one identity; a copy is another folder.

use std::path::{Path, PathBuf};

use snell_system::files;

/// The longest `.git` file, `commondir` or `gitdir` that is read, in bytes.
const LONGEST_POINTER: usize = 64 * 1024;

/// A project's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The project's root, without links.
    pub root: PathBuf,
    /// The same, for all worktrees of one repository: where the folder is, or would be, in the main one.
    pub identity: PathBuf,
}

impl Folder {
    /// The folder at `root`; none where there is no such directory.
    pub fn at(root: &Path) -> Option<Folder> {
        let root = files::canonical(root).filter(|root| files::is_directory(root))?;
        let identity = identity(&root).unwrap_or_else(|| root.clone());
        Some(Folder { root, identity })
    }

    /// Why no decision about this folder may be recorded (N12.2); none where it may.
    pub fn why_unrecordable(&self, home: &Path) -> Option<&'static str> {
        let home = files::canonical(home).unwrap_or_else(|| home.to_owned());
        match &self.identity {
            identity if *identity == home || self.root == home => Some("it is the home directory"),
            identity if identity.parent().is_none() || self.root.parent().is_none() => Some("it is the root of the file system"),
            _ => None,
        }
    }
}

fn identity(root: &Path) -> Option<PathBuf> {
    let work_tree = files::git_root(root)?;
    let below = root.strip_prefix(&work_tree).ok()?;
    let main = main_work_tree(&work_tree)?;
    // Joining an empty path would add a slash.
    Some(if below.as_os_str().is_empty() { main } else { main.join(below) })
}

/// The main work tree of a linked one, or the repository itself where it has none (it is bare).
///
/// SECURITY: a `.git` file is the folder's own word, and anybody can write one. It counts only where the repository names this very work
/// tree in return, which git sees to (`gitdir` of the worktree's administrative directory).
fn main_work_tree(work_tree: &Path) -> Option<PathBuf> {
    let pointer = work_tree.join(".git");
    let administrative = pointed_to(&pointer, "gitdir:", work_tree)?;
    let returned = pointed_to(&administrative.join("gitdir"), "", &administrative)?;
    if returned != files::canonical(&pointer)? {
        return None;
    }
    let common = pointed_to(&administrative.join("commondir"), "", &administrative)?;
    let belongs = administrative.parent() == Some(&common.join("worktrees"));
    let main = if common.file_name()? == ".git" { common.parent()?.to_owned() } else { common };
    belongs.then_some(main)
}

/// The path, without links, that a pointer file of git's holds after `prefix`.
fn pointed_to(file: &Path, prefix: &str, base: &Path) -> Option<PathBuf> {
    let text = String::from_utf8(files::read_bounded(file, LONGEST_POINTER).ok()?).ok()?;
    let path = text.trim_end_matches(['\n', '\r']).strip_prefix(prefix)?.trim_start();
    files::canonical(&base.join(path))
}
