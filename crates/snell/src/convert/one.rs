//! One hook: its row there, and everything that stands in its handler.

use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Number, Value};
use snell_core::Hook;
use snell_core::config::json;
use snell_core::dialect::{Dialect, Event as Row, Grade, HandlerMeans, Only, Unit};
use snell_core::hook::{Handler, OnFailure};

use super::command::{Move, Moved};
use super::heard::Between;
use super::script::Script;
use super::started::Started;
use super::{Conversion, Entry, Lost, matcher};
use crate::engine::Engine;

/// Converts a hook.
pub(super) fn convert(engine: &Engine, to: &Dialect, index: usize, directory: &Path, notes: &mut Vec<String>) -> Conversion {
    let from = engine.dialect();
    let hooks = engine.hooks();
    let hook = hooks.hooks()[index].clone();
    let row = from.row_of(&hook);
    let event = row.map_or_else(String::new, |row| row.name().to_owned());
    let targets = targets(to, &hook);
    let (Some(row), false) = (row, targets.is_empty()) else {
        let grade = Grade::Dead(format!("{} has no such event", to.title).into());
        let unguards = row.is_some_and(Row::is_gate);
        let losses = vec![Lost { code: format!("{:?}.observe", hook.event), grade, unguards }];
        return Conversion { hook, event, entries: Vec::new(), losses };
    };
    let started = Started::of(engine, row, index);
    let script = Script::of(&hook, &started.directories(&hook), &|name| started.variable(name));
    let between = |target| Between { from, row, to, target, hook: &hook, script: &script };
    let costs =
        |losses: &[Lost]| (losses.iter().filter(|lost| lost.unguards).count(), losses.iter().map(|lost| lost.grade.rank()).sum::<u8>());
    let candidates = targets.into_iter().map(between).map(|between| (between.lost(), between));
    let Some((mut losses, between)) = candidates.min_by_key(|(losses, _)| costs(losses)) else {
        return Conversion { hook: hook.clone(), event, entries: Vec::new(), losses: Vec::new() };
    };
    let target = between.target;
    let mut lose = |what: &str, grade: Grade, guards: bool| losses.push(between.lose(what, grade, guards));
    let handler = Writing { engine, between: &between, directory, started: &started, notes }.handler(&mut lose);
    let translated = matcher::translate(from, row, to, target, &hook);
    for grade in translated.grades {
        lose("matcher", grade, true);
    }
    let entry = |matcher: Option<String>| Some(Entry { event: target.name().to_owned(), matcher, handler: handler.clone()? });
    let entries = translated.matchers.into_iter().filter_map(entry).collect();
    Conversion { event, entries, losses: told_once(losses), hook }
}

/// One that never runs loses that alone.
fn told_once(losses: Vec<Lost>) -> Vec<Lost> {
    let never = losses.iter().find(|lost| lost.code.ends_with(".observe") && matches!(lost.grade, Grade::Dead(_)));
    if let Some(never) = never {
        return vec![never.clone()];
    }
    let mut unique: Vec<Lost> = Vec::new();
    for lost in losses {
        if !unique.contains(&lost) {
            unique.push(lost);
        }
    }
    unique
}

/// The rows that the hook may stand under there: those for the same part of the event, else those for all of it. Some agents speak the
/// language of another under the name that the other has for an event.
fn targets<'d>(to: &'d Dialect, hook: &Hook) -> Vec<&'d Row> {
    let of = |only: Only| to.events.iter().filter(|row| row.kind == hook.event && row.only == only).collect::<Vec<_>>();
    let rows = Some(of(hook.only)).filter(|rows| !rows.is_empty()).unwrap_or_else(|| of(Only::All));
    if rows.is_empty() { to.event(hook.event).into_iter().collect() } else { rows }
}

/// A handler that is being written.
struct Writing<'a> {
    engine: &'a Engine,
    between: &'a Between<'a>,
    directory: &'a Path,
    started: &'a Started,
    notes: &'a mut Vec<String>,
}

impl Writing<'_> {
    /// None where the agent cannot run it.
    fn handler(&mut self, lose: &mut dyn FnMut(&str, Grade, bool)) -> Option<Map<String, Value>> {
        let (hook, to) = (self.between.hook, self.between.to);
        let mut handler = Map::new();
        match &hook.handler {
            Handler::Command { command, args, env } => {
                let root = self.engine.root();
                let was = self.started.directory.clone();
                let moving = Move { from: self.between.from, to, root: &root, was, is: self.directory.to_owned() };
                let direct = self.started.direct.as_deref().filter(|_| args.is_none());
                let Moved { command, args, env, grades } = moving.command(command, args.as_deref(), env, direct);
                for grade in grades {
                    lose("environment", grade, true);
                }
                self.put(&mut handler, HandlerMeans::Type, "command".into());
                self.put(&mut handler, HandlerMeans::Command, command.into());
                if let Some(args) = args {
                    self.put(&mut handler, HandlerMeans::Args, args.into());
                }
                if !env.is_empty() {
                    let env = env.into_iter().map(|(name, value)| (name, Value::from(value))).collect();
                    self.put(&mut handler, HandlerMeans::Env, Value::Object(env));
                }
            }
            Handler::Http { url } if self.key(HandlerMeans::Url).is_some() => {
                self.put(&mut handler, HandlerMeans::Type, "http".into());
                self.put(&mut handler, HandlerMeans::Url, url.clone().into());
            }
            Handler::Http { .. } => {
                lose("observe", Grade::Dead(format!("{} sends no https hooks", to.title).into()), true);
                return None;
            }
            Handler::Broken { why, .. } => {
                lose("observe", Grade::Dead(format!("it cannot be loaded: {why}").into()), true);
                return None;
            }
        }
        self.timeout(&mut handler, lose);
        self.rest(&mut handler, lose);
        Some(handler)
    }

    /// The key that means this there. What Snell adds to every agent's handlers is not the agent's.
    fn key(&self, means: HandlerMeans) -> Option<&str> {
        let to = self.between.to;
        let is_ours = to.host.is_some() && matches!(means, HandlerMeans::OnFailure | HandlerMeans::Id);
        let key = to.handler_keys.iter().find(|key| key.means == means && key.words.is_none());
        key.filter(|_| !is_ours).map(|key| key.key.as_ref())
    }

    fn put(&self, handler: &mut Map<String, Value>, means: HandlerMeans, value: Value) -> bool {
        let key = self.key(means).map(str::to_owned);
        key.is_some_and(|key| handler.insert(key, value).is_none())
    }

    fn timeout(&self, handler: &mut Map<String, Value>, lose: &mut dyn FnMut(&str, Grade, bool)) {
        let (to, target) = (self.between.to, self.between.target);
        let seconds = self.between.hook.timeout.as_secs_f64();
        if let Some(most) = target.longest.filter(|most| *most < seconds) {
            lose("timeout", Grade::Weaker(format!("it gets {most} s at most, and may take {seconds} s").into()), true);
        }
        if Duration::try_from_secs_f64(to.timeout_of(target)).is_ok_and(|default| default == self.between.hook.timeout) {
            return;
        }
        let number = match to.unit {
            Unit::Seconds => seconds.ceil(),
            Unit::Milliseconds | Unit::SecondsBelow1000 => (seconds * 1000.0).ceil().max(1000.0),
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a timeout is at most a day")]
        self.put(handler, HandlerMeans::Timeout, Value::Number(Number::from(number as u64)));
    }

    /// What else a handler may say of itself.
    fn rest(&mut self, handler: &mut Map<String, Value>, lose: &mut dyn FnMut(&str, Grade, bool)) {
        let hook = self.between.hook;
        if let Some(condition) = &hook.condition
            && !self.put(handler, HandlerMeans::If, condition.written.clone().into())
        {
            let how = format!("`{}` has no meaning there: it sees every call of its matcher", condition.written);
            lose("condition", Grade::Stricter(how.into()), false);
        }
        if hook.aside && !self.put(handler, HandlerMeans::Async, true.into()) {
            lose("async", Grade::Stricter("it is waited for there, and what it says counts".into()), false);
        }
        if hook.on_failure == OnFailure::Block
            && !self.put(handler, HandlerMeans::OnFailure, "block".into())
            && !self.put(handler, HandlerMeans::FailClosed, true.into())
        {
            lose("failure", Grade::Weaker("a failure of its own blocks nothing there".into()), true);
        }
        if let Some(id) = &hook.id
            && !self.put(handler, HandlerMeans::Id, id.clone().into())
        {
            self.notes.push(format!("{}: its `id` has no meaning there", hook.name));
        }
        self.remarks(handler);
    }

    /// Keys that mean nothing for us: kept where the other agent has them too.
    fn remarks(&mut self, handler: &mut Map<String, Value>) {
        let hook = self.between.hook;
        let hooks = self.engine.hooks();
        let text = hooks.texts.iter().find(|text| text.path == hook.place.path);
        let Some(node) = text.and_then(|text| text.text.get(hook.place.span.clone())).and_then(|text| json::read(text).0) else { return };
        let known = |dialect: &Dialect, name: &str| dialect.handler_keys.iter().find(|key| key.key == name).map(|key| key.means);
        for member in node.members().unwrap_or_default().iter().filter(|member| !["matcher", "hooks"].contains(&member.key.as_str())) {
            let is_remark = |means: Option<HandlerMeans>| means == Some(HandlerMeans::Remark);
            let own = known(self.between.from, &member.key);
            if is_remark(own) && is_remark(known(self.between.to, &member.key)) {
                handler.insert(member.key.clone(), member.value.to_value());
            } else if own.is_none() || is_remark(own) {
                self.notes.push(format!("{}: `{}` has no meaning there", hook.name, member.key));
            }
        }
    }
}
