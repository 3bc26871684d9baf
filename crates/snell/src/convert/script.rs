//! What a hook's command and script say, as text: by the words in it one can tell what it looks at and how it answers. It is not understood.

use std::path::PathBuf;

use snell_core::hook::Handler;
use snell_core::{Hook, command};
use snell_system::files;

/// A larger script is not read, in bytes.
const LARGEST: usize = 256 * 1024;
/// So many words of a command may name a script.
const MOST_WORDS: usize = 64;
/// Words by which a command is its own script.
const INLINE: [&str; 4] = ["exit", "echo", "printf", " -c "];

/// The text of a hook.
pub(super) struct Script {
    text: String,
    /// Everything that it does stands in the text, as far as can be told.
    is_whole: bool,
}

/// What stands between blanks and operators, its variables filled in: other commands of a line name scripts too.
fn pieces(command: &str, variable: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let plain = command.replace(['\'', '"'], "");
    let pieces = plain.split(|letter: char| letter.is_whitespace() || "`;|&()<>".contains(letter)).filter(|piece| !piece.is_empty());
    let filled = |piece: &str| {
        let home = piece.strip_prefix("~/").and_then(|below| Some(format!("{}/{below}", variable("HOME")?)));
        home.unwrap_or_else(|| command::words_with(piece, variable).pop().unwrap_or_default())
    };
    pieces.map(filled).collect()
}

impl Script {
    /// Reads what a hook's command names.
    pub(super) fn of(hook: &Hook, directories: &[PathBuf], variable: &dyn Fn(&str) -> Option<String>) -> Script {
        let Handler::Command { command, args, .. } = &hook.handler else { return Script { text: String::new(), is_whole: false } };
        let words: Vec<String> = match args {
            Some(args) => std::iter::once(command.clone()).chain(args.iter().cloned()).collect(),
            None => command::words_with(command, variable).into_iter().chain(pieces(command, variable)).collect(),
        };
        let places = words.iter().take(MOST_WORDS).flat_map(|word| directories.iter().map(move |directory| directory.join(word)));
        let read = |path: PathBuf| {
            let text = String::from_utf8(files::read_bounded(&path, LARGEST).ok()?).ok()?;
            (!text.contains('\0')).then_some(text)
        };
        let mut scripts: Vec<String> = places.filter(|path| files::is_file(path)).filter_map(read).collect();
        scripts.dedup();
        let is_inline = args.is_none() && INLINE.iter().any(|word| command.contains(word));
        let is_whole = !scripts.is_empty() || is_inline;
        let text = std::iter::once(words.join(" ")).chain([command.clone()]).chain(scripts).collect::<Vec<_>>().join("\n");
        Script { text, is_whole }
    }

    /// Whether everything that it does stands in the text.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether a word stands in it as a whole word.
    pub(super) fn has(&self, word: &str) -> bool {
        !command::mentions(&self.text, &[word], false).is_empty()
    }

    /// Whether it may set a key to a word. The word may be part of another; languages write `true` with a capital or without.
    pub(super) fn sets(&self, key: &str, word: Option<&str>) -> bool {
        let text = self.text.to_ascii_lowercase();
        self.has(key) && word.is_none_or(|word| text.contains(&word.to_ascii_lowercase()))
    }

    /// Whether it may exit with this code.
    pub(super) fn may_exit(&self, code: i32) -> bool {
        let code = code.to_string();
        let text = self.text.to_ascii_lowercase();
        // `exit 2`, `sys.exit(2)`, `process.exitCode = 2`; or a code that is worked out.
        let exits = || text.split("exit").skip(1);
        let says = |after: &str| after.split(|letter: char| !letter.is_ascii_alphanumeric()).take(4).any(|word| word == code);
        exits().any(says)
            || exits().any(|after| after.trim_start_matches(['(', ' ', '"']).starts_with('$'))
            || text.contains(&format!("return {code}"))
    }
}
