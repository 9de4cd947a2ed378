/**
 * The options of the verbs on documents, checked on their way into compiled code.
 *
 * @module
 */

import type { DocumentOptions, ReadLimits } from "./backend.js";
import {
  booleanOption,
  entries as entriesOf,
  isList,
  isMap,
  item,
  numberOption,
  options as optionsOf,
  string,
  stringOption,
  unchanging,
  unreadable,
  utf8,
  wrongType,
} from "./input.js";

type Option = "dialect" | "sources" | "root" | "strict" | "origin" | "read";

/** The options of a verb, as compiled code takes them; nothing if none were given. */
export function crossingOptions(
  value: unknown,
  names: readonly Option[],
  sources = "sources",
): DocumentOptions | undefined {
  if (value === undefined) return undefined;
  const given = optionsOf(value, names);
  const crossing: DocumentOptions = {};
  const [dialect, root] = [stringOption(given, "dialect"), stringOption(given, "root")];
  const [strict, origin] = [booleanOption(given, "strict"), booleanOption(given, "origin")];
  if (dialect !== undefined) crossing.dialect = dialect;
  if (root !== undefined) crossing.root = root;
  if (strict !== undefined) crossing.strict = strict;
  if (origin !== undefined) crossing.origin = origin;
  const read = crossingLimits(given.read);
  if (read !== undefined) crossing.read = read;
  if (given.sources !== undefined) addSources(crossing, given.sources, sources);
  return crossing;
}

/** Adds the source texts, which are the argument of this name. */
export function addSources(crossing: DocumentOptions, sources: unknown, name = "sources"): void {
  const entries = sourceTexts(sources, name);
  crossing.paths = entries.map(([path]) => path);
  crossing.texts = entries.map(([path, text]) => sourceText(path, text));
  givenTexts.set(crossing, entries.map(([, text]) => text));
}

/** The options that add something, with the core's word for each. */
const ADDITIONS = {
  context: "context",
  checksums: "checksums",
  semantics: "semantics",
  positions: "positions",
  utf16: "utf16",
  fingerprints: "fingerprints",
  errorCodes: "error_codes",
  atomic: "atomic",
  fullContext: "full_context",
} as const;

type Addition = keyof typeof ADDITIONS;

const COMMON = ["dialect", "sources", "root", "origin", "read"] as const;

/** What is to be added, as compiled code takes it. */
export function crossingAdditions(options: unknown): DocumentOptions {
  const additions = Object.keys(ADDITIONS) as Addition[];
  const given = optionsOf(options, [...additions, "contextLines", "overwrite", ...COMMON]);
  const rest = Object.fromEntries(COMMON.map((name) => [name, given[name]]));
  const crossing = crossingOptions(rest, COMMON) ?? {};
  crossing.adds = additions
    .filter((name) => booleanOption(given, name) === true)
    .map((name) => ADDITIONS[name]);
  const lines = numberOption(given, "contextLines");
  if (lines !== undefined) crossing.contextLines = lines;
  crossing.overwrite = booleanOption(given, "overwrite") ?? false;
  return crossing;
}

/** The source texts as they were given: they are asked for once. */
const givenTexts = new WeakMap<DocumentOptions, unknown[]>();

/** The same at any later time, whatever becomes of the sources until then. */
export function later(crossing: DocumentOptions | undefined): () => DocumentOptions | undefined {
  if (crossing?.texts === undefined) return () => crossing;
  const rest = { ...crossing };
  delete rest.texts;
  const kept = (givenTexts.get(crossing) ?? crossing.texts).map(unchanging);
  return () => ({ ...rest, texts: kept.map((text) => utf8(text)) });
}

/** The paths and texts of sources, one by one; of the argument of this name. */
export function sourceTexts(sources: unknown, name: string): [string, unknown][] {
  return byPath(sources, `source texts as \`${name}\``, "a source");
}

/** What an object or a Map has by paths, one by one. `each`: what each path is that of. */
export function byPath(held: unknown, what: string, each: string): [string, unknown][] {
  const expected = `an object or a Map of ${what}`;
  if (isMap(held)) {
    const pairs = `${expected}, which has pairs`;
    const path = `a string as the path of ${each}`;
    return listed(held, expected).map((entry) => {
      if (!isList(entry)) throw wrongType(pairs, entry);
      return [string(item(entry, 0, pairs), path), item(entry, 1, pairs)];
    });
  }
  return entriesOf(held, expected);
}

/** What something gives that says that it is a `Map`: what only looks like one throws here. */
function listed(held: ReadonlyMap<unknown, unknown>, expected: string): unknown[] {
  try {
    return Array.from(held);
  } catch (failure) {
    throw unreadable(expected, "a Map that", failure);
  }
}

/** The bytes of one of them. */
export function sourceText(path: string, text: unknown): Uint8Array {
  return utf8(text, `a string or a Uint8Array as the text of \`${path}\``);
}

const LIMITS = ["maxDepth", "maxBytes", "maxStringBytes", "maxNumberBytes", "maxItems"] as const;
const POLICIES = ["duplicateKeys", "loneSurrogates"] as const;

/** Limits of reading, as compiled code takes them; nothing if none were given. */
export function crossingLimits(value: unknown): ReadLimits | undefined {
  if (value === undefined) return undefined;
  const given = optionsOf(value, [...LIMITS, ...POLICIES]);
  const taken: ReadLimits = {};
  for (const name of LIMITS) {
    const limit = numberOption(given, name);
    if (limit !== undefined) taken[name] = limit;
  }
  for (const name of POLICIES) {
    const policy = stringOption(given, name);
    if (policy !== undefined) taken[name] = policy;
  }
  return taken;
}
