/**
 * The editor of the document: its text, its squiggles, and where the cursor is.
 *
 * @module
 */

import { undo, undoDepth } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { type Diagnostic as Squiggle, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, placeholder } from "@codemirror/view";

import { prose } from "../dom.js";
import type { Problem, Range } from "../worker/questions.js";
import { base, change, forget } from "./base.js";

/** More squiggles than this help nobody, and cost time at every key. */
const MOST_SQUIGGLES = 1000;
/** A longer document is shown without colours. */
const LONGEST_COLOURED = 1_000_000;

const SEVERITIES = { error: "error", warning: "warning", note: "info", help: "hint" } as const;

const lit = StateEffect.define<readonly Range[]>();

const litField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(ranges, transaction) {
    // Whoever goes elsewhere has seen it.
    let now = transaction.isUserEvent("select") ? Decoration.none : ranges.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(lit)) continue;
      const marks = effect.value.filter(({ from, to }) => from < to);
      now = Decoration.set(
        marks.map(({ from, to }) => Decoration.mark({ class: "lit" }).range(from, to)),
        true,
      );
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** What the rest of the page wants to know. */
export interface DocumentListener {
  /** The text is another one. */
  readonly changed: () => void;
  /** The cursor is elsewhere, by a person's doing. */
  readonly moved: (at: number) => void;
}

/** The document. */
export class DocumentEditor {
  readonly view: EditorView;
  readonly #language = new Compartment();
  #coloured = false;

  constructor(parent: HTMLElement, listener: DocumentListener) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          base("Document"),
          lintGutter(),
          litField,
          this.#language.of([]),
          placeholder("Paste a tool’s output here, or drop a file."),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) listener.changed();
            if (update.selectionSet && update.view.hasFocus) {
              listener.moved(update.state.selection.main.head);
            }
          }),
        ],
      }),
    });
  }

  /** The text, with every terminator as it was given. */
  get text(): string {
    return this.view.state.sliceDoc();
  }

  /** Where the cursor is. */
  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  /** Makes the text another one, in one step that can be undone. */
  replace(text: string): void {
    this.view.dispatch({ changes: change(this.text, text), userEvent: "input" });
  }

  /** Makes changes, in one step that can be undone. */
  apply(changes: readonly (Range & { readonly insert: string })[]): void {
    this.view.dispatch({ changes: [...changes], userEvent: "input" });
  }

  /** Whether there is something to undo. */
  get undoable(): boolean {
    return undoDepth(this.view.state) > 0;
  }

  /** Undoes the last change; says whether there was one. */
  undo(): boolean {
    return undo(this.view);
  }

  /** Begins with another text: there is nothing to undo to. */
  begin(text: string): void {
    this.load(text);
    forget(this.view);
  }

  /** Takes another text in, in one step that can be undone. */
  load(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: Transaction.userEvent.of("input.load"),
      scrollIntoView: true,
    });
  }

  /** Shows findings. */
  show(problems: readonly Problem[]): void {
    const squiggles = problems.slice(0, MOST_SQUIGGLES).flatMap((problem): Squiggle[] => {
      const { at, found } = problem;
      if (at === undefined || at.to > this.view.state.doc.length) return [];
      // What is said of a whole object is marked at its brace, not over everything in it.
      const first = this.view.state.sliceDoc(at.from, at.from + 1);
      const whole = (first === "{" || first === "[") && at.to > at.from + 2;
      return [
        {
          from: at.from,
          to: whole ? at.from + 1 : at.to,
          severity: SEVERITIES[found.level],
          source: found.code,
          message: found.message,
          renderMessage: () => {
            const text = document.createElement("span");
            text.append(prose(found.message));
            return text;
          },
        },
      ];
    });
    this.view.dispatch(setDiagnostics(this.view.state, squiggles));
  }

  /**
   * Colours the text, or not. A text that is nested without end must not be given to the
   * colouring, which walks down every level.
   */
  colour(wanted: boolean): void {
    const coloured = wanted && this.view.state.doc.length <= LONGEST_COLOURED;
    if (coloured === this.#coloured) return;
    this.#coloured = coloured;
    this.view.dispatch({ effects: this.#language.reconfigure(coloured ? json() : []) });
  }

  /** Lights ranges up; brings the first into view where that is asked for. */
  light(ranges: readonly Range[], reveal = false): void {
    const [first] = ranges;
    this.view.dispatch({
      effects: [
        lit.of(ranges),
        ...(reveal && first ? [EditorView.scrollIntoView(first.from, { y: "center" })] : []),
      ],
    });
  }

  /**
   * Lights a range up and puts the cursor before it. Nothing is selected: the next key would
   * write over it.
   */
  reveal(range: Range): void {
    const { from } = range;
    this.view.dispatch({
      selection: { anchor: from },
      effects: [lit.of([range]), EditorView.scrollIntoView(from, { y: "center" })],
    });
  }

  /** Goes to a range, to write there. */
  jump(range: Range): void {
    this.reveal(range);
    this.view.dom.scrollIntoView({ block: "nearest" });
    this.view.focus();
  }
}
