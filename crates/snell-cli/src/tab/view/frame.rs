//! What stands around the panes: the first line, the last line, and the panes' borders.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph};

use super::ansi;
use crate::print::style::{BOLD, DIM, NEWS, paint, plain};
use crate::tab::state::{Mode, State};

/// The keys of each mode.
const BROWSE: &[(&str, &str)] = &[
    ("↑↓", "select"),
    ("enter", "more"),
    ("tab", "lists"),
    ("r", "reload"),
    ("d", "disable"),
    ("t", "trust"),
    ("f", "fire"),
    ("/", "search"),
    ("?", "keys"),
    ("q", "quit"),
];
const SEARCH: &[(&str, &str)] = &[("enter", "keep"), ("esc", "clear")];
const RUNNING: &[(&str, &str)] = &[("esc", "end it")];
const PAGE: &[(&str, &str)] = &[("↑↓", "scroll"), ("esc", "close")];
const ASK: &[(&str, &str)] = &[("y", "yes"), ("n", "no"), ("↑↓", "scroll")];

/// A pane with its title.
pub(super) fn pane(title: &str, colours: bool) -> Block<'static> {
    let style = Style::new().add_modifier(Modifier::DIM);
    Block::bordered().border_type(BorderType::Rounded).border_style(style).title(ansi::line(title, colours))
}

/// The dialect, the project, and how its hooks stand.
pub(super) fn head(frame: &mut Frame<'_>, area: Rect, state: &State, colours: bool) {
    let title = format!(" {}  {}", paint(BOLD, "Hooks"), plain(&state.content.title));
    frame.render_widget(ansi::line(&title, colours), area);
    let summary = format!("{} ", state.content.summary);
    let room = usize::from(area.width).saturating_sub(ansi::line(&title, colours).width() + 2);
    if summary.chars().count() <= room {
        frame.render_widget(Paragraph::new(summary).alignment(Alignment::Right), area);
    }
}

/// What was done, what is asked, or what the keys do.
pub(super) fn foot(frame: &mut Frame<'_>, area: Rect, state: &State, colours: bool) {
    let line = match (&state.mode, &state.message) {
        (Mode::Search, _) => keys(&format!("{}{}▏", paint(NEWS, "/"), plain(&state.search)), SEARCH, colours),
        (Mode::Running(name), _) => keys(&format!("{} {}", paint(NEWS, "running"), plain(name)), RUNNING, colours),
        (Mode::Page(page), _) => match &page.asks {
            Some(question) => keys(&paint(NEWS, question), ASK, colours),
            None => keys("", PAGE, colours),
        },
        (Mode::Browse, Some(message)) => ansi::line(&format!(" {message}"), colours),
        (Mode::Browse, None) if !state.search.is_empty() => {
            keys(&format!("{}{}", paint(NEWS, "/"), plain(&state.search)), &[("esc", "clear")], colours)
        }
        (Mode::Browse, None) => keys("", BROWSE, colours),
    };
    frame.render_widget(Paragraph::new(line), area);
}

fn keys(before: &str, keys: &[(&str, &str)], colours: bool) -> Line<'static> {
    let mut line = ansi::line(&format!(" {before}"), colours);
    if !before.is_empty() {
        line.push_span(Span::raw("  "));
    }
    for (key, what) in keys {
        line.extend(ansi::line(&format!("{} {}  ", paint(BOLD, key), paint(DIM, what)), colours).spans);
    }
    line
}
