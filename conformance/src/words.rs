//! Command lines split into words, as a shell splits them: quotes and backslashes, nothing else.

/// The words of a line.
///
/// # Errors
/// A quote that is not closed.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' => words.extend(word.take()),
            '\'' => quoted(&mut letters, '\'', word.get_or_insert_default())?,
            '"' => quoted(&mut letters, '"', word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().extend(letters.next()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(letters: &mut std::str::Chars<'_>, mark: char, word: &mut String) -> Result<(), String> {
    while let Some(letter) = letters.next() {
        match letter {
            letter if letter == mark => return Ok(()),
            '\\' if mark == '"' => word.extend(letters.next()),
            letter => word.push(letter),
        }
    }
    Err(format!("a `{mark}` is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let words = split(r#"a 'b c' "d \"e" f\ g ''"#);
        assert_eq!(words.unwrap(), ["a", "b c", "d \"e", "f g", ""]);
        assert!(split("'a").is_err());
    }
}
