//! A small walk through all code that reads and writes registers, for Miri: what it says of
//! memory holds for the ways that were gone, and exhaustive tests would take it days.
//! `cargo xtask test --only miri` runs it, and a few tests beside the engines that hash many
//! messages at once; elsewhere it is a test like others.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;

use llm_types::PositionEncoding::{Utf8, Utf16, Utf32};
use llm_types::{LineIndex, Position, ReadOptions, SpanKey, read, span_id, span_ids, text_profile};
use sha2::{Digest as _, Sha256};

/// Plain characters up to and around the ends of registers, and a little of what is not plain
/// behind them.
#[test]
fn strings_end_where_another_reader_says() {
    for plain in [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 40] {
        for behind in ["", "\\n", "\\\"x", "\u{e9}", "\\u00e9 and some more"] {
            let text = format!(r#"{{"key":"{}{behind}"}}"#, "x".repeat(plain));
            let expected: serde_json::Value = serde_json::from_str(&text).unwrap();
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            let value = document.root().get("key").unwrap().as_str().unwrap();
            assert_eq!(Some(&*value), expected["key"].as_str(), "{text}");
        }
        let control = format!("[\"{}\u{1}\"]", "x".repeat(plain));
        assert!(read(control.as_bytes(), &ReadOptions::default()).is_err());
    }
}

/// A sequence at each of the places where a text may be taken apart, and half of one.
#[test]
fn texts_are_well_formed_where_the_standard_library_says() {
    for plain in [0, 15, 61, 62, 63, 64, 250, 253, 254, 255, 256, 320] {
        for behind in [&b"\""[..], b"\xe2\x82\xac\"", b"\xe2\x82\"", b"\xff\""] {
            let mut text = vec![b'x'; plain];
            text.insert(0, b'"');
            text.extend_from_slice(behind);
            let is_read = read(&text, &ReadOptions::default()).is_ok();
            assert_eq!(
                is_read,
                core::str::from_utf8(&text).is_ok(),
                "{plain} {behind:?}"
            );
        }
    }
}

/// Texts with line ends and characters of all lengths around the ends of chunks.
#[test]
fn positions_are_those_of_a_loop_over_the_characters() {
    let line = |length: usize| "x".repeat(length) + "\u{e9}\u{4e16}\u{1f600}\n";
    let mixed: String = [60, 3, 0, 50, 130].into_iter().map(line).collect();
    let ascii = mixed.replace(|c: char| !c.is_ascii(), "yz");
    for text in [mixed, ascii.replace('\n', "\r\n"), ascii] {
        let index = LineIndex::new(&text);
        let (mut start, mut lines) = (0, 0);
        for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
            let before = &text[start..at];
            let columns = [
                (Utf8, before.len()),
                (Utf16, before.encode_utf16().count()),
                (Utf32, before.chars().count()),
            ];
            // A few, and all that are near the end of a chunk.
            if at % 9 == 0 || at % 64 < 3 || at % 64 > 60 {
                for (encoding, column) in columns {
                    let position = Position::new(lines, column as u64);
                    assert_eq!(index.position(at as u64, encoding), Ok(position), "{at}");
                    assert_eq!(
                        index.offset(position, encoding),
                        Ok(at as u64),
                        "{position:?}"
                    );
                }
            }
            if character == '\n' {
                (start, lines) = (at + 1, lines + 1);
            }
        }
        assert_eq!(index.line_count(), lines + 1);
        let profile = text_profile(text.as_bytes());
        assert_eq!(profile.byte_len, text.len() as u64);
        assert_eq!(profile.utf16_len, text.encode_utf16().count() as u64);
    }
}

/// The SHA-256 of a message, in hexadecimal.
fn digits(message: &[u8]) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(message) {
        write!(digits, "{byte:02x}").unwrap();
    }
    digits
}

/// Keys of one, two and three blocks, each by itself and all together.
#[test]
fn ids_are_those_of_another_sha_256() {
    let paths = [5, 44, 45, 70, 110, 140].map(|length| "p".repeat(length));
    let mut keys = Vec::new();
    for (start, path) in (0..).zip(&paths) {
        let end = start + 0x1_0000_0001;
        keys.push(SpanKey { path, start, end });
    }
    let ids = span_ids(&keys).unwrap();
    for (id, key) in ids.iter().zip(&keys) {
        let mut message = Vec::from(key.path);
        for offset in [key.start, key.end] {
            message.push(b':');
            message.extend_from_slice(&offset.to_be_bytes());
        }
        let digits = digits(&message);
        assert_eq!(id, &digits[..16]);
        let alone = span_id(key.path, key.start, key.end).unwrap();
        assert_eq!(alone, &digits[..16]);
    }
}
