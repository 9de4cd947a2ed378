/**
 * Names of things: span ids, match ids, execution ids.
 *
 * All of them are recipes of tools that ship today; `…In` takes the recipe by name,
 * and `classify…` says which recipe made an id that was read. Nothing here replaces
 * an id of a tool. A path is hashed as it is spelt: `./a.rs` and `a.rs` differ.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { block, bytes, each, isList, member, members, number, string, wrongType } from "./input.js";

/**
 * How the two offsets enter the hash: eight big-endian bytes each (ours, and a 64-bit
 * Magellan or Splice), four (the same code built for 32 bits), or decimal digits
 * (llmgrep).
 */
export type SpanIdScheme = "be64" | "be32" | "decimal";

/** What a span id is made of. */
export interface SpanKey {
  /** The path, hashed as it is spelt. */
  readonly path: string;
  /** First byte, in UTF-8 bytes from the start of the file. */
  readonly start: number;
  /** One past the last byte. */
  readonly end: number;
}

/** A recipe for a match id: Magellan's for symbols and for references, llmgrep's. */
export type MatchIdScheme = "siphash" | "siphash_ref" | "sha256";

/** What a match id turned out to be. */
export type MatchIdKind = MatchIdScheme | "uuid" | "other";

/** What an execution id looks like. */
export type ExecutionIdKind = "uuid" | "hex-pid" | "other";

/**
 * The span id of bytes `start` to `end` of `path`: 16 hexadecimal digits.
 *
 * For many spans, {@link spanIds} is faster.
 *
 * @param start - First byte, in UTF-8 bytes from the start of the file.
 * @param end - One past the last byte.
 * @throws {@link LlmTypesError} `REVERSED`; `NOT_AN_INTEGER`, `NEGATIVE_OFFSET`,
 *   `UNSAFE_INTEGER`; `ILL_FORMED` for a path with a lone surrogate.
 *
 * @example
 * ```ts
 * import { spanId } from "llm-types";
 *
 * console.log(spanId("src/main.rs", 42, 100)); // => 7b5b5c81a7147a21
 * ```
 */
export function spanId(path: string, start: number, end: number): string {
  return guarded(() => backend().spanId(undefined, string(path), number(start, "start"), number(end, "end")));
}

/**
 * {@link spanId} under a named scheme.
 *
 * @throws {@link LlmTypesError} As {@link spanId}; `UNKNOWN_ID_SCHEME`;
 *   `OFFSET_TOO_WIDE` for an offset that `be32` cannot write.
 *
 * @example
 * ```ts
 * import { spanIdIn } from "llm-types";
 *
 * console.log(spanIdIn("decimal", "main.rs", 10, 20)); // => a90d49c997c2cb65
 * ```
 */
export function spanIdIn(
  scheme: SpanIdScheme,
  path: string,
  start: number,
  end: number,
): string {
  return guarded(() => backend().spanId(string(scheme, "a string as `scheme`"), string(path), number(start, "start"), number(end, "end")));
}

/**
 * The span ids of many spans, in their order.
 *
 * @throws {@link LlmTypesError} As {@link spanId}, with `index` of the first bad key.
 *
 * @example
 * ```ts
 * import { spanIds } from "llm-types";
 *
 * const ids = spanIds([
 *   { path: "src/main.rs", start: 42, end: 100 },
 *   { path: "src/lib.rs", start: 100, end: 200 },
 * ]);
 * console.log(ids.join(" ")); // => 7b5b5c81a7147a21 318374eb7da4e671
 * ```
 */
export function spanIds(keys: readonly SpanKey[]): string[] {
  return guarded(() => many(undefined, keys));
}

/**
 * {@link spanIds} under a named scheme.
 *
 * @throws {@link LlmTypesError} As {@link spanIdIn}, with `index` of the first bad key.
 *
 * @example
 * ```ts
 * import { spanIdsIn } from "llm-types";
 *
 * const keys = [{ path: "main.rs", start: 10, end: 20 }];
 * console.log(spanIdsIn("decimal", keys)); // => [ 'a90d49c997c2cb65' ]
 * ```
 */
export function spanIdsIn(scheme: SpanIdScheme, keys: readonly SpanKey[]): string[] {
  return guarded(() => many(string(scheme, "a string as `scheme`"), keys));
}

const DIGITS = 16;

function many(scheme: string | undefined, keys: unknown): string[] {
  const [list, expected] = ["an array of span keys", "a span key"];
  if (!isList(keys)) throw wrongType(list, keys);
  // Few files have many spans: each path crosses once.
  const places = new Map<string, number>();
  const starts = block(keys, list);
  const ends = block(keys, list);
  const which = new Uint32Array(keys.length);
  each(keys, list, (one, i) => {
    const key = members(one, expected);
    const path = member(key, "path", expected) as string;
    let place = places.get(path);
    if (place === undefined) {
      place = places.size;
      places.set(string(path, "a string as `path`"), place);
    }
    which[i] = place;
    starts[i] = number(member(key, "start", expected), "start");
    ends[i] = number(member(key, "end", expected), "end");
  });
  const packed = backend().spanIds(scheme, [...places.keys()], which, starts, ends);
  return Array.from({ length: keys.length }, (_, i) =>
    packed.slice(i * DIGITS, (i + 1) * DIGITS),
  );
}

/**
 * The scheme that gives `id` for these values, or `null`. Letter case is ignored.
 *
 * @throws {@link LlmTypesError} For numbers that are no offsets.
 *
 * @example
 * ```ts
 * import { classifySpanId } from "llm-types";
 *
 * console.log(classifySpanId("fc434b35b43418b6", "src/main.rs", 42, 100)); // => be32
 * ```
 */
export function classifySpanId(
  id: string,
  path: string,
  start: number,
  end: number,
): SpanIdScheme | null {
  const scheme = guarded(() =>
    backend().classifySpanId(string(id), string(path), number(start, "start"), number(end, "end")),
  );
  return (scheme ?? null) as SpanIdScheme | null;
}

/**
 * Rule ids about the spelling of a span id: `ID_EMPTY`, `ID_RANDOM`, `ID_NOT_HEX`,
 * `ID_LENGTH`, `ID_UPPERCASE`. Empty for 16 lower-case hexadecimal digits.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { spanIdFindings } from "llm-types";
 *
 * console.log(spanIdFindings("93C2EE22C727B126")); // => [ 'ID_UPPERCASE' ]
 * ```
 */
export function spanIdFindings(id: string): string[] {
  return guarded(() => backend().spanIdFindings(string(id)));
}

/**
 * A new execution id: a UUID v4 (RFC 9562).
 *
 * @param random - 16 random bytes; by default those of `crypto.getRandomValues`.
 * @throws {@link LlmTypesError} `WRONG_TYPE` unless there are 16 bytes.
 *
 * @example
 * ```ts
 * import { executionId } from "llm-types";
 *
 * console.log(executionId(new Uint8Array(16).fill(255)));
 * // => ffffffff-ffff-4fff-bfff-ffffffffffff
 * ```
 */
export function executionId(random?: Uint8Array): string {
  const entropy =
    random === undefined
      ? crypto.getRandomValues(new Uint8Array(16))
      : bytes(random, "a Uint8Array as `random`");
  return guarded(() => backend().executionId(entropy));
}

/**
 * The shape of an execution id: `uuid`, `hex-pid` (Magellan, llmgrep) or `other`.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { classifyExecutionId } from "llm-types";
 *
 * console.log(classifyExecutionId("6b008bad-4754")); // => hex-pid
 * ```
 */
export function classifyExecutionId(id: string): ExecutionIdKind {
  return guarded(() => backend().classifyExecutionId(string(id))) as ExecutionIdKind;
}

/**
 * Rule ids about the spelling of an execution id: `ID_EMPTY`, `UUID_NOT_V4`.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { executionIdFindings } from "llm-types";
 *
 * console.log(executionIdFindings("")); // => [ 'ID_EMPTY' ]
 * ```
 */
export function executionIdFindings(id: string): string[] {
  return guarded(() => backend().executionIdFindings(string(id)));
}

/**
 * The match id of the symbol `name` at bytes `start` to `end` of `path`, as Magellan
 * computes it.
 *
 * @throws {@link LlmTypesError} As {@link spanId}.
 *
 * @example
 * ```ts
 * import { matchId } from "llm-types";
 *
 * console.log(matchId("cr_one", "/workspace/src/lone_cr.rs", 0, 31)); // => 5bde323dd6952a5
 * ```
 */
export function matchId(name: string, path: string, start: number, end: number): string {
  return guarded(() =>
    backend().matchId(undefined, string(name), string(path), number(start, "start"), number(end, "end")),
  );
}

/**
 * {@link matchId} under a named scheme.
 *
 * @throws {@link LlmTypesError} As {@link spanId}; `UNKNOWN_ID_SCHEME`.
 *
 * @example
 * ```ts
 * import { matchIdIn } from "llm-types";
 *
 * console.log(matchIdIn("siphash", "cr_one", "/workspace/src/lone_cr.rs", 0, 31)); // => 5bde323dd6952a5
 * ```
 */
export function matchIdIn(
  scheme: MatchIdScheme,
  name: string,
  path: string,
  start: number,
  end: number,
): string {
  return guarded(() =>
    backend().matchId(string(scheme, "a string as `scheme`"), string(name), string(path), number(start, "start"), number(end, "end")),
  );
}

/**
 * The recipe of a match id that was read: a scheme, `uuid` or `other`.
 *
 * @throws {@link LlmTypesError} For numbers that are no offsets.
 *
 * @example
 * ```ts
 * import { classifyMatchId } from "llm-types";
 *
 * console.log(classifyMatchId("5bde323dd6952a5", "cr_one", "/workspace/src/lone_cr.rs", 0, 31)); // => siphash
 * ```
 */
export function classifyMatchId(
  id: string,
  name: string,
  path: string,
  start: number,
  end: number,
): MatchIdKind {
  return guarded(() =>
    backend().classifyMatchId(
      string(id),
      string(name),
      string(path),
      number(start, "start"),
      number(end, "end"),
    ),
  ) as MatchIdKind;
}
