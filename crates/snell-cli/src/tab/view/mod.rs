//! The state as a screen. Nothing here remembers anything.

mod ansi;
mod below;
mod details;
mod frame;
mod hooks;
mod page;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};

use super::state::{Drawn, Mode, State};

/// A screen of fewer columns has its panes one above the other.
const NARROW: u16 = 72;

/// Draws.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, colours: bool) -> Drawn {
    let whole = frame.area();
    let below = (whole.height / 3).clamp(3, 12);
    let [head, middle, low, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(3), Constraint::Length(below), Constraint::Length(1)]).areas(whole);
    let halves = [Constraint::Percentage(50), Constraint::Percentage(50)];
    let [left, right] = if whole.width < NARROW { Layout::vertical(halves) } else { Layout::horizontal(halves) }.areas(middle);
    self::frame::head(frame, head, state, colours);
    hooks::draw(frame, left, state, colours);
    details::draw(frame, right, state, colours);
    let below = below::draw(frame, low, state, colours);
    let page = match &state.mode {
        Mode::Page(page) => page::draw(frame, whole, page, colours),
        _ => 0,
    };
    self::frame::foot(frame, foot, state, colours);
    Drawn { below, page }
}
