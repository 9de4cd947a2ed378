"""Paths as tools spell them: nothing here opens a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from . import _core
from ._given import root_of, strings
from ._plain import Read

__all__ = [
    "PathFinding",
    "PathMatch",
    "candidate_paths",
    "canonical_path",
    "match_paths",
    "path_findings",
]

PathFinding: TypeAlias = Literal["redundant", "parent", "backslash", "empty", "uri"]
"""Something about a path that another tool will read differently: ``.`` or empty parts, a
``..`` part, a backslash between its parts, nothing at all, a URI."""


@dataclass(frozen=True, slots=True)
class PathMatch(Read):
    """What became of one path."""

    kind: Literal["found", "missing", "ambiguous"]
    """Whether the path means a loaded one."""

    paths: tuple[str, ...]
    """The loaded paths that can be meant, as they are spelt: one, none, or more."""


def canonical_path(path: str) -> str:
    """The canonical spelling of a relative path: without ``.`` and empty parts, ``/`` between.

    An absolute path, one with a ``..`` part and a URI are given back as they are: only the
    file system knows which other spelling means the same.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> canonical_path("./src//a.rs")
        'src/a.rs'
    """
    return _core.canonical_path(path)


def path_findings(path: str) -> list[PathFinding]:
    """What is odd about the spelling of a path. Nothing for ``src/a.rs`` and ``/src/a.rs``.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> path_findings("./src/a.rs")
        ['redundant']
    """
    return cast(list[PathFinding], _core.path_findings(path))


def candidate_paths(path: str, *, root: str | os.PathLike[str] | None = None) -> list[str]:
    r"""The paths in a folder that one path of a document could mean: where to look for a source.

    They are relative, without ``.`` and ``..`` parts, and have ``/`` between their parts. Of
    those that are there, `match_paths` finds the one that is meant.

    A relative path means itself; with ``root``, a path below it means what is left without
    it; without ``root``, an absolute path could mean each of its ends, the longest first. A
    path that is written with ``\`` could also be the name of one file, and is listed last as
    it is spelt: where ``\`` separates, pass over it. A ``file:`` URI means the path that it
    names (RFC 8089). None for a path that leads out of the folder, and none
    of more than 32768 bytes or 2048 parts.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> candidate_paths("/w/src/a.rs")
        ['w/src/a.rs', 'src/a.rs', 'a.rs']
        >>> candidate_paths("/w/src/a.rs", root="/w")
        ['src/a.rs']
    """
    return _core.candidate_paths(path, root_of(root))


def match_paths(
    paths: Iterable[str], loaded: Iterable[str], *, root: str | os.PathLike[str] | None = None
) -> list[PathMatch]:
    """Find for each path of a document the loaded path that it means, in their order.

    The same spelling decides, then the same parts, of a ``file:`` URI those of the path that
    it names; then, with ``root``, the path with or without it in front; without ``root``, the
    one common prefix that explains the most absolute paths. What could mean two loaded paths
    is said to be ambiguous.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> match_paths(["/workspace/src/a.rs"], ["src/a.rs"])
        [PathMatch(kind='found', paths=('src/a.rs',))]
    """
    spelt, there = strings(paths, "paths"), strings(loaded, "loaded")
    found = json.loads(_core.match_paths(spelt, there, root_of(root)))
    return [PathMatch(it["kind"], tuple(it["paths"])) for it in found]
