//! What a key does: to the state, and beyond it.

use super::key::Key;
use super::state::{List, Mode, Page, State};

/// What is to be done outside of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    Quit,
    /// Read the configuration again.
    Reload,
    /// Put a hook on the user's list of disabled hooks, or take it out.
    Disable {
        hook: String,
        disabled: bool,
    },
    /// Show what the project would run.
    Review,
    /// Trust what was shown.
    Approve,
    /// Fire a sample event at a hook.
    Fire(String),
    /// End the hook that is running.
    Cancel,
}

/// Lines that a page key moves by.
const PAGE: usize = 10;

const HELP: &str = "\
↑ ↓  k j      select a hook
g G           the first, the last
enter         everything about the hook
tab           the next list below: its runs, all events, problems
pgup pgdn     scroll that list
/             search names, events, matchers, commands, statuses; esc clears
r             reload: read the configuration again
d             disable the hook for this user, or enable it
t             look at what the project would run, and trust it
f             fire a sample event at the hook: it really runs
q             quit

✓ ready   ? untrusted   – disabled, switched off or a duplicate   ! unconfigured   ✗ broken";

/// Takes a key in. Gives what is to be done.
pub(crate) fn update(state: &mut State, key: Key) -> Effect {
    state.message = None;
    match &mut state.mode {
        _ if key == Key::Interrupt => Effect::Quit,
        Mode::Browse => browse(state, key),
        Mode::Search => search(state, key),
        Mode::Running(_) => match key {
            Key::Escape => Effect::Cancel,
            _ => Effect::Nothing,
        },
        Mode::Page(page) => match read(page, state.drawn.page, key) {
            Some(effect) => {
                state.mode = Mode::Browse;
                effect
            }
            None => Effect::Nothing,
        },
    }
}

fn browse(state: &mut State, key: Key) -> Effect {
    match key {
        Key::Up | Key::Letter('k') => step(state, |at, _| at.saturating_sub(1)),
        Key::Down | Key::Letter('j') => step(state, |at, last| last.min(at + 1)),
        Key::Home | Key::Letter('g') => step(state, |_, _| 0),
        Key::End | Key::Letter('G') => step(state, |_, last| last),
        Key::PageUp => state.scrolled = state.scrolled.saturating_sub(PAGE),
        Key::PageDown => state.scrolled = (state.scrolled + PAGE).min(state.drawn.below),
        Key::Tab => turn(state, List::next),
        Key::BackTab => turn(state, |list| list.next().next()),
        Key::Letter('/') => state.mode = Mode::Search,
        Key::Escape => clear(state),
        Key::Letter('?') => state.mode = Mode::Page(Page::new("keys", HELP.lines())),
        Key::Enter => details(state),
        Key::Letter('q') => return Effect::Quit,
        Key::Letter('r') => return Effect::Reload,
        Key::Letter('t') => return Effect::Review,
        Key::Letter('d') => {
            return state.row().map_or(Effect::Nothing, |row| Effect::Disable { hook: row.name.clone(), disabled: !row.is_disabled });
        }
        Key::Letter('f') => return state.row().map_or(Effect::Nothing, |row| Effect::Fire(row.name.clone())),
        _ => {}
    }
    Effect::Nothing
}

fn search(state: &mut State, key: Key) -> Effect {
    match key {
        Key::Letter(letter) => state.search.push(letter),
        Key::Backspace => drop(state.search.pop()),
        Key::Enter => state.mode = Mode::Browse,
        Key::Escape => {
            clear(state);
            state.mode = Mode::Browse;
        }
        Key::Up => step(state, |at, _| at.saturating_sub(1)),
        Key::Down => step(state, |at, last| last.min(at + 1)),
        _ => {}
    }
    state.keep_found();
    Effect::Nothing
}

/// Reads on; what is to be done once the page is closed, and none while it stays.
fn read(page: &mut Page, last: usize, key: Key) -> Option<Effect> {
    page.scrolled = match key {
        Key::Letter('y') if page.asks.is_some() => return Some(Effect::Approve),
        Key::Escape | Key::Enter | Key::Letter('q' | 'n' | '?') => return Some(Effect::Nothing),
        Key::Up | Key::Letter('k') => page.scrolled.saturating_sub(1),
        Key::Down | Key::Letter('j') => (page.scrolled + 1).min(last),
        Key::PageUp => page.scrolled.saturating_sub(PAGE),
        Key::PageDown | Key::Letter(' ') => (page.scrolled + PAGE).min(last),
        Key::Home | Key::Letter('g') => 0,
        Key::End | Key::Letter('G') => last,
        _ => page.scrolled,
    };
    None
}

/// Moves the selection among the hooks that are found.
fn step(state: &mut State, to: impl Fn(usize, usize) -> usize) {
    let found = state.found();
    let at = found.iter().position(|index| *index == state.selected).unwrap_or(0);
    if let Some(index) = found.get(to(at, found.len().saturating_sub(1))) {
        state.selected = *index;
        state.scrolled = 0;
    }
}

fn turn(state: &mut State, to: impl Fn(List) -> List) {
    state.list = to(state.list);
    state.scrolled = 0;
}

fn clear(state: &mut State) {
    state.search.clear();
    state.keep_found();
}

fn details(state: &mut State) {
    if let Some(row) = state.row() {
        let lines = row.facts.iter().map(String::as_str).chain([""]).chain(row.source_lines.iter().map(String::as_str));
        state.mode = Mode::Page(Page::new(&row.name, lines));
    }
}

impl List {
    fn next(self) -> List {
        match self {
            List::Runs => List::Events,
            List::Events => List::Problems,
            List::Problems => List::Runs,
        }
    }
}

impl Page {
    /// A page that asks nothing.
    pub(crate) fn new<'a>(title: &str, lines: impl Iterator<Item = &'a str>) -> Page {
        Page { title: crate::print::style::plain(title), lines: lines.map(str::to_owned).collect(), scrolled: 0, asks: None }
    }
}
