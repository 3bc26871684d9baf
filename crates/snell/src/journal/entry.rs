//! From an event and its outcome to a record.

use std::collections::BTreeMap;
use std::time::{Instant, SystemTime};

use serde_json::{Map, Value};
use snell_core::dialect::Gate;
use snell_core::{Event, Fact, tool};
use snell_system::clock;

use super::kept::Keeper;
use super::record::{Record, Replaced};
use super::{Journal, secrets};
use crate::engine::Engine;
use crate::fire::Fired;
use crate::load::Configuration;
use crate::report;

/// What is kept of an event beside its tool, and under which name. Prompts, results, messages and what no table maps are not kept.
const ABOUT: [(Fact, &str); 17] = [
    (Fact::PromptId, "prompt_id"),
    (Fact::PermissionMode, "permission_mode"),
    (Fact::ToolUseId, "tool_use_id"),
    (Fact::Duration, "duration_ms"),
    (Fact::Error, "error"),
    (Fact::Denied, "denied"),
    (Fact::Source, "source"),
    (Fact::Reason, "reason"),
    (Fact::CancelledBy, "cancelled_by"),
    (Fact::StopHookActive, "stop_hook_active"),
    (Fact::NotificationType, "notification_type"),
    (Fact::Level, "level"),
    (Fact::SubagentId, "subagent_id"),
    (Fact::SubagentType, "subagent_type"),
    (Fact::AgentType, "agent_type"),
    (Fact::Model, "model"),
    (Fact::Plugin, "plugin"),
];

/// When an event came, for its record.
pub(crate) struct Moment {
    time: SystemTime,
    since: Instant,
}

impl Moment {
    pub(crate) fn now() -> Moment {
        Moment { time: SystemTime::now(), since: Instant::now() }
    }
}

impl Journal {
    /// Records what an event came to. Gives the record's id where it is written.
    pub(crate) fn enter(
        &self,
        engine: &Engine,
        configuration: &Configuration,
        event: &Event,
        fired: &Fired,
        moment: &Moment,
    ) -> Option<String> {
        let keeper = Keeper::new(secrets::mask(&engine.shared().builder, configuration));
        let record = record(engine, &keeper, event, fired, moment);
        let id = record.id.clone();
        self.write(record).then_some(id)
    }
}

fn record(engine: &Engine, keeper: &Keeper, event: &Event, fired: &Fired, moment: &Moment) -> Record {
    let (dialect, outcome) = (engine.dialect(), &fired.outcome);
    let row = dialect.event(event.kind);
    let gate = row.map_or(Gate::Observes, |row| row.gate);
    let text = |fact| event.text(fact).map(|text| keeper.text(text));
    let input = event.get(Fact::ToolInput).map(|input| keeper.json(&tool::native_input(dialect, event.text(Fact::ToolName), input)));
    let replaced = Replaced {
        input: outcome.input.as_ref().map(|input| keeper.map(input)),
        output: outcome.output.as_ref().map(|output| keeper.json(output)),
    };
    Record {
        schema: report::SCHEMA,
        id: id(),
        time: clock::in_milliseconds(moment.time),
        dialect: dialect.name.to_string(),
        event: row.map_or_else(|| format!("{:?}", event.kind), |row| row.name().to_owned()),
        session: text(Fact::SessionId),
        cwd: text(Fact::Cwd).or_else(|| Some(keeper.text(&engine.cwd().to_string_lossy()))),
        tool: event.text(Fact::ToolName).map(|name| keeper.text(&tool::native(dialect, name))),
        input,
        about: about(event, keeper),
        action: report::word(&outcome.action),
        opinion: report::word(&outcome.opinion),
        reason: outcome.reason.as_deref().map(|reason| keeper.text(reason)),
        by: outcome.by.clone(),
        replaced: Some(replaced).filter(|replaced| replaced.input.is_some() || replaced.output.is_some()),
        duration_ms: report::milliseconds(moment.since.elapsed()),
        hooks: fired.trace.steps.iter().map(|step| keeper.hook(report::hook(step, gate))).collect(),
        left_out: BTreeMap::new(),
    }
}

fn about(event: &Event, keeper: &Keeper) -> Map<String, Value> {
    let known = ABOUT.iter().filter_map(|(fact, name)| Some(((*name).to_owned(), event.get(*fact)?.clone())));
    keeper.map(&known.collect())
}

/// Ten hexadecimal digits: enough that a journal hardly ever holds one twice, and few enough to type.
fn id() -> String {
    clock::fresh_id().chars().filter(char::is_ascii_hexdigit).take(10).collect()
}
