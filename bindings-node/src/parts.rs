//! Results in parts: a long text crosses as one string, and changes stay here until
//! somebody looks at them.
//!
//! What stays here is freed by the garbage collector, but not before Node's event loop
//! turns. A program that never lets it turn gets JSON text instead, once much has
//! gathered: strings are freed at once.

use std::sync::atomic::{AtomicU64, Ordering};

use napi::bindgen_prelude::Either;
use napi_derive::napi;

/// Bytes of changes that may wait for the garbage collector.
const MOST: u64 = 64 << 20;

static WAITING: AtomicU64 = AtomicU64::new(0);

/// A result, and what is large of it by itself.
#[napi(object, object_from_js = false)]
pub struct Parts {
    /// The rest, as JSON text.
    pub head: String,
    /// The text of the result, if it has one.
    pub text: Option<String>,
    /// The changes, if there are any: as they are, or as JSON text.
    pub changes: Option<Either<Changes, String>>,
}

impl<T: Into<llm_types::parts::Parts>> From<T> for Parts {
    fn from(result: T) -> Self {
        let parts = result.into();
        let changes = (!parts.changes.is_empty()).then(|| {
            let size = parts.changes.memory();
            if WAITING.load(Ordering::Relaxed).saturating_add(size) > MOST {
                return Either::B(parts.changes.to_json());
            }
            WAITING.fetch_add(size, Ordering::Relaxed);
            Either::A(Changes {
                changes: parts.changes,
                size,
            })
        });
        Self {
            head: parts.head,
            text: parts.text,
            changes,
        }
    }
}

/// Changes that nobody has looked at yet.
#[napi]
pub struct Changes {
    changes: llm_types::Changes,
    size: u64,
}

#[napi]
impl Changes {
    /// All of them, as JSON text.
    #[napi(catch_unwind)]
    pub fn json(&self) -> String {
        self.changes.to_json()
    }
}

impl Drop for Changes {
    fn drop(&mut self) {
        WAITING.fetch_sub(self.size, Ordering::Relaxed);
    }
}
