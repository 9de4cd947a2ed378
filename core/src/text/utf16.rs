//! Strings of UTF-16 code units, as JavaScript, Java and Windows keep them, into
//! text. Refused if ill-formed, never repaired (P21).

use alloc::string::String;

use super::TextError;

/// The text that `units` spells.
///
/// A lone surrogate has no UTF-8 form. Encoders that write U+FFFD for it put
/// three bytes where the host has one unit, which moves every later offset.
/// Time O(n).
///
/// # Errors
///
/// `ILL_FORMED` with the offset, in UTF-16 code units, of the first lone surrogate.
///
/// # Examples
///
/// ```
/// use llm_types::{TextError, text_from_utf16};
///
/// assert_eq!(text_from_utf16(&[0x61, 0xD83D, 0xDE00]).as_deref(), Ok("a😀"));
/// assert_eq!(text_from_utf16(&[0x61, 0xD83D]), Err(TextError::IllFormed { unit: 1 }));
/// ```
pub fn text_from_utf16(units: &[u16]) -> Result<String, TextError> {
    // Every unit takes at least one byte; most texts of hosts take no more.
    let mut text = String::with_capacity(units.len());
    let mut unit = 0;
    for decoded in char::decode_utf16(units.iter().copied()) {
        let Ok(character) = decoded else {
            return Err(TextError::IllFormed { unit });
        };
        unit += character.len_utf16() as u64;
        text.push(character);
    }
    Ok(text)
}
