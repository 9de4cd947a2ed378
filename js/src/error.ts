/**
 * The one error class of the package, and the way from a thrown report to it.
 *
 * @module
 */

/** A refusal as plain data, as the command prints it. Members that do not apply are absent. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly help: string;
  readonly index?: number;
  readonly pointer?: string;
  readonly byte_start?: number;
  readonly byte_end?: number;
  readonly line?: number;
  readonly column?: number;
  readonly column_utf16?: number;
  readonly column_utf32?: number;
}

/**
 * A refusal: what was wrong, where, and what to do next.
 *
 * Whatever a function of the package refuses, it refuses with this class. Members that do
 * not apply are `undefined`: a refusal of a number has no pointer.
 *
 * @example
 * ```ts
 * import { explain, LlmTypesError } from "llm-types";
 *
 * try {
 *   explain("NOT_CHAR_BOUNDRY");
 * } catch (error) {
 *   if (!(error instanceof LlmTypesError)) throw error;
 *   console.log(error.code); // => UNKNOWN_CODE
 * }
 * ```
 */
export class LlmTypesError extends Error {
  /** Always `"LlmTypesError"`, also across realms and copies of the package. */
  declare readonly name: "LlmTypesError";
  /** Stable name of the refusal, the same in every language; see `explain`. */
  readonly code: string;
  /** One sentence on what to do next. */
  readonly help: string;
  /** Index of the refused element, if the function took many, counted from 0. */
  declare readonly index: number | undefined;
  /** JSON Pointer (RFC 6901) of the refused value, if the input was JSON. */
  declare readonly pointer: string | undefined;
  /** First refused UTF-8 byte of the text that was given, 0-based. */
  declare readonly byteStart: number | undefined;
  /** One past the last refused byte. */
  declare readonly byteEnd: number | undefined;
  /** Line of `byteStart`, 1-based. */
  declare readonly line: number | undefined;
  /** Column of `byteStart` on that line in UTF-8 bytes, 0-based. */
  declare readonly column: number | undefined;
  /** The same column in UTF-16 code units, as JavaScript counts. */
  declare readonly columnUtf16: number | undefined;
  /** The same column in code points. */
  declare readonly columnUtf32: number | undefined;

  /** Made by the package only: what throws it has a code of the registry. */
  private constructor(report: ErrorReport, options?: ErrorOptions) {
    super(report.message, options);
    this.code = report.code;
    this.help = report.help;
    // Only what applies, so that a printed error shows nothing but facts.
    if (report.index !== undefined) this.index = report.index;
    if (report.pointer !== undefined) this.pointer = report.pointer;
    if (report.byte_start !== undefined) this.byteStart = report.byte_start;
    if (report.byte_end !== undefined) this.byteEnd = report.byte_end;
    if (report.line !== undefined) this.line = report.line;
    if (report.column !== undefined) this.column = report.column;
    if (report.column_utf16 !== undefined) this.columnUtf16 = report.column_utf16;
    if (report.column_utf32 !== undefined) this.columnUtf32 = report.column_utf32;
  }

  /** @internal */
  static of(report: ErrorReport, options?: ErrorOptions): LlmTypesError {
    return new LlmTypesError(report, options);
  }

  /**
   * What `JSON.stringify` writes, by the names that every language and the command use: of an
   * `Error` as it is, it would leave out the message.
   */
  toJSON(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      help: this.help,
      ...(this.index !== undefined && { index: this.index }),
      ...(this.pointer !== undefined && { pointer: this.pointer }),
      ...(this.byteStart !== undefined && { byte_start: this.byteStart }),
      ...(this.byteEnd !== undefined && { byte_end: this.byteEnd }),
      ...(this.line !== undefined && { line: this.line }),
      ...(this.column !== undefined && { column: this.column }),
      ...(this.columnUtf16 !== undefined && { column_utf16: this.columnUtf16 }),
      ...(this.columnUtf32 !== undefined && { column_utf32: this.columnUtf32 }),
    };
  }
}

Object.defineProperty(LlmTypesError.prototype, "name", { value: "LlmTypesError" });

/**
 * Runs `call` and turns whatever compiled code throws into {@link LlmTypesError}.
 *
 * @internal
 */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw asError(thrown);
  }
}

/**
 * What a `catch` around compiled code rethrows.
 *
 * @internal
 */
export function asError(thrown: unknown): LlmTypesError {
  if (thrown instanceof LlmTypesError) return thrown;
  const report = reportOf(thrown);
  if (report !== undefined) return LlmTypesError.of(report);
  // Neither a refusal nor ours: a trap of WebAssembly, a panic in the addon, no memory.
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  return LlmTypesError.of(
    {
      code: "INTERNAL",
      message: `internal error: ${what}`,
      help: "Report it with the input that caused it.",
    },
    { cause: thrown },
  );
}

/** The addon throws an `Error` marked with this code, WebAssembly a bare string. */
const MARK = "LLM_TYPES";

function reportOf(thrown: unknown): ErrorReport | undefined {
  const isMarked = thrown instanceof Error && "code" in thrown && thrown.code === MARK;
  const text = isMarked ? thrown.message : thrown;
  // A string that somebody else threw, such as a getter of the caller, is no report.
  if (typeof text !== "string" || !text.startsWith("{")) return undefined;
  return JSON.parse(text) as ErrorReport;
}
