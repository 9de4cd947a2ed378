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
        let mut rest = self.complete(units)?;
        while !rest.is_empty() {
            rest = self.push_ascii(rest);
            rest = self.push_three(rest);
            rest = self.push_some(rest, units.len())?;
        }
        self.units += units.len() as u64;
        Ok(())
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

    /// Gives the high surrogate that waits its partner; what follows is returned.
    fn complete<'u>(&mut self, units: &'u [u16]) -> Result<&'u [u16], TextError> {
        let Some(high) = self.high else {
            return Ok(units);
        };
        match units {
            [] => Ok(units),
            [low @ 0xDC00..=0xDFFF, rest @ ..] => {
                self.high = None;
                self.bytes.extend_from_slice(&pair(high, *low));
                Ok(rest)
            }
            _ => Err(TextError::IllFormed {
                unit: self.units.saturating_sub(1),
            }),
        }
    }

    /// ASCII, as far as it goes in whole blocks.
    #[inline]
    fn push_ascii<'u>(&mut self, mut units: &'u [u16]) -> &'u [u16] {
        while let Some((block, rest)) = units.split_first_chunk::<BLOCK>()
            && block.iter().fold(0, |all, unit| all | unit) < 0x80
        {
            self.bytes.extend_from_slice(&block.map(low_byte));
            units = rest;
        }
        units
    }

    /// Characters of three bytes, four at a time, as far as they go: most of Chinese,
    /// Japanese, Korean and Hindi text.
    #[inline]
    fn push_three<'u>(&mut self, mut units: &'u [u16]) -> &'u [u16] {
        while let Some((four, rest)) = units.split_first_chunk::<4>()
            && four.iter().fold(true, |all, unit| all & is_three(*unit))
        {
            self.bytes.extend_from_slice(four.map(three).as_flattened());
            units = rest;
        }
        units
    }

    /// A few characters of any kind, one by one. `total` is how many units the piece
    /// had, to say where a lone surrogate stands.
    #[inline]
    fn push_some<'u>(
        &mut self,
        mut units: &'u [u16],
        total: usize,
    ) -> Result<&'u [u16], TextError> {
        for _ in 0..4 {
            units = match units {
                [] => break,
                [unit @ 0..0x80, rest @ ..] => {
                    self.bytes.push(low_byte(*unit));
                    rest
                }
                [unit @ 0x80..0x800, rest @ ..] => {
                    let (first, last) = (low_byte(unit >> 6), u32::from(*unit));
                    self.bytes
                        .extend_from_slice(&[0xC0 | first, continuation(last)]);
                    rest
                }
                [high @ 0xD800..0xDC00, low @ 0xDC00..0xE000, rest @ ..] => {
                    self.bytes.extend_from_slice(&pair(*high, *low));
                    rest
                }
                [high @ 0xD800..0xDC00] => {
                    self.high = Some(*high);
                    break;
                }
                [0xD800..0xE000, ..] => {
                    let before = total.saturating_sub(units.len()) as u64;
                    return Err(TextError::IllFormed {
                        unit: self.units.saturating_add(before),
                    });
                }
                [unit, rest @ ..] => {
                    self.bytes.extend_from_slice(&three(*unit));
                    rest
                }
            };
        }
        Ok(if self.high.is_some() { &[] } else { units })
    }
}

/// The four bytes of a surrogate pair.
fn pair(high: u16, low: u16) -> [u8; 4] {
    let scalar = 0x1_0000 + (u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF));
    [
        0xF0 | low_byte((scalar >> 18) as u16),
        continuation(scalar >> 12),
        continuation(scalar >> 6),
        continuation(scalar),
    ]
}

/// Whether a unit is a character by itself, and takes three bytes.
fn is_three(unit: u16) -> bool {
    unit >= 0x800 && unit & 0xF800 != 0xD800
}

fn three(unit: u16) -> [u8; 3] {
    [
        0xE0 | low_byte(unit >> 12),
        continuation(u32::from(unit) >> 6),
        continuation(u32::from(unit)),
    ]
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
