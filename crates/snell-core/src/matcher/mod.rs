//! Which calls a hook wants to see (N4, R4).
//!
//! Everything is decided when a matcher is read: a bad one is told apart there, with words, and is never discovered by matching nothing.
//! Most patterns people write are names with a star or two (`mcp__.*`, `^Bash$`, `Edit|Write`); these are recognised by what they mean
//! and become plain comparisons. The rest is a regular expression that matches in linear time, compiled when it is first asked.

mod ahead;
mod need;
mod pattern;
mod patterns;
mod plain;
mod reason;
mod shape;
mod size;

use std::fmt;
use std::sync::Arc;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::dialect::{Lists, Matchers};

use ahead::Ahead;
use pattern::Pattern;
pub use patterns::Patterns;

/// A matcher that was read and found usable. Cheap to clone.
#[derive(Clone)]
pub struct Matcher {
    inner: Arc<Inner>,
}

struct Inner {
    written: Option<String>,
    test: Test,
}

enum Test {
    /// Omitted, empty, or a lone `*` (N4.1, R4.4).
    All,
    /// Equal to one of these, which are sorted (N4.2).
    Names(Box<[Box<str>]>),
    /// An unanchored pattern (N4.3, R4.1).
    Pattern(Pattern),
    /// A pattern that looks ahead first.
    Ahead(Ahead),
    /// It could not be read.
    Broken,
}

/// Why a matcher cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMatcher {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Matcher {
    /// Reads a matcher by a dialect's rules.
    ///
    /// # Errors
    /// A list without names (N4.2), and a pattern that is too long, too large, or no regular expression here (N4.7).
    pub fn read(written: Option<&str>, rules: &Matchers) -> Result<Matcher, BadMatcher> {
        let test = match written {
            None | Some("" | "*") => Test::All,
            Some(text) if is_list(rules.lists, text) => Test::Names(names(rules.lists, text)?),
            Some(text) => match pattern(text, rules) {
                Err(_) if rules.else_exact => return Ok(Matcher::exactly(text)),
                read => read?,
            },
        };
        Ok(Matcher::new(written, test))
    }

    /// A matcher that is one name, whatever characters it has.
    pub fn exactly(name: &str) -> Matcher {
        let all = name.is_empty() || name == "*";
        Matcher::new(Some(name), if all { Test::All } else { Test::Names([name.into()].into()) })
    }

    /// A matcher that could not be read: it accepts nothing, and is shown as it was written.
    pub fn broken(written: &str) -> Matcher {
        Matcher::new(Some(written), Test::Broken)
    }

    fn new(written: Option<&str>, test: Test) -> Matcher {
        Matcher { inner: Arc::new(Inner { written: written.map(str::to_owned), test }) }
    }

    /// Whether any of the names is accepted. No names, or only empty ones, mean that the event has no value to test: everything is
    /// accepted (N4.8). An empty name beside others is no value either. Case counts.
    pub fn accepts(&self, names: &[&str]) -> bool {
        if matches!(self.inner.test, Test::Broken) {
            return false;
        }
        let mut told = names.iter().filter(|name| !name.is_empty()).peekable();
        told.peek().is_none() || told.any(|name| self.inner.test.accepts(name))
    }

    /// Whether it could not be read: then nobody knows what it wanted to see.
    pub fn is_broken(&self) -> bool {
        matches!(self.inner.test, Test::Broken)
    }

    /// As written.
    pub fn written(&self) -> Option<&str> {
        self.inner.written.as_deref()
    }

    /// Whether it accepts everything: omitted, empty, or a lone `*`.
    pub fn is_all(&self) -> bool {
        matches!(self.inner.test, Test::All)
    }

    /// What it takes once it is compiled, in bytes; nothing where it is never compiled.
    fn size(&self) -> usize {
        match &self.inner.test {
            Test::Pattern(pattern) => pattern.size(),
            Test::Ahead(ahead) => ahead.size(),
            Test::All | Test::Names(_) | Test::Broken => 0,
        }
    }

    /// Whether it is a regular expression, and not a list of names.
    pub fn is_pattern(&self) -> bool {
        matches!(self.inner.test, Test::Pattern(_) | Test::Ahead(_))
    }

    /// Whether two matchers are the same for telling duplicates: equal as written, where omitted, empty and `*` are equal (N1.10).
    pub fn same_as(&self, other: &Matcher) -> bool {
        self.is_all() && other.is_all() || self.written() == other.written()
    }

    /// What deserves a word although it works: a lone `*` where it is no regular expression (R4.4), and a plain name that, unanchored,
    /// also matches longer names (R4.1).
    pub fn remarks(&self, rules: &Matchers) -> Vec<Diagnostic> {
        let written = self.written().unwrap_or_default();
        match &self.inner.test {
            Test::All if written == "*" && rules.star_is_noted => vec![
                Diagnostic::new(Code::StarMatcher, "a lone `*` matches everything, although it is no regular expression")
                    .help("write `.*`, or leave the matcher out"),
            ],
            Test::Pattern(pattern) if pattern.is_open_name() => vec![
                Diagnostic::new(
                    Code::MatcherTooWide,
                    format!("the matcher `{written}` also matches longer names, as nothing ties it to their ends"),
                )
                .help(format!("write `{}` to match only that", anchored(written))),
            ],
            _ => Vec::new(),
        }
    }
}

impl Test {
    fn accepts(&self, name: &str) -> bool {
        match self {
            Test::All => true,
            Test::Names(names) => names.binary_search_by(|known| (**known).cmp(name)).is_ok(),
            Test::Pattern(pattern) => pattern.accepts(name),
            Test::Ahead(ahead) => ahead.accepts(name),
            Test::Broken => false,
        }
    }
}

impl fmt::Debug for Matcher {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = out.debug_tuple(if matches!(self.inner.test, Test::Broken) { "Broken" } else { "Matcher" });
        shown.field(&self.written().unwrap_or_default()).finish()
    }
}

fn anchored(name: &str) -> String {
    if name.contains('|') { format!("^({name})$") } else { format!("^{name}$") }
}

fn pattern(text: &str, rules: &Matchers) -> Result<Test, BadMatcher> {
    if rules.looks_ahead
        && let Some(ahead) = Ahead::read(text)
    {
        return Ok(Test::Ahead(ahead?));
    }
    Ok(Test::Pattern(Pattern::read(text, rules.whole)?))
}

fn is_list(lists: Lists, text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'|');
    match lists {
        Lists::None => false,
        Lists::Bars => text.bytes().all(letter),
        Lists::BarsAndCommas => text.bytes().all(|byte| letter(byte) || matches!(byte, b'-' | b' ' | b',')),
    }
}

/// The terms of a list, without the empty ones (N4.2). Only where commas part them too, blanks around them mean nothing.
fn names(lists: Lists, text: &str) -> Result<Box<[Box<str>]>, BadMatcher> {
    let with_commas = lists == Lists::BarsAndCommas;
    let terms = text.split(|letter| letter == '|' || with_commas && letter == ',').map(|term| if with_commas { term.trim() } else { term });
    let mut names: Vec<Box<str>> = terms.filter(|term| !term.is_empty()).map(Into::into).collect();
    if names.is_empty() {
        return Err(BadMatcher {
            message: format!("the matcher `{}` names nothing", reason::shorten(text)),
            help: Some("write names with `|` between them, or leave the matcher out to match everything".to_owned()),
        });
    }
    names.sort_unstable();
    names.dedup();
    Ok(names.into())
}
