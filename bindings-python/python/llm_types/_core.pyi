"""The native half of the package. Private: import from ``llm_types``."""

from collections.abc import Iterable
from typing import Literal, TypeAlias, final

from typing_extensions import Buffer

from ._documents import ReadOptions

__all__ = [
    "Changes",
    "Converter",
    "Enricher",
    "LineIndex",
    "Normalizer",
    "PositionMap",
    "Validator",
    "apply_edits",
    "apply_fixes",
    "build_operation_result",
    "build_response",
    "candidate_paths",
    "canonical_path",
    "canonicalize",
    "carry_spans",
    "checksum",
    "checksum_range",
    "classify_checksum",
    "classify_execution_id",
    "classify_match_id",
    "classify_span_id",
    "convert",
    "count_words",
    "detect",
    "detective",
    "dialects",
    "edited_paths",
    "enrich",
    "execution_id",
    "execution_id_findings",
    "exit_code",
    "explain",
    "fingerprints",
    "line_hashes",
    "locate",
    "match_findings",
    "match_id",
    "match_paths",
    "normalize",
    "pagination",
    "parse_checksum",
    "parse_selector",
    "path_findings",
    "plan_edits",
    "preview",
    "read_lines",
    "referenced_paths",
    "referenced_spans",
    "refuse_ill_formed",
    "rules",
    "schema",
    "schemas",
    "span",
    "span_check",
    "span_check_id",
    "span_compare",
    "span_contains",
    "span_from_members",
    "span_id",
    "span_id_findings",
    "span_ids",
    "span_intersect",
    "span_same_place",
    "span_shift",
    "span_without_text",
    "strip_truncation_marker",
    "text_page",
    "text_profile",
    "timestamp",
    "truncate_words",
    "validate",
    "verify_checksum",
    "version",
    "write_canonical",
    "write_compact",
    "write_pretty",
    "write_selector",
]

_Text: TypeAlias = str | bytes | bytearray | memoryview
_Integers: TypeAlias = Iterable[int] | Buffer
_Sources: TypeAlias = list[tuple[str, _Text]]
_Pair: TypeAlias = tuple[int, int]
_Parts: TypeAlias = tuple[str, str | None, Changes | None]
_Verdict: TypeAlias = tuple[bool, str | None, str | None, int, str, str]
_Envelopes: TypeAlias = tuple[str, str, str | None, int, int, bool, str, Changes | None]

def version() -> str:
    """The version of the package, the same in every language."""

def explain(code: str) -> str:
    """The registry entry of a code, as JSON text."""

@final
class LineIndex:
    """A line index that owns its text."""

    def __new__(
        cls,
        text: _Text,
        terminators: str | None,
        sequences: list[str] | None,
        bom: str | None,
        ill_formed: str | None,
    ) -> LineIndex: ...
    @property
    def byte_length(self) -> int: ...
    @property
    def line_count(self) -> int: ...
    @property
    def is_ascii(self) -> bool: ...
    @property
    def is_well_formed(self) -> bool: ...
    @property
    def index_bytes(self) -> int: ...
    def length_in(self, encoding: str) -> int: ...
    def position(self, offset: int, encoding: str) -> _Pair: ...
    def position_clamped(self, offset: int, encoding: str) -> _Pair: ...
    def position_rounded(self, offset: int, encoding: str, rounding: str) -> _Pair: ...
    def offset(self, position: _Pair, encoding: str) -> int: ...
    def offset_clamped(self, position: _Pair, encoding: str) -> int: ...
    def offset_rounded(self, position: _Pair, encoding: str, rounding: str) -> int: ...
    def convert_offset(self, offset: int, from_: str, to: str) -> int: ...
    def positions(self, offsets: _Integers, encoding: str, clamped: bool) -> tuple[bytes, bytes]:
        """The lines and the columns, each as the bytes of an ``array("Q")``."""

    def offsets(
        self, lines: _Integers, columns: _Integers, encoding: str, clamped: bool
    ) -> bytes: ...
    def convert_offsets(self, offsets: _Integers, from_: str, to: str) -> bytes: ...
    def line_range(self, line: int) -> _Pair: ...
    def line_content_range(self, line: int) -> _Pair: ...
    def lines_range(self, first: int, last: int, whole: str) -> _Pair: ...
    def range_positions(
        self, range: _Pair, encoding: str, rule: str | None
    ) -> tuple[_Pair, _Pair]: ...
    def positions_range(
        self, start: _Pair, end: _Pair, encoding: str, rule: str | None
    ) -> _Pair: ...
    def is_char_boundary(self, offset: int) -> bool: ...
    def floor_char_boundary(self, offset: int) -> int: ...
    def ceil_char_boundary(self, offset: int) -> int: ...
    def expand_range(self, range: _Pair) -> _Pair: ...

def text_profile(text: _Text) -> str:
    """The facts of a text, as JSON text."""

def refuse_ill_formed(_text: str) -> None: ...
def detect(text: _Text) -> str: ...
def normalize(
    text: _Text,
    dialect: str | None,
    sources: _Sources | None,
    root: str | None,
    origin: bool,
    read: ReadOptions | None,
    with_changes: bool,
) -> _Envelopes: ...
def validate(
    text: _Text,
    dialect: str | None,
    sources: _Sources | None,
    root: str | None,
    strict: bool,
    read: ReadOptions | None,
) -> _Verdict: ...
def apply_fixes(
    text: _Text,
    applicability: str,
    codes: list[str],
    dialect: str | None,
    sources: _Sources | None,
    root: str | None,
    strict: bool,
    read: ReadOptions | None,
) -> _Parts: ...
def convert(
    text: _Text,
    to: str,
    dialect: str | None,
    sources: _Sources | None,
    root: str | None,
    strict: bool,
    origin: bool,
    read: ReadOptions | None,
) -> _Parts: ...
def detective(
    text: _Text,
    sources: _Sources,
    dialect: str | None,
    root: str | None,
    read: ReadOptions | None,
) -> _Parts: ...

@final
class Changes:
    """Changes in compiled memory."""

    def __len__(self) -> int: ...
    def json(self) -> str:
        """All of them, as JSON text."""

@final
class Normalizer:
    """Results are the parts of each document's."""

    def __new__(
        cls,
        dialect: str | None,
        sources: _Sources | None,
        root: str | None,
        origin: bool,
        read: ReadOptions | None,
    ) -> Normalizer: ...
    def push(self, bytes: _Text) -> list[_Parts]: ...
    def finish(self) -> list[_Parts]: ...

@final
class Validator:
    """Results are the JSON text of a list."""

    def __new__(
        cls,
        dialect: str | None,
        sources: _Sources | None,
        root: str | None,
        strict: bool,
        read: ReadOptions | None,
    ) -> Validator: ...
    def push(self, bytes: _Text) -> str: ...
    def finish(self) -> str: ...
    def summary(self) -> str: ...

@final
class Converter:
    """Results are the parts of each document's."""

    def __new__(
        cls,
        to: str,
        dialect: str | None,
        sources: _Sources | None,
        root: str | None,
        strict: bool,
        origin: bool,
        read: ReadOptions | None,
    ) -> Converter: ...
    def push(self, bytes: _Text) -> list[_Parts]: ...
    def finish(self) -> list[_Parts]: ...

@final
class Enricher:
    """Results are the parts of each document's."""

    def __new__(
        cls,
        adds: list[str],
        context_lines: int | None,
        overwrite: bool,
        dialect: str | None,
        sources: _Sources | None,
        root: str | None,
        origin: bool,
        read: ReadOptions | None,
    ) -> Enricher: ...
    def push(self, bytes: _Text) -> list[_Parts]: ...
    def finish(self) -> list[_Parts]: ...

def enrich(
    text: _Text,
    adds: list[str],
    context_lines: int | None,
    overwrite: bool,
    dialect: str | None,
    sources: _Sources | None,
    root: str | None,
    origin: bool,
    read: ReadOptions | None,
) -> _Parts: ...
def match_findings(
    old: _Text,
    new: _Text,
    dialect: str | None,
    old_sources: _Sources | None,
    new_sources: _Sources | None,
    root: str | None,
    read: ReadOptions | None,
) -> str: ...
def fingerprints(text: _Text, places: str) -> str:
    """One object for each place, as JSON text."""

def line_hashes(text: _Text) -> list[str]: ...
def referenced_paths(text: _Text, dialect: str | None, read: ReadOptions | None) -> list[str]: ...
def referenced_spans(
    text: _Text,
    dialect: str | None,
    sources: _Sources | None,
    root: str | None,
    read: ReadOptions | None,
) -> str: ...
def dialects() -> str: ...
def canonicalize(text: _Text) -> str: ...
def write_canonical(value: _Text) -> str: ...
def write_compact(text: _Text) -> str: ...
def write_pretty(text: _Text) -> str: ...
def read_lines(text: _Text) -> str: ...
def candidate_paths(path: str, root: str | None) -> list[str]: ...
def canonical_path(path: str) -> str: ...
def path_findings(path: str) -> list[str]: ...
def apply_edits(
    text: _Text,
    request: _Text,
    options: _Text,
    base: _Text | None,
    read: ReadOptions | None,
) -> tuple[bytes, str, str | None, str | None]: ...
def plan_edits(
    sources: _Sources,
    request: _Text,
    options: _Text,
    bases: _Sources | None,
    read: ReadOptions | None,
) -> tuple[list[bytes | None], str]: ...
def edited_paths(request: _Text, options: _Text, read: ReadOptions | None) -> list[str]: ...
def carry_spans(
    document: _Text,
    edited: list[tuple[str, str, _Text, str | None]],
    dialect: str | None,
    root: str | None,
    read: ReadOptions | None,
) -> str: ...

@final
class PositionMap:
    """Where the offsets of a text went."""

    def __new__(cls, data: _Text) -> PositionMap: ...
    def data(self) -> str: ...
    def inverse(self) -> PositionMap: ...
    def carry(self, offset: int, bias: str) -> int | None: ...
    def carry_many(self, offsets: _Integers, bias: str) -> list[int | None]: ...
    def carry_range(self, start: int, end: int) -> tuple[int, int, bool] | None: ...
    def carry_ranges(
        self, starts: _Integers, ends: _Integers
    ) -> list[tuple[int, int, bool] | None]: ...

def match_paths(paths: list[str], loaded: list[str], root: str | None) -> str: ...
def parse_checksum(text: str) -> str: ...
def rules() -> str: ...
def schema(name: str) -> str: ...
def schemas() -> str: ...
def timestamp(unix_millis: int) -> str: ...
def build_response(
    draft: _Text, unix_millis: int, random: bytes | bytearray | memoryview, sources: _Sources | None
) -> str: ...
def build_operation_result(
    draft: _Text, unix_millis: int, random: bytes | bytearray | memoryview, sources: _Sources | None
) -> str: ...
def locate(text: _Text, pointer: str) -> str:
    """The place of the value at a JSON Pointer, as JSON text."""

def span(path: str, range: _Pair, index: LineIndex) -> str:
    """A span with its coordinates in a text; every span crosses as JSON text."""

def span_without_text(path: str, range: _Pair) -> str: ...
def span_from_members(
    path: str,
    start: int,
    end: int,
    coordinates: tuple[int | None, int | None, int | None, int | None],
    span_id: str | None,
) -> str: ...
def span_same_place(span: str, other: str) -> bool: ...
def span_contains(span: str, other: str) -> bool: ...
def span_compare(span: str, other: str) -> int: ...
def span_intersect(span: str, other: str) -> str | None: ...
def span_shift(span: str, bytes: int) -> str: ...
def span_check(span: str, index: LineIndex) -> str: ...
def span_check_id(span: str) -> str: ...
def span_id(scheme: str | None, path: str, start: int, end: int) -> str: ...
def span_ids(scheme: str | None, keys: list[tuple[str, int, int]]) -> str:
    """All ids one after the other, 16 digits each."""

def classify_span_id(
    id: str, path: str, start: int, end: int
) -> Literal["be64", "be32", "decimal"] | None: ...
def span_id_findings(id: str) -> list[str]: ...
def execution_id(random: bytes | bytearray | memoryview) -> str: ...
def classify_execution_id(id: str) -> Literal["uuid", "hex-pid", "other"]: ...
def execution_id_findings(id: str) -> list[str]: ...
def match_id(scheme: str | None, name: str, path: str, start: int, end: int) -> str: ...
def classify_match_id(
    id: str, name: str, path: str, start: int, end: int
) -> Literal["siphash", "siphash_ref", "sha256", "uuid", "other"]: ...
def checksum(algorithm: str | None, data: _Text) -> str: ...
def checksum_range(algorithm: str | None, data: _Text, start: int, end: int) -> str: ...
def verify_checksum(checksum: str, data: _Text) -> bool: ...
def classify_checksum(checksum: str) -> str:
    """What the text of a checksum is, as JSON text."""

def parse_selector(text: str) -> str:
    """The parts of a selector, as JSON text."""

def write_selector(parts: str) -> str: ...
def count_words(text: str) -> int: ...
def truncate_words(text: str, max_words: int | None) -> str: ...
def strip_truncation_marker(content: str) -> str | None: ...
def preview(text: str, max_length: int | None) -> str: ...
def pagination(word_count: int, page: int, page_words: int | None) -> str: ...
def text_page(text: str, page: int, page_words: int | None) -> str: ...
def exit_code(text: _Text) -> int: ...
