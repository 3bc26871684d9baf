//! The terminal, which is given back as it was: at the end, on an error, and in a panic.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};
use ratatui::{DefaultTerminal, Frame};

use super::key::Key;

/// How long a key is waited for; then there may be news.
const PATIENCE: Duration = Duration::from_millis(100);

/// A terminal that is all ours.
pub(super) struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Terminal> {
        // It also sees to it that a panic gives the terminal back before it tells what happened.
        ratatui::try_init().map(Terminal).inspect_err(|_| ratatui::restore())
    }

    /// Draws, and gives what the drawing gives.
    pub(super) fn draw<T: Default>(&mut self, draw: impl FnOnce(&mut Frame<'_>) -> T) -> io::Result<T> {
        let mut given = T::default();
        self.0.draw(|frame| given = draw(frame))?;
        Ok(given)
    }

    /// The next key, where one comes soon.
    pub(super) fn key(&mut self) -> io::Result<Option<Key>> {
        if !event::poll(PATIENCE)? {
            return Ok(None);
        }
        let event = event::read()?;
        if let Event::FocusGained | Event::Resize(..) = event {
            self.0.clear()?;
        }
        Ok(Key::of(&event))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}
