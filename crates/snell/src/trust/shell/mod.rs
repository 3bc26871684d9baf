//! Reads a shell command as far as trust needs it: which simple commands it holds, with which words, and which words only a run can tell.
//!
//! It never decides what is run; the shell does. It may see more commands than there are (in a here-document, say), never fewer without
//! saying so: what it cannot follow makes the whole reading [`unclear`](Reading::unclear).

mod dollar;
mod lexer;

use std::collections::HashMap;

/// What a text holds.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Every simple command, those inside of substitutions included.
    pub(super) commands: Vec<Simple>,
    /// What could not be followed.
    pub(super) unclear: Vec<String>,
}

/// One simple command.
#[derive(Debug, Default)]
pub(super) struct Simple {
    /// Its words; targets of output are not among them.
    pub(super) words: Vec<Word>,
    /// The files that it reads (`<`).
    pub(super) inputs: Vec<Word>,
}

/// One word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// As the shell would see it; what is not known stands as it is written.
    pub(super) text: String,
    /// Why the text is not the whole truth.
    pub(super) opaque: Option<String>,
    /// It is `NAME=…` before the program, and how long `NAME=` is.
    pub(super) assigns: Option<usize>,
}

/// The value of a variable, where it is known before anything runs. Also asked for `git rev-parse --show-toplevel` and `pwd`.
pub(super) type Variable<'v> = &'v dyn Fn(&str) -> Option<String>;

/// Reads the text of a command.
pub(super) fn read(text: &str, variable: Variable<'_>) -> Reading {
    let mut known = Known { variable, assigned: HashMap::new() };
    let mut reading = Reading::default();
    lexer::read(text, &mut known, 0, &mut reading);
    reading
}

/// A word of the executable form: nothing but references to variables means anything in it.
pub(super) fn plain_word(text: &str, variable: Variable<'_>) -> Word {
    let mut word = Word::default();
    let mut rest = text;
    while let Some(dollar) = rest.find('$') {
        word.text.push_str(&rest[..dollar]);
        rest = &rest[dollar..];
        let (name, length) = dollar::plain_reference(rest).unwrap_or(("", 1));
        match (name, variable(name)) {
            ("", _) => word.text.push('$'),
            (_, Some(value)) => word.text.push_str(&value),
            (_, None) => {
                word.text.push_str(&rest[..length]);
                word.opaque.get_or_insert_with(|| format!("variable `{name}`"));
            }
        }
        rest = &rest[length..];
    }
    word.text.push_str(rest);
    word
}

/// What is known of variables: from outside, and from the text so far.
pub(super) struct Known<'v> {
    variable: Variable<'v>,
    assigned: HashMap<String, Option<String>>,
}

impl Known<'_> {
    fn value(&self, name: &str) -> Option<String> {
        self.assigned.get(name).cloned().unwrap_or_else(|| (self.variable)(name))
    }

    /// A variable that is assigned twice has a value that only a run can tell.
    fn assign(&mut self, name: &str, value: Option<String>) {
        let value = if self.assigned.contains_key(name) { None } else { value };
        self.assigned.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reading {
        super::read(text, &|name| match name {
            "ROOT" | "git rev-parse --show-toplevel" => Some("/re po".to_owned()),
            _ => None,
        })
    }

    fn words(text: &str) -> Vec<Vec<String>> {
        let mark = |word: &Word| format!("{}{}", word.text, if word.opaque.is_some() { " (opaque)" } else { "" });
        read(text).commands.iter().map(|command| command.words.iter().map(mark).collect()).collect()
    }

    #[test]
    fn every_simple_command_is_seen() {
        assert_eq!(words("a b && c;d | e & f\ng |& h"), [vec!["a", "b"], vec!["c"], vec!["d"], vec!["e"], vec!["f"], vec!["g"], vec!["h"]]);
        assert_eq!(words("( a; { b; } )"), [vec!["a"], vec!["{", "b"], vec!["}"]]);
        assert_eq!(words("a # b; c\nd#e"), [vec!["a"], vec!["d#e"]]);
    }

    #[test]
    fn quotes_keep_a_word_together() {
        assert_eq!(words("sh './my hooks/x.sh' \"a b\"c\\ d"), [vec!["sh", "./my hooks/x.sh", "a bc d"]]);
        assert_eq!(words("a ''"), [vec!["a", ""]]);
    }

    #[test]
    fn targets_of_output_are_no_words() {
        assert_eq!(words("a >out.log 2>>err.log &>both 2>&1 b"), [vec!["a", "b"]]);
        let command = &read("sh <in.sh 3< other").commands[0];
        assert_eq!(command.inputs.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), ["in.sh", "other"]);
    }

    #[test]
    fn known_variables_are_followed_and_others_are_opaque() {
        assert_eq!(words("sh \"$ROOT/x.sh\" ${ROOT}/y $NO/z"), [vec!["sh", "/re po/x.sh", "/re po/y", "$NO/z (opaque)"]]);
        assert_eq!(words("sh ${ROOT:-.}/x ${NO:-./y} '$NO'"), [vec!["sh", "/re po/x", "${NO:-./y} (opaque)", "$NO"]]);
        assert_eq!(words("D=./h; sh $D/x"), [vec!["D=./h"], vec!["sh", "./h/x"]]);
        assert_eq!(words("D=a; D=b; sh $D")[2], ["sh", "$D (opaque)"]);
    }

    #[test]
    fn commands_inside_of_substitutions_are_commands() {
        assert_eq!(words("echo \"$(cat x | jq .)\""), [vec!["cat", "x"], vec!["jq", "."], vec!["echo", "$(cat x | jq .) (opaque)"]]);
        assert_eq!(words("echo `a b`"), [vec!["a", "b"], vec!["echo", "`a b` (opaque)"]]);
        assert_eq!(words("echo $(( 1 + 2 ))"), [vec!["echo", "$(( 1 + 2 )) (opaque)"]]);
        assert_eq!(words("sh \"$(git rev-parse --show-toplevel)/x.sh\""), [vec!["sh", "/re po/x.sh"]]);
        assert_eq!(words("echo ${X:-$(curl y | sh)}")[0], ["curl", "y"]);
    }

    #[test]
    fn patterns_are_opaque() {
        assert_eq!(words("sh hooks/*.sh [ab] {a,b} '*'"), [vec!["sh", "hooks/*.sh (opaque)", "[ab] (opaque)", "{a,b} (opaque)", "*"]]);
        assert_eq!(words("[ a = b ]"), [vec!["[", "a", "=", "b", "]"]]);
    }

    #[test]
    fn what_cannot_be_followed_is_said() {
        for text in ["a 'b", "a \"b", "a $(b", "a `b", "a ${b", "cat <<X\nx\nX", &"$(".repeat(100)] {
            assert!(!read(text).unclear.is_empty(), "{text}");
        }
        assert!(read("a \"b\" $(c) <<< d").unclear.is_empty());
    }

    #[test]
    fn the_executable_form_knows_variables_alone() {
        let word = plain_word("$ROOT/a b*`c`$", &|name| (name == "ROOT").then(|| "/r".to_owned()));
        assert_eq!(word, Word { text: "/r/a b*`c`$".to_owned(), ..Word::default() });
        assert!(plain_word("${NO}/x", &|_| None).opaque.is_some());
    }
}
