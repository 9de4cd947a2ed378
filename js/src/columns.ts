/**
 * A request with very many edits on its way into compiled code: member by member, instead
 * of as JSON text, which takes several times as long to write and to read.
 *
 * Nothing is known here of what the members mean. What `JSON.stringify` would not write
 * as it stands is not taken.
 *
 * @module
 */

import type { ColumnsIn } from "./backend.js";
import { isJson } from "./given-json.js";

/** Fewer are as fast as JSON. */
const FEWEST = 64;

/** The objects of a list have the same members, which are numbers, texts or such objects. */
interface Shape {
  readonly keys: readonly string[];
  /** The number of a column, or what the member has in it. */
  readonly parts: readonly (number | Shape)[];
}

/** What is gathered. */
interface Gathered {
  readonly count: number;
  readonly names: string[];
  readonly areTexts: boolean[];
  readonly numbers: Float64Array;
  readonly texts: string[];
}

/**
 * A request in columns, if it has a long list of alike objects; nothing if it must be
 * written as JSON.
 */
export function columns(request: object): ColumnsIn | undefined {
  if (Array.isArray(request)) return gather(request, "", "[]");
  if (!isPlain(request) || "toJSON" in request) return undefined;
  const lists = Object.entries(request).filter(([, value]) => Array.isArray(value));
  const [[name, list] = ["", []]] = lists as [string, unknown[]][];
  if (lists.length !== 1 || list.length < FEWEST) return undefined;
  const rest = { ...request, [name]: [] };
  // What it would lose may be what guards the edits: the way by JSON refuses it.
  return isJson(rest) ? gather(list, name, () => JSON.stringify(rest)) : undefined;
}

function gather(
  list: readonly unknown[],
  name: string,
  rest: string | (() => string),
): ColumnsIn | undefined {
  const [first] = list;
  if (list.length < FEWEST || "toJSON" in list || !isPlain(first)) return undefined;
  const names: string[] = [];
  const areTexts: boolean[] = [];
  const shape = shapeOf(first, "", names, areTexts);
  if (shape === undefined) return undefined;
  const count = list.length;
  const numbers = new Float64Array(count * names.length);
  const gathered = { count, names, areTexts, numbers, texts: names.map(() => "") };
  for (let row = 0; row < count; row++) {
    const object = list[row];
    if (!isPlain(object) || !take(object, shape, row, gathered)) return undefined;
  }
  const texts = gathered.texts.join("");
  // Of two halves of a character in two texts, only the core sees that they are two.
  if (!texts.isWellFormed()) return undefined;
  return {
    rest: typeof rest === "string" ? rest : rest(),
    list: name,
    names,
    areTexts,
    numbers,
    texts: encoder.encode(texts),
  };
}

const encoder = new TextEncoder();

/** The shape of the first object, whose columns get numbers and names. */
function shapeOf(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  names: string[],
  areTexts: boolean[],
): Shape | undefined {
  const keys = Object.keys(object);
  // No column would tell that it is there.
  if (keys.length === 0) return undefined;
  const parts: (number | Shape)[] = [];
  for (const key of keys) {
    const value = object[key];
    // The names of a path are parted by it.
    if (key.includes("/")) return undefined;
    if (typeof value === "number" || typeof value === "string") {
      parts.push(names.length);
      names.push(prefix + key);
      areTexts.push(typeof value === "string");
    } else {
      const part = isPlain(value) ? shapeOf(value, `${prefix}${key}/`, names, areTexts) : undefined;
      if (part === undefined) return undefined;
      parts.push(part);
    }
  }
  return { keys, parts };
}

/** Takes the members of one object; whether it has this shape. */
function take(
  object: Readonly<Record<string, unknown>>,
  { keys, parts }: Shape,
  row: number,
  into: Gathered,
): boolean {
  let at = 0;
  // The fastest way through an object. Members that are inherited are none of the shape.
  for (const key in object) {
    if (key !== keys[at]) return false;
    const part = parts[at++];
    const value = object[key];
    if (typeof value === "number") {
      if (typeof part !== "number" || into.areTexts[part] === true) return false;
      into.numbers[part * into.count + row] = value;
    } else if (typeof value === "string") {
      if (typeof part !== "number" || into.areTexts[part] !== true) return false;
      into.texts[part] = (into.texts[part] ?? "") + value;
      into.numbers[part * into.count + row] = value.length;
    } else if (typeof part !== "object" || !isPlain(value) || !take(value, part, row, into)) {
      return false;
    }
  }
  return at === keys.length;
}

/** An object as a literal makes it, which is in JSON what it is here. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !("toJSON" in value) &&
    !(Symbol.toStringTag in value)
  );
}
