//! Literal ids. None of the expectations was made by this crate: they come from
//! runs of the tools, and from the definitions computed in Python.

use super::*;
use alloc::vec::Vec;

/// path, start, end, then the id in each scheme.
const VECTORS: &[(&str, u64, u64, [&str; 3])] = &[
    (
        "src/main.rs",
        42,
        100,
        ["7b5b5c81a7147a21", "fc434b35b43418b6", "6c585096886d7b69"],
    ),
    (
        "src/lib.rs",
        100,
        200,
        ["318374eb7da4e671", "f3dc63bd897035c0", "43bbba9e5c2be91a"],
    ),
    (
        "./src/lib.rs",
        100,
        200,
        ["036082fcde404f12", "da73a2e4e1194733", "9ea550066dd8a63e"],
    ),
    (
        "main.rs",
        10,
        20,
        ["93c2ee22c727b126", "9b049f788a44446d", "a90d49c997c2cb65"],
    ),
];

#[test]
fn the_published_vectors_hold_in_every_scheme_one_and_many() {
    for (path, start, end, ids) in VECTORS {
        for (scheme, id) in SpanIdScheme::ALL.iter().copied().zip(ids) {
            assert_eq!(span_id_in(scheme, path, *start, *end).as_deref(), Ok(*id));
            assert_eq!(classify_span_id(id, path, *start, *end), Some(scheme));
            assert_eq!(
                classify_span_id(&id.to_uppercase(), path, *start, *end),
                Some(scheme)
            );
            assert_eq!(classify_span_id(id, path, *start, *end + 1), None);
        }
    }
    let keys: Vec<SpanKey<'_>> = VECTORS
        .iter()
        .map(|(path, start, end, _)| SpanKey {
            path,
            start: *start,
            end: *end,
        })
        .collect();
    for (scheme, column) in SpanIdScheme::ALL.iter().copied().zip(0..) {
        let ids = span_ids_in(scheme, &keys).expect("good keys");
        assert_eq!(ids.len(), VECTORS.len());
        let expected: Vec<&str> = VECTORS.iter().map(|(.., ids)| ids[column]).collect();
        assert_eq!(ids.iter().collect::<Vec<_>>(), expected);
        assert_eq!(ids.as_packed(), expected.concat());
        assert_eq!(ids.get(VECTORS.len()), None);
    }
}

#[test]
fn ids_of_real_runs_hold() {
    // magellan and splice against llmgrep, for one and the same symbol.
    let path = "/workspace/src/emoji_menu.rs";
    assert_eq!(span_id(path, 426, 500).as_deref(), Ok("72c99215a273bc8c"));
    assert_eq!(
        classify_span_id("b0fb035339312e52", path, 426, 500),
        Some(SpanIdScheme::Decimal)
    );
    assert_eq!(
        span_id("/workspace/src/dup_left.rs", 0, 77).as_deref(),
        Ok("bf418fad5e4ba7fa")
    );
}

#[test]
fn impossible_ranges_are_refused_with_the_index_of_the_key() {
    let good = SpanKey {
        path: "a",
        start: 0,
        end: 0,
    };
    let code = |scheme, start, end| {
        let bad = SpanKey {
            path: "a",
            start,
            end,
        };
        let one = span_id_in(scheme, "a", start, end).expect_err("refused");
        let many = span_ids_in(scheme, &[good, bad]).expect_err("refused");
        assert_eq!(one.code(), many.code());
        assert!(
            alloc::format!("{many}").starts_with("element 1: "),
            "{many}"
        );
        assert_eq!(classify_span_id("0123456789abcdef", "a", start, end), None);
        one.code()
    };
    assert_eq!(code(SpanIdScheme::Be64, 2, 1), "REVERSED");
    assert_eq!(code(SpanIdScheme::Be64, 0, 1 << 53), "UNSAFE_INTEGER");
    assert_eq!(code(SpanIdScheme::Decimal, 0, u64::MAX), "UNSAFE_INTEGER");
    assert_eq!(code(SpanIdScheme::Be32, 0, 1 << 32), "OFFSET_TOO_WIDE");
    assert!(span_id("a", 0, (1 << 53) - 1).is_ok());
    assert!(span_id_in(SpanIdScheme::Be32, "a", 0, (1 << 32) - 1).is_ok());
    assert!(span_ids(&[]).expect("nothing to refuse").is_empty());
}

#[test]
fn odd_spellings_are_named() {
    let codes = |id: &str| -> Vec<&str> {
        span_id_findings(id)
            .into_iter()
            .map(IdFinding::code)
            .collect()
    };
    // The examples printed in the seed documents.
    assert_eq!(codes("a1b2c3d4e5f6g7h8"), ["ID_NOT_HEX"]);
    assert_eq!(codes("xyz789abc123"), ["ID_NOT_HEX", "ID_LENGTH"]);
    assert_eq!(codes("a1b2c3d4"), ["ID_LENGTH"]);
    assert_eq!(codes("7B5B5C81A7147A21"), ["ID_UPPERCASE"]);
    assert_eq!(codes("main.rs:10:20"), ["ID_NOT_HEX", "ID_LENGTH"]);
    assert_eq!(codes(""), ["ID_EMPTY"]);
    assert_eq!(codes("550e8400-e29b-41d4-a716-446655440000"), ["ID_RANDOM"]);
    assert_eq!(codes("7b5b5c81a7147a21"), [""; 0]);
}

#[test]
fn schemes_have_words_and_a_misspelt_word_gets_a_proposal() {
    for &scheme in SpanIdScheme::ALL {
        assert_eq!(scheme.as_str().parse(), Ok(scheme));
    }
    for &scheme in MatchIdScheme::ALL {
        assert_eq!(scheme.as_str().parse(), Ok(scheme));
    }
    assert_eq!(
        "decimals".parse::<SpanIdScheme>(),
        Err(IdError::UnknownScheme {
            asked: "decimals".into(),
            nearest: Some("decimal")
        })
    );
    assert!("BE64".parse::<SpanIdScheme>().is_err());
}

#[test]
fn execution_ids_of_real_runs_are_classified() {
    use ExecutionIdKind::{HexPid, Other, Uuid};
    for (id, kind) in [
        ("6b008bad-4754", HexPid),      // magellan 1.8.0
        ("6b009e1f-10538", HexPid),     // mirage: the process id is decimal
        ("67abc123d4567-1234", HexPid), // JSON Export Format Reference
        ("67abc123d4567", Other),
        ("telemetry_6b008bad-4754", Other), // magellan 4.17.0
        ("catalog", Other),
        ("op-007", Other),
        ("", Other),
        ("dead-beef", Other),
        ("550e8400-e29b-41d4-a716-446655440000", Uuid),
        ("550E8400-E29B-41D4-A716-446655440000", Uuid),
        ("550e8400e29b41d4a716446655440000", Other),
        ("{550e8400-e29b-41d4-a716-446655440000}", Other),
    ] {
        assert_eq!(classify_execution_id(id), kind, "{id}");
    }
}

#[test]
fn made_execution_ids_are_version_4_whatever_the_bytes() {
    for random in [[0; 16], [0xff; 16], *b"0123456789abcdef"] {
        let id = execution_id(random);
        assert_eq!(classify_execution_id(&id), ExecutionIdKind::Uuid);
        assert!(execution_id_findings(&id).is_empty(), "{id}");
    }
    assert_eq!(
        execution_id([0; 16]),
        "00000000-0000-4000-8000-000000000000"
    );
    let codes = |id: &str| -> Vec<&str> {
        execution_id_findings(id)
            .into_iter()
            .map(IdFinding::code)
            .collect()
    };
    assert_eq!(
        codes("00000000-0000-0000-0000-000000000000"),
        ["UUID_NOT_V4"]
    );
    assert_eq!(codes(""), ["ID_EMPTY"]);
    assert_eq!(codes("6b008bad-4754"), [""; 0]);
}

#[test]
fn match_ids_of_real_runs_hold() {
    use MatchIdScheme::{Sha256, Siphash, SiphashRef};
    for (scheme, id, name, path, start, end) in [
        // magellan 1.8.0; the first has 15 digits, because zeros are not padded.
        (
            Siphash,
            "5bde323dd6952a5",
            "cr_one",
            "/workspace/src/lone_cr.rs",
            0,
            31,
        ),
        (
            Siphash,
            "e8669153b7b67896",
            "cr_two",
            "/workspace/src/lone_cr.rs",
            33,
            75,
        ),
        (
            SiphashRef,
            "ref_7096d861e3d5cd58",
            "shout",
            "/workspace/src/brew.rs",
            628,
            639,
        ),
        // llmgrep 3.11.2.
        (
            Sha256,
            "525bbe1d8c47152f",
            "serve",
            "/workspace/src/lib.rs",
            1067,
            1296,
        ),
        (
            Sha256,
            "05ffb4095e9a8e19",
            "茶碗",
            "/workspace/src/emoji_menu.rs",
            502,
            544,
        ),
    ] {
        assert_eq!(
            match_id_in(scheme, name, path, start, end).as_deref(),
            Ok(id)
        );
        assert_eq!(
            classify_match_id(id, name, path, start, end),
            MatchIdKind::Scheme(scheme)
        );
        assert_eq!(
            classify_match_id(id, name, path, start + 1, end),
            MatchIdKind::Other
        );
    }
    assert_eq!(
        classify_match_id("550e8400-e29b-41d4-a716-446655440000", "a", "b", 0, 1).as_str(),
        "uuid"
    );
    assert_eq!(
        match_id("a", "b", 1, 0).map_err(|e| e.code()),
        Err("REVERSED")
    );
}
