//! Live progress, for hosts that show it.

use std::cell::Cell;

use snell_core::{Completion, Hook};
use snell_system::Watch;

/// Is told when a hook starts and when it has finished. It is called on the thread that fires, so it should be quick.
pub trait Observer: Send + Sync {
    /// The hook is now running.
    fn started(&self, hook: &Hook) {
        let _ = hook;
    }

    /// The hook has ended. What that means is in the trace, once all have.
    fn finished(&self, hook: &Hook, completion: &Completion) {
        let _ = (hook, completion);
    }

    /// So many processes that hooks had left behind were ended ([`snell_system::sweep`]).
    fn swept(&self, processes: usize) {
        let _ = processes;
    }
}

/// Translates the edge's indices into hooks.
pub(crate) struct Progress<'a> {
    pub(crate) observer: Option<&'a dyn Observer>,
    pub(crate) hooks: Vec<&'a Hook>,
    pub(crate) swept: Cell<usize>,
}

impl Watch for Progress<'_> {
    fn started(&self, index: usize) {
        if let (Some(observer), Some(hook)) = (self.observer, self.hooks.get(index)) {
            observer.started(hook);
        }
    }

    fn finished(&self, index: usize, completion: &Completion) {
        if let (Some(observer), Some(hook)) = (self.observer, self.hooks.get(index)) {
            observer.finished(hook, completion);
        }
    }

    fn swept(&self, processes: usize) {
        self.swept.set(processes);
        if let Some(observer) = self.observer {
            observer.swept(processes);
        }
    }
}
