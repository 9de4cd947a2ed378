/**
 * The options of the verbs on documents, checked on their way into compiled code.
 *
 * @module
 */

import type { DocumentOptions, ReadLimits } from "./backend.js";
import {
  members,
  number,
  optionalBoolean,
  optionalString,
  options as optionsOf,
  string,
  unchanging,
  utf8,
  wrongType,
} from "./input.js";

type Option = "dialect" | "sources" | "root" | "strict" | "origin" | "read";

/** What a verb was told, as compiled code takes it; nothing if it was told nothing. */
export function tell(value: unknown, names: readonly Option[]): DocumentOptions | undefined {
  if (value === undefined) return undefined;
  const given = optionsOf(value, names);
  const told: DocumentOptions = {};
  const [dialect, root] = [optionalString(given.dialect), optionalString(given.root)];
  const [strict, origin] = [optionalBoolean(given.strict), optionalBoolean(given.origin)];
  if (dialect !== undefined) told.dialect = dialect;
  if (root !== undefined) told.root = root;
  if (strict !== undefined) told.strict = strict;
  if (origin !== undefined) told.origin = origin;
  if (given.read !== undefined) told.read = limits(given.read);
  if (given.sources !== undefined) {
    const entries = sourceTexts(given.sources);
    told.paths = entries.map(([path]) => string(path));
    told.texts = entries.map(([, text]) => utf8(text));
    givenTexts.set(told, entries.map(([, text]) => text));
  }
  return told;
}

/** The source texts as they were given: they are asked for once. */
const givenTexts = new WeakMap<DocumentOptions, unknown[]>();

/** The same at any later time, whatever becomes of the sources until then. */
export function later(told: DocumentOptions | undefined): () => DocumentOptions | undefined {
  if (told?.texts === undefined) return () => told;
  const rest = { ...told };
  delete rest.texts;
  const kept = (givenTexts.get(told) ?? told.texts).map(unchanging);
  return () => ({ ...rest, texts: kept.map(utf8) });
}

/** The paths and texts of sources, one by one. */
export function sourceTexts(sources: unknown): [unknown, unknown][] {
  if (sources instanceof Map) return [...(sources as Map<unknown, unknown>)];
  if (Array.isArray(sources)) throw wrongType("an object or a Map of source texts", sources);
  return Object.entries(members(sources, "an object or a Map of source texts"));
}

const LIMITS = ["maxDepth", "maxBytes", "maxStringBytes", "maxNumberBytes", "maxItems"] as const;
const POLICIES = ["duplicateKeys", "loneSurrogates"] as const;

function limits(value: unknown): ReadLimits {
  const given = optionsOf(value, [...LIMITS, ...POLICIES]);
  const told: ReadLimits = {};
  for (const name of LIMITS) {
    if (given[name] !== undefined) told[name] = number(given[name]);
  }
  for (const name of POLICIES) {
    if (given[name] !== undefined) told[name] = string(given[name]);
  }
  return told;
}
