/**
 * A text that is shown and not written: a result, or the difference of two texts.
 *
 * @module
 */

import { json } from "@codemirror/lang-json";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

import { base, readOnly } from "./base.js";

/** A longer text is shown without colours. */
const LONGEST_COLOURED = 1_000_000;

/** Shows one text. */
export class Viewer {
  readonly view: EditorView;
  readonly #label: string;

  constructor(parent: HTMLElement, label: string) {
    this.#label = label;
    this.view = new EditorView({ parent, state: this.#state("") });
  }

  show(text: string): void {
    this.view.setState(this.#state(text));
  }

  #state(doc: string): EditorState {
    const colours = doc.length <= LONGEST_COLOURED ? json() : [];
    return EditorState.create({ doc, extensions: [base(this.#label), readOnly, colours] });
  }
}

/** Shows what is different, line by line and in the lines. */
export function difference(parent: HTMLElement, label: string, before: string, after: string): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        base(label),
        readOnly,
        unifiedMergeView({
          original: EditorState.create({
            doc: before,
            extensions: EditorState.lineSeparator.of("\n"),
          }).doc,
          mergeControls: false,
          gutter: true,
          highlightChanges: true,
          allowInlineDiffs: true,
          collapseUnchanged: { margin: 3, minSize: 6 },
          // Beyond this the difference is coarse, and still true.
          diffConfig: { scanLimit: 2000, timeout: 1000 },
        }),
      ],
    }),
  });
}
