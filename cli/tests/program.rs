//! The program as its users run it: arguments in; streams and exit code out.
//!
//! One module for each command. The texts that are shown are compared to the
//! letter, because a caret in the wrong column is wrong.

// `SNAPSHOTS=overwrite` writes the texts with hashes; helpers of tests may
// panic like tests.
#![allow(clippy::needless_raw_string_hashes, clippy::expect_used)]

mod program {
    pub(crate) mod run;

    mod checksum;
    mod detective;
    mod documents;
    mod edit;
    mod edit_carry;
    mod edit_paths;
    mod edit_stop;
    mod edit_told;
    mod edit_undo;
    mod enrich;
    mod explain;
    mod fixes;
    mod json;
    mod long_texts;
    mod match_findings;
    mod positions;
    // Other systems have no such names.
    #[cfg(target_os = "linux")]
    mod raw_names;
    mod selector;
    mod several;
    mod sources;
    mod span_id;
    mod streams;
    mod typed;
    mod unread;
    mod workflows;
}
