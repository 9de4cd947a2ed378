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

/** The result that the parts make. */
export function result({ head, text, changes }: Parts): object {
  const made = JSON.parse(head) as Result;
  if (text !== undefined) {
    made.text = text;
    if (made.envelopes !== undefined) {
      later(made, "envelopes", () => text.split("\n").map((line): unknown => JSON.parse(line)));
      later(made, "envelope", () => made.envelopes?.[0]);
    } else if (made.envelope !== undefined) {
      later(made, "envelope", (): unknown => JSON.parse(text));
    }
  }
  if (changes !== undefined) {
    later(made, "changes", (): unknown =>
      JSON.parse(typeof changes === "string" ? changes : changes.json()),
    );
  }
  if (made.envelope !== undefined || changes !== undefined) {
    Object.defineProperty(made, INSPECT, { value: shown, configurable: true, writable: true });
  }
  return made;
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
  let made: { readonly value: unknown } | undefined;
  const put = (value: unknown): void => {
    made = { value };
    // A frozen object keeps the accessor.
    Reflect.defineProperty(object, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  };
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      if (made === undefined) put(make());
      return made?.value;
    },
    set: put,
  });
}
