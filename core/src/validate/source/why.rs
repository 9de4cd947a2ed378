//! The sentences that are said in more than one place: why a text proves nothing, and that it is
//! another text.

use alloc::format;
use alloc::string::String;

use crate::checksum::Checksum;
use crate::source::library::NoText;
use crate::source::named;

/// Why a range was not held against a text that no checksum of the document tells from another.
pub(crate) const MAY_BE_CHANGED: &str = "this may be the changed file: what is said of a range \
                                         does not fit, and no checksum shows which text it is";

/// The text after the operation was given, and the ranges are of the one before.
pub(crate) const IS_CHANGED: &str =
    "this is the changed file; the ranges are those of the file before";

/// A deletion states one checksum, and the text that was given has it.
pub(crate) const FITS_EITHER: &str = "the checksum fits, and may be that of the changed file";

/// The text of another change of the file was given.
pub(super) const OF_ANOTHER: &str = "this is the file before or after another of its changes";

/// Nothing shows which of several texts a range is of.
pub(super) const OF_ONE_OF_MANY: &str =
    "the file was changed more than once, and which of its texts a range is of is not said";

/// The text before the operation was given, and something is said of the one after.
pub(super) const NOT_GIVEN_AFTER: &str = "what it holds after the operation was not given";

/// The text that was given is not the one before the operation, and nothing is told of the one
/// after.
pub(super) const KNOWN_BEFORE: &str =
    "it is not the file before the operation, and its checksum after it is not known";

/// Nothing is told of the text before the operation.
pub(super) const KNOWN_AFTER: &str = "its checksum is known only after the operation";

/// Nothing here counts columns as the tool does.
pub(super) const NO_COLUMNS: &str = "columns of this unit cannot be recomputed";

/// A path of the document leads to no text, or to more than one.
pub(crate) fn no_text(path: &str, why: NoText<'_>) -> String {
    match why {
        NoText::Missing => format!("no source was given for `{path}`"),
        NoText::Ambiguous(paths) => format!("`{path}` can mean {}", named(paths, " or ")),
    }
}

/// A checksum is of an algorithm that nothing here computes.
pub(super) fn unknown_algorithm(stated: &str) -> String {
    format!("the algorithm of `{stated}` is not known")
}

/// What is found of a text that has the checksums of neither text of an operation.
pub(super) fn is_neither(path: &str, actual: &Checksum) -> String {
    format!("`{path}` is the file neither before nor after the operation: it has {actual}")
}
