/**
 * The types of places in text: what goes into a line index and what comes out.
 *
 * No code; the functions are in `text.ts`.
 *
 * @module
 */

/** What a column counts. Spelled as the Language Server Protocol spells it. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

/** A line and a column, both counted from 0. What the column counts is not part of it. */
export interface Position {
  /** Line, counted from 0. */
  readonly line: number;
  /** Column, counted from 0. */
  readonly column: number;
}

/** Many positions, each member of its own: no object for each. */
export interface Positions {
  /** The lines, counted from 0. */
  readonly lines: Uint32Array | Float64Array;
  /** The columns, counted from 0; as many as there are lines. */
  readonly columns: Uint32Array | Float64Array;
}

/** Many positions as a caller may have them. */
export type PositionsInput =
  | readonly Position[]
  | { readonly lines: NumberList; readonly columns: NumberList };

/** A half-open range of UTF-8 bytes: `start` is included, `end` is not. */
export interface ByteRange {
  /** First byte, counted from 0. */
  readonly start: number;
  /** One past the last byte. */
  readonly end: number;
}

/** Where a range starts and where it ends. */
export interface PositionRange {
  /** The position of the first byte. */
  readonly start: Position;
  /** The position that stands for the end, under the {@link EndRule} that was asked for. */
  readonly end: Position;
}

/** Numbers by index. A `Uint32Array` or a `Float64Array` crosses without a copy. */
export type NumberList = readonly number[] | Uint32Array | Float64Array | Int32Array;

/**
 * A named set of line terminators: LF and CRLF; LF alone; what LSP, ECMAScript, Unicode
 * (UAX #14), or Python's `splitlines` breaks at.
 */
export type LineTerminators = "lf_crlf" | "lf" | "lsp" | "ecmascript" | "unicode" | "python_splitlines";

/** Whether a leading byte order mark counts in the columns of line 0. */
export type BomPolicy = "count" | "strip";

/** How columns are counted where the bytes are not UTF-8: not at all, or as U+FFFD. */
export type IllFormedPolicy = "error" | "replacement";

/** Which way to go from a place inside a character. */
export type Rounding = "floor" | "ceil";

/**
 * Which position stands for the end of a range: that of the byte after it (`"after"`,
 * LSP); one past its last byte, on that byte's line (`"last_byte"`, RFD-0028); or its
 * last code unit (`"inclusive"`, Glean).
 */
export type EndRule = "after" | "last_byte" | "inclusive";

/** Whether a region of whole lines includes the terminator of its last line. */
export type WholeLines = "to_content_end" | "with_terminator";

/** How a {@link LineIndex} reads its text. */
export interface LineIndexOptions {
  /**
   * What ends a line: a preset, or a list of sequences of which the longest that
   * matches ends it. Default `"lf_crlf"`.
   */
  readonly terminators?: LineTerminators | readonly string[] | undefined;
  /** Default `"count"`: the mark is text. */
  readonly bom?: BomPolicy | undefined;
  /** Default `"error"`. */
  readonly illFormed?: IllFormedPolicy | undefined;
}
