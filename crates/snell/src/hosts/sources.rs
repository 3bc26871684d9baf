//! Whose hooks a bridge runs under an agent. What the agent reads itself is left to it (B6).

use snell_core::dialect::{Dialect, Words};

/// The chosen dialects, each with the files that the bridge is to read: none that the agent reads itself, and none twice.
pub fn sources(host: &Dialect, chosen: &[&Dialect]) -> Vec<Dialect> {
    let reads = host.host.iter().flat_map(|host| host.reads.iter());
    let own = host.sources.iter().map(|source| (source.base, &source.path));
    let left: Vec<_> = own.chain(reads.map(|(base, path)| (*base, path))).collect();
    let others: Vec<_> = chosen.iter().filter(|dialect| dialect.name != host.name).collect();
    let is_native = |base, path: &snell_core::dialect::Text| {
        others
            .iter()
            .flat_map(|dialect| dialect.sources.iter())
            .any(|row| row.words == Words::Native && row.base == base && row.path == *path)
    };
    let without = |dialect: &&&Dialect| {
        let mut dialect = (**dialect).clone();
        dialect.sources.to_mut().retain(|row| {
            let is_left = left.contains(&(row.base, &row.path));
            let is_borrowed = row.words != Words::Native && is_native(row.base, &row.path);
            !is_left && !is_borrowed
        });
        dialect
    };
    others.iter().map(without).collect()
}
