/**
 * Spans: a range of bytes in a file that has a name.
 *
 * A span is a frozen object whose members are named as on the wire, so that it can be
 * put into an envelope as it is. Offsets are UTF-8 bytes, half-open. Lines are counted
 * from 1, columns from 0 in UTF-8 bytes; the end is the place of the byte after the span.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { handleOf } from "./handle.js";
import {
  isInstance,
  member,
  members,
  number,
  pointed,
  string,
  unreadable,
  wrongType,
} from "./input.js";
import type { SpanIdScheme } from "./ids.js";
import type { Level } from "./registry.js";
import type { ByteRange, LineIndex } from "./text.js";

/** Where a span starts and ends. Lines are counted from 1, columns from 0 in UTF-8 bytes. */
export interface Coordinates {
  /** The line of the first byte, counted from 1. */
  readonly start_line: number;
  /** UTF-8 bytes from the start of that line. */
  readonly start_col: number;
  /** The line of the first byte after the span, counted from 1. */
  readonly end_line: number;
  /** UTF-8 bytes from the start of that line. */
  readonly end_col: number;
}

/** The members of a span on the wire: the four coordinates are there all or none. */
export interface SpanMembers extends Partial<Coordinates> {
  /** The id, if there is one. */
  readonly span_id?: string;
  /** The file, as the tool spells it. */
  readonly file_path: string;
  /** First UTF-8 byte, counted from 0. */
  readonly byte_start: number;
  /** One past the last byte. */
  readonly byte_end: number;
}

/** What {@link Span.fromMembers} takes: what need not be there may be `null`, as JSON has it. */
export type GivenMembers = Pick<SpanMembers, "file_path" | "byte_start" | "byte_end"> & {
  readonly [Name in "span_id" | keyof Coordinates]?: SpanMembers[Name] | null | undefined;
};

/** Something that a span states and that its text, or its id, contradicts. */
export interface SpanFinding {
  /** Rule id or error code; see `explain`. */
  readonly code: string;
  /** How much it matters. */
  readonly level: Level;
  /** One line in plain words. */
  readonly message: string;
  /** What to do next. */
  readonly help: string;
  /** What the bytes give in this text, if the stated lines and columns differ. */
  readonly coordinates?: Coordinates;
  /** The scheme that made the id, if it is not `be64`. */
  readonly scheme?: SpanIdScheme;
  /** The id in our scheme, if no scheme gives the stated one. */
  readonly span_id?: string;
}

/**
 * A range of bytes in a file.
 *
 * Never changes: every method that gives a span gives another one.
 *
 * @example
 * ```ts
 * import { LineIndex, Span } from "llm-types";
 *
 * const index = new LineIndex("a😀é\r\ncd\n");
 * const span = new Span("golden.txt", { start: 5, end: 9 }, index);
 * console.log(span.start_line, span.start_col, span.end_line, span.end_col); // => 1 5 2 0
 * console.log(span.check(index).length, span.shift(-5).byte_start); // => 0 0
 * ```
 */
export class Span implements SpanMembers {
  /** The file, as the tool spells it. */
  declare readonly file_path: string;
  /** First UTF-8 byte, counted from 0. */
  declare readonly byte_start: number;
  /** One past the last byte. */
  declare readonly byte_end: number;
  /** The id, kept as it was read. */
  declare readonly span_id?: string;
  /** The line of the first byte, counted from 1, if it is known. */
  declare readonly start_line?: number;
  /** UTF-8 bytes from the start of that line, counted from 0. */
  declare readonly start_col?: number;
  /** The line of the first byte after the span, counted from 1. */
  declare readonly end_line?: number;
  /** UTF-8 bytes from the start of that line, counted from 0. */
  declare readonly end_col?: number;

  /**
   * A span with its id (`be64`) and its coordinates in a text. O(log n) in the number of
   * lines.
   *
   * @param path - The file, spelt as the id is to be made of it.
   * @param range - UTF-8 bytes, half-open.
   * @param index - The text of the file.
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `NOT_CHAR_BOUNDARY`; `REVERSED`;
   *   `INSIDE_CRLF` if the index was built with the `lsp` preset.
   */
  constructor(path: string, range: ByteRange, index: LineIndex) {
    const [start, end] = bounds(range);
    const handle = handleOf(index);
    fill(this, guarded(() => handle.span(string(path), start, end)));
  }

  /**
   * A span with its id and no coordinates, where the text is not at hand.
   *
   * @throws {@link LlmTypesError} `REVERSED`, and for numbers that are no offsets.
   */
  static withoutText(path: string, range: ByteRange): Span {
    const [start, end] = bounds(range);
    return read(guarded(() => backend().spanWithoutText(string(path), start, end)));
  }

  /**
   * A span of members as a document states them: nothing is computed. Four zeros
   * as coordinates stand for unknown ones; members that a span does not have are left out, and
   * so is `null` in one that need not be there.
   *
   * @throws {@link LlmTypesError} `REVERSED`; `LINE_ZERO`; `PARTIAL_COORDINATES` if some
   *   of the four coordinates are there and others are not; `WRONG_TYPE`.
   *
   * @example
   * ```ts
   * import { Span } from "llm-types";
   *
   * const span = Span.fromMembers({ file_path: "src/main.rs", byte_start: 42, byte_end: 100 });
   * console.log(JSON.stringify(span)); // => {"file_path":"src/main.rs","byte_start":42,"byte_end":100}
   * ```
   */
  static fromMembers(given: GivenMembers): Span {
    const expected = "the members of a span";
    const held = members(given, expected);
    const find = <T>(name: keyof SpanMembers, take: (it: unknown) => T): T | undefined =>
      pointed(`/${name}`, () => {
        const it = member(held, name, expected);
        return it === undefined ? undefined : take(it);
      });
    const needed = <T>(name: keyof SpanMembers, take: (it: unknown) => T): T => {
      const found = find(name, take);
      if (found !== undefined) return found;
      throw wrongType(expected, held, `an object without \`${name}\``);
    };
    // JSON has `null` for what is not there.
    const optional = <T>(name: keyof SpanMembers, take: (it: unknown) => T): T | undefined =>
      find(name, (it) => (it === null ? undefined : take(it)));
    const text = (name: string) => (it: unknown) => string(it, `a string as \`${name}\``);
    const count = (name: string) => (it: unknown) => number(it, name);
    const path = needed("file_path", text("file_path"));
    const id = optional("span_id", text("span_id"));
    const start = needed("byte_start", count("byte_start"));
    const end = needed("byte_end", count("byte_end"));
    const places = PLACES.map((name) => optional(name, count(name)));
    return read(guarded(() => backend().spanFromMembers(path, start, end, places, id)));
  }

  /** Whether both point at the same bytes of a file that is spelt alike, whatever else they say. */
  samePlace(other: Span): boolean {
    return guarded(() => backend().spanSamePlace(written(this), written(other)));
  }

  /** Whether `other` lies within this span, its ends included, in the same file. */
  contains(other: Span): boolean {
    return guarded(() => backend().spanContains(written(this), written(other)));
  }

  /**
   * Less than, equal to or greater than 0, for `sort`: by path (its bytes), start, end,
   * then coordinates and id, of which none comes first.
   */
  compare(other: Span): number {
    return guarded(() => backend().spanCompare(written(this), written(other)));
  }

  /** Whether all members are the same, ids and coordinates too. */
  equals(other: Span): boolean {
    return guarded(() => backend().spanCompare(written(this), written(other)) === 0);
  }

  /**
   * What both spans have in common, or `null`: in different files, and if a byte or more
   * lies between them. Spans that only touch share an empty one. Unless one lies within
   * the other, the answer has no coordinates, because they need the text.
   */
  intersect(other: Span): Span | null {
    const common = guarded(() => backend().spanIntersect(written(this), written(other)));
    return common === undefined || common === null ? null : read(common);
  }

  /**
   * The span moved, for an edit before it. The id is computed anew, the coordinates are
   * dropped.
   *
   * @param bytes - UTF-8 bytes; towards the start of the file if negative.
   * @throws {@link LlmTypesError} `NEGATIVE_OFFSET` if it would start before the file;
   *   `UNSAFE_INTEGER`; `NOT_AN_INTEGER`.
   */
  shift(bytes: number): Span {
    return read(guarded(() => backend().spanShift(written(this), number(bytes, "bytes"))));
  }

  /**
   * Checks the range and the coordinates against the text of the file. Empty if the text
   * proves them. The id needs no text: see {@link Span.checkId}.
   */
  check(index: LineIndex): SpanFinding[] {
    const handle = handleOf(index);
    return guarded(() => JSON.parse(handle.checkSpan(written(this))) as SpanFinding[]);
  }

  /** Checks how the id is spelt and which scheme made it. Empty for our scheme, and for no id. */
  checkId(): SpanFinding[] {
    return guarded(() => JSON.parse(backend().spanCheckId(written(this))) as SpanFinding[]);
  }

  /** The members that there are, as a plain object. */
  toJSON(): SpanMembers {
    return Object.fromEntries(Object.entries(this)) as unknown as SpanMembers;
  }
}

const PLACES = ["start_line", "start_col", "end_line", "end_col"] as const;

function fill(span: Span, json: string): Span {
  return Object.freeze(Object.assign(span, JSON.parse(json) as SpanMembers));
}

function read(json: string): Span {
  return fill(Object.create(Span.prototype) as Span, json);
}

function written(span: unknown): string {
  const expected = "a Span";
  if (!isInstance(span, Span)) throw wrongType(expected, span);
  try {
    return JSON.stringify(span);
  } catch (failure) {
    throw unreadable(expected, "one that", failure);
  }
}

function bounds(range: unknown): [number, number] {
  const expected = "a byte range";
  const held = members(range, expected);
  return [
    number(member(held, "start", expected), "start"),
    number(member(held, "end", expected), "end"),
  ];
}
