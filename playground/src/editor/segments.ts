/**
 * Ranges that cover the same places, as segments that do not: an editor nests marks that
 * overlap, one element in another, and thousands of them are more than it can draw.
 *
 * @module
 */

import type { Range } from "../worker/questions.js";

/** What a range is shown as, the weakest first. */
export const KINDS = ["span", "doubt", "wrong", "lit"] as const;

/** What a range is shown as. */
export type As = (typeof KINDS)[number];

/** A stretch of a text, or a place in it, and all that covers it. */
export interface Segment extends Range {
  readonly as: readonly As[];
}

/** The segments of ranges in any order, by their places; stretches beside each other that are covered alike are one. */
export function segments(ranges: readonly (Range & { readonly as: As })[]): Segment[] {
  const ends: { at: number; kind: number; by: 1 | -1 }[] = [];
  const places = new Map<number, Set<number>>();
  for (const { from, to, as } of ranges) {
    const kind = KINDS.indexOf(as);
    if (from < to) ends.push({ at: from, kind, by: 1 }, { at: to, kind, by: -1 });
    else places.set(from, (places.get(from) ?? new Set()).add(kind));
  }
  ends.sort((a, b) => a.at - b.at);
  const found: Segment[] = [...places].map(([at, kinds]) => ({ from: at, to: at, as: KINDS.filter((_, kind) => kinds.has(kind)) }));
  const open = KINDS.map(() => 0);
  let now: Segment | undefined;
  for (let next = 0; next < ends.length; ) {
    const at = ends[next]?.at ?? 0;
    for (; ends[next]?.at === at; next += 1) {
      const end = ends[next];
      if (end !== undefined) open[end.kind] = (open[end.kind] ?? 0) + end.by;
    }
    const as = KINDS.filter((_, kind) => (open[kind] ?? 0) > 0);
    if (as.join() === now?.as.join()) continue;
    if (now !== undefined) found.push({ ...now, to: at });
    now = as.length > 0 ? { from: at, to: at, as } : undefined;
  }
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}
