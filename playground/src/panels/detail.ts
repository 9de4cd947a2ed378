/**
 * What is said of one finding that is open, always in the same order: what was expected, where it
 * is, what to do, why, and the rule. What is wrong stands in its row above.
 *
 * @module
 */

import { type Child, button, el, prose, put, shown, value } from "../dom.js";
import type { Page } from "../page.js";
import { Refused } from "../worker/client.js";
import type { Mend, Problem } from "../worker/questions.js";

/** What a finding is opened with. */
export interface Opened {
  readonly page: Page;
  /** Whether another answer is on its way: places and fixes are those of another text. */
  readonly waiting: () => boolean;
  /** How many findings of this code are safe to fix. */
  readonly safe: number;
  /** Proposes to fix all of this code. */
  readonly fixAll: () => void;
  /** Asks how the tool counts; absent where that would not help. */
  readonly ask: (() => void) | undefined;
  /** All of it is there. */
  readonly ready: () => void;
}

/** All that is said of it. */
export function detail(problem: Problem, opened: Opened): HTMLElement {
  const { found } = problem;
  const why = el("div", { class: "why" });
  void explain(found.code, found.help, opened.page, why).then(opened.ready);
  return el(
    "div",
    { class: "detail" },
    found.expected !== undefined && part("Expected", el("p", {}, el("code", {}, value(found.expected)))),
    where(problem, opened),
    remedy(problem, opened),
    why,
  );
}

/** A part with its name. */
function part(name: string, ...children: readonly Child[]): HTMLElement {
  return el("div", { class: "part" }, el("strong", {}, `${name}:`), el("div", {}, ...children));
}

function where({ at, found, inSource }: Problem, { page, waiting }: Opened): HTMLElement {
  const { pointer, document: number, start_line: line, start_col_utf16: column } = found;
  const place = [
    ...(number === undefined ? [] : [`document ${number + 1}`]),
    ...(line === undefined ? [] : [`line ${line.toLocaleString("en")}, column ${((column ?? 0) + 1).toLocaleString("en")}`]),
  ].join(", ");
  const go = (label: string, act: () => void): HTMLElement =>
    button(label, () => {
      if (!waiting()) act();
    }, { class: "quiet" });
  return part(
    "Where",
    el(
      "p",
      {},
      el("code", {}, pointer === undefined || pointer === "" ? "(document)" : shown(pointer, 400)),
      place === "" ? "" : ` ${place} `,
      at !== undefined && go("Go to it in the document", () => { page.jump(at); }),
      inSource !== undefined &&
        go("Show it in the source", () => {
          page.sources.reveal(inSource);
          page.sources.view.dom.scrollIntoView({ block: "nearest" });
        }),
    ),
    ...(found.related ?? []).slice(0, 10).map(({ message, pointer: other }) =>
      el(
        "p",
        {},
        prose(message),
        " ",
        button(shown(other, 120), () => {
          page.visit(other);
        }, { class: "chip" }),
      ),
    ),
  );
}

function remedy({ found, fixes }: Problem, opened: Opened): HTMLElement {
  const { safe, fixAll, ask } = opened;
  return part(
    "What to do",
    el("p", {}, prose(found.help)),
    ...fixes.map((fix) => mend(fix, opened)),
    fixes[0]?.applicability === "safe" &&
      safe > 1 &&
      el("p", {}, button(`Fix all ${safe.toLocaleString("en")} of this kind…`, fixAll)),
    ask !== undefined &&
      el("p", { class: "fix" }, el("span", {}, "Perhaps the tool counts otherwise than its dialect says."), button("Ask the detective", ask)),
  );
}

function mend(fix: Mend, { page, waiting }: Opened): HTMLElement {
  const apply = (): void => {
    // Its places are those of another text.
    if (waiting()) return;
    page.document.apply(fix.changes);
    page.announce(`applied: ${fix.title}`);
  };
  return el(
    "p",
    { class: "fix" },
    el("span", {}, prose(fix.title), " ", el("span", { class: "faint" }, `(${fix.applicability})`)),
    button("Preview", () => {
      const before = page.document.text;
      page.propose({ title: fix.title, before, after: edited(before, fix), apply });
    }, { class: "quiet" }),
    button("Apply", apply),
  );
}

async function explain(code: string, help: string, page: Page, into: HTMLElement): Promise<void> {
  try {
    const rule = await page.client.ask("explain", code);
    if (rule === undefined) return;
    const example = (label: string, text: string): HTMLElement =>
      el("div", {}, el("dt", {}, label), el("dd", {}, el("code", {}, shown(text, 300))));
    put(
      into,
      part("Why", el("p", {}, prose(rule.why))),
      part(
        "Rule",
        el(
          "p",
          {},
          el("code", {}, code),
          ": ",
          prose(rule.what),
          ".",
          rule.origin !== "" && el("span", { class: "faint" }, ` From: ${rule.origin}`),
        ),
        rule.remedy !== help && el("p", {}, "In general: ", prose(rule.remedy)),
        rule.bad !== "" && el("dl", {}, example("wrong", rule.bad), example("right", rule.good)),
      ),
    );
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
  }
}

/** The text with one fix made. */
function edited(before: string, { changes }: Mend): string {
  let made = "";
  let at = 0;
  for (const { from, to, insert } of [...changes].sort((a, b) => a.from - b.from)) {
    made += before.slice(at, from) + insert;
    at = to;
  }
  return made + before.slice(at);
}
