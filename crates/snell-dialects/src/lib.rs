//! The hook systems Snell knows. Each is a value of tables; nothing here does anything.
//!
//! INVARIANT: no other crate names a dialect (tests and documentation aside). To add one, write its file and add a line to [`all`].

mod build;
mod reforma;
mod rightnow;

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

/// Every dialect, in the order in which they are shown.
pub fn all() -> [&'static Dialect; 2] {
    [rightnow(), reforma()]
}

/// The dialect of that name.
pub fn named(name: &str) -> Option<&'static Dialect> {
    all().into_iter().find(|dialect| dialect.name == name)
}
