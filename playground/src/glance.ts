/**
 * The verdict on one line that stays in view on a small screen, where the verdict itself is below
 * the editors. It leads there.
 *
 * @module
 */

import { el, put } from "./dom.js";

/** The line. */
export class Glance {
  readonly #line: HTMLElement;

  /** `to` is where it leads. */
  constructor(line: HTMLElement, to: HTMLElement) {
    this.#line = line;
    line.addEventListener("click", () => {
      to.scrollIntoView({ block: "start" });
      to.focus({ preventScroll: true });
    });
  }

  /** Says this, in a few words; nothing where there is no verdict. */
  show(state: string, ...words: readonly string[]): void {
    const [first, ...rest] = words.filter((word) => word !== "");
    this.#line.hidden = first === undefined;
    this.#line.dataset["state"] = state;
    put(
      this.#line,
      el("strong", {}, first ?? ""),
      ...rest.map((word) => el("span", {}, word)),
      el("span", { class: "unheard" }, ", to the verdict"),
    );
  }
}
