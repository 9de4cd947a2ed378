/**
 * Results on their way out of compiled code: what is large is made when it is asked for.
 *
 * To a caller a result is a plain object all the same: its members are its own, can be
 * listed, copied, written as JSON and replaced. Until somebody reads it, a member that is
 * large is an accessor; from then on it is a value.
 *
 * @module
 */

import type { Parts } from "./backend.js";
import type { Checked, NotChecked, Validation } from "./types.generated.js";

/** The result that the parts make. `changes` is how to get at changes that are no part. */
export function result(parts: Parts, changes?: () => string | undefined): object {
  const { head, text } = parts;
  const made = JSON.parse(head) as Result;
  const makes: Makes = {};
  if (text !== undefined) {
    made.text = text;
    if (made.envelopes !== undefined) {
      let read: unknown[] | undefined;
      const envelopes = () => (read ??= text.split("\n").map((line): unknown => JSON.parse(line)));
      makes.envelopes = envelopes;
      makes.envelope = () => envelopes()[0];
    } else if (made.envelope !== undefined) {
      makes.envelope = () => JSON.parse(text);
    }
  }
  if (parts.changed) {
    makes.changes = () => JSON.parse(changes?.() ?? parts.changes ?? "[]");
  }
  return withLater(made, makes);
}

/** The object, with a list that stays JSON text until somebody reads it, unless it is short. */
export function withList<T extends object>(
  members: T,
  name: string & keyof T,
  text: string | undefined,
): T {
  if (text === undefined) return members;
  if (text.length >= FEW) return withLater(members, { [name]: (): unknown => JSON.parse(text) });
  return Object.assign(members, { [name]: JSON.parse(text) as unknown });
}

/** Code units of JSON that are parsed sooner than a member is made that waits for its reader. */
const FEW = 2 ** 10;

/** The verdict that a row makes; see the `verdict_row` of the core. */
export function verdict(row: string): Validation {
  const end = row.indexOf("\n");
  const fields = (end < 0 ? row : row.slice(0, end)).split("\t");
  const [ok, documents, structure, semantics, proved, total, dialect, generation] = fields;
  const left: NotChecked[] = [];
  for (let at = 8; at + 1 < fields.length; at += 2) {
    left.push({ what: unescaped(fields[at]), why: unescaped(fields[at + 1]) });
  }
  const checked: Checked = {
    not_checked: left,
    semantics: semantics === "1",
    source: { spans_proved: Number(proved), spans_total: Number(total) },
    structure: structure === "1",
  };
  // The members stand in the order in which they do in canonical JSON.
  const made = { checked, diagnostics: [] } as Partial<Validation>;
  if (dialect) made.dialect = unescaped(dialect);
  made.documents = Number(documents);
  if (generation) made.generation = unescaped(generation);
  made.ok = ok === "1";
  return withList(made as Validation, "diagnostics", end < 0 ? undefined : row.slice(end + 1));
}

/** A text that is escaped as in JSON. */
function unescaped(text = ""): string {
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** The results of several documents. */
export function results(all: readonly Parts[]): object[] {
  return all.map((parts) => result(parts));
}

/** The members that need more than `JSON.parse`. */
interface Result {
  text?: string;
  envelope?: unknown;
  envelopes?: readonly unknown[];
  changes?: unknown;
}

type Make = () => unknown;

/** What makes members, by their names: each is called once at the most. */
interface Makes {
  changes?: Make;
  envelope?: Make;
  envelopes?: Make;
  [name: string]: Make | undefined;
}

/** An object with members that are made when they are first read. */
interface Made {
  [MAKES]: Makes;
  [name: string]: unknown;
}

/**
 * Where an object keeps what makes its members: under a symbol, which no list of its members shows, but
 * which goes along when the object is copied with its accessors.
 */
const MAKES = Symbol("makes");

/** How Node prints an object: members that are not made yet have to be made for it. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

function shown(this: object): object {
  return { ...this };
}

const SHOWN = { value: shown, configurable: true, writable: true };

/** The same members in the same order; those that something makes wait for their readers. */
function withLater<T extends object>(members: T, makes: Makes): T {
  const names = Object.keys(members) as (string & keyof T)[];
  if (!names.some((name) => makes[name] !== undefined)) return members;
  const object = {} as T;
  Object.defineProperty(object, MAKES, { value: makes, configurable: true, writable: true });
  Object.defineProperty(object, INSPECT, SHOWN);
  for (const name of names) {
    if (makes[name] === undefined) object[name] = members[name];
    else Object.defineProperty(object, name, accessor(name));
  }
  return object;
}

const accessors = new Map<string, PropertyDescriptor>();

/**
 * The accessor of a name: one for all objects. An engine would keep a layout for each object
 * that had functions of its own here, which takes longer than all else in this file.
 */
function accessor(name: string): PropertyDescriptor {
  let known = accessors.get(name);
  if (known === undefined) {
    known = {
      configurable: true,
      enumerable: true,
      get(this: Partial<Made>) {
        return read(this, name);
      },
      // As for a plain member: an object that inherits it gets its own, a frozen one refuses.
      set(this: object, value: unknown) {
        if (!put(this, name, value)) {
          throw new TypeError(`Cannot assign to read only property '${name}' of object`);
        }
      },
    };
    accessors.set(name, known);
  }
  return known;
}

/** A member that nobody has read yet, of this object or of one that it inherits from. */
function read(object: Partial<Made>, name: string): unknown {
  const makes = object[MAKES];
  const make = makes?.[name];
  if (makes === undefined || make === undefined) {
    throw new TypeError(`\`${name}\` was taken from its object before it was read`);
  }
  const made = make();
  // A frozen object keeps the accessor.
  makes[name] = () => made;
  let owner: object = object;
  while (!Object.hasOwn(owner, MAKES)) owner = Object.getPrototypeOf(owner) as object;
  put(owner, name, made);
  return made;
}

function put(where: object, name: string, value: unknown): boolean {
  return Reflect.defineProperty(where, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
