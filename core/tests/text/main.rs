//! The laws of positions (P1 to P14 of the field's rules), against an oracle that only loops.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod exhaustive;
mod golden;
mod huge;
mod oracle;
mod properties;
