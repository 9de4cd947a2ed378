/**
 * Texts for WebAssembly, written into its memory by the host's own encoder.
 *
 * @module
 */

import type { Lend, Lent } from "./backend.js";

/** What the module offers for it. */
interface Room {
  /** Where room for so many bytes is. */
  makeRoom(length: number): number;
  /** That room, until it is elsewhere or the memory of the module grows. */
  room(): Uint8Array;
}

/** The way into the room of a module. */
export function lending(module: Room): Lend {
  const encoder = new TextEncoder();
  let room: Uint8Array = new Uint8Array(0);
  let place = 0;
  return (text) => {
    // A code unit needs up to three bytes.
    const at = module.makeRoom(3 * text.length);
    // What memory has left behind by growing has no length.
    if (at !== place || room.length < 3 * text.length) [room, place] = [module.room(), at];
    return encoder.encodeInto(text, room).written as Lent;
  };
}
