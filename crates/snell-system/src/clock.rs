//! The time and fresh names, for records. Deadlines never come from here: they use the monotonic clock.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The last second that RFC 3339 can write: 9999-12-31T23:59:59Z.
const LAST_SECOND: u64 = 253_402_300_799;

const HEXADECIMAL: &[u8; 16] = b"0123456789abcdef";

/// Now, as RFC 3339 in seconds and UTC: `2025-08-12T09:30:00Z`. A clock set before 1970 or past 9999 is written as the nearest of the two.
pub fn now() -> String {
    written(SystemTime::now())
}

/// A moment as RFC 3339 in milliseconds and UTC, always of one length, so that texts are ordered as the moments are:
/// `2025-08-12T09:30:00.000Z`.
pub fn in_milliseconds(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default().min(Duration::from_secs(LAST_SECOND));
    humantime::format_rfc3339_millis(UNIX_EPOCH + since).to_string()
}

fn written(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().min(LAST_SECOND));
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(seconds)).to_string()
}

/// A fresh random identifier: a version 4 UUID as text.
pub fn fresh_id() -> String {
    let mut bytes = random_bytes();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut id = String::with_capacity(36);
    for (at, byte) in bytes.into_iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            id.push('-');
        }
        id.extend([byte >> 4, byte & 0x0f].map(|digit| char::from(HEXADECIMAL[usize::from(digit)])));
    }
    id
}

/// Sixteen random bytes. Where the system gives none, the keys of the hash maps and the clock still make a name that is not used twice.
pub(crate) fn random_bytes() -> [u8; 16] {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        let moment = SystemTime::now();
        bytes[..8].copy_from_slice(&RandomState::new().hash_one(moment).to_be_bytes());
        bytes[8..].copy_from_slice(&RandomState::new().hash_one(moment).to_be_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_in_seconds_and_utc() {
        assert_eq!(written(UNIX_EPOCH + Duration::from_millis(1_754_991_000_999)), "2025-08-12T09:30:00Z");
        assert!(now().ends_with('Z'));
    }

    #[test]
    fn a_moment_is_written_in_milliseconds() {
        assert_eq!(in_milliseconds(UNIX_EPOCH + Duration::from_millis(1_754_991_000_007)), "2025-08-12T09:30:00.007Z");
        assert_eq!(in_milliseconds(UNIX_EPOCH + Duration::from_secs(LAST_SECOND + 1)), "9999-12-31T23:59:59.000Z");
    }

    #[test]
    fn a_clock_that_is_far_off_is_no_panic() {
        assert_eq!(written(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
        assert_eq!(written(UNIX_EPOCH + Duration::from_secs(LAST_SECOND + 86_400)), "9999-12-31T23:59:59Z");
    }

    #[test]
    fn an_identifier_is_a_version_4_uuid_and_fresh() {
        let id = fresh_id();
        assert_eq!(id.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        assert_eq!(&id[14..15], "4");
        assert!("89ab".contains(&id[19..20]));
        assert_ne!(id, fresh_id());
    }
}
