//! A hook's definition in a few lines: what a person approves, and what later versions are compared with.

use std::fmt::Write;

use snell_core::Hook;
use snell_core::hook::{Handler, OnFailure};

/// The definition, one property a line.
pub(super) fn definition(hook: &Hook) -> String {
    let mut text = format!("event      {:?}\n", hook.event);
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<10} {value}");
    };
    if let Some(matcher) = hook.matcher.written() {
        line("matcher", &matcher);
    }
    match &hook.handler {
        Handler::Command { command, args, env } => {
            line("command", command);
            if let Some(args) = args {
                line("args", &format!("{args:?}"));
            }
            for (name, value) in env {
                line("env", &format!("{name}={value}"));
            }
        }
        Handler::Http { .. } => line("url", &hook.run()),
        Handler::Broken { kind, run, why } => {
            line(kind, run);
            line("broken", why);
        }
    }
    line("timeout", &format!("{} s", hook.timeout.as_secs_f64()));
    if hook.on_failure == OnFailure::Block {
        line("onFailure", &"block");
    }
    text
}
