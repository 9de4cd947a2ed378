//! Cutting: the place is always on the screen, whatever surrounds it.

use llm_types::LineIndex;

use super::*;

const WIDTH: usize = 60;

fn shown(text: &[u8], start: u64, end: u64) -> (String, String) {
    let excerpt = Excerpt::in_width("f", &LineIndex::from_bytes(text), start, end, WIDTH);
    excerpt.lines[0].render()
}

/// The columns of a terminal that a text takes.
fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

#[test]
fn every_place_of_a_long_line_is_shown_above_its_caret() {
    // Letters of width 1 and 2 in turns, so that no two neighbours are alike.
    let line: String = "aé世😀".chars().cycle().take(2000).collect();
    for (offset, letter) in line.char_indices() {
        let (start, end) = (offset as u64, (offset + letter.len_utf8()) as u64);
        let (text, carets) = shown(line.as_bytes(), start, end);
        assert!(width(&text) <= WIDTH + 2, "{text}");
        let column = carets.len() - carets.trim_start().len();
        let at = text
            .char_indices()
            .find(|(index, _)| width(&text[..*index]) == column)
            .map(|(_, shown)| shown);
        assert_eq!(at, Some(letter), "{offset}\n{text}\n{carets}");
        assert_eq!(carets.trim_start().len(), width(&letter.to_string()));
    }
}

#[test]
fn a_range_longer_than_the_screen_is_marked_as_far_as_it_is_shown() {
    let line = "x".repeat(100_000);
    let (text, carets) = shown(line.as_bytes(), 500, 90_000);
    assert!(text.starts_with('…') && text.ends_with('…'), "{text}");
    assert_eq!(width(&carets), width(&text) - 1);
}

#[test]
fn any_bytes_and_any_offsets_are_shown() {
    let mut state = 1_u64;
    let mut random = || {
        // Any generator will do; this is the one of Knuth's MMIX.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    for _ in 0..300 {
        let len = random() % 400;
        let bytes: Vec<u8> = (0..len).map(|_| (random() & 0xff) as u8).collect();
        let index = LineIndex::from_bytes(&bytes);
        for _ in 0..10 {
            let (start, end) = (random() % 500, random() % 500);
            let excerpt = Excerpt::in_width("f", &index, start, end, WIDTH);
            let text = excerpt.render("-->", 3, Some("/a"), anstyle::Style::new());
            assert!(text.contains('^'), "{bytes:?} {start}..{end}");
            assert!(!text.contains(['\r', '\u{7f}', '\u{202e}']), "{text:?}");
        }
    }
}
