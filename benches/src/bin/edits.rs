//! Edits of a large text, and offsets carried along them.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin edits [rounds]
//! ```
//!
//! 10,000 edits of a text of 10 MB: beside a plain copy of the text, beside the same bytes
//! copied in the pieces that the edits leave, which is the floor, and beside the loop that
//! a careful person would write (sort, check, push). All of them allocate the text that
//! they make. That memory was in use a moment ago, for the copy as for the others. A
//! program that edits a file once has to get it from the system first, page by page: so
//! 40,000 edits of 40 MB are done as well, which is more than the allocator keeps.
//! 100,000 spans are carried along the edits, and along a hundredth and a
//! hundred times as many, to show how the time grows.
//! Nothing is asserted.

// A benchmark may stop where a program may not.
#![allow(clippy::expect_used)]

use llm_types::{
    Bias, ByteRange, ChecksumAlgorithm, Edit, EditDetail, EditOptions, EditRequest, LineIndex,
    PositionEncoding, PositionMap, apply_edits, checksum_in,
};
use llm_types_benches::random::Random;
use llm_types_benches::texts::{self, LARGE, floor};
use llm_types_benches::{Lap, Race};

const EDITS: usize = 10_000;
/// How many times as large a text is that is given other memory each time.
const FRESH: usize = 4;
const SPANS: usize = 100_000;

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(20);
    for (name, text) in [
        ("ASCII", texts::ascii(LARGE)),
        ("mixed", texts::mixed(LARGE)),
    ] {
        applied(name, &text, rounds);
    }
    for (name, text) in [
        ("ASCII", texts::ascii(FRESH * LARGE)),
        ("mixed", texts::mixed(FRESH * LARGE)),
    ] {
        applied_in_fresh_memory(name, &text, rounds);
    }
    let text = texts::ascii(LARGE);
    for edits in [EDITS / 100, EDITS, EDITS * 10] {
        carried(&text, edits, rounds);
    }
}

/// Words replaced all over the text, in no order.
fn request(text: &str, count: usize) -> EditRequest {
    let mut random = Random::new(11);
    let mut request = in_order(text, count, &mut random);
    let edits = &mut request.edits;
    for at in (1..edits.len()).rev() {
        let other = usize::try_from(random.below(at as u64 + 1)).unwrap_or(0);
        edits.swap(at, other);
    }
    request
}

/// The same in the order of the text, as most tools print them.
fn in_order(text: &str, count: usize, random: &mut Random) -> EditRequest {
    let step = text.len() / count;
    let edits = (0..count)
        .map(|number| {
            let at = number * step + usize::try_from(random.below(8)).unwrap_or(0);
            let (start, end) = (floor(text, at), floor(text, at + step / 2));
            // Not on a line terminator: this is about words.
            let is_end = ['\n', '\r'];
            let start = end - text[start..end].trim_start_matches(is_end).len();
            let line = text[start..end]
                .find(is_end)
                .map_or(end, |stop| start + stop);
            Edit {
                byte_start: start as u64,
                byte_end: line as u64,
                new_text: Some("renamed_identifier".into()),
                expected_text: Some(text[start..line].into()),
                ..Edit::default()
            }
        })
        .collect();
    EditRequest {
        edits,
        ..EditRequest::default()
    }
}

fn applied(name: &str, text: &str, rounds: u32) {
    let request = request(text, EDITS);
    let in_order = in_order(text, EDITS, &mut Random::new(11));
    let brief = EditOptions {
        detail: EditDetail::Brief,
        ..EditOptions::default()
    };
    let full = EditOptions::default();
    let blake3 = EditOptions {
        checksum: ChecksumAlgorithm::Blake3,
        ..EditOptions::default()
    };
    let with = |options: &EditOptions<'_>| {
        let edited = apply_edits(text, &request, options).expect("a good request");
        assert!(edited.outcome.ok);
        edited.text.len() as u64
    };
    let pieces = pieces(text, &request);
    let json = request.to_json();
    let lsp = lsp(text, &request);
    let trusting = EditOptions {
        unchecked: true,
        ..brief.clone()
    };
    let told = |request: &str, options: &EditOptions<'_>| {
        let edited = apply_edits(text, request, options).expect("a good request");
        assert!(edited.outcome.ok);
        edited.text.len() as u64
    };
    println!("{EDITS} edits of 10 MB, {name}, ms; target 2x copying for the text and the map");
    let race = Race::new()
        .run("copying the text once", || {
            std::hint::black_box(text.as_bytes().to_vec()).len() as u64
        })
        .run("the floor: copying it in pieces", || {
            let len = pieces.iter().map(|piece| piece.len()).sum();
            let mut out = Vec::with_capacity(len);
            for piece in &pieces {
                out.extend_from_slice(piece.as_bytes());
            }
            std::hint::black_box(out).len() as u64
        })
        .run("by hand: sort, check, push", || {
            by_hand(text, &request).len() as u64
        })
        .run("text, map, expected texts checked (brief)", || with(&brief))
        .run("the same, by hand, edits in order", || {
            by_hand(text, &in_order).len() as u64
        })
        .run("the same, ours, edits in order", || {
            let edited = apply_edits(text, &in_order, &brief).expect("a good request");
            edited.text.len() as u64
        })
        .run("the same, the request as JSON text", || told(&json, &brief))
        .run("TextEdit[] as JSON text, unchecked", || {
            told(&lsp, &trusting)
        })
        .run("everything, BLAKE3", || with(&blake3))
        .run("everything, SHA-256", || with(&full))
        .run("one SHA-256 of the text", || {
            checksum_in(ChecksumAlgorithm::Sha256, text).len() as u64
        });
    report(&race.finish(rounds));
}

fn applied_in_fresh_memory(name: &str, text: &str, rounds: u32) {
    let edits = FRESH * EDITS;
    let request = request(text, edits);
    let brief = EditOptions {
        detail: EditDetail::Brief,
        ..EditOptions::default()
    };
    println!("{edits} edits of 40 MB into fresh memory, {name}, ms; target 2x copying");
    let race = Race::new()
        .run("copying the text once", || {
            std::hint::black_box(text.as_bytes().to_vec()).len() as u64
        })
        .run("by hand: sort, check, push", || {
            by_hand(text, &request).len() as u64
        })
        .run("text, map, expected texts checked (brief)", || {
            let edited = apply_edits(text, &request, &brief).expect("a good request");
            edited.text.len() as u64
        });
    report(&race.finish(rounds));
}

/// The new text in pieces: what is kept, and what is put in, by turns.
fn pieces<'t>(text: &'t str, request: &'t EditRequest) -> Vec<&'t str> {
    let mut edits: Vec<&Edit> = request.edits.iter().collect();
    edits.sort_by_key(|edit| edit.byte_start);
    let at = |offset| usize::try_from(offset).expect("a small offset");
    let mut from = 0;
    let mut pieces = Vec::new();
    for edit in edits {
        pieces.push(&text[from..at(edit.byte_start)]);
        pieces.push(edit.new_text.as_deref().unwrap_or_default());
        from = at(edit.byte_end);
    }
    pieces.push(&text[from..]);
    pieces
}

/// The same edits as a language server writes them.
fn lsp(text: &str, request: &EditRequest) -> String {
    let index = LineIndex::new(text);
    let at = |offset| {
        let place = index.position(offset, PositionEncoding::Utf16);
        let place = place.expect("a place");
        format!(r#"{{"line":{},"character":{}}}"#, place.line, place.column)
    };
    let edits: Vec<String> = request
        .edits
        .iter()
        .map(|edit| {
            format!(
                r#"{{"range":{{"start":{},"end":{}}},"newText":"{}"}}"#,
                at(edit.byte_start),
                at(edit.byte_end),
                edit.new_text.as_deref().unwrap_or_default()
            )
        })
        .collect();
    format!("[{}]", edits.join(","))
}

/// What a careful person writes.
fn by_hand(text: &str, request: &EditRequest) -> String {
    let mut edits: Vec<(usize, usize, &str)> = request
        .edits
        .iter()
        .map(|edit| {
            let at = |offset| usize::try_from(offset).expect("a small offset");
            let new = edit.new_text.as_deref().unwrap_or_default();
            (at(edit.byte_start), at(edit.byte_end), new)
        })
        .collect();
    edits.sort_by_key(|edit| edit.0);
    let mut out = String::with_capacity(text.len() * 2);
    let mut from = 0;
    for (start, end, new) in edits {
        assert!(from <= start, "they do not overlap");
        out.push_str(&text[from..start]);
        out.push_str(new);
        from = end;
    }
    out.push_str(&text[from..]);
    out
}

fn carried(text: &str, edits: usize, rounds: u32) {
    let brief = EditOptions {
        detail: EditDetail::Brief,
        ..EditOptions::default()
    };
    let request = request(text, edits);
    let map: PositionMap = apply_edits(text, &request, &brief)
        .expect("a good request")
        .map;
    let mut random = Random::new(12);
    let spans: Vec<ByteRange> = (0..SPANS)
        .map(|_| {
            let start = random.below(text.len() as u64 - 40);
            ByteRange::ordered(start, start + random.below(40))
        })
        .collect();
    let offsets: Vec<u64> = spans.iter().map(|span| span.start()).collect();
    println!("{SPANS} places carried over {edits} edits, ms");
    let race = Race::new()
        .run("offsets", || {
            let carried = map.carry_many(&offsets, Bias::Before).expect("in the text");
            carried.into_iter().flatten().sum()
        })
        .run("spans", || {
            let carried = map.carry_ranges(&spans).expect("in the text");
            carried
                .into_iter()
                .flatten()
                .map(|one| one.range.end())
                .sum()
        });
    report(&race.finish(rounds));
}

fn report(laps: &[Lap]) {
    let first = laps.first().map_or(1.0, |lap| lap.best.as_secs_f64());
    for lap in laps {
        let time = lap.best.as_secs_f64();
        println!(
            "  {:<44} {:>9.3}  {:>6.2}x",
            lap.name,
            time * 1e3,
            time / first
        );
    }
}
