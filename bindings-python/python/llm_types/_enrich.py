"""What a tool left out and a text can say: context, checksums, language, positions."""

from __future__ import annotations

import os
from collections.abc import Mapping

from . import _core, types_generated
from ._documents import Envelope, ReadOptions, Sources, _shelf, _Text, read_envelope
from ._given import root_of, wrong_type
from ._parts import of_parts
from .types_generated import DialectName

__all__ = ["Enriched", "enrich"]


class Enriched(types_generated.Enriched):
    """The result of `enrich`.

    ``envelope`` is the plain object, as `json.loads` makes it of ``text``; `typed` reads it
    into a class.
    """

    __slots__ = ()

    def typed(self) -> Envelope:
        """The envelope, with a class and types.

        Raises:
            LlmTypesError: ``INVALID_ENVELOPE``, if the document lacked something that an
                envelope must have, or had it of another type; ``diagnostics`` says so too.
        """
        return read_envelope(self.envelope)


def enrich(
    text: _Text,
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
) -> Enriched:
    r"""Make the envelope of a document, and add to it what the sources can say.

    Nothing is added that is not asked for; where nothing is, the envelope is that of
    `normalize`. What a tool said stays as it is, unless ``overwrite`` says otherwise; a span
    whose text is not the one that the tool saw is left alone and listed in ``not_enriched``
    with the reason. A second call adds nothing.

    Args:
        text: A string, or bytes in UTF-8.
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
        LlmTypesError: As `normalize`.

    Examples:
        >>> text = '''{"execution_id":"r1","pattern":"b","matches":[{"match_id":"m1",
        ... "file":"a.rs","byte_start":4,"byte_end":5,"matched_text":"b","line_number":2,
        ... "column_number":1,"context_before":"","context_after":""}],"match_count":1}'''
        >>> enriched = enrich(text, sources={"a.rs": "one\nb\n"}, context=True)
        >>> enriched.envelope["data"]["matches"][0]["span"]["context"]["before"]
        ['one']
    """
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
    parts = _core.enrich(
        text, adds, context_lines, overwrite, dialect, shelf, root_of(root), origin, read
    )
    return of_parts(Enriched, parts)


def _additions(asked: Mapping[str, object]) -> list[str]:
    """The words of what is asked for."""
    for name, wanted in asked.items():
        if not isinstance(wanted, bool):
            raise wrong_type(f"a bool as `{name}`", type(wanted).__name__)
    return [name for name, wanted in asked.items() if wanted]
