//! Programs that are run without a shell: direct executables (N2.7) and the executable form with `args` (E3.1, N8.5).

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::refuse::{are_set, have_values};
use super::scan::name_length;
use super::{LONGEST, Program, Setting};

/// Characters that only a shell understands.
const SHELL_CHARACTERS: &[char] = &['|', '&', ';', '<', '>', '(', ')', '`', '"', '\'', '*', '?', '[', ']', '{', '}', '~', '!', '#', '\\'];

/// A part of a text in which plain `$NAME` and `${NAME}` are expanded.
#[derive(Clone, Copy)]
enum Piece<'t> {
    Text(&'t str),
    Variable { name: &'t str, written: &'t str },
}

/// The program that a command names as a direct executable; none where it is for the shell.
pub(super) fn executable(command: &str, setting: &Setting<'_>) -> Result<Option<PathBuf>, String> {
    if let Some(pieces) = one_word(command)
        && let Some(word) = expand_word(&pieces, setting)?
        && (has_slash(&word) || is_file_beside(&word, setting))
    {
        return Ok(Some(beside(&word, setting.beside)));
    }
    Ok(is_file_beside(OsStr::new(command), setting).then(|| beside(OsStr::new(command), setting.beside)))
}

/// E3.1: no shell, whatever the words hold. In `args` nothing but the dialect's path variables is replaced.
pub(super) fn with_args(command: &str, args: &[String], setting: &Setting<'_>) -> Result<Program, String> {
    let pieces = pieces(command);
    let in_args: Vec<Vec<Piece<'_>>> = args.iter().map(|arg| self::pieces(arg)).collect();
    are_set(unset(&pieces, setting))?;
    have_values(names(pieces.iter().chain(in_args.iter().flatten())).filter(|name| setting.has_no_value(name)))?;
    let word = join(&pieces, &|name| (setting.variable)(name), "the program")?;
    let path = |name: &str| (setting.variable)(name).filter(|_| setting.paths.contains(&name));
    let args = in_args.iter().map(|arg| join(arg, &path, "an argument")).collect::<Result<_, _>>()?;
    let program = if has_slash(&word) { beside(&word, setting.beside) } else { word.into() };
    Ok(Program::Direct { program, args })
}

/// The pieces of a text that is one word without white space and without a shell's characters, save for plain references.
fn one_word(command: &str) -> Option<Vec<Piece<'_>>> {
    let pieces = pieces(command);
    let is_plain = |text: &str| !text.contains(SHELL_CHARACTERS) && !text.contains(|character: char| character.is_whitespace());
    (!command.is_empty() && pieces.iter().all(|piece| !matches!(piece, Piece::Text(text) if !is_plain(text)))).then_some(pieces)
}

/// The word, expanded once; none where a variable is missing and the word is no path, so that the shell has it.
fn expand_word(pieces: &[Piece<'_>], setting: &Setting<'_>) -> Result<Option<OsString>, String> {
    let mut missing = unset(pieces, setting).peekable();
    let is_path = || pieces.iter().any(|piece| matches!(piece, Piece::Text(text) if text.contains('/')));
    if missing.peek().is_some() && !is_path() {
        return Ok(None);
    }
    are_set(missing)?;
    have_values(names(pieces.iter()).filter(|name| setting.has_no_value(name)))?;
    join(pieces, &|name| (setting.variable)(name), "the program").map(Some)
}

/// Splits a text at its plain references. `$` before anything else is itself.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut done, mut at) = (0, 0);
    while let Some(dollar) = text[at..].find('$').map(|found| at + found) {
        at = dollar + 1;
        let Some((name, end)) = reference(text, dollar) else { continue };
        pieces.extend([Piece::Text(&text[done..dollar]), Piece::Variable { name, written: &text[dollar..end] }]);
        (done, at) = (end, end);
    }
    pieces.push(Piece::Text(&text[done..]));
    pieces
}

/// The name of the plain reference at `dollar`, and where the reference ends.
fn reference(text: &str, dollar: usize) -> Option<(&str, usize)> {
    let braced = text[dollar + 1..].starts_with('{');
    let start = dollar + 1 + usize::from(braced);
    let end = start + name_length(&text.as_bytes()[start..]);
    let closed = !braced || text[end..].starts_with('}');
    (end > start && closed).then(|| (&text[start..end], end + usize::from(braced)))
}

fn join(pieces: &[Piece<'_>], value: &dyn Fn(&str) -> Option<OsString>, what: &str) -> Result<OsString, String> {
    let mut joined = OsString::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => joined.push(text),
            Piece::Variable { name, written } => joined.push(value(name).unwrap_or_else(|| written.into())),
        }
        if joined.len() > LONGEST {
            return Err(format!("not run: {what} is longer than 128 KiB once its variables are replaced"));
        }
    }
    Ok(joined)
}

fn names<'t>(pieces: impl Iterator<Item = &'t Piece<'t>>) -> impl Iterator<Item = &'t str> {
    pieces.filter_map(|piece| match piece {
        Piece::Variable { name, .. } => Some(*name),
        Piece::Text(_) => None,
    })
}

fn unset<'t>(pieces: &'t [Piece<'t>], setting: &'t Setting<'_>) -> impl Iterator<Item = &'t str> {
    names(pieces.iter()).filter(|name| (setting.variable)(name).is_none())
}

fn has_slash(word: &OsStr) -> bool {
    word.as_encoded_bytes().contains(&b'/')
}

fn is_file_beside(word: &OsStr, setting: &Setting<'_>) -> bool {
    !word.is_empty() && setting.look.is_file(&beside(word, setting.beside))
}

/// A relative path, from the directory of its file (N2.6).
fn beside(word: &OsStr, directory: &Path) -> PathBuf {
    let path = Path::new(word);
    directory.join(path.strip_prefix(".").unwrap_or(path))
}
