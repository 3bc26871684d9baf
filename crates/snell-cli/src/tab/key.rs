//! Keys, as the tab knows them.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key that means something here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Tab,
    BackTab,
    Enter,
    Escape,
    Backspace,
    /// Control and C: out, from wherever one is.
    Interrupt,
    Letter(char),
}

impl Key {
    /// The key of a terminal's event.
    pub(crate) fn of(event: &Event) -> Option<Key> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Key::pressed(key),
            _ => None,
        }
    }

    fn pressed(key: &KeyEvent) -> Option<Key> {
        let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
        Some(match key.code {
            KeyCode::Char('c' | 'd') if with_control => Key::Interrupt,
            KeyCode::Char(_) if with_control || key.modifiers.contains(KeyModifiers::ALT) => return None,
            KeyCode::Char(letter) => Key::Letter(letter),
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            KeyCode::Home => Key::Home,
            KeyCode::End => Key::End,
            KeyCode::Tab => Key::Tab,
            KeyCode::BackTab => Key::BackTab,
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Escape,
            KeyCode::Backspace => Key::Backspace,
            _ => return None,
        })
    }
}
