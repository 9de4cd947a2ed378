/**
 * What a code means, and which version answers.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { string } from "./input.js";

/** How much a diagnostic matters, in rustc's and SARIF's words. */
export type Level = "error" | "warning" | "note" | "help";

/** One entry of the registry: a rule id, an error code, or an error code of a tool. */
export interface Rule {
  /** Stable name, never reused and never renamed. */
  readonly code: string;
  /** Default level of a diagnostic with this code; of a tool's code, the level it is printed with. */
  readonly level: Level;
  /** Whose code it is: `llm-types`, or the name of a tool. */
  readonly tool: string;
  /** What kind of code it is, in one word. */
  readonly category: string;
  /** Other spellings of the same code that are in use. */
  readonly aliases: readonly string[];
  /** What it means, on one line. */
  readonly what: string;
  /** Why it matters: what goes wrong for the reader. */
  readonly why: string;
  /** What to do next, in one sentence. */
  readonly remedy: string;
  /** The smallest input that triggers it; empty for the codes of tools. */
  readonly bad: string;
  /** The same input, mended; empty for the codes of tools. */
  readonly good: string;
  /** Where the rule comes from. */
  readonly origin: string;
}

/** The version of the package, the same in every language. */
export function version(): string {
  return guarded(() => backend().version());
}

/**
 * Explains a rule id or error code, ours or of a tool: what it means, why, and what to do.
 *
 * @param code - Any case; `-` stands for `_`; other spellings of a tool's code find it too.
 * @throws {@link LlmTypesError} `UNKNOWN_CODE`, with the nearest code by spelling.
 *
 * @example
 * ```ts
 * import { explain } from "llm-types";
 *
 * console.log(explain("unknown-code").what); // => no rule or error has this code
 * console.log(explain("SPLICE_E001").code); // => SPL-E001
 * ```
 */
export function explain(code: string): Rule {
  return guarded(() => JSON.parse(backend().explain(string(code))) as Rule);
}

/**
 * Every rule id and error code, in the order of the reference: ours, then the tools'.
 *
 * @example
 * ```ts
 * import { explain, rules } from "llm-types";
 *
 * console.log(rules().every(({ code, what }) => explain(code).what === what)); // => true
 * ```
 */
export function rules(): Rule[] {
  return guarded(() => JSON.parse(backend().rules()) as Rule[]);
}
