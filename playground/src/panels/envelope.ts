/**
 * The document as the envelope, and what is not as it was read.
 *
 * @module
 */

import { counted, el, put, value } from "../dom.js";
import { Viewer } from "../editor/viewer.js";
import type { Page, Panel } from "../page.js";
import { shell } from "../shell.js";
import type { Enveloped } from "../worker/questions.js";
import { asked, command, nothing, pointerChip, pointerText, table, take } from "./parts.js";

/** The panel. */
export class Envelope implements Panel {
  readonly id = "envelope";
  readonly title = "Envelope";
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #origin: HTMLInputElement;
  readonly #line = el("div", { class: "line" });
  readonly #body = el("div", { class: "split" });
  readonly #viewer = new Viewer();
  #found: Enveloped | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#origin = el("input", {
      type: "checkbox",
      change: () => {
        this.refresh();
      },
    });
    const name = (): string => ((this.#found?.documents ?? 1) > 1 ? "envelope.jsonl" : "envelope.json");
    const bar = el(
      "div",
      { class: "bar" },
      el("label", {}, this.#origin, " with the way back"),
      // What is taken along is the canonical form: the same bytes in every language.
      ...take(page, name, () => this.#found?.text ?? ""),
      this.#line,
    );
    this.element = el("section", {}, bar, this.#body);
  }

  refresh(): void {
    const given = this.#page.given();
    const ask = { ...given, origin: this.#origin.checked };
    put(this.#line, command(shell("envelope", ask)));
    if (given.text === "") {
      this.#found = undefined;
      put(this.#body, nothing("The envelope of the document is shown here."));
      return;
    }
    const question = this.#page.client.ask("envelope", ask);
    void asked(this.element, this.#body, question, (found) => {
      this.#found = found;
      put(
        this.#body,
        this.#viewer.show("Envelope", found.pretty),
        el(
          "div",
          { class: "beside", tabindex: 0, role: "group", "aria-label": "What is not as it was read" },
          el("h3", {}, counted(found.changed, "change")),
          table(
            "Changes",
            ["change", "in the document", "in the envelope", "from", "to"],
            found.changes,
            ({ what, pointer, at, from, to }) => [
              what.replaceAll("_", " "),
              pointer === "" ? "" : pointerChip(this.#page, pointer),
              at === undefined ? "" : pointerText(at),
              el("code", {}, value(from)),
              el("code", {}, value(to)),
            ],
            found.changed,
          ),
        ),
      );
    });
  }
}
