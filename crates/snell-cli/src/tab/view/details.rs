//! Everything about the selected hook.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{ansi, frame};
use crate::print::style::{BOLD, cut, paint, plain};
use crate::tab::content::FACTS;
use crate::tab::state::State;

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, colours: bool) {
    let Some(row) = state.row() else {
        frame.render_widget(frame::pane("", colours), area);
        return;
    };
    let name = cut(&plain(&row.name), usize::from(area.width).saturating_sub(4));
    let width = usize::from(area.width).saturating_sub(2);
    let facts = row.facts.iter().flat_map(|line| ansi::wrapped(line, width, FACTS, colours));
    let source = row.source_lines.iter().map(|line| ansi::line(line, colours));
    let lines: Vec<Line<'_>> = facts.chain([Line::default()]).chain(source).collect();
    let pane = frame::pane(&format!(" {} ", paint(BOLD, name)), colours);
    frame.render_widget(Paragraph::new(lines).block(pane), area);
}
