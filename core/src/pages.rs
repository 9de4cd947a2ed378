//! How prose is cut for a model: words, pages, previews, and the mark of a cut.
//!
//! The limits are those of seed 003, the cuts those that mdsel makes: a word is what
//! stands between white space as ECMAScript has it, and a text that is cut keeps its
//! words, with one blank between them.

use alloc::string::String;

use crate::envelope::PaginationInfo;
use crate::envelope::record::record;
use crate::text::MAX_SAFE_OFFSET;

#[cfg(test)]
mod tests;

/// Words after which a text is cut.
pub const MAX_WORDS: u64 = 500;

/// Words on one page.
pub const PAGE_WORDS: u64 = 500;

/// Length of a preview, in UTF-16 code units.
pub const PREVIEW_LENGTH: u64 = 80;

/// What a text that was cut ends with.
pub const TRUNCATION_MARKER: &str = "[truncated]";

/// What a preview that was cut ends with.
pub(crate) const ELLIPSIS: &str = "...";

record! {
    /// A text, cut or whole.
    pub struct TruncatedText closed {
        /// The text; ends with a blank and `[truncated]` if it was cut.
        required content: String,
        /// Whether it was cut.
        required truncated: bool,
        /// How many words the whole text has.
        required word_count: u64,
    }
}

record! {
    /// One page of a text.
    pub struct Page closed {
        /// Number of the page, from 0.
        required current_page: u64,
        /// How many pages there are; 0 for a text without words.
        required total_pages: u64,
        /// How many words the whole text has.
        required word_count: u64,
        /// Whether a page follows.
        required has_more: bool,
        /// First word of the page, from 0.
        required word_start: u64,
        /// One past the last word of the page.
        required word_end: u64,
    }
}

record! {
    /// The text of one page, and the numbers that a selection prints of it.
    pub struct TextPage closed {
        /// The text of the page.
        required content: String,
        /// Which page it is, of how many.
        required pagination: PaginationInfo,
    }
}

/// What a document prints of a page: which words are on it is not said there.
///
/// ```
/// use llm_types::envelope::PaginationInfo;
///
/// let info = PaginationInfo::from(llm_types::pagination(2340, 4, None)?);
/// assert_eq!((info.current_page, info.total_pages, info.has_more), (4, 5, false));
/// # Ok::<(), llm_types::PageError>(())
/// ```
impl From<Page> for PaginationInfo {
    fn from(page: Page) -> Self {
        Self {
            current_page: page.current_page,
            total_pages: page.total_pages,
            word_count: page.word_count,
            has_more: page.has_more,
            ..Self::default()
        }
    }
}

/// A refusal to cut a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// A page of no words.
    #[error("a page has at least one word")]
    Empty,
    /// There is no such page.
    #[error("page {page} is asked for; there are {total}, counted from 0")]
    OutOfRange {
        /// The page that was asked for.
        page: u64,
        /// How many there are.
        total: u64,
    },
    /// A count beyond what JSON carries exactly.
    #[error("{value} is greater than 9007199254740991")]
    Unsafe {
        /// The count.
        value: u64,
    },
}

impl PageError {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "PAGE_EMPTY",
            Self::OutOfRange { .. } => "PAGE_OUT_OF_RANGE",
            Self::Unsafe { .. } => "UNSAFE_INTEGER",
        }
    }
}

/// White space as ECMAScript's `\s` has it: Unicode's, without next line, and the
/// byte order mark.
pub(crate) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Words with one blank between them.
fn on_one_line<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// How many words a text has: what stands between white space.
///
/// Time O(n).
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::count_words("  thé\u{a0}茶\n\ncup "), 3);
/// assert_eq!(llm_types::count_words(""), 0);
/// ```
pub fn count_words(text: &str) -> u64 {
    words(text).count() as u64
}

/// Cuts a text after so many words, [`MAX_WORDS`] if none are named.
///
/// A text that is short enough stays as it is. Of a longer one the words are kept
/// with one blank between them, then a blank and [`TRUNCATION_MARKER`].
///
/// Time O(n).
///
/// # Examples
///
/// ```
/// use llm_types::truncate_words;
///
/// let cut = truncate_words("a\nb  c d", Some(3));
/// assert_eq!((cut.content.as_str(), cut.truncated, cut.word_count), ("a b c [truncated]", true, 4));
/// assert_eq!(truncate_words("a\nb  c", Some(3)).content, "a\nb  c");
/// ```
pub fn truncate_words(text: &str, max_words: Option<u64>) -> TruncatedText {
    let max_words = max_words.unwrap_or(MAX_WORDS);
    let word_count = count_words(text);
    if word_count <= max_words {
        return TruncatedText {
            content: text.into(),
            truncated: false,
            word_count,
        };
    }
    let kept = words(text).zip(0..max_words).map(|(word, _)| word);
    TruncatedText {
        content: on_one_line(kept.chain(core::iter::once(TRUNCATION_MARKER))),
        truncated: true,
        word_count,
    }
}

/// The text before the mark of a cut, if it ends with one. A blank before the mark is taken
/// away with it; three dots, which seed 003 shows there, belong to the text.
///
/// The same words elsewhere are the author's, and no mark.
///
/// # Examples
///
/// ```
/// use llm_types::strip_truncation_marker;
///
/// assert_eq!(strip_truncation_marker("a b [truncated]"), Some("a b"));
/// assert_eq!(strip_truncation_marker("methods...[truncated]"), Some("methods..."));
/// assert_eq!(strip_truncation_marker("[truncated] b"), None);
/// ```
pub fn strip_truncation_marker(content: &str) -> Option<&str> {
    let before = content.strip_suffix(TRUNCATION_MARKER)?;
    Some(before.strip_suffix(' ').unwrap_or(before))
}

/// The beginning of a text on one line: at most so many UTF-16 code units,
/// [`PREVIEW_LENGTH`] if none are named, and three dots if something follows.
///
/// White space becomes one blank. A surrogate pair is never cut in two: the preview
/// is one unit shorter then.
///
/// Time O(n).
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::preview("title:\n  Tea", None), "title: Tea");
/// assert_eq!(llm_types::preview("Tea House", Some(5)), "Tea H...");
/// assert_eq!(llm_types::preview("a😀b", Some(2)), "a...");
/// ```
pub fn preview(text: &str, max_length: Option<u64>) -> String {
    let max_length = max_length.unwrap_or(PREVIEW_LENGTH);
    let mut line = String::new();
    let mut length = 0u64;
    let mut blank = false;
    for c in text.trim_matches(is_space).chars() {
        if is_space(c) {
            blank = true;
            continue;
        }
        for c in blank.then_some(' ').into_iter().chain(core::iter::once(c)) {
            length += c.len_utf16() as u64;
            if length > max_length {
                line.push_str(ELLIPSIS);
                return line;
            }
            line.push(c);
        }
        blank = false;
    }
    line
}

/// Whether one text is a preview of the other: all of that on one line, or its beginning, cut
/// anywhere, and three dots.
pub(crate) fn is_preview(shown: &str, text: &str) -> bool {
    let line = preview(text, Some(u64::MAX));
    let cut = shown.strip_suffix(ELLIPSIS);
    line == shown || cut.is_some_and(|cut| line.starts_with(cut))
}

/// Which words stand on a page, with the numbers that a selection prints of it.
///
/// Pages are counted from 0 and hold `page_words` words each, [`PAGE_WORDS`] if none
/// are named; the last may hold fewer. A text without words has no page, but page 0
/// of it may be asked for.
///
/// # Errors
///
/// `PAGE_EMPTY` for pages of no words; `PAGE_OUT_OF_RANGE`; `UNSAFE_INTEGER` for a
/// count beyond 2^53 − 1.
///
/// # Examples
///
/// ```
/// let page = llm_types::pagination(2340, 4, None)?;
/// assert_eq!((page.total_pages, page.has_more), (5, false));
/// assert_eq!((page.word_start, page.word_end), (2000, 2340));
/// assert_eq!(llm_types::pagination(2340, 5, None).unwrap_err().code(), "PAGE_OUT_OF_RANGE");
/// # Ok::<(), llm_types::PageError>(())
/// ```
pub fn pagination(word_count: u64, page: u64, page_words: Option<u64>) -> Result<Page, PageError> {
    let page_words = page_words.unwrap_or(PAGE_WORDS);
    if page_words == 0 {
        return Err(PageError::Empty);
    }
    for value in [word_count, page, page_words] {
        if value > MAX_SAFE_OFFSET {
            return Err(PageError::Unsafe { value });
        }
    }
    let total = word_count.div_ceil(page_words);
    if page >= total.max(1) {
        return Err(PageError::OutOfRange { page, total });
    }
    // Below `word_count` whenever there is a page, so that nothing overflows.
    let start = page.saturating_mul(page_words);
    let end = start.saturating_add(page_words).min(word_count);
    Ok(Page {
        current_page: page,
        total_pages: total,
        word_count,
        has_more: end < word_count,
        word_start: start,
        word_end: end,
    })
}

/// One page of a text: its words, and what a selection prints of it.
///
/// Pages are those of [`pagination`]. A text that has only one page stays as it is; of a longer
/// one a page has its words with one blank between them, as what [`truncate_words`] leaves.
///
/// Time O(n).
///
/// # Errors
///
/// Those of [`pagination`].
///
/// # Examples
///
/// ```
/// use llm_types::text_page;
///
/// let page = text_page("a\nb  c\td e", 1, Some(2))?;
/// assert_eq!(page.content, "c d");
/// assert_eq!((page.pagination.total_pages, page.pagination.has_more), (3, true));
/// assert_eq!(text_page("a\nb  c", 0, None)?.content, "a\nb  c");
/// # Ok::<(), llm_types::PageError>(())
/// ```
pub fn text_page(text: &str, page: u64, page_words: Option<u64>) -> Result<TextPage, PageError> {
    let page = pagination(count_words(text), page, page_words)?;
    let content = if page.total_pages <= 1 {
        text.into()
    } else {
        // A text has fewer words than `usize` counts, and the page is one of them.
        let before = usize::try_from(page.word_start).unwrap_or(usize::MAX);
        let kept = words(text).skip(before);
        let kept = kept.zip(page.word_start..page.word_end);
        on_one_line(kept.map(|(word, _)| word))
    };
    Ok(TextPage {
        content,
        pagination: page.into(),
    })
}
