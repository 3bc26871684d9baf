//! A handler's `timeout`, in the dialect's unit (N2.4).

use std::time::Duration;

use super::Reader;
use crate::code::Code;
use crate::dialect::{HandlerMeans as Means, Unit};
use crate::tree::NodeKind;

/// A day, in seconds: the longest timeout (N2.4).
const LONGEST_TIMEOUT: f64 = 86_400.0;

/// From here on a timeout looks like milliseconds, where the event's own default is shorter (HK-045's trouble).
const SUSPICIOUS_TIMEOUT: f64 = 1_000.0;

impl Reader<'_, '_, '_> {
    /// N2.4: a positive number of seconds, at most a day; anything else leaves the default.
    pub(super) fn timeout(&mut self) -> Option<Duration> {
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
}
