"""The demo's driver for Python: ``python host.py INPUT``.

Prints one line of JSON for each document. The hash is Python's own, so that the digests
owe nothing to the code on trial.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import llm_types


def answer(document: str, sources: dict[str, bytes], root: str) -> dict[str, object]:
    """What the demo compares about one document."""
    text = Path(document).read_bytes()
    dialect, digest = "none", ""
    try:
        dialect = llm_types.detect(text).dialect or "none"
    except llm_types.LlmTypesError:
        pass  # No dialect; the report below says why.
    try:
        envelope = llm_types.normalize(text, sources=sources, root=root).text
        digest = hashlib.sha256(envelope.encode()).hexdigest()
    except llm_types.LlmTypesError:
        pass  # Refused; the digest stays empty in every host alike.
    report = llm_types.validate(text, sources=sources, root=root)
    return {
        "document": document,
        "dialect": dialect,
        "documents": report.documents,
        "spans": report.checked.source.spans_total,
        "proved": report.checked.source.spans_proved,
        "digest": digest,
    }


def main() -> None:
    """Answer for every document of the input."""
    task = json.loads(Path(sys.argv[1]).read_bytes())
    workspace = Path(task["workspace"])
    sources = {
        path.relative_to(workspace).as_posix(): path.read_bytes()
        for path in sorted(workspace.rglob("*"))
        if path.is_file()
    }
    for document in task["documents"]:
        print(json.dumps(answer(document, sources, task["root"])))


if __name__ == "__main__":
    main()
