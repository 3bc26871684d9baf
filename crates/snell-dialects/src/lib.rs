//! The hook systems Snell knows. Each is a value of tables; nothing here does anything.
//!
//! INVARIANT: no other crate names a dialect (tests and documentation aside). To add one, write its file and add a line to [`all`].

mod alike;
mod build;
mod claude;
mod codex;
mod copilot;
mod cursor;
mod droid;
mod gemini;
mod native;
mod qwen;
mod reforma;
mod rightnow;
mod row;

use std::sync::LazyLock;

use snell_core::Dialect;

/// The RightNow Agent's hooks.
pub fn rightnow() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(rightnow::dialect);
    &DIALECT
}

/// Reforma's hooks.
pub fn reforma() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(reforma::dialect);
    &DIALECT
}

/// Claude Code's hooks.
pub fn claude() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(claude::dialect);
    &DIALECT
}

/// Codex's hooks.
pub fn codex() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(codex::dialect);
    &DIALECT
}

/// Gemini CLI's hooks.
pub fn gemini() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(gemini::dialect);
    &DIALECT
}

/// Qwen Code's hooks.
pub fn qwen() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(qwen::dialect);
    &DIALECT
}

/// GitHub Copilot CLI's hooks.
pub fn copilot() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(copilot::dialect);
    &DIALECT
}

/// Factory Droid's hooks.
pub fn droid() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(droid::dialect);
    &DIALECT
}

/// Cursor's hooks.
pub fn cursor() -> &'static Dialect {
    static DIALECT: LazyLock<Dialect> = LazyLock::new(cursor::dialect);
    &DIALECT
}

/// How every dialect is made, in the order in which they are shown. Nothing is made before it is asked for.
const KNOWN: [(&str, Make); 9] = [
    ("rightnow", rightnow),
    ("reforma", reforma),
    ("claude", claude),
    ("codex", codex),
    ("gemini", gemini),
    ("qwen", qwen),
    ("copilot", copilot),
    ("droid", droid),
    ("cursor", cursor),
];

type Make = fn() -> &'static Dialect;

/// Every dialect.
pub fn all() -> [&'static Dialect; 9] {
    KNOWN.map(|(_, dialect)| dialect())
}

/// The dialects that may be meant where none is named, because their files are there.
pub fn detected() -> [&'static Dialect; 2] {
    [rightnow(), reforma()]
}

/// The dialect of that name.
pub fn named(name: &str) -> Option<&'static Dialect> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, dialect)| dialect())
}

/// Every variable that some agent sets for its hooks: what no hook may inherit of another agent. The tables hold the same.
pub fn variables() -> &'static [&'static str] {
    &VARIABLES
}

const VARIABLES: [&str; 26] = [
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_PLUGIN_DATA",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PROJECT_DIR",
    "COPILOT_HOOK_DIR",
    "COPILOT_PROJECT_DIR",
    "CURSOR_PROJECT_DIR",
    "CURSOR_TRANSCRIPT_PATH",
    "DROID_PROJECT_DIR",
    "FACTORY_PROJECT_DIR",
    "GEMINI_CWD",
    "GEMINI_PROJECT_DIR",
    "GEMINI_SESSION_ID",
    "PLUGIN_DATA",
    "PLUGIN_ROOT",
    "QWEN_CODE_SESSION_ID",
    "QWEN_PROJECT_DIR",
    "REFORMA_CONFIG_DIR",
    "REFORMA_PLUGIN_DIR",
    "REFORMA_PROJECT_DIR",
    "RIGHTNOW_HOOK_EVENT",
    "RIGHTNOW_HOOK_NAME",
    "RIGHTNOW_PLUGIN_DATA",
    "RIGHTNOW_PLUGIN_ROOT",
    "RIGHTNOW_SESSION_ID",
    "RIGHTNOW_WORKSPACE_ROOT",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_before_a_table_is_made_is_what_the_table_says() {
        for (name, dialect) in KNOWN {
            assert_eq!(name, dialect().name);
            assert_eq!(detected().contains(&dialect()), dialect().detected, "{name}");
        }
        let mut variables: Vec<&str> =
            all().into_iter().flat_map(|dialect| dialect.environment.iter().map(|row| row.name.as_ref())).collect();
        variables.sort_unstable();
        variables.dedup();
        assert_eq!(variables, VARIABLES);
    }

    #[test]
    fn a_table_survives_being_written_and_read() {
        for dialect in all() {
            let text = serde_json::to_string(dialect).unwrap();
            assert_eq!(serde_json::from_str::<Dialect>(&text).unwrap(), *dialect, "{}", dialect.name);
        }
    }
}
