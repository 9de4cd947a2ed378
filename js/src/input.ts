/**
 * What callers may pass, checked before it crosses into compiled code.
 *
 * Both bindings would convert silently: `undefined` to `0`, `"7"` to `7`, a lone
 * surrogate to U+FFFD. So a value of the wrong type is refused here, and an
 * ill-formed string is shown to the core unit by unit, which refuses it with the
 * place. Whether a number is an offset is the core's to say.
 *
 * @module
 */

import { type NumbersIn, type Text, backend, shortcuts } from "./backend.js";
import { LlmTypesError, guarded } from "./error.js";

/** A string that UTF-8 can hold. */
export function string(value: unknown, expected = "a string"): string {
  if (typeof value !== "string") throw wrongType(expected, value);
  if (!value.isWellFormed()) refuseIllFormed(value);
  return value;
}

/** A string or nothing. */
export function optionalString(value: unknown): string | undefined {
  return value === undefined ? undefined : string(value);
}

/** An option that is a string or nothing. */
export function stringOption<Name extends string>(
  given: Readonly<Partial<Record<Name, unknown>>>,
  name: Name,
): string | undefined {
  const value = given[name];
  return value === undefined ? undefined : string(value, `a string as \`${name}\``);
}

/** An option that is `true`, `false` or nothing. */
export function booleanOption<Name extends string>(
  given: Readonly<Partial<Record<Name, unknown>>>,
  name: Name,
): boolean | undefined {
  const value: unknown = given[name];
  if (value === undefined || typeof value === "boolean") return value;
  throw wrongType(`a boolean as \`${name}\``, value);
}

/** An option that is a number or nothing. */
export function numberOption<Name extends string>(
  given: Readonly<Partial<Record<Name, unknown>>>,
  name: Name,
): number | undefined {
  const value = given[name];
  return value === undefined ? undefined : number(value, `a number as \`${name}\``);
}

/** Any number at all, but a number. */
export function number(value: unknown, expected = "a number"): number {
  if (typeof value !== "number") throw wrongType(expected, value);
  return value;
}

/** The bytes of a text: a string is encoded as UTF-8, bytes are taken as they are. */
export function utf8(text: unknown, expected = "a string or a Uint8Array"): Uint8Array {
  if (typeof text === "string") return encoded(string(text));
  return bytes(text, expected);
}

/**
 * The same, for a call that takes one text and is done with it when it returns: short
 * strings are encoded where the one before was. Making room is what takes the time.
 */
export function borrowed(text: unknown): Uint8Array {
  if (typeof text !== "string" || text.length > LONGEST) return utf8(text);
  const { written } = encoder.encodeInto(string(text), (room ??= new Uint8Array(3 * LONGEST)));
  return room.subarray(0, written);
}

/** The same, for a verb on documents: where the host can, written into compiled memory. */
export function document(text: unknown): Text {
  if (typeof text !== "string" || text.length > LONGEST) return utf8(text);
  return shortcuts().lend?.(string(text)) ?? borrowed(text);
}

/** A text that nobody else can change: of bytes, a copy. */
export function unchanging(text: unknown): unknown {
  return typeof text === "string" ? text : new Uint8Array(utf8(text));
}

/** Code units of a string that may use the room; each needs up to three bytes. */
const LONGEST = 2 ** 20;
let room: Uint8Array | undefined;

/**
 * The same for one long string, in a room of its own, which is kept until memory is
 * collected: a program that calls for one long text after the other makes it once.
 */
export function lent(text: unknown): Uint8Array {
  if (typeof text !== "string" || text.length <= LONGEST) return utf8(text);
  const least = string(text).length + LONG;
  let into = longRoom?.deref();
  if (into === undefined || into.length < least) {
    into = new Uint8Array(least);
    longRoom = new WeakRef(into);
  }
  const { read, written } = encoder.encodeInto(text, into);
  return read === text.length ? into.subarray(0, written) : encoder.encode(text);
}

let longRoom: WeakRef<Uint8Array> | undefined;

/** From here on it is faster to guess the length of what is encoded. */
const LONG = 1 << 16;

/** Most texts are ASCII, or nearly so: room for them is made once, and filled. */
function encoded(text: string): Uint8Array {
  if (text.length < LONG) return encoder.encode(text);
  const guess = new Uint8Array(text.length + LONG);
  const { read, written } = encoder.encodeInto(text, guess);
  if (read === text.length) return guess.subarray(0, written);
  const rest = encoder.encode(text.slice(read));
  const whole = new Uint8Array(written + rest.length);
  whole.set(guess.subarray(0, written));
  whole.set(rest, written);
  return whole;
}

/** The string of bytes that are UTF-8. */
export function decoded(text: Uint8Array): string {
  const long = text.length >= LONG ? shortcuts().decodeAscii?.(text) : undefined;
  return long ?? decoder.decode(text);
}

const encoder = new TextEncoder();
// A byte order mark is text, and what is no UTF-8 is never replaced.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that do not change while they are read. */
export function bytes(value: unknown, expected = "a Uint8Array"): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrongType(expected, value);
  refuseDetached(value, expected);
  // Another thread may write to shared memory; compiled code must not see it change.
  const shared = typeof SharedArrayBuffer === "function" && value.buffer instanceof SharedArrayBuffer;
  return shared ? new Uint8Array(value) : value;
}

/**
 * Memory that went to another thread, or shrank from under its view: it would pass for an empty
 * text here, and trap there.
 */
function refuseDetached(view: NumericView, expected: string): void {
  if (view.byteLength !== 0) return;
  try {
    // `ArrayBuffer` has a word for it only from Node 21 on; any method of a view looks first.
    Uint8Array.prototype.keys.call(view);
  } catch {
    throw wrongType(expected, view, `a ${kind(view)} whose memory was transferred or made smaller`);
  }
}

/** An object that holds options, with none but these names. */
export function options<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  if (value === undefined) return {} as Readonly<Partial<Record<Name, unknown>>>;
  const given = members(value, "an object of options");
  for (const name of Object.keys(given)) {
    if (!(names as readonly string[]).includes(name)) {
      throw new LlmTypesError({
        code: "UNKNOWN_OPTION",
        message: `unknown option \`${name}\`; expected ${names.map((it) => `\`${it}\``).join(", ")}`,
        help: "Use one of the names that the message lists.",
      });
    }
  }
  return given as Readonly<Partial<Record<Name, unknown>>>;
}

/** Numbers in the form in which they cross: one block of memory. */
export function numbers(values: unknown): NumbersIn {
  if (isNumericView(values)) {
    refuseDetached(values, "an array of numbers");
    const crosses = values instanceof Uint32Array || values instanceof Float64Array;
    return crosses ? values : Float64Array.from(values);
  }
  if (!isList(values)) throw wrongType("an array of numbers", values);
  const copy = block(values, "an array of numbers");
  for (let i = 0; i < copy.length; i++) copy[i] = number(values[i]);
  return copy;
}

type NumericView =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

function isNumericView(value: unknown): value is NumericView {
  return (
    ArrayBuffer.isView(value) &&
    !(value instanceof DataView) &&
    !(value instanceof BigInt64Array) &&
    !(value instanceof BigUint64Array)
  );
}

/** An array, or anything else that is indexed from 0 to its length. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return (
    Array.isArray(value) ||
    (typeof value === "object" &&
      value !== null &&
      !ArrayBuffer.isView(value) &&
      "length" in value &&
      typeof value.length === "number" &&
      value.length >>> 0 === value.length)
  );
}

/** Room for a number of each item. A list of holes can say a length for which there is none. */
export function block(list: ArrayLike<unknown>, expected: string): Float64Array {
  try {
    return new Float64Array(list.length);
  } catch {
    throw wrongType(expected, list, `a list of length ${list.length}, which no memory holds`);
  }
}

/**
 * An object, for its members to be looked at one by one.
 *
 * What has its contents elsewhere is none: a `Map`, or a promise that nobody awaited, would
 * pass for an object without members, and what is in it would go unheard.
 */
export function members(value: unknown, expected: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw wrongType(expected, value);
  // Almost all are literals, and of some there are very many.
  const isLiteral = Object.getPrototypeOf(value) === Object.prototype;
  if (!(isLiteral && !(Symbol.toStringTag in value)) && isContainer(value)) {
    const [found, named] = [kind(value), tag(value)];
    // What iterates is an `Object` in one engine and an `Iterator` in another.
    const saysMore = found === "Object" || named.endsWith(` ${found}`);
    throw wrongType(expected, value, saysMore ? named : found);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** What has its contents elsewhere, of this realm or another; a class may name itself as it likes. */
function isContainer(value: object): boolean {
  return (
    CONTAINERS.test(tag(value)) ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value) ||
    [Map, Set, Promise, Date].some((it) => value instanceof it)
  );
}

const CONTAINERS = new RegExp(
  "^((Weak)?(Map|Set|Ref)|Promise|Date|RegExp|Error|String|Number|Boolean|Array|Arguments" +
    "|(Shared)?ArrayBuffer|DataView|.* Iterator|Iterator .*|(Async)?Generator" +
    "|URLSearchParams|Headers|FormData|Response|Blob)$",
);

/** Whether a value can be read as a `Map`, of this realm or of another. */
export function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return (
    (value instanceof Map || tag(value) === "Map") &&
    typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function"
  );
}

/** What a value says that it is, in whichever realm it was made. */
function tag(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/**
 * The JSON text of an object of the caller's.
 *
 * What JSON cannot say is refused with its place; `JSON.stringify` throws in words of its own.
 */
export function jsonOf(value: unknown, expected: string): string {
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch (failure) {
    throw unwritable(value, expected, failure);
  }
  if (typeof text !== "string") throw wrongType(expected, value);
  return text;
}

/** The refusal of what `JSON.stringify` fails on: it goes the same way again, up to there. */
function unwritable(value: unknown, expected: string, cause: unknown): LlmTypesError {
  // Where it is, from the outside in: only what it is inside of can it close a circle with.
  const inside: { readonly object: unknown; readonly pointer: string }[] = [];
  let pointer = "";
  let refused: string | undefined;
  let found: string | undefined;
  try {
    JSON.stringify(value, function (this: unknown, key: string, member: unknown) {
      while (inside.length > 0 && inside.at(-1)?.object !== this) inside.pop();
      const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
      const parent = inside.at(-1)?.pointer;
      pointer = parent === undefined ? "" : `${parent}/${step}`;
      refused = undefined;
      if (typeof member === "bigint") refused = "a BigInt";
      else if (typeof member === "object" && member !== null) {
        if (inside.some(({ object }) => object === member)) refused = "an object that holds itself";
        else inside.push({ object: member, pointer });
      }
      return member;
    });
  } catch (failure) {
    // A getter or a `toJSON` throws what it likes, and says nothing of the value around it.
    if (failure instanceof TypeError) found = refused;
    else if (isOverflow(cause) && inside.length > DEEP) [found, pointer] = ["what is nested too deeply", ""];
  }
  const where = found === undefined || pointer === "" ? "" : ` at \`${pointer}\``;
  const report = {
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found ?? "what cannot be written as JSON"}${where}`,
    help: "Pass the type that the message names.",
  };
  return new LlmTypesError(where === "" ? report : { ...report, pointer }, { cause });
}

/** Less than any host goes down. A stack that is full above this was filled by a getter. */
const DEEP = 100;

/** The stack is full: engines have no name for it in common, and `RangeError` says much else. */
function isOverflow(failure: unknown): boolean {
  return failure instanceof Error && /call stack|recursion/i.test(failure.message);
}

/** The refusal of a value that cannot be what the function takes. */
export function wrongType(
  expected: string,
  value: unknown,
  found: string = kind(value),
): LlmTypesError {
  return new LlmTypesError({
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found}`,
    help: "Pass the type that the message names.",
  });
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  // An object without a prototype has no constructor.
  const { constructor } = value as { constructor?: unknown };
  return typeof constructor === "function" ? constructor.name : "object";
}

/** Lets the core find the lone surrogate and say so. */
function refuseIllFormed(text: string): never {
  guarded(() => {
    const builder = new (backend().TextBuilder)(0);
    const units = new Uint16Array(Math.min(text.length, 4096));
    for (let start = 0; start < text.length; start += units.length) {
      const count = Math.min(units.length, text.length - start);
      for (let i = 0; i < count; i++) units[i] = text.charCodeAt(start + i);
      builder.push(units.subarray(0, count));
    }
    builder.index({});
  });
  throw new Error("the core takes a string that the host calls ill-formed");
}
