//! Whether somebody else could have written a file (git's rule for `safe.directory`).

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Writable by everyone.
const WORLD_WRITABLE: u32 = 0o002;

/// The number of the user whose rights this process has.
pub fn own_user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Why `path`, or a directory from it up to `root`, is not this user's alone; none where it is. Both paths are without links.
pub fn foreign_hand(path: &Path, root: &Path) -> Option<String> {
    let own = own_user();
    let places = path.ancestors().take_while(|place| place.starts_with(root));
    places.map(|place| (place, fs::metadata(place))).find_map(|(place, metadata)| {
        let metadata = metadata.ok()?;
        let what = if metadata.is_dir() { "the directory" } else { "the file" };
        let place = shown(place, root);
        match () {
            () if metadata.uid() != own => Some(format!("{what} `{place}` belongs to another user (uid {})", metadata.uid())),
            () if metadata.mode() & WORLD_WRITABLE != 0 => Some(format!("{what} `{place}` may be written by everyone")),
            () => None,
        }
    })
}

fn shown(place: &Path, root: &Path) -> String {
    let below = place.strip_prefix(root).ok().filter(|below| !below.as_os_str().is_empty());
    below.map_or_else(|| place.to_path_buf(), PathBuf::from).display().to_string()
}
