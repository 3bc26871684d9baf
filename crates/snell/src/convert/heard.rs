//! What a hook loses where another agent runs it itself: what it says and is not understood, and what it looks for and is called otherwise.

use snell_core::dialect::{Codec, Dialect, Effect, Event as Row, FactRow, Grade, InputShape};
use snell_core::event::Fact;
use snell_core::losses::{Spoken, Way, failing, spoken, told};
use snell_core::select::{sees, told_tool};
use snell_core::{Hook, tool};

use super::Lost;
use super::script::Script;

/// Facts that guards decide by.
const DECISIVE: [Fact; 3] = [Fact::ToolName, Fact::ToolInput, Fact::Prompt];

/// A hook between two agents.
pub(super) struct Between<'a> {
    pub(super) from: &'a Dialect,
    pub(super) row: &'a Row,
    pub(super) to: &'a Dialect,
    pub(super) target: &'a Row,
    pub(super) hook: &'a Hook,
    pub(super) script: &'a Script,
}

impl Between<'_> {
    /// Everything that it loses, whatever becomes of its command and matcher.
    pub(super) fn lost(&self) -> Vec<Lost> {
        let effects = spoken(self.from, self.row, self.to, self.target);
        let mut lost: Vec<Lost> = effects.iter().flat_map(|one| self.effect(one, &effects)).collect();
        lost.push(self.lose("observe", told(self.from, self.to, &self.hook.matcher), true));
        if self.target.kind != self.hook.event {
            let how = format!("`{}` is told of more than that there: its script must tell them apart", self.target.name());
            lost.push(self.lose("observe", Grade::Weaker(how.into()), false));
        }
        lost.push(self.lose("failure", failing(self.from, self.row, self.to, self.target), true));
        lost.extend(self.facts());
        lost.extend(self.tools());
        lost.retain(|one| one.grade != Grade::Kept);
        lost
    }

    pub(super) fn lose(&self, what: &str, grade: Grade, guards: bool) -> Lost {
        let unguards = guards && self.row.is_gate() && grade.rank() > 1;
        Lost { code: format!("{:?}.{what}", self.hook.event), grade, unguards }
    }

    /// What is left of an effect by the ways in which this script asks for it.
    fn effect(&self, one: &Spoken, all: &[Spoken]) -> Vec<Lost> {
        let ways: Vec<&(Way, Grade)> = one.ways.iter().filter(|(way, _)| self.uses(way, all)).collect();
        // Where no way of refusing shows, any may be meant.
        let hidden = one.effect == Effect::Block && self.row.is_gate() && ways.is_empty();
        let ways: Vec<&(Way, Grade)> = if hidden { one.ways.iter().collect() } else { ways };
        let is_asked = one.effect == Effect::Observe || !ways.is_empty();
        let whatever = is_asked.then(|| (one.grade.clone(), one.is_unguarded_by(&one.grade)));
        let lost = whatever.into_iter().chain(self.misheard(&ways, one));
        lost.map(|(grade, unguards)| Lost { code: one.code.clone(), grade, unguards }).collect()
    }

    fn uses(&self, way: &Way, all: &[Spoken]) -> bool {
        let is_unseen = !self.script.is_whole();
        match way {
            Way::Words { at, word } => is_unseen || self.script.sets(key(at), word.as_deref()),
            Way::Exit(code) => is_unseen || self.script.may_exit(*code),
            // Whoever answers in words prints nothing else.
            Way::Plain => {
                let mut words = all.iter().flat_map(|one| &one.ways).filter(|(way, _)| matches!(way, Way::Words { .. }));
                is_unseen || !words.any(|(way, _)| self.uses(way, all))
            }
        }
    }

    /// What is not understood, and whether a guard is lost by that.
    fn misheard(&self, ways: &[&(Way, Grade)], one: &Spoken) -> Option<(Grade, bool)> {
        let (lost, kept): (Vec<_>, Vec<_>) = ways.iter().copied().partition(|(_, grade)| *grade != Grade::Kept);
        let (way, grade) = lost.iter().max_by_key(|(_, grade)| grade.rank())?;
        let said = shown(way);
        if let Grade::Weaker(how) = grade {
            return Some((Grade::Weaker(format!("{said} is heard there, but {how}").into()), false));
        }
        // A way that the agent does take is what to do about it: one of the hook's own, else one of the agent's.
        let is_kept = |(_, grade): &&(Way, Grade)| *grade == Grade::Kept;
        let theirs = || spoken(self.to, self.target, self.to, self.target).into_iter().find(|their| their.effect == one.effect);
        let instead = one.ways.iter().find(is_kept).map(|(way, _)| shown(way));
        let instead = instead.or_else(|| theirs()?.ways.iter().find(is_kept).map(|(way, _)| shown(way)));
        let instead = instead.map_or_else(String::new, |way| format!("; {way} would do"));
        let how = format!("{said} is not understood there{instead}").into();
        let grade = if kept.is_empty() { Grade::Dead(how) } else { Grade::Weaker(how) };
        Some((grade.clone(), one.is_unguarded_by(&grade)))
    }

    /// Facts that it reads and that are told otherwise, or not at all.
    fn facts(&self) -> Vec<Lost> {
        let theirs = || self.target.facts.iter().chain(self.to.facts.iter());
        let (mut decisive, mut others) = (Vec::new(), Vec::new());
        for own in self.row.facts.iter().chain(self.from.facts.iter()).filter(|own| self.looks_at(&own.key)) {
            let how = match (theirs().find(|row| row.key == own.key), theirs().find(|row| row.fact == own.fact)) {
                (Some(same), _) if is_written_alike(own, same) => continue,
                (Some(_), _) => format!("`{}` is written in another form", own.key),
                (None, Some(other)) if is_part(own) && !is_part(other) => format!("`{}` stands in `{}`", own.key, other.key),
                (None, Some(other)) => format!("`{}` is called `{}`", own.key, other.key),
                (None, None) => format!("`{}` is not told", own.key),
            };
            if DECISIVE.contains(&own.fact) { &mut decisive } else { &mut others }.push(how);
        }
        let told = |list: Vec<String>, guards| {
            (!list.is_empty()).then(|| self.lose("payload", Grade::Weaker(format!("{} there", list.join(", ")).into()), guards))
        };
        told(decisive, true).into_iter().chain(told(others, false)).collect()
    }

    /// Names and fields of tools that it looks for and that are called otherwise.
    fn tools(&self) -> Vec<Lost> {
        let tells = |fact| self.row.facts.iter().chain(self.from.facts.iter()).any(|row| row.fact == fact && !is_part(row));
        let (tells_names, tells_inputs) = (tells(Fact::ToolName), tells(Fact::ToolInput));
        let (mut names, mut fields) = (Vec::new(), Vec::new());
        for row in self.to.tools.iter() {
            let Some(canonical) = row.canonical.iter().find(|name| self.accepts(name)) else { continue };
            let own = self.from.tools.iter().find(|own| own.canonical.contains(canonical));
            let (native, theirs) = (told_tool(self.from, self.row, canonical), told_tool(self.to, self.target, canonical));
            if tells_names && native != theirs && self.looks_at(&native) {
                names.push(format!("`{native}` is `{theirs}`"));
            }
            let called = |field: &str| {
                let pairs = own.iter().flat_map(|own| own.fields.iter());
                pairs.into_iter().find(|(_, known)| known == field).map_or_else(|| field.to_owned(), |(name, _)| name.to_string())
            };
            match row.shape {
                _ if !tells_inputs => {}
                InputShape::Plain => {
                    let pairs = row.fields.iter().map(|(theirs, canonical)| (called(canonical), theirs));
                    let pairs = pairs.filter(|(ours, theirs)| ours.as_str() != theirs.as_ref() && self.looks_at(ours));
                    fields.extend(pairs.map(|(ours, theirs)| format!("`{ours}` of {native} is `{theirs}`")));
                }
                InputShape::ApplyPatch => {
                    let ours = ["file_path", "old_string", "new_string", "content"].map(called);
                    let seen =
                        ours.iter().find(|field| self.looks_at(field)).filter(|_| own.is_none_or(|own| own.shape == InputShape::Plain));
                    fields.extend(seen.map(|field| format!("`{field}` of {native} stands inside of a patch")));
                }
            }
        }
        let told = |what: &str, list: Vec<String>| {
            (!list.is_empty()).then(|| self.lose(what, Grade::Weaker(format!("{} there", list.join(", ")).into()), true))
        };
        told("tool_name", names).into_iter().chain(told("tool_input", fields)).collect()
    }

    fn accepts(&self, canonical: &str) -> bool {
        tool::is_of(self.hook.only, Some(canonical)) && sees(self.from, self.row, &self.hook.matcher, canonical)
    }

    fn looks_at(&self, key: &str) -> bool {
        !self.script.is_whole() || self.script.has(key)
    }
}

fn is_written_alike(own: &FactRow, other: &FactRow) -> bool {
    let is_named = |codec| matches!(codec, Codec::ToolName | Codec::CanonicalToolName | Codec::EventName);
    let is_object = |codec| matches!(codec, Codec::ToolInput | Codec::ToolInputEither);
    own.codec == other.codec || is_named(own.codec) && is_named(other.codec) || is_object(own.codec) && is_object(other.codec)
}

/// Whether it is a part of a tool's input, told alone.
fn is_part(row: &FactRow) -> bool {
    matches!(row.codec, Codec::InputField | Codec::Edits)
}

fn key(at: &str) -> &str {
    at.rsplit('/').next().unwrap_or(at)
}

fn shown(way: &Way) -> String {
    match way {
        Way::Words { at, word } => {
            let word = word.as_ref().map_or_else(String::new, |word| format!(": {word}"));
            format!("`{}{word}`", at.trim_start_matches('/').replace('/', "."))
        }
        Way::Exit(code) => format!("exit {code} with the reason on stderr"),
        Way::Plain => "plain text on stdout".to_owned(),
    }
}
