//! What the tab does outside of its state: load, disable, trust, fire, and look into the journal.

use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use snell::journal::Cursor;
use snell::system::{Cancel, Sweep};
use snell::trust::{Review, State as Standing};
use snell::{Builder, Diagnostic, Engine, HookSet, Reload};

use super::content::Content;
use super::sample::sample;
use super::state::{News, Page};
use super::update::Effect;
use crate::args::Common;
use crate::command::{disable, review, setup};
use crate::print::fire::View;
use crate::print::style::{BAD, GOOD, WARN, paint, plain};
use crate::print::{self, Here};
use crate::trouble::Trouble;
use crate::world::World;

/// How often the journal is looked into.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// So many files of the journal are read at first: the newest.
const FIRST_FILES: usize = 2;

type Build<'a> = &'a dyn Fn() -> Result<Builder, Trouble>;

/// Does what is to be done.
pub(crate) struct Work<'a, 'w> {
    build: Build<'a>,
    common: &'a Common,
    world: &'a World<'w>,
    engine: Engine,
    here: Here,
    /// What was found when the configuration was last looked at.
    found: Vec<Diagnostic>,
    /// What was shown when trust was asked for: that, and nothing newer, is approved.
    shown: Option<Review>,
    firing: Option<Firing>,
    /// Ends what a hook leaves behind.
    sweep: Option<Sweep>,
    journal: Option<Cursor>,
    looked: Option<Instant>,
}

/// A hook that is running.
struct Firing {
    cancel: Cancel,
    page: Receiver<Page>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Firing {
    fn drop(&mut self) {
        self.cancel.set();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<'a, 'w> Work<'a, 'w> {
    /// Loads the configuration.
    pub(crate) fn new(build: Build<'a>, common: &'a Common, world: &'a World<'w>) -> Result<Self, Trouble> {
        let engine = build()?.build();
        let found = engine.hooks().diagnostics.clone();
        let mut journal = setup::journal(common, world)?.cursor();
        // A journal that cannot be read shows no runs; `snell log` says why.
        let journal = journal.skip_to_last(FIRST_FILES).is_ok().then_some(journal);
        let here = Here::new(engine.root(), setup::home(common)?);
        // Only Linux has it, as in `snell fire`.
        let sweep = world.alone.then(Sweep::become_subreaper).and_then(Result::ok);
        Ok(Work { build, common, world, engine, here, found, shown: None, firing: None, sweep, journal, looked: None })
    }

    /// What is loaded.
    pub(super) fn loaded(&self, message: String) -> News {
        News::Loaded(Content::of(&self.engine, &self.here, &self.found), message)
    }

    /// What happened meanwhile.
    pub(super) fn news(&mut self) -> Vec<News> {
        self.fired().into_iter().chain(self.ran()).collect()
    }

    /// Does it. What comes of it at once is given; what takes time is news later.
    pub(super) fn perform(&mut self, effect: &Effect) -> Option<News> {
        let result = match effect {
            Effect::Nothing | Effect::Quit => return None,
            Effect::Reload => Ok(self.reload("reloaded")),
            Effect::Disable { hook, disabled } => self.disable(hook, *disabled),
            Effect::Review => Ok(self.review()),
            Effect::Approve => self.approve(),
            Effect::Fire(hook) => self.fire(hook),
            Effect::Cancel => {
                self.firing.iter().for_each(|firing| firing.cancel.set());
                return None;
            }
        };
        Some(result.unwrap_or_else(|trouble| News::Told(trouble.line())))
    }

    fn reload(&mut self, done: &str) -> News {
        let (reload, found) = self.engine.reload();
        self.found = found;
        let message = match reload {
            Reload::Swapped => paint(GOOD, done),
            Reload::Kept => paint(BAD, "a file cannot be read now: the last good configuration stays; tab shows the problem"),
        };
        self.loaded(message)
    }

    fn disable(&mut self, hook: &str, disabled: bool) -> Result<News, Trouble> {
        disable::set(self.common, hook, disabled, self.world)?;
        let name = plain(hook);
        Ok(self.reload(&if disabled { format!("disabled {name}; d enables it again") } else { format!("enabled {name}") }))
    }

    /// What the project would run, looked at now.
    fn review(&mut self) -> News {
        self.found = self.engine.reload().1;
        let Some(review) = self.engine.review().filter(|review| !review.hooks.is_empty()) else {
            return News::Told(paint(WARN, "no hooks come with this project: there is nothing to trust"));
        };
        let text = review::text(self.engine.dialect(), &review);
        let mut page = Page::new("what this project would run", text.lines());
        let question = if review.before.is_some() { "trust what is here now?" } else { "trust what is here?" };
        page.asks = (review.state != Standing::Trusted && review.unrecordable.is_none()).then(|| question.to_owned());
        self.shown = Some(review);
        News::Read(page)
    }

    fn approve(&mut self) -> Result<News, Trouble> {
        let Some(review) = self.shown.take() else { return Ok(self.loaded(String::new())) };
        let store = setup::trust_store(self.common)?;
        store.approve(&review).map_err(|fault| Trouble::new(fault.message).help(fault.help))?;
        Ok(self.reload("trusted; `snell trust --revoke` takes it back"))
    }

    /// Fires a sample at one hook, on a thread of its own.
    fn fire(&mut self, name: &str) -> Result<News, Trouble> {
        let cancel = Cancel::new();
        let builder = (self.build)()?.alone(name).cancel(cancel.clone());
        let engine = self.sweep.iter().cloned().fold(builder, Builder::sweep).build();
        let hooks = engine.hooks();
        let gone = || Trouble::new(format!("`{name}` is gone")).help("r reads the configuration again");
        let hook = hooks.hooks().first().ok_or_else(gone)?;
        let unknown = || Trouble::new("no tool that is known here fits its matcher").help("`snell fire --tool NAME` takes any");
        let event = sample(&engine, hook).ok_or_else(unknown)?;
        let (send, page) = mpsc::channel();
        let (here, name) = (self.here.clone(), name.to_owned());
        let title = name.clone();
        let run = move || {
            let fired = engine.fire(&event);
            // Problems of the configuration have a list of their own.
            let mut hooks = HookSet::clone(&engine.hooks());
            hooks.diagnostics.clear();
            let text = print::fire::fired(&View::new(&engine, &event, &hooks, &here), &fired.outcome, &fired.trace);
            // The tab may have been closed meanwhile.
            let _ = send.send(Page::new(&title, text.lines()));
        };
        let thread = thread::Builder::new().name("snell-fire".to_owned()).spawn(run);
        let thread = thread.map_err(|error| Trouble::new(format!("no thread can be started: {error}")))?;
        self.firing = Some(Firing { cancel, page, thread: Some(thread) });
        Ok(News::Started(name))
    }

    /// What came of a hook that was fired.
    fn fired(&mut self) -> Option<News> {
        let page = match self.firing.as_ref()?.page.try_recv() {
            Ok(page) => News::Read(page),
            Err(mpsc::TryRecvError::Empty) => return None,
            Err(mpsc::TryRecvError::Disconnected) => News::Told(paint(BAD, "the hook could not be fired")),
        };
        self.firing = None;
        self.looked = None;
        Some(page)
    }

    /// What was recorded since the last look.
    fn ran(&mut self) -> Option<News> {
        let cursor = self.journal.as_mut()?;
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK_AGAIN) {
            return None;
        }
        self.looked = Some(Instant::now());
        let batch = cursor.advance().ok()??;
        let dialect = self.engine.dialect().name.as_ref();
        let records = batch.lines.into_iter().map(|line| line.record).filter(|record| record.dialect == dialect);
        Some(News::Ran(records.collect()))
    }
}
