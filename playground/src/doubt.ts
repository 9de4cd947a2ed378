/**
 * Which spans are not to be shown as proved. The package counts those that are, and does not
 * name them; so a span counts as proved only if nothing that was found or left out is about it.
 *
 * @module
 */

import type { Checked, LinkedSpan, Value } from "./worker/questions.js";

/** Findings about all that a document says of a file. */
const OF_FILES = new Set(["FILE_STALE", "FILE_CHANGED"]);

/** The spans that something speaks against, or that nothing was found out about. */
export function doubted(spans: readonly LinkedSpan[], checked: Checked): ReadonlySet<LinkedSpan> {
  const { validation, problems, counts, missing } = checked;
  const all = new Set(spans);
  if (validation === undefined) return all;
  const { source, not_checked: left } = validation.checked;
  if (source.spans_total > 0 && source.spans_proved === source.spans_total) return new Set();
  // Of findings that are only counted nobody knows what they are about.
  if (Object.values(counts).reduce((sum, it) => sum + it, 0) > problems.length) return all;

  const sourceOf = new Map(spans.map((span) => [keyOf(elementOf(span)), span.inSource.source]));
  const paths = new Set(spans.map(({ path }) => path));
  const elements = new Set<string>();
  const sources = new Set<number>();
  for (const { found: { code, pointer, document = 0 } } of problems) {
    if (pointer === undefined) return all;
    const around = ancestors(pointer).map((at) => keyOf({ document, pointer: at }));
    for (const key of around) elements.add(key);
    if (!OF_FILES.has(code)) continue;
    const named = around.find((key) => sourceOf.has(key));
    if (named === undefined) return all;
    sources.add(sourceOf.get(named) ?? 0);
  }
  const unread = new Set<string>();
  for (const { what } of left) {
    if (paths.has(what)) unread.add(what);
    // A text that is not there is that of no span here.
    else if (!missing.includes(what)) return all;
  }
  const found = new Set(
    spans.filter(
      (span) => sources.has(span.inSource.source) || unread.has(span.path) || elements.has(keyOf(elementOf(span))),
    ),
  );
  return spans.length - found.size > source.spans_proved ? all : found;
}

/** The element of a list that a span belongs to, or the object around it: the nearest thing that findings are about. */
function elementOf({ document, pointer }: Value): Value {
  const parts = pointer.split("/");
  const at = parts.findLastIndex((part) => /^\d+$/u.test(part));
  return { document, pointer: parts.slice(0, at < 0 ? -1 : at + 1).join("/") };
}

/** A pointer, and those of all that it is in. */
function ancestors(pointer: string): string[] {
  const found = [pointer];
  for (let at = pointer.lastIndexOf("/"); at >= 0; at = pointer.lastIndexOf("/", at - 1)) {
    found.push(pointer.slice(0, at));
    if (at === 0) break;
  }
  return found;
}

function keyOf({ document, pointer }: Value): string {
  return `${document} ${pointer}`;
}
