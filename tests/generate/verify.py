"""Checks the literals of the vectors against something that is not the library.

Positions are checked by the model in `oracle.py`, ids and checksums by hashlib
and struct, numbers and keys of canonical JSON by Python's own json. A vector
that nothing here can check is counted, not passed. Run it after editing a
vector; the Python runner runs it too.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oracle import Model, RefusedError

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
SAFE = 2**53 - 1
Input = dict[str, Any]


class NoOpinionError(Exception):
    """This program has no second opinion on the vector."""


def text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and "repeat" in value:
        pairs = value["repeat"] if isinstance(value["repeat"][0], list) else [value["repeat"]]
        return "".join(part * times for part, times in pairs)
    raise NoOpinionError


def data_of(value: Any) -> bytes:
    if isinstance(value, dict) and "bytes" in value:
        return bytes.fromhex(value["bytes"])
    if isinstance(value, dict) and "counting" in value:
        return bytes(i % 251 for i in range(value["counting"]))
    return text_of(value).encode()


def number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoOpinionError if isinstance(value, dict) else RefusedError("WRONG_TYPE")
    if value != int(value):
        raise RefusedError("NOT_AN_INTEGER")
    if value < 0:
        raise RefusedError("NEGATIVE_OFFSET")
    if value > SAFE:
        raise RefusedError("UNSAFE_INTEGER")
    return int(value)


def model(given: Input) -> Model:
    options = given.get("options", {})
    if "ill_formed" in options or not {"lf_crlf", options.get("terminators", "lf_crlf")} <= {
        "lf_crlf",
        "lf",
        "lsp",
        "ecmascript",
        "unicode",
        "python_splitlines",
    }:
        raise NoOpinionError
    return Model(
        text_of(given["text"]), options.get("terminators", "lf_crlf"), options.get("bom", "count")
    )


def encoding(given: Input, name: str = "encoding") -> str:
    word = given[name]
    if not isinstance(word, str):
        raise RefusedError("WRONG_TYPE")
    if word not in ("utf-8", "utf-16", "utf-32"):
        raise RefusedError("UNKNOWN_ENCODING")
    return word


def place(pair: tuple[int, int]) -> dict[str, int]:
    return {"line": pair[0], "column": pair[1]}


def span(bounds: tuple[int, int]) -> dict[str, int]:
    return {"start": bounds[0], "end": bounds[1]}


def char(m: Model, offset: int) -> int:
    found = m.char_of(offset)
    if not isinstance(found, int):
        raise RefusedError(found.code)
    return found


def line_of(m: Model, number: int) -> Any:
    if number >= len(m.lines):
        raise RefusedError("LINE_OUT_OF_RANGE")
    return m.lines[number]


def line_range(given: Input, end: str) -> dict[str, int]:
    m = model(given)
    line = line_of(m, number(given["line"]))
    return span((m.bytes[line.start], m.bytes[getattr(line, end)]))


def range_positions(given: Input) -> dict[str, Any]:
    m = model(given)
    if given["start"] > given["end"]:
        raise RefusedError("REVERSED")
    start, end = char(m, given["start"]), char(m, given["end"])
    first, last = m.range_positions(start, end, encoding(given), given["end_rule"])
    return {"start": place(first), "end": place(last)}


def positions_range(given: Input) -> dict[str, int]:
    m = model(given)
    first, last = map(tuple, given["positions"])
    if first > last:
        raise RefusedError("REVERSED")
    for i in range(len(m.text) + 1):
        for j in range(i, len(m.text) + 1):
            if given["end_rule"] == "inclusive" and i == j:
                continue
            try:
                if m.range_positions(i, j, encoding(given), given["end_rule"]) == (first, last):
                    return span((m.bytes[i], m.bytes[j]))
            except RefusedError:
                continue
    raise NoOpinionError


def lines_range(given: Input) -> dict[str, int]:
    m = model(given)
    if given["first"] > given["last"]:
        raise RefusedError("REVERSED")
    first, last = line_of(m, given["first"]), line_of(m, given["last"])
    end = last.content if given["whole"] == "to_content_end" else last.end
    return span((m.bytes[first.start], m.bytes[end]))


def short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def span_id(scheme: str, given: Input) -> str:
    path, start, end = given["path"], number(given["start"]), number(given["end"])
    if not isinstance(path, str):
        raise NoOpinionError
    if start > end:
        raise RefusedError("REVERSED")
    if scheme == "decimal":
        return short(f"{path}:{start}:{end}".encode())
    if scheme == "be32" and end >= 2**32:
        raise RefusedError("OFFSET_TOO_WIDE")
    form = {"be64": ">Q", "be32": ">I"}.get(scheme)
    if form is None:
        raise RefusedError("UNKNOWN_ID_SCHEME")
    return short(path.encode() + b":" + struct.pack(form, start) + b":" + struct.pack(form, end))


def classify_span_id(given: Input) -> str | None:
    for scheme in ("be64", "be32", "decimal"):
        try:
            if span_id(scheme, given) == given["id"].lower():
                return scheme
        except RefusedError:
            continue
    return None


def sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def shortest(number: float) -> str:
    """ECMA-262 Number::toString, from the shortest digits that Python prints."""
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    candidates = (f"{abs(number):.{precision}e}" for precision in range(17))
    mantissa, power = next(c for c in candidates if float(c) == abs(number)).split("e")
    digits = mantissa.replace(".", "").rstrip("0")
    n, k = int(power) + 1, len(digits)
    if k <= n <= 21:
        body = digits + "0" * (n - k)
    elif 0 < n <= 21:
        body = f"{digits[:n]}.{digits[n:]}"
    elif -6 < n <= 0:
        body = "0." + "0" * -n + digits
    else:
        tail = f".{digits[1:]}" if k > 1 else ""
        body = f"{digits[0]}{tail}e{'+' if n > 0 else '-'}{abs(n - 1)}"
    return sign + body


def canonical(value: Any, room: int = 128) -> str:
    if room == 0 and isinstance(value, list | dict):
        raise RefusedError("TOO_DEEP")
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return (
            "{"
            + ",".join(f"{canonical(key)}:{canonical(value[key], room - 1)}" for key in keys)
            + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, room - 1) for item in value) + "]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        if math.isinf(float(value)):
            raise OverflowError
        return shortest(float(value))
    return json.dumps(value, ensure_ascii=False)


def unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(members)) < len(members):
        raise RefusedError("DUPLICATE_KEY")
    return dict(members)


def no_constant(word: str) -> None:
    raise RefusedError("NON_FINITE_NUMBER")


def canonicalize(given: Input) -> str:
    data = data_of(given["text"])
    try:
        value = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=unique, parse_constant=no_constant
        )
        written = canonical(value)
    except OverflowError:
        raise RefusedError("NUMBER_OUT_OF_RANGE") from None
    except (ValueError, RecursionError):
        # Python's json does not say what is wrong, only that something is.
        raise NoOpinionError from None
    if any("\ud800" <= c <= "\udfff" for c in written):
        raise RefusedError("LONE_SURROGATE")
    return written


CALLS: dict[str, Callable[[Input], Any]] = {
    "position": lambda g: place(model(g).position(number(g["offset"]), encoding(g))),
    "position_clamped": lambda g: place(
        model(g).position_clamped(number(g["offset"]), encoding(g))
    ),
    "position_rounded": lambda g: place(model(g).position(g["offset"], encoding(g), g["rounding"])),
    "offset": lambda g: model(g).offset(number(g["line"]), number(g["column"]), encoding(g)),
    "offset_clamped": lambda g: model(g).offset_clamped(
        number(g["line"]), number(g["column"]), encoding(g)
    ),
    "offset_rounded": lambda g: model(g).offset(g["line"], g["column"], encoding(g), g["rounding"]),
    "positions": lambda g: [list(model(g).position(number(o), encoding(g))) for o in g["offsets"]],
    "positions_clamped": lambda g: [
        list(model(g).position_clamped(o, encoding(g))) for o in g["offsets"]
    ],
    "offsets": lambda g: [
        model(g).offset(number(line), number(column), encoding(g))
        for line, column in g["positions"]
    ],
    "offsets_clamped": lambda g: [model(g).offset_clamped(*p, encoding(g)) for p in g["positions"]],
    "convert_offset": lambda g: model(g).convert(number(g["offset"]), g["from"], g["to"]),
    "convert_offsets": lambda g: [model(g).convert(o, g["from"], g["to"]) for o in g["offsets"]],
    "line_count": lambda g: len(model(g).lines),
    "line_range": lambda g: line_range(g, "end"),
    "line_content_range": lambda g: line_range(g, "content"),
    "range_positions": range_positions,
    "positions_range": positions_range,
    "lines_range": lines_range,
    "span_id": lambda g: span_id("be64", g),
    "span_id_in": lambda g: span_id(g["scheme"], g),
    "span_ids": lambda g: [span_id("be64", key) for key in g["keys"]],
    "span_ids_in": lambda g: [span_id(g["scheme"], key) for key in g["keys"]],
    "classify_span_id": classify_span_id,
    "checksum": lambda g: sha256(data_of(g["data"])),
    "canonicalize": canonicalize,
}


def second_opinion(call: str, given: Input) -> dict[str, Any]:
    if call not in CALLS:
        raise NoOpinionError
    try:
        return {"ok": CALLS[call](given)}
    except RefusedError as refusal:
        return {"error": {"code": str(refusal)}}
    except UnicodeDecodeError:
        raise NoOpinionError from None


def main() -> int:
    agreed = unchecked = wrong = 0
    for path in sorted(VECTORS.rglob("*.json")):
        for vector in json.loads(path.read_text())["vectors"]:
            expect = vector["expect"]
            if "error" in expect:
                expect = {"error": {"code": expect["error"]["code"]}}
            try:
                opinion = second_opinion(vector["call"], vector["input"])
            except NoOpinionError:
                unchecked += 1
                continue
            if opinion == expect:
                agreed += 1
            else:
                wrong += 1
                print(f"{path.name}: {vector['name']}: {expect} is not {opinion}", file=sys.stderr)
    print(
        f"{agreed} vectors confirmed, {unchecked} that only their source can confirm, {wrong} wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
