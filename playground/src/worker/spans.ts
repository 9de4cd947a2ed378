/**
 * The spans of a document and their places in the sources. Which there are, and where they
 * stand, is what the package says.
 *
 * @module
 */

import { LlmTypesError, type ReferencedSpan, readLines, referencedSpans } from "llm-types/wasm";

import { type Given, type Linked, type LinkedSpan, MOST_SPANS } from "./questions.js";
import { SourcePlaces, dialectOf, sourcesOf } from "./sources.js";

/** The spans that have a source. */
export function linked(given: Given): Linked {
  let found: ReferencedSpan[];
  try {
    const sources = given.sources.length === 0 ? {} : { sources: sourcesOf(given.sources) };
    found = referencedSpans(given.text, { ...dialectOf(given), ...sources });
  } catch (failure) {
    if (failure instanceof LlmTypesError && failure.code !== "INTERNAL") {
      return { spans: [], several: false, total: 0 };
    }
    throw failure;
  }
  // Which document stands where is known of one document and of pure JSON Lines.
  const several = found.some(({ document }) => document !== undefined);
  if (several && readLines(given.text).some(({ error }) => error !== undefined)) {
    return { spans: [], several, total: 0 };
  }
  const sources = new SourcePlaces(given.sources);
  const spans: LinkedSpan[] = [];
  for (const span of found) {
    const { pointer, document = 0, source, byte_start: start, byte_end: end } = span;
    const inSource = source === undefined ? undefined : sources.rangeIn(source, start, end);
    if (inSource === undefined) continue;
    if (spans.length === MOST_SPANS) break;
    spans.push({ pointer, document, inSource, says: says(span), provedBy: span.proved_by });
  }
  sources.free();
  return { spans, several, total: found.length };
}

const PROOFS = {
  file_checksum: "proved by the checksum of its file",
  checksum: "proved by its checksum",
  text: "proved by its text",
  context: "proved by what stands around it, or a part of it",
  position: "proved by its place alone",
};

/** What a span says of bytes, lines and columns, and what proves it. */
function says(span: ReferencedSpan): string {
  const { byte_start: start, byte_end: end, start_line: line, start_col: column, proved_by: by } = span;
  const parts = [`bytes ${start}–${end}`];
  if (line !== undefined && column !== undefined) {
    parts.push(`${line}:${column}–${String(span.end_line)}:${String(span.end_col)}`);
  }
  if (by !== undefined) parts.push(PROOFS[by]);
  return parts.join(", ");
}
