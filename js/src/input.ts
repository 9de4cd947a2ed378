/**
 * What callers may pass, checked before it crosses into compiled code.
 *
 * Both bindings would convert silently: `undefined` to `0`, a lone surrogate to
 * U+FFFD. So a value of the wrong type is refused here, and an ill-formed string
 * is shown to the core unit by unit, which refuses it with the place.
 *
 * @module
 */

import { LlmTypesError } from "./error.js";

/**
 * A string that UTF-8 can hold.
 *
 * @internal
 */
export function string(value: unknown): string {
  if (typeof value !== "string") throw wrongType("a string", value);
  return value;
}

/** The refusal of a value that cannot be what the function takes. */
export function wrongType(expected: string, value: unknown): LlmTypesError {
  const found =
    value === null ? "null" : typeof value === "object" ? value.constructor.name : typeof value;
  return new LlmTypesError({
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found}`,
    help: "Pass the type that the message names.",
  });
}
