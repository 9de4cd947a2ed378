/**
 * Spans on both sides: the cursor in one text lights up its place in the other.
 *
 * @module
 */

import { button, counted, el, put, shown } from "./dom.js";
import type { DocumentEditor } from "./editor/document.js";
import type { Mark, SourceEditor } from "./editor/source.js";
import type { Linked, LinkedSpan, Problem, SourceRange } from "./worker/questions.js";

/** More spans than this are not underlined all at once. */
const MOST_MARKS = 2000;

/** The spans of the document, as they were when it was read last. */
export class Links {
  readonly #document: DocumentEditor;
  readonly #sources: SourceEditor;
  readonly #line: HTMLElement;
  #linked: Linked = { spans: [], total: 0 };
  #wrong: readonly Problem[] = [];
  /** The texts are others already, and the answer is on its way. */
  #stale = false;

  constructor(document: DocumentEditor, sources: SourceEditor, line: HTMLElement) {
    this.#document = document;
    this.#sources = sources;
    this.#line = line;
  }

  /** The texts are others: what was linked may not be true. */
  wait(): void {
    this.#stale = true;
  }

  /** The document is another one: nothing is known until it is read. */
  clear(): void {
    this.show({ spans: [], total: 0 }, []);
    this.#document.light([]);
  }

  /** These are the spans, and what is wrong. */
  show(linked: Linked, problems: readonly Problem[]): void {
    this.#stale = false;
    this.#linked = linked;
    this.#wrong = problems.filter(({ inSource }) => inSource !== undefined);
    this.#mark([]);
    const { spans, total } = linked;
    put(
      this.#line,
      spans.length > 0 &&
        el(
          "span",
          { class: "faint" },
          `${counted(spans.length, "span")} linked`,
          spans.length < total ? ` of ${total.toLocaleString("en")}` : "",
          ". Click in either text.",
        ),
    );
  }

  /** The cursor of the document is here. */
  fromDocument(at: number): void {
    if (this.#stale) return;
    const around = this.#linked.spans.filter(
      ({ inDocument: { from, to } }) => from <= at && at <= to,
    );
    const least = Math.min(...around.map(({ inDocument: { from, to } }) => to - from));
    const found = around.filter(({ inDocument: { from, to } }) => to - from === least);
    this.#mark(found);
    this.#document.light([]);
    const [first] = found;
    if (first === undefined) {
      put(this.#line);
      return;
    }
    this.#sources.reveal(first.inSource);
    put(this.#line, this.#row(first));
  }

  /** The cursor of a source is here. */
  fromSource(at: SourceRange): void {
    if (this.#stale) return;
    const found = this.#linked.spans.filter(
      ({ inSource: { source, from, to } }) => source === at.source && from <= at.from && at.to <= to,
    );
    this.#mark(found);
    this.#document.light(
      found.map(({ inDocument }) => inDocument),
      true,
    );
    put(
      this.#line,
      found.length > 1 && el("span", { class: "faint" }, `${counted(found.length, "span")} here: `),
      ...found.slice(0, 8).map((span) => this.#row(span)),
      found.length > 8 && el("span", { class: "faint" }, `${found.length - 8} more`),
    );
  }

  #row(span: LinkedSpan): HTMLElement {
    const wrong = this.#wrong.filter(
      ({ found: { pointer, document } }) =>
        (document ?? 0) === (span.document ?? 0) && pointer?.startsWith(`${span.pointer}/`) === true,
    );
    const expected = wrong.map(({ found }) => found.message).join("; ");
    return el(
      "span",
      { class: wrong.length > 0 ? "link wrong" : "link" },
      button(shown(span.pointer === "" ? "(document)" : span.pointer, 100), () => {
        this.#document.jump(span.inDocument);
      }, { class: "chip", title: "go to it in the document" }),
      ` ${span.says}`,
      expected !== "" && el("em", {}, ` ${shown(expected, 300)}`),
    );
  }

  #mark(lit: readonly LinkedSpan[]): void {
    const marks: Mark[] = [
      ...this.#linked.spans.slice(0, MOST_MARKS).map(({ inSource }) => ({ ...inSource, as: "span" as const })),
      ...this.#wrong.flatMap(({ inSource }) =>
        inSource === undefined ? [] : [{ ...inSource, as: "wrong" as const }],
      ),
      ...lit.map(({ inSource }) => ({ ...inSource, as: "lit" as const })),
    ];
    this.#sources.mark(marks);
  }
}
