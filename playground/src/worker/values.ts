/**
 * Values of a document and where they stand in its text, both ways.
 *
 * @module
 */

import { LlmTypesError, locate, readLines } from "llm-types/wasm";

import { Places } from "./places.js";
import type { Questions, Range, Value } from "./questions.js";

/**
 * The innermost value around a place.
 *
 * The reader says of a text that ends too early which value it was in. So the text is
 * read up to the place.
 */
export function around({ text, several, at }: Questions["around"]["ask"]): Value | null {
  let [document, start] = [0, 0];
  if (several) {
    const lines = documents(text);
    document = lines.findIndex(({ from, to }) => from <= at && at <= to);
    if (document < 0) return null;
    start = lines[document]?.from ?? 0;
  }
  try {
    locate(text.slice(start, at), "");
    // All of it was read: the place is behind the document.
    return null;
  } catch (failure) {
    if (!(failure instanceof LlmTypesError) || failure.code === "INTERNAL") throw failure;
    return failure.pointer === undefined ? null : { document, pointer: failure.pointer };
  }
}

/** Where values stand. */
export function placesOf({ text, several, values }: Questions["places"]["ask"]): (Range | null)[] {
  const lines = several ? documents(text) : [{ from: 0, to: text.length }];
  return values.map(({ document, pointer }) => {
    const line = lines[document];
    if (line === undefined) return null;
    const its = text.slice(line.from, line.to);
    try {
      const { byte_start, byte_end } = locate(its, pointer);
      const places = new Places(its);
      const found = places.range(byte_start, byte_end);
      places.free();
      return found === undefined ? null : { from: line.from + found.from, to: line.from + found.to };
    } catch (failure) {
      if (failure instanceof LlmTypesError && failure.code !== "INTERNAL") return null;
      throw failure;
    }
  });
}

/** The documents of JSON Lines. */
function documents(text: string): Range[] {
  const places = new Places(text);
  const found = readLines(text).map(
    ({ byte_start, byte_end }) => places.range(byte_start, byte_end) ?? { from: 0, to: 0 },
  );
  places.free();
  return found;
}
