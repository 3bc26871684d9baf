//! An entry of ours in a native file, read back: what it calls, and how it differs from what was installed.

use serde_json::Value;
use snell_core::dialect::{Dialect, Host};

use super::super::entries::Calls;

/// What an entry's command says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Called {
    /// The program.
    pub(super) program: String,
    /// The event that it names.
    pub(super) event: String,
    /// `--within`.
    pub(super) within: u64,
    /// What follows.
    more: Vec<String>,
}

impl Called {
    /// Reads a command; none where it is not one that `install` writes.
    pub(super) fn read(command: &str, agent: &str) -> Option<Called> {
        let mut words = words(command)?.into_iter();
        let program = words.next()?;
        let is_next = |words: &mut dyn Iterator<Item = String>, wanted: &str| words.next().filter(|word| word == wanted).map(drop);
        ["bridge", "run", agent].iter().try_for_each(|wanted| is_next(&mut words, wanted))?;
        let event = words.next()?;
        is_next(&mut words, "--within")?;
        let within = words.next()?.parse().ok()?;
        Some(Called { program, event, within, more: words.collect() })
    }

    /// The dialects that `--from` names.
    pub(super) fn from(&self) -> impl Iterator<Item = &str> {
        self.more.windows(2).filter(|pair| pair[0] == "--from").map(|pair| pair[1].as_str())
    }

    /// How a handler differs from what was installed; none where it does not.
    pub(super) fn difference(&self, handler: &Value, dialect: &Dialect, host: &Host) -> Option<String> {
        let calls = Calls { program: self.program.clone(), more: self.more.clone() };
        let installed = calls.entry(dialect, &self.event, self.within).handler(dialect, host).handler;
        let there = handler.as_object()?;
        let differs = |(key, value): (&String, &Value)| match there.get(key) {
            None => Some(format!("has no `{key}`")),
            Some(other) if other != value => Some(format!("has {other} under `{key}` where {value} was installed")),
            Some(_) => None,
        };
        let added = there.keys().find(|key| !installed.contains_key(*key)).map(|key| format!("has a `{key}` too"));
        installed.iter().find_map(differs).or(added)
    }
}

/// The words of a command as a shell reads them, where it is plain words and quoted ones alone.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quoted, mut escaped) = (Vec::new(), None, false, false);
    for letter in command.chars() {
        match letter {
            _ if escaped => {
                word.get_or_insert_with(String::new).push(letter);
                escaped = false;
            }
            '\'' => {
                word.get_or_insert_with(String::new);
                quoted = !quoted;
            }
            _ if quoted => word.get_or_insert_with(String::new).push(letter),
            '\\' => escaped = true,
            ' ' => words.extend(word.take()),
            _ if letter.is_whitespace() || "\"$`&|;<>()#*?~".contains(letter) => return None,
            _ => word.get_or_insert_with(String::new).push(letter),
        }
    }
    words.extend(word);
    (!quoted && !escaped).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_quoted_is_read_back() {
        for program in ["/usr/bin/snell", "/home/it's me/snell", "/a b/\"c\"/$d\\e"] {
            let calls = Calls { program: program.to_owned(), more: vec!["--from".to_owned(), "claude".to_owned()] };
            let command = calls.entry(snell_dialects::codex(), "Stop", 62).command;
            let called = Called::read(&command, "codex").expect(&command);
            assert_eq!((called.program.as_str(), called.event.as_str(), called.within), (program, "Stop", 62));
            assert_eq!(called.from().collect::<Vec<_>>(), ["claude"]);
        }
    }

    #[test]
    fn what_install_does_not_write_is_not_read() {
        for command in [
            "snell bridge run codex Stop",
            "snell bridge run gemini Stop --within 60",
            "echo; snell bridge run codex Stop --within 60",
            "snell bridge run codex Stop --within 60 || true",
            "snell 'bridge run codex Stop --within 60",
        ] {
            assert_eq!(Called::read(command, "codex"), None, "{command}");
        }
    }
}
