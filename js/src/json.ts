/**
 * JSON, strictly: what hosts understand differently is refused, and every value has a
 * place.
 *
 * @module
 */

import { backend } from "./backend.js";
import { type ErrorReport, LlmTypesError, guarded } from "./error.js";
import { wholeJsonOf } from "./given-json.js";
import { lone, string, utf8, wrongType } from "./input.js";

/** Where a value stands in a JSON text. */
export interface Place {
  /** JSON Pointer (RFC 6901) of the value; the empty string is the document. */
  readonly pointer: string;
  /** First UTF-8 byte of the value. */
  readonly byte_start: number;
  /** One past its last byte. */
  readonly byte_end: number;
  /** For a member of an object: byte offset of the opening quote of its key. */
  readonly key_start?: number;
  /** For a member of an object: one past the closing quote of its key. */
  readonly key_end?: number;
  /** Line of `byte_start`, counted from 1. */
  readonly line: number;
  /** Column of `byte_start` in UTF-8 bytes, counted from 0. */
  readonly column_utf8: number;
  /** The same column in UTF-16 code units, as JavaScript counts. */
  readonly column_utf16: number;
  /** The same column in code points. */
  readonly column_utf32: number;
}

/**
 * Reads a JSON text strictly and writes it in the canonical form of RFC 8785.
 *
 * @param text - A string, or bytes in UTF-8.
 * @throws {@link LlmTypesError} With `pointer`, `byteStart`, `byteEnd`, `line` and
 *   `column` of the first thing that is wrong: a duplicate key, a lone surrogate, a
 *   number beyond a double, a depth above 128, or a text that is not JSON, in which
 *   case the code says what it looks like (`TRAILING_COMMA`, `COMMENT`, …).
 *
 * @example
 * ```ts
 * import { canonicalize } from "llm-types";
 *
 * console.log(canonicalize('{"b": 1.0, "a": []}')); // => {"a":[],"b":1}
 * ```
 */
export function canonicalize(text: string | Uint8Array): string {
  return guarded(() => backend().canonicalize(lone(text)));
}

/**
 * Writes a value, such as an envelope that was built, in the canonical form of RFC 8785: the bytes
 * that every language writes of it.
 *
 * @param value - An object or an array. What is a JSON text already, {@link canonicalize} takes.
 * @throws {@link LlmTypesError} `WRONG_TYPE` for what is no JSON (`NaN`, a `Map`),
 *   `LONE_SURROGATE` for a string that is not well-formed, and `TOO_DEEP` for what is nested
 *   deeper than 128, all with `pointer`.
 *
 * @example
 * ```ts
 * import { writeCanonical } from "llm-types";
 *
 * console.log(writeCanonical({ b: 1, a: ["é"] })); // => {"a":["é"],"b":1}
 * ```
 */
export function writeCanonical(value: object): string {
  return guarded(() => {
    const expected = "a value to write: an object or an array";
    // A string would be a text that somebody took for a value.
    if (!isObject(value)) throw wrongType(expected, value);
    return backend().writeCanonical(utf8(wholeJsonOf(value, expected)));
  });
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Finds the place of the value at a JSON Pointer.
 *
 * @param pointer - RFC 6901, for example `/spans/0/byte_start`; `""` is the document.
 * @throws {@link LlmTypesError} As {@link canonicalize}; `POINTER_SYNTAX`;
 *   `POINTER_NOT_FOUND`, with the place of the deepest value on the way.
 *
 * @example
 * ```ts
 * import { locate } from "llm-types";
 *
 * const { line, column_utf16, byte_start } = locate('{\n  "é": {"a": 1}}', "/é/a");
 * console.log(line, column_utf16, byte_start); // => 2 13 16
 * ```
 */
export function locate(text: string | Uint8Array, pointer: string): Place {
  return guarded(() => JSON.parse(backend().locate(lone(text), string(pointer))) as Place);
}

/**
 * Reads a JSON text strictly and writes it without the white space between its values.
 * Members keep their order, numbers their digits.
 *
 * @throws {@link LlmTypesError} As {@link canonicalize}.
 *
 * @example
 * ```ts
 * import { writeCompact } from "llm-types";
 *
 * console.log(writeCompact('{"b": 1.0, "a": []}')); // => {"b":1.0,"a":[]}
 * ```
 */
export function writeCompact(text: string | Uint8Array): string {
  return guarded(() => backend().writeCompact(lone(text)));
}

/**
 * Reads a JSON text strictly and writes it for people: a value a line, two spaces a
 * depth. Members keep their order, numbers their digits.
 *
 * @throws {@link LlmTypesError} As {@link canonicalize}.
 *
 * @example
 * ```ts
 * import { writePretty } from "llm-types";
 *
 * console.log(writePretty("[1]").split("\n").length); // => 3
 * ```
 */
export function writePretty(text: string | Uint8Array): string {
  return guarded(() => backend().writePretty(lone(text)));
}

/** A line of JSON Lines. */
export interface JsonLine {
  /** Counted from 1; blank lines are counted and left out. */
  readonly line: number;
  /** First UTF-8 byte of the line in the whole text. */
  readonly byte_start: number;
  /** One past its last byte, without the terminator. */
  readonly byte_end: number;
  /** Why the line is refused, with its place in the whole text; absent if it is a document. */
  readonly error?: LlmTypesError;
}

/**
 * Reads JSON Lines (NDJSON) strictly, each line on its own: a bad line does not keep the
 * others from being read. Lines of white space are left out.
 *
 * @throws {@link LlmTypesError} `ILL_FORMED` for a string with a lone surrogate.
 *
 * @example
 * ```ts
 * import { readLines } from "llm-types";
 *
 * const lines = readLines('{"a": 1}\n\noops\n[2]\n');
 * console.log(lines.map(({ line, error }) => `${line} ${error === undefined}`).join()); // => 1 true,3 false,4 true
 * ```
 */
export function readLines(text: string | Uint8Array): JsonLine[] {
  return guarded(() => {
    type Line = Omit<JsonLine, "error"> & { error?: ErrorReport };
    return (JSON.parse(backend().readLines(lone(text))) as Line[]).map(({ error, ...line }) =>
      error === undefined ? line : { ...line, error: LlmTypesError.of(error) },
    );
  });
}
