//! Moments of RFC 3339, from a count of milliseconds.

use alloc::format;
use alloc::string::String;

use crate::error::Error;

/// The first millisecond of the year 10000, which RFC 3339 cannot write.
const END: u64 = 253_402_300_800_000;

/// A moment in UTC as RFC 3339 writes it, with milliseconds:
/// `2026-01-22T10:00:00.000Z`.
///
/// `unix_millis` counts from 1970-01-01T00:00:00Z, without leap seconds. Time
/// O(1).
///
/// # Errors
///
/// `WRONG_TYPE` for a moment after the year 9999.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::timestamp(951_827_696_789)?, "2000-02-29T12:34:56.789Z");
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn timestamp(unix_millis: u64) -> Result<String, Error> {
    let unix_millis = moment(unix_millis)?;
    let (days, millis) = (unix_millis / 86_400_000, unix_millis % 86_400_000);
    let (year, month, day) = date(days);
    let (hour, minute) = (millis / 3_600_000, millis / 60_000 % 60);
    let (second, rest) = (millis / 1000 % 60, millis % 1000);
    Ok(format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{rest:03}Z"
    ))
}

/// The moment itself, if [`timestamp`] can write it: for a host that wants to say which of
/// its arguments it was.
///
/// # Errors
///
/// `WRONG_TYPE` for a moment after the year 9999.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::moment(0), Ok(0));
/// assert_eq!(llm_types::moment(253_402_300_800_000).unwrap_err().code(), "WRONG_TYPE");
/// ```
pub fn moment(unix_millis: u64) -> Result<u64, Error> {
    if unix_millis < END {
        return Ok(unix_millis);
    }
    Err(Error::WrongType {
        expected: "milliseconds since 1970, before the year 10000",
        found: format!("{unix_millis}"),
    })
}

/// Year, month and day of a count of days since 1970-01-01.
///
/// Years begin in March here, so that the leap day is the last of its year.
fn date(days: u64) -> (u64, u64, u64) {
    // 0000-03-01 is 719468 days before 1970; 400 years have 146097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day)
}
