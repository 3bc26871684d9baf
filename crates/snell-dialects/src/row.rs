//! Words for the rows of foreign agents: an event begins as one that only observes, and each word adds what more it does.

use snell_core::Dialect;
use snell_core::dialect::{
    Also, Base, Commands, Continuations, Default, Directory, Duplicates, Effect, Event, ExitRow, FactRow, Format, Gate, Grade, HandlerKey,
    HandlerMeans, Heeds, Layers, Layout, Matchers, Naming, Only, Per, PlainText, ProjectRoot, Reply, Shape, Shell, Sign, Source, Strength,
    Subject, Switch, Text, Then, ToolRow, Unit, Unset, When, Words,
};
use snell_core::event::{EventKind, Fact};

use crate::build::{FactRowExt, any_exit, exit, mcp, reading, tells, texts, tool};

/// Documented, or read in the agent's code, and never seen.
pub(crate) const UNSEEN: Grade = Grade::Weaker(Text::Borrowed("as it is documented; not measured"));

/// An agent whose hooks are found only where it is named: no tables yet but those that most agents share.
pub(crate) fn foreign(name: &'static str, title: &'static str, checked: &'static str) -> Dialect {
    Dialect {
        name: name.into(),
        title: title.into(),
        checked: checked.into(),
        detected: false,
        events: vec![].into(),
        facts: vec![].into(),
        any_spelling: false,
        foreign_names: vec![].into(),
        beside_events: texts(&[]),
        matchers: Matchers::PATTERNS,
        tools: vec![].into(),
        untold_tools: texts(&[]),
        untold_uses: vec![].into(),
        mcp: mcp("mcp__"),
        foreign_words: vec![].into(),
        names_event_at: texts(&[]),
        reading: reading(Naming::Unread),
        longest_context: None,
        sources: vec![].into(),
        switches: vec![].into(),
        imports: vec![].into(),
        project_root: ProjectRoot::GitOrCwd,
        plugins: "".into(),
        disabled: "".into(),
        manifest: None,
        handler_keys: vec![].into(),
        handler_types: texts(&["command"]),
        untyped: false,
        timeout: 60.0,
        unit: Unit::Seconds,
        duplicates: Duplicates::Kept,
        commands: Commands { direct: false, shell: Shell::Sh, unset: Unset::Empty, refused: texts(&[]) },
        environment: vec![].into(),
        continuations: per_turn(None),
        host: None,
    }
}

/// An event that only observes: its output means nothing, and every exit but 0 is a failure.
pub(crate) fn event(kind: EventKind, names: &[&'static str]) -> Event {
    Event {
        kind,
        also: vec![].into(),
        names: texts(names),
        only: Only::All,
        repeated: None,
        gate: Gate::Observes,
        subject: Subject::Ignored,
        timeout: None,
        longest: None,
        own_plugin_only: false,
        facts: vec![].into(),
        plain: PlainText::Nothing,
        replies: vec![].into(),
        exits: vec![exit(0, Heeds::All, Then::Pass, &[]), any_exit(Heeds::Nothing, Then::Fail, &[])].into(),
        unexplained: "blocked by hook".into(),
        muted: None,
        strengths: vec![].into(),
    }
}

/// What more an event does.
pub(crate) trait EventExt {
    /// What a block does, how a reply is read, what an exit code means.
    fn gates(self, gate: Gate, replies: Vec<Reply>, exits: Vec<ExitRow>) -> Self;
    /// What a reply may say, at an event that blocks nothing.
    fn says(self, replies: Vec<Reply>) -> Self;
    /// What a matcher is tested against.
    fn matched(self, subject: Subject) -> Self;
    /// What it tells beside the common facts.
    fn told(self, facts: Vec<FactRow>) -> Self;
    /// What plain text means.
    fn plain(self, plain: PlainText) -> Self;
    /// The default timeout and the longest one, in seconds.
    fn within(self, default: f64, longest: Option<f64>) -> Self;
    /// Another kind under the same name.
    fn also(self, kind: EventKind, sign: Sign) -> Self;
    /// A part of the kind.
    fn only(self, only: Only) -> Self;
    /// Fired for the agent's own reasons, when a fact is this.
    fn repeated_when(self, fact: Fact, is: &'static str) -> Self;
    /// What was seen of an effect.
    fn seen(self, effect: Effect, grade: Grade) -> Self;
}

impl EventExt for Event {
    fn gates(self, gate: Gate, replies: Vec<Reply>, exits: Vec<ExitRow>) -> Self {
        Event { gate, replies: replies.into(), exits: exits.into(), ..self }
    }

    fn says(self, replies: Vec<Reply>) -> Self {
        Event { replies: replies.into(), ..self }
    }

    fn matched(self, subject: Subject) -> Self {
        Event { subject, ..self }
    }

    fn told(self, facts: Vec<FactRow>) -> Self {
        Event { facts: facts.into(), ..self }
    }

    fn plain(self, plain: PlainText) -> Self {
        Event { plain, ..self }
    }

    fn within(self, default: f64, longest: Option<f64>) -> Self {
        Event { timeout: Some(default), longest, ..self }
    }

    fn also(mut self, kind: EventKind, sign: Sign) -> Self {
        self.also.to_mut().push(Also { kind, sign });
        self
    }

    fn only(self, only: Only) -> Self {
        Event { only, ..self }
    }

    fn repeated_when(self, fact: Fact, is: &'static str) -> Self {
        Event { repeated: Some(When { fact, is: texts(&[is]) }), ..self }
    }

    fn seen(mut self, effect: Effect, grade: Grade) -> Self {
        self.strengths.to_mut().push(Strength { effect, grade });
        self
    }
}

/// Less than was asked for.
pub(crate) fn weaker(how: &'static str) -> Grade {
    Grade::Weaker(how.into())
}

/// Nothing of it is left.
pub(crate) fn dead(why: &'static str) -> Grade {
    Grade::Dead(why.into())
}

/// A fact that is always told, as this text where nobody stated it.
pub(crate) fn text(fact: Fact, key: &'static str, default: &'static str) -> FactRow {
    tells(fact, key).always(Default::Text(default.into()))
}

/// A fact with the agent's own words for some values.
pub(crate) fn in_words(row: FactRow, words: &[(&'static str, &'static str)]) -> FactRow {
    FactRow { words: words.iter().map(|(own, common)| ((*own).into(), (*common).into())).collect(), ..row }
}

/// A JSON file of groups under `hooks`; hooks start in the session's directory.
pub(crate) fn file(scope: &'static str, base: Base, path: &'static str) -> Source {
    Source {
        scope: scope.into(),
        base,
        path: path.into(),
        moved_by: None,
        layout: Layout::File,
        format: Format::Json,
        shape: Shape::Groups,
        words: Words::Native,
        directory: Directory::Session,
        switches: texts(&[]),
        imported: None,
    }
}

/// Sources that a variable moves and a switch turns off.
pub(crate) fn with(sources: Vec<Source>, moved_by: Option<&'static str>, switch: &'static str) -> Vec<Source> {
    let one = |source: Source| {
        let moved_by = moved_by.filter(|_| source.base == Base::Home).map(Into::into);
        Source { moved_by, switches: texts(&[switch]), ..source }
    };
    sources.into_iter().map(one).collect()
}

/// A switch that has its place as its name.
pub(crate) fn switch(at: &'static str, off: bool, layers: Layers) -> Switch {
    Switch { name: at.into(), at: at.into(), off, layers }
}

/// The keys of a handler: the agent's own, and those that hold everywhere (E1.1, E2.1).
pub(crate) fn keys(own: &[(&'static str, HandlerMeans)]) -> Vec<HandlerKey> {
    let everywhere = [("type", HandlerMeans::Type), ("onFailure", HandlerMeans::OnFailure), ("id", HandlerMeans::Id)];
    own.iter().chain(&everywhere).map(|(key, means)| HandlerKey { key: (*key).into(), means: *means, words: None }).collect()
}

/// The agent's own limit of continuations in a turn.
pub(crate) fn per_turn(limit: Option<u32>) -> Continuations {
    Continuations { limit, per: Per::Turn }
}

/// Tools whose fields have canonical names already.
pub(crate) fn own_tools(tools: &[(&'static str, &[&'static str], &[&'static str])]) -> Vec<ToolRow> {
    let same = |fields: &[&'static str]| fields.iter().map(|field| (*field, *field)).collect::<Vec<_>>();
    tools.iter().map(|(native, canonical, fields)| tool(native, canonical, &same(fields))).collect()
}
