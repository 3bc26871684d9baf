//! The real machine, whole: what an engine is given when it is to touch the world.

use std::path::Path;
use std::sync::Arc;

use snell_core::command::Look;
use snell_core::{Completion, Invocation};

use crate::cancel::Cancel;
use crate::files;
use crate::http::{Https, Options};
use crate::run::{Run, Watch};
use crate::runner::Runner;

/// Runs hooks for real and answers questions about the file system. Clones share their connections.
#[derive(Clone)]
pub struct Machine {
    /// How hooks are run.
    pub runner: Runner,
}

impl Default for Machine {
    /// The usual window, HTTPS as it should be, no sweep. It connects to nothing and reads nothing yet.
    fn default() -> Self {
        Machine { runner: Runner { post: Some(Arc::new(Https::new(Options::default()))), ..Runner::default() } }
    }
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
