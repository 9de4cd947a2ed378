/**
 * The panels beside the list of problems, in the order of their tabs.
 *
 * @module
 */

import type { Page, Panel } from "../page.js";
import { Convert } from "./convert.js";
import { Detective } from "./detective.js";
import { Edits } from "./edits.js";
import { Envelope } from "./envelope.js";
import { Inspector } from "./inspector.js";

/** Makes them. */
export function panels(page: Page): { all: Panel[]; convert: Convert; edits: Edits } {
  const convert = new Convert(page);
  const edits = new Edits(page);
  const all = [new Envelope(page), convert, new Detective(page), new Inspector(page), edits];
  return { all, convert, edits };
}
