//! The laws of edits, against a model that knows nothing but characters.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the texts are short"
)]

use llm_types::parts::EditColumns;
use llm_types::{
    Bias, ByteRange, Edit, EditDetail, EditOptions, EditRequest, EditedText, apply_edits, checksum,
};
use proptest::prelude::*;

/// One replacement of the model: characters, not bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    start: usize,
    end: usize,
    new: String,
}

/// The model: goes through the places between characters one by one, and writes what is
/// put in there and the characters that nobody takes out. `None` if edits overlap.
fn model(text: &[char], pieces: &[Piece]) -> Option<String> {
    for (i, a) in pieces.iter().enumerate() {
        for b in &pieces[i + 1..] {
            let inside = |x: &Piece, y: &Piece| x.start < y.start && y.start < x.end;
            let same = a.start == b.start && a.start < a.end && b.start < b.end;
            if inside(a, b) || inside(b, a) || same {
                return None;
            }
        }
    }
    let mut out = String::new();
    for at in 0..=text.len() {
        for piece in pieces {
            if piece.start == at && piece.end == at {
                out.push_str(&piece.new);
            }
        }
        for piece in pieces {
            if piece.start == at && piece.end > at {
                out.push_str(&piece.new);
            }
        }
        let gone = pieces
            .iter()
            .any(|piece| piece.start <= at && at < piece.end);
        if let (Some(character), false) = (text.get(at), gone) {
            out.push(*character);
        }
    }
    Some(out)
}

fn offset(text: &[char], at: usize) -> u64 {
    text[..at].iter().map(|c| c.len_utf8() as u64).sum()
}

fn request(text: &[char], pieces: &[Piece]) -> EditRequest {
    let whole: String = text.iter().collect();
    EditRequest {
        expected_checksum: Some(checksum(whole)),
        edits: pieces
            .iter()
            .map(|piece| Edit {
                byte_start: offset(text, piece.start),
                byte_end: offset(text, piece.end),
                new_text: Some(piece.new.clone()),
                expected_text: Some(text[piece.start..piece.end].iter().collect()),
                ..Edit::default()
            })
            .collect(),
        ..EditRequest::default()
    }
}

/// How many bytes the JSON value at the head of a text has.
fn value_length(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b',' | b']' | b'}' if depth == 0 => return at,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn apply(text: &str, request: &EditRequest) -> EditedText {
    apply_edits(text, request, &EditOptions::default()).unwrap()
}

/// The same request as a host hands it over member by member.
fn by_columns(text: &str, request: &EditRequest) -> Option<EditedText> {
    let rest = EditRequest {
        edits: Vec::new(),
        ..request.clone()
    };
    let (mut numbers, mut texts) = (Vec::new(), String::new());
    numbers.extend(request.edits.iter().map(|edit| edit.byte_start as f64));
    numbers.extend(request.edits.iter().map(|edit| edit.byte_end as f64));
    for column in [
        |edit: &Edit| edit.new_text.clone().unwrap(),
        |edit: &Edit| edit.expected_text.clone().unwrap(),
    ] {
        for text in request.edits.iter().map(column) {
            numbers.push(text.encode_utf16().count() as f64);
            texts.push_str(&text);
        }
    }
    EditColumns {
        rest: rest.to_json().as_bytes(),
        list: "edits",
        names: vec![
            ("byte_start", false),
            ("byte_end", false),
            ("new_text", true),
            ("expected_text", true),
        ],
        numbers: &numbers,
        texts: &texts,
    }
    .apply(text.as_bytes(), &EditOptions::default())
}

/// Whether a place is between CR and LF, where nothing can be cut.
fn splits(text: &[char], at: usize) -> bool {
    at > 0 && text[at - 1] == '\r' && text.get(at) == Some(&'\n')
}

/// All laws about one request.
fn hold(text: &[char], pieces: &[Piece]) {
    let whole: String = text.iter().collect();
    let request = request(text, pieces);
    let edited = apply(&whole, &request);
    let outcome = &edited.outcome;
    // Member by member it is the same, unless there is something to be told.
    let silent = !request.edits.is_empty() && outcome.diagnostics.is_empty();
    let columns = by_columns(&whole, &request);
    assert_eq!(
        columns,
        silent.then(|| edited.clone()),
        "{whole:?} {pieces:?}"
    );
    let cut = pieces
        .iter()
        .any(|p| splits(text, p.start) || splits(text, p.end));
    let wanted = model(text, pieces).filter(|_| !cut);
    let Some(wanted) = wanted else {
        // Refused means unchanged, and says why.
        assert!(!outcome.ok && !outcome.changed, "{whole:?} {pieces:?}");
        assert_eq!(outcome.status, "refused");
        assert_eq!(edited.text, whole.as_bytes());
        assert!(!outcome.diagnostics.is_empty());
        assert!(outcome.inverse.is_none());
        return;
    };
    assert!(outcome.ok, "{whole:?} {pieces:?} {:?}", outcome.diagnostics);
    assert_eq!(
        String::from_utf8_lossy(&edited.text),
        wanted,
        "{whole:?} {pieces:?}"
    );
    assert_eq!(
        outcome.final_checksum.as_deref(),
        Some(checksum(&wanted).as_str())
    );
    // Brief and full do the same.
    let brief = EditOptions {
        detail: EditDetail::Brief,
        ..EditOptions::default()
    };
    let brief = apply_edits(&whole, &request, &brief).unwrap();
    assert_eq!((&brief.text, &brief.map), (&edited.text, &edited.map));
    // Each span of the outcome is where its text is.
    for (span, piece) in outcome.edits.iter().zip(pieces) {
        let new = span.new.as_ref().unwrap();
        let there = &wanted.as_bytes()[new.byte_start as usize..new.byte_end as usize];
        assert_eq!(there, piece.new.as_bytes(), "{whole:?} {pieces:?}");
        let before = &wanted[..new.byte_start as usize];
        let line = before.matches('\n').count() as u64 + 1;
        let col = (before.len() - before.rfind('\n').map_or(0, |at| at + 1)) as u64;
        assert_eq!((new.start_line, new.start_col), (line, col));
    }
    if !outcome.changed {
        assert_eq!(wanted, whole);
        return;
    }
    // Again: it has been done.
    let again = apply(&wanted, &request);
    if wanted != whole {
        assert_eq!(
            again.outcome.status, "already_applied",
            "{whole:?} {pieces:?}"
        );
        assert_eq!(again.text, wanted.as_bytes());
    }
    // And back.
    let inverse = outcome.inverse.as_deref().unwrap();
    let back = apply(&wanted, inverse);
    assert_eq!(String::from_utf8_lossy(&back.text), whole, "{inverse:?}");
    assert!(back.outcome.ok);
    positions(text, pieces, &edited);
}

/// The map is monotone and finds each character that is left where the model put it.
fn positions(text: &[char], pieces: &[Piece], edited: &EditedText) {
    let whole: String = text.iter().collect();
    let real: Vec<&Piece> = pieces
        .iter()
        .filter(|p| text[p.start..p.end].iter().collect::<String>() != p.new)
        .collect();
    let mut last = [0, 0];
    for at in 0..=text.len() {
        let here = offset(text, at);
        for (slot, bias) in [Bias::Before, Bias::After].into_iter().enumerate() {
            let carried = edited.map.carry(here, bias).unwrap();
            let inside = real.iter().any(|p| p.start < at && at < p.end);
            assert_eq!(carried.is_none(), inside);
            if let Some(carried) = carried {
                assert!(carried >= last[slot], "not monotone");
                last[slot] = carried;
            }
        }
        let kept = at < text.len() && !real.iter().any(|p| p.start <= at && at < p.end);
        if kept {
            let range = ByteRange::new(here, offset(text, at + 1)).unwrap();
            let carried = edited.map.carry_range(range).unwrap().unwrap();
            assert!(!carried.changed);
            let (start, end) = (carried.range.start() as usize, carried.range.end() as usize);
            let there = &edited.text[start..end];
            assert_eq!(
                there,
                text[at].to_string().as_bytes(),
                "{whole:?} {pieces:?} {at}"
            );
        }
    }
    let all: Vec<u64> = (0..=text.len()).map(|at| offset(text, at)).collect();
    let many = edited.map.carry_many(&all, Bias::After).unwrap();
    for (offset, carried) in all.iter().zip(many) {
        assert_eq!(edited.map.carry(*offset, Bias::After), Ok(carried));
    }
    let data = edited.map.to_data();
    assert_eq!(
        llm_types::PositionMap::from_data(&data).as_ref(),
        Ok(&edited.map)
    );
    let back = edited.map.inverse();
    assert_eq!(back.inverse(), edited.map);
    assert_eq!(
        edited
            .map
            .carry(offset(text, text.len()) + 1, Bias::Before)
            .unwrap_err()
            .code(),
        "OFFSET_OUT_OF_RANGE"
    );
}

/// What is told of each edit counts the line feeds before it, and the bytes since the last.
fn counted(old: &[u8], edited: &EditedText) {
    let position = |text: &[u8], offset: u64| {
        let before = &text[..offset as usize];
        let line = before.split(|byte| *byte == b'\n').count() as u64;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n');
        (line, column.count() as u64)
    };
    for edit in &edited.outcome.edits {
        for (text, place) in [(old, &edit.old), (&edited.text, &edit.new)] {
            let Some(place) = place else { continue };
            let start = (place.start_line, place.start_col);
            assert_eq!(
                start,
                position(text, place.byte_start),
                "{text:?} {place:?}"
            );
            let end = (place.end_line, place.end_col);
            assert_eq!(end, position(text, place.byte_end), "{text:?} {place:?}");
        }
    }
}

/// As many ranges as long as the text would be hashed as often, though they are refused.
#[test]
fn what_is_hashed_of_ranges_that_overlap_is_no_longer_than_the_text() {
    let request = |ranges: &[(u64, u64)]| EditRequest {
        unchecked: Some(true),
        edits: ranges
            .iter()
            .map(|(start, end)| Edit {
                byte_start: *start,
                byte_end: *end,
                new_text: Some("x".into()),
                ..Edit::default()
            })
            .collect(),
        ..EditRequest::default()
    };
    for (ranges, hashed) in [
        (&[(0, 3), (2, 5)][..], &[true, true][..]),
        (&[(0, 6), (1, 6), (2, 6)], &[true, false, false]),
        (&[(1, 4), (2, 6), (3, 6)], &[true, false, true]),
    ] {
        let edited = apply("abcdef", &request(ranges));
        assert_eq!(edited.outcome.status, "refused");
        for ((edit, (start, end)), hashed) in edited.outcome.edits.iter().zip(ranges).zip(hashed) {
            let range = &"abcdef"[*start as usize..*end as usize];
            let right = hashed.then(|| checksum(range));
            assert_eq!(edit.checksum_before, right, "{ranges:?}");
        }
    }
}

/// Each complaint stands where its edit is written, in whatever list.
#[test]
fn complaints_stand_at_their_edits() {
    let edit = |at: u64| format!(r#"{{"byte_start":{at},"byte_end":9,"new_text":"x"}}"#);
    let one = |edits: &[u64]| {
        let edits: Vec<String> = edits.iter().copied().map(edit).collect();
        format!(
            r#"{{"file_path":"a","unchecked":true,"edits":[{}]}}"#,
            edits.join(",")
        )
    };
    let request = format!(
        r#"{{"files":[{},{}]}}"#,
        one(&[7, 8]),
        one(&[5]).replace("\"a\"", "\"b\"")
    );
    let sources: llm_types::Sources = [("a", "abc"), ("b", "abc")].into_iter().collect();
    let planned =
        llm_types::plan_edits(&sources, &request, &llm_types::PlanOptions::default()).unwrap();
    let files = planned.plan.files.iter();
    let all: Vec<&str> = files
        .flat_map(|file| &file.diagnostics)
        .filter_map(|said| request.get(said.byte_start? as usize..said.byte_end? as usize))
        .collect();
    assert_eq!(all, [edit(7), edit(8), edit(5)]);
}

const ALPHABET: [char; 5] = ['a', 'é', '😀', '\n', '\r'];
const NEWS: [&str; 6] = ["", "a", "é", "\n", "\r", "bb"];

fn texts(length: usize) -> Vec<Vec<char>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|text| ALPHABET.map(|c| text.iter().copied().chain([c]).collect()))
            .collect();
    }
    all
}

fn pieces(length: usize) -> Vec<Piece> {
    let mut all = Vec::new();
    for start in 0..=length {
        for end in start..=length {
            for new in NEWS {
                all.push(Piece {
                    start,
                    end,
                    new: new.to_owned(),
                });
            }
        }
    }
    all
}

#[test]
fn every_small_request_agrees_with_the_model() {
    for length in 0..=3 {
        let all = pieces(length);
        for text in texts(length) {
            for piece in &all {
                hold(&text, std::slice::from_ref(piece));
            }
        }
    }
    // Two edits of every text of two characters, in both orders.
    let all = pieces(2);
    for text in texts(2) {
        for first in &all {
            for second in &all {
                hold(&text, &[first.clone(), second.clone()]);
            }
        }
    }
}

fn piece(length: usize) -> impl Strategy<Value = Piece> {
    (0..=length, 0..=length, "[a-cé😀\r\n]{0,3}").prop_map(|(a, b, new)| Piece {
        start: a.min(b),
        end: a.max(b),
        new,
    })
}

fn case() -> impl Strategy<Value = (Vec<char>, Vec<Piece>)> {
    "[a-dé世😀\r\n]{0,40}".prop_flat_map(|text| {
        let text: Vec<char> = text.chars().collect();
        let pieces = prop::collection::vec(piece(text.len()), 0..6);
        (Just(text), pieces)
    })
}

/// Edits that cannot overlap, each at a place of its own.
fn apart() -> impl Strategy<Value = (Vec<char>, Vec<Piece>)> {
    "[a-dé世😀\n]{1,40}".prop_flat_map(|text| {
        let text: Vec<char> = text.chars().collect();
        let places = prop::collection::btree_set(0..=text.len(), 2..8);
        let news = prop::collection::vec("[xyé\n]{0,3}", 4);
        (Just(text), places, news).prop_map(|(text, places, news)| {
            let places: Vec<usize> = places.into_iter().collect();
            let pairs = places.chunks_exact(2).zip(news);
            let pieces = pairs.map(|(pair, new)| Piece {
                start: pair[0],
                end: pair[1],
                new,
            });
            (text, pieces.collect())
        })
    })
}

proptest! {
    #[test]
    fn any_request_agrees_with_the_model((text, pieces) in case()) {
        hold(&text, &pieces);
    }

    #[test]
    fn apart_edits_agree_with_the_model((text, pieces) in apart()) {
        hold(&text, &pieces);
    }

    #[test]
    fn the_order_of_edits_at_different_places_is_nothing(
        (text, pieces) in apart(),
        seed in any::<u64>(),
    ) {
        let whole: String = text.iter().collect();
        let edited = apply(&whole, &request(&text, &pieces));
        let mut other = pieces.clone();
        let mut state = seed;
        for at in (1..other.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            other.swap(at, (state >> 33) as usize % (at + 1));
        }
        let shuffled = apply(&whole, &request(&text, &other));
        prop_assert_eq!(&edited.text, &shuffled.text);
        prop_assert_eq!(&edited.map, &shuffled.map);
    }

    /// Bytes that are no text are copied, cut and put back like any other.
    #[test]
    fn ill_formed_bytes_come_through(
        bytes in prop::collection::vec(prop::sample::select(
            vec![b'a', 0xE2, 0x82, 0xAC, 0xFF, 0xC3, b'\r', b'\n']), 0..12),
        cuts in prop::collection::vec((0..12_usize, 0..12_usize), 1..4),
    ) {
        let edits: Vec<Edit> = cuts.iter().map(|(a, b)| Edit {
            byte_start: *a.min(b) as u64,
            byte_end: *a.max(b) as u64,
            new_text: Some("x".into()),
            ..Edit::default()
        }).collect();
        let request = EditRequest { unchecked: Some(true), edits, ..EditRequest::default() };
        // The first and the other bytes of a euro sign, in base64: what is put in can become
        // a character with what stands beside it.
        let put = |text: Option<&str>, base64: Option<&str>| request.edits.iter().map(|edit| Edit {
            new_text: text.map(Into::into), new_base64: base64.map(Into::into), ..edit.clone()
        }).collect();
        for edits in [request.edits.clone(), put(Some(""), None),
                      put(None, Some("4g==")), put(None, Some("gqw="))] {
            let request = EditRequest { edits, ..request.clone() };
            let edited = apply_edits(&bytes, &request, &EditOptions::default()).unwrap();
            counted(&bytes, &edited);
            if let Some(inverse) = edited.outcome.inverse.as_deref() {
                let back = apply_edits(&edited.text, inverse, &EditOptions::default()).unwrap();
                prop_assert_eq!(&back.text, &bytes);
            } else {
                prop_assert_eq!(&edited.text, &bytes);
            }
        }
    }

    /// A request of which one member is damaged neither panics nor changes the text,
    /// unless all that it asks for was done.
    #[test]
    fn a_damaged_request_is_refused_or_done(
        (text, pieces) in case(),
        member in any::<prop::sample::Index>(),
        damage in prop::sample::select(vec![
            "null", "true", "-1", "1.5", "9007199254740992", "1e400", "\"\"", "\"\\ud800\"", "\"sha256:0\"",
            "[]", "{}", "[[]]", "18446744073709551615",
        ]),
    ) {
        let whole: String = text.iter().collect();
        let request = request(&text, &pieces).to_json();
        let at: Vec<usize> = request.match_indices("\":").map(|(at, _)| at + 2).collect();
        let at = at[member.index(at.len())];
        let end = at + value_length(&request[at..]);
        let damaged = format!("{}{damage}{}", &request[..at], &request[end..]);
        if let Ok(edited) = apply_edits(&whole, damaged.as_bytes(), &EditOptions::default()) {
            prop_assert!(edited.outcome.ok || edited.text == whole.as_bytes(), "{damaged}");
        }
    }
}
