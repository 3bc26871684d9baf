//! A text that lies over everything.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{ansi, frame};
use crate::print::style::{BOLD, paint};
use crate::tab::state::Page;

/// Draws. Gives how far it can be scrolled.
pub(super) fn draw(frame: &mut Frame<'_>, whole: Rect, page: &Page, colours: bool) -> usize {
    let most = whole.inner(Margin::new(2, 1));
    let width = usize::from(most.width).saturating_sub(2);
    let lines: Vec<Line<'_>> = page.lines.iter().flat_map(|line| ansi::wrapped(line, width, 0, colours)).collect();
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(most.height);
    let area = Rect { height, ..most };
    let last = lines.len().saturating_sub(usize::from(height).saturating_sub(2));
    let shown: Vec<Line<'_>> = lines.into_iter().skip(page.scrolled.min(last)).collect();
    let pane = frame::pane(&format!(" {} ", paint(BOLD, &page.title)), colours);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(shown).block(pane), area);
    last
}
