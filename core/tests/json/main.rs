//! What the JSON room promises, held to its public functions; one file a subject.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

mod accepted;
mod bombs;
mod canonical;
mod laws;
mod lines;
mod pointers;
mod refused;
mod suite;
mod values;
