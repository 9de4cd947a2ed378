//! Numbers as people and programs type them. What is refused is refused by the
//! core, with its code.

use llm_types::{ByteRange, TextError, offset_from_f64, offset_from_i128};

/// `CODE: message`, for the line that says which argument is wrong.
pub(super) fn coded(error: impl Into<llm_types::Error>) -> String {
    let error = error.into();
    format!("{}: {error}", error.code())
}

/// An offset or a column: an integer from 0 to 2^53 − 1.
pub(super) fn offset(text: &str) -> Result<u64, String> {
    counted_from(0, text)
}

/// An integer; what is said of one that is negative is where the numbers begin.
fn counted_from(first: u64, text: &str) -> Result<u64, String> {
    checked(text).map_err(|error| match error {
        TextError::NegativeOffset { .. } => format!("{}; give a number from {first}", coded(error)),
        other => coded(other),
    })
}

fn checked(text: &str) -> Result<u64, TextError> {
    if let Ok(number) = text.parse() {
        return offset_from_i128(number);
    }
    match text.parse::<f64>() {
        // Digits that no double holds are another matter than a word.
        Ok(number) if number.is_infinite() && text.contains(|c: char| c.is_ascii_digit()) => {
            let value = text.into();
            Err(if number < 0.0 {
                TextError::NegativeOffset { value }
            } else {
                TextError::UnsafeInteger { value }
            })
        }
        Ok(number) => offset_from_f64(number),
        Err(_) => Err(TextError::NotAnInteger {
            value: format!("`{text}`"),
        }),
    }
}

/// A line, counted from 1.
pub(super) fn line(text: &str) -> Result<u64, String> {
    match counted_from(1, text)? {
        0 => Err("LINE_ZERO: lines are counted from 1".into()),
        line => Ok(line),
    }
}

/// `START..END`.
pub(super) fn range(text: &str) -> Result<ByteRange, String> {
    let (start, end) = text
        .split_once("..")
        .ok_or("expected START..END, as in 42..100")?;
    ByteRange::new(offset(start)?, offset(end)?).map_err(coded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_refused_by_code() {
        assert_eq!(offset("42"), Ok(42));
        assert_eq!(offset("9007199254740991"), Ok((1 << 53) - 1));
        for (text, code) in [
            ("-1", "NEGATIVE_OFFSET"),
            ("1.5", "NOT_AN_INTEGER"),
            ("NaN", "NOT_AN_INTEGER"),
            ("inf", "NOT_AN_INTEGER"),
            ("ten", "NOT_AN_INTEGER"),
            ("", "NOT_AN_INTEGER"),
            ("9007199254740993", "UNSAFE_INTEGER"),
            ("1e300", "UNSAFE_INTEGER"),
            ("1e400", "UNSAFE_INTEGER"),
            ("-1e400", "NEGATIVE_OFFSET"),
        ] {
            let error = offset(text).unwrap_err();
            assert!(error.starts_with(&format!("{code}: ")), "{text}: {error}");
        }
        assert!(line("0").unwrap_err().starts_with("LINE_ZERO: "));
        for (error, advice) in [(offset("-1"), "from 0"), (line("-1"), "from 1")] {
            assert!(error.unwrap_err().ends_with(advice));
        }
    }

    #[test]
    fn ranges_are_half_open_and_ordered() {
        assert_eq!(range("4..9"), Ok(ByteRange::ordered(4, 9)));
        assert!(range("9..4").unwrap_err().starts_with("REVERSED: "));
        assert!(range("9").is_err());
        assert!(range("..9").is_err());
    }
}
