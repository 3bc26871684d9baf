//! The reader itself: a stack of the objects and arrays that are still open, instead of recursion.

use super::remarks::Remarks;
use super::{Rules, fault, words};
use crate::config::Finding;
use crate::tree::{Member, Node, NodeKind};

/// A position in a text, and what is open there.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) rules: &'static Rules,
    pub(super) remarks: Remarks,
    pub(super) open: Vec<Open>,
}

/// An object or an array whose end has not been seen.
pub(super) struct Open {
    pub(super) start: usize,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    List(Vec<Node>),
    /// While a member's value is being read, the last member holds `null`.
    Table(Vec<Member>),
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, at: usize, rules: &'static Rules) -> Self {
        Reader { text, at, rules, remarks: Remarks::default(), open: Vec::new() }
    }

    /// One value with nothing but blanks around it.
    pub(super) fn document(&mut self) -> Result<Node, Finding> {
        self.blanks()?;
        if self.at == self.text.len() {
            return Err(fault::empty(self));
        }
        let node = self.value()?;
        self.blanks()?;
        if self.at < self.text.len() { Err(fault::after_the_end(self)) } else { Ok(node) }
    }

    /// One value, with the blanks before it.
    pub(super) fn value(&mut self) -> Result<Node, Finding> {
        'values: loop {
            self.blanks()?;
            let Some(mut node) = self.begin()? else { continue };
            while let Some(mut open) = self.open.pop() {
                open.put(node);
                if self.goes_on(&mut open)? {
                    self.open.push(open);
                    continue 'values;
                }
                node = self.close(open);
            }
            return Ok(node);
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// A whole value; or none, after the start of an object or array that has something in it.
    fn begin(&mut self) -> Result<Option<Node>, Finding> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => return self.enter(Kind::Table(Vec::new())),
            Some(b'[') => return self.enter(Kind::List(Vec::new())),
            Some(b'"') => NodeKind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.literal().ok_or_else(|| fault::no_value(self))?,
        };
        Ok(Some(Node { span: start..self.at, kind }))
    }

    fn literal(&mut self) -> Option<NodeKind> {
        let word = words::word(&self.text[self.at..]);
        let kind = match word {
            "true" => NodeKind::Bool(true),
            "false" => NodeKind::Bool(false),
            "null" => NodeKind::Null,
            _ => return None,
        };
        self.at += word.len();
        Some(kind)
    }

    fn enter(&mut self, kind: Kind) -> Result<Option<Node>, Finding> {
        if self.open.len() == self.rules.deepest {
            return Err(fault::too_deep(self));
        }
        let mut open = Open { start: self.at, kind };
        self.at += 1;
        self.blanks()?;
        if self.peek() == Some(open.closer()) {
            return Ok(Some(self.close(open)));
        }
        self.key(&mut open)?;
        self.open.push(open);
        Ok(None)
    }

    /// After an item: whether another follows. Its key, where it has one, is then read.
    fn goes_on(&mut self, open: &mut Open) -> Result<bool, Finding> {
        self.blanks()?;
        let closer = Some(open.closer());
        if self.peek() != Some(b',') {
            return if self.peek() == closer { Ok(false) } else { Err(fault::no_comma(self, open)) };
        }
        let comma = self.at;
        self.at += 1;
        self.blanks()?;
        if self.peek() != closer {
            return self.key(open).map(|()| true);
        }
        if !self.rules.by_hand {
            return Err(fault::trailing_comma(self, comma));
        }
        self.remarks.trailing_commas.note(comma..comma + 1);
        Ok(false)
    }

    /// A member's key and its colon; nothing in an array.
    fn key(&mut self, open: &mut Open) -> Result<(), Finding> {
        let Kind::Table(members) = &mut open.kind else { return Ok(()) };
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(fault::no_key(self, open));
        }
        let key = self.string()?;
        let key_span = start..self.at;
        self.blanks()?;
        if self.peek() != Some(b':') {
            return Err(fault::no_colon(self, &key));
        }
        self.at += 1;
        members.push(Member { key, key_span, value: Node { span: self.at..self.at, kind: NodeKind::Null } });
        Ok(())
    }

    /// Steps over the closing bracket.
    fn close(&mut self, open: Open) -> Node {
        self.at += 1;
        let kind = match open.kind {
            Kind::List(items) => NodeKind::List(items),
            Kind::Table(members) => {
                if self.rules.by_hand {
                    self.remarks.repeats.look_through(&members);
                }
                NodeKind::Table(members)
            }
        };
        Node { span: open.start..self.at, kind }
    }
}

impl Open {
    pub(super) fn closer(&self) -> u8 {
        match self.kind {
            Kind::List(_) => b']',
            Kind::Table(_) => b'}',
        }
    }

    fn put(&mut self, node: Node) {
        match &mut self.kind {
            Kind::List(items) => items.push(node),
            Kind::Table(members) => {
                if let Some(member) = members.last_mut() {
                    member.value = node;
                }
            }
        }
    }
}
