"""Texts that arrive in pieces: JSON Lines of any length in constant memory."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Generic, NoReturn, Protocol, TypeVar, overload

from . import _core
from ._documents import ReadOptions, Sources, _shelf, _Text
from ._enrich import _additions
from ._error import LlmTypesError
from ._given import remedy, root_of, wrong_type
from ._parts import of_parts
from .types_generated import (
    ConvertedDocument,
    DialectName,
    EnrichedDocument,
    NormalizedDocument,
    ValidatedDocument,
    Validation,
)

__all__ = ["Converter", "Enricher", "Normalizer", "Validator"]

_T = TypeVar("_T")
_Answer = TypeVar("_Answer")
_Answer_co = TypeVar("_Answer_co", covariant=True)


class _Run(Protocol[_Answer_co]):
    """What takes the pieces, in the extension module."""

    def push(self, bytes: _Text, /) -> _Answer_co: ...
    def finish(self) -> _Answer_co: ...


class _Stream(Generic[_T]):
    """What takes a text in pieces, and gives a result for each document in it."""

    __slots__ = ("_at_hand", "_finish", "_push")

    def __init__(self, run: _Run[_Answer], made: Callable[[_Answer], list[_T]]) -> None:
        self._push: Callable[[_Text], list[_T]] = lambda piece: made(run.push(piece))
        self._finish: Callable[[], list[_T]] = lambda: made(run.finish())
        self._at_hand: object | None = None

    def push(self, piece: _Text) -> list[_T]:
        """Take the next bytes and give what became of the documents they complete."""
        return self._push(piece)

    def finish(self) -> list[_T]:
        """Take the end of the text and give what became of the rest of it.

        What is pushed after that is a new text.
        """
        return self._finish()

    @overload
    def results(self, pieces: _Text | Iterable[_Text]) -> Iterator[_T]: ...
    @overload
    def results(self, pieces: AsyncIterable[_Text]) -> AsyncIterator[_T]: ...
    def results(
        self, pieces: _Text | Iterable[_Text] | AsyncIterable[_Text]
    ) -> Iterator[_T] | AsyncIterator[_T]:
        """The results for a whole text, or for its pieces as they arrive, one after the other.

        Of pieces that are waited for, such as those of an `asyncio.StreamReader`, the results
        are, too: ``async for`` takes them. Where it is left before its end, or ``pieces``
        raises, the rest of that text is dropped.

        Raises:
            LlmTypesError: As `push`; ``STREAM_TAKEN`` where the results of another text were
                asked for before those of this one had ended.
        """
        if isinstance(pieces, AsyncIterable):
            return self._awaited(pieces)
        return self._given(pieces)

    def _given(self, pieces: _Text | Iterable[_Text]) -> Iterator[_T]:
        every = _each(pieces)
        text = self._begin()
        try:
            for piece in every:
                self._keep(text)
                yield from self._push(piece)
            self._keep(text)
            self._at_hand = None
            yield from self._finish()
        finally:
            self._leave(text)

    async def _awaited(self, pieces: AsyncIterable[_Text]) -> AsyncIterator[_T]:
        text = self._begin()
        try:
            async for piece in pieces:
                self._keep(text)
                for one in self._push(piece):
                    yield one
            self._keep(text)
            self._at_hand = None
            for one in self._finish():
                yield one
        finally:
            self._leave(text)

    def _begin(self) -> object:
        # An `async for` that was left is closed later, and the next text may have begun.
        self._leave(self._at_hand)
        self._at_hand = object()
        return self._at_hand

    def _keep(self, text: object) -> None:
        """Refuse to go on with a text that is not the one at hand any more."""
        if text is not self._at_hand:
            code = "STREAM_TAKEN"
            message = "another text was begun in this stream before this one had ended"
            raise LlmTypesError(code, message, help=remedy(code))

    def _leave(self, text: object | None) -> None:
        """Drop the rest of a text, if it is the one at hand."""
        if text is not None and text is self._at_hand:
            self._at_hand = None
            self._finish()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce__(self) -> NoReturn:
        # A copy would share the text, and take the pieces of the other.
        name = type(self).__name__
        one = f"an {name}" if name.startswith("E") else f"a {name}"
        message = f"cannot copy or pickle {one}: it holds the text at hand"
        raise TypeError(message)


class Normalizer(_Stream[NormalizedDocument]):
    r"""Makes envelopes of a text that arrives in pieces.

    What is kept between the calls is the document at hand, so that JSON Lines of any length
    take constant memory. A text that is one document gives its one result at the end.

    Args:
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts.
        root: The root that absolute paths of the document begin with; inferred if absent.
        origin: Whether to write the way back into the envelope, as member ``origin``.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: ``UNKNOWN_DIALECT``, ``WRONG_TYPE``, ``UNKNOWN_OPTION``.

    Examples:
        >>> line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n'
        >>> results = Normalizer().results([line, "oops\n", line])
        >>> [one.text is not None for one in results]
        [True, False, True]
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        dialect: DialectName | None = None,
        sources: Sources | None = None,
        root: str | os.PathLike[str] | None = None,
        origin: bool = False,
        read: ReadOptions | None = None,
    ) -> None:
        run = _core.Normalizer(dialect, _shelf(sources), root_of(root), origin, read)
        super().__init__(run, _normalized)


class Validator(_Stream[ValidatedDocument]):
    r"""Checks a text that arrives in pieces.

    What is kept between the calls is the document at hand, so that JSON Lines of any length
    take constant memory. A text that is one document gives its one result at the end.

    Args:
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts.
        root: The root that absolute paths of the document begin with; inferred if absent.
        strict: Whether to count warnings as errors; also to list unknown members, and
            recommended ones that are absent.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: ``UNKNOWN_DIALECT``, ``WRONG_TYPE``, ``UNKNOWN_OPTION``.

    Examples:
        >>> line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n'
        >>> validator = Validator()
        >>> len(list(validator.results([line, line]))), validator.summary().documents
        (2, 2)
    """

    __slots__ = ("_run",)

    def __init__(
        self,
        *,
        dialect: DialectName | None = None,
        sources: Sources | None = None,
        root: str | os.PathLike[str] | None = None,
        strict: bool = False,
        read: ReadOptions | None = None,
    ) -> None:
        self._run = _core.Validator(dialect, _shelf(sources), root_of(root), strict, read)
        super().__init__(self._run, _validated)

    def summary(self) -> Validation:
        """The verdict on all documents of the text so far.

        Its ``diagnostics`` are empty: they were handed over one document at a time.
        """
        return Validation.from_dict(json.loads(self._run.summary()))


class Converter(_Stream[ConvertedDocument]):
    r"""Writes a text that arrives in pieces in another dialect.

    What is kept between the calls is the document at hand, so that JSON Lines of any length
    take constant memory. A text that is one document gives its one result at the end.

    Args:
        to: The name of a dialect; ``"unified"`` is the envelope, ``"standard"`` its older
            form.
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts.
        root: The root that absolute paths of the document begin with; inferred if absent.
        strict: Whether to refuse a document that would lose something.
        origin: Whether to write the way back into an envelope, as member ``origin``.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: ``UNKNOWN_DIALECT``, ``WRONG_TYPE``, ``UNKNOWN_OPTION``.

    Examples:
        >>> line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n'
        >>> [one.dialect for one in Converter("unified").results([line])]
        ['llmsearch']
    """

    __slots__ = ()

    def __init__(
        self,
        to: DialectName,
        *,
        dialect: DialectName | None = None,
        sources: Sources | None = None,
        root: str | os.PathLike[str] | None = None,
        strict: bool = False,
        origin: bool = False,
        read: ReadOptions | None = None,
    ) -> None:
        run = _core.Converter(to, dialect, _shelf(sources), root_of(root), strict, origin, read)
        super().__init__(run, _converted)


class Enricher(_Stream[EnrichedDocument]):
    r"""Adds to a text that arrives in pieces what the sources can say.

    What is kept between the calls is the document at hand, so that JSON Lines of any length
    take constant memory; of fingerprints it counts how often each was seen. A text that is
    one document gives its one result at the end.

    Args:
        sources: The texts that the document speaks of.
        context: Whether to add the lines before, of and after each span.
        context_lines: Lines on either side, which asks for ``context`` too; 3 if left out.
        checksums: Whether to add those of the text of each span and of its file.
        semantics: Whether to add the kind that the document gives, and the language of
            the path.
        positions: Whether to add lines and columns to spans that have none, and offsets to
            those that have only these.
        utf16: Whether to add columns in UTF-16 code units, beside ours in bytes.
        fingerprints: Whether to add those of spans and of diagnostics.
        error_codes: Whether to add what each known error code means, and what to do.
        atomic: Whether to say ``tool_hints.apply_atomically``, which you ask for.
        full_context: Whether to say ``tool_hints.requires_full_context``.
        overwrite: Whether what a tool said gives way to what the sources say.
        dialect: The dialect, if it is known; detected if not.
        root: The root that absolute paths of the document begin with; inferred if absent.
        origin: Whether to write the way back into the envelope, as member ``origin``.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: ``UNKNOWN_DIALECT``, ``WRONG_TYPE``, ``UNKNOWN_OPTION``.

    Examples:
        >>> line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n'
        >>> results = Enricher(atomic=True).results([line, "oops\n"])
        >>> [one.text is not None for one in results]
        [True, False]
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        sources: Sources | None = None,
        context: bool = False,
        context_lines: int | None = None,
        checksums: bool = False,
        semantics: bool = False,
        positions: bool = False,
        utf16: bool = False,
        fingerprints: bool = False,
        error_codes: bool = False,
        atomic: bool = False,
        full_context: bool = False,
        overwrite: bool = False,
        dialect: DialectName | None = None,
        root: str | os.PathLike[str] | None = None,
        origin: bool = False,
        read: ReadOptions | None = None,
    ) -> None:
        adds = _additions(
            {
                "context": context,
                "checksums": checksums,
                "semantics": semantics,
                "positions": positions,
                "utf16": utf16,
                "fingerprints": fingerprints,
                "error_codes": error_codes,
                "atomic": atomic,
                "full_context": full_context,
            }
        )
        shelf = _shelf(sources)
        run = _core.Enricher(
            adds, context_lines, overwrite, dialect, shelf, root_of(root), origin, read
        )
        super().__init__(run, _enriched)


def _normalized(answer: list[_core._Parts]) -> list[NormalizedDocument]:
    return [of_parts(NormalizedDocument, parts) for parts in answer]


def _validated(answer: str) -> list[ValidatedDocument]:
    return [ValidatedDocument.from_dict(item) for item in json.loads(answer)]


def _converted(answer: list[_core._Parts]) -> list[ConvertedDocument]:
    return [of_parts(ConvertedDocument, parts) for parts in answer]


def _enriched(answer: list[_core._Parts]) -> list[EnrichedDocument]:
    return [of_parts(EnrichedDocument, parts) for parts in answer]


def _each(pieces: _Text | Iterable[_Text]) -> Iterable[_Text]:
    """What has pieces: a text is its only one. Those of a mapping would be its keys."""
    if isinstance(pieces, (str, bytes, bytearray, memoryview)):
        return [pieces]
    if isinstance(pieces, Iterable) and not isinstance(pieces, Mapping):
        return pieces
    raise wrong_type("pieces of a text", type(pieces).__name__)
