//! The real machine, whole: what an engine is given when it is to touch the world.

use std::path::Path;

use snell_core::command::Look;
use snell_core::{Completion, Invocation};

use crate::cancel::Cancel;
use crate::files;
use crate::run::{Run, Watch};
use crate::runner::Runner;

/// Runs hooks for real and answers questions about the file system.
#[derive(Clone, Default)]
pub struct Machine {
    /// How hooks are run.
    pub runner: Runner,
}

impl Run for Machine {
    fn run(&self, invocations: &[Invocation], watch: &dyn Watch, cancel: &Cancel) -> Vec<Completion> {
        self.runner.run(invocations, watch, cancel)
    }
}

impl Look for Machine {
    fn is_file(&self, path: &Path) -> bool {
        files::is_file(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        files::is_directory(path)
    }

    fn is_executable(&self, path: &Path) -> bool {
        files::is_executable(path)
    }
}
