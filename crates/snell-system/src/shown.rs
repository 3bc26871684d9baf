//! Paths as a message may show them: a file's name must not be able to move the cursor, colour the terminal or turn the text around.

use std::fmt::Write;
use std::path::Path;

/// The path in backticks, with control and direction characters escaped.
pub(crate) fn shown(path: &Path) -> String {
    let mut text = String::from("`");
    for character in path.to_string_lossy().chars() {
        if character.is_control() || turns_text(character) {
            let _ = write!(text, "{}", character.escape_default());
        } else {
            text.push(character);
        }
    }
    text.push('`');
    text
}

fn turns_text(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_write_on_the_terminal() {
        assert_eq!(shown(Path::new("/a/b c")), "`/a/b c`");
        assert_eq!(shown(Path::new("/a\n\u{1b}[31m\u{202e}x")), r"`/a\n\u{1b}[31m\u{202e}x`");
    }
}
