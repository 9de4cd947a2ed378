//! Numbers: the token as written, and what it is worth.
//!
//! A number is kept as it was written (rule J12). Whether it is an integer, and
//! whether a double can hold it, is worked out on its digits, before anything
//! is rounded (rules J2, J3).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use super::error::{JsonError, JsonErrorKind, NumberProblem};
use super::explain;
use super::place::{PieceStart, Place};
use super::scan;
use crate::text::MAX_SAFE_OFFSET;

/// A token of so many bytes has at most 15 significant digits, which a double
/// always gives back, unless its exponent is long.
pub(super) const ALWAYS_EXACT: u64 = 15;

/// So many digits tell all doubles apart. A fraction with no more of them means
/// the double next to it, whether or not it is written in the shortest way.
const DIGITS_OF_A_DOUBLE: usize = 17;

/// A JSON number, as it was written.
///
/// Equality is that of the token: `1`, `1.0` and `1e0` are three numbers. Their
/// canonical form ([`Number::canonical`]) is the same.
///
/// # Examples
///
/// ```
/// use llm_types::json::Number;
///
/// let number = Number::parse("42.0")?;
/// assert_eq!(number.to_string(), "42.0");
/// assert_eq!(number.canonical(), "42");
/// assert_eq!(number.as_u64_safe().unwrap().value, 42);
/// assert_eq!(Number::parse("0x2a").unwrap_err().code(), "BAD_NUMBER");
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// A token that is the shortest decimal form of this integer.
    Integer(i64),
    /// Any other token.
    Token(Box<str>),
}

impl Number {
    /// Checks a token as the reader does.
    ///
    /// # Errors
    ///
    /// `BAD_NUMBER` when it is not a number of RFC 8259, and
    /// `NUMBER_OUT_OF_RANGE` when no finite double is near it.
    pub fn parse(token: &str) -> Result<Self, JsonError> {
        let kind = match scan::number(token.as_bytes(), 0) {
            Ok(scanned) if scanned.end == token.len() => match survives_double(token) {
                Some(_) => return Ok(Self::from_token(token)),
                None => JsonErrorKind::NumberOutOfRange {
                    token: explain::shorten(token),
                },
            },
            other => JsonErrorKind::BadNumber {
                token: explain::shorten(token),
                problem: other.err().unwrap_or(NumberProblem::StrayCharacters),
            },
        };
        let bytes = token.as_bytes();
        let place = Place::in_text(bytes, 0, bytes.len(), PieceStart::default(), String::new());
        Err(JsonError::new(kind, place))
    }

    /// A number from a token that the reader accepted.
    pub(super) fn from_token(token: &str) -> Self {
        match short_integer(token) {
            Some(integer) => Self(Repr::Integer(integer)),
            None => Self(Repr::Token(token.into())),
        }
    }

    /// The number in the form that ECMAScript gives it.
    ///
    /// `None` for NaN and the infinities, which JSON cannot hold (rule J4).
    pub fn from_f64(value: f64) -> Option<Self> {
        value
            .is_finite()
            .then(|| Self::from_token(ryu_js::Buffer::new().format_finite(value)))
    }

    /// The token as written.
    pub fn token(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Integer(integer) => Cow::Owned(integer.to_string()),
            Repr::Token(token) => Cow::Borrowed(token),
        }
    }

    /// The nearest double.
    pub fn as_f64(&self) -> f64 {
        // Correctly rounded, as the token is. The cast is, too.
        #[allow(clippy::cast_precision_loss, reason = "rounding is what is asked for")]
        match &self.0 {
            Repr::Integer(integer) => *integer as f64,
            Repr::Token(token) => token.parse().unwrap_or(0.0),
        }
    }

    /// The integer, if the token is one without decimal point or exponent.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Integer(integer) => Some(*integer),
            Repr::Token(token) => token.parse().ok(),
        }
    }

    /// The number as an offset or a count, see [`SafeInteger`].
    ///
    /// # Errors
    ///
    /// [`IntegerError`].
    pub fn as_u64_safe(&self) -> Result<SafeInteger, IntegerError> {
        match &self.0 {
            Repr::Integer(integer) => match u64::try_from(*integer) {
                Ok(value) if value <= MAX_SAFE_OFFSET => Ok(SafeInteger {
                    value,
                    written_as_float: false,
                }),
                Ok(_) => Err(IntegerError::TooLarge),
                Err(_) => Err(IntegerError::Negative),
            },
            Repr::Token(token) => safe_integer(token),
        }
    }

    /// The number as a difference or a moment, see [`SignedInteger`].
    pub(crate) fn as_i64_safe(&self) -> Result<SignedInteger, IntegerError> {
        signed_integer(&self.token())
    }

    /// The integer, if it is not below 0, fits 63 bits and has no decimal point and no exponent.
    pub(crate) fn plain(&self) -> Option<u64> {
        match &self.0 {
            Repr::Integer(integer) => u64::try_from(*integer).ok(),
            Repr::Token(_) => None,
        }
    }

    /// The form of RFC 8785: that of ECMAScript's `Number::toString`, of the
    /// nearest double. Integers beyond 2^53 − 1 and digits beyond the
    /// seventeenth are rounded, as that RFC demands; the reader reports a lint
    /// for such a number.
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        self.write_canonical(&mut out);
        out
    }

    pub(crate) fn write_canonical(&self, out: &mut String) {
        match &self.0 {
            Repr::Integer(integer) if integer.unsigned_abs() <= MAX_SAFE_OFFSET => {
                write_integer(out, *integer);
            }
            Repr::Integer(_) => write_double(out, self.as_f64()),
            Repr::Token(token) => write_canonical_token(out, token),
        }
    }

    /// Appends the token.
    pub(super) fn write(&self, out: &mut String) {
        match &self.0 {
            Repr::Integer(integer) => write_integer(out, *integer),
            Repr::Token(token) => out.push_str(token),
        }
    }
}

/// The integer that a token is the shortest form of.
fn short_integer(token: &str) -> Option<i64> {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let negative = digits.len() < token.len();
    if digits.len() > 18 || (negative && digits.starts_with('0')) {
        // Nineteen digits may or may not fit.
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        return token.parse().ok().filter(|_| plain && digits.len() == 19);
    }
    let mut integer = 0i64;
    for byte in digits.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        integer = integer * 10 + i64::from(digit);
    }
    Some(if negative { -integer } else { integer })
}

fn write_integer(out: &mut String, integer: i64) {
    if integer < 0 {
        out.push('-');
    }
    write_digits(out, integer.unsigned_abs());
}

/// Appends the canonical form of a count or an offset.
pub(crate) fn write_count(out: &mut String, count: u64) {
    if count <= MAX_SAFE_OFFSET {
        write_digits(out, count);
    } else {
        Number::from(count).write_canonical(out);
    }
}

fn write_digits(out: &mut String, number: u64) {
    let mut digits = [0u8; 20];
    let mut rest = number;
    let mut length = 0;
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        length += 1;
        if rest == 0 {
            break;
        }
    }
    let digits = digits.get(20 - length..).unwrap_or_default();
    out.push_str(core::str::from_utf8(digits).unwrap_or_default());
}

fn write_double(out: &mut String, value: f64) {
    out.push_str(ryu_js::Buffer::new().format_finite(value));
}

/// Appends the canonical form of a token that the reader accepted.
pub(super) fn write_canonical_token(out: &mut String, token: &str) {
    match short_integer(token) {
        Some(integer) if integer.unsigned_abs() <= MAX_SAFE_OFFSET => out.push_str(token),
        _ => write_double(out, token.parse().unwrap_or(0.0)),
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Integer(integer) => write!(f, "{integer}"),
            Repr::Token(token) => f.write_str(token),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl core::str::FromStr for Number {
    type Err = JsonError;

    fn from_str(token: &str) -> Result<Self, JsonError> {
        Self::parse(token)
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Number {
            fn from(value: $integer) -> Self {
                match i64::try_from(value) {
                    Ok(integer) => Self(Repr::Integer(integer)),
                    Err(_) => Self(Repr::Token(value.to_string().into())),
                }
            }
        }
    )*};
}
from_integer!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

/// An integer from 0 to 2^53 − 1, as offsets and counts are (rules J2, J3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SafeInteger {
    /// The integer.
    pub value: u64,
    /// It was written with a decimal point or an exponent: `42.0`, `4.2e1`.
    /// Worth the lint `INTEGER_AS_FLOAT`; canonical form writes `42`.
    pub written_as_float: bool,
}

/// An integer of either sign, of ±(2^53 − 1) at most; the sign of a zero says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SignedInteger {
    pub(crate) value: i64,
    /// As that of [`SafeInteger`].
    pub(crate) written_as_float: bool,
}

/// Why a value is not a [`SafeInteger`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IntegerError {
    /// `NOT_A_NUMBER`: a string, a boolean, ...
    #[error("not a number")]
    NotANumber,
    /// `NOT_AN_INTEGER`: `1.5`
    #[error("not an integer")]
    NotIntegral,
    /// `NEGATIVE_OFFSET`: `-1`
    #[error("negative")]
    Negative,
    /// `NEGATIVE_ZERO`: `-0`
    #[error("negative zero")]
    NegativeZero,
    /// `UNSAFE_INTEGER`: greater than 2^53 − 1
    #[error("greater than 2^53 − 1")]
    TooLarge,
}

impl IntegerError {
    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotANumber => "NOT_A_NUMBER",
            Self::NotIntegral => "NOT_AN_INTEGER",
            Self::Negative => "NEGATIVE_OFFSET",
            Self::NegativeZero => "NEGATIVE_ZERO",
            Self::TooLarge => "UNSAFE_INTEGER",
        }
    }
}

/// The digits of a token: `digits` × 10^`exponent`, without zeros at the end or
/// the beginning of the digits; zero has none.
struct Decimal {
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn of(token: &str) -> Self {
        let token = token.strip_prefix('-').unwrap_or(token);
        let (mantissa, power) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // An exponent of more than 18 digits is beyond any text's length: the
        // digits cannot make up for it, whatever its exact value.
        let power = power.parse::<i64>().unwrap_or(if power.starts_with('-') {
            i64::MIN / 2
        } else {
            i64::MAX / 2
        });
        let mut digits = String::with_capacity(integer.len() + fraction.len());
        digits.push_str(integer);
        digits.push_str(fraction);
        let trimmed = digits.trim_end_matches('0');
        let dropped = digits.len() - trimmed.len();
        let shift =
            i64::try_from(dropped).unwrap_or(0) - i64::try_from(fraction.len()).unwrap_or(0);
        let digits: String = trimmed.trim_start_matches('0').into();
        let exponent = if digits.is_empty() {
            0
        } else {
            power.saturating_add(shift)
        };
        Self { digits, exponent }
    }
}

/// Whether a trip through a double leaves the number what it is: an integer the
/// same integer, a fraction the same to seventeen significant digits. `None`
/// when the double would be infinite. Time O(length).
pub(super) fn survives_double(token: &str) -> Option<bool> {
    let (mantissa, power) = token.split_once(['e', 'E']).unwrap_or((token, ""));
    let short_power = power.trim_start_matches(['+', '-']).len() <= 2;
    if mantissa.contains('.') && short_power {
        let digits = mantissa.bytes().filter(u8::is_ascii_digit);
        if digits.skip_while(|&digit| digit == b'0').count() <= DIGITS_OF_A_DOUBLE {
            return Some(true);
        }
    }
    let double: f64 = token.parse().ok()?;
    if !double.is_finite() {
        return None;
    }
    let mut buffer = ryu_js::Buffer::new();
    let shortest = buffer.format_finite(double);
    if shortest == token {
        return Some(true);
    }
    let (before, after) = (Decimal::of(token), Decimal::of(shortest));
    Some(before.digits == after.digits && before.exponent == after.exponent)
}

/// Reads a token as an integer from 0 to 2^53 − 1. Time O(length).
pub(super) fn safe_integer(token: &str) -> Result<SafeInteger, IntegerError> {
    let negative = token.starts_with('-');
    let Decimal { digits, exponent } = Decimal::of(token);
    if digits.is_empty() && negative {
        return Err(IntegerError::NegativeZero);
    }
    if exponent < 0 {
        return Err(IntegerError::NotIntegral);
    }
    if negative {
        return Err(IntegerError::Negative);
    }
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if exponent.saturating_add(length) > 16 {
        return Err(IntegerError::TooLarge);
    }
    let power = 10u64.saturating_pow(u32::try_from(exponent).unwrap_or(u32::MAX));
    let value = digits
        .bytes()
        .fold(0u64, |sum, digit| sum * 10 + u64::from(digit & 0xf))
        .saturating_mul(power);
    if value > MAX_SAFE_OFFSET {
        return Err(IntegerError::TooLarge);
    }
    Ok(SafeInteger {
        value,
        written_as_float: token.contains(['.', 'e', 'E']),
    })
}

/// Reads a token as an integer of either sign: what is left of it without the sign has to be
/// what [`safe_integer`] takes. Time O(length).
pub(super) fn signed_integer(token: &str) -> Result<SignedInteger, IntegerError> {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let size = safe_integer(digits)?;
    let value = i64::try_from(size.value).map_err(|_| IntegerError::TooLarge)?;
    Ok(SignedInteger {
        value: if digits.len() < token.len() {
            -value
        } else {
            value
        },
        written_as_float: size.written_as_float,
    })
}
