//! As much of Markdown as the pages use: headings, quotes, fenced blocks, comments and tables, each with its line.

/// One thing on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// From 1.
    pub line: usize,
    /// What it is.
    pub kind: Kind,
}

/// What an item is. Prose is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Heading {
        level: usize,
        text: String,
    },
    /// One line of a quote, its mark removed.
    Quote(String),
    /// A fenced block: its info string, its lines without the last line's end.
    Block {
        info: String,
        text: String,
    },
    /// `<!-- … -->` on one line, trimmed.
    Comment(String),
    /// A row of a table, its cells trimmed; rules such as `|---|` are left out.
    Row(Vec<String>),
}

/// The items of a page, in order.
pub fn items(text: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let kind = match fence(line) {
            Some((mark, info)) => {
                let body: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| !closes(line, mark)).collect();
                Some(Kind::Block { info: info.to_owned(), text: body.join("\n") })
            }
            None => plain(line),
        };
        items.extend(kind.map(|kind| Item { line: index + 1, kind }));
    }
    items
}

fn fence(line: &str) -> Option<(&str, &str)> {
    let ticks = line.len() - line.trim_start_matches('`').len();
    (ticks >= 3).then(|| (&line[..ticks], line[ticks..].trim()))
}

fn closes(line: &str, mark: &str) -> bool {
    line.trim_end().strip_prefix(mark).is_some_and(|rest| rest.chars().all(|letter| letter == '`'))
}

fn plain(line: &str) -> Option<Kind> {
    let level = line.len() - line.trim_start_matches('#').len();
    if (1..=6).contains(&level) && line[level..].starts_with(' ') {
        return Some(Kind::Heading { level, text: line[level..].trim().to_owned() });
    }
    if let Some(quote) = line.strip_prefix('>') {
        return Some(Kind::Quote(quote.trim().to_owned()));
    }
    if let Some(comment) = line.strip_prefix("<!--").and_then(|rest| rest.trim_end().strip_suffix("-->")) {
        return Some(Kind::Comment(comment.trim().to_owned()));
    }
    let cells = row(line.strip_prefix('|')?.trim_end().strip_suffix('|')?);
    let is_rule = cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|letter| matches!(letter, '-' | ':')));
    (!is_rule).then_some(Kind::Row(cells))
}

/// The cells of a row; `\|` is a bar.
fn row(inner: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&'|') => {
                letters.next();
                push(&mut cells, '|');
            }
            '|' => cells.push(String::new()),
            letter => push(&mut cells, letter),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

fn push(cells: &mut [String], letter: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(letter);
    }
}

/// The clauses that a text cites: `N4.2`, `R7.1`, `E1.1`.
pub fn clauses(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    words.map(|word| word.trim_matches('.')).filter(|word| is_clause(word)).collect()
}

fn is_clause(word: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = word.strip_prefix(['N', 'R', 'E']).and_then(|rest| rest.split_once('.'));
    numbers.is_some_and(|(chapter, clause)| number(chapter) && number(clause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_split_into_its_items() {
        let page =
            "# Title\nprose\n> N1.1 [seed] quoted\n\n<!-- dialect: x -->\n````json home/a\n```\n{}\n````\n| a | b\\|c |\n|---|:-:|\n";
        let kinds: Vec<Kind> = items(page).into_iter().map(|item| item.kind).collect();
        let expected = [
            Kind::Heading { level: 1, text: "Title".to_owned() },
            Kind::Quote("N1.1 [seed] quoted".to_owned()),
            Kind::Comment("dialect: x".to_owned()),
            Kind::Block { info: "json home/a".to_owned(), text: "```\n{}".to_owned() },
            Kind::Row(vec!["a".to_owned(), "b|c".to_owned()]),
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn clauses_are_found_as_whole_words() {
        assert_eq!(clauses("as N4.2, (R7.10) and E1.1. say; not XN4.2 or N4 or n4.2"), ["N4.2", "R7.10", "E1.1"]);
    }
}
