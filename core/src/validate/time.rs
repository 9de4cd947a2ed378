//! Moments in time, as RFC 3339 writes them.

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// Whether a text is a `date-time` of RFC 3339 §5.6: a day that exists, a time of that day
/// and an offset. Its second may be a leap second, which ends a day of UTC. Day and time may
/// be separated by a space.
pub(super) fn is_rfc3339(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<u32> {
        bytes.get(from..to)?.iter().try_fold(0u32, |sum, byte| {
            byte.is_ascii_digit()
                .then(|| sum * 10 + u32::from(byte - b'0'))
        })
    };
    let is = |at: usize, set: &[u8]| bytes.get(at).is_some_and(|byte| set.contains(byte));
    let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else {
        return false;
    };
    let (Some(hour), Some(minute), Some(second)) = (number(11, 13), number(14, 16), number(17, 19))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    let separators = is(4, b"-") && is(7, b"-") && is(10, b"Tt ") && is(13, b":") && is(16, b":");
    if !separators || !(1..=days).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let mut at = 19;
    if is(at, b".") {
        let fraction = bytes.get(20..).unwrap_or_default();
        let digits = fraction
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == 0 {
            return false;
        }
        at += 1 + digits;
    }
    let minutes = hour * 60 + minute;
    let ends_day = |minutes: u32| second < 60 || minutes % DAY == DAY - 1;
    if is(at, b"Zz") {
        return bytes.len() == at + 1 && ends_day(minutes);
    }
    let offset = match (number(at + 1, at + 3), number(at + 4, at + 6)) {
        (Some(hours @ 0..24), Some(minutes @ 0..60)) => hours * 60 + minutes,
        _ => return false,
    };
    let in_utc = if is(at, b"+") {
        minutes + DAY - offset
    } else {
        minutes + offset
    };
    is(at, b"+-") && is(at + 3, b":") && bytes.len() == at + 6 && ends_day(in_utc)
}

#[cfg(test)]
mod tests {
    use super::is_rfc3339;

    #[test]
    fn only_times_of_rfc_3339_that_exist_are_accepted() {
        for good in [
            "2026-11-20T18:04:30Z",
            "2026-11-20T18:27:05.435153163+00:00",
            "1990-12-31T23:59:60Z",
            "1990-12-31T15:59:60.5-08:00",
            "1991-01-01T05:29:60+05:30",
            "1985-04-12 23:20:50.52Z",
        ] {
            assert!(is_rfc3339(good), "{good}");
        }
        for bad in [
            "",
            "2026-11-20",
            "2026-11-20T18:04:30",
            "2026-11-20T18:04Z",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T12:30:60Z",
            "1990-12-31T23:59:60-03:30",
            "2026-11-20T18:04:30.Z",
            "2026-11-20T18:04:30+0000",
            "2026-11-20T18:04:30Z ",
            "20261120T180430Z",
        ] {
            assert!(!is_rfc3339(bad), "{bad}");
        }
    }
}
