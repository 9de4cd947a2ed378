//! Texts beyond what is usual: a line of 100 MB, and one text of more than 4 GiB.
//! Run with `cargo test --release -p llm-types-core --test text huge -- --ignored`.

use llm_types::PositionEncoding::{Utf8, Utf16, Utf32};
use llm_types::{LineIndex, LineIndexOptions, Position};

#[test]
#[ignore = "takes 100 MB and, without optimisation, seconds"]
fn a_line_of_a_hundred_megabytes() {
    let piece = "a世😀";
    let count = 100_000_000 / piece.len() as u64;
    let text = piece.repeat(usize::try_from(count).unwrap());
    let index = LineIndex::new(&text);
    assert_eq!(index.line_count(), 1);
    assert_eq!(index.len_in(Utf16), 4 * count);
    assert!(index.index_bytes() * 100 <= index.len() * 16);
    for n in (0..count).step_by(99_991) {
        let position = Position::new(0, 4 * n + 2);
        assert_eq!(index.position(8 * n + 4, Utf16), Ok(position));
        assert_eq!(index.offset(position, Utf16), Ok(8 * n + 4));
    }
    let past = index.offset(Position::new(0, 4 * count + 1), Utf16);
    assert_eq!(past.unwrap_err().code(), "COL_OUT_OF_RANGE");
}

#[test]
#[cfg(target_pointer_width = "64")]
#[ignore = "takes 4.5 GiB of address space and, without optimisation, a minute"]
fn a_text_of_more_than_four_gibibytes() {
    // Zeros that are never written take no memory.
    let mut bytes = vec![0; 4_500_000_000];
    let mark = (1 << 32) + 1_000;
    bytes[mark] = b'\n';
    bytes[mark + 1..mark + 5].copy_from_slice("😀".as_bytes());
    bytes[mark + 5] = b'\n';
    let index = LineIndex::with_options(bytes, &LineIndexOptions::default());
    assert!(index.is_well_formed());
    assert_eq!(index.line_count(), 3);

    let mark = mark as u64;
    let last = mark + 6;
    for (offset, line, utf8, utf16, utf32) in [
        (mark, 0, mark, mark, mark),
        (mark + 1, 1, 0, 0, 0),
        (mark + 5, 1, 4, 2, 1),
        (last, 2, 0, 0, 0),
        (last + 70_000_000, 2, 70_000_000, 70_000_000, 70_000_000),
    ] {
        for (encoding, column) in [(Utf8, utf8), (Utf16, utf16), (Utf32, utf32)] {
            let position = Position::new(line, column);
            assert_eq!(index.position(offset, encoding), Ok(position));
            assert_eq!(index.offset(position, encoding), Ok(offset));
        }
    }
    assert_eq!(index.convert_offset(last, Utf8, Utf16), Ok(last - 2));
    assert_eq!(index.convert_offset(last - 2, Utf16, Utf8), Ok(last));
    // Nothing wraps at 2^32.
    let wrapped = index.position(index.len() + (1 << 32), Utf8);
    assert_eq!(wrapped.unwrap_err().code(), "OFFSET_OUT_OF_RANGE");
}
