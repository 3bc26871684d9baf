//! Moments: `2026-12-01T10:00:00Z` ↔ milliseconds since 1970.

const DAY: i64 = 86_400_000;

/// The milliseconds of a UTC moment written as `YYYY-MM-DDTHH:MM:SS[.mmm]Z`.
pub(crate) fn to_millis(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let mut date = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (time, millis) = time.split_once('.').unwrap_or((time, "0"));
    let mut time = time.splitn(3, ':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    let millis: i64 = format!("{millis:0<3}").get(..3)?.parse().ok()?;
    let plausible = (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    plausible.then(|| days(year, month, day) * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + millis)
}

/// The UTC moment of milliseconds since 1970; none outside the years 1 to 9999.
pub(crate) fn from_millis(millis: i64) -> Option<String> {
    let (days, rest) = (millis.div_euclid(DAY), millis.rem_euclid(DAY));
    if !(-719_162..=2_932_896).contains(&days) {
        return None;
    }
    let (year, month, day) = date(days);
    let (seconds, millis) = (rest / 1000, rest % 1000);
    let fraction = if millis == 0 { String::new() } else { format!(".{millis:03}") };
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"))
}

/// Days since 1970 of a date; years begin in March here, so that a leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * march + 2) / 5 + 1, (march + 2) % 12 + 1);
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_the_same_both_ways() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_700_000_000_000, "2023-11-14T22:13:20Z"),
            (1_709_164_800_123, "2024-02-29T00:00:00.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(from_millis(millis).as_deref(), Some(text));
            assert_eq!(to_millis(text), Some(millis));
        }
        for text in ["", "yesterday", "2024-02-29", "2024-13-01T00:00:00Z"] {
            assert_eq!(to_millis(text), None, "{text}");
        }
    }
}
