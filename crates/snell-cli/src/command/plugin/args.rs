//! The arguments of `snell plugin`.

use std::path::PathBuf;

use clap::Subcommand;

/// What is done about plugins.
#[derive(Subcommand)]
pub(crate) enum Plugin {
    /// Pack a plugin's directory for others to install
    #[command(after_help = PACK)]
    Pack {
        /// The plugin's directory
        #[arg(value_name = "SOURCE")]
        source: PathBuf,
        /// A directory, or a NAME.tar.gz [default: the plugin's name with .tar.gz, here]
        #[arg(short, long, value_name = "OUT")]
        out: Option<PathBuf>,
        /// Pack although something of this kind is lost
        #[arg(long = "accept-loss", value_name = "CODE")]
        accept: Vec<String>,
    },
    /// What packing would change or lose; writes nothing
    Check {
        /// The plugin's directory
        #[arg(value_name = "SOURCE")]
        source: PathBuf,
    },
    /// Install a packed plugin, in the place of an older version
    #[command(after_help = INSTALL)]
    Install {
        /// A packed directory or a .tar.gz
        #[arg(value_name = "PACKED")]
        packed: PathBuf,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Run a plugin's Uninstall hooks and remove it
    Remove {
        /// The plugin
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Every installed plugin
    List,
    /// The variables of a plugin; their values are never shown
    #[command(after_help = VARIABLES)]
    Variables {
        /// The plugin
        #[arg(value_name = "NAME")]
        name: String,
        #[command(subcommand)]
        action: Variables,
    },
}

/// What is done about a plugin's variables.
#[derive(Subcommand)]
pub(crate) enum Variables {
    /// Which there are, and which have a value
    List,
    /// Set one
    Set {
        /// The variable
        #[arg(value_name = "KEY")]
        key: String,
        /// Its value, or `-` to read it from stdin; without, it is asked for and not shown
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: Option<String>,
    },
    /// Forget the value of one
    Unset {
        /// The variable
        #[arg(value_name = "KEY")]
        key: String,
    },
}

const PACK: &str = "\
Examples:
  snell plugin check ./my-plugin
  snell plugin pack ./my-plugin
  snell plugin pack ./my-plugin -o my-plugin.tar.gz --accept-loss unknown-key

Exits 1 where something would be lost that was not accepted, and writes nothing then.";

const INSTALL: &str = "\
Examples:
  snell plugin install my-plugin.tar.gz
  snell plugin install my-plugin.tar.gz --yes --json

Shows what the plugin will run, and asks. Where there is no terminal to ask on, --yes is needed.";

const VARIABLES: &str = "\
Examples:
  snell plugin variables my-plugin list
  snell plugin variables my-plugin set API_KEY
  pass show api-key | snell plugin variables my-plugin set API_KEY -
  snell plugin variables my-plugin unset API_KEY";
