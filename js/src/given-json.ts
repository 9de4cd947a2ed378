/**
 * The JSON text of what callers give as objects, and the place of what JSON cannot say.
 *
 * `JSON.stringify` throws in words of its own, makes `null` of `NaN` and infinities, and leaves
 * out functions, and whatever a `Map` or a promise holds.
 *
 * @module
 */

import { LlmTypesError } from "./error.js";
import { container, isContainer, remedy, thrown, wrongType } from "./input.js";

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
  if (NULL.test(text)) refuseLoss(value, expected);
  return text;
}

/** The same of an object that is written once, and looked at as a whole before. */
export function wholeJsonOf(value: unknown, expected: string): string {
  const text = jsonOf(value, expected);
  if (!isJson(value)) refuseLoss(value, expected);
  return text;
}

/** Refuses what is not in the text. What is in it, and too deep, the core refuses, and points at it. */
function refuseLoss(value: unknown, expected: string): void {
  const found = firstUnwritable(value);
  if (found !== undefined && found !== TOO_DEEP) throw refusal(expected, found);
}

/** Whether a value is nothing but what JSON says, so that nobody has to look closer. */
export function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value !== "object" || depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype || Symbol.toStringTag in value) return false;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined && !isJson(member, depth + 1)) return false;
  }
  return true;
}

/** A `null` in a JSON text, and next to never anything else. */
const NULL = /[:[,]null[\]},]/;

/** What JSON cannot say, and where it is. */
interface Unwritable {
  readonly found: string;
  readonly pointer: string;
}

/** Nobody looks further down. */
const TOO_DEEP: Unwritable = { found: "what is nested too deeply", pointer: "" };

function refusal(expected: string, { found, pointer }: Unwritable, cause?: unknown): LlmTypesError {
  const report = {
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found}${pointer === "" ? "" : ` at \`${pointer}\``}`,
    help: remedy("WRONG_TYPE"),
  };
  return LlmTypesError.of(
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
    // A `Buffer` has a `toJSON`, whose answer no reader of an envelope takes for bytes.
    if (ArrayBuffer.isView(value)) return at(container(value));
    one = plain(value, key);
  } catch (failure) {
    return at(`what throws ${thrown(failure)}`);
  }
  if (typeof one === "bigint") return at("a BigInt");
  if (typeof one === "number") return Number.isFinite(one) ? undefined : at(String(one));
  if (typeof one === "function" || typeof one === "symbol") return at(`a ${typeof one}`);
  // A member that is undefined is none; an item would be `null`.
  if (one === undefined && Array.isArray(inside.at(-1))) return at("undefined");
  if (typeof one !== "object" || one === null) return undefined;
  if (inside.includes(one)) return at("an object that holds itself");
  if (inside.length >= DEEPEST) return TOO_DEEP;
  const within = [...inside, one];
  let keys: string[];
  try {
    if (!Array.isArray(one) && isBoxed(one)) return undefined;
    if (!Array.isArray(one) && isContainer(one)) return at(container(one));
    keys = Array.isArray(one) ? Array.from(one, (_, index) => String(index)) : Object.keys(one);
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

/** What JSON writes as the value that it holds. */
function isBoxed(value: object): boolean {
  return value instanceof String || value instanceof Boolean;
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
