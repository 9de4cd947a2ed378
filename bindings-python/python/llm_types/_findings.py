"""Findings that are recognised when the text around them has changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, cast

from . import _core
from ._documents import ReadOptions, Sources, _object, _shelf, _Text
from ._given import json_of_list, listed, root_of
from .types_generated import DialectName, FindingMatches, FindingPlace

__all__ = ["Fingerprints", "fingerprints", "line_hashes", "match_findings"]

Fingerprints: TypeAlias = dict[str, str]
"""Hashes of one finding, by the name of their recipe."""


def fingerprints(
    text: _Text, places: Iterable[FindingPlace | Mapping[str, Any]]
) -> list[Fingerprints]:
    """The fingerprints of findings in one text, one dictionary for each, in their order.

    They are ``contentHash/v1``, ``contextHash/v1`` and GitHub's
    ``primaryLocationLineHash``. All findings of a file belong into one call: equal ones are
    numbered.

    Args:
        text: A string, or bytes.
        places: Where the findings are: UTF-8 bytes, half-open, and what kind each is.

    Raises:
        LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``REVERSED``; ``WRONG_TYPE``: each with
            ``index`` of the place, the last with ``pointer`` into the list.

    Examples:
        >>> from llm_types import FindingPlace, checksum
        >>> [found] = fingerprints("// TODO", [FindingPlace(byte_start=3, byte_end=7)])
        >>> found["contentHash/v1"] == checksum("TODO")
        True
    """
    expected = "a list of places of findings"
    # A mapping is written as it is: the core says what it is not.
    given = places if isinstance(places, Mapping) else listed(places, expected)
    written = json_of_list(given, expected)
    return cast("list[Fingerprints]", json.loads(_core.fingerprints(text, written)))


def line_hashes(text: _Text) -> list[str]:
    """GitHub's hash of every line of a text.

    It is what code scanning computes for a SARIF file that brings no
    ``primaryLocationLineHash`` of its own.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> line_hashes("")
        ['c129715d7a2bc9a3:1']
    """
    return _core.line_hashes(text)


def match_findings(
    old: _Text,
    new: _Text,
    *,
    old_sources: Sources | None = None,
    new_sources: Sources | None = None,
    dialect: DialectName | None = None,
    root: str | os.PathLike[str] | None = None,
    read: ReadOptions | None = None,
) -> FindingMatches:
    """Pair the findings of two runs: which are new, unchanged, moved, or absent.

    Both texts may be of any known dialect. Findings are paired by the fingerprints that both
    bring, then by those that the sources give, then by the text that a match prints; only
    then by place and name. ``by`` says which it was.

    Args:
        old: The document of the older run: a string, or bytes in UTF-8.
        new: The document of the newer run.
        old_sources: The texts that the older run looked at.
        new_sources: The texts that the newer run looked at.
        dialect: The dialect of both, if it is known; detected if not.
        root: The root that absolute paths of the documents begin with; inferred if absent.
        read: Limits and leniences of reading.

    Raises:
        LlmTypesError: As `normalize`, for either text; the old one is read first. ``index``
            of the error says which: 0 for the old one, 1 for the new one.

    Examples:
        >>> run = '''{"execution_id":"r","pattern":"b","matches":[{"match_id":"m",
        ... "file":"a.rs","byte_start":%d,"byte_end":%d,"matched_text":"b","line_number":1,
        ... "column_number":1,"context_before":"","context_after":""}],"match_count":1}'''
        >>> matches = match_findings(run % (0, 1), run % (30, 31))
        >>> matches.moved, matches.pairs[0].by
        (1, 'contentHash/v1')
    """
    shelves = (_shelf(old_sources, "old_sources"), _shelf(new_sources, "new_sources"))
    raw = _core.match_findings(old, new, dialect, *shelves, root_of(root), read)
    return FindingMatches.from_dict(_object(raw))
