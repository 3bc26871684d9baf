//! One hook, ready to run: everything the edge needs and nothing it would have to decide.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::environment::Variables;

/// What is to be done.
#[derive(Clone, PartialEq, Eq)]
pub enum Action {
    /// Run a program. Its environment is exactly `env`; nothing is inherited beside it.
    Run {
        /// An absolute path, or a bare word to be found on `env`'s PATH.
        program: OsString,
        /// Its arguments, without the program's own name.
        args: Vec<OsString>,
        /// The directory it starts in.
        directory: PathBuf,
        /// Its whole environment. SECURITY: holds secrets; never printed.
        env: Variables,
        /// Written to its stdin, which is then closed.
        stdin: Arc<[u8]>,
    },
    /// Send a POST request with a JSON body.
    Post {
        /// Where to, expanded. SECURITY: may hold secrets; never printed.
        url: String,
        /// The body.
        body: Arc<[u8]>,
    },
}

impl fmt::Debug for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Run { program, directory, .. } => {
                out.debug_struct("Run").field("program", program).field("directory", directory).finish_non_exhaustive()
            }
            Action::Post { .. } => out.debug_struct("Post").finish_non_exhaustive(),
        }
    }
}

/// One hook, ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// What to do.
    pub action: Action,
    /// How long it may take, counted from its own start (N6.14).
    pub timeout: Duration,
}
