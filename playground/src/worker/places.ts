/**
 * From the bytes of results to the UTF-16 code units of editors.
 *
 * @module
 */

import { LineIndex } from "llm-types/wasm";

import type { Range } from "./questions.js";

/** Carries offsets of one text over. */
export class Places {
  readonly #index: LineIndex;

  constructor(text: string | Uint8Array) {
    this.#index = new LineIndex(text, { illFormed: "replacement" });
  }

  /** The index, for other questions. */
  get index(): LineIndex {
    return this.#index;
  }

  /** The range of bytes in UTF-16 code units; nothing if it is no range of this text. */
  range(start: number | undefined, end: number | undefined): Range | undefined {
    if (start === undefined || end === undefined || start > end || end > this.#index.byteLength) {
      return undefined;
    }
    // A finding about ill-formed text may begin inside of a character.
    const from = this.#unit(this.#index.floorCharBoundary(start));
    const to = this.#unit(this.#index.ceilCharBoundary(end));
    return from === undefined || to === undefined ? undefined : { from, to };
  }

  #unit(byte: number): number | undefined {
    try {
      return this.#index.convertOffset(byte, "utf-8", "utf-16");
    } catch {
      return undefined;
    }
  }

  free(): void {
    this.#index.free();
  }
}
