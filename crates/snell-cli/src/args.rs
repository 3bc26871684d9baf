//! The arguments, as people write them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// The portable hook runtime for coding agents
#[derive(Parser)]
#[command(name = "snell", version, about, disable_help_subcommand = true, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What every command takes.
#[derive(Args)]
pub(crate) struct Common {
    /// The hook system; else it is found from the configuration that is there
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// The session's directory [default: here]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Where user-level configuration is looked up [default: $HOME]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// The project's root [default: the git work tree around the session's directory]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Print one JSON document on stdout
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run the hooks of one event, now
    Fire(Fire),
    /// Which hooks an event would run, and why the others would not; runs nothing
    Explain(Fire),
}

/// An event and what stands around it.
#[derive(Args)]
pub(crate) struct Fire {
    /// The event, in any spelling: `pre-tool-use`, `PreToolUse`
    #[arg(value_name = "EVENT")]
    pub(crate) name: Option<String>,
    /// The event as a JSON envelope of the dialect, or `-` for stdin
    #[arg(long = "event", value_name = "FILE")]
    pub(crate) envelope: Option<PathBuf>,
    /// The tool, by the dialect's own name or a Claude-style one
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// The tool's input, a JSON object
    #[arg(long, value_name = "JSON")]
    pub(crate) input: Option<String>,
    /// Sets a field of the envelope: JSON if it parses, else text
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) fields: Vec<String>,
    /// How often hooks kept this turn going already
    #[arg(long, value_name = "N")]
    pub(crate) continuations: Option<u32>,
    /// Treat the project as trusted, for this call
    #[arg(long)]
    pub(crate) trust: bool,
    /// Add the root of a plugin to the installed ones
    #[arg(long = "plugin", value_name = "DIR")]
    pub(crate) plugins: Vec<PathBuf>,
    /// Set a plugin variable, for this call
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub(crate) variables: Vec<String>,
    /// A JSON Schema that the tool's input must meet
    #[arg(long, value_name = "FILE")]
    pub(crate) tool_schema: Option<PathBuf>,
    /// Add a TLS root for https hooks (PEM)
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
}
