/**
 * What several panels are made of: tables that end, results that can be taken along, and
 * refusals.
 *
 * @module
 */

import { type Child, button, download, el, put, shown } from "../dom.js";
import type { Page } from "../page.js";
import { Refused } from "../worker/client.js";
import { refused } from "./problems.js";

/** Rows that are put into the page at once. */
const PORTION = 200;

/** A table; where it has too many rows the rest is told and can be shown. */
export function table<Row>(
  label: string,
  heads: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly Child[],
  total = rows.length,
): HTMLElement {
  const body = el("tbody");
  const rest = el("p", { class: "rest" });
  let count = 0;
  const more = (): void => {
    for (const row of rows.slice(count, count + PORTION)) {
      body.append(el("tr", {}, ...cells(row).map((cell) => el("td", {}, cell))));
    }
    count = Math.min(rows.length, count + PORTION);
    const hidden = rows.length - count;
    const left = total - rows.length;
    put(
      rest,
      hidden > 0 && button(`Show ${Math.min(PORTION, hidden)} of ${hidden.toLocaleString("en")} more`, more),
      left > 0 && el("span", { class: "faint" }, ` ${left.toLocaleString("en")} more are not listed here.`),
    );
    rest.hidden = rest.childElementCount === 0;
  };
  more();
  const head = el("thead", {}, el("tr", {}, ...heads.map((one) => el("th", { scope: "col" }, one))));
  return scrolling(label, el("table", { "aria-label": label }, head, body), rest);
}

/** What is wider than its place, scrolled by itself: by keys as well, and only then a stop for Tab. */
export function scrolling(label: string, ...children: readonly HTMLElement[]): HTMLElement {
  const made = el("div", { class: "table" }, ...children);
  stop(made, label);
  return made;
}

/** Lets Tab reach an element as long as there is more of it than is seen. */
function stop(element: HTMLElement, label: string): void {
  const look = new ResizeObserver(() => {
    const more = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": label })) {
      if (more) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  });
  look.observe(element);
  for (const child of element.children) look.observe(child);
}

/** A pointer into the document that leads there. */
export function pointerChip(page: Page, pointer: string): HTMLElement {
  return button(pointer === "" ? "(document)" : shown(pointer, 120), () => {
    page.visit(pointer);
  }, { class: "chip", title: "go to it in the document" });
}

/** A pointer into something else. */
export function pointerText(pointer: string): HTMLElement {
  return el("code", {}, pointer === "" ? "(document)" : shown(pointer, 120));
}

/** Buttons that take a text along. */
export function take(page: Page, name: () => string, text: () => string): HTMLElement[] {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      page.announce("copied");
    } catch {
      page.announce("the browser does not allow it; download it instead");
    }
  };
  return [
    button("Copy", () => {
      void copy();
    }),
    button("Download", () => {
      download(name(), text());
    }),
  ];
}

/** Asks, and shows a refusal where the answer would be. */
export async function asked<T>(
  panel: HTMLElement,
  into: HTMLElement,
  question: Promise<T | undefined>,
  answer: (found: T) => void,
): Promise<void> {
  panel.setAttribute("aria-busy", "true");
  try {
    const found = await question;
    // Something else is asked already, and will be answered.
    if (found === undefined) return;
    answer(found);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    put(into, el("ul", {}, refused(failure.refusal)));
  }
  panel.removeAttribute("aria-busy");
}

/** A shell command that does the same. */
export function command(text: string): HTMLElement {
  return el("p", { class: "command faint" }, "The same in a shell: ", el("code", {}, text));
}

/** What stands in a panel as long as there is no document. */
export function nothing(what: string): HTMLElement {
  return el("p", { class: "rest calm" }, what);
}
