//! Paths with a space that a shell will split, because nobody quoted them.

use std::path::Path;

use super::Look;

/// Words after the first that may belong to one path.
const FARTHEST: usize = 8;

/// The first unquoted stretch of a shell command that, taken as a whole, names an existing file or directory, while its first word alone names nothing:
/// a path with a space that the shell splits. Relative paths are looked for from `directory`, where the command starts.
pub fn unquoted_space_hazard<'c>(command: &'c str, directory: &Path, look: &dyn Look) -> Option<&'c str> {
    let exists = |path: &str| look.is_file(&directory.join(path)) || look.is_directory(&directory.join(path));
    unquoted(command).into_iter().find_map(|stretch| {
        let words: Vec<&str> = stretch.split(' ').collect();
        let starts = (0..words.len()).filter(|&first| words[first].contains('/') && !exists(words[first]));
        starts.into_iter().find_map(|first| {
            let begin = words[..first].iter().map(|word| word.len() + 1).sum::<usize>();
            let mut end = begin + words[first].len();
            words[first + 1..].iter().take(FARTHEST).find_map(|word| {
                end += 1 + word.len();
                let path = &stretch[begin..end];
                exists(path).then_some(path)
            })
        })
    })
}

/// The stretches of a text that hold no quote, no backslash and nothing else that only a shell understands.
fn unquoted(command: &str) -> Vec<&str> {
    let mut stretches = Vec::new();
    let mut rest = command;
    while let Some(end) = rest.find(['\'', '"', '\\', '$', '`', ';', '|', '&', '<', '>', '(', ')', '#', '\n']) {
        stretches.push(&rest[..end]);
        let special = &rest[end..];
        let after_quote = |quote| special[1..].find(quote).map_or("", |close| &special[close + 2..]);
        rest = match special.as_bytes()[0] {
            b'\'' => after_quote('\''),
            b'"' => after_quote('"'),
            b'\\' => special.char_indices().nth(2).map_or("", |(next, _)| &special[next..]),
            _ => &special[1..],
        };
    }
    stretches.push(rest);
    stretches
}
