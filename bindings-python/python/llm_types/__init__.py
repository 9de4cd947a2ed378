"""One envelope, one span, one id, one diagnostic, for Python.

Any tool's output in, one envelope out, the same bytes as from Rust, TypeScript
and the browser, every position proved against the source text.

Every refusal is an `LlmTypesError` (a `ValueError`) with a stable ``code``;
``explain(code)`` says what it means and what to do.
"""

from ._checksum import (
    ChecksumAlgorithm,
    ChecksumClass,
    checksum,
    checksum_range,
    classify_checksum,
    verify_checksum,
)
from ._core import version
from ._error import LlmTypesError
from ._ids import (
    ExecutionIdKind,
    MatchIdKind,
    MatchIdScheme,
    SpanIdScheme,
    SpanKey,
    classify_execution_id,
    classify_match_id,
    classify_span_id,
    execution_id,
    execution_id_findings,
    match_id,
    match_id_in,
    span_id,
    span_id_findings,
    span_id_in,
    span_ids,
    span_ids_in,
)
from ._json import Place, canonicalize, locate
from ._registry import Level, Rule, explain
from ._text import (
    AmbiguousEol,
    BomPolicy,
    ByteRange,
    EndRule,
    IllFormedPolicy,
    LineIndex,
    LineTerminators,
    Position,
    PositionEncoding,
    PositionRange,
    Positions,
    Rounding,
    TextProfile,
    WholeLines,
    text_profile,
)

__all__ = [
    "AmbiguousEol",
    "BomPolicy",
    "ByteRange",
    "ChecksumAlgorithm",
    "ChecksumClass",
    "EndRule",
    "ExecutionIdKind",
    "IllFormedPolicy",
    "Level",
    "LineIndex",
    "LineTerminators",
    "LlmTypesError",
    "MatchIdKind",
    "MatchIdScheme",
    "Place",
    "Position",
    "PositionEncoding",
    "PositionRange",
    "Positions",
    "Rounding",
    "Rule",
    "SpanIdScheme",
    "SpanKey",
    "TextProfile",
    "WholeLines",
    "canonicalize",
    "checksum",
    "checksum_range",
    "classify_checksum",
    "classify_execution_id",
    "classify_match_id",
    "classify_span_id",
    "execution_id",
    "execution_id_findings",
    "explain",
    "locate",
    "match_id",
    "match_id_in",
    "span_id",
    "span_id_findings",
    "span_id_in",
    "span_ids",
    "span_ids_in",
    "text_profile",
    "verify_checksum",
    "version",
]

__version__ = version()
