/**
 * The document in the words of another tool, and what became of each value.
 *
 * @module
 */

import { counted, el, prose, put } from "../dom.js";
import { Viewer } from "../editor/viewer.js";
import type { Page, Panel } from "../page.js";
import { shell } from "../shell.js";
import type { Converted } from "../worker/questions.js";
import { asked, command, nothing, pointerText, table, take } from "./parts.js";

/** The panel. */
export class Convert implements Panel {
  readonly id = "convert";
  readonly title = "Convert";
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #to: HTMLSelectElement;
  #chosen = "";
  readonly #lossless: HTMLInputElement;
  readonly #origin: HTMLInputElement;
  readonly #line = el("div", { class: "line" });
  readonly #body = el("div", { class: "split" });
  readonly #viewer = new Viewer();
  #found: Converted | undefined;

  constructor(page: Page) {
    this.#page = page;
    const change = (): void => {
      this.refresh();
    };
    this.#to = el("select", {
      change: () => {
        this.#chosen = this.#to.value;
        page.keep();
        change();
      },
    });
    this.#lossless = el("input", { type: "checkbox", change });
    this.#origin = el("input", { type: "checkbox", change });
    const bar = el(
      "div",
      { class: "bar" },
      el("label", {}, "To ", this.#to),
      el("label", {}, this.#lossless, " refuse losses"),
      el("label", {}, this.#origin, " with the way back"),
      ...take(page, () => `${this.#to.value}.${(this.#found?.documents ?? 1) > 1 ? "jsonl" : "json"}`, () => this.#found?.text ?? ""),
      this.#line,
    );
    this.element = el("section", {}, bar, this.#body);
  }

  /** The dialect that was chosen to convert to; nothing if none was. */
  get to(): string {
    return this.#chosen;
  }

  set to(dialect: string) {
    this.#chosen = dialect;
    this.#choose();
  }

  /** The dialects may come later than the one of them that is wanted. */
  #choose(): void {
    const { dialects } = this.#page;
    if (this.#to.childElementCount !== dialects.length) {
      put(this.#to, ...dialects.map(({ name, title }) => el("option", { value: name, title }, name)));
    }
    const known = dialects.some(({ name }) => name === this.#chosen);
    this.#to.value = known ? this.#chosen : (dialects[0]?.name ?? "");
  }

  refresh(): void {
    this.#choose();
    const to = this.#to.value;
    const given = this.#page.given();
    const ask = { ...given, to, strict: this.#lossless.checked, origin: this.#origin.checked };
    put(this.#line, to !== "" && command(shell("convert", ask)));
    if (given.text === "" || to === "") {
      this.#found = undefined;
      put(this.#body, nothing("The document in another dialect is shown here, with what was lost."));
      return;
    }
    const question = this.#page.client.ask("convert", ask);
    void asked(this.element, this.#body, question, (found) => {
      this.#found = found;
      put(
        this.#body,
        this.#viewer.show(`Document as ${to}`, found.pretty),
        el(
          "div",
          { class: "beside", tabindex: 0, role: "group", "aria-label": "What was lost, and how" },
          el("h3", {}, `From ${found.dialect}: ${counted(found.lost, "entry", "entries")}`),
          found.losses.length > 0 &&
            el("p", { class: "faint" }, "Places are those of the envelope; what did not get into the envelope has its place in the document."),
          table(
            "What became of the values",
            ["kind", "place", "how"],
            found.losses,
            ({ kind, pointer, note }) => [
              el("span", { class: `kind ${kind}` }, kind),
              pointerText(pointer),
              prose(note),
            ],
            found.lost,
          ),
          ...found.diagnostics.slice(0, 20).map(({ code, message }) =>
            el("p", {}, el("code", {}, code), " ", prose(message)),
          ),
        ),
      );
    });
  }
}
