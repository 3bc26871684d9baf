//! One handler: its keys, by the dialect's table. A fault makes it broken; it is kept, so that it can be listed and can block (E1.2).

use std::path::PathBuf;
use std::time::Duration;

use super::Finding;
use super::file::{At, File};
use crate::code::Code;
use crate::condition::Condition;
use crate::diagnostic::Severity;
use crate::dialect::{HandlerMeans as Means, Unit};
use crate::hook::{Handler, OnFailure};
use crate::tree::{Node, NodeKind};

/// A day, in seconds: the longest timeout (N2.4).
const LONGEST_TIMEOUT: f64 = 86_400.0;

/// From here on a timeout looks like milliseconds, where the event's own default is shorter (HK-045's trouble).
const SUSPICIOUS_TIMEOUT: f64 = 1_000.0;

/// Variables that make a process run other code: not from a project's files (N8.2).
const LOADER_PREFIXES: [&str; 2] = ["LD_", "DYLD_"];

/// Variables that a shell runs before its command: from no file (N8.2).
const SHELL_STARTUP: [&str; 2] = ["BASH_ENV", "ENV"];

/// A handler as it was read.
pub(super) struct Read {
    pub(super) handler: Handler,
    pub(super) timeout: Duration,
    pub(super) on_failure: OnFailure,
    pub(super) id: Option<String>,
    pub(super) condition: Option<Condition>,
    pub(super) below: Option<PathBuf>,
    pub(super) aside: bool,
}

/// Reads one handler.
pub(super) fn read(file: &mut File<'_>, at: At<'_>, node: &Node) -> Read {
    let mut reader = Reader { file, at, node };
    let default = Duration::try_from_secs_f64(reader.file.dialect.timeout_of(at.event)).unwrap_or(Duration::MAX);
    if node.members().is_none() {
        let why = format!("a handler is an object, and this is {}", node.what());
        reader.fault(Code::WrongShape, why.clone(), node, "write {\"type\": \"command\", \"command\": \"…\"}");
        let handler = Handler::Broken { kind: "command".to_owned(), run: String::new(), why };
        let on_failure = OnFailure::Continue;
        return Read { handler, timeout: default, on_failure, id: None, condition: None, below: None, aside: false };
    }
    let handler = match reader.handler() {
        Ok(handler) => {
            reader.unknown_keys();
            handler
        }
        Err(why) => reader.broken(why),
    };
    Read {
        handler,
        timeout: reader.timeout().unwrap_or(default),
        on_failure: reader.on_failure(),
        id: reader.id(),
        condition: reader.condition(),
        below: reader.get(Means::Directory).and_then(Node::text).map(PathBuf::from),
        aside: reader.get(Means::Async).is_some_and(|node| node.kind == NodeKind::Bool(true)),
    }
}

struct Reader<'r, 'f, 'n> {
    file: &'r mut File<'f>,
    at: At<'n>,
    node: &'n Node,
}

impl<'n> Reader<'_, '_, 'n> {
    /// The value of the key that means this; `null` is as good as absent.
    fn get(&self, means: Means) -> Option<&'n Node> {
        let words = self.file.words();
        let mut keys = self.file.dialect.handler_keys.iter().filter(|key| key.means == means && key.words.is_none_or(|own| own == words));
        keys.find_map(|key| self.node.get(&key.key)).filter(|node| node.kind != NodeKind::Null)
    }

    fn find(&mut self, code: Code, message: String, node: &Node, help: &str) {
        self.file.find(Finding::new(code, message, node.span.clone()).help(help));
    }

    /// A finding that costs the handler: an error on a gate, where something now goes unguarded (N1.11).
    fn fault(&mut self, code: Code, message: String, node: &Node, help: &str) {
        let severity = if self.at.event.is_gate() { Severity::Error } else { code.severity() };
        self.file.find_as(severity, Finding::new(code, message, node.span.clone()).help(help));
    }

    fn unknown_keys(&mut self) {
        for member in self.node.members().unwrap_or_default() {
            let words = self.file.words();
            let known = |key: &crate::dialect::HandlerKey| key.key == member.key && key.words.is_none_or(|own| own == words);
            if self.file.dialect.handler_keys.iter().any(known) || member.key == "matcher" {
                continue;
            }
            let finding = if member.key == "async" {
                let message = "`async` has no meaning here: the hook runs and is waited for".to_owned();
                Finding::new(Code::AsyncIgnored, message, member.key_span.clone()).help("leave it out")
            } else {
                let message = format!("`{}` has no meaning in a handler; it is ignored", member.key);
                Finding::new(Code::UnknownKey, message, member.key_span.clone())
            };
            self.file.find(finding);
        }
    }

    fn handler(&mut self) -> Result<Handler, String> {
        match self.kind()?.as_str() {
            "http" => Ok(Handler::Http { url: self.required(Means::Url, "url")? }),
            _ => {
                let command = self.required(Means::Command, "command")?;
                Ok(Handler::Command { command, args: self.args()?, env: self.env() })
            }
        }
    }

    /// What could be read of a handler that cannot run.
    fn broken(&self, why: String) -> Handler {
        let text = |means| self.get(means).and_then(Node::text).map(str::to_owned);
        // The url of a type that cannot be run here is shown all the same.
        let url = || text(Means::Url).or_else(|| self.node.get("url").and_then(Node::text).map(str::to_owned));
        let run = text(Means::Command).or_else(url).unwrap_or_default();
        Handler::Broken { kind: text(Means::Type).unwrap_or_else(|| "command".to_owned()), run, why }
    }

    fn kind(&mut self) -> Result<String, String> {
        let Some(node) = self.get(Means::Type) else {
            return self.missing_type();
        };
        let Some(text) = node.text() else {
            let why = format!("`type` is a string, and this is {}", node.what());
            self.fault(Code::UnknownType, why.clone(), node, "write \"command\"");
            return Err(why);
        };
        if self.file.dialect.handler_types.iter().any(|known| known == text) {
            return Ok(text.to_owned());
        }
        let why = format!("handlers of type `{text}` cannot be run here");
        let known = self.file.dialect.handler_types.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(" or ");
        self.fault(Code::UnknownType, why.clone(), node, &format!("write {known}"));
        Err(why)
    }

    /// N2.3: a command without a type is a command. Cursor's flat entries never have one.
    fn missing_type(&mut self) -> Result<String, String> {
        if let Some(node) = self.get(Means::Command) {
            if self.file.words() != crate::dialect::Words::Cursor && !self.file.dialect.untyped {
                self.find(
                    Code::MissingType,
                    "a handler without `type`; it is read as a command".to_owned(),
                    node,
                    "add \"type\": \"command\"",
                );
            }
            return Ok("command".to_owned());
        }
        let why = "a handler without `type`".to_owned();
        self.fault(Code::MissingField, why.clone(), self.node, "add \"type\": \"command\" and a \"command\"");
        Err(why)
    }

    fn required(&mut self, means: Means, key: &str) -> Result<String, String> {
        let (why, node) = match self.get(means) {
            Some(node) => match node.text() {
                Some(text) if !text.trim().is_empty() => return Ok(text.to_owned()),
                Some(_) => (format!("`{key}` is empty"), node),
                None => (format!("`{key}` is a string, and this is {}", node.what()), node),
            },
            None => (format!("a handler without `{key}`"), self.node),
        };
        self.fault(Code::MissingField, why.clone(), node, &format!("add \"{key}\": \"…\""));
        Err(why)
    }

    fn args(&mut self) -> Result<Option<Vec<String>>, String> {
        let Some(node) = self.get(Means::Args) else { return Ok(None) };
        let texts = node.items().and_then(|items| items.iter().map(|item| item.text().map(str::to_owned)).collect());
        match texts {
            Some(texts) => Ok(Some(texts)),
            None => {
                let why = "`args` is not a list of strings".to_owned();
                self.fault(Code::BadField, why.clone(), node, "write [\"…\", \"…\"]");
                Err(why)
            }
        }
    }

    fn env(&mut self) -> Vec<(String, String)> {
        let Some(node) = self.get(Means::Env) else { return Vec::new() };
        let Some(members) = node.members() else {
            self.find(Code::BadField, format!("`env` is an object, and this is {}", node.what()), node, "write {\"NAME\": \"value\"}");
            return Vec::new();
        };
        let mut env: Vec<(String, String)> = Vec::new();
        for member in members {
            if let Some(value) = self.variable(&member.key, &member.value) {
                env.retain(|(name, _)| *name != member.key);
                env.push((member.key.clone(), value));
            }
        }
        env
    }

    fn variable(&mut self, name: &str, node: &Node) -> Option<String> {
        let reserved = self.file.dialect.environment.iter().any(|row| row.reserved && row.name == name);
        let loader = LOADER_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && self.file.source.of_project;
        let startup = SHELL_STARTUP.contains(&name);
        if reserved {
            self.find(Code::ReservedVariable, format!("`{name}` is reserved; it is not set from `env`"), node, "choose another name");
            return None;
        }
        if loader || startup {
            self.find(Code::RefusedVariable, format!("`{name}` could make the hook run other code; it is not set"), node, "remove it");
            return None;
        }
        if name.is_empty() || name.contains(['=', '\0']) {
            self.find(Code::BadField, format!("`{name}` is no name of a variable"), node, "choose another name");
            return None;
        }
        match &node.kind {
            NodeKind::Text(text) if text.contains('\0') => {
                self.find(Code::BadField, format!("the value of `{name}` holds a NUL; it is not set"), node, "remove the NUL");
                None
            }
            NodeKind::Text(text) => Some(text.clone()),
            NodeKind::Number(number) => Some(number.to_string()),
            NodeKind::Bool(flag) => Some(flag.to_string()),
            _ => {
                self.find(
                    Code::BadField,
                    format!("`{name}` is a string, and this is {}; it is not set", node.what()),
                    node,
                    "write a string",
                );
                None
            }
        }
    }

    /// N2.4: a positive number of seconds, at most a day; anything else leaves the default.
    fn timeout(&mut self) -> Option<Duration> {
        let node = self.get(Means::Timeout)?;
        let seconds = match &node.kind {
            NodeKind::Number(number) => number.as_f64().filter(|seconds| *seconds > 0.0),
            _ => None,
        };
        let Some(seconds) = seconds else {
            let (unit, example) = self.unit();
            let message = format!("a timeout is a positive number of {unit}, and this is `{}`; the default applies", node.to_value());
            self.find(Code::BadTimeout, message, node, &format!("write {unit}, such as {example}"));
            return None;
        };
        let millis = match self.file.dialect.unit {
            Unit::Seconds => false,
            Unit::Milliseconds => true,
            Unit::SecondsBelow1000 => seconds >= 1_000.0,
        };
        let seconds = if millis { seconds / 1_000.0 } else { seconds };
        let seconds = self.at.event.longest.map_or(seconds, |longest| seconds.min(longest));
        let default = self.file.dialect.timeout_of(self.at.event);
        if seconds > LONGEST_TIMEOUT {
            self.find(Code::TimeoutClamped, format!("a timeout of {seconds} s is above a day; a day applies"), node, "the unit is seconds");
        } else if seconds >= SUSPICIOUS_TIMEOUT.max(default * 2.0) {
            let message = format!("a timeout of {seconds} s is {:.0} minutes", seconds / 60.0);
            self.find(Code::TimeoutSuspicious, message, node, "the unit is seconds, not milliseconds");
        }
        Duration::try_from_secs_f64(seconds.min(LONGEST_TIMEOUT)).ok().map(|timeout| timeout.max(Duration::from_millis(1)))
    }

    fn unit(&self) -> (&'static str, u32) {
        match self.file.dialect.unit {
            Unit::Milliseconds => ("milliseconds", 10_000),
            Unit::Seconds | Unit::SecondsBelow1000 => ("seconds", 10),
        }
    }

    /// What else must hold of a call. What is no rule is told, and the hook sees every call of its matcher.
    fn condition(&mut self) -> Option<Condition> {
        let node = self.get(Means::If)?;
        let rule = node.text().and_then(Condition::rule);
        if rule.is_none() {
            let message = format!("`{}` is no permission rule; the hook sees every call that its matcher accepts", node.to_value());
            self.find(Code::BadField, message, node, "write a tool and what it is about, such as \"Bash(git *)\"");
        }
        rule
    }

    /// E1.1: an invalid value is treated as `block`.
    fn on_failure(&mut self) -> OnFailure {
        let Some(node) = self.get(Means::OnFailure) else { return self.fail_closed() };
        let chosen = match node.text() {
            Some("continue") => OnFailure::Continue,
            Some("block") => OnFailure::Block,
            _ => {
                let message = format!("`onFailure` is `continue` or `block`, and this is `{}`; `block` applies", node.to_value());
                self.find(Code::BadOnFailure, message, node, "write \"block\" or \"continue\"");
                OnFailure::Block
            }
        };
        if chosen == OnFailure::Block && !self.at.event.is_gate() {
            let message = format!("`onFailure: block` has no effect at `{}`: nothing can be blocked there", self.at.event.name());
            self.find(Code::OnFailureIgnored, message, node, "leave it out");
        }
        chosen
    }

    /// The same in Cursor's spelling.
    fn fail_closed(&mut self) -> OnFailure {
        let Some(node) = self.get(Means::FailClosed) else { return OnFailure::Continue };
        if node.kind == NodeKind::Bool(false) {
            return OnFailure::Continue;
        }
        if node.kind != NodeKind::Bool(true) {
            let message = format!("`failClosed` is `true` or `false`, and this is `{}`; `true` applies", node.to_value());
            self.find(Code::BadOnFailure, message, node, "write true or false");
        }
        OnFailure::Block
    }

    /// E2.1.
    fn id(&mut self) -> Option<String> {
        let node = self.get(Means::Id)?;
        let letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let message = match node.text() {
            Some(id) if self.file.ids.contains(id) => format!("the id `{id}` stands twice in this file"),
            Some(id) if (1..=64).contains(&id.len()) && id.chars().all(letter) => {
                self.file.ids.insert(id.to_owned());
                return Some(id.to_owned());
            }
            _ => format!("`{}` is no id", node.to_value()),
        };
        self.find(Code::BadId, format!("{message}; the hook keeps its positional name"), node, "write 1 to 64 of a-z, 0-9 and -");
        None
    }
}
