/**
 * What was not checked, and why, at a glance: a row for each reason, however many things it holds for.
 *
 * @module
 */

import { type Child, counted, el, prose, put, shown } from "./dom.js";
import { isAround } from "./panels/advice.js";
import type { Checked } from "./worker/questions.js";

/** More rows than these are folded. */
const MOST_ROWS = 4;
/** As many names of one row are written out. */
const MOST_NAMES = 3;

/** Fills in the place under the verdict. */
export function notes(place: HTMLElement, checked: Checked | undefined): void {
  const rows = checked === undefined ? [] : reasons(checked).map(row);
  const rest = rows.slice(MOST_ROWS);
  put(
    place,
    el("strong", {}, "Not checked"),
    el("ul", {}, ...rows.slice(0, MOST_ROWS)),
    rest.length > 0 &&
      el("details", {}, el("summary", {}, counted(rest.length, "more reason")), el("ul", {}, ...rest)),
  );
  place.hidden = rows.length === 0;
}

/** A reason, and what it holds for. */
interface Reason {
  /** Numbers of documents, from 1. */
  readonly documents: number[];
  /** Files and values. */
  readonly names: string[];
  /** Words of the page for what has no name. */
  readonly words: string[];
  /** Absent where a problem of the list says it. */
  readonly why: string | undefined;
}

/** The reasons in the order in which they come, each once. */
function reasons(checked: Checked): Reason[] {
  const { validation, problems } = checked;
  const said = new Set(problems.map(({ found: { message } }) => message));
  const around = new Set(problems.filter((one) => isAround(one, checked)).map(({ found }) => found.document));
  const found = new Map<string, Reason>();
  for (const { what, why } of validation?.checked.not_checked ?? []) {
    const number = /^document (\d+)$/u.exec(what)?.[1];
    // Lines around the JSON have no numbers for whoever sees one document.
    if (number !== undefined && around.has(Number(number))) continue;
    // What a problem says itself is not said twice.
    const isSaid = said.has(why);
    const key = isSaid ? `said of ${number === undefined ? "others" : "documents"}` : `because ${why}`;
    const reason = found.get(key) ?? { documents: [], names: [], words: [], why: isSaid ? undefined : why };
    found.set(key, reason);
    if (number !== undefined) reason.documents.push(Number(number) + 1);
    else if (what === "document") reason.words.push("the document");
    else if (what === "source") reason.words.push("positions against the source");
    else reason.names.push(what);
  }
  const prose = { documents: [], names: [], words: ["the text around the JSON"], why: "it is no JSON" };
  return [...(around.size > 0 ? [prose] : []), ...found.values()];
}

function row({ documents, names, words, why }: Reason): HTMLElement {
  const few = names.slice(0, MOST_NAMES);
  const parts: Child[][] = [
    ...words.map((word) => [word]),
    ...(documents.length > 0 ? [[`${documents.length === 1 ? "document" : "documents"} ${runs(documents)}`]] : []),
    ...few.map((name) => [el("code", {}, name === "" ? "(no path)" : shown(name, 120))]),
    ...(names.length > few.length ? [[`${(names.length - few.length).toLocaleString("en")} more`]] : []),
  ];
  const several = words.length + documents.length + names.length > 1;
  return el(
    "li",
    {},
    ...parts.flatMap((part, at) => (at === 0 ? part : [", ", ...part])),
    ": ",
    el("span", { class: "faint" }, why === undefined ? (several ? "the problems say why" : "its problem says why") : prose(why)),
  );
}

/** Numbers, those that follow each other as one: `1–3, 5`. */
function runs(numbers: readonly number[]): string {
  const found: { from: number; to: number }[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && number <= last.to + 1) last.to = number;
    else found.push({ from: number, to: number });
  }
  const few = found.slice(0, 5).map(({ from, to }) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`));
  return `${few.join(", ")}${found.length > few.length ? ", …" : ""}`;
}
