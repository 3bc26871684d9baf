//! What the cells of the tables mean, in words.

use snell::Dialect;
use snell::core::dialect::{
    Directory, EnvValue, ExitCode, ExitRow, Format, Gate, Grade, Heeds, Lists, Literal, Matchers, McpNames, Meaning, Per, PlainText, Reply,
    Says, Shape, Shell, Source, Strength, Subject, Then, Unit, Unset, Words,
};

pub(super) fn gate(gate: Gate) -> &'static str {
    match gate {
        Gate::Observes => "observes",
        Gate::Call => "can deny the call",
        Gate::Prompt => "can refuse the prompt",
        Gate::Turn => "can keep the turn going",
        Gate::Feedback => "can tell the model why not",
        Gate::Replaces => "can replace the output by a reason",
    }
}

/// A fact's name in words: `NotificationType` as `notification type`.
fn fact(fact: snell::Fact) -> String {
    let mut words = String::new();
    for letter in format!("{fact:?}").chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

pub(super) fn subject(subject: &Subject) -> String {
    match subject {
        Subject::Tool => "matched by tool".to_owned(),
        Subject::Fact(fact) => format!("matched by {}", self::fact(*fact)),
        Subject::Exactly(fact) => format!("matched by {}, which must be equal", self::fact(*fact)),
        Subject::Fixed(text) => format!("matched by the text `{text}`"),
        Subject::Command => "matched by the shell command".to_owned(),
        Subject::Ignored => "no matcher".to_owned(),
    }
}

pub(super) fn plain(plain: PlainText) -> Option<&'static str> {
    match plain {
        PlainText::Unread => None,
        PlainText::Malformed => Some("plain text is malformed"),
        PlainText::Context => Some("plain text is context"),
        PlainText::Nothing => Some("plain text is nothing"),
        PlainText::Blocks => Some("plain text blocks"),
    }
}

/// `decision: deny | allow`.
pub(super) fn reply(reply: &Reply) -> String {
    let at = reply.at.iter().map(|at| at.trim_start_matches('/').replace('/', ".")).collect::<Vec<_>>();
    let at = at.first().map_or("", String::as_str);
    match &reply.says {
        Says::Decision { words, .. } => {
            let said = words.iter().map(|word| format!("{} {}", literal(&word.is), meaning(word.means))).collect::<Vec<_>>().join(", ");
            format!("{at}: {said}")
        }
        Says::Context => format!("{at}: context for the model"),
        Says::HoldingContext => format!("{at}: keeps the turn going, as feedback"),
        Says::Input => format!("{at}: replaces the tool's input"),
        Says::Output => format!("{at}: replaces the tool's output"),
    }
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => format!("\"{text}\""),
        Literal::Flag(flag) => flag.to_string(),
    }
}

fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Allow => "has no objection",
        Meaning::Grant => "allows, and nobody is asked",
        Meaning::Ask => "has the user asked",
        Meaning::Block => "blocks",
        Meaning::End => "ends the turn",
        Meaning::Nothing => "decides nothing",
        Meaning::Noted => "decides nothing, and that is noted",
    }
}

/// `exit 2: blocks (a block in the reply counts)`.
pub(super) fn exit(row: &ExitRow) -> String {
    let code = match row.code {
        ExitCode::Is(code) => format!("exit {code}"),
        ExitCode::Any => "any other exit".to_owned(),
    };
    let then = match row.then {
        Then::Pass => "passes",
        Then::Fail => "fails",
        Then::Block => "blocks",
        Then::BlockWithReason => "blocks, where a reason is given",
        Then::End => "ends the turn",
    };
    let heeds = match row.heeds {
        Heeds::All => ", the reply counts",
        Heeds::Blocks => ", a block in the reply counts",
        Heeds::Decisions => ", a decision in the reply counts",
        Heeds::Nothing => "",
    };
    format!("{code}: {then}{heeds}")
}

pub(super) fn source(source: &Source) -> String {
    let words = match source.words {
        Words::Native => "",
        Words::Claude => ", in Claude Code's words",
        Words::Cursor => ", in Cursor's words",
    };
    let format = match source.format {
        Format::Json => "JSON",
        Format::Toml => "TOML",
    };
    let shape = match source.shape {
        Shape::Groups => "",
        Shape::GroupsOrFlat => ", flat or grouped",
        Shape::GroupsAtTop => ", events at the top",
    };
    let starts = match source.directory {
        Directory::Root => "the project's root",
        Directory::Config => "the project's configuration directory",
        Directory::Plugin => "the plugin's root",
        Directory::Session => "the session's directory",
        Directory::Beside => "the file's directory",
    };
    format!("{format}{shape}{words}; starts in {starts}")
}

pub(super) fn mcp(dialect: &Dialect, kind: McpNames) -> String {
    match kind {
        McpNames::Shown => match &dialect.mcp.separator {
            Some(separator) => format!("`{}server{separator}tool`", dialect.mcp.prefix),
            None => format!("`{}tool`", dialect.mcp.prefix),
        },
        McpNames::ServerTool => "`server__tool`".to_owned(),
        McpNames::Tool => "`tool`".to_owned(),
    }
}

pub(super) fn unset(unset: Unset) -> &'static str {
    match unset {
        Unset::Refused => "the command is not run",
        Unset::Empty => "is empty, as in any shell",
    }
}

pub(super) fn variable(value: &EnvValue) -> String {
    match value {
        EnvValue::EventSnake => "the event, in snake_case".to_owned(),
        EnvValue::HookName => "the hook's name".to_owned(),
        EnvValue::Fact(fact) => format!("the {}", self::fact(*fact)),
        EnvValue::Root => "the project's root".to_owned(),
        EnvValue::Cwd => "the session's directory".to_owned(),
        EnvValue::Beside => "the directory of the hook's file".to_owned(),
        EnvValue::Text(text) => format!("`{text}`"),
        EnvValue::Config(below) => format!("PROJECT/{below}"),
        EnvValue::PluginRoot => "the plugin's root".to_owned(),
        EnvValue::PluginData => "where the plugin may keep data".to_owned(),
    }
}

pub(super) fn per(per: Per) -> &'static str {
    match per {
        Per::Turn => "in a turn; a new prompt sets it back",
        Per::Run => "in a run; nothing but a new run sets it back",
    }
}

/// `ask: dead, it hangs`.
pub(super) fn strength(strength: &Strength, gate: Gate) -> String {
    let grade = match &strength.grade {
        Grade::Kept => return format!("{}: kept", strength.effect.word(gate)),
        Grade::Stricter(_) => "stricter",
        Grade::Weaker(_) => "weaker",
        Grade::Dead(_) => "dead",
    };
    format!("{}: {grade}, {}", strength.effect.word(gate), strength.grade.how().unwrap_or_default())
}

pub(super) fn lists(matchers: &Matchers) -> &'static str {
    match (matchers.lists, matchers.whole) {
        (Lists::Bars, _) => "names with `|` are exact; else an unanchored regular expression",
        (Lists::BarsAndCommas, _) => "names with `|` or commas are exact; else an unanchored regular expression",
        (Lists::None, true) => "a regular expression for the whole name",
        (Lists::None, false) => "an unanchored regular expression",
    }
}

pub(super) fn shell(shell: Shell) -> &'static str {
    match shell {
        Shell::Sh => "`sh -c`",
        Shell::Bash => "`bash -c`",
        Shell::User => "`$SHELL -c`",
    }
}

pub(super) fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Seconds => "seconds",
        Unit::Milliseconds => "milliseconds",
        Unit::SecondsBelow1000 => "seconds, from 1000 on milliseconds",
    }
}
