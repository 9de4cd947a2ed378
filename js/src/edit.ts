/**
 * Edits that cannot hit the wrong bytes: a text and a request in, the new text and what
 * became of it out.
 *
 * A request is our own {@link EditRequest}, one of llmtransform, `TextEdit[]` or
 * `WorkspaceEdit` of the Language Server Protocol, or a fix of SARIF; its members tell
 * which. Nothing here reads or writes a file.
 *
 * @module
 */

import { type ColumnsIn, type Edited, type MapHandle, type ReadLimits, backend } from "./backend.js";
import { columns } from "./columns.js";
import type { ByPath, Sources } from "./documents.js";
import type { Bias, EditInput } from "./edit-input.js";
import {
  type CarryOptions,
  EDIT_OPTIONS,
  type EditOptions,
  type PlanOptions,
  REQUEST_OPTIONS,
  type RequestOptions,
  crossingEditOptions,
  crossingRequestOptions,
} from "./edit-options.js";
import { guarded } from "./error.js";
import { jsonOf, wholeJsonOf } from "./given-json.js";
import {
  borrowed,
  decoded,
  isBytes,
  isInstance,
  lent,
  member,
  members,
  number,
  numbers,
  options as optionsOf,
  string,
  stringOption,
  utf8,
  wrongType,
} from "./input.js";
import { withList } from "./parts.js";
import type { NumberList } from "./text.js";
import {
  byPath,
  crossingLimits,
  crossingOptions,
  sourceText,
  sourceTexts,
} from "./document-options.js";
import type { CarriedSpans, EditMap, EditOutcome, EditPlan } from "./types.generated.js";

/** A text after {@link applyEdits}. */
export interface EditedText<Text extends string | Uint8Array = string | Uint8Array> {
  /** The text, as a string or as bytes, whichever was given; unchanged if refused. */
  readonly text: Text;
  /** Where the offsets of the text went. */
  readonly map: PositionMap;
  /** What became of the edits. */
  readonly outcome: EditOutcome;
}

/** Texts after {@link planEdits}. */
export interface PlannedEdits {
  /**
   * The texts that the files have afterwards, in the order of `plan.files`; each a string or
   * bytes, as it was given. `undefined` for a file that no source is known to be: it was
   * refused. A file that is asked for twice has one text.
   */
  readonly texts: readonly (string | Uint8Array | undefined)[];
  /** Where the offsets of the texts went, in the same order. */
  readonly maps: readonly PositionMap[];
  /** What became of the edits. */
  readonly plan: EditPlan;
}

/** A range after edits. */
export interface CarriedRange {
  /** Its first byte. */
  readonly start: number;
  /** One past its last byte. */
  readonly end: number;
  /** Whether its text is another than before: an edit lies inside. */
  readonly changed: boolean;
}

/** Many ranges after edits, each member of its own: no object for each. */
export interface CarriedRanges {
  /** The first bytes; `NaN` where a range is gone. */
  readonly starts: Float64Array;
  /** One past the last bytes; `NaN` where a range is gone. */
  readonly ends: Float64Array;
  /** 1 where the text of a range is another than before; `NaN` where it is gone. */
  readonly changed: Float64Array;
}

/** One file that was edited, as {@link carrySpans} takes it. */
export interface EditedFile {
  /** Where its offsets went. */
  readonly map: PositionMap;
  /** Its text afterwards. */
  readonly text: string | Uint8Array;
  /**
   * What was told of the edits. By the checksum of the text before, which is in it unless less detail
   * was asked for, a document that was made for another text is told.
   */
  readonly outcome?: Pick<EditOutcome, "checksum_before">;
}

/**
 * Applies edits to one text: all of them, or none and the reason.
 *
 * All ranges are ranges of the text as it is given. They must lie on characters, must not
 * overlap, and something must prove that it is the text that they were made for: its
 * checksum, the text of each range, or the checksum of each range. What is outside of the
 * ranges is copied byte for byte.
 *
 * A request that cannot be met is not thrown: `outcome.ok` is `false`, the text is the
 * same, and `outcome.diagnostics` say why and what to do next.
 *
 * @param request - JSON text, or the object itself.
 * @throws {@link LlmTypesError} For a request that cannot be read: it is not JSON,
 *   `EDIT_FORMAT_UNKNOWN`, `EDIT_FORMAT_MIXED`, `EDIT_REQUEST_INVALID`, `EDIT_CHOICE`,
 *   `EDIT_UNSUPPORTED`, `EDIT_SEVERAL_FILES`; `WRONG_TYPE` and `UNKNOWN_OPTION` for
 *   invalid arguments; `CHECKSUM_BARE`, `CHECKSUM_MALFORMED` and `UNKNOWN_ALGORITHM` for a
 *   checksum among the options that is none.
 *
 * @example
 * ```ts
 * import { applyEdits } from "llm-types";
 *
 * const { text, outcome } = applyEdits("let mut x = 1;", {
 *   edits: [{ byte_start: 4, byte_end: 8, expected_text: "mut ", new_text: "" }],
 * });
 * console.log(outcome.status, text); // => applied let x = 1;
 * ```
 */
export function applyEdits(
  text: string,
  request: EditInput,
  options?: EditOptions,
): EditedText<string>;
export function applyEdits(
  text: Uint8Array,
  request: EditInput,
  options?: EditOptions,
): EditedText<Uint8Array>;
export function applyEdits(
  text: string | Uint8Array,
  request: EditInput,
  options?: EditOptions,
): EditedText;
export function applyEdits(
  text: string | Uint8Array,
  request: EditInput,
  options?: EditOptions,
): EditedText {
  return guarded(() => {
    const given = optionsOf(options, [...EDIT_OPTIONS, "expectedChecksum", "base"]);
    const crossing = crossingEditOptions(given, typeof text === "string");
    crossing.unwritten = isObject(request);
    crossing.expected_checksum = stringOption(given, "expectedChecksum");
    const { base: before } = given;
    const base =
      before === undefined ? undefined : utf8(before, "a string or a Uint8Array as `base`");
    const read = crossingLimits(given.read);
    const edited = editedBy(text, request, json(crossing), base, read);
    const outcome = withList(JSON.parse(edited.outcome) as EditOutcome, "edits", edited.edits);
    if (outcome.inverse !== undefined) {
      outcome.inverse = withList(outcome.inverse, "edits", edited.inverseEdits);
    }
    const map = mapOf(outcome, edited.stretches);
    const after = typeof text === "string" ? decoded(edited.text) : edited.text;
    return { text: after, map, outcome };
  });
}

/**
 * Applies edits to several texts: all of them, or none and the reasons.
 *
 * As {@link applyEdits}, for requests that name files. The paths of the request, which
 * {@link editedPaths} gives, are matched to those of the sources by rules 1 to 3 of
 * `matchPaths`: no root is inferred. A path that means no source, or more than one, refuses
 * the request. Nothing is written: the caller commits the texts, if `plan.ok`.
 *
 * @throws {@link LlmTypesError} As {@link applyEdits}, without `EDIT_SEVERAL_FILES`.
 *
 * @example
 * ```ts
 * import { planEdits } from "llm-types";
 *
 * const { plan, texts } = planEdits(
 *   { "a.txt": "one" },
 *   { changes: { "file:///w/a.txt": [
 *     { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, newText: "1" },
 *   ] } },
 *   { unchecked: true, root: "/w" },
 * );
 * console.log(plan.ok, plan.files[0]?.file_path, texts[0]); // => true a.txt 1
 * ```
 */
export function planEdits(
  sources: Sources,
  request: EditInput,
  options?: PlanOptions,
): PlannedEdits {
  return guarded(() => {
    const given = optionsOf(options, [...EDIT_OPTIONS, "expectedChecksums", "bases", "root"]);
    const entries = sourceTexts(sources, "sources");
    const kinds = new Map(entries.map(([path, text]) => [path, typeof text]));
    const strings = [...kinds].filter(([, kind]) => kind === "string");
    const crossing = crossingEditOptions(given, strings.map(([path]) => string(path)));
    crossing.unwritten = isObject(request);
    crossing.root = stringOption(given, "root");
    if (given.expectedChecksums !== undefined) {
      const checksums = byPath(given.expectedChecksums, "checksums as `expectedChecksums`", "a text");
      crossing.expected_checksums = Object.fromEntries(
        checksums.map(([path, it]) => [path, string(it, `a string as the checksum of \`${path}\``)]),
      );
    }
    const bases = given.bases === undefined ? [] : sourceTexts(given.bases, "bases");
    const planned = backend().planEdits(
      entries.map(([path]) => path),
      entries.map(([path, text]) => sourceText(path, text)),
      asJson(request),
      json(crossing),
      bases.map(([path]) => path),
      bases.map(([path, text]) => sourceText(path, text)),
      crossingLimits(given.read),
    );
    const plan = JSON.parse(planned.plan) as EditPlan;
    const texts = planned.texts.map((text, at) => {
      if (text === null) return undefined;
      const path = plan.files[at]?.file_path;
      return path !== undefined && kinds.get(path) === "object" ? text : decoded(text);
    });
    const maps = plan.files.map((file, at) => mapOf(file, planned.stretches[at]));
    return { texts, maps, plan };
  });
}

/**
 * The paths of the files that a request would change, each once, in order of their first
 * mention: what to load before {@link planEdits}.
 *
 * A path is as the request says it, of a URI what it means as a path: not yet matched to any
 * source. A request that names no file, as a list of LSP's `TextEdit`, gives `file`, or nothing.
 *
 * @param request - JSON text, or the object itself.
 * @throws {@link LlmTypesError} As {@link planEdits}, which refuses the same requests.
 *
 * @example
 * ```ts
 * import { editedPaths } from "llm-types";
 *
 * const rename = { changes: { "file:///w/a%20b.txt": [], "file:///w/c.txt": [] } };
 * console.log(editedPaths(rename)); // => [ '/w/a b.txt', '/w/c.txt' ]
 * ```
 */
export function editedPaths(
  request: EditInput,
  options?: RequestOptions,
): string[] {
  return guarded(() => {
    const given = optionsOf(options, REQUEST_OPTIONS);
    const crossing = json({ ...crossingRequestOptions(given), unwritten: isObject(request) });
    return backend().editedPaths(asJson(request), crossing, crossingLimits(given.read));
  });
}

/**
 * Makes the envelope of a document, of any dialect, and carries its spans along with edits.
 *
 * A range that was carried has its new bytes, lines and columns, and the id of its new
 * place, if its id was that of the old one. A range whose text was deleted, or that ends inside of
 * replaced text, stays as it was, and its pointer is in `gone`. So does one that is none of the text
 * before, which `diagnostics` say: it does not lie in it, a checksum is that of another one, or its path
 * may be that of several edited files. Checksums, context lines and fingerprints of the text before are
 * left out and listed in `dropped`, except in files that no edit changed.
 *
 * @param edited - The files that were edited, by their paths: each the result of {@link applyEdits}, or
 *   a map, the text afterwards and, if it is at hand, the outcome. By its checksum of the text before, a
 *   document that was made for another text is told; both must be of one algorithm.
 * @throws {@link LlmTypesError} As `normalize`, and `TOO_DEEP` for more than 512 levels, whatever
 *   `read` allows; `EDIT_MAP_INVALID` for a text that is not as
 *   long as the one that its map leads to.
 *
 * @example
 * ```ts
 * import { applyEdits, carrySpans, spanId } from "llm-types";
 *
 * const found = {
 *   schema_version: "1.1.0", execution_id: "r1",
 *   data: { pattern: "x", count: 1, matches: [
 *     { match_id: "m1", matched_text: "x", span: { file_path: "a.rs", byte_start: 4, byte_end: 5 } },
 *   ] },
 * };
 * const { map, text } = applyEdits("let x = 1;\n", {
 *   unchecked: true, edits: [{ byte_start: 0, byte_end: 0, new_text: "// new\n" }],
 * });
 * const carried = carrySpans(JSON.stringify(found), { "a.rs": { map, text } });
 * console.log(carried.carried_count, carried.text.includes('"byte_start":11')); // => 1 true
 * ```
 */
export function carrySpans(
  document: string | Uint8Array,
  edited: ByPath<EditedFile>,
  options?: CarryOptions,
): CarriedSpans {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "root", "read"]);
    const files = byPath(edited, "edited files", "an edited file").map(([path, file]) => {
      const expected = `an edited file as \`${path}\``;
      const held = members(file, expected);
      const map = mapJson(member(held, "map", expected), `the map of an edited file as \`${path}\``);
      const text = member(held, "text", expected);
      return {
        path,
        map,
        text: utf8(text, `a string or a Uint8Array as the text of \`${path}\``),
        before: checksumBefore(member(held, "outcome", expected), path),
      };
    });
    const carried = backend().carrySpans(
      utf8(document),
      files.map(({ path }) => path),
      files.map(({ map }) => map),
      files.map(({ text }) => text),
      files.map(({ before }) => before),
      crossing,
    );
    return JSON.parse(carried) as CarriedSpans;
  });
}

function checksumBefore(outcome: unknown, path: string): string | undefined {
  if (outcome === undefined) return undefined;
  const expected = `the outcome of the edits of \`${path}\``;
  const stated = member(members(outcome, expected), "checksum_before", expected);
  if (stated === undefined || typeof stated === "string") return stated;
  throw wrongType(`a string as the checksum of \`${path}\` before the edits`, stated);
}

/**
 * Where every offset of a text went when the text was edited.
 *
 * Text that was not replaced keeps its offsets relative to itself; an offset inside
 * replaced text is gone. A question takes time that grows with the logarithm of the edits.
 *
 * @example
 * ```ts
 * import { applyEdits } from "llm-types";
 *
 * const { map } = applyEdits("0123456789", {
 *   unchecked: true, edits: [{ byte_start: 2, byte_end: 5, new_text: "X" }],
 * });
 * console.log(map.carry(6), map.carry(3)); // => 4 null
 * ```
 */
export class PositionMap {
  readonly #data: EditMap;
  #made: MapHandle | undefined;

  /**
   * The map of an outcome: `new PositionMap(outcome.map)`.
   *
   * @throws {@link LlmTypesError} `EDIT_MAP_INVALID` unless the numbers are those of edits
   *   in order.
   */
  constructor(data: EditMap) {
    this.#data = data;
    // The map of an outcome is one, and is often not asked for anything.
    if (!ours.has(data)) guarded(() => this.#handle);
  }

  get #handle(): MapHandle {
    this.#made ??= new (backend().PositionMap)(
      encoder.encode(mapJson(members(this.#data, MAP), MAP)),
    );
    return this.#made;
  }

  /**
   * Where an offset of the text before is afterwards; `null` if it lies inside of text that
   * was replaced. Either bias keeps the order of offsets.
   *
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE` beyond the end of the text before.
   */
  carry(offset: number, bias: Bias = "before"): number | null {
    return guarded(() => this.#handle.carry(number(offset, "offset"), string(bias, BIAS)) ?? null);
  }

  /**
   * {@link carry} for many offsets, in any order; `NaN` where one is gone.
   *
   * @throws {@link LlmTypesError} As {@link carry}, with `index` of the first bad element.
   */
  carryMany(offsets: NumberList, bias: Bias = "before"): Float64Array {
    return guarded(() => this.#handle.carryMany(numbers(offsets), string(bias, BIAS)));
  }

  /**
   * Where a range is afterwards: exactly its text, without what was put in at its ends.
   * `null` if one end of it lies inside of text that was replaced, or all of it was taken
   * out.
   *
   * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `REVERSED`.
   */
  carryRange(start: number, end: number): CarriedRange | null {
    return guarded(() => {
      const found = this.#handle.carryRange(number(start, "start"), number(end, "end"));
      if (found === null || found === undefined) return null;
      const [from, to, changed] = found as ArrayLike<number> & [number, number, number];
      return { start: from, end: to, changed: changed === 1 };
    });
  }

  /**
   * {@link carryRange} for many ranges, in any order.
   *
   * @throws {@link LlmTypesError} As {@link carryRange}, with `index` of the first bad
   *   element; `WRONG_TYPE` if there are not as many ends as starts.
   */
  carryRanges(starts: NumberList, ends: NumberList): CarriedRanges {
    return guarded(() => {
      const [from, to] = [numbers(starts, "start"), numbers(ends, "end")];
      if (from.length !== to.length) {
        throw wrongType(`${String(from.length)} ends`, ends, `${String(to.length)} ends`);
      }
      const found = this.#handle.carryRanges(from, to);
      const count = from.length;
      return {
        starts: found.subarray(0, count),
        ends: found.subarray(count, 2 * count),
        changed: found.subarray(2 * count),
      };
    });
  }

  /** The way back: from the text afterwards to the text before. */
  inverse(): PositionMap {
    return guarded(() => new PositionMap(JSON.parse(this.#handle.inverse().data()) as EditMap));
  }

  /** The map as data: what `outcome.map` is. */
  toJSON(): EditMap {
    return guarded(() => JSON.parse(this.#handle.data()) as EditMap);
  }
}

const MAP = "the map of an outcome";
const BIAS = "a string as `bias`";

/** Maps that come from compiled code. */
const ours = new WeakSet<EditMap>();

/** The JSON text of a map: of one that compiled code made, nobody has to look at the data. */
function mapJson(map: unknown, expected: string): string {
  if (isInstance(map, PositionMap)) return jsonOf(map, expected);
  return wholeJsonOf(map, expected);
}

/**
 * The map of an outcome. Its stretches become an array when somebody asks for them: they
 * may be very many, and few callers look at them.
 */
function mapOf({ map }: EditOutcome, stretches: Float64Array = new Float64Array()): PositionMap {
  const become = (value: unknown): unknown => {
    Object.defineProperty(map, "stretches", {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    return value;
  };
  Object.defineProperty(map, "stretches", {
    get: () => become(Array.from(stretches)),
    set: become,
    configurable: true,
    enumerable: true,
  });
  ours.add(map);
  return new PositionMap(map);
}

const encoder = new TextEncoder();

function json(value: unknown): Uint8Array {
  return encoder.encode(jsonOf(value, "an object"));
}

/** Hands over a request by the shortest way that takes it. */
function editedBy(
  text: unknown,
  request: unknown,
  options: Uint8Array,
  base: Uint8Array | undefined,
  read: ReadLimits | undefined,
): Edited {
  const host = backend();
  if (host.applyEditColumns !== undefined && isObject(request)) {
    const parts = inColumns(request);
    const edited = parts && host.applyEditColumns(lent(text), parts, options, base, read);
    if (edited !== undefined && edited !== null) return edited;
  }
  // What the host runs to write it may need the room of the text.
  const json = written(request);
  return host.applyEdits(lent(text), borrowed(json), options, base, read);
}

/** What throws when it is read is none: the way by JSON says so, and where. */
function inColumns(request: object): ColumnsIn | undefined {
  try {
    return columns(request);
  } catch {
    return undefined;
  }
}

/** A request: JSON text as it is, an object as its JSON. */
function asJson(request: unknown): Uint8Array {
  return utf8(written(request));
}

function written(request: unknown): unknown {
  if (typeof request === "string" || isBytes(request)) return request;
  if (!isObject(request)) throw wrongType("a request: JSON text or an object", request);
  return wholeJsonOf(request, "a request: JSON text or an object");
}

function isObject(request: unknown): request is object {
  return typeof request === "object" && request !== null && !isBytes(request);
}
