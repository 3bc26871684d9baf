//! The hooks, below their sources.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{ansi, frame};
use crate::print::style::{BOLD, DIM, cut, paint};
use crate::tab::content::Row;
use crate::tab::state::State;

/// The widest event and matcher, in columns.
const WIDEST: [usize; 2] = [18, 16];

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, colours: bool) {
    let pane = frame::pane(&format!(" {} ", paint(BOLD, "hooks")), colours);
    let inner = pane.inner(area);
    frame.render_widget(pane, area);
    let found = state.found();
    let rows: Vec<&Row> = found.iter().map(|index| &state.content.hooks[*index]).collect();
    let widths = [0, 1].map(|column| rows.iter().map(|row| row.cells[column].chars().count()).max().unwrap_or(0).min(WIDEST[column]));
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut at = 0;
    let mut source = None;
    for (index, row) in found.iter().zip(rows) {
        if source != Some(&row.source) {
            let [stem, path] = &row.source;
            lines.push(ansi::line(&format!("{}  {}", paint(BOLD, stem), paint(DIM, path)), colours));
            source = Some(&row.source);
        }
        let mut line = ansi::line(&self::line(row, widths), colours);
        if *index == state.selected {
            at = lines.len();
            line = line.patch_style(Modifier::REVERSED);
        }
        lines.push(line);
    }
    if lines.is_empty() {
        let none = if state.search.is_empty() { "no hooks are configured here" } else { "no hook is found" };
        lines.push(ansi::line(&paint(DIM, none), colours));
    }
    let scrolled = offset(at, lines.len(), usize::from(inner.height));
    frame.render_widget(Paragraph::new(lines).scroll((scrolled, 0)), inner);
}

fn line(row: &Row, widths: [usize; 2]) -> String {
    let [event, matcher, run] = &row.cells;
    let cell = |text: &str, width: usize| format!("{:<width$}", cut(text, width));
    let words = format!("{}  {}  {run}", cell(event, widths[0]), cell(matcher, widths[1]));
    format!(" {} {}", row.mark, if row.is_ready { words } else { paint(DIM, words) })
}

/// How far the list is scrolled, so that the selected line is in the middle where it can be.
fn offset(at: usize, lines: usize, height: usize) -> u16 {
    let most = lines.saturating_sub(height);
    u16::try_from(at.saturating_sub(height / 2).min(most)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selected_line_is_always_seen() {
        for (lines, height) in [(0, 5), (3, 5), (50, 5), (50, 1), (50, 0)] {
            for at in 0..lines {
                let offset = usize::from(offset(at, lines, height));
                assert!(height == 0 || (offset..offset + height).contains(&at), "{at} of {lines} in {height}");
            }
        }
    }
}
