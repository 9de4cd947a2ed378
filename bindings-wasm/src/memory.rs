//! Bytes of JavaScript, copied into the module.
//!
//! The glue would copy them as well, but ends in a trap where there is no memory
//! left; here that is a refusal.

use js_sys::Uint8Array;
use llm_types::TextError;

use crate::error::Result;

/// A copy of these bytes.
///
/// # Errors
///
/// `TEXT_TOO_LARGE` if there is no memory for it.
pub(crate) fn bytes(array: &Uint8Array) -> Result<Vec<u8>> {
    let length = array.length() as usize;
    let mut copy = reserve(length)?;
    let room = copy.spare_capacity_mut();
    if let Some(room) = room.get_mut(..length) {
        array.copy_to_uninit(room);
        // SAFETY: there is room for so many bytes, and all of them were written just now.
        // Long texts would be written twice if they were made zeros before.
        #[allow(unsafe_code)]
        unsafe {
            copy.set_len(length);
        }
    }
    Ok(copy)
}

/// An empty buffer for so many bytes.
///
/// # Errors
///
/// `TEXT_TOO_LARGE` if there is no memory for it.
pub(crate) fn reserve(length: usize) -> Result<Vec<u8>> {
    let mut buffer = Vec::new();
    match buffer.try_reserve_exact(length) {
        Ok(()) => Ok(buffer),
        Err(_) => Err(TextError::TooLarge {
            bytes: length as u64,
        }
        .into()),
    }
}
