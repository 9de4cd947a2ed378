//! Texts that JavaScript itself writes into the memory of the module, as UTF-8: that saves a copy,
//! and an allocation for each text.

use std::cell::RefCell;
use std::ops::Deref;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::error::Result;
use crate::memory;

thread_local! {
    /// Where JavaScript writes texts itself. Empty while a call reads one.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where room for so many bytes is. It stays there, with what is written into it, until
/// more is asked for.
#[wasm_bindgen(js_name = makeRoom)]
pub fn make_room(length: usize) -> Result<usize> {
    ROOM.with_borrow_mut(|room| {
        if room.len() < length {
            let more = length.checked_next_power_of_two().unwrap_or(length);
            *room = Vec::new();
            *room = memory::reserve(more)?;
            room.resize(more, 0);
        }
        Ok(room.as_ptr() as usize)
    })
}

/// The room as JavaScript sees it, until there is another one or memory grows.
#[wasm_bindgen]
pub fn room() -> Uint8Array {
    ROOM.with_borrow_mut(|room| {
        // SAFETY: nothing here reads or writes the room while JavaScript writes into it:
        // one of both runs at a time.
        #[allow(unsafe_code)]
        unsafe {
            Uint8Array::view_mut_raw(room.as_mut_ptr(), room.len())
        }
    })
}

/// A text of JavaScript.
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// How many bytes of the room it has, if it is there.
    lent: Option<usize>,
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let end = self.lent.unwrap_or(self.bytes.len());
        self.bytes.get(..end).unwrap_or_default()
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        if self.lent.is_some() {
            ROOM.set(std::mem::take(&mut self.bytes));
        }
    }
}

/// The bytes of an array; or, of a number, so many bytes of the room.
///
/// # Errors
///
/// `TEXT_TOO_LARGE` if there is no memory for a copy.
pub(crate) fn text(text: &JsValue) -> Result<Text> {
    // What is no offset is 0; the package passes none.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let lent = text.as_f64().map(|length| length as usize);
    let bytes = match lent {
        Some(length) => {
            memory::prepare(length);
            ROOM.take()
        }
        None => memory::document(text.unchecked_ref())?,
    };
    Ok(Text { bytes, lent })
}
