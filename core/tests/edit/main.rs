//! The laws of edits (E1 to E14 of the field's rules): against a model that knows only
//! characters, and against what the real tools asked for and answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod again;
mod carry;
#[path = "../fixtures/mod.rs"]
mod fixtures;
mod laws;
mod messages;
mod printed;
mod rebase;
mod refusals;
mod twice;
