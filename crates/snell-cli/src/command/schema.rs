//! `snell schema`: the JSON Schemas of everything that `--json` prints.

use schemars::{Schema, schema_for};
use serde_json::{Map, Value};
use snell::convert::ConvertReport;
use snell::hosts::{BridgeReport, LossesReport, StatusReport};
use snell::import::ImportReport;
use snell::install::{InstallReport, PluginsReport};
use snell::journal::Record;
use snell::pack::PackReport;
use snell::report::{CheckReport, CodesReport, DialectsReport, FireReport, ListReport};
use snell::store::VariablesReport;
use snell::trust::TrustReport;

use crate::document::{DisabledList, Folders, Revoked};
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Every document by the name of its command.
fn documents() -> [(&'static str, Schema); 20] {
    [
        ("fire", schema_for!(FireReport)),
        ("explain", schema_for!(FireReport)),
        ("list", schema_for!(ListReport)),
        ("check", schema_for!(CheckReport)),
        ("trust", schema_for!(TrustReport)),
        ("trust-revoke", schema_for!(Revoked)),
        ("trust-all", schema_for!(Folders)),
        ("disable", schema_for!(DisabledList)),
        ("log", schema_for!(Record)),
        ("codes", schema_for!(CodesReport)),
        ("dialects", schema_for!(DialectsReport)),
        ("import", schema_for!(ImportReport)),
        ("bridge-install", schema_for!(BridgeReport)),
        ("bridge-status", schema_for!(StatusReport)),
        ("bridge-losses", schema_for!(LossesReport)),
        ("convert", schema_for!(ConvertReport)),
        ("plugin-pack", schema_for!(PackReport)),
        ("plugin-install", schema_for!(InstallReport)),
        ("plugin-list", schema_for!(PluginsReport)),
        ("plugin-variables", schema_for!(VariablesReport)),
    ]
}

/// Prints one document's schema, or all of them by name.
pub(crate) fn schema(name: Option<&str>, world: &mut World<'_>) -> Result<Done, Trouble> {
    let documents = documents();
    match name {
        None => {
            let all: Map<String, Value> = documents.into_iter().map(|(name, schema)| (name.to_owned(), schema.into())).collect();
            world.print_json(&all)?;
        }
        Some(name) => match documents.iter().find(|(known, _)| *known == name) {
            Some((_, schema)) => world.print_json(schema)?,
            None => return Err(unknown(name, &documents)),
        },
    }
    Ok(Done::Well)
}

fn unknown(name: &str, documents: &[(&str, Schema)]) -> Trouble {
    let names = documents.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    Trouble::new(format!("no document `{name}`")).help(format!("the documents are {names}"))
}
