/// <reference lib="esnext.disposable" preserve="true" />

/**
 * Places in text, for JavaScript.
 *
 * A JavaScript string counts UTF-16 code units, so a `"utf-16"` column is the
 * number you can give to `slice` on its line. The offsets in an envelope are UTF-8
 * bytes and are *not*: convert them first.
 *
 * Strings with a lone surrogate are refused (`ILL_FORMED`) instead of being changed
 * to U+FFFD on the way in.
 *
 * @module
 */

import {
  type BuilderHandle,
  type Few,
  type IndexHandle,
  type IndexOptions,
  type NumbersIn,
  type NumbersOut,
  backend,
  shortcuts,
} from "./backend.js";
import { LlmTypesError, guarded } from "./error.js";
import { openWith } from "./handle.js";
import {
  block,
  bytes,
  each,
  isList,
  lone,
  member,
  members,
  number,
  numbers,
  optionalString,
  options as optionsOf,
  remedy,
  string,
  stringOption,
  strings,
  wrongType,
} from "./input.js";
import type {
  ByteRange,
  EndRule,
  LineIndexOptions,
  LineTerminators,
  NumberList,
  Position,
  PositionEncoding,
  PositionRange,
  Positions,
  PositionsInput,
  Rounding,
  WholeLines,
} from "./positions.js";

export type * from "./positions.js";

/** The facts of a text that decide whether tools agree on positions in it. */
export interface TextProfile {
  /** Length in UTF-8 bytes. */
  readonly byte_len: number;
  /** Length in UTF-16 code units, ill-formed bytes replaced. */
  readonly utf16_len: number;
  /** Length in code points, ill-formed bytes replaced. */
  readonly utf32_len: number;
  /** Whether a byte order mark leads the text. */
  readonly bom: boolean;
  /** Whether every byte is ASCII. */
  readonly ascii: boolean;
  /** Byte offset of the first ill-formed sequence; absent for UTF-8. */
  readonly ill_formed_at?: number;
  /** How many lines each preset sees. */
  readonly lines: Readonly<Record<LineTerminators, number>>;
  /** Where the presets part; absent where they agree. */
  readonly ambiguous_eol?: {
    /** Byte offset of the first character that only some presets break at. */
    readonly offset: number;
    /** Lines that `lsp` has beyond `lf_crlf`. */
    readonly lsp_delta: number;
    /** Lines that `ecmascript` has beyond `lf_crlf`. */
    readonly ecmascript_delta: number;
    /** Lines that `python_splitlines` has beyond `lf_crlf`. */
    readonly python_splitlines_delta: number;
  };
  /** Rule ids that the text gives rise to: `AMBIGUOUS_EOL`, `BOM_PRESENT`. */
  readonly lints: readonly string[];
}

/**
 * A text and where its lines are: every way between byte offsets and positions.
 *
 * It keeps a copy of the text outside the JavaScript heap and never changes. Build
 * one for a text and ask it often: building is one pass over the text, a question
 * takes time that does not grow with it. Plain methods are strict: they answer
 * exactly or throw, and their inverse gives back what went in. A method that clamps
 * says `Clamped`, one that rounds says `Rounded`.
 *
 * Every offset is in UTF-8 bytes from the start of the text; the offset after the
 * last byte is valid. Lines and columns are counted from 0.
 *
 * @example
 * ```ts
 * import { LineIndex } from "llm-types";
 *
 * const text = "🚀 Woo";
 * const index = new LineIndex(text);
 * const { line, column } = index.position(5, "utf-16");
 * console.log(line, text.slice(column)); // => 0 Woo
 * console.log(index.offset({ line: 0, column: 3 }, "utf-16")); // => 5
 * ```
 */
export class LineIndex implements Disposable {
  static {
    openWith(LineIndex, (value) =>
      typeof value === "object" && value !== null && #handle in value ? value.#use() : undefined,
    );
  }

  #handle: IndexHandle | undefined;

  /** With `using`, an index is freed at the end of the block, where the host has that. */
  declare readonly [Symbol.dispose]: () => void;

  /**
   * Indexes a text. Time O(n).
   *
   * @param text - A string, or bytes that should be UTF-8. Bytes are copied.
   * @throws {@link LlmTypesError} `ILL_FORMED` for a string with a lone surrogate;
   *   `UNKNOWN_TERMINATORS` and `UNKNOWN_OPTION` for options that do not exist;
   *   `TEXT_TOO_LARGE` where there is no memory for the text.
   */
  constructor(text: string | Uint8Array, options?: LineIndexOptions) {
    const parsed = indexOptions(options);
    this.#handle = guarded(() => build(text, parsed));
  }

  /** The length of the text in UTF-8 bytes. */
  get byteLength(): number {
    return this.#fact(0);
  }

  /** How many lines there are; 1 for the empty text. */
  get lineCount(): number {
    return this.#fact(1);
  }

  /** Whether every byte is ASCII, so that all encodings count alike. */
  get isAscii(): boolean {
    return this.#fact(2) === 1;
  }

  /** Whether the bytes are UTF-8. */
  get isWellFormed(): boolean {
    return this.#fact(3) === 1;
  }

  /** Bytes of memory that the index takes beside the text. */
  get indexBytes(): number {
    return this.#fact(4);
  }

  /**
   * The length of the text in an encoding, ill-formed bytes replaced.
   *
   * @throws {@link LlmTypesError} `UNKNOWN_ENCODING`.
   */
  lengthIn(encoding: PositionEncoding): number {
    return guarded(() => this.#use().lenIn(encodingOf(encoding)));
  }

  /**
   * The line and column of a byte offset.
   *
   * @param offset - UTF-8 bytes from the start of the text, `0` to its length.
   * @param encoding - What the returned column counts. There is no default.
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `NOT_CHAR_BOUNDARY` inside a
   *   character, with `byteStart` and `byteEnd` of the character; `INSIDE_CRLF` under
   *   `"lsp"`; `INVALID_UTF8` on a line that is not; `NOT_AN_INTEGER`,
   *   `NEGATIVE_OFFSET` or `UNSAFE_INTEGER` for a number that is no offset.
   */
  position(offset: number, encoding: PositionEncoding): Position {
    return guarded(() => pair(this.#use().position(number(offset, "offset"), encodingOf(encoding))));
  }

  /**
   * The line and column of a byte offset, brought inside the text: beyond the end it is
   * the end, inside a character its start, between CR and LF the place before CR.
   *
   * @throws {@link LlmTypesError} `UNKNOWN_ENCODING`, or the number is no offset at all.
   */
  positionClamped(offset: number, encoding: PositionEncoding): Position {
    return guarded(() => pair(this.#use().positionClamped(number(offset, "offset"), encodingOf(encoding))));
  }

  /**
   * As {@link position}, but inside a character it goes to its start or its end.
   *
   * @throws {@link LlmTypesError} As {@link position}, save `NOT_CHAR_BOUNDARY`.
   */
  positionRounded(offset: number, encoding: PositionEncoding, rounding: Rounding): Position {
    return guarded(() =>
      pair(this.#use().positionRounded(number(offset, "offset"), encodingOf(encoding), string(rounding))),
    );
  }

  /**
   * The byte offset of a line and column: the exact inverse of {@link position}.
   *
   * @throws {@link LlmTypesError} `LINE_OUT_OF_RANGE`; `COL_OUT_OF_RANGE` beyond the
   *   line; `SPLIT_SURROGATE` or `NOT_CHAR_BOUNDARY` inside a character;
   *   `INVALID_UTF8` on a line that is not UTF-8; and for numbers that are not lines or columns.
   */
  offset(position: Position, encoding: PositionEncoding): number {
    const [line, column] = place(position);
    return guarded(() => this.#use().offset(line, column, encodingOf(encoding)));
  }

  /**
   * The byte offset of a line and column; a column beyond the line is its end without the
   * terminator, a line beyond the text its end. That is what LSP wants of an index with
   * `{ terminators: "lsp", bom: "strip" }`.
   *
   * @throws {@link LlmTypesError} `UNKNOWN_ENCODING`, or a number that is no column.
   */
  offsetClamped(position: Position, encoding: PositionEncoding): number {
    const [line, column] = place(position);
    return guarded(() => this.#use().offsetClamped(line, column, encodingOf(encoding)));
  }

  /**
   * As {@link offset}, but inside a character it goes to its start or its end.
   *
   * @throws {@link LlmTypesError} As {@link offset}, save `SPLIT_SURROGATE` and
   *   `NOT_CHAR_BOUNDARY`.
   */
  offsetRounded(position: Position, encoding: PositionEncoding, rounding: Rounding): number {
    const [line, column] = place(position);
    return guarded(() =>
      this.#use().offsetRounded(line, column, encodingOf(encoding), string(rounding)),
    );
  }

  /**
   * {@link position} for many offsets, in any order. Sorted offsets are fastest.
   *
   * @throws {@link LlmTypesError} As {@link position}, with `index` of the first bad
   *   element.
   *
   * @example
   * ```ts
   * import { LineIndex } from "llm-types";
   *
   * const { lines, columns } = new LineIndex("a\né!").positions([0, 4], "utf-16");
   * console.log([...lines], [...columns]); // => [ 0, 1 ] [ 0, 1 ]
   * ```
   */
  positions(offsets: NumberList, encoding: PositionEncoding): Positions {
    return guarded(() => split(this.#use().positions(numbers(offsets), encodingOf(encoding), false)));
  }

  /**
   * {@link positionClamped} for many offsets.
   *
   * @throws {@link LlmTypesError} With `index` of the first element that is no offset.
   */
  positionsClamped(offsets: NumberList, encoding: PositionEncoding): Positions {
    return guarded(() => split(this.#use().positions(numbers(offsets), encodingOf(encoding), true)));
  }

  /**
   * {@link offset} for many positions, in any order.
   *
   * @throws {@link LlmTypesError} As {@link offset}, with `index` of the first bad
   *   element.
   */
  offsets(positions: PositionsInput, encoding: PositionEncoding): Uint32Array | Float64Array {
    const [lines, columns] = places(positions);
    return guarded(() => this.#use().offsets(lines, columns, encodingOf(encoding), false));
  }

  /**
   * {@link offsetClamped} for many positions.
   *
   * @throws {@link LlmTypesError} With `index` of the first element that is no position.
   */
  offsetsClamped(
    positions: PositionsInput,
    encoding: PositionEncoding,
  ): Uint32Array | Float64Array {
    const [lines, columns] = places(positions);
    return guarded(() => this.#use().offsets(lines, columns, encodingOf(encoding), true));
  }

  /**
   * The same place in another unit, both counted from the start of the text.
   *
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `NOT_CHAR_BOUNDARY` or
   *   `SPLIT_SURROGATE` inside a character; `INVALID_UTF8` where a byte before the
   *   place is not.
   *
   * @example
   * ```ts
   * import { LineIndex } from "llm-types";
   *
   * const text = "é\n😀!";
   * const unit = new LineIndex(text).convertOffset(7, "utf-8", "utf-16");
   * console.log(text[unit]); // => !
   * ```
   */
  convertOffset(offset: number, from: PositionEncoding, to: PositionEncoding): number {
    return guarded(() => this.#use().convertOffset(number(offset, "offset"), string(from), string(to)));
  }

  /**
   * {@link convertOffset} for many offsets, in any order.
   *
   * @throws {@link LlmTypesError} As {@link convertOffset}, with `index`.
   */
  convertOffsets(
    offsets: NumberList,
    from: PositionEncoding,
    to: PositionEncoding,
  ): Uint32Array | Float64Array {
    return guarded(() => this.#use().convertOffsets(numbers(offsets), string(from), string(to)));
  }

  /**
   * The bytes of a line, with its terminator.
   *
   * @throws {@link LlmTypesError} `LINE_OUT_OF_RANGE`.
   */
  lineRange(line: number): ByteRange {
    return guarded(() => bounds(this.#use().lineRange(number(line, "line"))));
  }

  /**
   * The bytes of a line, without its terminator.
   *
   * @throws {@link LlmTypesError} `LINE_OUT_OF_RANGE`.
   */
  lineContentRange(line: number): ByteRange {
    return guarded(() => bounds(this.#use().lineContentRange(number(line, "line"))));
  }

  /**
   * The bytes of whole lines, for formats that give lines and no columns.
   *
   * @param first - First line, counted from 0.
   * @param last - Last line, included.
   * @throws {@link LlmTypesError} `LINE_OUT_OF_RANGE`; `REVERSED`.
   */
  linesRange(first: number, last: number, whole: WholeLines): ByteRange {
    return guarded(() =>
      bounds(this.#use().linesRange(number(first, "first"), number(last, "last"), string(whole))),
    );
  }

  /**
   * Both ends of a range as positions. An empty range ends where it starts.
   *
   * @param rule - Which position stands for the end. Default `"after"`.
   * @throws {@link LlmTypesError} As {@link position}, for either end; `REVERSED`.
   *
   * @example
   * ```ts
   * import { LineIndex } from "llm-types";
   *
   * const index = new LineIndex("ab\n");
   * console.log(index.rangePositions({ start: 0, end: 3 }, "utf-16").end);
   * // => { line: 1, column: 0 }
   * console.log(index.rangePositions({ start: 0, end: 3 }, "utf-16", "last_byte").end);
   * // => { line: 0, column: 3 }
   * ```
   */
  rangePositions(range: ByteRange, encoding: PositionEncoding, rule?: EndRule): PositionRange {
    const [start, end] = rangeOf(range);
    return guarded(() => {
      const found = this.#use().rangePositions(start, end, encodingOf(encoding), optionalString(rule, "rule"));
      return { start: pair(found), end: pair(found, 2) };
    });
  }

  /**
   * The range between two positions: the inverse of {@link rangePositions}.
   *
   * @throws {@link LlmTypesError} As {@link offset}, for either end; `REVERSED`.
   */
  positionsRange(range: PositionRange, encoding: PositionEncoding, rule?: EndRule): ByteRange {
    const expected = "a range of two positions";
    const held = members(range, expected);
    const [start, end] = [member(held, "start", expected), member(held, "end", expected)];
    const four = Float64Array.of(...place(start), ...place(end));
    return guarded(() =>
      bounds(this.#use().positionsRange(four, encodingOf(encoding), optionalString(rule, "rule"))),
    );
  }

  /**
   * Whether a byte offset lies between two characters; `false` beyond the end.
   *
   * @throws {@link LlmTypesError} If the number is no offset at all.
   */
  isCharBoundary(offset: number): boolean {
    return guarded(() => this.#use().isCharBoundary(number(offset, "offset")));
  }

  /**
   * The start of the character around a byte offset; the offset itself at a boundary.
   *
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`.
   */
  floorCharBoundary(offset: number): number {
    return guarded(() => this.#use().floorCharBoundary(number(offset, "offset")));
  }

  /**
   * The end of the character around a byte offset; the offset itself at a boundary.
   *
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`.
   */
  ceilCharBoundary(offset: number): number {
    return guarded(() => this.#use().ceilCharBoundary(number(offset, "offset")));
  }

  /**
   * The smallest range of whole characters around a range.
   *
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `REVERSED`.
   */
  expandRange(range: ByteRange): ByteRange {
    const [start, end] = rangeOf(range);
    return guarded(() => bounds(this.#use().expandRange(start, end)));
  }

  /**
   * Gives the memory of the text back now instead of when the garbage collector finds
   * the object, which it does late for an object that looks small to it. The index
   * cannot be used afterwards (`HANDLE_FREED`); a second call does nothing.
   */
  free(): void {
    this.#handle?.free();
    this.#handle = undefined;
  }

  #use(): IndexHandle {
    if (this.#handle === undefined) {
      throw LlmTypesError.of({
        code: "HANDLE_FREED",
        message: "the line index was used after `free()`",
        help: remedy("HANDLE_FREED"),
      });
    }
    return this.#handle;
  }

  #fact(at: number): number {
    return guarded(() => nth(this.#use().facts(), at));
  }
}

// Not a method of the class: where the symbol does not exist yet, neither does the member.
if (typeof Symbol.dispose === "symbol") {
  Object.defineProperty(LineIndex.prototype, Symbol.dispose, {
    configurable: true,
    value(this: LineIndex) {
      this.free();
    },
  });
}

/**
 * Looks a text over, whatever its bytes are: lengths in each unit, lines under each
 * preset, and where tools will disagree. Time O(n).
 *
 * @throws {@link LlmTypesError} `ILL_FORMED` for a string with a lone surrogate.
 *
 * @example
 * ```ts
 * import { textProfile } from "llm-types";
 *
 * const { lines, lints } = textProfile("a\rb\n");
 * console.log(lines.lf_crlf, lines.lsp, lints); // => 2 3 [ 'AMBIGUOUS_EOL' ]
 * ```
 */
export function textProfile(text: string | Uint8Array): TextProfile {
  return guarded(() => JSON.parse(backend().textProfile(lone(text))) as TextProfile);
}

function indexOptions(value: unknown): IndexOptions {
  const given = optionsOf(value, ["terminators", "bom", "illFormed"]);
  const { terminators } = given;
  const [bom, illFormed] = [stringOption(given, "bom"), stringOption(given, "illFormed")];
  const parsed: IndexOptions = {};
  if (isList(terminators)) parsed.sequences = strings(terminators, "terminators", "a list of strings");
  else if (terminators !== undefined) {
    parsed.terminators = string(terminators, "a string or a list of strings as `terminators`");
  }
  if (bom !== undefined) parsed.bom = bom;
  if (illFormed !== undefined) parsed.illFormed = illFormed;
  return parsed;
}

/** Units that are copied at once: what stays in the processor's nearest caches. */
const PIECE = 32 * 1024;

function build(text: unknown, options: IndexOptions): IndexHandle {
  const { LineIndex: Handle, TextBuilder } = backend();
  const copy = shortcuts().copyUnits;
  if (typeof text !== "string") {
    return new Handle(bytes(text, "a string or a Uint8Array"), options);
  }
  if (copy === undefined) return new Handle(lone(text), options);
  const units = new Uint16Array(Math.min(text.length, PIECE));
  const builder: BuilderHandle = new TextBuilder(text.length);
  for (let start = 0; start < text.length; ) {
    const count = copy(text, start, units);
    builder.push(units.subarray(0, count));
    start += count;
  }
  return builder.index(options);
}

function encodingOf(value: unknown): string {
  return string(value, "a position encoding");
}

function nth(numbers: Few, at: number): number {
  return numbers[at] ?? Number.NaN;
}

function pair(found: Few, from = 0): Position {
  return { line: nth(found, from), column: nth(found, from + 1) };
}

function bounds(found: Few): ByteRange {
  return { start: nth(found, 0), end: nth(found, 1) };
}

/** All lines, then all columns: two views of one block of memory. */
function split(found: NumbersOut): Positions {
  const half = found.length / 2;
  return { lines: found.subarray(0, half), columns: found.subarray(half) };
}

function place(position: unknown): [number, number] {
  const expected = "a position";
  const held = members(position, expected);
  return [
    number(member(held, "line", expected), "line"),
    number(member(held, "column", expected), "column"),
  ];
}

function rangeOf(range: unknown): [number, number] {
  const expected = "a byte range";
  const held = members(range, expected);
  return [
    number(member(held, "start", expected), "start"),
    number(member(held, "end", expected), "end"),
  ];
}

function places(positions: unknown): [NumbersIn, NumbersIn] {
  const expected = "a list of positions";
  if (!isList(positions)) {
    const held = members(positions, expected);
    const lines = numbers(member(held, "lines", expected), "line");
    const columns = numbers(member(held, "columns", expected), "column");
    const both: [NumbersIn, NumbersIn] = [lines, columns];
    const [count, found] = both.map((it) => it.length);
    if (count !== found) {
      throw wrongType("as many columns as lines", columns, `${found} and ${count}`);
    }
    return both;
  }
  const lines = block(positions, expected);
  const columns = block(positions, expected);
  each(positions, expected, (one, index) => {
    [lines[index], columns[index]] = place(one);
  });
  return [lines, columns];
}
