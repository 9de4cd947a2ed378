"""Documents: detect the tool, normalize to the envelope, validate, convert.

A document is a string or bytes in UTF-8: one JSON text, or several (JSON Lines).
Results are frozen dataclasses with the names of the JSON's keys; ``to_dict()`` gives the
plain objects, and ``text``, where there is one, the text itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, cast

from . import _core, types_generated
from ._error import LlmTypesError
from ._given import ByPath, remedy, root_of, source_texts, strings, wrong_type
from ._parts import of_envelopes, of_parts, of_verdict
from .types_generated import (
    Conversion,
    Detection,
    DetectiveReport,
    DialectInfo,
    DialectName,
    FixedDocument,
    OperationResult,
    ReferencedSpan,
    Response,
    Validation,
)

__all__ = [
    "Applicability",
    "Envelope",
    "Normalized",
    "ReadOptions",
    "Sources",
    "apply_fixes",
    "convert",
    "detect",
    "detective",
    "dialects",
    "normalize",
    "read_envelope",
    "referenced_paths",
    "referenced_spans",
    "validate",
]

_Text: TypeAlias = str | bytes | bytearray | memoryview

Sources: TypeAlias = ByPath[_Text]
"""A mapping of source texts by path, each a ``str`` or one of `pathlib`. The paths may be spelt
otherwise in the document: ``./``, ``\\``, and a root in front are understood. Where a path comes
back in a result, it is a ``str``."""

Applicability: TypeAlias = Literal["safe", "suggested", "unsafe"]
"""How far to trust a fix: it is certain, it is probably right, or it takes something away."""

Envelope: TypeAlias = Response | OperationResult
"""The envelope of a document: an answer, or the result of an operation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Limits and leniences of reading JSON. The default is strict."""

    max_depth: int = 128
    """Arrays and objects that may be open at once."""

    max_bytes: int | None = None
    """UTF-8 bytes of the text, or of one line of JSON Lines."""

    max_string_bytes: int | None = None
    """UTF-8 bytes of one string or key, as written."""

    max_number_bytes: int = 4300
    """Bytes of one number."""

    max_items: int | None = None
    """Values in the whole document."""

    duplicate_keys: Literal["error", "last_wins"] = "error"
    """An object that has the same key twice."""

    lone_surrogates: Literal["error", "replace"] = "error"
    """An escaped surrogate without its other half."""


class Normalized(types_generated.Normalized):
    """The result of `normalize`.

    ``envelope`` is the plain object, as `json.loads` makes it of ``text``; `typed` reads it
    into a class.
    """

    __slots__ = ()

    def typed(self) -> Envelope:
        """The envelope, with a class and types.

        Raises:
            LlmTypesError: ``INVALID_ENVELOPE``, if the document lacked something that an
                envelope must have, or had a member of another type; ``diagnostics`` says so
                too.
        """
        return read_envelope(self.envelope)


def read_envelope(data: Mapping[str, Any]) -> Envelope:
    """Read an envelope, as `json.loads` made it, into its class.

    It is an `OperationResult` if it has an ``operation_type``, else a `Response`;
    `isinstance` tells a type checker, too. Members that the class does not know are kept in
    ``extra``.

    Raises:
        LlmTypesError: ``INVALID_ENVELOPE`` if a member that must be there is missing, or one
            is of another type; ``WRONG_TYPE`` for what is no mapping. What ``data``,
            ``result`` and ``error`` hold is open: if something in them is of another type,
            they stay as they are, and `validate` says what.

    Examples:
        >>> text = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
        >>> envelope = read_envelope(normalize(text).envelope)
        >>> type(envelope).__name__, envelope.execution_id
        ('Response', 'r1')
    """
    if not isinstance(data, Mapping):
        raise wrong_type("an envelope, as `json.loads` makes it", type(data).__name__)
    try:
        if "operation_type" in data:
            return OperationResult.from_dict(data)
        return Response.from_dict(data)
    except LlmTypesError as refusal:
        raise LlmTypesError(
            "INVALID_ENVELOPE",
            f"the object is no envelope: {refusal.message}",
            help=remedy("INVALID_ENVELOPE"),
            pointer=refusal.pointer,
        ) from None


def detect(text: _Text) -> Detection:
    """Name the dialect of a document: which tool printed it, with the evidence.

    A document of no known dialect is not an error: ``dialect`` is ``None`` then.

    Raises:
        LlmTypesError: If the text is not JSON, with the place; see `canonicalize`.

    Examples:
        >>> text = '{"execution_id":"x","pattern":"TODO","matches":[],"match_count":0}'
        >>> detect(text).dialect
        'llmsearch'
    """
    return Detection.from_dict(_object(_core.detect(text)))


def normalize(
    text: _Text,
    *,
    dialect: DialectName | None = None,
    sources: Sources | None = None,
    root: str | os.PathLike[str] | None = None,
    origin: bool = False,
    read: ReadOptions | None = None,
) -> Normalized:
    """Make the envelope of a document of any known dialect.

    Nothing that the document says is lost, and nothing is said that it does not say or
    prove: a column changes its unit only with the text of its line, an id that a tool gave
    is kept, a member that we do not know is carried along. ``changes`` lists what is not as
    it was read: for that the document is gone through once more when somebody looks; until
    then the result keeps it and the sources.

    Args:
        text: A string, or bytes in UTF-8.
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts, for what only they can prove. Errors in what the document says of
            its ranges are then among ``diagnostics``, as `validate` tells them.
        root: The root that absolute paths of the document begin with; inferred if absent.
        origin: Whether to write the way back into the envelope, as member ``origin``.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: If the text is not JSON; ``DIALECT_NOT_RECOGNISED``;
            ``UNKNOWN_DIALECT`` for the option; ``TOO_DEEP`` also where the envelope would be.
            A document that is wrong in any other way is not an error: see ``diagnostics`` of
            the result.

    Examples:
        >>> text = '{"execution_id":"r1","pattern":"TODO","matches":[],"match_count":0}'
        >>> normalized = normalize(text)
        >>> normalized.dialect, normalized.typed().execution_id
        ('llmsearch', 'r1')
    """
    text, shelf = _unchanging(text), _shelf(sources)
    if shelf is not None:
        shelf = [(path, _unchanging(source)) for path, source in shelf]
    call = partial(_core.normalize, text, dialect, shelf, root_of(root), origin, read)
    return of_envelopes(Normalized, call(False), lambda: call(True)[-1])


def validate(
    text: _Text,
    *,
    dialect: DialectName | None = None,
    sources: Sources | None = None,
    root: str | os.PathLike[str] | None = None,
    strict: bool = False,
    read: ReadOptions | None = None,
) -> Validation:
    """Check a document: its shape, its arithmetic, and its ranges against the sources.

    A document that is wrong, or that is no JSON at all, is not an error but a result with
    ``ok=False`` whose ``diagnostics`` say where and why. What could not be checked is listed
    with the reason.

    Args:
        text: A string, or bytes in UTF-8.
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts to prove the ranges against.
        root: The root that absolute paths of the document begin with; inferred if absent.
        strict: Whether to count warnings as errors; also to list unknown members, and
            recommended ones that are absent.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: Only for invalid arguments: ``WRONG_TYPE``, ``UNKNOWN_OPTION``,
            ``UNKNOWN_DIALECT``, ``ILL_FORMED``.

    Examples:
        >>> validation = validate("[1,]")
        >>> validation.ok, validation.diagnostics[0].code, validation.diagnostics[0].start_col
        (False, 'TRAILING_COMMA', 2)
    """
    return of_verdict(_core.validate(text, dialect, _shelf(sources), root_of(root), strict, read))


def apply_fixes(
    text: _Text,
    *,
    applicability: Applicability = "safe",
    codes: Iterable[str] = (),
    dialect: DialectName | None = None,
    sources: Sources | None = None,
    root: str | os.PathLike[str] | None = None,
    strict: bool = False,
    read: ReadOptions | None = None,
) -> FixedDocument:
    """Apply the fixes of the findings of a document to its JSON text, and check the result.

    Only the best fix of a finding is considered, and by default only a safe one: the document
    says itself what belongs there. Two fixes of the same bytes are not applied together; the
    second is tried again on the new text. Fixing what was fixed changes nothing.

    Args:
        text: A string, or bytes in UTF-8.
        applicability: ``"safe"``, or ``"suggested"`` for those too that are probably right,
            or ``"unsafe"`` for all.
        codes: Only fixes of findings with these codes; of all if there are none.
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts to prove the ranges against.
        root: The root that absolute paths of the document begin with; inferred if absent.
        strict: Whether to count warnings as errors; also to list unknown members, and
            recommended ones that are absent.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: ``UNKNOWN_CODE``, ``UNKNOWN_DIALECT``, ``UNKNOWN_OPTION``,
            ``WRONG_TYPE``, and ``INVALID_UTF8`` for a text that is not UTF-8.

    Examples:
        >>> fixed = apply_fixes('{"execution_id":"r1","pattern":"b","matches":[],"match_count":3}')
        >>> fixed.text[-16:], fixed.applied[0].code
        ('"match_count":0}', 'COUNT_MISMATCH')
    """
    parts = _core.apply_fixes(
        text,
        applicability,
        strings(codes, "codes"),
        dialect,
        _shelf(sources),
        root_of(root),
        strict,
        read,
    )
    return of_parts(FixedDocument, parts)


def convert(
    text: _Text,
    to: DialectName,
    *,
    dialect: DialectName | None = None,
    sources: Sources | None = None,
    root: str | os.PathLike[str] | None = None,
    strict: bool = False,
    origin: bool = False,
    read: ReadOptions | None = None,
) -> Conversion:
    """Write a document of one dialect in another one, and say what became of each value.

    Back to the dialect it came from, an envelope with an ``origin`` is exact.

    Args:
        text: A string, or bytes in UTF-8.
        to: The name of a dialect, see `dialects`; ``"unified"`` is the envelope,
            ``"standard"`` its older form.
        dialect: The dialect of the document, if it is known; detected if not.
        sources: Source texts, for what only they can tell; what they deny is told as `normalize`
            does.
        root: The root that absolute paths of the document begin with; inferred if absent.
        strict: Whether to refuse a conversion that drops something or makes something up.
        origin: Whether to write the way back into an envelope, as member ``origin``.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: As `normalize`; ``UNKNOWN_DIALECT`` for ``to``; with ``strict``,
            ``LOSSY_CONVERSION`` if anything would be dropped or made up.

    Examples:
        >>> text = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
        >>> envelope = convert(text, "unified", origin=True)
        >>> home = convert(envelope.text, "llmsearch")
        >>> home.losses[0].kind, home.text == text
        ('exact', True)
    """
    parts = _core.convert(text, to, dialect, _shelf(sources), root_of(root), strict, origin, read)
    return of_parts(Conversion, parts)


def detective(
    text: _Text,
    sources: Sources,
    *,
    dialect: DialectName | None = None,
    root: str | os.PathLike[str] | None = None,
    read: ReadOptions | None = None,
) -> DetectiveReport:
    """Find the conventions that explain the ranges of a document.

    Bases, units, line terminators, byte order mark, rules for the end. The numbers are held
    against the texts: the text that was found, its checksum, the lines around it, its name,
    and offsets against columns. Explanations that no range tells apart are named as such.
    If exactly one is left, ``text`` of the result is the document with its numbers in the
    convention that its dialect declares.

    Args:
        text: A string, or bytes in UTF-8.
        sources: Source texts by path.
        dialect: The dialect, if it is known; detected if not.
        root: The root that absolute paths of the document begin with; inferred if absent.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: If nothing of the text is JSON; ``UNKNOWN_DIALECT`` for the option.

    Examples:
        >>> text = (
        ...     '{"execution_id":"r1","pattern":"x","match_count":1,"matches":[{"match_id":"m1",'
        ...     '"file":"a.txt","byte_start":7,"byte_end":8,"matched_text":"x","line_number":1,'
        ...     '"column_number":7,"context_before":"","context_after":""}]}'
        ... )
        >>> report = detective(text, {"a.txt": "let é x"}, dialect="llmsearch")
        >>> report.verdict, report.hypotheses[0].fits
        ('declared', 1)
    """
    shelf = source_texts(sources, "sources")
    parts = _core.detective(text, shelf, dialect, root_of(root), read)
    return of_parts(DetectiveReport, parts)


def referenced_paths(
    text: _Text,
    *,
    dialect: DialectName | None = None,
    read: ReadOptions | None = None,
) -> list[str]:
    """The paths of the files that a document speaks of: what to load as sources.

    Each is listed once, in the order of mention.

    Args:
        text: A string, or bytes in UTF-8.
        dialect: The dialect, if it is known; detected if not.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: If the text is not JSON; ``UNKNOWN_DIALECT``.

    Examples:
        >>> referenced_paths('{"x": [{"file_path": "a.rs", "byte_start": 0, "byte_end": 1}]}')
        ['a.rs']
    """
    return _core.referenced_paths(text, dialect, read)


def referenced_spans(
    text: _Text,
    *,
    dialect: DialectName | None = None,
    sources: Sources | None = None,
    root: str | os.PathLike[str] | None = None,
    read: ReadOptions | None = None,
) -> list[ReferencedSpan]:
    """The ranges that a document speaks of, in the order of its envelope.

    Where each stands in the document and in the envelope, and which source has its text.
    Whatever has a path and offsets in the envelope is one, whether its shape is known or not.
    ``proved_by`` says what shows that a range is the one which the tool meant, by the rules of
    `validate`. A range that the document gives in lines and columns of its own has bytes only
    where its source is among ``sources``, and is left out where nobody can tell them.

    Args:
        text: A string, or bytes in UTF-8.
        dialect: The dialect, if it is known; detected if not.
        sources: Source texts, for what only they can tell.
        root: The root that absolute paths of the document begin with; inferred if absent.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: As `normalize`.

    Examples:
        >>> text = (
        ...     '{"data":{"x":[{"file_path":"/w/a.rs","byte_start":0,"byte_end":1}]},'
        ...     '"schema_version":"1.1.0","execution_id":"r1"}'
        ... )
        >>> span = referenced_spans(text, sources={"a.rs": "a b"})[0]
        >>> span.pointer, span.source
        ('/data/x/0', 'a.rs')
    """
    raw = _core.referenced_spans(text, dialect, _shelf(sources), root_of(root), read)
    return [ReferencedSpan.from_dict(item) for item in json.loads(raw)]


def dialects() -> list[DialectInfo]:
    """The dialects that can be read and written.

    Options that name a dialect take one more name, ``standard``: the
    ``StandardResponse``, an older form of ``unified``. `convert` writes it, and as the dialect
    of a document it means ``unified``.

    Examples:
        >>> [it.generations for it in dialects() if it.name == "llmsearch"]
        [('1.0.0',)]
    """
    return [DialectInfo.from_dict(item) for item in json.loads(_core.dialects())]


def _shelf(sources: Sources | None, name: str = "sources") -> list[tuple[str, _Text]] | None:
    """The sources of the argument of this name, as they cross."""
    return None if sources is None else source_texts(sources, name)


def _unchanging(text: _Text) -> _Text:
    """A text that nobody else can change: of other memory, a copy."""
    return bytes(text) if isinstance(text, (bytearray, memoryview)) else text


def _object(text: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(text))
