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
    text = unwritten(value, expected, cause);
  }
  if (typeof text !== "string") throw wrongType(expected, value);
  // `NaN` would be `null`: only a text that has one can have been an object with the other.
  if (NULL.test(text)) refuseLoss(value, expected);
  return text;
}

/**
 * The same of an object of which nothing may be lost. What is not plainly JSON is looked at while
 * it is written: whatever it runs to say what it is runs once, and what it said is what is written.
 */
export function wholeJsonOf(value: unknown, expected: string): string {
  const lost: { place?: Unwritable } = {};
  let text: unknown;
  try {
    text = JSON.stringify(value, isPlainly(value) ? undefined : watcher(lost));
  } catch (cause) {
    if (lost.place !== undefined) throw refusal(expected, lost.place);
    text = unwritten(value, expected, cause);
  }
  if (typeof text !== "string") throw wrongType(expected, value);
  return text;
}

/**
 * Refuses what JSON cannot say. Of what is too deep to be written it gives the way down: the
 * core knows how deep is too deep, and says where that is.
 */
function unwritten(value: unknown, expected: string, cause: unknown): string {
  const found = firstUnwritable(value) ?? { found: "what cannot be written as JSON", pointer: "" };
  if (found.found !== TOO_DEEP) throw refusal(expected, found, cause);
  return found.pointer
    .split("/")
    .slice(1)
    .map((step) => `{${JSON.stringify(step.replaceAll("~1", "/").replaceAll("~0", "~"))}:`)
    .join("");
}

/** As {@link isJson}; what throws when it is looked at is not plainly anything. */
function isPlainly(value: unknown): boolean {
  try {
    return isJson(value);
  } catch {
    return false;
  }
}

/** An object that is being written, and what it is in. */
interface Within {
  readonly one: object;
  readonly key: string;
  readonly around: Within | undefined;
}

/** A replacer that replaces nothing: it ends the writing at the first value that would be lost. */
function watcher(lost: { place?: Unwritable }): (this: object, key: string, value: unknown) => unknown {
  const known = new WeakMap<object, Within>();
  let begun = false;
  return function (this: object, key: string, value: unknown): unknown {
    const around = known.get(this);
    // Of what is no value at all there is no text, and whoever asked for one says so.
    const isNone = !begun && (typeof value === "function" || typeof value === "symbol");
    const found = isNone ? undefined : lossOf(this, key, value, around);
    if (found !== undefined && depthOf(around) < DEEPEST) {
      lost.place = { found, pointer: begun ? pointerOf(key, around) : "" };
      throw new TypeError(found);
    }
    begun = true;
    if (typeof value === "object" && value !== null) known.set(value, { one: value, key, around });
    return value;
  };
}

/** What to call a value of which JSON would keep nothing, or something else. */
function lossOf(
  holder: object,
  key: string,
  value: unknown,
  around: Within | undefined,
): string | undefined {
  if (typeof value === "bigint") return "a BigInt";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  // A member that is undefined is none; an item would be `null`.
  if (value === undefined) return Array.isArray(holder) ? "undefined" : undefined;
  const number = value instanceof Number ? Number(value) : value;
  if (typeof number === "number") return Number.isFinite(number) ? undefined : String(number);
  if (value === null) return isNever(holder, key) ? "an invalid Date" : undefined;
  if (typeof value !== "object") return undefined;
  for (let it = around; it !== undefined; it = it.around) {
    if (it.one === value) return "an object that holds itself";
  }
  // A `Buffer` has a `toJSON`, whose answer no reader of an envelope takes for bytes.
  const own = (holder as Readonly<Record<string, unknown>>)[key];
  if (ArrayBuffer.isView(own)) return container(own);
  if (Array.isArray(value) || isBoxed(value)) return undefined;
  return isContainer(value) ? container(value) : closed(value);
}

/** Whether a member is a moment that is none: its `toJSON` says `null`. */
function isNever(holder: object, key: string): boolean {
  const own = (holder as Readonly<Record<string, unknown>>)[key];
  return own instanceof Date && Number.isNaN(own.getTime());
}

/** How deep a value is. What is too deep the core refuses, whatever it is. */
function depthOf(around: Within | undefined): number {
  let depth = 0;
  for (let it = around; it !== undefined; it = it.around) depth += 1;
  return depth;
}

function pointerOf(key: string, around: Within | undefined): string {
  let pointer = stepTo(key);
  for (let it = around; it?.around !== undefined; it = it.around) pointer = stepTo(it.key) + pointer;
  return pointer;
}

function stepTo(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Refuses what is not in the text. What is in it, and too deep, the core refuses, and points at it. */
function refuseLoss(value: unknown, expected: string): void {
  const found = firstUnwritable(value);
  if (found !== undefined && found.found !== TOO_DEEP) throw refusal(expected, found);
}

/** Whether a value is nothing but what JSON says, so that nobody has to look closer. */
export function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value !== "object" || depth > DEEPEST) return false;
  if (Array.isArray(value)) {
    // `every` passes over what is not there, and `JSON.stringify` writes `null` for it.
    for (const item of value) if (!isJson(item, depth + 1)) return false;
    return true;
  }
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
const TOO_DEEP = "what is nested too deeply";

function refusal(expected: string, { found, pointer }: Unwritable, cause?: unknown): LlmTypesError {
  // What was expected of the whole (`a draft: an object`) is not expected of a part.
  const wanted = pointer === "" ? expected : `a value that JSON has in ${expected.replace(/: .*/, "")}`;
  const report = {
    code: "WRONG_TYPE",
    message: `expected ${wanted}, found ${found}${pointer === "" ? "" : ` at \`${pointer}\``}`,
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
  if (inside.length >= DEEPEST) return at(TOO_DEEP);
  const within = [...inside, one];
  let keys: Iterable<string>;
  try {
    if (!Array.isArray(one) && isBoxed(one)) return undefined;
    if (!Array.isArray(one) && isContainer(one)) return at(container(one));
    const nothing = Array.isArray(one) ? undefined : closed(one);
    if (nothing !== undefined) return at(nothing);
    keys = Array.isArray(one) ? indices(one.length) : Object.keys(one);
  } catch (failure) {
    return at(`what throws ${thrown(failure)}`);
  }
  for (const name of keys) {
    const place = pointer + stepTo(name);
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

/** The indices of a list, one by one: a list of holes can be longer than there is memory. */
function* indices(length: number): Generator<string> {
  for (let index = 0; index < length; index += 1) yield String(index);
}

/** What JSON writes as the value that it holds. */
function isBoxed(value: object): boolean {
  return value instanceof String || value instanceof Boolean;
}

/**
 * What to call an object that keeps what it has where JSON does not look: of an instance of a
 * class, without members of its own, nothing would be written but `{}`. One that has some is
 * written by them, as `JSON.stringify` does; what it keeps in private members is its own affair.
 */
function closed(value: object): string | undefined {
  if (Object.keys(value).length > 0) return undefined;
  const made = Object.getPrototypeOf(value) as object | null;
  // An object of another realm has another `Object` behind it, and nothing behind that.
  const isPlain = made === null || Object.getPrototypeOf(made) === null;
  return isPlain ? undefined : `${container(value)} without members of its own`;
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
