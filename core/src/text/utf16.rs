//! Strings of UTF-16 code units, as JavaScript, Java and Windows keep them, into
//! text. Refused if ill-formed, never repaired (P21).

use alloc::string::String;
use alloc::vec::Vec;

use super::TextError;

#[cfg(test)]
mod tests;

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
    let mut text = Utf16Text::with_capacity(units.len());
    text.push(units)?;
    let bytes = text.finish()?;
    // Never lossy: what the encoder below writes is UTF-8.
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

/// A text that arrives piece by piece in UTF-16, and is kept in UTF-8.
///
/// A host that can copy UTF-16 cheaply but not a whole long string at once (a
/// JavaScript string, whose units are copied into a small buffer that stays in
/// the processor's cache) pushes the pieces in order. A surrogate pair may be
/// split between two pieces. Units that are ASCII are copied sixteen at a time.
///
/// # Examples
///
/// ```
/// use llm_types::Utf16Text;
///
/// let mut text = Utf16Text::default();
/// text.push(&[0x61, 0xD83D])?;
/// text.push(&[0xDE00])?;
/// assert_eq!(text.finish()?, "a😀".as_bytes());
/// # Ok::<(), llm_types::TextError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Utf16Text {
    bytes: Vec<u8>,
    /// Units pushed so far.
    units: u64,
    /// The high surrogate at the end of what was pushed, waiting for its partner.
    high: Option<u16>,
}

/// Units that are looked at together.
const BLOCK: usize = 16;

impl Utf16Text {
    /// An empty text with room for `units` units of ASCII.
    pub fn with_capacity(units: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(units),
            ..Self::default()
        }
    }

    /// An empty text that grows in `buffer`, whose contents are dropped. For a host
    /// that asked for the memory itself, to be told when there is none.
    pub fn in_buffer(mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        Self {
            bytes: buffer,
            ..Self::default()
        }
    }

    /// Adds the next units. Time O(n).
    ///
    /// # Errors
    ///
    /// `ILL_FORMED` with the offset of the first lone surrogate, counted from the
    /// first unit of the first piece. The text must not be used afterwards.
    pub fn push(&mut self, units: &[u16]) -> Result<(), TextError> {
        // Three bytes a unit is the worst case; most texts take far less, so the
        // room grows with the text and not ahead of it.
        self.bytes.reserve(units.len());
        let (blocks, rest) = units.as_chunks::<BLOCK>();
        for block in blocks {
            if self.high.is_none() && block.iter().fold(0, |all, unit| all | unit) < 0x80 {
                self.bytes.extend_from_slice(&block.map(low_byte));
                self.units += BLOCK as u64;
            } else {
                self.push_each(block)?;
            }
        }
        self.push_each(rest)
    }

    /// The text in UTF-8.
    ///
    /// # Errors
    ///
    /// `ILL_FORMED` if the last unit was a high surrogate.
    pub fn finish(self) -> Result<Vec<u8>, TextError> {
        if self.high.is_some() {
            return Err(TextError::IllFormed {
                unit: self.units.saturating_sub(1),
            });
        }
        let mut bytes = self.bytes;
        // A text of three-byte characters has doubled its room to the end.
        bytes.shrink_to_fit();
        Ok(bytes)
    }

    #[inline]
    fn push_each(&mut self, units: &[u16]) -> Result<(), TextError> {
        for &unit in units {
            match (self.high.take(), unit) {
                (None, 0..0x80) => self.bytes.push(low_byte(unit)),
                (None, 0x80..0x800) => self.bytes.extend_from_slice(&[
                    0xC0 | low_byte(unit >> 6),
                    continuation(u32::from(unit)),
                ]),
                (None, 0xD800..0xDC00) => self.high = Some(unit),
                (None, 0xDC00..0xE000) => {
                    return Err(TextError::IllFormed { unit: self.units });
                }
                (None, _) => self.bytes.extend_from_slice(&[
                    0xE0 | low_byte(unit >> 12),
                    continuation(u32::from(unit) >> 6),
                    continuation(u32::from(unit)),
                ]),
                (Some(high), 0xDC00..0xE000) => {
                    let high = u32::from(high & 0x3FF);
                    let scalar = 0x1_0000 + (high << 10 | u32::from(unit & 0x3FF));
                    self.bytes.extend_from_slice(&[
                        0xF0 | low_byte((scalar >> 18) as u16),
                        continuation(scalar >> 12),
                        continuation(scalar >> 6),
                        continuation(scalar),
                    ]);
                }
                (Some(_), _) => {
                    return Err(TextError::IllFormed {
                        unit: self.units.saturating_sub(1),
                    });
                }
            }
            self.units += 1;
        }
        Ok(())
    }
}

#[allow(clippy::cast_possible_truncation)]
fn low_byte(unit: u16) -> u8 {
    unit as u8
}

/// A continuation byte with the six lowest bits.
#[allow(clippy::cast_possible_truncation)]
fn continuation(bits: u32) -> u8 {
    0x80 | (bits & 0x3F) as u8
}
