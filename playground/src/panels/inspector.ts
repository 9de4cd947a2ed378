/**
 * One place of the source that is shown, in every way to count.
 *
 * @module
 */

import { button, counted, el, put, shown } from "../dom.js";
import type { Page, Panel } from "../page.js";
import type { PositionEncoding } from "llm-types/wasm";
import { Refused } from "../worker/client.js";
import type { Beyond, Inspected } from "../worker/questions.js";
import { asked, nothing, scrolling } from "./parts.js";
import { refused } from "./problems.js";

const NAMES: Readonly<Record<PositionEncoding, string>> = {
  "utf-8": "UTF-8 bytes",
  "utf-16": "UTF-16 code units",
  "utf-32": "code points",
};

/** Languages and protocols that count in these. */
const USERS: Readonly<Record<PositionEncoding, string>> = {
  "utf-8": "Rust, Go, C, this envelope",
  "utf-16": "JavaScript, Java, C#, LSP by default",
  "utf-32": "Python, what people count",
};

/** The panel. */
export class Inspector implements Panel {
  readonly id = "inspector";
  readonly title = "Inspector";
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #body = el("div", { class: "report" });
  readonly #failure = el("ul");
  readonly #encoding: HTMLSelectElement;
  readonly #line: HTMLInputElement;
  readonly #column: HTMLInputElement;
  readonly #base: HTMLSelectElement;

  constructor(page: Page) {
    this.#page = page;
    const number = (label: string, go: () => void): HTMLInputElement =>
      el("input", {
        type: "number",
        min: 0,
        "aria-label": label,
        placeholder: label,
        keydown: (event) => {
          if ((event as KeyboardEvent).key === "Enter") go();
        },
      });
    const toPosition = (): void => {
      const base = Number(this.#base.value);
      const line = this.#number(this.#line, base);
      const column = line === undefined ? undefined : this.#number(this.#column, base);
      if (line !== undefined && column !== undefined) this.#find({ line, column }, base);
    };
    const toOffset = (): void => {
      const at = this.#number(offset, 0);
      if (at !== undefined) this.#find({ offset: at }, 0);
    };
    this.#line = number("line", toPosition);
    this.#column = number("column", toPosition);
    const offset = number("offset", toOffset);
    this.#base = el(
      "select",
      { "aria-label": "counted from" },
      el("option", { value: "1" }, "from 1"),
      el("option", { value: "0" }, "from 0"),
    );
    this.#encoding = el(
      "select",
      { "aria-label": "in" },
      ...Object.entries(NAMES).map(([name, title]) => el("option", { value: name }, title)),
    );
    const form = el(
      "div",
      { class: "bar" },
      el("span", {}, "Go to"),
      this.#line,
      this.#column,
      this.#base,
      button("Line and column", toPosition),
      el("span", {}, "or"),
      offset,
      button("Offset", toOffset),
      el("label", {}, "in ", this.#encoding),
    );
    this.element = el("section", {}, form, this.#failure, this.#body);
  }

  refresh(): void {
    this.moved();
  }

  moved(): void {
    const { sources } = this.#page;
    const source = sources.shown;
    put(this.#failure);
    if (source === undefined) {
      put(this.#body, nothing("Place the cursor in a source, or select a range of it."));
      return;
    }
    const [path, text] = source;
    const at = sources.selected;
    const picked = sources.view.state.sliceDoc(at.from, Math.max(at.to, at.from + 2));
    const question = this.#page.client.ask("inspect", { text, at });
    void asked(this.element, this.#body, question, (found) => {
      this.#draw(path, picked, found);
    });
  }

  /** The number of a field, from 0; nothing, and a word about it, where the field has none. */
  #number(field: HTMLInputElement, base: number): number | undefined {
    const label = field.getAttribute("aria-label") ?? "";
    const why =
      field.value === ""
        ? `Write the ${label}.`
        : Number(field.value) < base
          ? `The first ${label} is ${base}.`
          : undefined;
    if (why === undefined) return Number(field.value) - base;
    field.focus();
    this.#fail(why);
    return undefined;
  }

  #fail(why: string): void {
    put(this.#failure, el("li", { class: "refused" }, el("span", { class: "message" }, why)));
    this.#page.announce(why);
  }

  /** Goes there; what is said of a place that does not exist counts as whoever asked counts. */
  #find(where: { offset: number } | { line: number; column: number }, base: number): void {
    const { sources, client } = this.#page;
    const text = sources.shown?.[1];
    if (text === undefined) return;
    const encoding = this.#encoding.value as PositionEncoding;
    client.ask("find", { text, encoding, where }).then(
      (found) => {
        if (found === undefined) return;
        if ("beyond" in found) {
          if ("line" in where) this.#fail(beyond(found, where, base, NAMES[encoding]));
          return;
        }
        sources.jump(found);
        this.moved();
      },
      (failure: unknown) => {
        if (!(failure instanceof Refused)) return;
        const { refusal } = failure;
        const { message } = refusal;
        put(this.#failure, refused(base === 0 ? refusal : { ...refusal, message: `counted from 0, ${message}` }));
      },
    );
  }

  #draw(path: string, picked: string, found: Inspected): void {
    const empty = found.byte === found.byteEnd;
    const label = "The place in every way to count";
    const [point = ""] = picked;
    const code = point.codePointAt(0);
    const cell = (number: number, tag: "td" | "th" = "td"): HTMLElement =>
      el(tag, { class: "number" }, number.toLocaleString("en"));
    const row = (label: string, at: (encoding: Inspected["rows"][number]) => { offset: number; line: number; column: number }): HTMLElement[] =>
      found.rows.map((one, nth) => {
        const { offset, line, column } = at(one);
        return el(
          "tr",
          { "data-encoding": one.encoding, "data-end": label },
          el("td", {}, nth === 0 ? label : ""),
          el("th", { scope: "row" }, NAMES[one.encoding]),
          cell(offset),
          cell(line + 1),
          cell(column + 1),
          cell(line),
          cell(column),
          el("td", { class: "faint" }, USERS[one.encoding]),
        );
      });
    put(
      this.#body,
      el(
        "p",
        {},
        el("code", {}, shown(path)),
        empty
          ? ` before ${code === undefined ? "the end of the text" : shown(point)}`
          : ` ${counted(found.byteEnd - found.byte, "byte")} selected`,
        code !== undefined &&
          el("span", { class: "faint" }, ` U+${code.toString(16).toUpperCase().padStart(4, "0")}${code === 10 ? " LF" : ""}`),
      ),
      scrolling(label, el(
        "table",
        { class: "places", "aria-label": label },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["place", "counted in", "offset", "line from 1", "column from 1", "line from 0", "column from 0", "who counts so"].map((head) =>
              el("th", { scope: "col" }, head),
            ),
          ),
        ),
        el("tbody", {}, ...row("start", (one) => one), ...(empty ? [] : row("end", (one) => one.end))),
      )),
      !empty && el("p", { class: "faint" }, "Checksum of the range: ", el("code", {}, found.checksum)),
    );
  }
}

/** That a place is beyond the text, in the numbers of the fields. */
function beyond(found: Beyond, where: { line: number; column: number }, base: number, unit: string): string {
  const { beyond: what, last } = found;
  const asked = where[what] + base;
  const there = `${base} to ${(last + base).toLocaleString("en")}, counted from ${base}`;
  if (what === "line") return `There is no line ${asked.toLocaleString("en")}; the text has the lines ${there}.`;
  const line = (where.line + base).toLocaleString("en");
  return `Line ${line} has no column ${asked.toLocaleString("en")}; it has the columns ${there} in ${unit}.`;
}
