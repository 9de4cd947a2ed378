/**
 * Findings that are recognised when the text around them has changed: fingerprints, and
 * two runs of a tool compared.
 *
 * @module
 */

import { backend } from "./backend.js";
import type { ReadOptions, Sources } from "./documents.js";
import { guarded } from "./error.js";
import { wholeJsonOf } from "./given-json.js";
import { listed, lone, options as optionsOf, utf8 } from "./input.js";
import { crossingOptions } from "./document-options.js";
import type { DialectName, FindingMatches, FindingPlace } from "./types.generated.js";

/** Hashes of one finding, by the name of their recipe. */
export type Fingerprints = Record<string, string>;

/** Options of {@link matchFindings}. */
export interface MatchOptions {
  /** The texts that the old run looked at. */
  readonly oldSources?: Sources | undefined;
  /** The texts that the new run looked at. */
  readonly newSources?: Sources | undefined;
  /** The dialect of both documents, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** The root that absolute paths of the documents begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/**
 * The fingerprints of findings in one text, one object for each, in their order:
 * `contentHash/v1`, `contextHash/v1` and GitHub's `primaryLocationLineHash`.
 *
 * All findings of a file belong into one call: equal ones are numbered.
 *
 * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `REVERSED`; `WRONG_TYPE`: each with
 *   `index` of the place, the last with `pointer` into the list.
 *
 * @example
 * ```ts
 * import { checksum, fingerprints } from "llm-types";
 *
 * const [found] = fingerprints("// TODO\n", [{ byte_start: 3, byte_end: 7, kind: "todo" }]);
 * console.log(found?.["contentHash/v1"] === checksum("TODO")); // => true
 * ```
 */
export function fingerprints(
  text: string | Uint8Array,
  places: readonly FindingPlace[],
): Fingerprints[] {
  return guarded(() => {
    const list = utf8(
      listed(places, () => wholeJsonOf(places, "a list of places of findings")),
    );
    return JSON.parse(backend().fingerprints(utf8(text), list)) as Fingerprints[];
  });
}

/**
 * GitHub's hash of every line of a text: what code scanning computes for a SARIF file that
 * brings no `primaryLocationLineHash` of its own.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { lineHashes } from "llm-types";
 *
 * console.log(lineHashes("")); // => [ 'c129715d7a2bc9a3:1' ]
 * ```
 */
export function lineHashes(text: string | Uint8Array): string[] {
  return guarded(() => backend().lineHashes(lone(text)));
}

/**
 * Pairs the findings of two runs: which are new, unchanged, moved, or absent.
 *
 * Both texts may be of any known dialect. Findings are paired by the fingerprints that both
 * bring, then by those that the sources give, then by the text that a match prints; only
 * then by place and name. `by` says which it was.
 *
 * @throws {@link LlmTypesError} As `normalize`, for either text; the old one is read first. `index` of
 *   the error says which: 0 for the old one, 1 for the new one.
 *
 * @example
 * ```ts
 * import { matchFindings } from "llm-types";
 *
 * const run = (at: number) => `{"execution_id":"r","pattern":"TODO","matches":[{"match_id":"m",
 *   "file":"a.rs","byte_start":${at},"byte_end":${at + 4},"matched_text":"TODO",
 *   "line_number":1,"column_number":1,"context_before":"","context_after":""}],"match_count":1}`;
 * const { moved, pairs } = matchFindings(run(0), run(30));
 * console.log(moved, pairs[0]?.by); // => 1 contentHash/v1
 * ```
 */
export function matchFindings(
  old: string | Uint8Array,
  new_: string | Uint8Array,
  options?: MatchOptions,
): FindingMatches {
  return guarded(() => {
    const names = ["dialect", "oldSources", "newSources", "root", "read"] as const;
    const { oldSources, newSources, ...rest } = optionsOf(options, names);
    const given = newSources === undefined ? rest : { ...rest, sources: newSources };
    const crossing = crossingOptions(given, ["dialect", "sources", "root", "read"], "newSources") ?? {};
    if (oldSources !== undefined) {
      const older = crossingOptions({ sources: oldSources }, ["sources"], "oldSources");
      crossing.oldPaths = older?.paths ?? [];
      crossing.oldTexts = older?.texts ?? [];
    }
    return JSON.parse(backend().matchFindings(utf8(old), utf8(new_), crossing)) as FindingMatches;
  });
}
