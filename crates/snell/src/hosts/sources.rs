//! Whose hooks a bridge runs under an agent. What the agent reads itself is left to it (B6).

use std::path::PathBuf;

use snell_core::dialect::{Base, Dialect, Source, Text, Words};

use super::borrowed::takes;
use super::native::project_root;
use crate::builder::Builder;

/// The chosen dialects, each with the files that the bridge is to read: none that the agent reads itself, and none twice.
pub fn sources(host: &Dialect, chosen: &[&Dialect], builder: &Builder) -> Vec<Dialect> {
    let others: Vec<_> = chosen.iter().filter(|dialect| dialect.name != host.name).collect();
    let is_native = |base, path: &Text| {
        others
            .iter()
            .flat_map(|dialect| dialect.sources.iter())
            .any(|row| row.words == Words::Native && row.base == base && row.path == *path)
    };
    let without = |dialect: &&&Dialect| {
        let mut dialect = (**dialect).clone();
        dialect.sources.to_mut().retain(|row| {
            let is_borrowed = row.words != Words::Native && is_native(row.base, &row.path);
            !is_left(host, row, builder) && !is_borrowed
        });
        dialect
    };
    others.iter().map(without).collect()
}

/// The files of the chosen dialects that are there and that the agent reads beside its own.
pub fn left(host: &Dialect, chosen: &[&Dialect], builder: &Builder) -> Vec<PathBuf> {
    let others = chosen.iter().filter(|dialect| dialect.name != host.name);
    let rows = others.flat_map(|dialect| dialect.sources.iter()).filter(|row| is_read(host, row, builder));
    let mut found: Vec<PathBuf> = rows.filter_map(|row| place(row, builder)).filter(|path| path.exists()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn place(row: &Source, builder: &Builder) -> Option<PathBuf> {
    match row.base {
        Base::Home => Some(builder.home.join(row.path.as_ref())),
        Base::Project => Some(project_root(builder).join(row.path.as_ref())),
        Base::Plugin => None,
    }
}

fn is_left(host: &Dialect, row: &Source, builder: &Builder) -> bool {
    is_read(host, row, builder) || host.sources.iter().any(|own| (own.base, &own.path) == (row.base, &row.path))
}

fn is_read(host: &Dialect, row: &Source, builder: &Builder) -> bool {
    let Some(host) = &host.host else { return false };
    let reads = host.reads.iter().any(|(base, path)| (*base, path) == (row.base, &row.path));
    reads && place(row, builder).is_some_and(|path| takes(host, &path))
}
