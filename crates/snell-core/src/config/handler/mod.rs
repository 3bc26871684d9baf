//! One handler: what it runs, by the dialect's table of keys. A fault makes it broken; it is kept, so that it can be listed and can block
//! (E1.2). What else it may say of itself stands in files of its own.

mod condition;
mod env;
mod id;
mod on_failure;
mod timeout;

use std::path::PathBuf;
use std::time::Duration;

use super::Finding;
use super::file::{At, File};
use crate::code::Code;
use crate::condition::Condition;
use crate::dialect::HandlerMeans as Means;
use crate::hook::{Handler, OnFailure};
use crate::tree::{Node, NodeKind};

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
        reader.find(Code::WrongShape, why.clone(), node, "write {\"type\": \"command\", \"command\": \"…\"}");
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
            self.find(Code::UnknownType, why.clone(), node, "write \"command\"");
            return Err(why);
        };
        if self.file.dialect.handler_types.iter().any(|known| known == text) {
            return Ok(text.to_owned());
        }
        let why = format!("handlers of type `{text}` cannot be run here");
        let known = self.file.dialect.handler_types.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(" or ");
        self.find(Code::UnknownType, why.clone(), node, &format!("write {known}"));
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
        self.find(Code::MissingField, why.clone(), self.node, "add \"type\": \"command\" and a \"command\"");
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
        self.find(Code::MissingField, why.clone(), node, &format!("add \"{key}\": \"…\""));
        Err(why)
    }

    fn args(&mut self) -> Result<Option<Vec<String>>, String> {
        let Some(node) = self.get(Means::Args) else { return Ok(None) };
        let texts = node.items().and_then(|items| items.iter().map(|item| item.text().map(str::to_owned)).collect());
        match texts {
            Some(texts) => Ok(Some(texts)),
            None => {
                let why = "`args` is not a list of strings".to_owned();
                self.find(Code::BadField, why.clone(), node, "write [\"…\", \"…\"]");
                Err(why)
            }
        }
    }
}
