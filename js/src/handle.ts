/**
 * How the rest of the package gets at what a `LineIndex` keeps to itself.
 *
 * @module
 */

import type { IndexHandle } from "./backend.js";
import { isInstance, wrongType } from "./input.js";
import type { LineIndex } from "./text.js";

interface Opener {
  readonly made: abstract new (...given: never[]) => LineIndex;
  readonly open: (value: unknown) => IndexHandle | undefined;
}

let opener: Opener | undefined;

/** Called once by the class, which alone can read its private member. */
export function openWith(made: Opener["made"], open: Opener["open"]): void {
  opener = { made, open };
}

/**
 * The index in compiled memory. Throws `HANDLE_FREED` after `free()`, and `WRONG_TYPE` for
 * what is no index; a proxy of one is none.
 */
export function handleOf(index: unknown): IndexHandle {
  if (opener === undefined) throw new Error("the module of `LineIndex` has not run");
  const handle = opener.open(index);
  if (handle !== undefined) return handle;
  const expected = "a LineIndex";
  if (isInstance(index, opener.made)) throw wrongType(expected, index, "a proxy of a LineIndex");
  throw wrongType(expected, index);
}
