//! The small traits between the engine and the world: who runs hooks, who looks on, and who sends requests.

use std::time::Duration;

use snell_core::{Completion, Invocation};

use crate::cancel::Cancel;

/// Runs the hooks of one event. It never fails: what went wrong with a hook stands in that hook's [`Completion`].
pub trait Run: Send + Sync {
    /// Runs all invocations, together as far as the implementation allows, and returns when each has ended. The results are in the order
    /// of the invocations, whatever order they ended in (N6.14).
    fn run(&self, invocations: &[Invocation], watch: &dyn Watch, cancel: &Cancel) -> Vec<Completion>;
}

/// Looks on while hooks run. It is called on the thread that called [`Run::run`], so it should be quick.
pub trait Watch {
    /// The invocation at `index` is now running. Not called for one that could not be started.
    fn started(&self, index: usize) {
        let _ = index;
    }

    /// The invocation at `index` has ended. Called once for each, in the order in which they end.
    fn finished(&self, index: usize, completion: &Completion) {
        let _ = (index, completion);
    }

    /// So many processes that hooks had left behind were ended by the sweep ([`crate::sweep`]).
    fn swept(&self, processes: usize) {
        let _ = processes;
    }
}

/// Nobody looks on.
impl Watch for () {}

/// Sends one request and waits for its answer.
pub trait Post: Send + Sync {
    /// Posts a JSON `body` to `url`. It returns within `timeout`, counted from the call, whatever the other side does.
    fn post(&self, url: &str, body: &[u8], timeout: Duration) -> Completion;
}
