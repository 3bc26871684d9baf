//! How a hook would be started by its own agent: where, and by whom. Nothing is started.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use snell_core::dialect::Event as Row;
use snell_core::environment::Variables;
use snell_core::invocation::Action;
use snell_core::prepare::prepare;
use snell_core::{Event, Hook};

use crate::engine::Engine;

/// How the hook would be started now.
pub(super) struct Started {
    /// Where it starts.
    pub(super) directory: Option<PathBuf>,
    /// Its program, where no shell reads its command.
    pub(super) direct: Option<PathBuf>,
    env: Variables,
}

impl Started {
    pub(super) fn of(engine: &Engine, row: &Row, index: usize) -> Started {
        let (hooks, configuration) = (engine.hooks(), engine.configuration());
        let hook = &hooks.hooks()[index];
        let event = engine.complete(&Event::new(hook.event));
        let surroundings = engine.surroundings(&configuration);
        let env = snell_core::environment::of_hook(engine.dialect(), row, &event, hook, surroundings.root, surroundings.inherited);
        let task = prepare(engine.dialect(), row, &hooks, [index], &event, surroundings).pop().and_then(|prepared| prepared.task.ok());
        let (mut directory, mut direct) = (None, None);
        if let Some(Action::Run { program, args, directory: there, .. }) = task.map(|task| task.action) {
            directory = Some(there);
            let is_shell = args.first().is_some_and(|first| first == "-c");
            direct = Some(PathBuf::from(program)).filter(|program| !is_shell && program.is_absolute());
        }
        Started { directory, direct, env }
    }

    /// Where its script may be.
    pub(super) fn directories(&self, hook: &Hook) -> Vec<PathBuf> {
        self.directory.iter().cloned().chain(hook.place.path.parent().map(Path::to_path_buf)).collect()
    }

    /// A variable of its environment.
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        self.env.get(OsStr::new(name)).map(|value| value.to_string_lossy().into_owned())
    }
}
