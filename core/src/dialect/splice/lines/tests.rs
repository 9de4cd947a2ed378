//! What is recorded of lines and columns.

use alloc::string::String;
use alloc::vec::Vec;

use crate::normalize::{NormalizeOptions, normalize};
use crate::source::Sources;

/// Where line and column of the match of a search go.
fn places(line: u64, column: u64, start: u64, text: &str) -> Vec<(String, Option<String>)> {
    let sources: Sources = [("a.rs", text)].into_iter().collect();
    let options = NormalizeOptions {
        sources: Some(&sources),
        ..NormalizeOptions::default()
    };
    let search = alloc::format!(
        r#"{{"count":1,"matches":[{{"byte_end":{},"byte_start":{start},"column":{column},"file":"a.rs","line":{line},"matched_text":"x"}}],"message":"Found 1 occurrence(s) of 'x'","pattern":"x","status":"ok"}}"#,
        start + 1
    );
    let normalized = normalize(search.as_bytes(), &options).unwrap();
    let changes = normalized.changes.iter();
    let of_place = changes.filter(|change| {
        ["/matches/0/line", "/matches/0/column"].contains(&change.pointer.as_str())
    });
    of_place.map(|change| (change.pointer, change.at)).collect()
}

#[test]
fn line_and_column_of_a_search_go_into_the_span_whatever_breaks_the_text_has() {
    let span = |name| Some(alloc::format!("/data/matches/0/span/{name}"));
    let expected = [
        ("/matches/0/line".into(), span("start_line")),
        ("/matches/0/column".into(), span("start_col")),
    ];
    assert_eq!(places(1, 3, 3, "ab x\ncd\n"), expected);
    // The numbers before another break are the same in the envelope, those after it are not.
    assert_eq!(places(1, 3, 3, "ab x\nc\u{2028}d\n"), expected);
    assert_eq!(places(2, 1, 5, "a\u{2028}bx\n"), expected);
}
