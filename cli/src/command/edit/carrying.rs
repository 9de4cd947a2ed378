//! What became of a document that was carried along, for people.

use std::fmt::Write as _;

use llm_types::CarriedSpans;

use crate::problem::shown_pointer;
use crate::style;

/// A line for each range and value that is not as it was, and the sums.
pub(super) fn told(carried: &CarriedSpans) -> String {
    let CarriedSpans {
        carried_count,
        changed,
        gone,
        dropped,
        ..
    } = carried;
    let strong = style::STRONG;
    let mut text = String::new();
    for (pointers, word, why) in [
        (changed, "edited inside", "its text is another now"),
        (
            gone,
            "gone",
            "its text was replaced, or only its line is told, or it was no range of the file; it \
             stays as it was",
        ),
        (dropped, "dropped", "it told of the text before"),
    ] {
        for pointer in pointers {
            let place = shown_pointer(pointer);
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(text, "  {place} {strong}{word}{strong:#}: {why}");
        }
    }
    let _ = writeln!(
        text,
        "{carried_count} {} carried, {} edited inside; {} gone; {} dropped",
        if *carried_count == 1 {
            "range"
        } else {
            "ranges"
        },
        changed.len(),
        gone.len(),
        dropped.len()
    );
    text
}
