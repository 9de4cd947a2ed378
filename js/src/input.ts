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

/** An argument of this name that is a string or nothing. */
export function optionalString(value: unknown, name: string): string | undefined {
  return value === undefined ? undefined : string(value, `a string as \`${name}\``);
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
  return optionalNumber(given[name], name);
}

/** Any number at all, but a number; and what the caller calls it. */
export function number(value: unknown, name?: string): number {
  if (typeof value === "number") return value;
  throw wrongType(name === undefined ? "a number" : `a number as \`${name}\``, value);
}

/** A number or nothing. */
export function optionalNumber(value: unknown, name: string): number | undefined {
  return value === undefined ? undefined : number(value, name);
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
  if (typeof text !== "string" || text.length > LONGEST) return lent(text);
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
  if (read === text.length) return into.subarray(0, written);
  const whole = encoder.encode(text);
  // Texts of a program are alike: the next one is encoded once.
  longRoom = new WeakRef(new Uint8Array(whole.length + LONG));
  return whole;
}

let longRoom: WeakRef<Uint8Array> | undefined;

/** The same for a string of any length, for a call that takes no other text. */
export function lone(text: unknown): Uint8Array {
  return typeof text === "string" && text.length > LONGEST ? lent(text) : borrowed(text);
}

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

/**
 * Whether a value is bytes, of this realm or of another; a proxy of them is none, and has none
 * to read.
 */
export function isBytes(value: unknown): value is Uint8Array {
  if (!ArrayBuffer.isView(value)) return false;
  return value instanceof Uint8Array || nameOfView(value) === "Uint8Array";
}

/** The class of a view of memory, whatever it says of itself; nothing of what is none. */
const nameOfView = (() => {
  const typed = Object.getPrototypeOf(Uint8Array.prototype) as object;
  const named = Object.getOwnPropertyDescriptor(typed, Symbol.toStringTag);
  return (value: unknown): unknown => named?.get?.call(value);
})();

/** Whether a value is of a class. Of a revoked proxy nobody can tell: it is of none. */
export function isInstance<T>(
  value: unknown,
  made: abstract new (...given: never[]) => T,
): value is T {
  try {
    return value instanceof made;
  } catch {
    return false;
  }
}

/** Bytes that do not change while they are read. */
export function bytes(value: unknown, expected = "a Uint8Array"): Uint8Array {
  if (!isBytes(value)) throw wrongType(expected, value);
  refuseDetached(value, expected);
  // Another thread may write to shared memory; compiled code must not see it change.
  const { buffer, byteOffset, byteLength } = value;
  if (tag(buffer) === "SharedArrayBuffer") return new Uint8Array(value);
  // Compiled code knows the views of this realm.
  return value instanceof Uint8Array ? value : new Uint8Array(buffer, byteOffset, byteLength);
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

/** The members of an object that holds options, with none but these names; each is read once. */
export function options<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  const given: Partial<Record<Name, unknown>> = {};
  if (value === undefined) return given;
  const expected = "an object of options";
  const held = contents(value, expected);
  for (const name of keysOf(held, expected)) {
    if (!(names as readonly string[]).includes(name)) {
      guarded(() => {
        backend().unknownOption(name, [...names]);
      });
    }
  }
  for (const name of names) {
    const option = member(held, name, expected);
    if (option !== undefined) given[name] = option;
  }
  return given;
}

/** Numbers in the form in which they cross: one block of memory; and what each of them is. */
export function numbers(values: unknown, name?: string): NumbersIn {
  if (isNumericView(values)) {
    refuseDetached(values, "an array of numbers");
    const crosses = values instanceof Uint32Array || values instanceof Float64Array;
    // As with bytes: what another thread may write to is copied.
    const isShared = tag(values.buffer) === "SharedArrayBuffer";
    return crosses && !isShared ? values : Float64Array.from(values);
  }
  const expected = "an array of numbers";
  if (!isList(values)) throw wrongType(expected, values);
  const copy = block(values, expected);
  each(values, expected, (one, index) => {
    copy[index] = number(one, name);
  });
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

/** The views whose elements are numbers: a `DataView` has none, and those of bigints others. */
const NUMERIC: ReadonlySet<unknown> = new Set([
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
]);

/** Whether a value is a view of numbers, of this realm or of another. */
function isNumericView(value: unknown): value is NumericView {
  return NUMERIC.has(nameOfView(value));
}

/** An array, or anything else that is indexed from 0 to its length. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  try {
    return (
      Array.isArray(value) ||
      (typeof value === "object" &&
        value !== null &&
        !ArrayBuffer.isView(value) &&
        "length" in value &&
        typeof value.length === "number" &&
        value.length >>> 0 === value.length)
    );
  } catch {
    // A proxy: the refusal of what is no list looks at it once more, and says so.
    return false;
  }
}

/** The strings of a list, which is the argument of this name. */
export function strings(values: unknown, name: string, kind = "an array of strings"): string[] {
  const expected = `${kind} as \`${name}\``;
  if (!isList(values)) throw wrongType(expected, values);
  const found: string[] = [];
  each(values, expected, (one) => found.push(string(one, `a string in \`${name}\``)));
  return found;
}

/** Takes the items of a list one by one. A refusal of one has its index. */
export function each(
  list: ArrayLike<unknown>,
  expected: string,
  take: (one: unknown, index: number) => void,
): void {
  let index = 0;
  try {
    for (; index < list.length; index++) take(item(list, index, expected), index);
  } catch (failure) {
    throw failure instanceof LlmTypesError ? ofElement(failure, index) : failure;
  }
}

/** The same for a list that is taken as JSON: its pointer says which element it was. */
export function listed<T>(list: unknown, take: () => T): T {
  try {
    return take();
  } catch (failure) {
    const isOurs = failure instanceof LlmTypesError && isList(list);
    const step = isOurs ? /^\/([0-9]+)/.exec(failure.pointer ?? "")?.[1] : undefined;
    throw isOurs && step !== undefined ? ofElement(failure, Number(step)) : failure;
  }
}

/** Takes a member of an object. A refusal of it has its pointer. */
export function pointed<T>(pointer: string, take: () => T): T {
  try {
    return take();
  } catch (failure) {
    if (!(failure instanceof LlmTypesError) || failure.pointer !== undefined) throw failure;
    const options = failure.cause === undefined ? undefined : { cause: failure.cause };
    throw LlmTypesError.of({ ...failure.toJSON(), pointer }, options);
  }
}

/** The refusal of an element of a list, which only the list knows the index of. */
function ofElement(error: LlmTypesError, index: number): LlmTypesError {
  if (error.index !== undefined) return error;
  const message = `element ${index}: ${error.message}`;
  const options = error.cause === undefined ? undefined : { cause: error.cause };
  return LlmTypesError.of({ ...error.toJSON(), message, index }, options);
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
 * An object, for its members to be looked at one by one, by {@link member}.
 *
 * What has its contents elsewhere is none: a `Map`, or a promise that nobody awaited, would
 * pass for an object without members, and what is in it would go unheard.
 */
export function members(value: unknown, expected: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw wrongType(expected, value);
  try {
    // Almost all are literals, and of some there are very many.
    const isLiteral = Object.getPrototypeOf(value) === Object.prototype;
    if (!(isLiteral && !(Symbol.toStringTag in value)) && isContainer(value)) {
      throw wrongType(expected, value, container(value));
    }
  } catch (failure) {
    throw failure instanceof LlmTypesError ? failure : unreadable(expected, "one that", failure);
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * An object of which whatever is in it counts, by whatever name.
 *
 * What the host made and what has no members of its own (a `URL`, a `Request`, a `File`) keeps
 * what it has where no name leads: it would pass for an object that holds nothing.
 */
function contents(value: unknown, expected: string): Readonly<Record<string, unknown>> {
  const held = members(value, expected);
  if (keysOf(held, expected).length === 0) {
    const named = tagOf(held, expected);
    if (named !== "Object") throw wrongType(expected, held, named);
  }
  return held;
}

/** The names and values of such an object. */
export function entries(value: unknown, expected: string): [string, unknown][] {
  const held = contents(value, expected);
  return keysOf(held, expected).map((name) => [string(name), member(held, name, expected)]);
}

function keysOf(held: object, expected: string): string[] {
  try {
    return Object.keys(held);
  } catch (failure) {
    throw unreadable(expected, "one that", failure);
  }
}

function tagOf(held: object, expected: string): string {
  try {
    return tag(held);
  } catch (failure) {
    throw unreadable(expected, "one that", failure);
  }
}

/** A member of an object of the caller's: a getter, or a proxy, throws what it likes. */
export function member(held: object, name: string, expected: string): unknown {
  try {
    return (held as Readonly<Record<string, unknown>>)[name];
  } catch (failure) {
    throw unreadable(expected, `one whose \`${name}\``, failure);
  }
}

/** The same for an item of a list. */
export function item(list: ArrayLike<unknown>, index: number, expected: string): unknown {
  try {
    return list[index];
  } catch (failure) {
    throw unreadable(expected, `one whose item ${index}`, failure);
  }
}

/** The refusal of what throws when it is looked at. */
export function unreadable(expected: string, found: string, cause: unknown): LlmTypesError {
  if (cause instanceof LlmTypesError) return cause;
  const report = {
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found} throws ${thrown(cause)}`,
    help: remedy("WRONG_TYPE"),
  };
  return LlmTypesError.of(report, { cause });
}

/** What was thrown, without the words of the engine: the name of its class. */
export function thrown(failure: unknown): string {
  try {
    const article = failure instanceof Error && /^[AEIOU]/.test(failure.name) ? "an" : "a";
    return failure instanceof Error ? `${article} ${failure.name}` : `a ${typeof failure}`;
  } catch {
    return "what cannot be read either";
  }
}

/** What has its contents elsewhere, of this realm or another; a class may name itself as it likes. */
export function isContainer(value: object): boolean {
  return (
    CONTAINERS.test(tag(value)) ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value) ||
    [Map, Set, Promise, Date].some((it) => value instanceof it)
  );
}

/** What to call one of them. */
export function container(value: object): string {
  const [found, named] = [kind(value), tag(value)];
  // What iterates is an `Object` in one engine and an `Iterator` in another.
  const saysMore = found === "Object" || named.endsWith(` ${found}`);
  return saysMore ? named : found;
}

const CONTAINERS = new RegExp(
  "^((Weak)?(Map|Set|Ref)|Promise|Date|RegExp|Error|String|Number|Boolean|Array|Arguments" +
    "|(Shared)?ArrayBuffer|DataView|.* Iterator|Iterator .*|(Async)?Generator" +
    "|URL|URLSearchParams|Headers|FormData|Request|Response|Blob|File|ReadableStream)$",
);

/** Whether a value can be read as a `Map`, of this realm or of another. */
export function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  try {
    return (
      (value instanceof Map || tag(value) === "Map") &&
      typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function"
    );
  } catch {
    // It is then looked at as an object, and refused there for what is wrong with it.
    return false;
  }
}

/** What a value says that it is, in whichever realm it was made. */
function tag(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** What the registry of the core says that is to be done. */
export function remedy(code: string): string {
  let found = remedies.get(code);
  if (found === undefined) {
    found = (JSON.parse(backend().explain(code)) as { readonly remedy: string }).remedy;
    remedies.set(code, found);
  }
  return found;
}

const remedies = new Map<string, string>();

/** The refusal of a value that cannot be what the function takes. */
export function wrongType(
  expected: string,
  value: unknown,
  found: string = kind(value),
): LlmTypesError {
  return LlmTypesError.of({
    code: "WRONG_TYPE",
    message: `expected ${expected}, found ${found}`,
    help: remedy("WRONG_TYPE"),
  });
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  try {
    // An object without a prototype has no constructor.
    const { constructor } = value as { constructor?: unknown };
    const name = typeof constructor === "function" ? constructor.name : "object";
    // Of a proxy the type is that of what it stands for, and none of the data is there.
    const isProxy = value instanceof Uint8Array && !ArrayBuffer.isView(value);
    return isProxy ? `a proxy of a ${name}` : name;
  } catch (failure) {
    return `what throws ${thrown(failure)}`;
  }
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
