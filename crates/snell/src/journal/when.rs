//! `--since`: a moment, or how long ago.

use std::fmt;
use std::time::{Duration, SystemTime};

use snell_system::clock;

/// A text that is no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATime(pub String);

impl fmt::Display for NotATime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` is no time", self.0)
    }
}

impl std::error::Error for NotATime {}

/// The moment that `text` means, as records write it: `10m`, `2h`, `1d 12h` before `now`, or RFC 3339, with `Z`, an offset, or (in UTC)
/// neither; a date alone is its beginning.
///
/// # Errors
/// It is none of these.
pub fn since(text: &str, now: SystemTime) -> Result<String, NotATime> {
    let ago = || now.checked_sub(humantime::parse_duration(text).ok()?);
    let moment = ago().or_else(|| moment(text)).ok_or_else(|| NotATime(text.to_owned()))?;
    Ok(clock::in_milliseconds(moment))
}

fn moment(text: &str) -> Option<SystemTime> {
    if text.len() == "2025-08-12".len() {
        return utc(&format!("{text}T00:00:00"));
    }
    match text.len().checked_sub("+02:00".len()).and_then(|at| text.split_at_checked(at)) {
        Some((local, offset)) if offset.starts_with('+') => utc(local)?.checked_sub(size(offset)?),
        Some((local, offset)) if offset.starts_with('-') => utc(local)?.checked_add(size(offset)?),
        _ => utc(text),
    }
}

fn utc(text: &str) -> Option<SystemTime> {
    // What stands after a fraction is not looked at by the library.
    let fraction = text.strip_suffix('Z').unwrap_or(text).split_once('.').map_or("0", |(_, fraction)| fraction);
    let is_whole = fraction.bytes().all(|digit| digit.is_ascii_digit());
    humantime::parse_rfc3339_weak(text).ok().filter(|_| is_whole)
}

fn size(offset: &str) -> Option<Duration> {
    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
    let number = |digits: &str| digits.parse::<u64>().ok().filter(|_| digits.len() == 2 && !digits.starts_with('+'));
    Some(Duration::from_secs(number(hours)? * 3600 + number(minutes)? * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_moment_or_how_long_ago() {
        let now = humantime::parse_rfc3339("2025-08-12T09:30:00Z").expect("a time");
        for (text, moment) in [
            ("10m", "2025-08-12T09:20:00.000Z"),
            ("1d 12h", "2025-08-10T21:30:00.000Z"),
            ("2025-08-12T01:02:03Z", "2025-08-12T01:02:03.000Z"),
            ("2025-08-12 01:02:03", "2025-08-12T01:02:03.000Z"),
            ("2025-08-12T01:02:03.5+02:00", "2025-08-11T23:02:03.500Z"),
            ("2025-08-12T01:02:03-00:30", "2025-08-12T01:32:03.000Z"),
            ("2025-08-12", "2025-08-12T00:00:00.000Z"),
        ] {
            assert_eq!(since(text, now).as_deref(), Ok(moment), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "10",
            "2025-13-01",
            "2025-08-12T01:02:03+2:00",
            "2025-08-12T01:02:03*02:00",
            "äöüäöüäöü",
            "+02:00",
            "2025-08-12T01:02:03.5x",
        ] {
            assert_eq!(since(text, now), Err(NotATime(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_lies_before_all_time_is_no_panic() {
        assert_eq!(since("9999y", SystemTime::now()).as_deref(), Ok("1970-01-01T00:00:00.000Z"));
        assert!(since("99999999999999999y", SystemTime::now()).is_err());
    }
}
