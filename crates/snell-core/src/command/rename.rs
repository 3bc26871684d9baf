//! Other agents' plugin roots in a command become this dialect's (R8.3): exact names, quoting kept, and the result means what was meant.
//!
//! The agents that a command was written for replace their placeholder in the text, whatever stands around it; here the shell expands a
//! variable. So a reference that a shell would not expand, between apostrophes, is quoted anew, and what cannot be is left and told.

use std::collections::HashSet;
use std::ops::Range;

use super::LONGEST;
use super::scan::{Literal, LiteralKind, Modifier, Reference, Scan, name_length, scan};

/// How far the end of `${NAME:-…}` is looked for in a text that no shell reads, in bytes.
const LONGEST_DEFAULT: usize = 4096;

/// A command with its names replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renamed {
    /// The new text; the old one where nothing was to be done.
    pub text: String,
    /// Texts between apostrophes that now stand between double quotes, as they were written.
    pub requoted: Vec<String>,
    /// References behind a backslash, as they were written: only another shell that comes to read the text expands them.
    pub escaped: Vec<String>,
    /// References that still stand, since no shell would expand them where they are.
    pub left: Vec<String>,
    /// Names that still stand alone, without a `$`: an assignment, the argument of `printenv`.
    pub bare: Vec<String>,
    /// Names that the text itself gives a value.
    pub assigned: Vec<String>,
}

/// Replaces every reference to one of `names` in a shell command by `${to}`. A second time changes nothing.
///
/// ```
/// use snell_core::command::rename;
///
/// let renamed = rename("sh '${OLD}/my hook.sh' $OLD_X ${OLD:-.}/y", &["OLD"], "NEW");
/// assert_eq!(renamed.text, r#"sh "${NEW}/my hook.sh" $OLD_X ${NEW}/y"#);
/// assert_eq!(renamed.requoted, ["'${OLD}/my hook.sh'"]);
/// ```
pub fn rename(command: &str, names: &[&str], to: &str) -> Renamed {
    // What could not be run anyway is left: a text that no process could be given, and one whose end no shell finds.
    if command.len() > LONGEST {
        return Renamed::as_is(command.to_owned(), names);
    }
    let scan = scan(command);
    if scan.unclosed {
        return Renamed::as_is(command.to_owned(), names);
    }
    let mut edits = Edits { text: command, names, to, list: Vec::new(), requoted: Vec::new(), escaped: Vec::new() };
    edits.references(&scan);
    edits.literals(&scan);
    edits.others(&scan);
    let assigned = names.iter().filter(|name| scan.assigned.contains(name)).map(|name| (*name).to_owned()).collect();
    let (requoted, escaped) = (std::mem::take(&mut edits.requoted), std::mem::take(&mut edits.escaped));
    Renamed { requoted, escaped, assigned, ..Renamed::as_is(edits.applied(), names) }
}

/// The same in a text that no shell reads: a program or an argument of the executable form (E3.1), where quotes are letters.
pub fn rename_plain(text: &str, names: &[&str], to: &str) -> Renamed {
    Renamed::as_is(plain(text, names, to, None), names)
}

/// Where one of the names stands as a whole word in the text of a script. A name that a shell script gives a value itself is its own.
pub fn mentions(script: &str, names: &[&str], is_shell: bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = tokens(script, names).collect();
    if is_shell && !found.is_empty() {
        let assigned = scan(script).assigned;
        found.retain(|word| !assigned.contains(&&script[word.clone()]));
    }
    found
}

impl Renamed {
    /// A text in which nothing more is replaced, and what still stands in it.
    fn as_is(text: String, names: &[&str]) -> Renamed {
        let (mut left, mut bare) = (Vec::new(), Vec::new());
        for token in tokens(&text, names) {
            match before_name(&text[..token.start]) {
                Some(dollar) => left.push(written(&text, dollar, token)),
                None => bare.push(text[token].to_owned()),
            }
        }
        Renamed { text, left, bare, ..Renamed::default() }
    }
}

/// A reference without what may stand beside its name: `$NAME`, `${NAME}`.
fn written(text: &str, dollar: usize, name: Range<usize>) -> String {
    let brace = if text[dollar..].starts_with("${") { "}" } else { "" };
    format!("{}{brace}", &text[dollar..name.end])
}

/// The changes that are to be made to a text.
struct Edits<'t> {
    text: &'t str,
    names: &'t [&'t str],
    to: &'t str,
    list: Vec<(Range<usize>, String)>,
    requoted: Vec<String>,
    escaped: Vec<String>,
}

impl Edits<'_> {
    /// What a shell would expand.
    fn references(&mut self, scan: &Scan<'_>) {
        for Reference { name, span, modifier, .. } in &scan.references {
            if !self.names.contains(name) {
                continue;
            }
            match modifier {
                Modifier::None | Modifier::Default => self.list.push((span.clone(), format!("${{{}}}", self.to))),
                Modifier::Edit | Modifier::Alternative | Modifier::About => {
                    let start = span.start + 2 + usize::from(*modifier == Modifier::About);
                    self.list.push((start..start + name.len(), self.to.to_owned()));
                }
            }
        }
    }

    /// What stands between apostrophes is quoted anew, where it holds a reference.
    fn literals(&mut self, scan: &Scan<'_>) {
        for Literal { span, .. } in scan.literals.iter().filter(|literal| literal.kind == LiteralKind::Quoted) {
            let written = &self.text[span.clone()];
            let inside = &written[1..written.len() - 1];
            if tokens(inside, self.names).any(|token| before_name(&inside[..token.start]).is_some()) {
                self.list.push((span.clone(), format!("\"{}\"", plain(inside, self.names, self.to, Some("$`\"\\")))));
                self.requoted.push(written.to_owned());
            }
        }
    }

    /// References behind a backslash, which another shell may come to expand, and those in comments.
    fn others(&mut self, scan: &Scan<'_>) {
        let known: HashSet<usize> = scan.references.iter().map(|reference| reference.span.start).collect();
        let in_literal = |at: usize| {
            let before = scan.literals.partition_point(|literal| literal.span.start <= at);
            before > 0 && scan.literals[before - 1].span.contains(&at)
        };
        for token in tokens(self.text, self.names) {
            let Some(dollar) = before_name(&self.text[..token.start]).filter(|at| !known.contains(at) && !in_literal(*at)) else {
                continue;
            };
            // `${$NAME…}` is the number of the shell, and what stands after it is no name.
            if self.text[..dollar].ends_with("${") {
                continue;
            }
            if self.text[..dollar].ends_with('\\') {
                self.escaped.push(written(self.text, dollar, token.clone()));
            }
            let plain = dollar + 1 == token.start;
            let new = if plain { format!("{{{}}}", self.to) } else { self.to.to_owned() };
            self.list.push((token, new));
        }
    }

    fn applied(mut self) -> String {
        self.list.sort_by_key(|(span, _)| span.start);
        let mut text = String::with_capacity(self.text.len());
        let mut done = 0;
        for (span, new) in &self.list {
            // What stands inside of a reference that is replaced as a whole goes with it.
            if span.start >= done {
                text.extend([&self.text[done..span.start], new]);
                done = span.end;
            }
        }
        text + &self.text[done..]
    }
}

/// `$NAME`, `${NAME}` and `${NAME:-…}` replaced. For a shell, which understands more, these characters get a backslash, and of any other
/// `${NAME…}` the name is replaced.
fn plain(text: &str, names: &[&str], to: &str, for_shell: Option<&str>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        match Placeholder::at(text, at, names) {
            Some(Placeholder { is_plain: true, end: Some(end), .. }) => {
                out.extend(["${", to, "}"]);
                at = end;
            }
            Some(Placeholder { name, end, .. }) if for_shell.is_some() => {
                out.extend(end.is_none().then_some('\\'));
                out.extend([&text[at..name.start], to]);
                at = name.end;
            }
            _ => {
                out.extend(for_shell.filter(|special| special.contains(character)).map(|_| '\\'));
                out.push(character);
                at += character.len_utf8();
            }
        }
    }
    out
}

/// A reference in a text that no shell has read.
struct Placeholder {
    name: Range<usize>,
    /// It is the name alone, or with what stands in for it.
    is_plain: bool,
    /// None where its brace is not closed.
    end: Option<usize>,
}

impl Placeholder {
    /// The one that begins at this byte.
    fn at(text: &str, at: usize, names: &[&str]) -> Option<Placeholder> {
        let rest = text[at..].strip_prefix('$')?;
        let inside = rest.strip_prefix('{');
        let about = inside.is_some_and(|inside| inside.starts_with(['#', '!']));
        let start = at + 1 + usize::from(inside.is_some()) + usize::from(about);
        let name = start..start + name_length(&text.as_bytes()[start..]);
        if !names.contains(&&text[name.clone()]) {
            return None;
        }
        let after = text[name.end..].trim_start_matches(':');
        let is_plain = inside.is_none() || !about && after.starts_with(['}', '-', '=', '?']);
        let end = if inside.is_some() { closing_brace(text, name.end) } else { Some(name.end) };
        Some(Placeholder { name, is_plain, end })
    }
}

/// The byte after the brace that closes one that is open here.
fn closing_brace(text: &str, from: usize) -> Option<usize> {
    let mut open = 1;
    for (index, byte) in text.bytes().enumerate().skip(from).take(LONGEST_DEFAULT) {
        match byte {
            b'{' if text[..index].ends_with('$') => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// Where one of the names stands as a whole word.
fn tokens<'t>(text: &'t str, names: &'t [&'t str]) -> impl Iterator<Item = Range<usize>> + 't {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(move |&at| is_letter(bytes[at]) && (at == 0 || !is_letter(bytes[at - 1])));
    starts.map(move |at| at..at + name_length(&bytes[at..])).filter(|word| !word.is_empty() && names.contains(&&text[word.clone()]))
}

/// Where the `$` stands that the name after this text belongs to.
fn before_name(text: &str) -> Option<usize> {
    let outside = text.strip_suffix(['#', '!']).filter(|rest| rest.ends_with("${")).unwrap_or(text);
    let outside = outside.strip_suffix('{').filter(|rest| rest.ends_with('$')).unwrap_or(outside);
    outside.ends_with('$').then(|| outside.len() - 1)
}
