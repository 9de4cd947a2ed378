"""Edits that cannot hit the wrong bytes: a text and a request in, the new text out.

A request is our own (`EditRequest`), one of llmtransform, ``TextEdit[]`` or
``WorkspaceEdit`` of the Language Server Protocol, or a fix of SARIF; its members tell
which. Nothing here reads or writes a file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    overload,
)

from . import _core
from ._documents import ReadOptions, Sources, _shelf
from ._error import LlmTypesError
from ._given import (
    ByPath,
    items,
    json_of,
    listed,
    object_of,
    path_of,
    root_of,
    source_texts,
    well_formed,
    wrong_type,
)
from ._map import PositionMap
from ._parts import of_outcome
from ._reading import read_at
from ._text import PositionEncoding
from .drafts import EditRequestDraft, EditRequestsDraft
from .types_generated import (
    CarriedSpans,
    DialectName,
    EditMap,
    EditOutcome,
    EditPlan,
    EditRequest,
    EditRequests,
)

__all__ = [
    "EditFormat",
    "EditedText",
    "NewEol",
    "PlannedEdits",
    "Relocation",
    "apply_edits",
    "carry_spans",
    "edited_paths",
    "plan_edits",
]

EditFormat: TypeAlias = Literal[
    "canonical", "llmtransform", "llmtransform-seed-001", "lsp", "sarif"
]
"""The shape of a request."""

Relocation: TypeAlias = Literal["refuse", "exact_unique", "rebase"]
"""What to do with an edit whose text is not where it was expected."""

NewEol: TypeAlias = Literal["keep", "match_file", "lf", "crlf"]
"""Which line terminators new text gets."""

_Text: TypeAlias = str | bytes | bytearray | memoryview
_Request: TypeAlias = (
    _Text
    | EditRequestDraft
    | EditRequestsDraft
    | EditRequest
    | EditRequests
    | Mapping[str, Any]
    | Sequence[Any]
)
_T = TypeVar("_T", str, bytes, str | bytes)


def _parts(data: Mapping[str, Any], expected: str, names: tuple[str, ...]) -> list[Any]:
    """The members of these names."""
    try:
        held = dict(items(data, expected))
    except Exception as failure:
        if isinstance(failure, LlmTypesError):
            raise
        # A mapping of the caller's raises what it likes.
        raise wrong_type(expected, f"what raises {type(failure).__name__}") from failure
    for name in names:
        if name not in held:
            raise wrong_type(expected, f"an object without `{name}`")
    return [held[name] for name in names]


def _map(data: Any, pointer: str) -> PositionMap:  # noqa: ANN401
    """The map that is there. What is none of its type is refused before its numbers are."""
    if isinstance(data, Mapping) or not hasattr(data, "to_dict"):
        read_at(EditMap, data, pointer)
    return PositionMap(data)


@dataclass(frozen=True, slots=True)
class EditedText(Generic[_T]):
    """A text after `apply_edits`."""

    text: _T
    """The text: a ``str`` if one was given, else ``bytes``; unchanged if refused."""

    map: PositionMap
    """Where the offsets of the text went."""

    outcome: EditOutcome
    """What became of the edits."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EditedText[_T]:
        """Read what `to_dict` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE`` if a member is missing or is another; as
                `PositionMap`.
        """
        text, where, outcome = _parts(data, "an EditedText", ("text", "map", "outcome"))
        if not isinstance(text, (str, bytes)):
            raise wrong_type("a str or bytes", type(text).__name__, "/text")
        made = _map(where, "/map"), read_at(EditOutcome, outcome, "/outcome")
        return cls(cast("Any", text), *made)

    def to_dict(self) -> dict[str, Any]:
        """The members by name. `json` can write them, unless the text is ``bytes``."""
        return {
            "text": self.text,
            "map": self.map.to_dict(),
            "outcome": self.outcome.to_dict(),
        }


_Edited: TypeAlias = (
    EditedText[str]
    | EditedText[bytes]
    | EditedText[str | bytes]
    | tuple[PositionMap, _Text]
    | tuple[PositionMap, _Text, EditOutcome]
)
_EditedFiles: TypeAlias = ByPath[_Edited]
_Checksums: TypeAlias = ByPath[str]


@dataclass(frozen=True, slots=True)
class PlannedEdits:
    """Texts after `plan_edits`."""

    texts: tuple[str | bytes | None, ...]
    """The texts that the files have afterwards, in the order of ``plan.files``: each a ``str``
    if one was given, else ``bytes``. ``None`` for a file that no source is known to be: it was
    refused. A file that is asked for twice has one text."""

    maps: tuple[PositionMap, ...]
    """Where the offsets of the texts went, in the same order."""

    plan: EditPlan
    """What became of the edits."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PlannedEdits:
        """Read what `to_dict` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE`` if a member is missing or is another; as
                `PositionMap`.
        """
        texts, maps, plan = _parts(data, "PlannedEdits", ("texts", "maps", "plan"))
        texts, maps = (listed(it, "a list", at) for it, at in ((texts, "/texts"), (maps, "/maps")))
        for index, text in enumerate(texts):
            if text is not None and not isinstance(text, (str, bytes)):
                raise wrong_type("a str, bytes or None", type(text).__name__, f"/texts/{index}")
        where = tuple(_map(it, f"/maps/{index}") for index, it in enumerate(maps))
        made = read_at(EditPlan, plan, "/plan")
        # They belong together by their place in the lists: of one too few, nobody knows which.
        for name, count in (("texts", len(texts)), ("maps", len(where))):
            if count != len(made.files):
                expected = f"as many `{name}` as `plan` has files, {len(made.files)}"
                raise wrong_type(expected, str(count), f"/{name}")
        return cls(tuple(texts), where, made)

    def to_dict(self) -> dict[str, Any]:
        """The members by name. `json` can write them, unless a text is ``bytes``."""
        return {
            "texts": list(self.texts),
            "maps": [one.to_dict() for one in self.maps],
            "plan": self.plan.to_dict(),
        }


@overload
def apply_edits(
    text: str,
    request: _Request,
    *,
    format: EditFormat | None = None,
    at: str | None = None,
    file: str | None = None,
    encoding: PositionEncoding | None = None,
    clamp: bool = False,
    expected_checksum: str | None = None,
    unchecked: bool = False,
    partial: bool = False,
    relocate: Relocation | None = None,
    base: _Text | None = None,
    eol: NewEol | None = None,
    checksum: Literal["sha256", "blake3"] = "sha256",
    execution_id: str | None = None,
    detail: Literal["full", "brief"] = "full",
    read: ReadOptions | None = None,
) -> EditedText[str]: ...
@overload
def apply_edits(
    text: bytes | bytearray | memoryview,
    request: _Request,
    *,
    format: EditFormat | None = None,
    at: str | None = None,
    file: str | None = None,
    encoding: PositionEncoding | None = None,
    clamp: bool = False,
    expected_checksum: str | None = None,
    unchecked: bool = False,
    partial: bool = False,
    relocate: Relocation | None = None,
    base: _Text | None = None,
    eol: NewEol | None = None,
    checksum: Literal["sha256", "blake3"] = "sha256",
    execution_id: str | None = None,
    detail: Literal["full", "brief"] = "full",
    read: ReadOptions | None = None,
) -> EditedText[bytes]: ...
def apply_edits(
    text: _Text,
    request: _Request,
    *,
    format: EditFormat | None = None,
    at: str | None = None,
    file: str | None = None,
    encoding: PositionEncoding | None = None,
    clamp: bool = False,
    expected_checksum: str | None = None,
    unchecked: bool = False,
    partial: bool = False,
    relocate: Relocation | None = None,
    base: _Text | None = None,
    eol: NewEol | None = None,
    checksum: Literal["sha256", "blake3"] = "sha256",
    execution_id: str | None = None,
    detail: Literal["full", "brief"] = "full",
    read: ReadOptions | None = None,
) -> EditedText[Any]:
    """Apply edits to one text: all of them, or none and the reason.

    All ranges are ranges of the text as it is given. They must lie on characters, must not
    overlap, and something must prove that it is the text that they were made for: its
    checksum, the text of each range, or the checksum of each range. What is outside of the
    ranges is copied byte for byte.

    A request that cannot be met is not raised: ``outcome.ok`` is ``False``, the text is the
    same, and ``outcome.diagnostics`` say why and what to do next.

    Args:
        text: A string, or bytes.
        request: JSON text, or the object itself.
        format: The shape of the request, if it is known; recognised by its members if not.
        at: JSON Pointer of the part of the document that is the request.
        file: Path of the file that the request is for, where the request names none, as a
            list of LSP's ``TextEdit`` does. A request that names its files itself is refused.
        encoding: What columns count. Of LSP by default ``"utf-16"``, of SARIF what the run
            says.
        clamp: Whether a line or column past its end means that end. Otherwise it is
            refused.
        expected_checksum: Checksum that the text must have.
        unchecked: Whether edits may go without anything that proves the text.
        partial: Whether the edits that can be made are made where others cannot.
        relocate: What to do where the text is not as expected.
        base: The text that the edits were made for, for ``relocate="rebase"``.
        eol: Which line terminators new text gets.
        checksum: The algorithm of the checksums in the outcome.
        execution_id: The id for a tool's response, where the request names none.
        detail: How much the outcome tells. ``"brief"`` leaves out the checksums, the list of
            the edits, the inverse and a tool's response.
        read: Limits and leniences of reading the request.

    Raises:
        LlmTypesError: For a request that cannot be read: it is not JSON,
            ``EDIT_FORMAT_UNKNOWN``, ``EDIT_FORMAT_MIXED``, ``EDIT_REQUEST_INVALID``,
            ``EDIT_CHOICE``, ``EDIT_UNSUPPORTED``, ``EDIT_SEVERAL_FILES``; ``WRONG_TYPE`` and
            ``UNKNOWN_OPTION`` for invalid arguments; ``CHECKSUM_BARE``,
            ``CHECKSUM_MALFORMED`` and ``UNKNOWN_ALGORITHM`` for an ``expected_checksum`` that
            is none.

    Examples:
        >>> edit = {"byte_start": 4, "byte_end": 8, "expected_text": "mut ", "new_text": ""}
        >>> edited = apply_edits("let mut x = 1;", {"edits": [edit]})
        >>> edited.outcome.status, edited.text
        ('applied', 'let x = 1;')
    """
    crossing = _crossing_options(
        {
            "format": format,
            "at": at,
            "file": file,
            "encoding": encoding,
            "clamp": clamp,
            "expected_checksum": expected_checksum,
            "unchecked": unchecked,
            "partial": partial,
            "relocate": relocate,
            "eol": eol,
            "checksum": checksum,
            "execution_id": execution_id,
            "detail": detail,
            "well_formed": isinstance(text, str),
            "unwritten": not isinstance(request, _TEXTS),
        }
    )
    if not (base is None or isinstance(base, (str, bytes, bytearray, memoryview))):
        raise wrong_type("a str or bytes as `base`", type(base).__name__)
    after, head, edits, undone = _core.apply_edits(text, _request(request), crossing, base, read)
    outcome = of_outcome(head, edits, undone)
    found = after.decode() if isinstance(text, str) else after
    return EditedText(found, PositionMap(outcome.map), outcome)


def plan_edits(
    sources: Sources,
    request: _Request,
    *,
    format: EditFormat | None = None,
    at: str | None = None,
    file: str | None = None,
    encoding: PositionEncoding | None = None,
    clamp: bool = False,
    expected_checksums: _Checksums | None = None,
    unchecked: bool = False,
    partial: bool = False,
    relocate: Relocation | None = None,
    bases: Sources | None = None,
    eol: NewEol | None = None,
    root: str | os.PathLike[str] | None = None,
    checksum: Literal["sha256", "blake3"] = "sha256",
    execution_id: str | None = None,
    detail: Literal["full", "brief"] = "full",
    read: ReadOptions | None = None,
) -> PlannedEdits:
    """Apply edits to several texts: all of them, or none and the reasons.

    As `apply_edits`, for requests that name files. The paths of the request are matched to
    those of the sources by rules 1 to 3 of `match_paths`: no root is inferred. A path that
    means no source, or more than one, refuses the request. Nothing is written: the caller
    commits the texts, if ``plan.ok``.

    Args:
        sources: The texts by path.
        request: JSON text, or the object itself.
        format: The shape of the request, if it is known; recognised by its members if not.
        at: JSON Pointer of the part of the document that is the request.
        file: Path of the file that the request is for, where the request names none, as a
            list of LSP's ``TextEdit`` does. A request that names its files itself is refused.
        encoding: What columns count.
        clamp: Whether a line or column past its end means that end.
        expected_checksums: Checksums that the texts must have, by the paths of the sources,
            however those are spelt. One of no source refuses the request.
        unchecked: Whether edits may go without anything that proves the text.
        partial: Whether the edits that can be made are made where others cannot.
        relocate: What to do where the text is not as expected.
        bases: The texts that the edits were made for, by the paths of the sources.
        eol: Which line terminators new text gets.
        root: The root that absolute paths of the request begin with. None is inferred, because
            a path that merely ends as a source does may be another file.
        checksum: The algorithm of the checksums in the outcome.
        execution_id: The id for a tool's response, where the request names none.
        detail: How much the outcome tells.
        read: Limits and leniences of reading the request.

    Raises:
        LlmTypesError: As `apply_edits`, without ``EDIT_SEVERAL_FILES``.

    Examples:
        >>> start, end = {"line": 0, "character": 0}, {"line": 0, "character": 3}
        >>> edit = {"range": {"start": start, "end": end}, "newText": "1"}
        >>> changes = {"changes": {"file:///w/a.txt": [edit]}}
        >>> planned = plan_edits({"a.txt": "one"}, changes, unchecked=True, root="/w")
        >>> planned.plan.ok, planned.plan.files[0].file_path, planned.texts
        (True, 'a.txt', ('1',))
    """
    shelf = source_texts(sources, "sources")
    binary = {path for path, text in shelf if not isinstance(text, str)}
    crossing = _crossing_options(
        {
            "format": format,
            "at": at,
            "file": file,
            "encoding": encoding,
            "clamp": clamp,
            "expected_checksums": expected_checksums,
            "unchecked": unchecked,
            "partial": partial,
            "relocate": relocate,
            "eol": eol,
            "root": root_of(root),
            "checksum": checksum,
            "execution_id": execution_id,
            "detail": detail,
            "well_formed": [well_formed(path) for path, _ in shelf if path not in binary],
            "unwritten": not isinstance(request, _TEXTS),
        }
    )
    before = _shelf(bases, "bases")
    found, raw = _core.plan_edits(shelf, _request(request), crossing, before, read)
    plan = EditPlan.from_dict(json.loads(raw))
    texts = tuple(
        text if text is None or file.file_path in binary else text.decode()
        for text, file in zip(found, plan.files, strict=True)
    )
    return PlannedEdits(texts, tuple(PositionMap(file.map) for file in plan.files), plan)


def edited_paths(
    request: _Request,
    *,
    format: EditFormat | None = None,
    at: str | None = None,
    file: str | None = None,
    read: ReadOptions | None = None,
) -> list[str]:
    """Say which files a request would change: what to load before `plan_edits`.

    Each path once, in order of first mention, as the request says it, of a URI what it means
    as a path: not yet matched to any source. A request that names no file, as a list of LSP's
    ``TextEdit``, gives `file`, or nothing.

    Args:
        request: JSON text, or the object itself.
        format: The shape of the request, if it is known; recognised by its members if not.
        at: JSON Pointer of the part of the document that is the request.
        file: Path of the file that the request is for, where the request names none.
        read: Limits and leniences of reading the request.

    Raises:
        LlmTypesError: As `plan_edits`, which refuses the same requests.

    Examples:
        >>> edited_paths({"changes": {"file:///w/a%20b.txt": [], "file:///w/c.txt": []}})
        ['/w/a b.txt', '/w/c.txt']
    """
    unwritten = not isinstance(request, _TEXTS)
    crossing = _crossing_options({"format": format, "at": at, "file": file, "unwritten": unwritten})
    return _core.edited_paths(_request(request), crossing, read)


def carry_spans(
    document: _Text,
    edited: _EditedFiles,
    *,
    dialect: DialectName | None = None,
    root: str | os.PathLike[str] | None = None,
    read: ReadOptions | None = None,
) -> CarriedSpans:
    """Make the envelope of a document, of any dialect, and carry its spans along with edits.

    A range that was carried has its new bytes, lines and columns, and the id of its new
    place, if its id was that of the old one. A range whose text was deleted, or that ends inside
    of replaced text, stays as it was, and its pointer is in ``gone``. So does one that is none of
    the text before, which ``diagnostics`` say: it does not lie in it, a checksum is that of
    another one, or its path may be that of several edited files. Checksums, context lines and
    fingerprints of the text before are left out and listed in ``dropped``, except in files that
    no edit changed.

    Args:
        document: A string or bytes: one JSON text, or several.
        edited: The files that were edited, by their paths: each the result of
            `apply_edits`, or a map, the text afterwards and, if it is at hand, the outcome.
            By its checksum of the text before, a document that was made for another text
            is told; both must be of one algorithm.
        dialect: The dialect of the document, if it is known; detected if not.
        root: The root that absolute paths of the document begin with; inferred if absent.
        read: Limits and leniences of reading the document.

    Raises:
        LlmTypesError: As `normalize`, and ``TOO_DEEP`` for more than 512 levels, whatever
            ``read`` allows; ``EDIT_MAP_INVALID`` for a text that is not as long as
            the one that its map leads to.

    Examples:
        >>> span = {"file_path": "a.rs", "byte_start": 4, "byte_end": 5}
        >>> match = {"match_id": "m1", "matched_text": "x", "span": span}
        >>> data = {"pattern": "x", "count": 1, "matches": [match]}
        >>> found = {"schema_version": "1.1.0", "execution_id": "r1", "data": data}
        >>> edits = [{"byte_start": 0, "byte_end": 0, "new_text": "// new; "}]
        >>> edited = apply_edits("let x = 1;", {"unchecked": True, "edits": edits})
        >>> carried = carry_spans(json.dumps(found), {"a.rs": edited})
        >>> carried.envelope["data"]["matches"][0]["span"]["byte_start"]
        12
    """
    files: list[tuple[str, str, _Text, str | None]] = []
    text: _Text
    for given, file in items(cast("Mapping[Any, _Edited]", edited), "a mapping of edited files"):
        path = path_of(given, "a str or a path of str as the path of an edited file")
        before: str | None = None
        if isinstance(file, EditedText):
            where, text, before = file.map, file.text, file.outcome.checksum_before
        elif isinstance(file, tuple) and len(file) == 2:
            where, text = file
        elif isinstance(file, tuple) and len(file) == 3:
            where, text, outcome = file
            if not isinstance(outcome, EditOutcome):
                expected = f"an EditOutcome behind map and text, for `{path}`"
                raise wrong_type(expected, type(outcome).__name__)
            before = outcome.checksum_before
        else:
            expected = f"an EditedText, or a map, the text and perhaps the outcome, for `{path}`"
            raise wrong_type(expected, type(file).__name__)
        if not isinstance(text, (str, bytes, bytearray, memoryview)):
            expected = f"a str or bytes as the text of `{path}`"
            raise wrong_type(expected, type(text).__name__)
        files.append((path, json_of(where, f"a PositionMap for `{path}`"), text, before))
    raw = _core.carry_spans(document, files, dialect, root_of(root), read)
    return CarriedSpans.from_dict(json.loads(raw))


_FLAGS = frozenset(("clamp", "unchecked", "partial"))
# What no caller says.
_OURS = frozenset(("well_formed", "unwritten"))
_TEXTS = (str, bytes, bytearray, memoryview)


def _crossing_options(options: dict[str, Any]) -> str:
    """Options as they cross; a value of a wrong type is refused by the name of its option."""
    for name, value in options.items():
        if name in _OURS:
            continue
        if isinstance(value, str if name not in _FLAGS else bool) or value is None:
            if isinstance(value, str):
                well_formed(value)
            continue
        if name == "expected_checksums":
            options = options | {name: _checksums(value)}
            continue
        expected = f"a bool as `{name}`" if name in _FLAGS else f"a str as `{name}`"
        raise wrong_type(expected, type(value).__name__)
    return json_of(options, "options")


def _checksums(stated: Mapping[Any, Any]) -> dict[str, str]:
    """The checksums that are expected, by paths as they are spelt."""
    checksums = {}
    for given, checksum in items(stated, "a mapping as `expected_checksums`"):
        path = path_of(given, "a str or a path of str as a path in `expected_checksums`")
        if not isinstance(checksum, str):
            raise wrong_type(f"a str as the checksum of `{path}`", type(checksum).__name__)
        checksums[well_formed(path)] = well_formed(checksum)
    return checksums


def _request(request: object) -> _Text:
    """JSON text as it is, an object as its JSON."""
    if isinstance(request, _TEXTS):
        return request
    expected = "a request: JSON text or an object"
    # A list of edits is a request of the Language Server Protocol.
    write = json_of if isinstance(request, Sequence) else object_of
    return write(request, expected)
