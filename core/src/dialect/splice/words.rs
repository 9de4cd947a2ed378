//! The words in which splice tells people what it did.

use crate::dialect::recognise::word;
use crate::json::Node;

/// How its messages begin, and what stands behind that: many tools say that something was
/// found or deleted, but not in the same sentence.
const SENTENCES: [(&str, &str); 24] = [
    ("Applied ", " replacement(s) across "),
    ("Applied replacements to ", " file(s) ("),
    ("Backend: ", ""),
    ("Batch complete: ", " succeeded, "),
    ("Batch preview complete: ", " operations"),
    ("Call relationships for ", ""),
    ("Counted entities for ", " label(s)"),
    ("Database has ", " symbols"),
    ("Database statistics:\n  Files: ", "\n  Symbols: "),
    ("Deleted '", " across "),
    ("Exported ", " symbols"),
    ("Found ", " occurrence(s) of '"),
    ("Found ", " symbol(s)"),
    ("Generated scaffold for ", ""),
    ("No code chunk found at ", ""),
    ("Patched ", " at bytes "),
    ("Patched ", " file(s) across "),
    ("Preview: ", " references\n"),
    ("Previewed patch '", " at bytes "),
    ("Renamed '", "' to '"),
    ("Restored ", " file(s) from backup"),
    ("Retrieved code chunk (", " bytes)"),
    ("[dry-run] Would replace ", " occurrence(s) of "),
    ("", " indexed files"),
];

/// Whether the message of a document is a sentence of splice.
pub(super) fn are_in(root: Node<'_>) -> bool {
    let Some(message) = word(root, "message") else {
        return false;
    };
    SENTENCES.iter().any(|(begins, then)| {
        let rest = message.strip_prefix(begins);
        rest.is_some_and(|rest| match *begins {
            // A count stands before it, and nothing behind it.
            "" => rest
                .strip_suffix(then)
                .is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit())),
            _ => rest.contains(then),
        })
    })
}
