//! What is worth saying about a text that could be read.

use std::collections::HashMap;
use std::ops::Range;

use crate::code::Code;
use crate::config::Finding;
use crate::config::lines::Lines;
use crate::config::shown::shown;
use crate::tree::Member;

/// Objects up to this size are looked through without an index.
const FEW: usize = 12;

/// The most repeated keys that each get a finding of their own.
const MOST_REPEATS: usize = 50;

#[derive(Default)]
pub(super) struct Remarks {
    pub(super) comments: Tally,
    pub(super) trailing_commas: Tally,
    pub(super) repeats: Repeats,
}

/// How often something stands in a text, and where first.
#[derive(Default)]
pub(super) struct Tally {
    first: Range<usize>,
    count: usize,
}

/// The keys that stand more than once in one object.
#[derive(Default)]
pub(super) struct Repeats {
    found: Vec<Repeat>,
    unnamed: usize,
}

struct Repeat {
    key: String,
    first: usize,
    second: Range<usize>,
}

impl Remarks {
    pub(super) fn findings(self, text: &str) -> Vec<Finding> {
        let mut findings = self.repeats.findings(text);
        findings.extend(self.comments.finding("a comment", "comments"));
        findings.extend(self.trailing_commas.finding("a trailing comma", "trailing commas"));
        findings.sort_by_key(|finding| finding.span.start);
        findings
    }
}

impl Tally {
    pub(super) fn note(&mut self, span: Range<usize>) {
        if self.count == 0 {
            self.first = span;
        }
        self.count += 1;
    }

    pub(super) fn any(&self) -> bool {
        self.count > 0
    }

    fn finding(self, one: &str, many: &str) -> Option<Finding> {
        let message = match self.count {
            0 => return None,
            1 => format!("{one} in a JSON file; other readers may refuse it"),
            count => format!("{count} {many} in a JSON file; other readers may refuse them"),
        };
        let help = format!("remove {} if other programs read this file", if self.count == 1 { "it" } else { "them" });
        Some(Finding::new(Code::JsonExtension, message, self.first).help(help))
    }
}

impl Repeats {
    /// Notes each key that stands more than once among these members.
    pub(super) fn look_through(&mut self, members: &[Member]) {
        if members.len() > FEW {
            return self.look_through_many(members);
        }
        for (index, member) in members.iter().enumerate().skip(1) {
            let mut earlier = members[..index].iter().filter(|earlier| earlier.key == member.key);
            if let (Some(first), None) = (earlier.next(), earlier.next()) {
                self.note(first, member);
            }
        }
    }

    fn look_through_many(&mut self, members: &[Member]) {
        let mut seen = HashMap::with_capacity(members.len());
        for member in members {
            let (first, count) = seen.entry(member.key.as_str()).or_insert((member, 0));
            *count += 1;
            if *count == 2 {
                self.note(first, member);
            }
        }
    }

    fn note(&mut self, first: &Member, second: &Member) {
        if self.found.len() == MOST_REPEATS {
            self.unnamed += 1;
        } else {
            self.found.push(Repeat { key: shown(&second.key), first: first.key_span.start, second: second.key_span.clone() });
        }
    }

    fn findings(self, text: &str) -> Vec<Finding> {
        if self.found.is_empty() {
            return Vec::new();
        }
        let lines = Lines::of(text);
        let mut findings: Vec<_> = self.found.iter().map(|repeat| repeat.finding(&lines)).collect();
        if let (Some(last), 1..) = (findings.last_mut(), self.unnamed) {
            last.message = format!("{}; {} more keys are repeated in this file", last.message, self.unnamed);
        }
        findings
    }
}

impl Repeat {
    fn finding(&self, lines: &Lines<'_>) -> Finding {
        let message = format!("`{}` stands more than once in one object; the last one stands", self.key);
        let help = format!("remove all but one; the first is on line {}", lines.place(self.first).0);
        Finding::new(Code::DuplicateKey, message, self.second.clone()).help(help)
    }
}
