/**
 * What the package needs of compiled code, and which compiled code it has.
 *
 * The native addon and the WebAssembly module implement one interface, so that
 * everything above this file is written once. The package is compiled twice,
 * into `dist/native` and `dist/wasm`; each copy has its own backend, and a
 * program that imports both can compare them.
 *
 * @module
 */

import { LlmTypesError } from "./error.js";

/** Many numbers on their way in. */
export type NumbersIn = Uint32Array | Float64Array;

/** Many numbers on their way out: 32 bits wide where the text is shorter than 4 GiB. */
export type NumbersOut = Uint32Array | Float64Array;

/** A few numbers whose meaning depends on their place. */
export type Few = ArrayLike<number>;

/** The bytes of a text; or how many of them a host's {@link Lend} has written. */
export type Text = Uint8Array | Lent;

/** So many bytes. */
export type Lent = number & { readonly lent: never };

/** How a text is to be read. `sequences` stands instead of a preset of `terminators`. */
export interface IndexOptions {
  terminators?: string;
  sequences?: string[];
  bom?: string;
  illFormed?: string;
}

/** A line index in compiled memory. */
export interface IndexHandle {
  /** Length, lines, whether ASCII, whether well-formed, bytes of the index. */
  facts(): Few;
  lenIn(encoding: string): number;
  position(at: number, encoding: string): Few;
  positionClamped(at: number, encoding: string): Few;
  positionRounded(at: number, encoding: string, rounding: string): Few;
  offset(line: number, column: number, encoding: string): number;
  offsetClamped(line: number, column: number, encoding: string): number;
  offsetRounded(line: number, column: number, encoding: string, rounding: string): number;
  convertOffset(at: number, from: string, to: string): number;
  /** All lines, then all columns. */
  positions(offsets: NumbersIn, encoding: string, clamped: boolean): NumbersOut;
  offsets(lines: NumbersIn, columns: NumbersIn, encoding: string, clamped: boolean): NumbersOut;
  convertOffsets(offsets: NumbersIn, from: string, to: string): NumbersOut;
  lineRange(line: number): Few;
  lineContentRange(line: number): Few;
  linesRange(first: number, last: number, whole: string): Few;
  rangePositions(start: number, end: number, encoding: string, rule?: string): Few;
  positionsRange(places: Float64Array, encoding: string, rule?: string): Few;
  isCharBoundary(at: number): boolean;
  floorCharBoundary(at: number): number;
  ceilCharBoundary(at: number): number;
  expandRange(start: number, end: number): Few;
  /** A span crosses as the JSON text of its members. */
  span(path: string, start: number, end: number): string;
  checkSpan(span: string): string;
  /** Gives the memory back before the garbage collector does. */
  free(): void;
}

/** A text that arrives in pieces of UTF-16. */
export interface BuilderHandle {
  push(units: Uint16Array): void;
  /** Uses the builder up. */
  index(options: IndexOptions): IndexHandle;
  free?(): void;
}

/** Limits and leniences of reading JSON. */
export interface ReadLimits {
  maxDepth?: number;
  maxBytes?: number;
  maxStringBytes?: number;
  maxNumberBytes?: number;
  maxItems?: number;
  duplicateKeys?: string;
  loneSurrogates?: string;
}

/** Options of the verbs on documents. */
export interface DocumentOptions {
  dialect?: string;
  root?: string;
  origin?: boolean;
  strict?: boolean;
  read?: ReadLimits;
  /** The paths of the source texts. */
  paths?: string[];
  /** The source texts, one for each path. */
  texts?: Uint8Array[];
  /** The same for the older of two documents. */
  oldPaths?: string[];
  oldTexts?: Uint8Array[];
  /** What to add to an envelope, in the core's words. */
  adds?: string[];
  contextLines?: number;
  overwrite?: boolean;
}

/** A result, and what is large of it by itself. What there is not is left out. */
export interface Parts {
  /**
   * The rest as JSON text: nothing in `text`, a null for the `envelope`, a list of one null
   * for the `envelopes`, no `changes`.
   */
  readonly head: string;
  /** Its text; envelopes stand in it, one a line. */
  readonly text?: string;
  /** Whether it may have changes. */
  readonly changed: boolean;
  /** They as JSON text, if they were asked for. */
  readonly changes?: string;
}

/** A text that arrives in pieces. */
export interface StreamHandle {
  push(bytes: Uint8Array): Parts[];
  finish(): Parts[];
  free?(): void;
}

/** The same, with a verdict on all of it; results are the JSON text of a list. */
export interface ValidatorHandle {
  push(bytes: Uint8Array): string;
  finish(): string;
  summary(): string;
  free?(): void;
}

/** A position map in compiled memory. What is gone is `NaN`, or nothing. */
export interface MapHandle {
  data(): string;
  inverse(): MapHandle;
  carry(at: number, bias: string): number | null | undefined;
  carryMany(offsets: NumbersIn, bias: string): Float64Array;
  /** Start, end, and 1 if the text is another now. */
  carryRange(start: number, end: number): Few | null | undefined;
  /** All starts, all ends, then 1 for each whose text is another now. */
  carryRanges(starts: NumbersIn, ends: NumbersIn): Float64Array;
  free?(): void;
}

/** A text after edits. */
export interface Edited {
  readonly text: Uint8Array;
  /** JSON text, with no stretches in the map, and empty lists in the place of these: */
  readonly outcome: string;
  /** Its list of edits as JSON text, if it is long. */
  readonly edits?: string | undefined;
  /** The edits of its inverse, likewise. */
  readonly inverseEdits?: string | undefined;
  readonly stretches: Float64Array;
}

/** A request whose edits come member by member. */
export interface ColumnsIn {
  /** JSON text of the request, with no edits in its list. */
  readonly rest: string;
  /** The member that is the list; empty if the request is the list itself. */
  readonly list: string;
  /** The paths of the members. */
  readonly names: string[];
  /** Which of them are texts. */
  readonly areTexts: boolean[];
  /** The numbers, and of texts their lengths in code units, column after column. */
  readonly numbers: Float64Array;
  /** All texts, column after column. */
  readonly texts: Uint8Array;
}

/**
 * The compiled half. Text crosses as UTF-8 bytes, documents return as JSON text,
 * and a refusal is thrown as the JSON text of its report.
 */
export interface Backend {
  version(): string;
  explain(code: string): string;
  rules(): string;
  /** Throws: there are only options of these names. */
  unknownOption(asked: string, names: string[]): void;

  schema(name: string): string;
  schemas(): string;
  timestamp(unixMillis: number): string;
  /** `paths` and `texts` are the sources, one text for each path. */
  buildResponse(
    draft: Uint8Array,
    unixMillis: number,
    random: Uint8Array,
    paths: string[] | undefined,
    texts: Uint8Array[],
  ): string;
  buildOperationResult(
    draft: Uint8Array,
    unixMillis: number,
    random: Uint8Array,
    paths: string[] | undefined,
    texts: Uint8Array[],
  ): string;

  readonly LineIndex: new (bytes: Uint8Array, options: IndexOptions) => IndexHandle;
  readonly TextBuilder: new (units: number) => BuilderHandle;
  textProfile(bytes: Uint8Array): string;

  detect(text: Text): string;
  normalize(
    text: Text,
    options: DocumentOptions | undefined,
    withChanges: boolean,
  ): Parts;
  /** The verdict without its findings, and then a line with these, if there are any. */
  validate(text: Text, options: DocumentOptions | undefined): string;
  applyFixes(
    text: Text,
    options: DocumentOptions | undefined,
    applicability: string | undefined,
    codes: string[],
  ): Parts;
  convert(text: Text, to: string, options: DocumentOptions | undefined): Parts;
  enrich(text: Text, options: DocumentOptions): Parts;
  matchFindings(
    old: Uint8Array,
    new_: Uint8Array,
    options: DocumentOptions | undefined,
  ): string;
  detective(text: Text, options: DocumentOptions): Parts;
  readonly Normalizer: new (options: DocumentOptions | undefined) => StreamHandle;
  readonly Validator: new (options: DocumentOptions | undefined) => ValidatorHandle;
  readonly Converter: new (to: string, options: DocumentOptions | undefined) => StreamHandle;
  readonly Enricher: new (options: DocumentOptions) => StreamHandle;
  referencedPaths(text: Text, options: DocumentOptions | undefined): string[];
  /** JSON text of a list. */
  referencedSpans(text: Text, options: DocumentOptions | undefined): string;
  dialects(): string;
  canonicalize(text: Uint8Array): string;
  writeCanonical(value: Uint8Array): string;
  writeCompact(text: Uint8Array): string;
  writePretty(text: Uint8Array): string;
  readLines(text: Uint8Array): string;
  locate(text: Uint8Array, pointer: string): string;
  canonicalPath(path: string): string;
  pathFindings(path: string): string[];
  candidatePaths(path: string, root: string | undefined): string[];
  matchPaths(paths: string[], loaded: string[], root: string | undefined): string;

  applyEdits(
    text: Uint8Array,
    request: Uint8Array,
    /** JSON text. */
    options: Uint8Array,
    base: Uint8Array | undefined,
    read: ReadLimits | undefined,
  ): Edited;
  /** Nothing, if the request has to come as JSON text. */
  applyEditColumns?(
    text: Uint8Array,
    columns: ColumnsIn,
    options: Uint8Array,
    base: Uint8Array | undefined,
    read: ReadLimits | undefined,
  ): Edited | null;
  editedPaths(
    request: Uint8Array,
    options: Uint8Array,
    read: ReadLimits | undefined,
  ): string[];
  planEdits(
    paths: string[],
    texts: Uint8Array[],
    request: Uint8Array,
    options: Uint8Array,
    basePaths: string[],
    baseTexts: Uint8Array[],
    read: ReadLimits | undefined,
  ): {
    readonly texts: (Uint8Array | null)[];
    /** JSON text, with no stretches in the maps. */
    readonly plan: string;
    readonly stretches: Float64Array[];
  };
  carrySpans(
    document: Uint8Array,
    paths: string[],
    /** The maps, each as JSON text. */
    maps: string[],
    texts: Uint8Array[],
    /** The checksums of the texts before, where they are known. */
    checksumsBefore: (string | undefined)[],
    options: DocumentOptions | undefined,
  ): string;
  readonly PositionMap: new (data: Uint8Array) => MapHandle;

  spanWithoutText(path: string, start: number, end: number): string;
  spanFromMembers(
    path: string,
    start: number,
    end: number,
    /** The four coordinates in the order of the wire. */
    coordinates: (number | undefined)[],
    spanId: string | undefined,
  ): string;
  spanSamePlace(span: string, other: string): boolean;
  spanContains(span: string, other: string): boolean;
  spanCompare(span: string, other: string): number;
  spanIntersect(span: string, other: string): string | null | undefined;
  spanShift(span: string, bytes: number): string;
  spanCheckId(span: string): string;

  parseSelector(text: string): string;
  writeSelector(parts: Uint8Array): string;
  countWords(text: string): number;
  truncateWords(text: string, maxWords?: number): string;
  stripTruncationMarker(content: string): string | null | undefined;
  preview(text: string, maxLength?: number): string;
  pagination(wordCount: number, page: number, pageWords?: number): string;
  textPage(text: string, page: number, pageWords?: number): string;
  exitCode(text: Uint8Array): number;

  spanId(scheme: string | undefined, path: string, start: number, end: number): string;
  /** The ids one after the other, 16 digits each. */
  spanIds(
    scheme: string | undefined,
    paths: string[],
    which: Uint32Array,
    starts: Float64Array,
    ends: Float64Array,
  ): string;
  classifySpanId(id: string, path: string, start: number, end: number): string | null | undefined;
  spanIdFindings(id: string): string[];
  executionId(random: Uint8Array): string;
  classifyExecutionId(id: string): string;
  executionIdFindings(id: string): string[];
  matchId(
    scheme: string | undefined,
    name: string,
    path: string,
    start: number,
    end: number,
  ): string;
  classifyMatchId(id: string, name: string, path: string, start: number, end: number): string;
  checksum(algorithm: string | undefined, bytes: Uint8Array): string;
  checksumRange(
    algorithm: string | undefined,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): string;
  verifyChecksum(checksum: string, bytes: Uint8Array): boolean;
  classifyChecksum(checksum: string): string;
  parseChecksum(checksum: string): string;
  /** `places` is the JSON text of a list. */
  fingerprints(text: Uint8Array, places: Uint8Array): string;
  lineHashes(text: Uint8Array): string[];
}

/** Which compiled code answers. */
export type Runtime = "native" | "wasm";

/**
 * Copies the UTF-16 code units of `text` from `start` on into `into`, as many as fit,
 * and says how many. Where a host can do that, it is the fastest way across.
 */
export type CopyUnits = (text: string, start: number, into: Uint16Array) => number;

/** The string of bytes that are ASCII, of others nothing. */
export type DecodeAscii = (bytes: Uint8Array) => string | undefined;

/** Writes a text as UTF-8 where compiled code reads it: one copy less. */
export type Lend = (text: string) => Lent;

/** What one host does faster than all hosts can. */
export interface Shortcuts {
  readonly copyUnits?: CopyUnits | undefined;
  readonly decodeAscii?: DecodeAscii | undefined;
  readonly lend?: Lend | undefined;
}

interface Installed {
  readonly backend: Backend;
  readonly runtime: Runtime;
  readonly shortcuts: Shortcuts;
}

let installed: Installed | undefined;

/** Called once by an entry of the package. */
export function install(backend: Backend, runtime: Runtime, shortcuts: Shortcuts = {}): void {
  installed = { backend, runtime, shortcuts };
}

/** Whether an entry has installed its backend. */
export function isInstalled(): boolean {
  return installed !== undefined;
}

function required(): Installed {
  if (installed === undefined) {
    throw LlmTypesError.of({
      code: "NOT_LOADED",
      message: "the WebAssembly module is not loaded yet",
      help: "Await `init()` once, before the first call.",
    });
  }
  return installed;
}

/** The compiled half of this copy of the package. */
export function backend(): Backend {
  return required().backend;
}

/** What this host does faster than all hosts can. */
export function shortcuts(): Shortcuts {
  return required().shortcuts;
}

/**
 * Which compiled code answers: the native addon, or WebAssembly.
 *
 * The answers are the same; the time they take is not.
 *
 * @throws {@link LlmTypesError} `NOT_LOADED` in a browser before `init()`.
 */
export function runtime(): Runtime {
  return required().runtime;
}
