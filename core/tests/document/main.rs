//! What the documents of every dialect become, and what is said of them: the laws over what real
//! tools printed (`laws`), and each tool and each rule by itself. The laws are:
//!
//! 1. An envelope is its own envelope, and what we write is read again without complaint.
//! 2. A document comes home as it was, unknown members included.
//! 3. A conversion tells what became of each value, and never loses one in silence.
//! 4. A column changes its unit only with the text of its line, or with proof of it.
//! 5. Whether a document is right does not depend on how much is told of it.
//!
//! A sixth, that all hosts give the same bytes, is for the suite in `tests/`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod answers;
mod argon;
mod asked;
mod build;
mod build_names;
mod changed_files;
mod contradicted;
mod conversion;
mod derived;
mod detective;
mod either_text;
mod envelope;
mod every_error;
#[path = "../fixtures/mod.rs"]
mod fixtures;
mod flat_members;
mod generated;
mod graphs;
mod judged;
mod laws;
mod lines_beside;
mod llmgrep;
mod long_lists;
mod losses;
mod mentions;
mod miscounted;
mod misspelt;
mod one_less;
mod one_more;
mod outline;
mod pages;
mod passages;
mod payloads;
mod possible;
mod printed;
mod proofs;
mod properties;
mod random;
mod recognised;
mod requests;
mod rules;
mod seeds;
mod spelling;
mod splice;
mod stale;
mod unplaced;
mod untold;
mod verbs;
mod whose_version;
mod wrong_kind;
mod wrong_members;
