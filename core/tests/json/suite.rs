//! The public suites, where they lie beside the project: `JSONTestSuite` and the
//! test data of RFC 8785. They are not part of the project; where they are
//! missing these tests say so and pass, and the vectors of our own hold alone.

use std::fs;
use std::path::PathBuf;

use llm_types::json::{ReadOptions, canonicalize, read};

fn data(folder: &str) -> Option<PathBuf> {
    let base = std::env::var_os("LLM_TYPES_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = base.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

fn files(folder: &PathBuf) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().to_string();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// What we say of the cases that RFC 8259 leaves open: the code of the refusal,
/// or nothing when the text is accepted. Explained in `docs/json.md`.
const OPEN_CASES: &[(&str, &str)] = &[
    ("i_number_double_huge_neg_exp.json", ""),
    ("i_number_huge_exp.json", "NUMBER_OUT_OF_RANGE"),
    ("i_number_neg_int_huge_exp.json", "NUMBER_OUT_OF_RANGE"),
    ("i_number_pos_double_huge_exp.json", "NUMBER_OUT_OF_RANGE"),
    ("i_number_real_neg_overflow.json", "NUMBER_OUT_OF_RANGE"),
    ("i_number_real_pos_overflow.json", "NUMBER_OUT_OF_RANGE"),
    ("i_number_real_underflow.json", ""),
    ("i_number_too_big_neg_int.json", ""),
    ("i_number_too_big_pos_int.json", ""),
    ("i_number_very_big_negative_int.json", ""),
    ("i_object_key_lone_2nd_surrogate.json", "LONE_SURROGATE"),
    (
        "i_string_1st_surrogate_but_2nd_missing.json",
        "LONE_SURROGATE",
    ),
    (
        "i_string_1st_valid_surrogate_2nd_invalid.json",
        "LONE_SURROGATE",
    ),
    ("i_string_UTF-16LE_with_BOM.json", "UTF16_INPUT"),
    ("i_string_UTF-8_invalid_sequence.json", "INVALID_UTF8"),
    ("i_string_UTF8_surrogate_U+D800.json", "INVALID_UTF8"),
    (
        "i_string_incomplete_surrogate_and_escape_valid.json",
        "LONE_SURROGATE",
    ),
    ("i_string_incomplete_surrogate_pair.json", "LONE_SURROGATE"),
    (
        "i_string_incomplete_surrogates_escape_valid.json",
        "LONE_SURROGATE",
    ),
    ("i_string_invalid_lonely_surrogate.json", "LONE_SURROGATE"),
    ("i_string_invalid_surrogate.json", "LONE_SURROGATE"),
    ("i_string_invalid_utf-8.json", "INVALID_UTF8"),
    (
        "i_string_inverted_surrogates_U+1D11E.json",
        "LONE_SURROGATE",
    ),
    ("i_string_iso_latin_1.json", "INVALID_UTF8"),
    ("i_string_lone_second_surrogate.json", "LONE_SURROGATE"),
    ("i_string_lone_utf8_continuation_byte.json", "INVALID_UTF8"),
    ("i_string_not_in_unicode_range.json", "INVALID_UTF8"),
    ("i_string_overlong_sequence_2_bytes.json", "INVALID_UTF8"),
    ("i_string_overlong_sequence_6_bytes.json", "INVALID_UTF8"),
    (
        "i_string_overlong_sequence_6_bytes_null.json",
        "INVALID_UTF8",
    ),
    ("i_string_truncated-utf-8.json", "INVALID_UTF8"),
    ("i_string_utf16BE_no_BOM.json", "UTF16_INPUT"),
    ("i_string_utf16LE_no_BOM.json", "UTF16_INPUT"),
    ("i_structure_500_nested_arrays.json", "TOO_DEEP"),
    ("i_structure_UTF-8_BOM_empty_object.json", ""),
];

/// The suite asks for these to be accepted, as RFC 8259 does; rule J1 refuses
/// them. They are accepted with the lenience.
const REFUSED_BY_J1: &[&str] = &[
    "y_object_duplicated_key.json",
    "y_object_duplicated_key_and_value.json",
];

#[test]
fn json_test_suite() {
    let Some(folder) = data("JSONTestSuite/test_parsing") else {
        return;
    };
    let options = ReadOptions::default();
    let lenient = ReadOptions::lenient();
    let (mut counts, mut wrong) = ([0; 3], Vec::new());
    for (name, text) in files(&folder) {
        let code = read(&text, &options).map_or_else(|error| error.code(), |_| "");
        let right = match name.as_bytes().first() {
            Some(b'y') => {
                counts[0] += 1;
                if REFUSED_BY_J1.contains(&name.as_str()) {
                    code == "DUPLICATE_KEY" && read(&text, &lenient).is_ok()
                } else {
                    code.is_empty()
                }
            }
            Some(b'n') => {
                counts[1] += 1;
                !code.is_empty() && read(&text, &lenient).is_err()
            }
            _ => {
                counts[2] += 1;
                OPEN_CASES.contains(&(name.as_str(), code))
            }
        };
        if !right {
            wrong.push(format!("{name}: {code}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(counts, [95, 188, 35]);
}

#[test]
fn canonical_form_test_data() {
    let Some(folder) = data("jcs/testdata") else {
        return;
    };
    let outputs = files(&folder.join("output"));
    assert_eq!(outputs.len(), 6);
    for (name, expected) in outputs {
        let input = fs::read(folder.join("input").join(&name)).unwrap();
        let canonical = canonicalize(&input).unwrap();
        assert_eq!(canonical.as_bytes(), expected, "{name}");
        assert_eq!(
            canonicalize(canonical.as_bytes()).unwrap(),
            canonical,
            "{name}"
        );
    }
}
