"""The native half of the package. Private: import from ``llm_types``."""

__all__ = ["explain", "version"]

def version() -> str:
    """The version of the package, the same in every language."""

def explain(code: str) -> str:
    """The registry entry of a code, as JSON text."""
