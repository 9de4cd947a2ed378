"""What a code means."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from . import _core

__all__ = ["Level", "Rule", "explain", "rules"]

Level: TypeAlias = Literal["error", "warning", "note", "help"]
"""How much a diagnostic matters, in rustc's and SARIF's words."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the registry of rule ids and error codes."""

    code: str
    """Stable name, never reused and never renamed."""

    level: Level
    """Default level of a diagnostic with this code."""

    what: str
    """What it means, on one line."""

    why: str
    """Why it matters: what goes wrong for the reader."""

    remedy: str
    """What to do next, in one sentence."""

    bad: str
    """The smallest input that triggers it."""

    good: str
    """The same input, mended."""

    origin: str
    """Where the rule comes from."""


def explain(code: str) -> Rule:
    """Explain a rule id or error code: what it means, why, and what to do.

    Args:
        code: Any case; ``-`` stands for ``_``.

    Raises:
        LlmTypesError: ``UNKNOWN_CODE``, with the nearest code by spelling.

    Examples:
        >>> explain("unknown-code").what
        'no rule or error has this code'
    """
    return Rule(**json.loads(_core.explain(code)))


def rules() -> list[Rule]:
    """Every rule id and error code, in the order of the reference.

    Examples:
        >>> all(explain(rule.code) == rule for rule in rules())
        True
    """
    return [Rule(**rule) for rule in json.loads(_core.rules())]
