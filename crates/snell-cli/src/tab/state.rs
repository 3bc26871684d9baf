//! The tab's state: a value that keys and news change, and that a screen is drawn from.

use snell::journal::Record;

use super::content::{Content, Row};
use super::runs;

/// So many of the latest events are kept.
const MOST_RUNS: usize = 200;

/// Everything that is on the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) content: Content,
    /// The latest events, the newest first.
    pub(crate) runs: Vec<Record>,
    /// The selected hook, by its place in the content.
    pub(crate) selected: usize,
    /// What the hooks are searched for.
    pub(crate) search: String,
    pub(crate) mode: Mode,
    pub(crate) list: List,
    /// How far the list below is scrolled.
    pub(crate) scrolled: usize,
    /// What was done last, until the next key.
    pub(crate) message: Option<String>,
    /// What the last screen told.
    pub(crate) drawn: Drawn,
}

/// How far the texts on a screen can be scrolled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    /// The list below.
    pub(crate) below: usize,
    /// The page.
    pub(crate) page: usize,
}

/// What keys mean.
#[derive(Debug, Default)]
pub(crate) enum Mode {
    /// They walk.
    #[default]
    Browse,
    /// They are written into the search.
    Search,
    /// A hook is running; its name.
    Running(String),
    /// A text lies over everything.
    Page(Page),
}

/// A text that lies over everything.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) title: String,
    /// Its painted lines.
    pub(crate) lines: Vec<String>,
    pub(crate) scrolled: usize,
    /// It asks whether the project is to be trusted.
    pub(crate) asks: Option<String>,
}

/// Which list is below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum List {
    /// Runs of the selected hook.
    #[default]
    Runs,
    /// Every event.
    Events,
    /// What is wrong with the configuration.
    Problems,
}

/// What happened outside.
#[derive(Debug)]
pub(crate) enum News {
    /// The configuration was looked at.
    Loaded(Content, String),
    /// Events were recorded, the oldest first.
    Ran(Vec<Record>),
    /// There is something to read.
    Read(Page),
    /// A hook was started.
    Started(String),
    /// Something is to be told.
    Told(String),
}

impl State {
    /// The hooks that the search leaves, by their places in the content.
    pub(crate) fn found(&self) -> Vec<usize> {
        (0..self.content.hooks.len()).filter(|index| self.content.hooks[*index].is_found(&self.search)).collect()
    }

    /// The selected hook, where the search leaves it.
    pub(crate) fn row(&self) -> Option<&Row> {
        self.content.hooks.get(self.selected).filter(|row| row.is_found(&self.search))
    }

    /// The lines of the list below.
    pub(crate) fn below(&self) -> Vec<String> {
        match self.list {
            List::Runs => self.row().map(|row| runs::of_hook(&self.runs, &row.name)).unwrap_or_default(),
            List::Events => runs::all(&self.runs),
            List::Problems => self.content.problems.clone(),
        }
    }

    /// Takes news in.
    pub(crate) fn hear(&mut self, news: News) {
        match news {
            News::Loaded(content, message) => self.load(content, message),
            News::Ran(records) => {
                self.runs.splice(0..0, records.into_iter().rev());
                self.runs.truncate(MOST_RUNS);
            }
            News::Read(page) => self.mode = Mode::Page(page),
            News::Started(name) => self.mode = Mode::Running(name),
            News::Told(message) => {
                self.message = Some(message);
                self.mode = Mode::Browse;
            }
        }
    }

    /// The selection stays with its hook, wherever that stands now.
    fn load(&mut self, content: Content, message: String) {
        let name = self.content.hooks.get(self.selected).map(|row| row.name.clone());
        let place = name.and_then(|name| content.hooks.iter().position(|row| row.name == name));
        self.selected = place.unwrap_or(self.selected).min(content.hooks.len().saturating_sub(1));
        self.content = content;
        self.message = Some(message).filter(|message| !message.is_empty());
        self.mode = Mode::Browse;
        self.keep_found();
    }

    /// What is selected is something that can be seen, where anything can.
    pub(super) fn keep_found(&mut self) {
        let found = self.found();
        if !found.contains(&self.selected)
            && let Some(first) = found.first()
        {
            self.selected = *first;
            self.scrolled = 0;
        }
    }
}
