/**
 * The spans of a document, each with its place in the document and in its source.
 *
 * The envelope knows what a span is and which file it means; the list of changes knows
 * where in the document it came from.
 *
 * @module
 */

import {
  type Change,
  type Envelope,
  LlmTypesError,
  type Place,
  locate,
  normalize,
  readLines,
} from "llm-types/wasm";

import { Places } from "./places.js";
import type { Given, Linked, LinkedSpan } from "./questions.js";
import { SourcePlaces, dialectOf, sourcesOf } from "./sources.js";

/** Each span is looked up in the document by itself; what takes longer is left out. */
const BUDGET = 400;

interface Found {
  readonly pointer: string;
  readonly document: number;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly says: string;
}

/** The spans that can be shown on both sides. */
export function linked(given: Given): Linked {
  let made;
  try {
    const sources = given.sources.length === 0 ? {} : { sources: sourcesOf(given.sources) };
    made = normalize(given.text, { ...dialectOf(given), ...sources });
  } catch (failure) {
    if (failure instanceof LlmTypesError && failure.code !== "INTERNAL") {
      return { spans: [], total: 0 };
    }
    throw failure;
  }
  const several = made.documents > 1;
  const found: Found[] = [];
  for (const [document, envelope] of (made.envelopes ?? [made.envelope]).entries()) {
    collect(envelope, document, found);
  }
  const sources = new SourcePlaces(given.sources);
  sources.match(found.map(({ path }) => path));
  const origin = new Origin(made.changes);
  const places = new Places(given.text);
  const texts = several ? documents(given.text, places) : [{ text: given.text, at: 0 }];
  const spans: LinkedSpan[] = [];
  const until = performance.now() + BUDGET;
  for (const one of found) {
    const inSource = sources.range(one.path, one.start, one.end);
    const text = texts[one.document];
    if (inSource === undefined || text === undefined) continue;
    if (performance.now() > until) break;
    const pointer = parent(origin.of(`${one.pointer}/byte_start`, one.document));
    const place = placeOf(text.text, pointer);
    const inDocument = place && places.range(text.at + place.byte_start, text.at + place.byte_end);
    if (inDocument === undefined) continue;
    const { path, says } = one;
    spans.push({
      pointer,
      ...(several && { document: one.document }),
      path,
      inDocument,
      inSource,
      says,
    });
  }
  places.free();
  sources.free();
  return { spans, total: found.length };
}

/** Every object of an envelope that is a span by its members. */
function collect(envelope: Envelope, document: number, found: Found[]): void {
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null) return;
    const members = value as Partial<Record<string, unknown>>;
    const { file_path: path, byte_start: start, byte_end: end } = members;
    if (typeof path === "string" && typeof start === "number" && typeof end === "number") {
      found.push({ pointer, document, path, start, end, says: says(members, start, end) });
    }
    for (const [key, member] of Object.entries(value)) {
      if (key !== "origin") walk(member, `${pointer}/${escaped(key)}`);
    }
  };
  walk(envelope, "");
}

function says(span: Partial<Record<string, unknown>>, start: number, end: number): string {
  const { start_line, start_col, end_line, end_col } = span;
  const bytes = `bytes ${start}–${end}`;
  if (typeof start_line !== "number" || typeof start_col !== "number") return bytes;
  return `${bytes}, ${start_line}:${start_col}–${String(end_line)}:${String(end_col)}`;
}

/** The documents of JSON Lines, each with the byte that it starts at. */
function documents(text: string, places: Places): { text: string; at: number }[] {
  return readLines(text).map(({ byte_start, byte_end }) => {
    const range = places.range(byte_start, byte_end) ?? { from: 0, to: 0 };
    return { text: text.slice(range.from, range.to), at: byte_start };
  });
}

function placeOf(text: string, pointer: string): Place | undefined {
  try {
    return locate(text, pointer);
  } catch (failure) {
    if (failure instanceof LlmTypesError && failure.code !== "INTERNAL") return undefined;
    throw failure;
  }
}

/** Where the values of an envelope came from. */
class Origin {
  readonly #moved = new Map<string, string>();

  constructor(changes: readonly Change[]) {
    for (const { at, pointer, document = 0 } of changes) {
      if (at !== undefined && pointer !== "") this.#moved.set(`${document} ${at}`, pointer);
    }
  }

  /** The pointer in the document of what is at this one in the envelope. */
  of(at: string, document: number): string {
    for (let end = at.length; end > 0; end = at.lastIndexOf("/", end - 1)) {
      const moved = this.#moved.get(`${document} ${at.slice(0, end)}`);
      if (moved !== undefined) return moved + at.slice(end);
    }
    return at;
  }
}

function parent(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** A key in a JSON Pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
