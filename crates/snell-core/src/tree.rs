//! Configuration text as a tree that remembers where everything stood, whatever format it was written in.
//!
//! [`config`](crate::config) reads JSON and TOML into it; what the keys mean is decided once, for both.

use std::ops::Range;

use serde_json::{Map, Number, Value};

/// A value and the bytes it stood on.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// The value.
    pub kind: NodeKind,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// JSON's `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number that is a finite `f64` or fits 64 bits.
    Number(Number),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Members in document order, repeated keys included.
    Table(Vec<Member>),
}

/// One `key: value` of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key, decoded.
    pub key: String,
    /// Where the key stood, quotes included.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The members, where this is a table.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.kind {
            NodeKind::Table(members) => Some(members),
            _ => None,
        }
    }

    /// The items, where this is a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text, where this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value under `key`; the last one where the key is repeated (N1.12).
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members()?.iter().rev().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The value at a JSON pointer made of plain keys, `/compat/claude`.
    pub fn pointer(&self, pointer: &str) -> Option<&Node> {
        pointer.split('/').skip(1).try_fold(self, |node, key| node.get(key))
    }

    /// Every value at a pointer whose last key may be repeated, in document order.
    pub fn every(&self, pointer: &str) -> Vec<&Node> {
        let mut found = vec![self];
        for key in pointer.split('/').skip(1) {
            found = found
                .iter()
                .filter_map(|node| node.members())
                .flat_map(|members| members.iter().filter(|member| member.key == key))
                .map(|member| &member.value)
                .collect();
        }
        found
    }

    /// What this is, in the words of a message: `a number`, `a list`.
    pub fn what(&self) -> &'static str {
        match &self.kind {
            NodeKind::Null => "null",
            NodeKind::Bool(_) => "a boolean",
            NodeKind::Number(_) => "a number",
            NodeKind::Text(_) => "a string",
            NodeKind::List(_) => "a list",
            NodeKind::Table(_) => "an object",
        }
    }

    /// The same as a plain JSON value; of repeated keys the last one stands.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            NodeKind::Null => Value::Null,
            NodeKind::Bool(flag) => Value::Bool(*flag),
            NodeKind::Number(number) => Value::Number(number.clone()),
            NodeKind::Text(text) => Value::String(text.clone()),
            NodeKind::List(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            NodeKind::Table(members) => {
                Value::Object(members.iter().map(|member| (member.key.clone(), member.value.to_value())).collect::<Map<_, _>>())
            }
        }
    }
}
