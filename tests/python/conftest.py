"""Makes the oracle importable: it is a folder of scripts, not a package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "generate"))
