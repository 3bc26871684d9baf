//! The Hooks tab: every hook with its source and status, what it did lately, and what can be done about it (N10.1).
//!
//! A [`State`](state::State) is a value; [`update`](update::update) takes keys into it and says what is to be done, [`view`] draws it, and
//! [`Work`] alone does something: it loads, disables, trusts and fires. What it finds comes back as [`News`](state::News).

mod content;
mod key;
mod runs;
mod sample;
mod source;
mod state;
mod terminal;
mod update;
mod view;
mod work;

#[cfg(test)]
mod tests;

use std::io;

pub(crate) use work::Work;

use crate::exit_code::Done;
use crate::signals::Signals;
use crate::trouble::Trouble;
use state::State;
use terminal::Terminal;
use update::{Effect, update};

/// SIGHUP: what a terminal that goes away says, where it can.
const HUNG_UP: u8 = 1;

/// Shows the tab on the terminal, until somebody quits, a signal comes, or the terminal goes away.
pub(crate) fn open(mut work: Work<'_, '_>, colours: bool) -> Result<Done, Trouble> {
    let signals = Signals::listen();
    let mut state = State::default();
    state.hear(work.loaded(String::new()));
    let trouble = |error: io::Error| Trouble::new(format!("the terminal cannot be used: {error}"));
    let mut terminal = Terminal::open().map_err(trouble)?;
    loop {
        work.news().into_iter().for_each(|news| state.hear(news));
        let drawn = terminal.draw(|frame| view::draw(frame, &state, colours));
        if let Some(signal) = signals.received().or_else(|| terminal::is_gone().then_some(HUNG_UP)) {
            return Ok(Done::Interrupted(signal));
        }
        state.drawn = drawn.map_err(trouble)?;
        let Some(key) = terminal.key().map_err(trouble)? else { continue };
        match update(&mut state, key) {
            Effect::Nothing => {}
            Effect::Quit => return Ok(Done::Well),
            effect => {
                if let Some(news) = work.perform(&effect) {
                    state.hear(news);
                }
            }
        }
    }
}
