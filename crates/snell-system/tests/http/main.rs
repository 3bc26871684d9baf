//! HTTPS hooks against real TLS servers on loopback. Nothing else is ever dialled: where a public address is needed, a resolver and a
//! dialler of the test's own stand in for the network.

mod addresses;
mod authority;
mod bodies;
mod deadlines;
mod environment;
mod exchange;
mod network;
mod redirects;
mod server;
mod trust;

use std::time::Duration;

use snell_core::completion::{Completion, End};
use snell_system::http::{Https, Options};

use authority::Authority;

/// Long enough for any machine; a test that is about a deadline has one of its own.
const LONG: Duration = Duration::from_secs(60);

/// A client that also believes `authority`.
fn client(authority: &Authority) -> Https {
    Https::new(Options { roots: authority.roots(), ..Options::default() })
}

/// The body of an answer with this status.
#[track_caller]
fn answered(status: u16, completion: &Completion) -> &str {
    assert_eq!(completion.end, End::Answered(status));
    assert!(!completion.stdout.overflowed);
    std::str::from_utf8(&completion.stdout.bytes).unwrap()
}

/// The words of a request that failed on its way.
#[track_caller]
fn transport(completion: &Completion) -> &str {
    match &completion.end {
        End::Transport(why) => why,
        other => panic!("{other:?}"),
    }
}
