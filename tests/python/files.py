"""The files of the suite: vectors, skips and digests in, results out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent


def vectors() -> list[tuple[str, dict[str, Any]]]:
    """All vectors with their ids, in the order in which every host takes them."""
    root = TESTS / "vectors"
    topics = {
        path.relative_to(root).with_suffix("").as_posix(): path for path in root.rglob("*.json")
    }
    return [
        (f"{topic}: {vector['name']}", vector)
        for topic in sorted(topics)
        for vector in json.loads(topics[topic].read_text("utf-8"))["vectors"]
    ]


def skips() -> list[dict[str, Any]]:
    """All skips, of every host."""
    found: list[dict[str, Any]] = json.loads((TESTS / "skips.json").read_text("utf-8"))["skips"]
    return found


def digests(length: int) -> list[str]:
    """The committed digests of all texts of so many letters."""
    return (TESTS / "exhaustive" / f"length-{length}.txt").read_text("ascii").split()


def canonical(value: object) -> str:
    """JSON text with sorted keys: the bytes of a results file."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_results(name: str, lines: list[str]) -> None:
    """Replace a results file of this host."""
    given = os.environ.get("LLM_TYPES_RESULTS")
    root = Path(given) if given else TESTS.parent / "target" / "conformance"
    folder = root / "python"
    folder.mkdir(parents=True, exist_ok=True)
    data = "".join(f"{line}\n" for line in lines).encode("utf-8")
    (folder / name).write_bytes(data)
