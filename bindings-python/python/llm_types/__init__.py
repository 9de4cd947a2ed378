"""One envelope, one span, one id, one diagnostic, for Python.

Any tool's output in, one envelope out, the same bytes as from Rust, TypeScript
and the browser, every position proved against the source text.

Every refusal is an `LlmTypesError` (a `ValueError`) with a stable ``code``;
``explain(code)`` says what it means and what to do.
"""

from ._core import version
from ._error import LlmTypesError
from ._registry import Rule, explain

__all__ = [
    "LlmTypesError",
    "Rule",
    "explain",
    "version",
]

__version__ = version()
