//! What a hook will meet here that it does not meet there, read off the tables of both agents.

use std::path::Path;

use snell_core::command::{self, Program, Setting};
use snell_core::dialect::{Event as Row, Gate, PlainText, Says};
use snell_core::hook::Handler;
use snell_core::{Code, Diagnostic, Dialect, Fact, Hook};
use snell_system::Machine;

/// Two agents, and where the hook goes from one to the other.
pub(super) struct Between<'a> {
    pub(super) here: &'a Dialect,
    pub(super) there: &'a Dialect,
    /// The directories of its old and its new file.
    pub(super) from: &'a Path,
    pub(super) to: &'a Path,
}

impl Between<'_> {
    /// Everything that will be different for an imported hook.
    pub(super) fn of(&self, hook: &Hook, has_timeout: bool) -> Vec<Diagnostic> {
        let (Some(here), Some(there)) = (self.here.event(hook.event), self.there.event(hook.event)) else { return Vec::new() };
        let found = [
            self.timeout(here, there, has_timeout),
            self.keys(here, there),
            self.tools(here, hook),
            self.gate(here, there),
            self.words(here, there, hook),
            context(here, there),
            self.program(hook),
        ];
        found.into_iter().flatten().collect()
    }

    fn timeout(&self, here: &Row, there: &Row, has_timeout: bool) -> Option<Diagnostic> {
        let (own, other) = (self.here.timeout_of(here), self.there.timeout_of(there));
        (!has_timeout && own < other).then(|| {
            let message = format!("it may take {own} s here, and {other} s in {}: it writes no `timeout`", self.there.title);
            Diagnostic::new(Code::ShorterTimeout, message).help("write a `timeout`, in seconds")
        })
    }

    /// The same facts under other keys.
    fn keys(&self, here: &Row, there: &Row) -> Option<Diagnostic> {
        let of = |dialect: &Dialect, row: &Row| -> Vec<(Fact, String)> {
            dialect.facts.iter().chain(row.facts.iter()).map(|told| (told.fact, told.key.to_string())).collect()
        };
        let own = of(self.here, here);
        let pairs = of(self.there, there).into_iter().filter_map(|(fact, old)| {
            let (_, new) = own.iter().find(|(told, _)| *told == fact)?;
            (*new != old).then(|| format!("`{new}` for `{old}`"))
        });
        let pairs: Vec<String> = pairs.collect();
        (!pairs.is_empty())
            .then(|| Diagnostic::new(Code::PayloadKeys, format!("it is told {}", pairs.join(", "))).help("read the new keys in its script"))
    }

    /// The payload names tools as they are called here, whatever the matcher says.
    fn tools(&self, here: &Row, hook: &Hook) -> Option<Diagnostic> {
        let tells_a_tool = here.facts.iter().any(|told| told.fact == Fact::ToolName);
        let rows = self.here.tools.iter().filter(|row| row.canonical.iter().any(|name| *name != row.native));
        let wanted = hook.matcher.written().unwrap_or_default();
        let pairs = rows.filter_map(|row| Some((row.canonical.first()?, &row.native)));
        let mut pairs: Vec<_> = pairs.collect();
        // Those that the matcher speaks of come first.
        pairs.sort_by_key(|(name, _)| !wanted.contains(name.as_ref()));
        let (name, native) = pairs.first()?;
        tells_a_tool.then(|| {
            let message = format!("it is told this agent's names of tools: `{native}` for `{name}`");
            Diagnostic::new(Code::ToolNames, message).help("look for both names in its script")
        })
    }

    fn gate(&self, here: &Row, there: &Row) -> Option<Diagnostic> {
        (here.gate == Gate::Observes && there.gate != Gate::Observes).then(|| {
            let message = format!("`{}` only observes here: what blocks in {} does not block", here.name(), self.there.title);
            Diagnostic::new(Code::NeverBlocks, message).help("guard what follows from it, in an event that can block")
        })
    }

    /// A denial in the other agent's words is heard; nothing else in them is.
    fn words(&self, here: &Row, there: &Row, hook: &Hook) -> Option<Diagnostic> {
        let words = self.here.foreign_words.iter().filter(|row| row.honoured == Some(hook.source.words) && row.gates.contains(&here.gate));
        let key = words.filter_map(|row| row.at.first()).map(|at| at.trim_start_matches('/').replace('/', ".")).next()?;
        (here.gate != Gate::Observes && there.gate != Gate::Observes).then(|| {
            let message = format!("of `{key}` a denial is heard here; an allow or ask is not");
            Diagnostic::new(Code::DecisionWords, message).help("say nothing to let a call pass")
        })
    }

    /// A direct executable is looked for beside its file, which is another one now (N2.6).
    fn program(&self, hook: &Hook) -> Option<Diagnostic> {
        let Handler::Command { command, args, .. } = &hook.handler else { return None };
        let (old, new) = (self.resolved(command, args.as_deref(), self.from), self.resolved(command, args.as_deref(), self.to));
        let place = |program: &Option<Program>| match program {
            Some(Program::Direct { program, .. }) => Some(program.display().to_string()),
            _ => None,
        };
        (old != new).then(|| {
            let was = place(&old).map_or_else(|| "by the shell".to_owned(), |path| format!("at `{path}`"));
            let is = place(&new).map_or_else(|| "by the shell".to_owned(), |path| format!("at `{path}`"));
            let message = format!("its program is looked for {is}, and was {was}");
            Diagnostic::new(Code::ProgramElsewhere, message).help("write an absolute path, or `sh` before it")
        })
    }

    fn resolved(&self, command: &str, args: Option<&[String]>, beside: &Path) -> Option<Program> {
        let variable = |name: &str| std::env::var_os(name);
        let setting =
            Setting { rules: &self.here.commands, variable: &variable, paths: &[], withheld: &[], beside, look: &Machine::default() };
        command::resolve(command, args, &setting).ok()
    }
}

fn context(here: &Row, there: &Row) -> Option<Diagnostic> {
    let tells = |row: &Row| row.plain == PlainText::Context || row.replies.iter().any(|reply| matches!(reply.says, Says::Context));
    (tells(there) && !tells(here)).then(|| {
        let message = format!("what it prints at `{}` is not given to the model here", here.name());
        Diagnostic::new(Code::ContextLost, message)
    })
}
