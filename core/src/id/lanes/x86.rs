//! The compression function compiled for wide x86 registers, behind types that
//! prove that the CPU has them.

// A value is the proof, whether it is looked at or not.
#![allow(clippy::unused_self)]

use super::hash;
use crate::id::message::Message;

cpufeatures::new!(avx512, "avx512f");
cpufeatures::new!(avx2, "avx2");
cpufeatures::new!(sha, "sha", "sse4.1");

/// Whether `sha2` finds SHA instructions.
pub(in crate::id) fn has_sha() -> bool {
    sha::get()
}

/// Sixteen lanes. Exists only where the CPU and the system have AVX-512F.
#[derive(Debug, Clone, Copy)]
pub(in crate::id) struct Avx512(());

impl Avx512 {
    pub(in crate::id) fn detect() -> Option<Self> {
        avx512::get().then_some(Self(()))
    }

    pub(in crate::id) fn hash(self, messages: &[Message; 16]) -> [[u8; 16]; 16] {
        #[target_feature(enable = "avx512f")]
        fn wide(messages: &[Message; 16]) -> [[u8; 16]; 16] {
            hash(messages)
        }
        // SAFETY: `wide` needs AVX-512F and nothing else; `self` cannot be made
        // where `detect` did not find it.
        unsafe { wide(messages) }
    }
}

/// Eight lanes. Exists only where the CPU and the system have AVX2.
#[derive(Debug, Clone, Copy)]
pub(in crate::id) struct Avx2(());

impl Avx2 {
    pub(in crate::id) fn detect() -> Option<Self> {
        avx2::get().then_some(Self(()))
    }

    pub(in crate::id) fn hash(self, messages: &[Message; 8]) -> [[u8; 16]; 8] {
        #[target_feature(enable = "avx2")]
        fn wide(messages: &[Message; 8]) -> [[u8; 16]; 8] {
            hash(messages)
        }
        // SAFETY: `wide` needs AVX2 and nothing else; `self` cannot be made
        // where `detect` did not find it.
        unsafe { wide(messages) }
    }
}
