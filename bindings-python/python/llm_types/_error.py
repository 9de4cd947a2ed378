"""The one exception of the package."""

from typing import Final, final

__all__ = ["LlmTypesError"]


@final
class LlmTypesError(ValueError):
    """A refusal: what was wrong, where, and what to do next.

    Members that do not apply are ``None``: a refusal of a number has no pointer.

    Examples:
        >>> import llm_types
        >>> try:
        ...     llm_types.explain("NOT_CHAR_BOUNDRY")
        ... except llm_types.LlmTypesError as error:
        ...     error.code
        'UNKNOWN_CODE'
    """

    # How a traceback names it, and where pickle looks for it; and whoever asks for the
    # types of its members, which therefore are no strings here.
    __module__ = "llm_types"

    code: Final[str]
    """Stable name of the refusal, the same in every language; see `explain`."""

    message: Final[str]
    """One line in plain words."""

    help: Final[str]
    """One sentence on what to do next."""

    index: Final[int | None]
    """Index of the refused element, if the function took many, counted from 0."""

    pointer: Final[str | None]
    """JSON Pointer (RFC 6901) of the refused value, if the input was JSON."""

    byte_start: Final[int | None]
    """First refused UTF-8 byte of the text that was given, 0-based."""

    byte_end: Final[int | None]
    """One past the last refused byte."""

    line: Final[int | None]
    """Line of ``byte_start``, 1-based."""

    column: Final[int | None]
    """Column of ``byte_start`` on that line in UTF-8 bytes, 0-based."""

    column_utf16: Final[int | None]
    """The same column in UTF-16 code units."""

    column_utf32: Final[int | None]
    """The same column in code points, as Python counts."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        help: str = "",
        index: int | None = None,
        pointer: str | None = None,
        byte_start: int | None = None,
        byte_end: int | None = None,
        line: int | None = None,
        column: int | None = None,
        column_utf16: int | None = None,
        column_utf32: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.help = help
        self.index = index
        self.pointer = pointer
        self.byte_start = byte_start
        self.byte_end = byte_end
        self.line = line
        self.column = column
        self.column_utf16 = column_utf16
        self.column_utf32 = column_utf32

    def to_dict(self) -> dict[str, str | int]:
        """The members as `json` can write them; what does not apply is left out.

        Notes that were added to the exception are not of the refusal.
        """
        members = ((name, self.__dict__[name]) for name in LlmTypesError.__annotations__)
        return {name: it for name, it in members if it is not None}

    def __eq__(self, other: object) -> bool:
        """Whether every member is the same: two refusals of one thing are equal."""
        if not isinstance(other, LlmTypesError):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.code, self.message))

    def __reduce__(self) -> tuple[object, ...]:
        # The default would call the class with the one string that `str()` shows.
        return (_restore, (dict(self.__dict__),))


def of_element(error: object, index: int) -> object:
    """What was wrong with an element of a list, with its index; what raised it did not know it."""
    if not isinstance(error, LlmTypesError) or error.index is not None:
        return error
    members = dict(error.__dict__)
    told = _restore(members | {"message": f"element {index}: {error.message}", "index": index})
    told.__cause__ = error.__cause__
    return told


def of_member(error: LlmTypesError, pointer: str) -> LlmTypesError:
    """What was wrong with a member of an object; what raised it did not know which it was."""
    return _restore(dict(error.__dict__) | {"pointer": pointer})


def _restore(members: dict[str, object]) -> LlmTypesError:
    error = LlmTypesError.__new__(LlmTypesError)
    error.args = (f"{members['code']}: {members['message']}",)
    error.__dict__.update(members)
    return error
