/**
 * What a tool left out and a text can say: context, checksums, language, positions,
 * fingerprints.
 *
 * @module
 */

import { backend } from "./backend.js";
import type { ReadOptions, Sources } from "./documents.js";
import { guarded } from "./error.js";
import { document } from "./input.js";
import { result } from "./parts.js";
import { crossingAdditions } from "./document-options.js";
import type { DialectName, Enriched } from "./types.generated.js";

/**
 * What {@link enrich} adds, and how. Nothing is added that is not asked for; where nothing
 * is, the envelope is that of `normalize`.
 */
export interface EnrichOptions {
  /** The texts that the document speaks of. */
  readonly sources?: Sources | undefined;
  /** `context`: the lines before, of and after each span. */
  readonly context?: boolean | undefined;
  /** Lines on either side, which asks for `context` too. Default 3. */
  readonly contextLines?: number | undefined;
  /** `checksums`: of the text of each span and of its file. */
  readonly checksums?: boolean | undefined;
  /** `semantics`: the kind that the document gives, and the language of the path. */
  readonly semantics?: boolean | undefined;
  /** Lines and columns of spans that have none, and offsets of those that have only these. */
  readonly positions?: boolean | undefined;
  /** Columns in UTF-16 code units, beside ours in bytes. */
  readonly utf16?: boolean | undefined;
  /** `fingerprints`, of spans and of diagnostics. */
  readonly fingerprints?: boolean | undefined;
  /** What each known error code means, and what to do. */
  readonly errorCodes?: boolean | undefined;
  /** `tool_hints.apply_atomically`, which you ask for. */
  readonly atomic?: boolean | undefined;
  /** `tool_hints.requires_full_context`, which you ask for. */
  readonly fullContext?: boolean | undefined;
  /** Whether what a tool said gives way to what the sources say. */
  readonly overwrite?: boolean | undefined;
  /** The dialect, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Whether to write the way back into the envelope, as member `origin`. */
  readonly origin?: boolean | undefined;
  /** Limits and leniences of reading. */
  readonly read?: ReadOptions | undefined;
}

/**
 * Makes the envelope of a document of any known dialect, and adds to it what the sources
 * can say.
 *
 * What a tool said stays as it is, unless `overwrite` says otherwise. A span whose text is
 * not the one that the tool saw is left alone and listed in `not_enriched` with the reason.
 * A second call adds nothing.
 *
 * @throws {@link LlmTypesError} As `normalize`; `UNKNOWN_OPTION`.
 *
 * @example
 * ```ts
 * import { enrich } from "llm-types";
 *
 * const text = `{"execution_id":"r1","pattern":"b","matches":[{"match_id":"m1","file":"a.rs",
 *   "byte_start":4,"byte_end":5,"matched_text":"b","line_number":2,"column_number":1,
 *   "context_before":"","context_after":""}],"match_count":1}`;
 * const { text: line } = enrich(text, { sources: { "a.rs": "one\nb\n" }, checksums: true });
 * console.log(/"checksum_before":"sha256:3e23e8160039594a/.test(line)); // => true
 * ```
 */
export function enrich(text: string | Uint8Array, options?: EnrichOptions): Enriched {
  return guarded(() => {
    const crossing = crossingAdditions(options);
    return result(backend().enrich(document(text), crossing)) as Enriched;
  });
}
