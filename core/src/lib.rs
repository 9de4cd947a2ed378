//! One envelope, one span, one id, one diagnostic.
//!
//! This crate is the core of `llm-types`: everything that the four hosts (Rust,
//! Node, WebAssembly, Python) share, and nothing that touches the outside
//! world. It has no files, no clock, no randomness and no global state; the
//! compiler proves it, because the crate is `no_std` and is built for a target
//! without an operating system.
#![no_std]
#![forbid(unsafe_op_in_unsafe_fn)]

extern crate alloc;

pub mod error;
pub mod rule;

pub use error::Error;
pub use rule::{Level, Rule, explain};
