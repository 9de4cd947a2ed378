//! Numbers from hosts. JavaScript has doubles and Python has integers without
//! bound; both are checked here, so that no binding coerces in silence.

use alloc::string::ToString;

use super::TextError;

/// The largest offset that every host can hold exactly: 2^53 − 1.
pub const MAX_SAFE_OFFSET: u64 = 9_007_199_254_740_991;

/// An offset, line or column from a host whose numbers are doubles.
///
/// # Errors
///
/// `NOT_AN_INTEGER` for NaN, an infinity or a fraction; `NEGATIVE_OFFSET` below
/// zero; `UNSAFE_INTEGER` above 2^53 − 1. Negative zero is zero.
///
/// # Examples
///
/// ```
/// use llm_types::offset_from_f64;
///
/// assert_eq!(offset_from_f64(42.0), Ok(42));
/// assert_eq!(offset_from_f64(1.5).unwrap_err().code(), "NOT_AN_INTEGER");
/// assert_eq!(offset_from_f64(-1.0).unwrap_err().code(), "NEGATIVE_OFFSET");
/// assert_eq!(offset_from_f64(9007199254740992.0).unwrap_err().code(), "UNSAFE_INTEGER");
/// ```
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp
)]
pub fn offset_from_f64(value: f64) -> Result<u64, TextError> {
    // Saturating, NaN to 0: exact for every offset that may pass, and the way
    // back shows whether it was.
    let integer = value as u64;
    if integer <= MAX_SAFE_OFFSET && integer as f64 == value {
        return Ok(integer);
    }
    let text = value.to_string();
    // No fraction has a place above 2^52, so only smaller numbers need the test.
    if !value.is_finite() || (value.abs() < 4_503_599_627_370_496.0 && value as i64 as f64 != value)
    {
        Err(TextError::NotAnInteger { value: text })
    } else if value < 0.0 {
        Err(TextError::NegativeOffset { value: text })
    } else {
        Err(TextError::UnsafeInteger { value: text })
    }
}

/// An offset, line or column from a host whose integers have no bound.
///
/// # Errors
///
/// `NEGATIVE_OFFSET` below zero; `UNSAFE_INTEGER` above 2^53 − 1.
///
/// # Examples
///
/// ```
/// use llm_types::offset_from_i128;
///
/// assert_eq!(offset_from_i128(42), Ok(42));
/// assert_eq!(offset_from_i128(-1).unwrap_err().code(), "NEGATIVE_OFFSET");
/// assert_eq!(offset_from_i128(1 << 53).unwrap_err().code(), "UNSAFE_INTEGER");
/// ```
pub fn offset_from_i128(value: i128) -> Result<u64, TextError> {
    match u64::try_from(value) {
        Ok(offset) if offset <= MAX_SAFE_OFFSET => Ok(offset),
        _ if value < 0 => Err(TextError::NegativeOffset {
            value: value.to_string(),
        }),
        _ => Err(TextError::UnsafeInteger {
            value: value.to_string(),
        }),
    }
}

/// A number of bytes that may be negative, from a host whose numbers are doubles.
///
/// # Errors
///
/// `NOT_AN_INTEGER` for NaN, an infinity or a fraction; `UNSAFE_INTEGER` outside of
/// ±(2^53 − 1).
///
/// # Examples
///
/// ```
/// use llm_types::shift_from_f64;
///
/// assert_eq!(shift_from_f64(-42.0), Ok(-42));
/// assert!(shift_from_f64(-1.5).unwrap_err().to_string().contains("-1.5"));
/// assert_eq!(shift_from_f64(-9007199254740992.0).unwrap_err().code(), "UNSAFE_INTEGER");
/// ```
pub fn shift_from_f64(value: f64) -> Result<i64, TextError> {
    // Offsets have 53 bits, so neither the conversion nor the sign can overflow.
    let size = match offset_from_f64(value.abs()) {
        Ok(size) => size.cast_signed(),
        Err(TextError::NotAnInteger { .. }) => {
            let value = value.to_string();
            return Err(TextError::NotAnInteger { value });
        }
        Err(_) => {
            let value = value.to_string();
            return Err(TextError::UnsafeInteger { value });
        }
    };
    Ok(if value < 0.0 { -size } else { size })
}

/// The same from a host whose integers have no bound.
///
/// # Errors
///
/// `UNSAFE_INTEGER` outside of ±(2^53 − 1).
///
/// # Examples
///
/// ```
/// use llm_types::shift_from_i128;
///
/// assert_eq!(shift_from_i128(-42), Ok(-42));
/// assert_eq!(shift_from_i128(-(1 << 53)).unwrap_err().code(), "UNSAFE_INTEGER");
/// ```
pub fn shift_from_i128(value: i128) -> Result<i64, TextError> {
    match i64::try_from(value) {
        Ok(shift) if shift.unsigned_abs() <= MAX_SAFE_OFFSET => Ok(shift),
        _ => Err(TextError::UnsafeInteger {
            value: value.to_string(),
        }),
    }
}
