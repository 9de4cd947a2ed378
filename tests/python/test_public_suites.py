"""The public suites, where they lie beside the project.

``JSONTestSuite`` and the test data of RFC 8785 are not part of it; where they are
missing, their tests are skipped and say so, and the vectors of our own hold alone.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import llm_types
import pytest
from files import TESTS

VERDICTS = json.loads((TESTS / "public-suites.json").read_text("utf-8"))


def files(folder: str) -> list[tuple[str, bytes]]:
    """The files of a folder, by name."""
    given = os.environ.get("LLM_TYPES_DATA")
    path = (Path(given) if given else TESTS.parent.parent / "shared" / "data") / folder
    if not path.is_dir():
        pytest.skip(f"no {folder} beside the project")
    return sorted((file.name, file.read_bytes()) for file in path.iterdir())


def code(work: Callable[[], object]) -> str | None:
    """The code of the refusal; ``None`` if there was none."""
    try:
        work()
    except llm_types.LlmTypesError as error:
        return error.code
    return None


def test_json_test_suite_has_the_verdicts_that_are_documented() -> None:
    verdicts = VERDICTS["JSONTestSuite"]
    read = llm_types.ReadOptions(duplicate_keys="last_wins")
    # What a document of no tool is refused with once it has been read.
    foreign = code(lambda: llm_types.normalize("{}", read=read))
    texts = files("JSONTestSuite/test_parsing")
    wrong = {}
    for name, text in texts:
        verdict = code(lambda text=text: llm_types.write_compact(text))  # type: ignore[misc]
        if name.startswith("n_"):
            right = verdict is not None
        elif name.startswith("i_"):
            right = name in verdicts["open"] and verdict == verdicts["open"][name]
        else:
            right = verdict == verdicts["refused_by_j1"].get(name)
        if name in verdicts["refused_by_j1"]:
            lenient = code(lambda text=text: llm_types.normalize(text, read=read))  # type: ignore[misc]
            right = right and lenient == foreign
        if not right:
            wrong[name] = verdict
    assert wrong == {}
    assert Counter(name[0] for name, _ in texts) == verdicts["counts"]


def test_the_test_data_of_rfc_8785_have_their_canonical_form() -> None:
    inputs = dict(files("jcs/testdata/input"))
    outputs = files("jcs/testdata/output")
    assert len(outputs) == VERDICTS["jcs"]["count"]
    for name, expected in outputs:
        assert llm_types.canonicalize(inputs[name]) == expected.decode("utf-8"), name
        assert llm_types.canonicalize(expected) == expected.decode("utf-8"), name
