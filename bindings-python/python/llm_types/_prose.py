"""Prose for models: which part is meant, how a long text is cut, what a program exits with."""

from __future__ import annotations

import json

from . import _core
from ._given import wrong_type
from .types_generated import Page, Selector, TextPage, TruncatedText

__all__ = [
    "count_words",
    "exit_code",
    "pagination",
    "parse_selector",
    "preview",
    "strip_truncation_marker",
    "text_page",
    "truncate_words",
    "write_selector",
]


def parse_selector(text: str) -> Selector:
    """Read a selector of a part of a Markdown document, in mdsel's grammar.

    Parameters are read and not judged: any name and any value is taken, and only
    ``full=true`` means something.

    Raises:
        LlmTypesError: With mdsel's code, and the UTF-8 bytes that are wrong:
            ``EMPTY_SELECTOR``, ``INVALID_NAMESPACE``, ``INVALID_HEADING_LEVEL``,
            ``INVALID_BLOCK_TYPE``, ``INVALID_INDEX``, ``UNCLOSED_BRACKET``,
            ``TRAILING_SLASH``, ``MALFORMED_QUERY``, ``INVALID_SYNTAX``.

    Examples:
        >>> selector = parse_selector("readme::heading:h2[1]")
        >>> selector.namespace, selector.segments[0].kind, selector.segments[0].index
        ('readme', 'h2', 1)
    """
    return Selector.from_dict(json.loads(_core.parse_selector(text)))


def write_selector(selector: Selector) -> str:
    """Print a selector: the shortest text that `parse_selector` reads as these parts.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; the codes of `parse_selector` for parts that no text
            has.

    Examples:
        >>> write_selector(parse_selector(" doc :: section[ 07 ]"))
        'doc::section[7]'
    """
    if not isinstance(selector, Selector):
        raise wrong_type("a Selector", type(selector).__name__)
    return _core.write_selector(json.dumps(selector.to_dict(), ensure_ascii=False))


def count_words(text: str) -> int:
    """How many words a text has: what stands between white space.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> count_words("  th\u00e9 \u8336  cup ")
        3
    """
    return _core.count_words(text)


def truncate_words(text: str, max_words: int | None = None) -> TruncatedText:
    """Cut a text after so many words, 500 if none are named.

    Of a text that is longer the words are kept with one blank between them, then a blank
    and ``[truncated]``.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``; for a number that is no count.

    Examples:
        >>> cut = truncate_words("a b  c d", 3)
        >>> cut.content, cut.truncated, cut.word_count
        ('a b c [truncated]', True, 4)
    """
    return TruncatedText.from_dict(json.loads(_core.truncate_words(text, max_words)))


def strip_truncation_marker(content: str) -> str | None:
    """The text before the mark of a cut, or ``None`` if it does not end with one.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> strip_truncation_marker("a b [truncated]")
        'a b'
    """
    return _core.strip_truncation_marker(content)


def preview(text: str, max_length: int | None = None) -> str:
    """The beginning of a text on one line, with three dots if something follows.

    Args:
        text: Any text; its white space becomes one blank.
        max_length: UTF-16 code units, 80 if left out. A surrogate pair is never cut.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``; for a number that is no count.

    Examples:
        >>> preview("Tea House", 5)
        'Tea H...'
    """
    return _core.preview(text, max_length)


def pagination(word_count: int, page: int, page_words: int | None = None) -> Page:
    """Which words stand on a page, with the numbers that a selection prints of it.

    Without the two members that only the caller needs, `Page.to_dict` gives the
    `PaginationInfo` of a response.

    Args:
        word_count: How many words the whole text has.
        page: Number of the page, from 0.
        page_words: Words on one page, 500 if left out.

    Raises:
        LlmTypesError: ``PAGE_OUT_OF_RANGE``; ``PAGE_EMPTY``; for numbers that are no counts.

    Examples:
        >>> page = pagination(2340, 4)
        >>> page.total_pages, page.word_start, page.word_end
        (5, 2000, 2340)
    """
    return Page.from_dict(json.loads(_core.pagination(word_count, page, page_words)))


def text_page(text: str, page: int, page_words: int | None = None) -> TextPage:
    r"""One page of a text, with what a response says of it.

    A text that has only one page stays as it is; of a longer one a page has its words with
    one blank between them.

    Args:
        text: The whole text.
        page: Number of the page, from 0.
        page_words: Words on one page, 500 if left out.

    Raises:
        LlmTypesError: As `pagination`; ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> page = text_page("a\nb  c\td e", 1, 2)
        >>> page.content, page.pagination.total_pages, page.pagination.has_more
        ('c d', 3, True)
    """
    return TextPage.from_dict(json.loads(_core.text_page(text, page, page_words)))


def exit_code(text: str | bytes | bytearray | memoryview) -> int:
    """The exit code that goes with a document of any known dialect.

    0 for success, 1 for failure, 2 for a call that is wrong in itself, 4 for partial
    success. A status that is no word of the envelope (``completed``) counts as failure:
    nobody knows that it went well. The call was wrong where all errors are about a selector
    that cannot be read, by its code, or about files that were not named; a tool that knows
    other wrong calls exits with 2 by itself.

    Raises:
        LlmTypesError: As `normalize`.

    Examples:
        >>> exit_code('{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}')
        0
    """
    return _core.exit_code(text)
