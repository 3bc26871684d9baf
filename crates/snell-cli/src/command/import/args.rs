//! The arguments of `snell import`.

use clap::{Args, ValueEnum};

/// What is imported, and whether anybody is asked.
#[derive(Args)]
pub(crate) struct Import {
    /// The agent whose hooks are taken over: `claude`
    #[arg(value_name = "AGENT")]
    pub(crate) agent: String,
    /// Import without asking
    #[arg(long, conflicts_with_all = ["dismiss", "dry_run"])]
    pub(crate) yes: bool,
    /// Import nothing, and no longer load the other agent's files
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) dismiss: bool,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Whose hooks [default: both]
    #[arg(long, value_name = "SCOPE")]
    pub(crate) scope: Option<Scope>,
}

/// Whose hooks.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Scope {
    /// The user's
    User,
    /// The project's
    Project,
}

pub(crate) const HELP: &str = "\
Examples:
  snell import claude --dry-run
  snell import claude
  snell import claude --yes --scope user --json

Shows every hook with what will be different for it, and asks. An import or a dismissal is remembered in the agent's own configuration; \
after it the other agent's files are no longer loaded.";
