/**
 * The JSON text of what callers give as objects, and the place of what JSON cannot say.
 *
 * `JSON.stringify` throws in words of its own, and makes `null` of a number that is none.
 *
 * @module
 */

import { LlmTypesError } from "./error.js";
import { thrown, wrongType } from "./input.js";

/** The JSON text of an object of the caller's. What JSON cannot say is refused with its place. */
export function jsonOf(value: unknown, expected: string): string {
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    const found = firstUnwritable(value) ?? { found: "what cannot be written as JSON", pointer: "" };
    throw refusal(expected, found, cause);
  }
  if (typeof text !== "string") throw wrongType(expected, value);
  // `NaN` would be `null`: only a text that has one can have been an object with the other.
  if (NULL.test(text)) {
    const found = firstUnwritable(value);
    if (found !== undefined) throw refusal(expected, found);
  }
  return text;
}

/** A `null` in a JSON text, and next to never anything else. */
const NULL = /[:[,]null[\]},]/;

/** What JSON cannot say, and where it is. */
interface Unwritable {
  readonly found: string;
  readonly pointer: string;
}

function refusal(expected: string, { found, pointer }: Unwritable, cause?: unknown): LlmTypesError {
  const report = {
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found}${pointer === "" ? "" : ` at \`${pointer}\``}`,
    help: "Pass the type that the message names.",
  };
  return new LlmTypesError(
    pointer === "" ? report : { ...report, pointer },
    cause === undefined ? undefined : { cause },
  );
}

/**
 * The first value that JSON cannot say, on the way that `JSON.stringify` goes.
 *
 * @param inside - What the value is in, from the outside in: only with that it closes a circle.
 * @param key - The name that its `toJSON` is told.
 */
function firstUnwritable(
  value: unknown,
  pointer = "",
  inside: readonly object[] = [],
  key = "",
): Unwritable | undefined {
  const at = (found: string): Unwritable => ({ found, pointer });
  let one: unknown;
  try {
    one = plain(value, key);
  } catch (failure) {
    return at(`what throws ${thrown(failure)}`);
  }
  if (typeof one === "bigint") return at("a BigInt");
  if (typeof one === "number") return Number.isFinite(one) ? undefined : at(String(one));
  if (typeof one !== "object" || one === null) return undefined;
  if (inside.includes(one)) return at("an object that holds itself");
  if (inside.length >= DEEPEST) return { found: "what is nested too deeply", pointer: "" };
  const within = [...inside, one];
  let keys: string[];
  try {
    keys = Object.keys(one);
  } catch (failure) {
    return at(`what throws ${thrown(failure)}`);
  }
  for (const name of keys) {
    const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    let member: unknown;
    try {
      member = (one as Readonly<Record<string, unknown>>)[name];
    } catch (failure) {
      return { found: `what throws ${thrown(failure)}`, pointer: place };
    }
    const found = firstUnwritable(member, place, within, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a value stands for: that of a `toJSON`, and of a boxed number the number. */
function plain(value: unknown, key: string): unknown {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject && typeof value !== "bigint") return value;
  const { toJSON } = value as { toJSON?: unknown };
  const one: unknown = typeof toJSON === "function" ? toJSON.call(value, key) : value;
  return one instanceof Number ? Number(one) : one;
}

/** More than any document of ours has, and less than any host goes down. */
const DEEPEST = 500;
