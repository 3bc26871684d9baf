//! A network of the test's own: names resolve as it says, and every address leads to one loopback server.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use snell_system::http::dial::{Checked, Dial};
use snell_system::http::resolve::Resolve;
use snell_system::http::{Https, Options, Roots};

/// Answers look-ups one after another, the last answer again and again, and records what was dialled.
pub(crate) struct Network {
    answers: Mutex<Vec<Result<Vec<IpAddr>, io::ErrorKind>>>,
    server: SocketAddr,
    pub(crate) resolved: Mutex<Vec<String>>,
    pub(crate) dialled: Mutex<Vec<SocketAddr>>,
}

impl Network {
    /// `answers`: the answers of the look-ups, each a list of addresses separated by spaces.
    pub(crate) fn new(server: SocketAddr, answers: &[&str]) -> Arc<Self> {
        let addresses = |answer: &&str| Ok(answer.split_whitespace().map(|address| address.parse().unwrap()).collect());
        Network::with(server, answers.iter().map(addresses).collect())
    }

    pub(crate) fn with(server: SocketAddr, answers: Vec<Result<Vec<IpAddr>, io::ErrorKind>>) -> Arc<Self> {
        Arc::new(Network { answers: Mutex::new(answers), server, resolved: Mutex::default(), dialled: Mutex::default() })
    }

    pub(crate) fn client(self: &Arc<Self>, roots: Roots) -> Https {
        Https::new(Options { roots, resolver: self.clone(), dialler: self.clone() })
    }

    pub(crate) fn dialled(&self) -> Vec<String> {
        self.dialled.lock().unwrap().iter().map(ToString::to_string).collect()
    }
}

impl Resolve for Network {
    fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.resolved.lock().unwrap().push(name.to_owned());
        let mut answers = self.answers.lock().unwrap();
        let answer = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
        answer.map_err(io::Error::from)
    }
}

impl Dial for Network {
    fn dial(&self, address: Checked, timeout: Duration) -> io::Result<TcpStream> {
        self.dialled.lock().unwrap().push(address.get());
        TcpStream::connect_timeout(&self.server, timeout)
    }
}
