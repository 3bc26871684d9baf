//! From arguments to an event: an envelope, its fields, the tool.

use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value};
use snell::core::config::json;
use snell::core::dialect::Event as Row;
use snell::core::hear::{self, Unheard};
use snell::core::tool;
use snell::system::files;
use snell::{Dialect, Event, EventKind, Fact};

use crate::args::Fire;
use crate::trouble::Trouble;

/// The largest envelope that is read.
const LARGEST: usize = 64 * 1024 * 1024;

/// The envelope that the arguments give: a file, stdin, or nothing yet, and the fields that are set beside.
pub(super) fn envelope(fire: &Fire) -> Result<Map<String, Value>, Trouble> {
    let mut envelope = read(fire)?;
    for field in &fire.fields {
        let (key, value) =
            field.split_once('=').ok_or_else(|| Trouble::new(format!("`--set {field}` has no `=`")).help("write --set key=value"))?;
        if key.is_empty() {
            return Err(Trouble::new(format!("`--set {field}` names no field")).help("write --set key=value"));
        }
        let value = json::event(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        envelope.insert(key.to_owned(), value);
    }
    Ok(envelope)
}

fn read(fire: &Fire) -> Result<Map<String, Value>, Trouble> {
    let (name, bytes) = match &fire.envelope {
        None => return Ok(Map::new()),
        Some(path) if path.as_os_str() == "-" => ("stdin".to_owned(), stdin()?),
        Some(path) => (format!("`{}`", path.display()), file(path)?),
    };
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).into_owned();
    match json::event(&text) {
        Ok(Value::Object(envelope)) => Ok(envelope),
        Ok(_) => Err(Trouble::new(format!("the event in {name} is not a JSON object")).help("write one envelope: { … }")),
        Err(error) => Err(Trouble::new(format!("the event in {name} is not JSON: {error}"))),
    }
}

fn stdin() -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(LARGEST as u64)
        .read_to_end(&mut bytes)
        .map_err(|error| Trouble::new(format!("stdin cannot be read: {error}")))?;
    Ok(bytes)
}

fn file(path: &Path) -> Result<Vec<u8>, Trouble> {
    let trouble = |fault| Trouble::new(format!("the event `{}` {fault}", path.display())).help("give a JSON file, or `-` for stdin");
    files::read_bounded(path, LARGEST).map_err(trouble)
}

/// The event of an envelope and the other arguments.
pub(super) fn event(dialect: &Dialect, fire: &Fire, envelope: &Map<String, Value>) -> Result<Event, Trouble> {
    let mut event = named(dialect, fire.name.as_deref(), envelope)?;
    if let Some(name) = &fire.tool {
        event.set(Fact::ToolName, tool::canonical(dialect, name));
    }
    if let Some(input) = &fire.input {
        event.set(Fact::ToolInput, input_object(input)?);
    }
    if let Some(continuations) = fire.continuations
        && matches!(event.kind, EventKind::Stop | EventKind::SubagentStop)
    {
        event.set(Fact::StopHookActive, continuations > 0);
    }
    Ok(event)
}

fn named(dialect: &Dialect, name: Option<&str>, envelope: &Map<String, Value>) -> Result<Event, Trouble> {
    match name {
        Some(name) => Ok(hear::hear_as(dialect, row(dialect, name)?, envelope)),
        None => hear::hear(dialect, envelope).map_err(|unheard| match unheard {
            Unheard::UnknownEvent(name) => unknown(dialect, &name),
            Unheard::NoEvent(keys) => Trouble::new("which event?").help(format!(
                "name it, as in `snell fire pre-tool-use`, or give an envelope that has {}",
                keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" or ")
            )),
        }),
    }
}

/// The row of an event, in any spelling.
pub(super) fn row<'d>(dialect: &'d Dialect, name: &str) -> Result<&'d Row, Trouble> {
    dialect.event_spelt(name).ok_or_else(|| unknown(dialect, name))
}

fn unknown(dialect: &Dialect, name: &str) -> Trouble {
    let names: Vec<&str> = dialect.events.iter().map(Row::name).collect();
    let trouble = Trouble::new(format!("{} has no event `{name}`", dialect.title));
    match snell::core::config::nearest(name, names.iter().copied()) {
        Some(near) => trouble.help(format!("did you mean `{near}`?")),
        None => trouble.help(format!("its events are {}", names.join(", "))),
    }
}

fn input_object(text: &str) -> Result<Value, Trouble> {
    match json::event(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err(Trouble::new("`--input` is not a JSON object").help("write --input '{\"command\": \"ls\"}'")),
        Err(error) => Err(Trouble::new(format!("`--input` is not JSON: {error}")).help("write --input '{\"command\": \"ls\"}'")),
    }
}
