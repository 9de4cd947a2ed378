/**
 * The options of the verbs on edits, and how they cross into compiled code.
 *
 * @module
 */

import type { ByPath, ReadOptions, Sources } from "./documents.js";
import type { EditFormat, NewEol, Relocation } from "./edit-input.js";
import { booleanOption, stringOption } from "./input.js";
import type { PositionEncoding } from "./text.js";
import type { DialectName } from "./types.generated.js";

/** What says how a request is to be read, and for which file it is. */
export interface RequestOptions {
  /** The shape of the request, if it is known; recognised by its members if not. */
  readonly format?: EditFormat | undefined;
  /** JSON Pointer of the part of the document that is the request. By default the whole. */
  readonly at?: string | undefined;
  /**
   * Path of the file that the request is for, where the request names none, as a list of
   * LSP's `TextEdit` does. A request that names its files itself is refused.
   */
  readonly file?: string | undefined;
  /** Limits and leniences of reading the request. */
  readonly read?: ReadOptions | undefined;
}

/** Options of `carrySpans`. */
export interface CarryOptions {
  /** The dialect of the document, if it is known; detected if not. */
  readonly dialect?: DialectName | undefined;
  /** The root that absolute paths of the document begin with; inferred if absent. */
  readonly root?: string | undefined;
  /** Limits and leniences of reading the document. */
  readonly read?: ReadOptions | undefined;
}

/** Options of both verbs on edits. It wins over what the request says. */
interface CommonEditOptions extends RequestOptions {
  /** What columns count. Of LSP by default `"utf-16"`, of SARIF what the run says. */
  readonly encoding?: PositionEncoding | undefined;
  /** Whether a line or column past its end means that end. Otherwise it is refused. */
  readonly clamp?: boolean | undefined;
  /** Whether edits may go without anything that proves the text. */
  readonly unchecked?: boolean | undefined;
  /** Whether the edits that can be made are made where others cannot. */
  readonly partial?: boolean | undefined;
  /** What to do where the text is not as expected. Default `"refuse"`. */
  readonly relocate?: Relocation | undefined;
  /** Which line terminators new text gets. Default `"keep"`. */
  readonly eol?: NewEol | undefined;
  /** The algorithm of the checksums in the outcome. Default `"sha256"`. */
  readonly checksum?: "sha256" | "blake3" | undefined;
  /** The id for a tool's response, where the request names none. */
  readonly executionId?: string | undefined;
  /**
   * How much the outcome tells. `"brief"` leaves out the checksums, the list of the edits,
   * the inverse and a tool's response, and takes about as long as copying the text.
   */
  readonly detail?: "full" | "brief" | undefined;
}

/** Options of `applyEdits`. */
export interface EditOptions extends CommonEditOptions {
  /** Checksum that the text must have. */
  readonly expectedChecksum?: string | undefined;
  /** The text that the edits were made for, for `relocate: "rebase"`. */
  readonly base?: string | Uint8Array | undefined;
}

/** Options of `planEdits`. */
export interface PlanOptions extends CommonEditOptions {
  /**
   * Checksums that the texts must have, by the paths of the sources, however those are
   * spelt. One of no source refuses the request.
   */
  readonly expectedChecksums?: ByPath<string> | undefined;
  /** The texts that the edits were made for, by the paths of the sources. */
  readonly bases?: Sources | undefined;
  /**
   * The root that absolute paths of the request begin with. None is inferred, because a
   * path that merely ends as a source does may be another file.
   */
  readonly root?: string | undefined;
}

const REQUEST = ["format", "at", "file"] as const;
const WORDS = [...REQUEST, "encoding", "relocate", "eol", "checksum", "detail"] as const;
const FLAGS = ["clamp", "unchecked", "partial"] as const;

/** The names of {@link RequestOptions}. */
export const REQUEST_OPTIONS = [...REQUEST, "read"] as const;

/** The names of the options of both verbs on edits. */
export const EDIT_OPTIONS = [...WORDS, ...FLAGS, "executionId", "read"] as const;

/** Options as compiled code takes them: those of the core, by its names. */
export interface CrossingEditOptions extends Partial<Record<(typeof WORDS)[number], string | undefined>> {
  /** Whether the text goes back into a string; of several texts, which of them. */
  well_formed: boolean | string[];
  unwritten?: boolean;
  clamp?: boolean | undefined;
  unchecked?: boolean | undefined;
  partial?: boolean | undefined;
  execution_id?: string | undefined;
  expected_checksum?: string | undefined;
  expected_checksums?: Record<string, string>;
  root?: string | undefined;
}

/** The options of a request alone, as compiled code takes them. */
export function crossingRequestOptions(
  given: Readonly<Partial<Record<(typeof REQUEST)[number], unknown>>>,
): Partial<Record<(typeof REQUEST)[number], string | undefined>> {
  return Object.fromEntries(REQUEST.map((name) => [name, stringOption(given, name)]));
}

/** The options that are said in words, as compiled code takes them. */
export function crossingEditOptions(
  given: Readonly<Partial<Record<(typeof EDIT_OPTIONS)[number], unknown>>>,
  wellFormed: boolean | string[],
): CrossingEditOptions {
  const crossing: CrossingEditOptions = { well_formed: wellFormed };
  for (const name of WORDS) crossing[name] = stringOption(given, name);
  for (const name of FLAGS) crossing[name] = booleanOption(given, name);
  crossing.execution_id = stringOption(given, "executionId");
  return crossing;
}
