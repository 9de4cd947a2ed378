/**
 * What a panel may know of the page, and what the page of a panel. Types only.
 *
 * @module
 */

import type { DialectInfo } from "llm-types/wasm";

import type { DocumentEditor } from "./editor/document.js";
import type { SourceEditor } from "./editor/source.js";
import type { Client } from "./worker/client.js";
import type { Given, Range } from "./worker/questions.js";

/** A text before and after, for a person to agree to. */
export interface Proposal {
  readonly title: string;
  /** What stands above the difference. */
  readonly note?: string;
  readonly before: string;
  readonly after: string;
  readonly apply: () => void;
}

/** The page, for its panels. */
export interface Page {
  readonly client: Client;
  readonly document: DocumentEditor;
  readonly sources: SourceEditor;
  readonly dialects: readonly DialectInfo[];
  /** The document and all that goes with it, as it is now. */
  readonly given: () => Given;
  /** Shows a difference and asks. */
  readonly propose: (proposal: Proposal) => void;
  /** Shows a range of the document; the focus stays where it is. */
  readonly reveal: (range: Range) => void;
  /** Goes to a range of the document, to write there. */
  readonly jump: (range: Range) => void;
  /** Goes to the value of the document with this JSON Pointer. */
  readonly visit: (pointer: string) => void;
  /** Shows another panel, and goes there. */
  readonly show: (panel: string) => void;
  /** What a panel holds is another: it is kept. */
  readonly keep: () => void;
  /** Tells those who do not see it. */
  readonly announce: (what: string) => void;
}

/** One of the tabs below the editors. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** It is shown, or what it shows is not true any more. */
  readonly refresh: () => void;
  /** The cursor is elsewhere. */
  readonly moved?: () => void;
}
