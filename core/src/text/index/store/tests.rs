//! The store against a table of every byte, on texts that cross the edges of
//! chunks, blocks, segments and groups, with every engine.

use alloc::string::String;
use alloc::vec::Vec;

use super::together::Terms;
use super::{Lines, SEGMENT, Store};
use crate::text::Position;
use crate::text::PositionEncoding::{self, Utf16, Utf32};
use crate::text::scan::Engine;
use crate::text::scan::tally::Seek;
use crate::text::{LineTerminators, decode::item_at};

/// Small, and the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

/// For every offset up to the length: line, line start, and units before it.
struct Table {
    lines: Vec<(u64, usize)>,
    starts: Vec<usize>,
    utf16: Vec<usize>,
    utf32: Vec<usize>,
    boundary: Vec<bool>,
}

impl Table {
    fn new(text: &[u8], terminators: &LineTerminators) -> Self {
        let mut starts = alloc::vec![0];
        let mut at = 0;
        while at < text.len() {
            let length = terminators.at_start_of(&text[at..]);
            at += length.max(1);
            if length > 0 {
                starts.push(at);
            }
        }
        let (mut utf16, mut utf32, mut boundary) = (Vec::new(), Vec::new(), Vec::new());
        let (mut at, mut units16, mut units32) = (0, 0, 0);
        while at < text.len() {
            let item = item_at(text, at);
            for i in 0..item.len {
                // Inside a character its units are already behind.
                let inside = usize::from(i > 0);
                let wide = usize::from(item.len == 4 && item.well_formed);
                utf16.push(units16 + inside * (1 + wide));
                utf32.push(units32 + inside);
                boundary.push(i == 0);
            }
            at += item.len;
            units16 += 1 + usize::from(item.len == 4 && item.well_formed);
            units32 += 1;
        }
        utf16.push(units16);
        utf32.push(units32);
        boundary.push(true);
        let mut line = 0;
        let lines = (0..=text.len())
            .map(|offset| {
                if starts.get(line + 1) == Some(&offset) {
                    line += 1;
                }
                (line as u64, starts[line])
            })
            .collect();
        Self {
            lines,
            starts,
            utf16,
            utf32,
            boundary,
        }
    }

    fn units(&self, encoding: PositionEncoding) -> &[usize] {
        match encoding {
            Utf16 => &self.utf16,
            _ => &self.utf32,
        }
    }
}

fn check(text: &[u8], terminators: &LineTerminators) {
    let table = Table::new(text, terminators);
    for engine in Engine::all() {
        let store = Store::build_with(engine, text, terminators, false);
        assert_eq!(store.line_count(), table.starts.len() as u64);
        assert_eq!(store.is_ascii(), text.is_ascii());
        assert_eq!(
            store.first_ill_formed(),
            core::str::from_utf8(text)
                .err()
                .map(|error| error.valid_up_to())
        );
        for (offset, expected) in table.lines.iter().enumerate() {
            assert_eq!(store.line_at(offset), *expected, "{engine:?} {offset}");
        }
        for (line, start) in table.starts.iter().enumerate() {
            let next = table.starts.get(line + 1).copied().unwrap_or(text.len());
            let line = line as u64;
            assert_eq!(store.line_start(line), Some(*start), "{engine:?} {line}");
            assert_eq!(store.line_bounds(line, text.len()), Some((*start, next)));
        }
        assert_eq!(store.line_start(table.starts.len() as u64), None);
        assert_eq!(store.line_start(u64::MAX), None);
        for encoding in [Utf16, Utf32] {
            check_units(&store, text, &table, encoding);
            for crlf_is_closed in [false, true] {
                check_together(&store, text, &table, encoding, crlf_is_closed);
            }
        }
        assert!(store.memory() <= text.len() as u64 * 16 / 100 + 1000);
    }
}

/// Some thousand pairs of boundaries, near each other and far apart.
fn check_units(store: &Store, text: &[u8], table: &Table, encoding: PositionEncoding) {
    let units = table.units(encoding);
    let boundaries: Vec<usize> = (0..=text.len()).filter(|at| table.boundary[*at]).collect();
    let mut random = Random(1);
    for round in 0..2000 {
        let i = random.below(boundaries.len());
        let reach = [4, 100, 1000, boundaries.len()][round % 4];
        let j = (i + random.below(reach)).min(boundaries.len() - 1);
        let (from, to) = (boundaries[i], boundaries[j]);
        let between = units[to] - units[from];
        assert_eq!(
            store.units(text, from, to, encoding),
            between,
            "{from}..{to}"
        );
        for limit in [to, text.len()] {
            let found = store.seek(text, from, limit, between, encoding);
            assert_eq!(found, Seek::At(to), "{between} after {from}, up to {limit}");
        }
        let past = store.seek(text, from, to, between + 1, encoding);
        assert_eq!(past, Seek::Past, "{from}..{to}");
        // The low half of a pair.
        if let (Utf16, Some(next)) = (encoding, boundaries.get(j + 1))
            && units[*next] == units[to] + 2
        {
            let found = store.seek(text, from, text.len(), between + 1, encoding);
            let (floor, ceil) = (to, *next);
            assert_eq!(found, Seek::Inside { floor, ceil }, "{from}");
        }
    }
}

/// Places found together are those of the table, and those that are asked for one by
/// one are wrong or lie where it is said.
fn check_together(
    store: &Store,
    text: &[u8],
    table: &Table,
    encoding: PositionEncoding,
    crlf_is_closed: bool,
) {
    let Some(known) = store.together(text) else {
        let is_dense = matches!(store.lines, Lines::Dense(_));
        assert!(is_dense || store.is_ascii() || store.first_ill_formed().is_some());
        return;
    };
    let terms = Terms {
        utf16: encoding == Utf16,
        first_line: 1,
        crlf_is_closed,
    };
    let units = table.units(encoding);
    let mut random = Random(17);
    for count in [1_u8, 63, 64, 64, 64, 64] {
        let shift = u32::from(count);
        let places: Vec<usize> = (0..count).map(|_| random.below(text.len() + 1)).collect();
        let column = |at: usize| {
            let (line, start) = table.lines[at];
            Position::new(line, (units[at] - units[start]) as u64)
        };
        let asked: Vec<u64> = places.iter().map(|at| *at as u64).collect();
        let mut positions = alloc::vec![Position::default(); usize::from(count)];
        let missed = known.positions(terms, &asked, &mut positions);
        assert_eq!(missed.checked_shr(shift).unwrap_or(0), 0);
        for (i, (at, position)) in places.iter().zip(&positions).enumerate() {
            let is_lf = crlf_is_closed && text.get(*at) == Some(&b'\n');
            if missed >> i & 1 == 0 {
                assert!(
                    table.boundary[*at] && !is_lf && table.lines[*at].0 > 0,
                    "{at}"
                );
                assert_eq!(*position, column(*at), "{at}");
            }
        }
        let asked: Vec<Position> = places.iter().map(|at| column(*at)).collect();
        let mut offsets = alloc::vec![0; usize::from(count)];
        let missed = known.offsets(terms, &asked, &mut offsets);
        assert_eq!(missed.checked_shr(shift).unwrap_or(0), 0);
        for (i, (at, offset)) in places.iter().zip(&offsets).enumerate() {
            let (line, _) = table.lines[*at];
            let end = usize::try_from(line + 1)
                .ok()
                .and_then(|next| table.starts.get(next));
            let margin = usize::from(crlf_is_closed);
            let inside = at + margin < end.copied().unwrap_or(text.len());
            let is_answered = missed >> i & 1 == 0;
            if table.boundary[*at] {
                assert_eq!(is_answered, line > 0 && inside, "{at}");
                assert!(!is_answered || *offset == *at as u64, "{at}: {offset}");
            } else if is_answered {
                // A column inside a character is that of its end, or refused.
                assert!(table.boundary[usize::try_from(*offset).unwrap()], "{at}");
                assert_eq!(column(usize::try_from(*offset).unwrap()), asked[i], "{at}");
            }
        }
        for bad in [
            Position::new(table.starts.len() as u64, 0),
            Position::new(1, text.len() as u64 + 1),
            Position::new(u64::MAX, u64::MAX),
        ] {
            assert_eq!(known.offsets(terms, &[bad], &mut [0]), 1);
        }
        for bad in [text.len() as u64 + 1, u64::MAX] {
            assert_eq!(
                known.positions(terms, &[bad], &mut [Position::default()]),
                1
            );
        }
    }
}

/// About `size` bytes of `pieces`, picked at random.
fn mixture(pieces: &[&[u8]], size: usize, random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    while text.len() < size {
        text.extend_from_slice(pieces[random.below(pieces.len())]);
    }
    text
}

#[test]
fn texts_that_end_at_every_edge() {
    let edges = [64, 128, 256, 512, SEGMENT, 2 * SEGMENT];
    let mut random = Random(3);
    for edge in edges {
        for size in edge - 2..=edge + 2 {
            let piece: [&[u8]; 4] = [b"a", "é".as_bytes(), "😀".as_bytes(), b"\n"];
            let mut text = mixture(&piece, size, &mut random);
            // Cut at a boundary, then filled up to the size with ASCII.
            let end = String::from_utf8_lossy(&text).floor_char_boundary(size);
            text.truncate(end);
            text.resize(size, b'z');
            check(&text, &LineTerminators::LfCrlf);
            check(&alloc::vec![b'\n'; size], &LineTerminators::LfCrlf);
            check(&alloc::vec![b'a'; size], &LineTerminators::LfCrlf);
        }
    }
}

#[test]
fn lines_of_all_lengths_in_one_text() {
    let mut random = Random(5);
    let words: [&[u8]; 5] = [
        b"word ",
        "wörd ".as_bytes(),
        "世界".as_bytes(),
        b"x",
        b"    ",
    ];
    let mut text = Vec::new();
    // Longer than 64 KiB, so that low bits repeat; then many lines of ordinary length.
    for longest in [70_000, 40, 300_000, 10, 9_000, 60] {
        for _ in 0..40 {
            let size = random.below(longest.min(20_000)) + longest / 40;
            text.extend(mixture(&words, size, &mut random));
            text.push(b'\n');
        }
    }
    check(&text, &LineTerminators::LfCrlf);
    text.extend(mixture(&words, 200_000, &mut random));
    text.extend(mixture(&[b"\n", b"a"], 20_000, &mut random));
    check(&text, &LineTerminators::LfCrlf);
}

#[test]
fn short_lines_are_kept_as_bits() {
    let mut random = Random(7);
    for pieces in [
        &[b"\n".as_slice()][..],
        &[b"a", b"\n"],
        &["é".as_bytes(), b"\r\n", b"abc"],
        &[b"\n", b"\xFF", "😀".as_bytes()],
    ] {
        let text = mixture(pieces, 100_000, &mut random);
        let store = Store::build(&text, &LineTerminators::LfCrlf, false);
        assert!(matches!(store.lines, Lines::Dense(_)));
        check(&text, &LineTerminators::LfCrlf);
    }
    // Nothing for long, then lines at once.
    let mut text = alloc::vec![b'a'; 150_000];
    text.extend(alloc::vec![b'\n'; 100_000]);
    text.extend(alloc::vec![b'b'; 150_000]);
    check(&text, &LineTerminators::LfCrlf);
}

#[test]
fn every_preset_across_chunks() {
    let mut random = Random(11);
    let pieces: [&[u8]; 12] = [
        b"\r",
        b"\n",
        b"\r\n",
        "\u{2028}".as_bytes(),
        "\u{2029}".as_bytes(),
        "\u{85}".as_bytes(),
        b"\x0B\x0C",
        b"\x1C\x1D\x1E\x1F",
        b"a",
        "¨©".as_bytes(),
        "⠨€".as_bytes(),
        b"twenty bytes of text",
    ];
    let mut presets = LineTerminators::PRESETS.to_vec();
    presets.push(LineTerminators::custom(["\r\r", "twenty", "\n", "\r"]).unwrap());
    for preset in presets {
        for size in [500, 3000, 40_000] {
            let text = mixture(&pieces, size, &mut random);
            check(&text, &preset);
            let sparse = mixture(&[&text[..40], &[b'x'; 900]], size * 4, &mut random);
            check(&sparse, &preset);
        }
    }
}

#[test]
fn ill_formed_bytes_across_blocks() {
    let mut random = Random(13);
    let pieces: [&[u8]; 9] = [
        b"a",
        b"\n",
        b"\xF0\x9F",
        b"\xE4\xB8",
        b"\x80\x80\x80\x80",
        b"\xFF",
        "😀".as_bytes(),
        "世".as_bytes(),
        b"plain text for a while, so that blocks of it come by ",
    ];
    for size in [300, 2000, 50_000] {
        check(
            &mixture(&pieces, size, &mut random),
            &LineTerminators::LfCrlf,
        );
        check(
            &mixture(&pieces[2..], size, &mut random),
            &LineTerminators::Lsp,
        );
    }
}
