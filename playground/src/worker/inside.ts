/**
 * The one JSON value of a text that has other text around it: an answer in prose, a fence, a log.
 *
 * Whether something is JSON is what the package says. What is here only knows where to ask: at
 * brackets. A place is given only where all that is left over is text, and no part of JSON: of a
 * document that is broken nothing must be cut out.
 *
 * @module
 */

import { LlmTypesError, locate, readLines } from "llm-types/wasm";

import type { Range } from "./questions.js";

/** A longer text is not asked about so often. */
const LONGEST = 4_000_000;
/** More brackets than these are not tried. */
const MOST_TRIES = 20;

/** Where it stands; nothing if there is none, if there are several, or if there is nothing around it. */
export function inside(text: string): Range | undefined {
  if (text.length > LONGEST) return undefined;
  const found: Range[] = [];
  let at = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const from = nextBracket(text, at);
    if (from < 0) return only(text, found);
    const to = endOf(text, from);
    // A brace that is left over is no prose, whichever value is the one.
    if (to === undefined && text[from] === "{") return undefined;
    if (to !== undefined) found.push({ from, to });
    if (found.filter((range) => text.slice(range.from, range.to).includes("{")).length > 1) return undefined;
    at = to ?? from + 1;
  }
  return undefined;
}

/** The one that is meant: on lines of its own if there is such a one, as documents stand in prose. */
function only(text: string, found: readonly Range[]): Range | undefined {
  const apart = found.filter((range) => isApart(text, range));
  const [one, ...others] = apart.length > 0 ? apart : found.filter((range) => isLikeADocument(text, range));
  if (one === undefined || others.length > 0) return undefined;
  const around = [text.slice(0, one.from), text.slice(one.to)];
  if (around.join("").trim() === "" || !around.every(isProse)) return undefined;
  // In the middle of a line a quote may be that of a key, and the value a member of something broken.
  return apart.length > 0 || !around.join("").includes('"') ? one : undefined;
}

function nextBracket(text: string, from: number): number {
  const found = text.slice(from).search(/[[{]/u);
  return found < 0 ? -1 : from + found;
}

/** One past the value that begins here, if one does: all that can be read, or what stands before that which cannot. */
function endOf(text: string, from: number): number | undefined {
  const rest = text.slice(from);
  const stop = fault(rest);
  if (stop === undefined) return from + rest.trimEnd().length;
  const bytes = new TextEncoder().encode(rest).subarray(0, stop);
  const head = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return stop > 0 && fault(head) === undefined ? from + head.trimEnd().length : undefined;
}

/** The byte at which a text cannot be read on as JSON; nothing if all of it is a value. */
function fault(text: string): number | undefined {
  try {
    locate(text, "");
    return undefined;
  } catch (failure) {
    if (!(failure instanceof LlmTypesError) || failure.code === "INTERNAL") throw failure;
    return failure.byteStart ?? 0;
  }
}

/** Whether it begins a line and ends one. */
function isApart(text: string, { from, to }: Range): boolean {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  return text.slice(lineStart, from).trim() === "" && /^[^\S\n]*(?:\n|$)/u.test(text.slice(to));
}

/** Whether it is an object, or a list of them; `see [1]` is not what a tool printed. */
function isLikeADocument(text: string, { from, to }: Range): boolean {
  return /^(?:\{|\[\s*\{)/u.test(text.slice(from, to));
}

/**
 * Whether it is no part of a document: no value stands alone on a line, no line begins as that of a
 * member does, and no bracket is open or lacks another.
 */
function isProse(text: string): boolean {
  if (/^\s*"/mu.test(text)) return false;
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/gu)) {
    if (bracket === "{" || bracket === "}") return false;
    open += bracket === "[" ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0 && readLines(text).every(({ error }) => error !== undefined);
}
