/**
 * The list of what is wrong: each finding with its place, why it matters, and what mends it.
 *
 * @module
 */

import { button, byId, counted, el, prose, put, shown } from "../dom.js";
import type { Page, Panel } from "../page.js";
import { LEVELS, type Level, unproved } from "../verdict.js";
import { Refused } from "../worker/client.js";
import type { Checked, Problem, Refusal } from "../worker/questions.js";
import { advise, isAround, isOfCounting, keep, safeByCode } from "./advice.js";
import { detail } from "./detail.js";

/** How many are put into the page at once. */
const PORTION = 200;

/** The panel. */
export class Problems implements Panel {
  readonly id = "problems";
  readonly title = "Problems";
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #bar = el("div", { class: "bar" });
  readonly #advice = el("div", { class: "advice" });
  readonly #list = el("ol", { class: "problems", "aria-label": "Problems" });
  readonly #before = el("div", { class: "rest" });
  readonly #rest = el("div", { class: "rest" });
  readonly #introduction: HTMLElement;
  #checked: Checked | undefined;
  /** The findings that are listed: of the levels that are shown, without those about text around the JSON. */
  #problems: readonly Problem[] = [];
  readonly #hidden = new Set<Level>();
  /** Whether what is about the text around the JSON is listed as well. */
  #unfolded = false;
  /** The findings from here up to there have rows in the page. */
  #from = 0;
  #to = PORTION;
  #at = -1;

  /** `introduction` is shown as long as there is no document. */
  constructor(page: Page, introduction: HTMLElement) {
    this.#page = page;
    this.#introduction = introduction;
    this.element = el("section", {}, this.#bar, this.#advice, this.#before, this.#list, this.#rest);
    this.#list.addEventListener("keydown", (event) => {
      this.#key(event);
    });
  }

  refresh(): void {
    // What it shows is pushed to it.
  }

  /** The finding that is open. */
  get open(): Problem | undefined {
    return this.#problems[this.#at];
  }

  /** How many can be mended by what the document itself proves. */
  get safe(): number {
    return this.#mendable.filter(({ fixes }) => fixes[0]?.applicability === "safe").length;
  }

  /** Proposes to keep only the JSON; absent where there is nothing around it. */
  get keep(): (() => void) | undefined {
    const inside = this.#checked?.inside;
    if (inside === undefined) return undefined;
    return () => {
      if (!this.#waiting) keep(this.#page, inside);
    };
  }

  get #mendable(): readonly Problem[] {
    return (this.#checked?.problems ?? []).filter(({ fixes }) => fixes.length > 0);
  }

  /** How many there are, those that are only counted included. */
  get #total(): number {
    return Object.values(this.#checked?.counts ?? {}).reduce((sum, it) => sum + it, 0);
  }

  get #waiting(): boolean {
    return this.element.hasAttribute("aria-busy");
  }

  /** The answer is on its way: what is shown may not be true. */
  wait(): void {
    this.element.setAttribute("aria-busy", "true");
  }

  /** Shows what was found; nothing for an empty document. */
  show(checked: Checked | undefined): void {
    const before = this.open;
    const focused = this.element.contains(document.activeElement);
    this.element.removeAttribute("aria-busy");
    this.#checked = checked;
    if (checked?.inside === undefined) this.#unfolded = false;
    this.#filter(before);
    // What had the focus may be gone with what it was about.
    if (focused && !this.element.contains(document.activeElement)) {
      (this.#list.querySelector<HTMLElement>(".problem") ?? byId("verdict")).focus({ preventScroll: true });
    }
  }

  /** Lists the findings of the levels that are shown. */
  #filter(before: Problem | undefined): void {
    this.#at = -1;
    const checked = this.#checked;
    const problems = (checked?.problems ?? []).filter(
      (one) => !this.#hidden.has(one.found.level) && (this.#unfolded || checked === undefined || !isAround(one, checked)),
    );
    this.#problems = problems;
    // The one that was open stays open, if it is still there.
    if (before !== undefined) {
      const same = ({ found }: Problem): boolean =>
        found.code === before.found.code &&
        found.pointer === before.found.pointer &&
        found.document === before.found.document;
      this.#at = problems.findIndex(same);
    }
    this.#turn(Math.max(0, this.#at));
    this.#draw();
  }

  /** The page could not ask. */
  fail(refusal: Refusal): void {
    this.element.removeAttribute("aria-busy");
    this.#checked = undefined;
    this.#problems = [];
    this.#turn(0);
    put(this.#bar);
    put(this.#advice);
    this.#before.hidden = true;
    put(this.#list, refused(refusal));
    put(this.#rest);
  }

  /** Goes to the next finding after the cursor, or the one before it. */
  step(by: 1 | -1): void {
    const problems = this.#problems;
    if (this.#waiting) return;
    if (problems.length === 0) {
      // All findings are told by the one step above the list.
      this.#advice.querySelector("button")?.focus();
      return;
    }
    const { cursor } = this.#page.document;
    const open = this.open;
    const here = open?.at !== undefined && (cursor === open.at.to || cursor === open.at.from);
    const behind = problems.findIndex(({ at }) => at !== undefined && at.from >= cursor);
    // Where none is behind the cursor, going on begins anew.
    const first = behind < 0 ? problems.length : behind;
    const next = here ? this.#at + by : by === 1 ? first : first - 1;
    this.#select((next + problems.length) % problems.length);
    this.#focus(this.#at);
  }

  /** Turns to the portion that has this finding. */
  #turn(at: number): void {
    this.#from = at - (at % PORTION);
    this.#to = this.#from + PORTION;
  }

  /** The row of a finding, if it is in the page. */
  #rowOf(at: number): Element | undefined {
    return this.#list.children[at - this.#from];
  }

  #focus(at: number): void {
    this.#rowOf(at)?.querySelector<HTMLElement>(".problem")?.focus({ preventScroll: true });
  }

  /** Opens one, and shows its place. */
  #select(at: number): void {
    if (at < this.#from || at >= this.#to) {
      this.#turn(at);
      this.#at = at;
      this.#draw();
    } else {
      const before = this.#at;
      this.#at = at;
      this.#row(before);
      this.#row(at);
    }
    this.#keep(at);
    const problem = this.open;
    if (problem === undefined || this.#waiting) return;
    if (problem.at !== undefined) this.#page.reveal(problem.at);
    if (problem.inSource !== undefined) this.#page.sources.reveal(problem.inSource);
    this.#page.announce(`${at + 1} of ${this.#problems.length}: ${problem.found.message}`);
  }

  #close(at: number): void {
    this.#at = -1;
    this.#row(at);
  }

  /** Keeps one in view, with all that is said of it. */
  #keep(at: number): void {
    this.#rowOf(at)?.scrollIntoView({ block: "nearest" });
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (!target.classList.contains("problem")) return;
    const rows = [...this.#list.querySelectorAll<HTMLElement>(".problem")];
    const at = rows.indexOf(target);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    const row = to === undefined ? undefined : rows[to];
    if (row === undefined) return;
    event.preventDefault();
    for (const other of rows) other.tabIndex = -1;
    row.tabIndex = 0;
    row.focus();
  }

  #draw(): void {
    const checked = this.#checked;
    put(this.#list, ...this.#items(this.#from, this.#to));
    if (checked?.refusal !== undefined) put(this.#list, refused(checked.refusal));
    this.#draft();
    const total = this.#total;
    const left = total - Math.max(checked?.problems.length ?? 0, checked?.refusal === undefined ? 0 : 1);
    const more = el("span");
    this.#offer(more);
    put(
      this.#rest,
      checked === undefined && this.#introduction,
      more,
      left > 0 && el("p", { class: "faint" }, `${left.toLocaleString("en")} more are counted, and not listed here.`),
      this.#problems.length === 0 &&
        (checked?.problems ?? []).some(({ found: { level } }) => this.#hidden.has(level)) &&
        el("p", { class: "calm" }, "All findings are of levels that are hidden."),
      checked !== undefined &&
        checked.problems.length > 0 &&
        checked.problems.length === total &&
        checked.problems.every((one) => isAround(one, checked)) &&
        !this.#unfolded &&
        el("p", { class: "calm" }, "Nothing wrong found in the JSON itself."),
      checked?.validation !== undefined &&
        total === 0 &&
        el("p", { class: "calm" }, prose(nothing(checked, checked.validation.ok))),
    );
  }

  #items(from: number, to: number): HTMLElement[] {
    return this.#problems.slice(from, to).map((problem, at) => this.#item(problem, from + at));
  }

  /** Offers the rows on either side of those that are there; they come beside them. */
  #offer(after: HTMLElement): void {
    const [earlier, later] = [this.#from, this.#problems.length - this.#to];
    put(
      this.#before,
      earlier > 0 &&
        button(`Show ${PORTION} of ${earlier.toLocaleString("en")} before`, () => {
          this.#from -= PORTION;
          this.#list.prepend(...this.#items(this.#from, this.#from + PORTION));
          this.#offer(after);
          this.#focus(earlier - 1);
          this.#keep(earlier - 1);
        }),
    );
    this.#before.hidden = earlier === 0;
    put(
      after,
      later > 0 &&
        button(`Show ${Math.min(PORTION, later)} of ${later.toLocaleString("en")} more`, () => {
          const to = this.#to;
          this.#to += PORTION;
          this.#list.append(...this.#items(to, this.#to));
          this.#offer(after);
          this.#focus(to);
          this.#keep(to);
        }),
    );
  }

  #draft(): void {
    const mendable = this.#mendable;
    const safe = this.safe;
    // Of those that are only counted nothing is known here.
    const listed = this.#checked?.problems.length ?? 0;
    const of = listed < this.#total ? ` of the ${listed.toLocaleString("en")} listed` : "";
    put(
      this.#bar,
      ...this.#toggles(),
      safe > 0 &&
        button(`Fix all that is safe (${safe.toLocaleString("en")})`, () => {
          this.fixAll();
        }),
      mendable.length > 0 &&
        el("span", { class: "faint" }, `${counted(mendable.length, "finding")}${of} can be mended`),
      this.#problems.length > 0 &&
        el("span", { class: "faint keys" }, el("kbd", {}, "F8"), " next, ", el("kbd", {}, "Shift F8"), " previous"),
    );
    this.#bar.hidden = this.#bar.childElementCount === 0;
    advise(this.#advice, this.#checked, {
      page: this.#page,
      waiting: () => this.#waiting,
      unfolded: this.#unfolded,
      unfold: () => {
        const before = this.open;
        this.#unfolded = !this.#unfolded;
        this.#filter(before);
        this.#advice.querySelector<HTMLElement>("[aria-pressed]")?.focus();
      },
      fixAll: (code) => {
        this.fixAll(code);
      },
      ask: this.#ask,
    });
  }

  /** The levels, to be listed or not, where there is more than one. */
  #toggles(): HTMLElement[] {
    const { counts } = this.#checked ?? {};
    const there = counts === undefined ? [] : LEVELS.filter((level) => counts[level] > 0);
    if (counts === undefined || (there.length < 2 && !there.some((level) => this.#hidden.has(level)))) return [];
    return there.map((level) =>
      button(counted(counts[level], level, level === "help" ? level : `${level}s`), () => {
        const before = this.open;
        if (!this.#hidden.delete(level)) this.#hidden.add(level);
        this.#filter(before);
        this.#bar.querySelector<HTMLElement>(`.level.${level}`)?.focus();
      }, { class: `level ${level}`, "aria-pressed": this.#hidden.has(level) ? "false" : "true", title: "show or hide them" }),
    );
  }

  /** Proposes to fix all that is safe; with a code only what has this code. */
  fixAll(code?: string): void {
    void this.#fixAll(code);
  }

  async #fixAll(code?: string): Promise<void> {
    const given = this.#page.given();
    try {
      const codes = code === undefined ? {} : { codes: [code] };
      const fixed = await this.#page.client.ask("fix", { ...given, ...codes });
      if (fixed === undefined) return;
      const { text, applied, skipped } = fixed;
      const more = skipped.filter(({ why }) => why !== "not_asked_for").length;
      const left = more === 0 ? "" : ` ${counted(more, "fix", "fixes")} left to you.`;
      this.#page.propose({
        title: code === undefined ? "Fix all that is safe" : `Fix every ${code} that is safe to fix`,
        note: `${counted(applied.length, "fix", "fixes")} that the document itself proves.${left}`,
        before: given.text,
        after: text,
        apply: () => {
          this.#page.document.replace(text);
          this.#page.announce(`${counted(applied.length, "fix", "fixes")} applied`);
        },
      });
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      put(this.#rest, refused(failure.refusal));
    }
  }

  #row(at: number): void {
    const problem = this.#problems[at];
    const row = this.#rowOf(at);
    if (problem !== undefined && row !== undefined) {
      const focused = row.contains(document.activeElement);
      const made = this.#item(problem, at);
      row.replaceWith(made);
      if (focused) made.querySelector<HTMLElement>(".problem")?.focus({ preventScroll: true });
    }
  }

  #item(problem: Problem, at: number): HTMLElement {
    const { found } = problem;
    const { level, code, message, pointer, document: number, start_line: line, start_col_utf16: column } = found;
    const open = at === this.#at;
    const several = (this.#checked?.validation?.documents ?? 1) > 1;
    const where = line === undefined ? "" : `${line}:${(column ?? 0) + 1}`;
    const head = button("", () => {
      if (at === this.#at) this.#close(at);
      else this.#select(at);
    }, {
      class: "problem",
      "aria-expanded": open ? "true" : "false",
      tabindex: at === Math.max(this.#from, this.#at) ? 0 : -1,
    });
    put(
      head,
      el("span", { class: `level ${level}` }, level),
      el("code", { class: "code" }, code),
      el("span", { class: "message" }, prose(message)),
      el(
        "span",
        { class: "where" },
        several && number !== undefined ? `document ${number + 1} ` : "",
        el("code", {}, pointer === undefined || pointer === "" ? "(document)" : shown(pointer, 160)),
        where === "" ? "" : ` ${where}`,
      ),
    );
    const marks = { "data-code": code, "data-pointer": pointer, "data-level": level, "data-where": where };
    return el("li", marks, head, open && this.#detail(problem));
  }

  #detail(problem: Problem): HTMLElement {
    const at = this.#at;
    const { code } = problem.found;
    return detail(problem, {
      page: this.#page,
      waiting: () => this.#waiting,
      safe: safeByCode(this.#checked?.problems ?? []).get(code) ?? 0,
      fixAll: () => {
        this.fixAll(code);
      },
      ask: this.#checked !== undefined && isOfCounting(problem, this.#checked) ? this.#ask : undefined,
      ready: () => {
        if (at === this.#at && this.element.contains(document.activeElement)) this.#keep(at);
      },
    });
  }

  readonly #ask = (): void => {
    this.#page.show("detective");
  };
}

/** What is said where there is no finding. */
function nothing(checked: Checked, ok: boolean): string {
  if (!ok) return "Nothing is listed.";
  if (!unproved(checked)) return "Nothing is wrong.";
  const [path] = checked.missing;
  const text = path === undefined ? "the text that the tool read" : `\`${path}\``;
  return `Nothing wrong found; no position was checked: add ${text}.`;
}

/** A refusal, as a row or anywhere else. */
export function refused({ code, message, help, pointer, line, column }: Refusal): HTMLElement {
  const where = line === undefined ? "" : ` at ${line}:${(column ?? 0) + 1}`;
  const value = pointer === "" ? "document" : shown(pointer ?? "");
  return el(
    "li",
    { class: "refused", "data-code": code },
    el("span", { class: "level error" }, "refused"),
    el("code", { class: "code" }, code),
    el("span", { class: "message" }, prose(message), where, pointer === undefined ? "" : ` (${value})`),
    el("p", {}, prose(help)),
  );
}
