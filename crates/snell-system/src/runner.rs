//! Runs hooks for real: processes in one poll loop, requests on a few threads beside it.

use std::sync::Arc;
use std::time::Instant;

use snell_core::{Completion, Invocation};

use crate::cancel::Cancel;
use crate::round::Round;
use crate::run::{Post, Run, Watch};
use crate::sweep::Sweep;

/// So many processes run at once unless told otherwise.
pub const WINDOW: usize = 16;

/// Runs the hooks of events. It holds settings alone, so one can serve many threads at once.
#[derive(Clone)]
pub struct Runner {
    /// So many processes of one event run at once, at least one. It bounds descriptors too: three each. Where the process may not have so
    /// many, fewer run at once.
    pub window: usize,
    /// Who sends requests. Without, they are not started.
    pub post: Option<Arc<dyn Post>>,
    /// Ends what hooks started outside their process groups. Only for a process that is a command of its own, never inside a host with
    /// children of its own.
    pub sweep: Option<Sweep>,
    /// Whatever has not ended by then has timed out, whatever its own deadline: for a caller that is itself waited for so long (B4).
    pub until: Option<Instant>,
}

impl Default for Runner {
    fn default() -> Self {
        Runner { window: WINDOW, post: None, sweep: None, until: None }
    }
}

impl Run for Runner {
    fn run(&self, invocations: &[Invocation], watch: &dyn Watch, cancel: &Cancel) -> Vec<Completion> {
        let completions = Round::begin(self, invocations, watch, cancel).turn();
        if let Some(sweep) = &self.sweep {
            let swept = sweep.orphans();
            if swept > 0 {
                watch.swept(swept);
            }
        }
        completions
    }
}
