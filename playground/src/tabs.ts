/**
 * The tabs below the editors: one panel is shown at a time.
 *
 * @module
 */

import { el, put } from "./dom.js";
import type { Panel } from "./page.js";

/** The tabs. */
export class Tabs {
  readonly #panels: readonly Panel[];
  readonly #list: HTMLElement;
  readonly #turned: () => void;
  #at = 0;

  constructor(list: HTMLElement, body: HTMLElement, panels: readonly Panel[], turned: () => void) {
    this.#panels = panels;
    this.#list = list;
    this.#turned = turned;
    put(
      list,
      ...panels.map(({ id, title }, at) =>
        el(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${id}`,
            "aria-controls": `panel-${id}`,
            click: () => {
              this.show(id);
            },
            keydown: (event) => {
              this.#key(event as KeyboardEvent, at);
            },
          },
          title,
          " ",
          el("span", { class: "count" }),
        ),
      ),
    );
    for (const { id, element } of panels) {
      element.id = `panel-${id}`;
      element.setAttribute("role", "tabpanel");
      element.setAttribute("aria-labelledby", `tab-${id}`);
      // What has nothing in it that takes the focus can be scrolled by keys all the same.
      element.tabIndex = 0;
      body.append(element);
    }
    this.#draw();
  }

  /** The panel that is shown. */
  get panel(): Panel | undefined {
    return this.#panels[this.#at];
  }

  /** Shows a panel. */
  show(id: string): void {
    const at = this.#panels.findIndex((panel) => panel.id === id);
    if (at < 0) return;
    this.#at = at;
    this.#draw();
    this.panel?.refresh();
    this.#turned();
  }

  /** Puts a number beside a title. */
  count(id: string, count: number | undefined): void {
    const place = this.#list.querySelector(`#tab-${id} .count`);
    if (place !== null) place.textContent = count === undefined ? "" : count.toLocaleString("en");
  }

  #key(event: KeyboardEvent, at: number): void {
    const last = this.#panels.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const panel = to === undefined ? undefined : this.#panels[to];
    if (panel === undefined) return;
    event.preventDefault();
    this.show(panel.id);
    this.#list.querySelector<HTMLElement>(`#tab-${panel.id}`)?.focus();
  }

  #draw(): void {
    for (const [at, { id, element }] of this.#panels.entries()) {
      const tab = this.#list.querySelector<HTMLElement>(`#tab-${id}`);
      tab?.setAttribute("aria-selected", at === this.#at ? "true" : "false");
      if (tab !== null) {
        tab.tabIndex = at === this.#at ? 0 : -1;
        // Sideways only: the page must not move.
        if (at === this.#at) this.#list.scrollLeft = tab.offsetLeft - this.#list.offsetLeft - 32;
      }
      element.hidden = at !== this.#at;
    }
  }
}
