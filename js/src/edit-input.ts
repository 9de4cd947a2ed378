/**
 * What a request for edits can be, and the words that its options take.
 *
 * @module
 */

import type { EditOutcome, EditRequest, EditRequests } from "./types.generated.js";

/**
 * A request for edits: JSON text, or the object. Those of ours are named, so that an editor
 * proposes their members; `const request: EditRequest = { … }` has them checked as well. The other
 * shapes are objects as their tools print them, which only the call can tell.
 */
export type EditInput = string | Uint8Array | EditRequest | EditRequests | object;

/** The shape of a request. */
export type EditFormat = EditOutcome["format"];

/** What to do with an edit whose text is not where it was expected. */
export type Relocation = "refuse" | "exact_unique" | "rebase";

/** Which line terminators new text gets. */
export type NewEol = "keep" | "match_file" | "lf" | "crlf";

/** On which side of text that was put in exactly at an offset the offset stays. */
export type Bias = "before" | "after";
