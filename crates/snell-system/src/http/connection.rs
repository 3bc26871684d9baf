//! One TLS connection: pushes a request out while it already listens for the answer, under one deadline.
//!
//! The socket never blocks; `poll` waits, for what is left of the time and no longer. Listening while sending matters: a server that
//! answers before it has read everything would otherwise wait for us while we wait for it.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustls::{ClientConnection, IoState};

use super::fault::{Deadline, Fault};
use super::reply::{Answer, Reply};
use super::words;

/// Plaintext is taken out of the TLS layer in pieces of this size, which is a TLS record's.
const PIECE: usize = 16 * 1024;

/// A connection, its handshake done or still to be done.
pub(super) struct Connection {
    socket: TcpStream,
    tls: ClientConnection,
    piece: Box<[u8]>,
    /// Something of the current request has left this machine.
    sent: bool,
    /// The peer takes nothing more; why.
    deaf: Option<io::Error>,
}

impl Connection {
    pub(super) fn new(socket: TcpStream, tls: ClientConnection) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        Ok(Connection { socket, tls, piece: vec![0; PIECE].into(), sent: false, deaf: None })
    }

    /// Whether anything of the last request was sent.
    pub(super) fn has_sent(&self) -> bool {
        self.sent
    }

    /// Sends a request and reads its answer.
    pub(super) fn exchange(&mut self, request: &[u8], deadline: Deadline) -> Result<Answer, Fault> {
        (self.sent, self.deaf) = (false, None);
        let (mut unsent, mut reply) = (request, Reply::default());
        loop {
            self.push(&mut unsent);
            if let (Some(error), false) = (&self.deaf, self.sent) {
                return Err(Fault::of_io("the connection broke", error));
            }
            self.wait(deadline)?;
            if let Some(answer) = self.pull(&mut reply)? {
                let whole = unsent.is_empty() && !self.tls.wants_write() && self.deaf.is_none();
                return Ok(Answer { idle: answer.idle.filter(|_| whole), ..answer });
            }
        }
    }

    /// Writes as much as is taken. A peer that takes nothing more may still have answered, so that is no failure yet.
    fn push(&mut self, unsent: &mut &[u8]) {
        while self.deaf.is_none() {
            match self.tls.writer().write(unsent) {
                Ok(taken) => *unsent = &unsent[taken..],
                Err(error) => self.deaf = Some(error),
            }
            if !self.tls.wants_write() {
                return;
            }
            match self.tls.write_tls(&mut Plain(&self.socket)) {
                Ok(length) => self.sent |= length > 0,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) => self.deaf = Some(error),
            }
        }
    }

    fn wait(&self, deadline: Deadline) -> Result<(), Fault> {
        let mut events = PollFlags::IN;
        if self.tls.wants_write() && self.deaf.is_none() {
            events |= PollFlags::OUT;
        }
        loop {
            match poll(&mut [PollFd::new(&self.socket, events)], Some(&timespec(deadline.left()?))) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(Fault::of_io("the connection cannot be waited for", &error.into())),
            }
        }
    }

    fn pull(&mut self, reply: &mut Reply) -> Result<Option<Answer>, Fault> {
        match self.tls.read_tls(&mut self.socket) {
            Ok(0) => self.ended(reply, false).map(Some),
            Ok(_) => {
                let state = self.decrypt()?;
                match self.hand_over(&state, reply)? {
                    None if state.peer_has_closed() => self.ended(reply, true).map(Some),
                    answer => Ok(answer),
                }
            }
            Err(error) if is_passing(&error) => Ok(None),
            Err(error) => Err(Fault::of_io("the connection broke", self.deaf.as_ref().unwrap_or(&error))),
        }
    }

    fn decrypt(&mut self) -> Result<IoState, Fault> {
        self.tls.process_new_packets().map_err(|error| {
            // The peer is told why, if it still listens.
            let _ = self.tls.write_tls(&mut Plain(&self.socket));
            Fault::Transport(words::of_tls(&error))
        })
    }

    fn hand_over(&mut self, state: &IoState, reply: &mut Reply) -> Result<Option<Answer>, Fault> {
        let mut left = state.plaintext_bytes_to_read();
        while left > 0 {
            let length = self.tls.reader().read(&mut self.piece).map_err(|error| Fault::of_io("the connection broke", &error))?;
            left = left.saturating_sub(length.max(1));
            if let Some(answer) = reply.take(&self.piece[..length]).map_err(Fault::Transport)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn ended(&self, reply: &mut Reply, announced: bool) -> Result<Answer, Fault> {
        if self.tls.is_handshaking() {
            return Err(Fault::Transport("the server ended the connection during the TLS handshake".to_owned()));
        }
        reply.end(announced).map_err(Fault::Transport)
    }

    /// Whether nothing came since the last answer. What comes unasked is the end of the connection, or must not be taken for an answer.
    /// Session tickets and key updates are neither and may come at any time.
    pub(super) fn is_quiet(&mut self) -> bool {
        loop {
            match self.tls.process_new_packets() {
                Ok(state) if state.plaintext_bytes_to_read() == 0 && !state.peer_has_closed() => {}
                _ => return false,
            }
            match self.tls.read_tls(&mut self.socket) {
                Ok(0) => return false,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return error.kind() == io::ErrorKind::WouldBlock,
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.tls.send_close_notify();
        let _ = self.tls.write_tls(&mut Plain(&self.socket));
    }
}

/// Sends by `send`, which names no signal: gathering writes would raise SIGPIPE in a host that does not ignore it.
struct Plain<'a>(&'a TcpStream);

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

fn timespec(left: Duration) -> Timespec {
    Timespec { tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() }
}
