/**
 * Which way to count explains the positions of the document.
 *
 * @module
 */

import type { DetectiveReport, Hypothesis, Witness } from "llm-types/wasm";

import { button, counted, el, numbered, prose, put } from "../dom.js";
import type { Page, Panel } from "../page.js";
import { shell } from "../shell.js";
import type { Given } from "../worker/questions.js";
import { asked, command, nothing, pointerChip, table } from "./parts.js";

const VERDICTS: Readonly<Record<DetectiveReport["verdict"], string>> = {
  declared: "As declared",
  other: "Another way to count",
  tie: "A tie",
  by_file: "Another way to count in each file",
  none: "No way to count explains it",
  no_evidence: "No evidence",
};

/** The panel. */
export class Detective implements Panel {
  readonly id = "detective";
  readonly title = "Detective";
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #body = el("div", { class: "report" });

  constructor(page: Page) {
    this.#page = page;
    this.element = el("section", {}, this.#body);
  }

  refresh(): void {
    const given = this.#page.given();
    if (given.text === "" || given.sources.length === 0) {
      put(
        this.#body,
        nothing(
          "The detective holds the positions of the document against the source texts, and says which base, unit, line terminators and mark explain them all. It needs a source.",
        ),
      );
      return;
    }
    const question = this.#page.client.ask("detective", given);
    void asked(this.element, this.#body, question, (report) => {
      this.#draw(report, given);
    });
  }

  #draw(report: DetectiveReport, given: Given): void {
    const { verdict, summary, hypotheses, by_file: byFile = [], text, changes = [], uncorrected, notes = [] } = report;
    const corrected = el(
      "div",
      { class: "bar" },
      text !== undefined &&
        button(`Correct ${counted(changes.length, "number")}…`, () => {
          this.#page.propose({
            title: "Correct the numbers",
            note: notes.join(" "),
            before: given.text,
            after: text,
            apply: () => {
              this.#page.document.replace(text);
              this.#page.announce(`${counted(changes.length, "number")} corrected`);
            },
          });
        }, { class: "main" }),
      command(shell("detective", given, ...(text === undefined ? [] : ["--fix"]))),
    );
    put(
      this.#body,
      el("h3", { "data-verdict": verdict }, VERDICTS[verdict]),
      el("p", { class: "summary" }, prose(summary)),
      corrected,
      uncorrected !== undefined && el("p", { class: "faint" }, prose(uncorrected)),
      byFile.length > 0 &&
        table("Files", ["fits", "proved", "hypothesis"], byFile, (one) => [
          el("span", { class: "number" }, `${one.fits} of ${one.of}`),
          el("span", { class: "number" }, String(one.proved)),
          this.#hypothesis(one),
        ]),
      table("Hypotheses", ["fits", "proved", "hypothesis"], hypotheses, (one) => [
        el("span", { class: "number" }, `${one.fits} of ${one.of}`),
        el("span", { class: "number" }, String(one.proved)),
        this.#hypothesis(one),
      ]),
      text !== undefined &&
        table("Numbers", ["number", "is", "should be"], changes.slice(0, 2000), ({ pointer, from, to }) => [
          pointerChip(this.#page, pointer),
          String(from),
          String(to),
        ], changes.length),
      ...report.not_checked.slice(0, 10).map(({ what, why }) =>
        el("p", { class: "faint" }, "not checked: ", el("code", {}, numbered(what)), ": ", prose(why)),
      ),
    );
  }

  #hypothesis({ path, says, declared, differs, undecided = [], witness, counter_example: counter }: Hypothesis): HTMLElement {
    return el(
      "div",
      {},
      path !== undefined && el("p", {}, el("code", {}, path)),
      el("p", {}, declared ? el("strong", {}, prose(says), " (declared)") : prose(says)),
      differs.length > 0 && el("p", { class: "faint" }, "not as declared: ", prose(differs.join(", "))),
      witness && this.#witness("witness", witness),
      counter && this.#witness("against it", counter),
      undecided.length > 0 &&
        el(
          "details",
          {},
          el("summary", {}, `no range tells ${counted(undecided.length, "thing")}`),
          ...undecided.map(({ axis, values }) => el("p", { class: "faint" }, prose(`${axis}: ${values.join(", ")}`))),
        ),
    );
  }

  #witness(label: string, { pointer, says }: Witness): HTMLElement {
    return el("p", {}, `${label}: `, pointerChip(this.#page, pointer), " ", prose(says));
  }
}
