"""Many positions at a time in Python: the package against pygls' PositionCodec.

``python benches/hosts/positions.py``, in an environment that has the package and
``pygls``. Target: at least 20 times as fast, the way into compiled code and back
included. Nothing is asserted: a benchmark tells, a test judges.

Both sides answer what a language server is asked: where, in the string, is the
line and UTF-16 column that a client sent, and the other way round. pygls gets the
lines cut already, which it would otherwise do for each question.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable

from llm_types import LineIndex, Positions
from lsprotocol.types import Position, PositionEncodingKind
from pygls.workspace import PositionCodec

MANY = 100_000
WORDS = ["let", "index", "=", "self", ".", "position", "(", "offset", ")", "?;", "match", "{"]
FOREIGN = ["// naïve café", "// “quoted” text", "// 世界の行", "// done 😀"]


def code(draw: random.Random) -> str:
    """A line that looks like code."""
    words = " ".join(draw.choices(WORDS, k=draw.randrange(13)))
    return f"{'    ' * draw.randrange(4)}{words} // ok"


def texts() -> dict[str, str]:
    """Each kind of text, generated, the same each time."""
    draw = random.Random(1)
    lines = 300_000
    cjk = [chr(0x4E00 + i % 20_000) for i in range(20_000)]
    mixed = "\n".join(
        code(draw) + (draw.choice(FOREIGN) if draw.random() < 0.05 else "") for _ in range(lines)
    )
    return {
        "ASCII": "\n".join(code(draw) for _ in range(lines)),
        "mixed": mixed,
        "mixed, 100 MB": "\n".join([mixed] * 10),
        "CJK": "\n".join(
            "".join(draw.choices(cjk, k=draw.randrange(1, 40))) for _ in range(170_000)
        ),
        "emoji": "\n".join(f"{code(draw)} {'😀' * draw.randrange(8)}" for _ in range(200_000)),
        "mixed, 50 kB": "\n".join(code(draw) + draw.choice(FOREIGN) for _ in range(1_000)),
    }


def fastest(work: Callable[..., object], *given: object, runs: int = 5) -> float:
    """Milliseconds of the fastest run: the machine's noise only ever adds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work(*given)
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def each(method: Callable[..., object], lines: list[str], points: list[Position]) -> None:
    """Ask pygls one by one, which is the only way."""
    for point in points:
        method(lines, point)


def places(text: str) -> tuple[list[str], array[int], array[int]]:
    """Lines as pygls keeps them, and code point positions in them, drawn evenly."""
    draw = random.Random(7)
    lines = text.splitlines(keepends=True)
    numbers = array("Q", (draw.randrange(len(lines)) for _ in range(MANY)))
    columns = array("Q", (draw.randrange(len(lines[line].rstrip("\n")) + 1) for line in numbers))
    return lines, numbers, columns


def main() -> None:
    """Print one row for each text."""
    print(f"{MANY} positions at a time; ms of the fastest run; x is pygls' time over ours")
    print(f"{'':14}{'build':>9}{'to UTF-16':>11}{'pygls':>20}{'to offset':>11}{'pygls':>20}")
    codec = PositionCodec(PositionEncodingKind.Utf16)
    for name, text in texts().items():
        lines, numbers, columns = places(text)
        build = fastest(LineIndex, text, runs=3)
        index = LineIndex(text)
        offsets = index.offsets(Positions(numbers, columns), "utf-32")
        there = fastest(index.positions, offsets, "utf-16")
        wide = index.positions(offsets, "utf-16")
        back = fastest(index.offsets, wide, "utf-16")
        points = [Position(line, column) for line, column in zip(numbers, columns, strict=True)]
        client = [Position(line, column) for line, column in zip(*wide, strict=True)]
        theirs = fastest(each, codec.position_to_client_units, lines, points, runs=1)
        again = fastest(each, codec.position_from_client_units, lines, client, runs=1)
        print(
            f"{name:14}{build:9.2f}{there:11.2f}{theirs:12.1f} x{theirs / there:<7.0f}"
            f"{back:10.2f}{again:12.1f} x{again / back:<7.0f}"
        )


if __name__ == "__main__":
    main()
