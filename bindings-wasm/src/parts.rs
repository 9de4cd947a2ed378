//! Results in parts: a long text crosses as one string, and changes stay here until
//! somebody looks at them.
//!
//! What stays here is freed by the garbage collector, but not before the event loop
//! turns. A program that never lets it turn gets JSON text instead, once much has
//! gathered: strings are freed at once.

use core::sync::atomic::{AtomicU64, Ordering};

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Bytes of changes that may wait for the garbage collector.
const MOST: u64 = 64 << 20;

static WAITING: AtomicU64 = AtomicU64::new(0);

#[wasm_bindgen]
extern "C" {
    /// A result, and what is large of it by itself: `head`, the rest as JSON text;
    /// `text`; and `changes`, as they are or as JSON text. What there is not is left out.
    #[wasm_bindgen(typescript_type = "{ head: string, text?: string, changes?: Changes | string }")]
    pub type Parts;
}

/// The parts of a result.
pub(crate) fn parts(result: impl Into<llm_types::parts::Parts>) -> Parts {
    let parts = result.into();
    let object = Object::new();
    let put = |name: &str, value: JsValue| {
        // Fails for an object that takes no members; this one does.
        let _ = Reflect::set(&object, &name.into(), &value);
    };
    put("head", parts.head.into());
    if let Some(text) = parts.text {
        put("text", text.into());
    }
    if !parts.changes.is_empty() {
        put("changes", waiting(parts.changes));
    }
    object.unchecked_into()
}

fn waiting(changes: llm_types::Changes) -> JsValue {
    let size = changes.memory();
    if WAITING.load(Ordering::Relaxed).saturating_add(size) > MOST {
        return changes.to_json().into();
    }
    WAITING.fetch_add(size, Ordering::Relaxed);
    Changes { changes, size }.into()
}

/// Changes that nobody has looked at yet.
#[wasm_bindgen]
pub struct Changes {
    changes: llm_types::Changes,
    size: u64,
}

#[wasm_bindgen]
impl Changes {
    /// All of them, as JSON text.
    pub fn json(&self) -> String {
        self.changes.to_json()
    }
}

impl Drop for Changes {
    fn drop(&mut self) {
        WAITING.fetch_sub(self.size, Ordering::Relaxed);
    }
}
