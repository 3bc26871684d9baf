//! What the store holds: for each plugin its variables, and its tokens.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value, json};
use snell_core::secret::Secret;

use crate::variables::Variables;

/// The version of the store's format.
const SCHEMA: u32 = 1;

/// A token of some service's, kept for the host. No hook's environment is built from it (R5.4).
///
/// SECURITY: this is no [`Secret`] and none can be made of it here; it has no `Display`, and `Debug` shows `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct OAuthToken(String);

impl OAuthToken {
    /// Takes a token into custody, in whatever form the host gives it.
    pub fn new(token: impl Into<String>) -> OAuthToken {
        OAuthToken(token.into())
    }

    /// The token, for the request that it authorises.
    pub fn for_request(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for OAuthToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}

/// Everything that is stored. Every value is secret (R5.6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    plugins: BTreeMap<String, OfPlugin>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OfPlugin {
    variables: BTreeMap<String, Secret>,
    tokens: BTreeMap<String, OAuthToken>,
}

impl Entries {
    /// Sets a plugin's variable.
    pub fn set(&mut self, plugin: &str, name: &str, value: Secret) {
        self.plugins.entry(plugin.to_owned()).or_default().variables.insert(name.to_owned(), value);
    }

    /// Forgets a plugin's variable; whether there was one.
    pub fn unset(&mut self, plugin: &str, name: &str) -> bool {
        let found = self.plugins.get_mut(plugin).is_some_and(|of_plugin| of_plugin.variables.remove(name).is_some());
        self.drop_empty(plugin);
        found
    }

    /// The names of a plugin's variables that are set.
    pub fn names(&self, plugin: &str) -> Vec<&str> {
        self.plugins.get(plugin).map(|of_plugin| of_plugin.variables.keys().map(String::as_str).collect()).unwrap_or_default()
    }

    /// Keeps a token of a service for a plugin.
    pub fn set_token(&mut self, plugin: &str, service: &str, token: OAuthToken) {
        self.plugins.entry(plugin.to_owned()).or_default().tokens.insert(service.to_owned(), token);
    }

    /// Forgets a token; whether there was one.
    pub fn unset_token(&mut self, plugin: &str, service: &str) -> bool {
        let found = self.plugins.get_mut(plugin).is_some_and(|of_plugin| of_plugin.tokens.remove(service).is_some());
        self.drop_empty(plugin);
        found
    }

    /// The token of a service.
    pub fn token(&self, plugin: &str, service: &str) -> Option<&OAuthToken> {
        self.plugins.get(plugin)?.tokens.get(service)
    }

    /// What hooks may see: variables alone.
    pub fn variables(&self) -> Variables {
        let mut variables = Variables::default();
        for (plugin, of_plugin) in &self.plugins {
            for (name, value) in &of_plugin.variables {
                variables.set(plugin, name, value.reveal());
            }
        }
        variables
    }

    fn drop_empty(&mut self, plugin: &str) {
        if self.plugins.get(plugin).is_some_and(|of_plugin| *of_plugin == OfPlugin::default()) {
            self.plugins.remove(plugin);
        }
    }

    /// The text of the store's file.
    pub(super) fn written(&self) -> String {
        let plugins: Map<String, Value> = self.plugins.iter().map(|(name, of_plugin)| (name.clone(), of_plugin.written())).collect();
        format!("{:#}\n", json!({ "schema": SCHEMA, "plugins": plugins }))
    }

    /// Reads the text of the store's file. The error says what is wrong, without any of its values.
    pub(super) fn parse(bytes: &[u8]) -> Result<Entries, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| format!("is not JSON (line {})", error.line()))?;
        if value.get("schema") != Some(&Value::from(SCHEMA)) {
            return Err("is not in a format that this version knows".to_owned());
        }
        let plugins = value.get("plugins").and_then(Value::as_object).ok_or("holds no `plugins`")?;
        let read = |(name, of_plugin): (&String, &Value)| Some((name.clone(), OfPlugin::read(of_plugin)?));
        let plugins = plugins.iter().map(read).collect::<Option<_>>().ok_or("holds something that is neither a variable nor a token")?;
        Ok(Entries { plugins })
    }
}

impl OfPlugin {
    fn written(&self) -> Value {
        let variables: BTreeMap<&String, &str> = self.variables.iter().map(|(name, value)| (name, value.reveal())).collect();
        let tokens: BTreeMap<&String, &str> = self.tokens.iter().map(|(service, token)| (service, token.for_request())).collect();
        json!({ "variables": variables, "tokens": tokens })
    }

    fn read(value: &Value) -> Option<OfPlugin> {
        let texts = |key: &str| -> Option<Vec<(String, String)>> {
            let Some(values) = value.get(key) else { return Some(Vec::new()) };
            values.as_object()?.iter().map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
        };
        let variables = texts("variables")?.into_iter().map(|(name, value)| (name, Secret::new(value))).collect();
        let tokens = texts("tokens")?.into_iter().map(|(service, token)| (service, OAuthToken(token))).collect();
        Some(OfPlugin { variables, tokens })
    }
}
