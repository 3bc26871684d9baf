//! Examples and other words below the options of `--help`.

pub(crate) const ABOUT: &str = "\
The portable hook runtime for coding agents.

Runs hooks by the exact rules of the agent they were written for, and shows what it did and why. Hooks that come with a project run only \
when the project is trusted.";

pub(crate) const ROOT: &str = "\
Exit codes:
  0  done; for fire: the operation goes ahead; for check: no errors
  1  for check: findings; for trust: not trusted; for bridge and convert: a guard would be weaker
  2  for fire: the operation is blocked, or the turn is kept going
  3  it could not be done; the message says what to do

Try `snell fire --help` for examples.";

pub(crate) const FIRE: &str = "\
Examples:
  snell fire pre-tool-use --tool Bash --input '{\"command\":\"rm -rf build\"}'
  snell fire stop --trust --continuations 1
  snell fire session-start --set source=resume
  snell fire --event event.json --json
  some-agent | snell fire --event -

What an event always tells and nobody stated gets a plausible value. Exit code 2 means that a hook blocked; nothing else does.";

pub(crate) const EXPLAIN: &str = "\
Examples:
  snell explain pre-tool-use --tool Bash
  snell explain stop --trust --json

Takes what `snell fire` takes, and runs nothing.";

pub(crate) const LIST: &str = "\
Examples:
  snell list
  snell list --event pre-tool-use
  snell list --status untrusted
  snell list --json | jq -r '.hooks[].name'";

pub(crate) const CHECK: &str = "\
Examples:
  snell check
  snell check --strict .rightnow/hooks
  snell check settings.json --dialect rightnow
  snell check ./my-plugin --dialect reforma
  snell check --codes

Exits 1 where there is an error; with --strict, or a warning.";

pub(crate) const TRUST: &str = "\
Examples:
  snell trust
  snell trust --show
  snell trust --diff
  snell trust --revoke
  snell trust --yes --pin sha256:9e5a…

Shows the project's hooks and the scripts that they name, and asks. What was approved is what runs: a hook that changes, appears, or cannot \
be looked at does not run until it is approved again. Exits 1 where the project is not trusted in the end.";

pub(crate) const DISABLE: &str = "\
Examples:
  snell disable user/safety:no-recursive-delete
  snell disable no-recursive-delete
  snell enable no-recursive-delete";

pub(crate) const HOOKS: &str = "\
Examples:
  snell hooks
  snell hooks --cwd ~/project --dialect rightnow

It needs a terminal; `snell list` and `snell log` tell the same without one. The key ? shows the keys.";

pub(crate) const LOG: &str = "\
Examples:
  snell log --since 1h
  snell log --failed
  snell log --hook user/safety --action deny
  snell log --follow --event pre-tool-use
  snell log show 8f3a91c2d4
  snell log --json | jq -r 'select(.duration_ms > 1000) | .id'

With --json one record a line. Records are in the state directory, $XDG_STATE_HOME/snell/journal or ~/.local/state/snell/journal; \
SNELL_JOURNAL=off keeps new ones from being written.";

pub(crate) const DIALECTS: &str = "\
Examples:
  snell dialects
  snell dialects --dialect reforma
  snell dialects --json | jq '.dialects[].events[].names'";

pub(crate) const SCHEMA: &str = "\
Examples:
  snell schema
  snell schema fire > fire.schema.json";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  snell completions bash > ~/.local/share/bash-completion/completions/snell
  snell completions zsh > \"${fpath[1]}/_snell\"
  snell completions fish > ~/.config/fish/completions/snell.fish";

pub(crate) const BRIDGE_RUN: &str = "\
Examples:
  snell bridge run codex PreToolUse --within 60 < payload.json
  snell bridge run gemini BeforeTool --from claude --from rightnow < payload.json

An agent calls it as a hook of its own. The user's hooks for other agents hear the event by the rules of their own agents, project hooks as \
far as they are trusted (`snell trust`), and what they say is answered in the words of the agent that called.";
