//! Patterns that begin with looks ahead, `^(?!mcp__)(?!Bash$).*`: all that people use of looking around. Each look is a pattern of its own,
//! so that matching stays linear.

use super::BadMatcher;
use super::pattern::Pattern;

/// Looks ahead from the start of a name, and what then must fit there.
pub(super) struct Ahead {
    looks: Vec<(bool, Pattern)>,
    then: Pattern,
}

impl Ahead {
    /// Reads such a pattern; none where the text is not one.
    pub(super) fn read(text: &str) -> Option<Result<Ahead, BadMatcher>> {
        let mut rest = text.strip_prefix('^')?;
        let mut parts = Vec::new();
        while let Some((wanted, after)) = look(rest) {
            let end = closing(after)?;
            parts.push((wanted, &after[..end]));
            rest = &after[end + 1..];
        }
        // What a bar at the top would mean is another pattern.
        let plain = !parts.is_empty() && !has_bar(rest);
        plain.then(|| {
            let looks = parts.into_iter().map(|(wanted, part)| Ok((wanted, Pattern::read(&format!("^(?:{part})"), false)?)));
            Ok(Ahead { looks: looks.collect::<Result<_, BadMatcher>>()?, then: Pattern::read(&format!("^(?:{rest})"), false)? })
        })
    }

    pub(super) fn size(&self) -> usize {
        self.looks.iter().map(|(_, look)| look.size()).sum::<usize>() + self.then.size()
    }

    pub(super) fn accepts(&self, name: &str) -> bool {
        self.looks.iter().all(|(wanted, look)| look.accepts(name) == *wanted) && self.then.accepts(name)
    }
}

fn look(text: &str) -> Option<(bool, &str)> {
    text.strip_prefix("(?!").map(|rest| (false, rest)).or_else(|| text.strip_prefix("(?=").map(|rest| (true, rest)))
}

/// Where the parenthesis closes that is open before the text.
fn closing(text: &str) -> Option<usize> {
    levels(text).find(|(_, letter, level)| *letter == ')' && *level == 0).map(|(at, _, _)| at)
}

fn has_bar(text: &str) -> bool {
    levels(text).any(|(_, letter, level)| letter == '|' && level == 0)
}

/// Every character that is not escaped and in no class, with the number of parentheses that are open before it.
fn levels(text: &str) -> impl Iterator<Item = (usize, char, usize)> {
    let (mut level, mut escaped, mut class) = (0_usize, false, false);
    text.char_indices().filter_map(move |(at, letter)| {
        let plain = !std::mem::take(&mut escaped) && (!class || letter == ']');
        match letter {
            '\\' if plain || class => escaped = true,
            '[' if plain => class = true,
            ']' if plain => class = false,
            _ => {}
        }
        let before = level;
        if plain && letter == '(' {
            level += 1;
        } else if plain && letter == ')' {
            level = level.saturating_sub(1);
        }
        plain.then_some((at, letter, if letter == ')' { before } else { level }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(pattern: &str, name: &str) -> bool {
        Ahead::read(pattern).unwrap().unwrap().accepts(name)
    }

    #[test]
    fn a_look_ahead_excludes_or_demands_from_the_start() {
        assert!(accepts("^(?!mcp__).*", "Bash") && !accepts("^(?!mcp__).*", "mcp__a__b"));
        assert!(accepts("^(?!Bash$|Read$).*$", "BashOutput") && !accepts("^(?!Bash$|Read$).*$", "Read"));
        assert!(accepts("^(?!a)(?=.*z).+", "bz") && !accepts("^(?!a)(?=.*z).+", "az") && !accepts("^(?!a)(?=.*z).+", "b"));
        assert!(accepts(r"^(?!x\)|[)]y)(?:a|b)", "a") && !accepts(r"^(?!x\)|[)]y)(?:a|b)", ")y"));
    }

    #[test]
    fn other_ways_to_look_around_are_left_alone() {
        for pattern in ["Bash", "^Bash", "(?!a)b", "^(?!a)b|c", "^(?<!a)b", "^(?!a", "a(?!b)"] {
            assert!(Ahead::read(pattern).is_none(), "{pattern}");
        }
    }
}
