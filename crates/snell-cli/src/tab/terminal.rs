//! The terminal, which is given back as it was: at the end, on an error, and in a panic.

use std::io;
use std::mem::ManuallyDrop;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Frame};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::key::Key;

/// How long a key is waited for; then there may be news.
const PATIENCE: Duration = Duration::from_millis(100);

/// A terminal that is all ours.
pub(super) struct Terminal {
    /// Never dropped: where the terminal has gone away, that would panic, and what runs would be left behind.
    screen: ManuallyDrop<DefaultTerminal>,
    /// Keys come from a thread of their own: whoever reads a terminal that has gone away may read for ever, and must not be us.
    events: Receiver<io::Result<Event>>,
}

impl Terminal {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Terminal> {
        // It also sees to it that a panic gives the terminal back before it tells what happened.
        let screen = ratatui::try_init().inspect_err(|_| give_back())?;
        let (send, events) = channel();
        thread::Builder::new().name("snell-keys".to_owned()).spawn(move || listen(&send)).inspect_err(|_| give_back())?;
        Ok(Terminal { screen: ManuallyDrop::new(screen), events })
    }

    /// Draws, and gives what the drawing gives.
    pub(super) fn draw<T: Default>(&mut self, draw: impl FnOnce(&mut Frame<'_>) -> T) -> io::Result<T> {
        let mut given = T::default();
        self.screen.draw(|frame| given = draw(frame))?;
        Ok(given)
    }

    /// The next key, where one comes soon.
    pub(super) fn key(&mut self) -> io::Result<Option<Key>> {
        let event = match self.events.recv_timeout(PATIENCE) {
            Ok(event) => event?,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        };
        if let Event::FocusGained | Event::Resize(..) = event {
            self.screen.clear()?;
        }
        Ok(Key::of(&event))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether nobody is at the terminal's other end any more.
pub(super) fn is_gone() -> bool {
    let stdin = io::stdin();
    let mut look = [PollFd::new(&stdin, PollFlags::empty())];
    poll(&mut look, Some(&Timespec::default())).is_ok() && !look[0].revents().is_empty()
}

fn listen(events: &Sender<io::Result<Event>>) {
    loop {
        let event = event::read();
        let is_last = event.is_err();
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// A terminal that went away takes nothing back, and no word about it either.
fn give_back() {
    let _ = ratatui::try_restore();
    let _ = execute!(io::stdout(), Show);
}
