/**
 * The line between the editors and the panels: what the document is, how that is known,
 * and what the check came to.
 *
 * @module
 */

import type { Detection, DialectInfo } from "llm-types/wasm";

import { counted, el, prose, put, shown } from "./dom.js";
import type { Glance } from "./glance.js";
import { notes } from "./notes.js";
import type { Checked } from "./worker/questions.js";

/** The levels of findings, the gravest first. */
export const LEVELS = ["error", "warning", "note", "help"] as const;

/** The level of a finding. */
export type Level = (typeof LEVELS)[number];

/** The counts of a check in words: `2 errors, 1 warning`. */
export function counts({ counts: found }: Checked): string {
  return LEVELS.filter((level) => found[level] > 0)
    .map((level) => counted(found[level], level, level === "help" ? "help" : `${level}s`))
    .join(", ");
}

/** Whether nothing is wrong with a document only as far as it can be told without the source text that is meant. */
export function unproved({ validation, profiles, unused }: Checked): boolean {
  if (validation === undefined) return false;
  const { spans_total: total, spans_proved: proved } = validation.checked.source;
  return validation.ok && total > 0 && proved === 0 && profiles.length === unused.length;
}

/** What the command line says of the same document, without the colours; where no text was there to check, less. */
export function sentence(checked: Checked): string {
  const { validation, refusal } = checked;
  if (refusal !== undefined) return `refused, ${refusal.code}`;
  if (validation === undefined) return "";
  const { ok, dialect, generation, checked: looked } = validation;
  const { spans_total: total, spans_proved: proved } = looked.source;
  const parts = [unproved(checked) ? "nothing wrong found" : ok ? "ok" : "not ok"];
  if (dialect !== undefined) parts.push([dialect, generation].filter((it) => it !== undefined).join(" "));
  if (total > 0) parts.push(`${proved.toLocaleString("en")} of ${total.toLocaleString("en")} spans proved`);
  const found = counts(checked);
  if (found !== "") parts.push(found);
  return parts.join(", ");
}

/** The line. */
export class Verdict {
  readonly #line: HTMLElement;
  readonly #unchecked: HTMLElement;
  readonly #evidence: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #why: HTMLElement;
  readonly #glance: Glance;

  /** `glance` says the same in fewer words, elsewhere. */
  constructor(parts: Record<"line" | "unchecked" | "evidence" | "select" | "why", HTMLElement>, glance: Glance) {
    this.#line = parts.line;
    this.#unchecked = parts.unchecked;
    this.#evidence = parts.evidence;
    this.#select = parts.select as HTMLSelectElement;
    this.#why = parts.why;
    this.#glance = glance;
  }

  /** Fills in the dialects that can be chosen. */
  dialects(all: readonly DialectInfo[]): void {
    const chosen = this.#select.value;
    put(
      this.#select,
      el("option", { value: "" }, "detected"),
      ...all.map(({ name, title }) => el("option", { value: name, title }, name)),
    );
    this.#select.value = chosen;
  }

  /** Says why there is no verdict, in a word or two. */
  say(what: string, why = ""): void {
    this.show(undefined);
    put(this.#line, el("strong", {}, what), why !== "" && el("span", {}, why));
    this.#glance.show("none", what, why);
  }

  /** Shows what was found; nothing for an empty document. */
  show(checked: Checked | undefined): void {
    const told = checked === undefined ? "" : sentence(checked);
    const state =
      checked?.refusal !== undefined || checked?.validation?.ok === false
        ? "bad"
        : checked?.validation?.ok === true && !unproved(checked)
          ? "good"
          : "none";
    this.#line.dataset["state"] = state;
    const [first = "", ...rest] = told.split(", ");
    put(
      this.#line,
      told !== "" && el("strong", {}, first),
      ...rest.map((part) => el("span", {}, part)),
      checked !== undefined &&
        el("span", { class: "faint" }, `${checked.milliseconds.toFixed(checked.milliseconds < 10 ? 1 : 0)} ms`),
    );
    this.#glance.show(state, first, checked === undefined ? "" : checked.refusal === undefined ? counts(checked) : checked.refusal.code);
    notes(this.#unchecked, checked);
    this.#why.hidden = checked?.detection === undefined;
    if (checked?.detection !== undefined) this.#weigh(checked.detection);
  }

  #weigh({ candidates, near_tie: tie, score, dialect, documents }: Detection): void {
    // Beside a dialect that was chosen the score is that of the one that is not shown.
    const chosen = this.#select.value !== "";
    put(
      this.#why,
      chosen
        ? `detected: ${dialect === undefined ? "none" : `${dialect}, ${score} of 100`}`
        : dialect === undefined
          ? "no dialect: why?"
          : `${score} of 100: why?`,
    );
    put(
      this.#evidence,
      el("h2", {}, "Which tool printed it?"),
      el(
        "p",
        { class: "faint" },
        `${counted(documents, "document")}. The score is the sum of the weights, from 0 to 100.`,
        tie ? " Another dialect is nearly as likely." : "",
      ),
      ...candidates.map(({ dialect: name, generation, score: its, evidence }) =>
        el(
          "details",
          { open: name === dialect },
          el("summary", {}, el("strong", {}, name), ` ${generation ?? ""} `, el("span", { class: "score" }, `${its}`)),
          el(
            "table",
            {},
            el(
              "tbody",
              {},
              ...evidence.map(({ pointer, says, weight }) =>
                el(
                  "tr",
                  {},
                  el("td", { class: weight < 0 ? "number against" : "number" }, weight > 0 ? `+${weight}` : `${weight}`),
                  el("td", {}, prose(says)),
                  el("td", {}, el("code", {}, pointer === "" ? "(document)" : shown(pointer, 80))),
                ),
              ),
            ),
          ),
        ),
      ),
      candidates.length === 0 && el("p", {}, "Nothing speaks for any dialect."),
    );
  }
}
