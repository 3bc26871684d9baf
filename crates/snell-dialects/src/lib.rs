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

/// Every dialect, in the order in which they are shown.
pub fn all() -> [&'static Dialect; 9] {
    [rightnow(), reforma(), claude(), codex(), gemini(), qwen(), copilot(), droid(), cursor()]
}

/// The dialect of that name.
pub fn named(name: &str) -> Option<&'static Dialect> {
    all().into_iter().find(|dialect| dialect.name == name)
}
