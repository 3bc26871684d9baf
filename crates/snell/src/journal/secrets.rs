//! What the journal never holds: values of plugin variables (R5.6), and variables whose names say that they are secret.

use std::ffi::OsString;

use snell_core::hook::Handler;
use snell_core::secret::{Mask, Secret};

use crate::builder::Builder;
use crate::load::Configuration;

/// A variable with one of these in its name is taken for a secret.
const TELLING: [&str; 9] = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "API_KEY", "APIKEY", "ACCESS_KEY"];
/// As is one that ends like this.
const TELLING_END: &str = "_KEY";

/// A mask for everything that must not be recorded.
pub(super) fn mask(builder: &Builder, configuration: &Configuration) -> Mask {
    let plugins = configuration.plugins.iter().flat_map(|plugin| plugin.variables.iter().map(|(_, secret)| secret.clone()));
    let inherited = builder.inherited().iter().filter_map(of_environment);
    let own = configuration.hooks.hooks().iter().filter_map(|hook| match &hook.handler {
        Handler::Command { env, .. } => Some(env),
        _ => None,
    });
    let own = own.flatten().filter(|(name, _)| is_telling(name)).map(|(_, value)| Secret::new(value.as_str()));
    let secrets: Vec<Secret> = plugins.chain(builder.variables.secrets().cloned()).chain(inherited).chain(own).collect();
    Mask::of(&secrets)
}

fn of_environment((name, value): &(OsString, OsString)) -> Option<Secret> {
    Some(Secret::new(value.to_str().filter(|_| name.to_str().is_some_and(is_telling))?))
}

fn is_telling(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name.ends_with(TELLING_END) || TELLING.iter().any(|telling| name.contains(telling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_which_variables_are_secret() {
        for name in ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "db_password", "SIGNING_KEY", "TOKEN"] {
            assert!(is_telling(name), "{name}");
        }
        for name in ["PATH", "HOME", "KEYBOARD", "SSH_AUTH_SOCK", "EDITOR"] {
            assert!(!is_telling(name), "{name}");
        }
    }
}
