/**
 * A text that is shown and not written: a result, or the difference of two texts.
 *
 * @module
 */

import { json } from "@codemirror/lang-json";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

import { el } from "../dom.js";
import { base, readOnly } from "./base.js";

/** A longer text is shown without colours. */
const LONGEST_COLOURED = 1_000_000;
/** A text with a longer line is not wrapped: what is out of sight would be laid out, too. */
const LONGEST_WRAPPED = 20_000;

/** Shows one text at a time. */
export class Viewer {
  readonly #place = el("div", { class: "result" });
  #view: EditorView | undefined;

  /** The element that shows this text. */
  show(label: string, doc: string): HTMLElement {
    // One that is only taken out of the page would go on listening to it.
    this.#view?.destroy();
    const colours = doc.length <= LONGEST_COLOURED ? json() : [];
    const wrapped = doc.split("\n").every(({ length }) => length <= LONGEST_WRAPPED);
    const state = EditorState.create({ doc, extensions: [base(label, wrapped), readOnly, colours] });
    this.#view = new EditorView({ parent: this.#place, state });
    return this.#place;
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
