/**
 * What the page may ask the worker, and what it is answered: types, and how many of a list are
 * carried over.
 *
 * Every place in an answer is in UTF-16 code units from the start of its text, which is
 * what the editors count; the worker makes them from bytes with a `LineIndex`.
 *
 * @module
 */

import type {
  Change,
  Conversion,
  Detection,
  DetectiveReport,
  Diagnostic,
  DialectInfo,
  EditPlan,
  FixedDocument,
  Loss,
  PositionEncoding,
  ReferencedSpan,
  Rule,
  TextProfile,
  Validation,
} from "llm-types/wasm";

/** A source text; bytes, where it is not UTF-8. */
export type SourceText = readonly [path: string, text: string | Uint8Array];

/** What every question about a document is about. */
export interface Given {
  readonly text: string;
  readonly sources: readonly SourceText[];
  /** The dialect that was chosen; absent if it is to be detected. */
  readonly dialect?: string;
  readonly strict: boolean;
}

/** A range in UTF-16 code units, half-open. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A range in the source with this number. */
export interface SourceRange extends Range {
  readonly source: number;
}

/** A refusal of the package, or of the worker itself. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly help: string;
  /** JSON Pointer of what was refused. */
  readonly pointer?: string;
  /** Counted from 1. */
  readonly line?: number;
  /** In UTF-16 code units, counted from 0. */
  readonly column?: number;
}

/** A fix whose edits are in UTF-16 code units. */
export interface Mend {
  readonly title: string;
  readonly applicability: string;
  readonly changes: readonly (Range & { readonly insert: string })[];
}

/** A finding and where the editors show it. */
export interface Problem {
  readonly found: Diagnostic;
  readonly at?: Range;
  readonly inSource?: SourceRange;
  readonly fixes: readonly Mend[];
}

/** What is to be said of a document. */
export interface Checked {
  /** Absent if nothing could be read. */
  readonly detection?: Detection;
  /** Absent if the text was refused before it could be validated. */
  readonly validation?: Omit<Validation, "diagnostics">;
  readonly refusal?: Refusal;
  /** In the order of the text; the first {@link MOST_PROBLEMS} of them. */
  readonly problems: readonly Problem[];
  /** All of them by level, those that are left out included. */
  readonly counts: Readonly<Record<Diagnostic["level"], number>>;
  /** The one JSON value, where the text has one and other text around it. */
  readonly inside?: Range;
  /** The paths that the document speaks of and that mean no source. */
  readonly missing: readonly string[];
  /** The sources that no path of the document means. */
  readonly unused: readonly string[];
  /** What the document is like; null if it was refused. */
  readonly profile: TextProfile | null;
  /** What each source text is like, in their order; null for one that was refused. */
  readonly profiles: readonly (TextProfile | null)[];
  readonly milliseconds: number;
}

/** More findings than anybody reads are counted, but not carried over. */
export const MOST_PROBLEMS = 5000;

/** A value of a document. */
export interface Value {
  /** Number of the document, from 0. */
  readonly document: number;
  /** Its JSON Pointer. */
  readonly pointer: string;
}

/** A span of the document and its place in a source; the value is its object. */
export interface LinkedSpan extends Value {
  readonly inSource: SourceRange;
  /** What it says of bytes, lines and columns, as the envelope has it, and what proves it. */
  readonly says: string;
  readonly provedBy: ReferencedSpan["proved_by"];
}

/** The spans of a document. */
export interface Linked {
  /** Those that have a source, in the order of the envelope; the first {@link MOST_SPANS}. */
  readonly spans: readonly LinkedSpan[];
  /** Whether the text holds several documents. */
  readonly several: boolean;
  /** How many spans the envelope has. */
  readonly total: number;
}

/** More spans than this are not carried over. */
export const MOST_SPANS = 20_000;

/** An envelope, for reading. */
export interface Enveloped {
  readonly documents: number;
  /** Canonical JSON. */
  readonly text: string;
  /** The same, for people. */
  readonly pretty: string;
  readonly changes: readonly Change[];
  readonly changed: number;
}

/** A document in another dialect. */
export interface Converted extends Omit<Conversion, "losses"> {
  /** The text for people. */
  readonly pretty: string;
  readonly losses: readonly Loss[];
  readonly lost: number;
}

/** A place, in every way to count. */
export interface Inspected {
  readonly byte: number;
  readonly byteEnd: number;
  readonly rows: readonly {
    readonly encoding: PositionEncoding;
    /** From the start of the text. */
    readonly offset: number;
    /** Counted from 0. */
    readonly line: number;
    readonly column: number;
    readonly end: { readonly offset: number; readonly line: number; readonly column: number };
  }[];
  readonly checksum: string;
}

/** There is no such line, or no such column in it; what it has ends here, counted from 0. */
export interface Beyond {
  readonly beyond: "line" | "column";
  readonly last: number;
}

/** What became of a request for edits. */
export interface Planned {
  readonly plan: EditPlan;
  /** The texts before and afterwards, in the order of `plan.files`. */
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** The questions by name. */
export interface Questions {
  about: {
    ask: null;
    answer: { readonly dialects: readonly DialectInfo[]; readonly version: string };
  };
  explain: { ask: string; answer: Rule };
  check: { ask: Given; answer: Checked };
  spans: { ask: Given; answer: Linked };
  /** The innermost value around a place; null if that cannot be said. */
  around: {
    ask: { readonly text: string; readonly several: boolean; readonly at: number };
    answer: Value | null;
  };
  /** Where values stand; null for those that are not there. */
  places: {
    ask: { readonly text: string; readonly several: boolean; readonly values: readonly Value[] };
    answer: readonly (Range | null)[];
  };
  /** The safe fixes; with `codes` only those of these findings. */
  fix: { ask: Given & { readonly codes?: readonly string[] }; answer: Omit<FixedDocument, "validation"> };
  envelope: { ask: Given & { readonly origin: boolean }; answer: Enveloped };
  convert: { ask: Given & { readonly to: string; readonly origin: boolean }; answer: Converted };
  detective: { ask: Given; answer: DetectiveReport };
  locate: { ask: { readonly text: string; readonly pointer: string }; answer: Range };
  inspect: {
    ask: { readonly text: string | Uint8Array; readonly at: Range };
    answer: Inspected;
  };
  find: {
    ask: {
      readonly text: string | Uint8Array;
      readonly encoding: PositionEncoding;
      readonly where: { readonly offset: number } | { readonly line: number; readonly column: number };
    };
    answer: Range | Beyond;
  };
  edits: {
    ask: {
      readonly request: string;
      readonly sources: readonly SourceText[];
      readonly unchecked: boolean;
      /** What absolute paths of the request begin with. */
      readonly root?: string;
      /** The file of a request that names none. */
      readonly file?: string;
    };
    answer: Planned;
  };
}

/** The name of a question. */
export type Kind = keyof Questions;

/** A question on its way. */
export interface Asked<K extends Kind = Kind> {
  readonly id: number;
  readonly kind: K;
  readonly ask: Questions[K]["ask"];
}

/** An answer on its way. */
export type Answered =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refusal: Refusal };
