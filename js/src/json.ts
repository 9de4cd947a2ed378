/**
 * JSON, strictly: what hosts understand differently is refused, and every value has a
 * place.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { string, utf8 } from "./input.js";

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
  return guarded(() => backend().canonicalize(utf8(text)));
}

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
  return guarded(() => JSON.parse(backend().locate(utf8(text), string(pointer))) as Place);
}
