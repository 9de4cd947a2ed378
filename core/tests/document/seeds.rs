//! Every fenced JSON block of the seeds: which dialect it is taken for, or where it is
//! no JSON.
//!
//! The blocks are what `tests/fixtures/seeds` holds, by seed and in their order there.
//! A sketch (`...`, a comment) is refused at the byte where Python's `json` stops, too;
//! the code says what stands there. A fragment (a span, a block of one) is no document
//! of any tool: nothing is said of it, or what is likeliest without being enough.

use std::fs;
use std::path::PathBuf;

use super::fixtures::root;
use llm_types::{
    ConvertOptions, NormalizeOptions, ValidateOptions, canonicalize, convert, detect, normalize,
    validate,
};

/// What is expected of a block.
enum Block {
    /// A document of this dialect.
    Of(&'static str),
    /// JSON, but no document that can be told.
    Fragment,
    /// No JSON: the code, the line from 1, and the column from 0.
    Sketch(&'static str, u64, u64),
}

use Block::{Fragment, Of, Sketch};

const SEED_000: [Block; 26] = [
    Sketch("UNEXPECTED_CHARACTER", 3, 0),
    Sketch("UNEXPECTED_CHARACTER", 3, 0),
    Sketch("BAD_NUMBER", 5, 12),
    Sketch("BAD_NUMBER", 12, 10),
    Fragment,
    Fragment,
    Fragment,
    Sketch("COMMENT", 2, 10),
    Sketch("COMMENT", 2, 10),
    Sketch("COMMENT", 2, 10),
    Sketch("COMMENT", 2, 10),
    Sketch("COMMENT", 2, 10),
    Fragment,
    Of("unified"),
    Sketch("COMMENT", 8, 10),
    Of("unified"),
    Of("unified"),
    Of("llmastsearch"),
    Of("llmtransform"),
    Of("llmfilewrite"),
    Of("llmfilewrite"),
    Of("unified"),
    // Its match has a UUID, which Magellan never prints.
    Of("unified"),
    Of("unified"),
    Of("unified"),
    Of("llmastsearch"),
];

const SEED_001: [Block; 8] = [
    Sketch("BAD_NUMBER", 5, 16),
    Sketch("BAD_NUMBER", 9, 14),
    Sketch("BAD_NUMBER", 9, 12),
    Sketch("BAD_NUMBER", 4, 14),
    Sketch("BAD_NUMBER", 9, 19),
    Of("llmfilewrite"),
    Sketch("BAD_NUMBER", 4, 24),
    Sketch("BAD_NUMBER", 3, 14),
];

const SEED_002: [Block; 22] = [
    Sketch("COMMENT", 7, 12),
    Fragment,
    Sketch("COMMENT", 3, 12),
    Sketch("COMMENT", 3, 12),
    Of("magellan"),
    Sketch("COMMENT", 2, 15),
    Sketch("COMMENT", 2, 15),
    Sketch("COMMENT", 2, 18),
    Sketch("BAD_NUMBER", 2, 41),
    Of("magellan"),
    Of("magellan"),
    Sketch("COMMENT", 3, 13),
    Fragment,
    Fragment,
    Fragment,
    Fragment,
    Fragment,
    Fragment,
    Fragment,
    Fragment,
    Fragment,
    Sketch("COMMENT", 9, 18),
];

const SEED_003: [Block; 8] = [
    Of("mdsel"),
    Of("mdsel"),
    Of("mdsel"),
    Of("mdsel"),
    Of("mdsel"),
    Of("mdsel"),
    Of("mdsel"),
    Fragment,
];

const SEEDS: [(&str, &[Block]); 4] = [
    ("000", &SEED_000),
    ("001", &SEED_001),
    ("002", &SEED_002),
    ("003", &SEED_003),
];

fn folder(seed: &str) -> PathBuf {
    root().join("seeds").join(seed)
}

/// Every block with its name and what is expected of it.
fn blocks() -> impl Iterator<Item = (String, Vec<u8>, &'static Block)> {
    SEEDS.iter().flat_map(|(seed, expected)| {
        let files = fs::read_dir(folder(seed)).unwrap().count();
        assert_eq!(files, expected.len(), "blocks of seed {seed}");
        (0..).zip(*expected).map(move |(at, block)| {
            let name = format!("{at:02}.json");
            let text = fs::read(folder(seed).join(&name)).unwrap();
            (format!("{seed}/{name}"), text, block)
        })
    })
}

#[test]
fn every_block_is_detected_or_refused_at_its_place() {
    let mut wrong = Vec::new();
    let (mut documents, mut fragments, mut sketches) = (0, 0, 0);
    for (name, text, expected) in blocks() {
        let said = match detect(&text) {
            Ok(found) => {
                let rivals: Vec<String> = found
                    .candidates
                    .iter()
                    .map(|one| format!("{} {}", one.dialect, one.score))
                    .collect();
                (found.dialect, None, found.near_tie, rivals.join(", "))
            }
            Err(error) => {
                let report = error.report();
                let place = (report.code, report.line.unwrap(), report.column.unwrap());
                (None, Some(place), false, String::new())
            }
        };
        let fits = match expected {
            Of(dialect) => {
                documents += 1;
                said.0.as_deref() == Some(*dialect) && !said.2
            }
            Fragment => {
                fragments += 1;
                said.0.is_none() && said.1.is_none()
            }
            Sketch(code, line, column) => {
                sketches += 1;
                said.1 == Some((*code, *line, *column))
            }
        };
        if !fits {
            wrong.push(format!("{name}: {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Contradiction I5: 26 of the 64 blocks are not JSON.
    assert_eq!((documents + fragments + sketches, sketches), (64, 26));
}

#[test]
fn every_document_becomes_an_envelope_and_goes_home() {
    for (name, text, expected) in blocks() {
        let Of(dialect) = expected else {
            continue;
        };
        let options = NormalizeOptions {
            origin: true,
            ..Default::default()
        };
        let normalized = normalize(&text, &options).unwrap();
        let again = normalize(normalized.text.as_bytes(), &options).unwrap();
        assert_eq!(again.text, normalized.text, "{name}");
        assert!(again.changes.is_empty(), "{name}: {:?}", again.changes);
        normalized.typed().unwrap();
        let home = convert(
            normalized.text.as_bytes(),
            dialect,
            &ConvertOptions::default(),
        )
        .unwrap();
        assert_eq!(
            canonicalize(home.text.as_bytes()).unwrap(),
            canonicalize(&text).unwrap(),
            "{name}"
        );
        assert_eq!(home.losses[0].kind, "exact", "{name}: {:?}", home.losses);
    }
}

/// A sketch is refused by every verb alike, with the same code.
#[test]
fn no_verb_repairs_a_sketch() {
    for (name, text, expected) in blocks() {
        let Sketch(code, ..) = expected else { continue };
        let refused = normalize(&text, &NormalizeOptions::default()).unwrap_err();
        assert_eq!(refused.code(), *code, "{name}");
        let validation = validate(&text, &ValidateOptions::default());
        assert_eq!(validation.diagnostics[0].code, *code, "{name}");
    }
}
