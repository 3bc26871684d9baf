//! The arguments, as people write them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::command::bridge::Bridge;
use crate::command::convert::Convert;
use crate::command::import::Import;
use crate::command::plugin::Plugin;
use crate::help;

/// The portable hook runtime for coding agents
#[derive(Parser)]
#[command(name = "snell", version, about, long_about = help::ABOUT, after_help = help::ROOT, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What every command takes.
#[derive(Args, Clone)]
#[command(next_help_heading = "Common options")]
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
    /// Do not record what hooks did; neither does SNELL_JOURNAL=off
    #[arg(long, global = true)]
    pub(crate) no_journal: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run the hooks of one event, now
    #[command(after_help = help::FIRE)]
    Fire(Fire),
    /// Which hooks an event would run, and why the others would not; runs nothing
    #[command(after_help = help::EXPLAIN)]
    Explain(Fire),
    /// Every hook, where it is from, whether it will run
    #[command(after_help = help::LIST)]
    List(List),
    /// The Hooks tab: look at the hooks and their latest runs, disable, trust and try them
    #[command(after_help = help::HOOKS)]
    Hooks(Around),
    /// What is wrong with the configuration, and what to do about it; runs nothing
    #[command(after_help = help::CHECK)]
    Check(Check),
    /// Look at what a project would run, and say whether it may
    #[command(after_help = help::TRUST)]
    Trust(Trust),
    /// Keep hooks from running, by name or `id`
    #[command(after_help = help::DISABLE)]
    Disable(Named),
    /// Let disabled hooks run again
    Enable(Named),
    /// What ran, when, and what came of it
    #[command(after_help = help::LOG, args_conflicts_with_subcommands = true)]
    Log(Log),
    /// Hooks of one agent as a file for another, printed; nothing is written
    #[command(after_help = crate::command::convert::HELP)]
    Convert(Convert),
    /// Take over the hooks of another agent, once
    #[command(after_help = crate::command::import::HELP)]
    Import(Import),
    /// Hooks of one agent, unchanged, under another
    Bridge {
        #[command(subcommand)]
        bridge: Bridge,
    },
    /// Pack, install and remove plugins, and set their variables
    Plugin {
        #[command(subcommand)]
        plugin: Plugin,
    },
    /// How the dialects differ, table by table
    #[command(after_help = help::DIALECTS)]
    Dialects,
    /// The JSON Schema of everything that --json prints
    #[command(after_help = help::SCHEMA)]
    Schema {
        /// One document's alone
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// A shell's completions of this command
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
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
    /// Set a field of the envelope: JSON if it parses, else text
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) fields: Vec<String>,
    /// How often hooks kept this turn going already
    #[arg(long, value_name = "N")]
    pub(crate) continuations: Option<u32>,
    /// A JSON Schema that the tool's input must meet
    #[arg(long, value_name = "FILE")]
    pub(crate) tool_schema: Option<PathBuf>,
    /// Add a TLS root for https hooks (PEM)
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) around: Around,
}

/// What is added to the configuration, for this call.
#[derive(Args)]
pub(crate) struct Around {
    /// Treat the project as trusted
    #[arg(long)]
    pub(crate) trust: bool,
    /// Add the root of a plugin to the installed ones
    #[arg(long = "plugin", value_name = "DIR")]
    pub(crate) plugins: Vec<PathBuf>,
    /// Keep a hook from running, by its name or `id`
    #[arg(long = "disable", value_name = "NAME")]
    pub(crate) disabled: Vec<String>,
    /// Set a plugin variable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub(crate) variables: Vec<String>,
}

/// What is listed.
#[derive(Args)]
pub(crate) struct List {
    /// Only the hooks of this event, in any spelling
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// Only hooks with this status: ready, untrusted, disabled …
    #[arg(long, value_name = "STATUS")]
    pub(crate) status: Option<String>,
    #[command(flatten)]
    pub(crate) around: Around,
}

/// What is checked.
#[derive(Args)]
pub(crate) struct Check {
    /// Files, projects or plugins [default: the configuration that is in force here]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Warnings fail too
    #[arg(long)]
    pub(crate) strict: bool,
    /// List every code with its severity and meaning, and check nothing
    #[arg(long)]
    pub(crate) codes: bool,
    #[command(flatten)]
    pub(crate) around: Around,
}

/// A project, and what is to become of it.
#[derive(Args)]
pub(crate) struct Trust {
    /// A directory of the project [default: here]
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// Only show what would run
    #[arg(long, conflicts_with_all = ["diff", "revoke", "all", "yes", "pin"])]
    pub(crate) show: bool,
    /// Only show what changed since it was approved
    #[arg(long, conflicts_with_all = ["revoke", "all", "yes", "pin"])]
    pub(crate) diff: bool,
    /// Take the approval back, in all worktrees of the repository
    #[arg(long, conflicts_with_all = ["all", "yes", "pin"])]
    pub(crate) revoke: bool,
    /// List every folder that was decided about
    #[arg(long, conflicts_with_all = ["directory", "yes", "pin"])]
    pub(crate) all: bool,
    /// Do not ask; without a terminal, with --pin only
    #[arg(long)]
    pub(crate) yes: bool,
    /// Approve only what has this digest
    #[arg(long, value_name = "sha256:…")]
    pub(crate) pin: Option<String>,
}

/// Hooks by name.
#[derive(Args)]
pub(crate) struct Named {
    /// Names or ids, as `snell list` shows them
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
}

/// Which records are shown.
#[derive(Args)]
pub(crate) struct Log {
    #[command(subcommand)]
    pub(crate) one: Option<LogOne>,
    /// Go on showing what comes
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// Only events of hooks with this in their names, run or not
    #[arg(long, value_name = "NAME")]
    pub(crate) hook: Option<String>,
    /// Only this event, in any spelling
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// Only what came to this: proceed, deny, invalid_input, continue, end …
    #[arg(long, value_name = "ACTION")]
    pub(crate) action: Option<String>,
    /// Only the session whose id begins like this
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Only what is as new as this: `10m`, `2h`, `1d`, or an RFC 3339 time
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
    /// Only events of which a hook failed
    #[arg(long)]
    pub(crate) failed: bool,
}

/// One record.
#[derive(Subcommand)]
pub(crate) enum LogOne {
    /// One event: its input, each hook's part with time and words, and why the others were not run
    Show {
        /// The record's id, or the beginning of it
        #[arg(value_name = "ID")]
        id: String,
    },
}
