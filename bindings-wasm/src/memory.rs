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

/// A copy of the bytes of a document, for which memory is made ready.
///
/// # Errors
///
/// `TEXT_TOO_LARGE` if there is no memory for it.
pub(crate) fn document(array: &Uint8Array) -> Result<Vec<u8>> {
    prepare(array.length() as usize);
    bytes(array)
}

/// Lets memory grow at once to what a document of so many bytes may take. It would grow by the
/// page otherwise, and each time V8 collects all garbage: the first draft of 80,000 matches
/// took four times as long as the second. What is not used is not touched.
pub(crate) fn prepare(length: usize) {
    /// Bytes of memory for each of a document.
    const EACH: usize = 32;
    /// More than that is never asked for ahead, and less than this is not worth it.
    const MOST: usize = 1 << 28;
    const LEAST: usize = 1 << 21;
    let wanted = length.saturating_mul(EACH).min(MOST);
    if wanted >= LEAST && wanted > size() {
        // What does not fit grows as it is needed, or is refused then.
        core::hint::black_box(reserve(wanted).ok());
    }
}

/// Bytes of the memory of the module.
#[cfg(target_arch = "wasm32")]
fn size() -> usize {
    const PAGE: usize = 1 << 16;
    core::arch::wasm32::memory_size(0).saturating_mul(PAGE)
}

/// Elsewhere memory is that of the system.
#[cfg(not(target_arch = "wasm32"))]
const fn size() -> usize {
    usize::MAX
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
