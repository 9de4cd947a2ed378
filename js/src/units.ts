/**
 * The fastest way for a string into compiled code where `Buffer` exists: its code
 * units, copied as they are. V8 copies them 10 to 20 times faster than it encodes
 * UTF-8, and the core encodes and checks in one pass.
 *
 * @module
 */

import { Buffer } from "node:buffer";

import type { CopyUnits } from "./backend.js";

/** `Buffer` writes little-endian, and a `Uint16Array` reads as the machine does. */
const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** How Node copies code units. */
export const copyUnits: CopyUnits | undefined = LITTLE_ENDIAN
  ? (text, start, into) => {
      const view = Buffer.from(into.buffer, into.byteOffset, into.byteLength);
      const piece = text.length <= into.length ? text : text.slice(start, start + into.length);
      return view.write(piece, "utf16le") / 2;
    }
  : undefined;
