/**
 * The sheets that open from the head of the page: examples and sharing.
 *
 * @module
 */

import { button, counted, download, el, prose, put } from "./dom.js";
import { type Example, examples } from "./examples.js";
import { type Kept, fragment } from "./share.js";

/** The menu of examples. */
export function examplesSheet(sheet: HTMLElement, take: (example: Example) => void): void {
  const groups = [...new Set(examples.map(({ group }) => group))];
  put(
    sheet,
    ...groups.flatMap((group) => [
      el("h2", {}, group),
      el(
        "ul",
        { class: "menu" },
        ...examples
          .filter((example) => example.group === group)
          .map((example) => {
            const choice = button("", () => {
              sheet.hidePopover();
              take(example);
            }, { "data-example": example.id });
            put(choice, el("strong", {}, example.title), el("span", {}, prose(example.shows)));
            return el("li", {}, choice);
          }),
      ),
    ]),
  );
}

/** Examples that show what the page is for. */
const FIRST = ["column-in-bytes", "misspelt", "magellan"];

/** What an empty page says. */
export function introduction(take: (example: Example) => void): HTMLElement {
  const few = examples.filter(({ id }) => FIRST.includes(id));
  return el(
    "div",
    { class: "introduction" },
    el(
      "p",
      {},
      "Paste what a tool printed: JSON, JSON Lines, a table of magellan, or prose with JSON in it. What is wrong is listed here, with its place, why it matters, and what mends it.",
    ),
    el("p", {}, "With the text that the tool read beside it, each position is proved, or shown to be wrong."),
    el(
      "p",
      { class: "row" },
      "For example:",
      ...few.map((example) =>
        button(example.title, () => {
          take(example);
        }),
      ),
    ),
  );
}

/** A link as long as this is not taken by every program that passes links on. */
const LONG = 30_000;
/** No more than this is opened by Chromium. */
const LONGEST = 2 * 1024 * 1024;

/** Sharing: a link that holds everything. */
export function shareSheet(
  sheet: HTMLElement,
  keep: (withSources: boolean) => Kept & { readonly left: number },
  announce: (what: string) => void,
): void {
  const without = el("input", { type: "checkbox", id: "share-without", change: () => { draw(); } });
  const link = el("input", { type: "text", readonly: true, id: "share-link", "aria-label": "Link" });
  const size = el("p", { class: "faint", id: "share-size" });
  const copy = button("Copy the link", () => {
    void copied();
  });
  const copied = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link.value);
      announce("the link is copied");
      copy.textContent = "Copied";
    } catch {
      link.select();
      announce("copy the link by hand: the browser does not allow it");
    }
  };
  const draw = (): void => {
    const { left, ...kept } = keep(!without.checked);
    const url = new URL(location.href);
    url.hash = fragment(kept);
    const { length } = url.href;
    const opens = length <= LONGEST;
    link.value = opens ? url.href : "";
    for (const part of [link, copy]) part.disabled = !opens;
    copy.textContent = "Copy the link";
    if (!opens) {
      put(
        size,
        `The link would have ${length.toLocaleString("en")} characters, and browsers open none of more than ${LONGEST.toLocaleString("en")}.`,
        kept.sources.length > 0 ? " Leave out the source texts, or pass the document on as a file: " : " Pass the document on as a file: ",
        button("Download the document", () => {
          download("document.json", kept.document);
        }),
      );
      return;
    }
    put(
      size,
      `${length.toLocaleString("en")} characters. The text is in the link itself and reaches no server.`,
      length > LONG ? " Some programs cut links that are as long as this." : "",
      left > 0 ? ` Left out: ${counted(left, "source")} not in UTF-8.` : "",
    );
  };
  put(
    sheet,
    el("h2", {}, "Share"),
    el("p", {}, el("label", {}, without, " without the source texts")),
    el("p", { class: "row" }, link, copy),
    size,
  );
  sheet.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") draw();
  });
}
