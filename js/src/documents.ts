/**
 * Documents: detect the tool, normalize to the envelope, validate, convert.
 *
 * A document is a string or bytes in UTF-8: one JSON text, or several (JSON Lines).
 * Results are plain objects with the keys of the JSON, the same in every language.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import {
  document,
  options as optionsOf,
  string,
  stringOption,
  strings,
  unchanging,
} from "./input.js";
import { result, verdict } from "./parts.js";
import { addSources, crossingOptions, later } from "./document-options.js";
import type {
  Conversion,
  Detection,
  DetectiveReport,
  DialectInfo,
  DialectName,
  FixedDocument,
  Normalized,
  OperationResult,
  ReferencedSpan,
  Response,
  Validation,
} from "./types.generated.js";

/** The envelope of a document: the answer to a question, or the result of an operation. */
export type Envelope = Response | OperationResult;

/** What belongs to files, by their paths. */
export type ByPath<T> = Readonly<Record<string, T>> | ReadonlyMap<string, T>;

/**
 * Source texts by path. The paths may be spelt otherwise in the document: `./`, `\`,
 * and a root in front are understood.
 */
export type Sources = ByPath<string | Uint8Array>;

/** Limits and leniences of reading JSON. The default is strict. */
export interface ReadOptions {
  /** Arrays and objects that may be open at once. Default 128. */
  readonly maxDepth?: number | undefined;
  /** UTF-8 bytes of the text, or of one line of JSON Lines. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** UTF-8 bytes of one string or key, as written. Default: no limit. */
  readonly maxStringBytes?: number | undefined;
  /** Bytes of one number. Default 4300. */
  readonly maxNumberBytes?: number | undefined;
  /** Values in the whole document. Default: no limit. */
  readonly maxItems?: number | undefined;
  /** An object that has the same key twice. Default `"error"`. */
  readonly duplicateKeys?: "error" | "last_wins" | undefined;
  /** An escaped surrogate without its other half. Default `"error"`. */
  readonly loneSurrogates?: "error" | "replace" | undefined;
}

/** Options of {@link normalize}. */
export interface NormalizeOptions {
  /** The dialect, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /**
   * Source texts, for what only they can prove. Errors in what the document says of its ranges
   * are then among the diagnostics, as {@link validate} tells them.
   */
  readonly sources?: Sources | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Whether to write the way back into the envelope, as member `origin`. */
  readonly origin?: boolean | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/** Options of {@link validate}. */
export interface ValidateOptions {
  /** The dialect, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** Source texts to prove the ranges against. */
  readonly sources?: Sources | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /**
   * Whether to count warnings as errors; also to list unknown members, and recommended ones
   * that are absent.
   */
  readonly strict?: boolean | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/** Options of {@link applyFixes}. */
export interface FixOptions extends ValidateOptions {
  /**
   * Which fixes are applied: `"safe"` ones, which is the default; `"suggested"` ones too, which
   * are probably right; or all, `"unsafe"` ones included.
   */
  readonly applicability?: "safe" | "suggested" | "unsafe" | undefined;
  /** Only fixes of findings with these codes; of all if there are none. */
  readonly codes?: readonly string[] | undefined;
}

/** Options of {@link referencedPaths}. */
export interface ReferencedPathsOptions {
  /** The dialect, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/** Options of {@link referencedSpans}. */
export interface ReferencedSpansOptions {
  /** The dialect, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** Source texts, for what only they can tell. */
  readonly sources?: Sources | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/** Options of {@link convert}. */
export interface ConvertOptions {
  /** The dialect of the document, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** Source texts, for what only they can tell; what they deny is told as {@link normalize} does. */
  readonly sources?: Sources | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Whether to refuse a conversion that drops something or makes something up. */
  readonly strict?: boolean | undefined;
  /** Whether to write the way back into an envelope, as member `origin`. */
  readonly origin?: boolean | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/** Options of {@link detective}. */
export interface DetectiveOptions {
  /** The dialect, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/**
 * Names the dialect of a document: which tool printed it, with the evidence.
 *
 * A document of no known dialect is not an error: `dialect` is absent then.
 *
 * @throws {@link LlmTypesError} If the text is not JSON, with the place; see
 *   `canonicalize`.
 *
 * @example
 * ```ts
 * import { detect } from "llm-types";
 *
 * const text = '{"execution_id":"x","pattern":"TODO","matches":[],"match_count":0}';
 * console.log(detect(text).dialect); // => llmsearch
 * ```
 */
export function detect(text: string | Uint8Array): Detection {
  return guarded(() => JSON.parse(backend().detect(document(text))) as Detection);
}

/**
 * Makes the envelope of a document of any known dialect.
 *
 * Nothing that the document says is lost, and nothing is said that it does not say or
 * prove: a column changes its unit only with the text of its line, an id that a tool
 * gave is kept, a member that we do not know is carried along. `changes` lists what is
 * not as it was read.
 *
 * `envelope` and `changes` are made when they are read first. For `changes` the document is
 * gone through once more; until then the result keeps it and the sources, and copies of those
 * of them that are bytes.
 *
 * @throws {@link LlmTypesError} If the text is not JSON; `DIALECT_NOT_RECOGNISED`;
 *   `UNKNOWN_DIALECT` for the option; `TOO_DEEP` also where the envelope would be. A document
 *   that is wrong in any other way is not an error: see `diagnostics` of the result.
 *
 * @example
 * ```ts
 * import { normalize } from "llm-types";
 *
 * const { dialect, envelope, text } = normalize(
 *   '{"execution_id":"r1","pattern":"TODO","matches":[],"match_count":0}',
 * );
 * console.log(dialect, envelope.execution_id); // => llmsearch r1
 * console.log(text.slice(0, 28)); // => {"data":{"count":0,"matches"
 * ```
 */
export function normalize(text: string | Uint8Array, options?: NormalizeOptions): Normalized {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "sources", "root", "origin", "read"]);
    const parts = backend().normalize(document(text), crossing, false);
    const [kept, again] = [unchanging(text), later(crossing)];
    const changes = (): string | undefined =>
      guarded(() => backend().normalize(document(kept), again(), true).changes);
    return result(parts, changes) as Normalized;
  });
}

/**
 * Checks a document: its shape, its arithmetic, and its ranges against the source texts,
 * as far as those are given.
 *
 * A document that is wrong, or that is no JSON at all, is not an error but a result with
 * `ok: false` whose `diagnostics` say where and why. What could not be checked is listed
 * with the reason.
 *
 * @throws {@link LlmTypesError} Only for invalid arguments: `WRONG_TYPE`,
 *   `UNKNOWN_OPTION`, `UNKNOWN_DIALECT`, `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { validate } from "llm-types";
 *
 * const { ok, diagnostics } = validate("[1,]");
 * console.log(ok, diagnostics[0]?.code, diagnostics[0]?.start_col); // => false TRAILING_COMMA 2
 * ```
 */
export function validate(text: string | Uint8Array, options?: ValidateOptions): Validation {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "sources", "root", "strict", "read"]);
    return verdict(backend().validate(document(text), crossing));
  });
}

/**
 * Applies the fixes of the findings of a document to its JSON text, and checks the result.
 *
 * Only the best fix of a finding is considered, and by default only a safe one: the document
 * says itself what belongs there. Two fixes of the same bytes are not applied together; the
 * second is tried again on the new text. Fixing what was fixed changes nothing.
 *
 * @throws {@link LlmTypesError} `UNKNOWN_CODE`, `UNKNOWN_DIALECT`, `UNKNOWN_OPTION`, `WRONG_TYPE`, and
 *   the codes of reading for a text that is not UTF-8.
 *
 * @example
 * ```ts
 * import { applyFixes } from "llm-types";
 *
 * const text = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":3}';
 * const fixed = applyFixes(text);
 * console.log(fixed.text.slice(-16), fixed.applied[0]?.code); // => "match_count":0} COUNT_MISMATCH
 * ```
 */
export function applyFixes(text: string | Uint8Array, options?: FixOptions): FixedDocument {
  return guarded(() => {
    const { applicability, codes, ...rest } = optionsOf(options, [
      "applicability",
      "codes",
      "dialect",
      "sources",
      "root",
      "strict",
      "read",
    ]);
    const crossing = crossingOptions(rest, ["dialect", "sources", "root", "strict", "read"]);
    const trust = stringOption({ applicability }, "applicability");
    const asked = codes === undefined ? [] : strings(codes, "codes");
    return result(backend().applyFixes(document(text), crossing, trust, asked)) as FixedDocument;
  });
}

/**
 * Writes a document of one dialect in another one, and says what became of each value.
 *
 * Back to the dialect it came from, an envelope with an `origin` is exact.
 *
 * @param to - The name of a dialect, see {@link dialects}; `"unified"` is the envelope,
 *   `"standard"` its older form.
 * @throws {@link LlmTypesError} As {@link normalize}; `UNKNOWN_DIALECT` for `to`; with
 *   `strict`, `LOSSY_CONVERSION` if anything would be dropped or made up.
 *
 * @example
 * ```ts
 * import { convert } from "llm-types";
 *
 * const text = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';
 * const envelope = convert(text, "unified", { origin: true });
 * const home = convert(envelope.text, "llmsearch");
 * console.log(home.losses[0]?.kind, home.text === text); // => exact true
 * ```
 */
export function convert(
  text: string | Uint8Array,
  to: DialectName,
  options?: ConvertOptions,
): Conversion {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "sources", "root", "strict", "origin", "read"]);
    return result(backend().convert(document(text), string(to), crossing)) as Conversion;
  });
}

/**
 * Finds the conventions that explain the ranges of a document: bases, units, line
 * terminators, byte order mark, rules for the end.
 *
 * The numbers are held against the texts: the text that was found, its checksum, the lines
 * around it, its name, and offsets against columns. Explanations that no range tells apart are
 * named as such. If exactly one is left, `text` of the result is the document with its
 * numbers in the convention that its dialect declares.
 *
 * @throws {@link LlmTypesError} If nothing of the text is JSON; `UNKNOWN_DIALECT` for the
 *   option.
 *
 * @example
 * ```ts
 * import { detective } from "llm-types";
 *
 * const span = { file_path: "a.txt", byte_start: 7, byte_end: 8 };
 * const lines = { start_line: 1, start_col: 6, end_line: 1, end_col: 7 };
 * const match = { match_id: "m1", matched_text: "x", span: { ...span, ...lines } };
 * const data = { pattern: "x", matches: [match], count: 1 };
 * const text = JSON.stringify({ schema_version: "1.1.0", execution_id: "r1", data });
 * const report = detective(text, { "a.txt": "let \u00e9 x\n" });
 * console.log(report.verdict, report.text?.includes('"start_col":7')); // => other true
 * ```
 */
export function detective(
  text: string | Uint8Array,
  sources: Sources,
  options?: DetectiveOptions,
): DetectiveReport {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "root", "read"]) ?? {};
    addSources(crossing, sources);
    return result(backend().detective(document(text), crossing)) as DetectiveReport;
  });
}

/**
 * The paths of the files that a document speaks of, each once, in the order of mention:
 * what to load as {@link Sources}.
 *
 * @throws {@link LlmTypesError} If the text is not JSON; `UNKNOWN_DIALECT`.
 *
 * @example
 * ```ts
 * import { referencedPaths } from "llm-types";
 *
 * const text = '{"x": [{"file_path": "a.rs", "byte_start": 0, "byte_end": 1}]}';
 * console.log(referencedPaths(text)); // => [ 'a.rs' ]
 * ```
 */
export function referencedPaths(
  text: string | Uint8Array,
  options?: ReferencedPathsOptions,
): string[] {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "read"]);
    return backend().referencedPaths(document(text), crossing);
  });
}

/**
 * The ranges that a document speaks of, in the order of its envelope: where each stands in
 * the document and in the envelope, and which source has its text. Whatever has a path and
 * offsets in the envelope is one, whether its shape is known or not.
 *
 * For programs that show a document beside its sources, and for those that patch: `proved_by`
 * says what shows that a range is the one which the tool meant, by the rules of
 * {@link validate}. A range that the document gives in lines and columns of its own has bytes
 * only where its source is among `sources`, and is left out where nobody can tell them.
 *
 * @throws {@link LlmTypesError} As {@link normalize}.
 *
 * @example
 * ```ts
 * import { referencedSpans } from "llm-types";
 *
 * const text = '{"data":{"x":[{"file_path":"/w/a.rs","byte_start":0,"byte_end":1}]},' +
 *   '"schema_version":"1.1.0","execution_id":"r1"}';
 * const [span] = referencedSpans(text, { sources: { "a.rs": "a b" } });
 * console.log(span?.pointer, span?.source); // => /data/x/0 a.rs
 * ```
 */
export function referencedSpans(
  text: string | Uint8Array,
  options?: ReferencedSpansOptions,
): ReferencedSpan[] {
  return guarded(() => {
    const crossing = crossingOptions(options, ["dialect", "sources", "root", "read"]);
    return JSON.parse(backend().referencedSpans(document(text), crossing)) as ReferencedSpan[];
  });
}

/**
 * The dialects that can be read and written.
 *
 * Options that name a dialect take one more name, `standard`: the `StandardResponse`, an
 * older form of `unified`. {@link convert} writes it, and as the dialect of a document it means
 * `unified`.
 *
 * @example
 * ```ts
 * import { dialects } from "llm-types";
 *
 * console.log(dialects().find(({ name }) => name === "llmsearch")?.generations); // => [ '1.0.0' ]
 * ```
 */
export function dialects(): DialectInfo[] {
  return guarded(() => JSON.parse(backend().dialects()) as DialectInfo[]);
}
