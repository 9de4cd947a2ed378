"""Real output of real tools (``tests/README.md``, "Documents")."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import llm_types
from calls import report
from files import TESTS, canonical
from llm_types import LlmTypesError

FIXTURES = TESTS / "fixtures"


def sources() -> dict[str, bytes]:
    """The files that the tools were run on."""
    root = FIXTURES / "workspace"
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def fixtures() -> list[tuple[str, bytes]]:
    """Every output of a tool, by its path in the folder of fixtures."""
    files = {
        path.relative_to(FIXTURES).as_posix(): path
        for path in FIXTURES.rglob("*")
        if path.is_file()
    }
    return [
        (name, files[name].read_bytes())
        for name in sorted(files)
        if "/" in name
        and not name.startswith("workspace/")
        and ".files/" not in name
        and not name.endswith(".meta.json")
    ]


def answer(call: Callable[[], Any]) -> dict[str, Any]:
    """A result as every host writes it."""
    try:
        result = call()
    except LlmTypesError as error:
        return {"error": report(error)}
    given = result.to_dict() if hasattr(result, "to_dict") else result
    if not isinstance(given, dict):
        return {"ok": given}
    # The envelopes are in `text`, as the core wrote them.
    envelope, envelopes = given.pop("envelope", None), given.pop("envelopes", None)
    if envelope is not None:
        lines = given["text"].splitlines() if envelopes else [given["text"]]
        assert [json.loads(line) for line in lines] == (envelopes or [envelope])
    return {"ok": given}


def line(name: str, text: bytes, shelf: Mapping[str, bytes]) -> str:
    """The line of the results file for one output."""
    normalized = answer(lambda: llm_types.normalize(text, sources=shelf, origin=True))
    home = normalized
    if "ok" in normalized:
        found = normalized["ok"]
        home = answer(lambda: llm_types.convert(found["text"], found["dialect"], sources=shelf))
    return canonical(
        {
            "fixture": name,
            "detect": answer(lambda: llm_types.detect(text)),
            "referenced_paths": answer(lambda: llm_types.referenced_paths(text)),
            "normalize": normalized,
            "home": home,
            "normalize_alone": answer(lambda: llm_types.normalize(text)),
            "validate": answer(lambda: llm_types.validate(text, sources=shelf)),
            "validate_strict": answer(lambda: llm_types.validate(text, strict=True)),
            "streamed": streamed(text, shelf),
        }
    )


PIECE = 1000
"""Bytes of a piece, in every host."""


def streamed(text: bytes, shelf: Mapping[str, bytes]) -> dict[str, Any]:
    """What the verbs say of a text that arrives in pieces."""
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    normalizer = llm_types.Normalizer(sources=shelf, origin=True)
    validator = llm_types.Validator(sources=shelf)
    normalized = [one.to_dict() for one in normalizer.results(pieces)]
    adds = {"context": True, "checksums": True, "positions": True, "fingerprints": True}
    enricher = llm_types.Enricher(sources=shelf, origin=True, **adds)
    enriched = [one.to_dict() for one in enricher.results(pieces)]
    for one in normalized + enriched:
        envelope = one.pop("envelope", None)
        assert envelope is None or json.loads(one["text"]) == envelope
    validated = [one.to_dict() for one in validator.results(pieces)]
    converted = llm_types.Converter("unified").results(pieces)
    return {
        "normalized": normalized,
        "validated": validated,
        "summary": validator.summary().to_dict(),
        "converted": [one.to_dict() for one in converted],
        "enriched": enriched,
    }
