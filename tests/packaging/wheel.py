"""The built wheel, installed into an empty environment, is used as its users use it.

``python tests/packaging/wheel.py WHEEL``: nothing is fetched, for there are no
dependencies.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

USE = """
import llm_types
try:
    llm_types.explain("no such code")
except llm_types.LlmTypesError as error:
    code = error.code
print(
    llm_types.span_id("src/main.rs", 42, 100),
    llm_types.LineIndex("a😀é").position(5, "utf-16").column,
    llm_types.normalize(
        '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
    ).dialect,
    code,
)
"""
WANTED = "7b5b5c81a7147a21 3 llmsearch UNKNOWN_CODE"


def main(wheel: Path) -> int:
    names = zipfile.ZipFile(wheel).namelist()
    missing = {"llm_types/py.typed", "llm_types/_core.pyi"} - set(names)
    [about] = [name for name in names if name.endswith(".dist-info/METADATA")]
    if "# llm-types" not in zipfile.ZipFile(wheel).read(about).decode():
        missing.add("a description, which an index shows")
    strange = [name for name in names if name.endswith((".rs", ".toml"))]
    with tempfile.TemporaryDirectory(prefix="llm-types-wheel-") as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        python = str(programs / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--no-index", str(wheel)]
        subprocess.run(pip, check=True, cwd=folder)
        used = subprocess.run(
            [python, "-X", "utf8", "-c", USE],
            check=True,
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
    found = used.stdout.strip()
    print(f"{wheel.name}: {wheel.stat().st_size} bytes; {found}")
    if missing or strange or found != WANTED:
        print(f"not ok: missing {missing}, strange {strange}, expected {WANTED}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
