"""What a code means."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from . import _core
from ._plain import Read

__all__ = ["Level", "Rule", "explain", "rules"]

Level: TypeAlias = Literal["error", "warning", "note", "help"]
"""How much a diagnostic matters, in rustc's and SARIF's words."""


@dataclass(frozen=True, slots=True)
class Rule(Read):
    """One entry of the registry: a rule id, an error code, or an error code of a tool."""

    code: str
    """Stable name, never reused and never renamed."""

    level: Level
    """Level of a diagnostic with this code; of a tool's code, the one it is printed with."""

    tool: str
    """Whose code it is: ``llm-types``, or the name of a tool."""

    category: str
    """What kind of code it is, in one word."""

    aliases: tuple[str, ...]
    """Other spellings of the same code that are in use."""

    what: str
    """What it means, on one line."""

    why: str
    """Why it matters: what goes wrong for the reader."""

    remedy: str
    """What to do next, in one sentence."""

    bad: str
    """The smallest input that triggers it; empty for the codes of tools."""

    good: str
    """The same input, mended; empty for the codes of tools."""

    origin: str
    """Where the rule comes from."""


def explain(code: str) -> Rule:
    """Explain a rule id or error code, ours or of a tool: what it means, why, and what to do.

    Args:
        code: Any case; ``-`` stands for ``_``; other spellings of a tool's code find it too.

    Raises:
        LlmTypesError: ``UNKNOWN_CODE``, with the nearest code by spelling.

    Examples:
        >>> explain("unknown-code").what
        'no rule or error has this code'
        >>> explain("SPLICE_E001").code
        'SPL-E001'
    """
    return Rule.from_dict(json.loads(_core.explain(code)))


def rules() -> list[Rule]:
    """Every rule id and error code, in the order of the reference: ours, then the tools'.

    Examples:
        >>> all(explain(rule.code) == rule for rule in rules())
        True
    """
    return [Rule.from_dict(rule) for rule in json.loads(_core.rules())]
