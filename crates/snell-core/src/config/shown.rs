//! Pieces of a user's text in a message.

use std::fmt::Write;

/// The most characters of the text that a message repeats.
const SHOWN: usize = 40;

/// A piece of a text as a message may repeat it: one line, of bounded length, with nothing in it that a terminal would obey.
pub(crate) fn shown(piece: &str) -> String {
    let mut shown = String::new();
    for character in piece.chars().take(SHOWN) {
        if harmless(character) {
            shown.push(character);
        } else {
            let _ = write!(shown, "{}", character.escape_unicode());
        }
    }
    if piece.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character may be shown as it is: no control character, and none that changes the direction or the look of the others.
pub fn harmless(character: char) -> bool {
    let invisible = matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !character.is_control() && !invisible
}
