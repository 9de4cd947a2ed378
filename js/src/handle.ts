/**
 * How the rest of the package gets at what a `LineIndex` keeps to itself.
 *
 * @module
 */

import type { IndexHandle } from "./backend.js";
import type { LineIndex } from "./text.js";

let opener: ((index: LineIndex) => IndexHandle) | undefined;

/** Called once by the class, which alone can read its private member. */
export function openWith(open: (index: LineIndex) => IndexHandle): void {
  opener = open;
}

/** The index in compiled memory. Throws `HANDLE_FREED` after `free()`. */
export function handleOf(index: LineIndex): IndexHandle {
  if (opener === undefined) throw new Error("the module of `LineIndex` has not run");
  return opener(index);
}
