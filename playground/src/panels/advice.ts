/**
 * What is proposed for many findings at once, above their list: one step where each of them alone
 * would be told in vain.
 *
 * @module
 */

import { type Child, button, counted, el, put } from "../dom.js";
import type { Page } from "../page.js";
import type { Checked, Problem, Range } from "../worker/questions.js";

/** Findings that all positions have at once where the tool counts otherwise than its dialect says. */
const OF_COUNTING = new Set(["POSITION_MISMATCH", "POSITION_IMPOSSIBLE", "TEXT_MISMATCH", "CONTEXT_MISMATCH", "FILE_STALE"]);

/** Whether a finding may come of another way to count; without a source nothing can tell. */
export function isOfCounting({ found }: Problem, { profiles }: Checked): boolean {
  return profiles.length > 0 && OF_COUNTING.has(found.code);
}

/** Whether a finding is about the text around the one JSON value. */
export function isAround({ at }: Problem, { inside }: Checked): boolean {
  return at !== undefined && inside !== undefined && (at.to <= inside.from || at.from >= inside.to);
}

/** How many of each code are safe to fix, the most first. */
export function safeByCode(problems: readonly Problem[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { found: { code }, fixes } of problems) {
    if (fixes[0]?.applicability === "safe") found.set(code, (found.get(code) ?? 0) + 1);
  }
  return new Map([...found].sort(([, a], [, b]) => b - a));
}

/** What the rows do. */
export interface Advised {
  readonly page: Page;
  readonly waiting: () => boolean;
  /** Whether the findings around the one JSON value are listed as well. */
  readonly unfolded: boolean;
  readonly unfold: () => void;
  readonly fixAll: (code: string) => void;
  readonly ask: () => void;
}

/** Puts the rows into their place. */
export function advise(place: HTMLElement, checked: Checked | undefined, advised: Advised): void {
  const rows = checked === undefined ? [] : [keeping(checked, advised), counting(checked, advised), kinds(checked, advised)];
  put(place, ...rows);
  place.hidden = place.childElementCount === 0;
}

function row(name: string, what: string, ...children: readonly Child[]): HTMLElement {
  return el("p", { "data-advice": name }, el("span", {}, what), ...children);
}

/** One step, in the place of a finding for each line around the JSON. */
function keeping(checked: Checked, { page, waiting, unfolded, unfold }: Advised): HTMLElement | undefined {
  const { inside, problems } = checked;
  if (inside === undefined) return undefined;
  const around = problems.filter((problem) => isAround(problem, checked)).length;
  const these = counted(around, "finding");
  return row(
    "keep",
    around === 0
      ? "There is other text around the JSON."
      : `There is other text around the JSON. ${these} ${around === 1 ? "is" : "are"} about that text.`,
    button("Keep only the JSON…", () => {
      if (!waiting()) keep(page, inside);
    }, { class: "main" }),
    around > 0 &&
      button(unfolded ? `Leave out the ${these} about it` : `List the ${these} about it`, unfold, {
        class: "quiet",
        "aria-pressed": unfolded ? "true" : "false",
      }),
  );
}

/** Proposes to keep only this range of the document. */
export function keep(page: Page, { from, to }: Range): void {
  const before = page.document.text;
  const after = before.slice(from, to);
  page.propose({
    title: "Keep only the JSON",
    note: "The text before and after it is taken away; the JSON stays as it is, byte for byte.",
    before,
    after,
    apply: () => {
      page.document.replace(after);
      page.announce("only the JSON was kept");
    },
  });
}

/** The way to the detective, where several positions do not fit. */
function counting(checked: Checked, { ask }: Advised): HTMLElement | undefined {
  const found = checked.problems.filter((problem) => isOfCounting(problem, checked));
  if (found.length < 2 && !found.some(({ found: { code } }) => code === "FILE_STALE")) return undefined;
  return row(
    "counting",
    `${counted(found.length, "finding says", "findings say")} that positions do not fit the source. Perhaps the tool counts otherwise than its dialect says.`,
    button("Ask the detective", ask),
  );
}

/** All of one kind; where there is only one kind, that is all that is safe. */
function kinds(checked: Checked, { fixAll }: Advised): HTMLElement | undefined {
  const safe = safeByCode(checked.problems);
  const many = [...safe].filter(([, count]) => count > 1);
  if (safe.size < 2 || many.length === 0) return undefined;
  return row(
    "kinds",
    "Fix all of one kind:",
    ...many.slice(0, 5).map(([code, count]) =>
      button(`${code} (${count.toLocaleString("en")})…`, () => {
        fixAll(code);
      }, { class: "chip" }),
    ),
  );
}
