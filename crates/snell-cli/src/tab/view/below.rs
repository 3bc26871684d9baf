//! The list below: runs of the hook, all events, or problems.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{ansi, frame};
use crate::print::style::{BAD, BOLD, DIM, paint};
use crate::tab::state::{List, State};

/// Draws. Gives how far it can be scrolled.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, colours: bool) -> usize {
    let mut lines = state.below();
    if lines.is_empty() {
        let none = match state.list {
            List::Runs => "no event with this hook is in the journal; f fires a sample",
            List::Events => "no event is in the journal",
            List::Problems => "nothing is wrong with the configuration",
        };
        lines.push(paint(DIM, none));
    }
    let last = lines.len().saturating_sub(usize::from(area.height).saturating_sub(2));
    let shown: Vec<Line<'_>> = lines.iter().skip(state.scrolled.min(last)).map(|line| ansi::line(&format!(" {line}"), colours)).collect();
    frame.render_widget(Paragraph::new(shown).block(frame::pane(&title(state), colours)), area);
    last
}

fn title(state: &State) -> String {
    let faults = state.content.faults;
    let problems = if faults == 0 { "problems".to_owned() } else { format!("problems ({faults})") };
    let name = |list: List, name: &str| {
        let style = if list == state.list { BOLD } else { DIM };
        let is_alarm = list == List::Problems && faults > 0 && list != state.list;
        let shown = if list == state.list { format!("[{name}]") } else { name.to_owned() };
        paint(if is_alarm { BAD } else { style }, shown)
    };
    let names = [name(List::Runs, "runs of this hook"), name(List::Events, "all events"), name(List::Problems, &problems)];
    format!(" {} ", names.join("  "))
}
