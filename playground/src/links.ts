/**
 * Spans on both sides: the cursor in one text lights up its place in the other.
 *
 * @module
 */

import { button, counted, el, prose, put, shown } from "./dom.js";
import type { DocumentEditor } from "./editor/document.js";
import type { Mark, SourceEditor } from "./editor/source.js";
import { type Client, Refused } from "./worker/client.js";
import type { Checked, Kind, Linked, LinkedSpan, Problem, Questions, SourceRange, Value } from "./worker/questions.js";

/** More spans than this are not underlined all at once. */
const MOST_MARKS = 2000;
/** As many spans of one place are listed. */
const MOST_ROWS = 8;
const NONE: Linked = { spans: [], several: false, total: 0 };

/** The spans of the document, as they were when it was read last. */
export class Links {
  readonly #client: Client;
  readonly #document: DocumentEditor;
  readonly #sources: SourceEditor;
  readonly #line: HTMLElement;
  #linked = NONE;
  /** The spans by their values. */
  readonly #byValue = new Map<string, LinkedSpan[]>();
  #wrong: readonly Problem[] = [];
  /** The texts are others already, and the answer is on its way. */
  #stale = false;

  constructor(client: Client, document: DocumentEditor, sources: SourceEditor, line: HTMLElement) {
    this.#client = client;
    this.#document = document;
    this.#sources = sources;
    this.#line = line;
  }

  /** The texts are others: what was linked may not be true. */
  wait(): void {
    this.#stale = true;
    this.#client.drop("around", "places");
  }

  /** The document is another one: nothing is known until it is read. */
  clear(): void {
    this.show(NONE);
    this.#document.light([]);
  }

  /** These are the spans, and what was found about them. */
  show(linked: Linked, checked?: Checked): void {
    this.#stale = false;
    this.#linked = linked;
    this.#byValue.clear();
    for (const span of linked.spans) {
      const key = keyOf(span);
      const others = this.#byValue.get(key);
      if (others === undefined) this.#byValue.set(key, [span]);
      else others.push(span);
    }
    this.#wrong = checked?.problems.filter(({ inSource }) => inSource !== undefined) ?? [];
    this.#mark([]);
    const { spans, total } = linked;
    const open = spans.filter(({ provedBy }) => provedBy === undefined).length;
    put(
      this.#line,
      spans.length > 0 &&
        el(
          "span",
          { class: "faint" },
          `${counted(spans.length, "span")} linked`,
          spans.length < total ? ` of ${total.toLocaleString("en")}` : "",
          ". Click in either text.",
          open > 0 && ` ${open.toLocaleString("en")} not proved: grey or red.`,
        ),
    );
  }

  /** The cursor of the document is here; what is lit up there may stay so. */
  fromDocument(at: number, stays = false): void {
    if (this.#stale || this.#linked.spans.length === 0) return;
    const { several } = this.#linked;
    this.#ask("around", { text: this.#document.text, several, at }, (value) => {
      const found = value === null ? [] : this.#around(value);
      this.#mark(found);
      if (!stays) this.#document.light([]);
      const [first] = found;
      if (first !== undefined) this.#sources.reveal(first.inSource);
      put(this.#line, ...found.slice(0, MOST_ROWS).map((span) => this.#row(span)));
    });
  }

  /** The spans of the value, or of the nearest one around it that has some. */
  #around({ document, pointer }: Value): LinkedSpan[] {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const found = this.#byValue.get(keyOf({ document, pointer: at }));
      if (found !== undefined) return found;
      if (at === "") return [];
    }
  }

  /** The cursor of a source is here. */
  fromSource(at: SourceRange): void {
    if (this.#stale) return;
    const found = this.#linked.spans.filter(
      ({ inSource: { source, from, to } }) => source === at.source && from <= at.from && at.to <= to,
    );
    const few = found.slice(0, MOST_ROWS);
    this.#mark(found);
    put(
      this.#line,
      found.length > 1 && el("span", { class: "faint" }, `${counted(found.length, "span")} here: `),
      ...few.map((span) => this.#row(span)),
      found.length > few.length &&
        el("span", { class: "faint" }, `${(found.length - few.length).toLocaleString("en")} more`),
    );
    this.#places(few, (ranges) => {
      this.#document.light(ranges, true);
    });
  }

  #places(values: readonly Value[], then: (ranges: { from: number; to: number }[]) => void): void {
    const ask = { text: this.#document.text, several: this.#linked.several, values };
    this.#ask("places", ask, (found) => {
      then(found.filter((range) => range !== null));
    });
  }

  #ask<K extends Kind>(kind: K, ask: Questions[K]["ask"], then: (answer: Questions[K]["answer"]) => void): void {
    this.#client.ask(kind, ask).then(
      (answer) => {
        if (answer !== undefined && !this.#stale) then(answer);
      },
      (failure: unknown) => {
        if (failure instanceof Refused) put(this.#line, failure.message);
      },
    );
  }

  #row(span: LinkedSpan): HTMLElement {
    const wrong = this.#wrong.filter(
      ({ found: { pointer, document } }) =>
        (document ?? 0) === span.document && pointer?.startsWith(`${span.pointer}/`) === true,
    );
    const expected = wrong.map(({ found }) => found.message).join("; ");
    const visit = (): void => {
      this.#places([span], ([range]) => {
        // A table has the value in its rows, and no place for it.
        if (range === undefined) {
          put(this.#line, this.#row(span), el("span", { class: "faint" }, " has no one place in this text."));
          return;
        }
        this.#document.jump(range);
        this.fromDocument(range.from, true);
      });
    };
    return el(
      "span",
      { class: wrong.length > 0 ? "link wrong" : "link" },
      button(shown(span.pointer === "" ? "(document)" : span.pointer, 100), visit, {
        class: "chip",
        title: "go to it in the document",
      }),
      ` ${span.says}`,
      expected !== "" && el("em", {}, " ", prose(expected)),
    );
  }

  #mark(lit: readonly LinkedSpan[]): void {
    const marks: Mark[] = [
      ...this.#linked.spans.slice(0, MOST_MARKS).map((span) => ({
        ...span.inSource,
        as: span.provedBy === undefined ? ("doubt" as const) : ("span" as const),
      })),
      ...this.#wrong.flatMap(({ inSource }) =>
        inSource === undefined ? [] : [{ ...inSource, as: "wrong" as const }],
      ),
      ...lit.map(({ inSource }) => ({ ...inSource, as: "lit" as const })),
    ];
    this.#sources.mark(marks);
  }
}

function keyOf({ document, pointer }: Value): string {
  return `${document} ${pointer}`;
}
