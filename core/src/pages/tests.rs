//! What mdsel cut is in its fixtures; the numbers of pages are by hand.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;

#[test]
fn words_are_split_as_ecmascript_does() {
    // The white space of ECMAScript, §12.2 and §12.3, each between two words.
    for space in [
        '\t', '\u{b}', '\u{c}', ' ', '\u{a0}', '\u{feff}', '\n', '\r', '\u{2028}', '\u{2029}',
        '\u{1680}', '\u{2000}', '\u{200a}', '\u{202f}', '\u{205f}', '\u{3000}',
    ] {
        let text: String = ['a', space, 'b'].iter().collect();
        assert_eq!(count_words(&text), 2, "{}", space.escape_unicode());
    }
    for other in ['\u{85}', '\u{200b}', '\u{180e}', '\u{2060}', '-'] {
        let text: String = ['a', other, 'b'].iter().collect();
        assert_eq!(count_words(&text), 1, "{}", other.escape_unicode());
    }
}

#[test]
fn a_text_is_cut_only_when_it_has_more_words() {
    let words = |count: u64| {
        (0..count)
            .map(|n| alloc::format!("w{n}"))
            .collect::<Vec<_>>()
    };
    let exact = words(500).join("\n");
    let whole = truncate_words(&exact, None);
    assert_eq!(
        (whole.content, whole.truncated, whole.word_count),
        (exact, false, 500)
    );
    let cut = truncate_words(&words(501).join("\n\n"), None);
    assert_eq!((cut.truncated, cut.word_count), (true, 501));
    assert_eq!(
        cut.content,
        alloc::format!("{} [truncated]", words(500).join(" "))
    );
    assert_eq!(
        strip_truncation_marker(&cut.content),
        Some(words(500).join(" ").as_str())
    );
    assert_eq!(truncate_words("a", Some(0)).content, "[truncated]");
    assert_eq!(truncate_words(" ", Some(0)).content, " ");
}

#[test]
fn a_preview_counts_utf16_and_keeps_pairs_whole() {
    let emoji = "😀".repeat(41);
    assert_eq!(preview(&"😀".repeat(40), None), "😀".repeat(40));
    assert_eq!(
        preview(&emoji, None),
        alloc::format!("{}...", "😀".repeat(40))
    );
    assert_eq!(preview(&emoji, Some(3)), "😀...");
    assert_eq!(preview(" \n a \u{feff}\t b\n", None), "a b");
    // The blank is what is too long: nothing of the word behind it is shown.
    assert_eq!(preview("ab cd", Some(2)), "ab...");
    assert_eq!(preview("", None), "");
    assert_eq!(preview("x", Some(0)), "...");
}

#[test]
fn pages_hold_every_word_once() {
    for (words, size) in [
        (0, 500),
        (1, 500),
        (500, 500),
        (501, 500),
        (2340, 500),
        (10, 3),
        (3, 1),
    ] {
        let total = pagination(words, 0, Some(size)).unwrap().total_pages;
        let mut at = 0;
        for page in 0..total {
            let page = pagination(words, page, Some(size)).unwrap();
            assert_eq!(page.word_start, at);
            assert_eq!(page.has_more, page.current_page + 1 < total);
            at = page.word_end;
        }
        assert_eq!(at, words);
        let error = pagination(words, total.max(1), Some(size)).unwrap_err();
        assert_eq!(error.code(), "PAGE_OUT_OF_RANGE");
    }
    // Seed 003 shows four pages for 2340 words; of 500 words each they are five.
    assert_eq!(pagination(2340, 0, None).unwrap().total_pages, 5);
    assert_eq!(pagination(1, 0, Some(0)), Err(PageError::Empty));
    assert_eq!(
        pagination(u64::MAX, 0, None).unwrap_err().code(),
        "UNSAFE_INTEGER"
    );
    assert_eq!(
        pagination(1, u64::MAX, None).unwrap_err().code(),
        "UNSAFE_INTEGER"
    );
}
