/**
 * The examples of the menu: what they show, and where their texts come from.
 *
 * The texts are those of committed files; `vite.config.ts` reads them while building.
 *
 * @module
 */

import all from "virtual:examples";

/** An example with its texts. */
export interface Example {
  /** Its name in a link. */
  readonly id: string;
  /** The heading that it stands under. */
  readonly group: string;
  /** Its name in the menu. */
  readonly title: string;
  /** What there is to see. */
  readonly shows: string;
  /** The panel to open. */
  readonly panel?: string;
  /** The document. */
  readonly document: string;
  /** Source texts by path. */
  readonly sources: [path: string, text: string][];
  /** A request for edits. */
  readonly request?: string;
}

/** An example as `examples.json` names it: by files of the repository. */
export interface ExampleFile extends Omit<Example, "document" | "sources" | "request"> {
  readonly from:
    | { readonly file: string; readonly vector: string }
    | {
        readonly document: string;
        readonly sources: Readonly<Record<string, string>>;
        readonly request?: string;
      };
}

/** All of them, in the order of the menu. */
export const examples: readonly Example[] = all;
