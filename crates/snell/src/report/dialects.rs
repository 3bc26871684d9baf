//! What `dialects` prints: the tables themselves.

use serde::Serialize;
use serde_json::{Map, Value};
use snell_core::Dialect;

use super::SCHEMA;

/// What `dialects` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DialectsReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The tables of each dialect, as they are; their columns may change with the engine.
    pub dialects: Vec<Map<String, Value>>,
}

impl DialectsReport {
    /// The tables of some dialects.
    pub fn new(dialects: &[&Dialect]) -> Self {
        let tables = |dialect: &&Dialect| match serde_json::to_value(dialect) {
            Ok(Value::Object(tables)) => Some(tables),
            _ => None,
        };
        DialectsReport { schema: SCHEMA, dialects: dialects.iter().filter_map(tables).collect() }
    }
}
