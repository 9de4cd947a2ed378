/**
 * The spans of a document, each with its value in the document and its place in its source.
 *
 * The envelope knows what a span is and which file it means; the list of changes knows
 * where in the document it came from.
 *
 * @module
 */

import { type Change, type Envelope, LlmTypesError, normalize, readLines } from "llm-types/wasm";

import { type Given, type Linked, type LinkedSpan, MOST_SPANS } from "./questions.js";
import { SourcePlaces, dialectOf, sourcesOf } from "./sources.js";

interface Found {
  readonly pointer: string;
  readonly document: number;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly says: string;
}

/** The spans that have a source. */
export function linked(given: Given): Linked {
  let made;
  try {
    const sources = given.sources.length === 0 ? {} : { sources: sourcesOf(given.sources) };
    made = normalize(given.text, { ...dialectOf(given), ...sources });
  } catch (failure) {
    if (failure instanceof LlmTypesError && failure.code !== "INTERNAL") {
      return { spans: [], several: false, total: 0 };
    }
    throw failure;
  }
  // Which document stands where is known of one document and of pure JSON Lines.
  const several = made.documents > 1;
  if (several && !isLines(given.text, made.documents, made.envelopes?.length)) {
    return { spans: [], several, total: 0 };
  }
  const found: Found[] = [];
  for (const [document, envelope] of (made.envelopes ?? [made.envelope]).entries()) {
    collect(envelope, document, found);
  }
  const sources = new SourcePlaces(given.sources);
  sources.match(found.map(({ path }) => path));
  const origin = new Origin(made.changes);
  const spans: LinkedSpan[] = [];
  for (const { pointer, document, path, start, end, says } of found) {
    const inSource = sources.range(path, start, end);
    if (inSource === undefined) continue;
    if (spans.length === MOST_SPANS) break;
    const home = parent(origin.of(`${pointer}/byte_start`, document));
    spans.push({ pointer: home, document, inSource, says });
  }
  sources.free();
  return { spans, several, total: found.length };
}

/** Whether each line is a document, and each document became an envelope. */
function isLines(text: string, documents: number, envelopes: number | undefined): boolean {
  if (documents !== envelopes) return false;
  const lines = readLines(text);
  return lines.length === documents && lines.every(({ error }) => error === undefined);
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
