//! From a target to a connected socket: look up, check every address, dial one of those that were checked (N9.2).

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use super::address::{Reach, classify};
use super::fault::{Deadline, Fault};
use super::guard::{Host, Refusal, Target};
use super::resolve::LookUps;

/// The most addresses of one host that are tried.
const MOST_TRIED: usize = 8;

/// An address that passed.
///
/// INVARIANT: made by `check` alone, so that nothing else can be dialled: not a name, which would be resolved again, and not an address
/// that was never classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked(SocketAddr);

impl Checked {
    /// The address itself.
    pub fn get(self) -> SocketAddr {
        self.0
    }
}

/// Opens connections.
pub trait Dial: Send + Sync {
    /// Connects to exactly this address.
    fn dial(&self, address: Checked, timeout: Duration) -> io::Result<TcpStream>;
}

/// The platform's own sockets.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDialler;

impl Dial for SystemDialler {
    fn dial(&self, Checked(address): Checked, timeout: Duration) -> io::Result<TcpStream> {
        let socket = TcpStream::connect_timeout(&address, timeout)?;
        // SECURITY: something between us and the network may have led the connection elsewhere; what answers must be what was checked.
        if socket.peer_addr()? == address { Ok(socket) } else { Err(io::Error::other("another address answered")) }
    }
}

/// Finds and dials addresses.
pub(super) struct Dialling {
    pub(super) look_ups: LookUps,
    pub(super) dialler: Arc<dyn Dial>,
}

impl Dialling {
    /// A connected socket. Several addresses are tried in their order, each for its share of the time that is left.
    pub(super) fn connect(&self, target: &Target, deadline: Deadline) -> Result<TcpStream, Fault> {
        let found = match &target.host {
            Host::Address(address) => vec![*address],
            Host::Name(name) => self.look_ups.look_up(name, deadline)?,
        };
        let addresses = check(&found, target.port)?;
        let mut fault = Fault::TimedOut;
        for (address, left) in addresses.iter().zip((1..=addresses.len()).rev()) {
            let share = deadline.left()? / u32::try_from(left).unwrap_or(u32::MAX);
            match self.dialler.dial(*address, share.max(Duration::from_millis(1))) {
                Ok(socket) => return Ok(socket),
                Err(error) => fault = Fault::of_io("the connection failed", &error),
            }
        }
        deadline.left()?;
        Err(fault)
    }
}

/// Passes all addresses of a host or none: a host with *any* refused address is refused, however many good ones stand beside it.
fn check(found: &[IpAddr], port: u16) -> Result<Vec<Checked>, Fault> {
    let mut passed: Vec<Checked> = Vec::new();
    for address in found {
        if let Reach::Refused(what) = classify(*address) {
            return Err(Fault::Refused(Refusal::of_answer(*address, what)));
        }
        // A mapped loopback address is dialled as the IPv4 address that it is, which also works where IPv6 is off.
        let checked = Checked(SocketAddr::new(address.to_canonical(), port));
        if passed.len() < MOST_TRIED && !passed.contains(&checked) {
            passed.push(checked);
        }
    }
    Ok(passed)
}
