//! Words that keep the tables short: every function makes one cell or one row.

use std::borrow::Cow;

use snell_core::dialect::{
    Codec, Default, EnvRow, EnvValue, ExitCode, ExitRow, FactRow, Heeds, InputShape, Literal, McpNames, McpSpelling, Meaning, Naming,
    Otherwise, Reading, ReasonFrom, Reply, Says, Table, Text, Then, ToolRow, Truncation, Word,
};
use snell_core::event::Fact;

/// A column of texts.
pub(crate) fn texts(items: &[&'static str]) -> Table<Text> {
    items.iter().map(|item| Cow::Borrowed(*item)).collect()
}

/// A fact that is told where it is known.
pub(crate) fn tells(fact: Fact, key: &'static str) -> FactRow {
    FactRow {
        fact,
        key: key.into(),
        codec: Codec::Plain,
        default: Default::Absent,
        cut: None,
        vocabulary: texts(&[]),
        words: vec![].into(),
    }
}

/// What can be said of a fact row beside its fact and key.
pub(crate) trait FactRowExt {
    /// Told in another form.
    fn in_form(self, codec: Codec) -> Self;
    /// Always told; `default` stands in.
    fn always(self, default: Default) -> Self;
    /// One of these texts; another is told as the first of them.
    fn one_of(self, vocabulary: &[&'static str]) -> Self;
    /// A text cut after so many scalar values.
    fn cut_after(self, scalars: usize) -> Self;
    /// A JSON value that becomes a string above `limit` bytes, with its flag.
    fn flagged(self, flag: &'static str, limit: Option<usize>, always: bool) -> Self;
}

impl FactRowExt for FactRow {
    fn in_form(self, codec: Codec) -> Self {
        FactRow { codec, ..self }
    }

    fn always(self, default: Default) -> Self {
        FactRow { default, ..self }
    }

    fn one_of(self, vocabulary: &[&'static str]) -> Self {
        FactRow { codec: Codec::KnownText, vocabulary: texts(vocabulary), ..self }
    }

    fn cut_after(self, scalars: usize) -> Self {
        FactRow { cut: Some(Truncation::Scalars(scalars)), ..self }
    }

    fn flagged(self, flag: &'static str, limit: Option<usize>, always: bool) -> Self {
        FactRow { cut: Some(Truncation::Json { limit, flag: flag.into(), always }), ..self }
    }
}

/// A decision word that is a string.
pub(crate) fn word(is: &'static str, means: Meaning) -> Word {
    Word { is: Literal::Text(is.into()), means }
}

/// A decision word that is a truth value.
pub(crate) fn flag(is: bool, means: Meaning) -> Word {
    Word { is: Literal::Flag(is), means }
}

/// A reply row that decides.
pub(crate) fn decides(at: &[&'static str], words: Vec<Word>, reasons: &[&'static str], otherwise: Otherwise) -> Reply {
    Reply {
        at: texts(at),
        says: Says::Decision { words: words.into(), reasons: texts(reasons), otherwise, needs_reason: false },
        beside: None,
    }
}

/// A reply row that says something beside a decision.
pub(crate) fn says(at: &[&'static str], says: Says) -> Reply {
    Reply { at: texts(at), says, beside: None }
}

/// An exit row for one code.
pub(crate) fn exit(code: i32, heeds: Heeds, then: Then, reasons: &[ReasonFrom]) -> ExitRow {
    ExitRow { code: ExitCode::Is(code), heeds, then, reasons: reasons.to_vec().into() }
}

/// The exit row for every other code.
pub(crate) fn any_exit(heeds: Heeds, then: Then, reasons: &[ReasonFrom]) -> ExitRow {
    ExitRow { code: ExitCode::Any, heeds, then, reasons: reasons.to_vec().into() }
}

/// An environment variable whose name handlers may not use.
pub(crate) fn variable(name: &'static str, value: EnvValue) -> EnvRow {
    let path = matches!(value, EnvValue::Root | EnvValue::Config(_) | EnvValue::PluginRoot | EnvValue::PluginData);
    EnvRow { name: name.into(), value, reserved: true, path }
}

/// MCP tools as `PREFIXserver__tool`, tested under that name.
pub(crate) fn mcp(prefix: &'static str) -> McpSpelling {
    McpSpelling {
        prefix: prefix.into(),
        separator: Some("__".into()),
        last: false,
        server_at: texts(&[]),
        names: vec![McpNames::Shown].into(),
    }
}

/// A native tool, its canonical names, and the fields that have a counterpart.
pub(crate) fn tool(native: &'static str, canonical: &[&'static str], fields: &[(&'static str, &'static str)]) -> ToolRow {
    let fields = fields.iter().map(|(native, canonical)| ((*native).into(), (*canonical).into())).collect();
    ToolRow { native: native.into(), canonical: texts(canonical), fields, shape: InputShape::Plain }
}

/// A reply is one JSON object on stdout; unknown keys are passed over.
pub(crate) fn reading(naming: Naming) -> Reading {
    Reading { naming, strict: None, braces_bind: false, on_stderr: false, last_object: false, needs_reply: false }
}
