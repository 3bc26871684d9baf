//! A matcher in another agent's words: its names of tools, and its rules of reading.

use std::collections::BTreeSet;

use snell_core::dialect::{Dialect, Event as Row, FactRow, Grade, InputShape, Lists, Matchers, Only, Subject};
use snell_core::event::Fact;
use snell_core::select::{sees, told_tool};
use snell_core::{Hook, Matcher, tool};

use super::mcp;

/// What stands in the place of a matcher.
pub(super) struct Translated {
    /// One entry for each; none is an entry without a matcher.
    pub(super) matchers: Vec<Option<String>>,
    /// How it sees less or more than it did.
    pub(super) grades: Vec<Grade>,
}

/// Translates the matcher of a hook from a row of one agent to a row of another.
pub(super) fn translate(from: &Dialect, row: &Row, to: &Dialect, target: &Row, hook: &Hook) -> Translated {
    let whole = |grades| Translated { matchers: vec![None], grades };
    let ignored = || {
        let written = hook.matcher.written().unwrap_or_default();
        vec![Grade::Stricter(format!("its matcher `{written}` has no meaning there: it sees every one").into())]
    };
    match (&row.subject, &target.subject) {
        _ if hook.matcher.is_all() && (hook.only == Only::All || hook.only == target.only) => whole(Vec::new()),
        (Subject::Tool, Subject::Tool) => tools((from, row), (to, target), hook),
        (_, Subject::Tool) if hook.only != Only::All => {
            let grades = if hook.matcher.is_all() { Vec::new() } else { ignored() };
            Translated { grades, ..of_part((to, target), hook.only) }
        }
        (Subject::Fact(own) | Subject::Exactly(own), Subject::Fact(other) | Subject::Exactly(other)) if own == other => {
            facts(*own, (from, row), (to, target), hook)
        }
        (Subject::Fixed(text), _) if hook.matcher.accepts(&[text]) => whole(Vec::new()),
        (Subject::Ignored, _) => whole(Vec::new()),
        _ => whole(ignored()),
    }
}

fn tools((from, row): (&Dialect, &Row), (to, target): (&Dialect, &Row), hook: &Hook) -> Translated {
    let accepts = |canonical: &str| tool::is_of(hook.only, Some(canonical)) && sees(from, row, &hook.matcher, canonical);
    let canonical =
        || from.tools.iter().chain(to.tools.iter()).flat_map(|row| row.canonical.iter()).map(AsRef::as_ref).collect::<BTreeSet<_>>();
    if hook.only == Only::All && canonical().into_iter().all(accepts) && accepts("mcp__some__tool") && accepts("Unknown") {
        return Translated { matchers: vec![None], grades: Vec::new() };
    }
    let mut pieces: Vec<Piece> =
        canonical().into_iter().filter(|name| accepts(name)).map(|name| Piece::Name(told_tool(to, target, name))).collect();
    let mut grades = Vec::new();
    let is_known = |written: &str| {
        let alone = Matcher::read(Some(written), &from.matchers);
        alone.is_ok_and(|alone| canonical().into_iter().any(|name| sees(from, row, &alone, name)))
    };
    let parts = split(hook.matcher.written().unwrap_or_default(), hook.matcher.is_pattern());
    for written in &parts {
        if let Some((piece, grade)) = mcp::translated(from, to, written, hook.matcher.is_pattern()) {
            pieces.push(piece);
            grades.extend(grade);
        } else if is_name(written) && !is_known(written) {
            // A tool of the user's, or one that is not there at all.
            pieces.push(Piece::Name((*written).to_owned()));
        } else if !is_name(written) {
            let how = format!("of its matcher `{written}` only the tools that are known are seen: a pattern may mean others too");
            grades.push(Grade::Weaker(how.into()));
        }
    }
    if hook.only == Only::Mcp {
        pieces.push(Piece::Pattern(format!("{}.*", escaped(&to.mcp.prefix))));
    }
    if pieces.is_empty() {
        // It means no tool that is known: nothing is to be seen that was not seen before.
        pieces.extend(parts.iter().map(|written| Piece::Pattern((*written).to_owned())));
    }
    let text = written(&pieces, &to.matchers);
    grades.extend(compared((from, row), (to, target), hook, &text));
    Translated { matchers: vec![Some(text)], grades }
}

fn of_part((to, target): (&Dialect, &Row), only: Only) -> Translated {
    let names = to.tools.iter().flat_map(|row| row.canonical.iter()).filter(|name| tool::is_of(only, Some(name)));
    let mut pieces: Vec<Piece> = names.map(|name| Piece::Name(told_tool(to, target, name))).collect();
    if only == Only::Mcp {
        pieces.push(Piece::Pattern(format!("{}.*", escaped(&to.mcp.prefix))));
    }
    let names = [("Bash", Only::Shell), ("Read", Only::Read), ("Edit", Only::Edit), ("Write", Only::Edit)];
    if pieces.is_empty() {
        pieces.extend(names.iter().filter(|(_, of)| *of == only).map(|(name, _)| Piece::Name((*name).to_owned())));
    }
    Translated { matchers: vec![Some(written(&pieces, &to.matchers))], grades: Vec::new() }
}

/// Values of a fact, in the other agent's words for them.
fn facts(fact: Fact, from: (&Dialect, &Row), to: (&Dialect, &Row), hook: &Hook) -> Translated {
    let written = hook.matcher.written().unwrap_or_default();
    let exact = matches!(from.1.subject, Subject::Exactly(_));
    let values: Vec<&str> = if exact { vec![written] } else { split(written, hook.matcher.is_pattern()) };
    if !values.iter().all(|value| is_name(value)) {
        return Translated { matchers: vec![Some(written.to_owned())], grades: Vec::new() };
    }
    let common =
        |value: &&str| word(from, fact, |words| words.iter().find(|(own, _)| own == value).map(|(_, common)| common.to_string()), value);
    let own =
        |value: String| word(to, fact, |words| words.iter().find(|(_, common)| *common == value).map(|(own, _)| own.to_string()), &value);
    let values: Vec<String> = values.iter().map(|value| own(common(value))).collect();
    let matchers = if matches!(to.1.subject, Subject::Exactly(_)) {
        values.into_iter().map(Some).collect()
    } else {
        let pieces: Vec<Piece> = values.into_iter().map(Piece::Name).collect();
        vec![Some(self::written(&pieces, &to.0.matchers))]
    };
    Translated { matchers, grades: Vec::new() }
}

fn word(
    of: (&Dialect, &Row),
    fact: Fact,
    find: impl Fn(&[(snell_core::dialect::Text, snell_core::dialect::Text)]) -> Option<String>,
    value: &str,
) -> String {
    let rows = of.1.facts.iter().chain(of.0.facts.iter()).filter(|row: &&FactRow| row.fact == fact);
    rows.into_iter().find_map(|row| find(&row.words)).unwrap_or_else(|| value.to_owned())
}

/// A part of a matcher.
pub(super) enum Piece {
    /// A name.
    Name(String),
    /// A pattern.
    Pattern(String),
}

/// The pieces as one matcher: a list where the agent reads lists, else a pattern for exactly these names.
fn written(pieces: &[Piece], rules: &Matchers) -> String {
    let mut names: Vec<&str> = Vec::new();
    for piece in pieces {
        let (Piece::Name(text) | Piece::Pattern(text)) = piece;
        if !names.contains(&text.as_str()) {
            names.push(text);
        }
    }
    let is_list =
        |piece: &Piece| matches!(piece, Piece::Name(name) if name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'));
    if pieces.iter().all(is_list) && (rules.lists != Lists::None || rules.whole) {
        return names.join("|");
    }
    let texts: Vec<String> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Name(name) => escaped(name),
            Piece::Pattern(pattern) => pattern.clone(),
        })
        .collect();
    let mut unique: Vec<&str> = Vec::new();
    for text in &texts {
        if !unique.contains(&text.as_str()) {
            unique.push(text);
        }
    }
    match (unique.as_slice(), rules.whole) {
        (_, true) => unique.join("|"),
        ([one], _) => format!("^{one}$"),
        _ => format!("^({})$", unique.join("|")),
    }
}

/// A text that a pattern takes letter by letter.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|letter| (!letter.is_ascii_alphanumeric() && !"_-: ".contains(letter)).then_some('\\').into_iter().chain([letter]))
        .collect()
}

/// The alternatives of a matcher, without what anchors the whole of it.
fn split(written: &str, is_pattern: bool) -> Vec<&str> {
    let mut text = written;
    if is_pattern {
        text = text.strip_prefix('^').unwrap_or(text);
        text = text.strip_suffix('$').unwrap_or(text);
        let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        text = inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(text);
        if text.contains(['(', '[']) {
            return vec![text];
        }
    }
    let parts = if is_pattern { text.split(&['|'][..]) } else { text.split(&['|', ','][..]) };
    parts.map(|part| part.trim().trim_start_matches('^').trim_end_matches('$')).filter(|part| !part.is_empty()).collect()
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter))
}

/// Tools that the new matcher sees and the old one did not, or the other way about.
fn compared((from, row): (&Dialect, &Row), (to, target): (&Dialect, &Row), hook: &Hook, text: &str) -> Vec<Grade> {
    let Ok(new) = Matcher::read(Some(text), &to.matchers) else {
        return vec![Grade::Weaker(format!("`{text}` cannot be read there").into())];
    };
    let (mut missed, mut added) = (Vec::new(), Vec::new());
    for own in to.tools.iter() {
        let wants = |name: &str| tool::is_of(hook.only, Some(name)) && sees(from, row, &hook.matcher, name);
        let wanted = own.canonical.iter().any(|name| wants(name));
        let seen = own.canonical.first().is_some_and(|name| sees(to, target, &new, name));
        // What calls of the tool may turn out to be.
        let may_be = own.canonical.iter().filter(|_| own.shape != InputShape::Plain).chain(own.canonical.first());
        match (wanted, seen) {
            (true, false) => missed.push(own.native.to_string()),
            (true, true) => added.extend(may_be.filter(|name| !wants(name)).map(|name| format!("{} as {name}", own.native)).take(1)),
            (false, true) => added.push(own.native.to_string()),
            _ => {}
        }
    }
    let parts = split(hook.matcher.written().unwrap_or_default(), hook.matcher.is_pattern());
    let unlisted =
        from.tools.iter().flat_map(|row| row.canonical.iter()).filter(|name| !to.tools.iter().any(|row| row.canonical.contains(name)));
    for name in mcp::tools(from, &parts).into_iter().chain(unlisted.map(ToString::to_string)) {
        match (tool::is_of(hook.only, Some(&name)) && sees(from, row, &hook.matcher, &name), sees(to, target, &new, &name)) {
            (true, false) => missed.push(name),
            (false, true) => added.push(name),
            _ => {}
        }
    }
    let missed = (!missed.is_empty()).then(|| Grade::Weaker(format!("calls of {} are not seen", missed.join(", ")).into()));
    let added = (!added.is_empty()).then(|| Grade::Stricter(format!("calls of {} are seen too", added.join(", ")).into()));
    missed.into_iter().chain(added).collect()
}
