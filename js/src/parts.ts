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

/** The result that the parts make. `changes` is how to get at changes that are no part. */
export function result(parts: Parts, changes?: () => string | undefined): object {
  const { head, text } = parts;
  const made = JSON.parse(head) as Result;
  const lazy: (readonly [name: string, make: () => unknown])[] = [];
  if (text !== undefined) {
    made.text = text;
    if (made.envelopes !== undefined) {
      lazy.push(["envelopes", () => text.split("\n").map((line): unknown => JSON.parse(line))]);
      lazy.push(["envelope", () => made.envelopes?.[0]]);
    } else if (made.envelope !== undefined) {
      lazy.push(["envelope", (): unknown => JSON.parse(text)]);
    }
  }
  if (parts.changed) {
    lazy.push(["changes", (): unknown => JSON.parse(changes?.() ?? parts.changes ?? "[]")]);
  }
  return withLater(made, lazy);
}

/** The object, with a list that stays JSON text until somebody reads it. */
export function withList<T extends object>(object: T, name: string, text: string | undefined): T {
  return withLater(object, text === undefined ? [] : [[name, (): unknown => JSON.parse(text)]]);
}

function withLater<T extends object>(
  object: T,
  lazy: readonly (readonly [name: string, make: () => unknown])[],
): T {
  for (const [name, make] of lazy) later(object, name, make);
  if (lazy.length > 0) {
    Object.defineProperty(object, INSPECT, { value: shown, configurable: true, writable: true });
  }
  return object;
}

/** The verdict that two lines make; see the `verdict_lines` of the core. */
export function verdict(lines: string): object {
  const end = lines.indexOf("\n");
  if (end < 0) return JSON.parse(lines) as object;
  return withList(JSON.parse(lines.slice(0, end)) as object, "diagnostics", lines.slice(end + 1));
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

/** How Node prints an object: members that are not made yet have to be made for it. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

function shown(this: object): object {
  return { ...this };
}

/** A member that is made by the first who reads it. */
function later(object: object, name: string, make: () => unknown): void {
  let makes: (() => unknown) | undefined = make;
  let made: unknown;
  const put = (where: object, value: unknown): boolean =>
    Reflect.defineProperty(where, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      if (makes !== undefined) {
        made = makes();
        makes = undefined;
        // A frozen object keeps the accessor.
        put(object, made);
      }
      return made;
    },
    // As for a plain member: an object that inherits it gets its own, a frozen one refuses.
    set(this: object, value: unknown) {
      if (!put(this, value)) {
        throw new TypeError(`Cannot assign to read only property '${name}' of object`);
      }
    },
  });
}
