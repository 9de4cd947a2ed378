/**
 * A request for edits, and what would become of the sources.
 *
 * @module
 */

import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { EditedSpan, EditOutcome } from "llm-types/wasm";

import { button, counted, el, prose, put, shown } from "../dom.js";
import { base } from "../editor/base.js";
import { difference } from "../editor/viewer.js";
import type { Page, Panel } from "../page.js";
import { shell } from "../shell.js";
import type { Kept } from "../share.js";
import type { Planned } from "../worker/questions.js";
import { asked, command, nothing, table } from "./parts.js";

/** How long to wait after a key, in milliseconds. */
const PAUSE = 150;
/** Longer texts are not compared in the page. */
const LONGEST = 2_000_000;

/** What the panel holds, as a link keeps it. */
type Told = Pick<Kept, "request" | "root" | "file" | "unchecked">;

/** The panel. */
export class Edits implements Panel {
  readonly id = "edits";
  readonly title = "Edits";
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #request: EditorView;
  readonly #unchecked: HTMLInputElement;
  readonly #root: HTMLInputElement;
  readonly #named: HTMLInputElement;
  readonly #line = el("div", { class: "line" });
  readonly #body = el("div", { class: "beside", tabindex: 0, role: "group", "aria-label": "What becomes of the sources" });
  readonly #views: EditorView[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#unchecked = el("input", {
      type: "checkbox",
      change: () => {
        this.#page.keep();
        this.refresh();
      },
    });
    const path = (title: string, placeholder: string): HTMLInputElement =>
      el("input", {
        type: "text",
        class: "path",
        title,
        placeholder,
        spellcheck: "false",
        autocomplete: "off",
        input: () => {
          this.#soon();
        },
      });
    this.#root = path("what absolute paths of the request begin with", "/home/me/project");
    this.#named = path("the file of a request that names none", "src/main.rs");
    const place = el("div", { class: "result" });
    this.element = el(
      "section",
      {},
      el(
        "div",
        { class: "bar" },
        el("span", {}, "A request in any known shape: ours, llmtransform’s, LSP’s or SARIF’s"),
        el("label", {}, this.#unchecked, " without proof of the text"),
        el("label", {}, "root ", this.#root),
        el("label", {}, "file ", this.#named),
        this.#line,
      ),
      el("div", { class: "split" }, place, this.#body),
    );
    this.#request = new EditorView({
      parent: place,
      state: EditorState.create({
        extensions: [
          base("Request for edits"),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) this.#soon();
          }),
        ],
      }),
    });
  }

  /** The request, and what goes with it where it says too little. */
  get told(): Told {
    const [request, root, file] = [this.#request.state.sliceDoc(), this.#root.value, this.#named.value];
    return {
      ...(request !== "" && { request }),
      ...(root !== "" && { root }),
      ...(file !== "" && { file }),
      ...(this.#unchecked.checked && { unchecked: true }),
    };
  }

  set told({ request = "", root = "", file = "", unchecked = false }: Told) {
    this.#unchecked.checked = unchecked;
    this.#root.value = root;
    this.#named.value = file;
    this.#write(request);
  }

  #write(request: string): void {
    this.#request.dispatch({ changes: { from: 0, to: this.#request.state.doc.length, insert: request } });
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#page.keep();
      this.refresh();
    }, PAUSE);
  }

  refresh(): void {
    // A request that is not looked at need not be met.
    if (this.element.hidden) return;
    const { request = "", ...told } = this.told;
    const { sources } = this.#page.given();
    const ask = { request, sources, unchecked: false, ...told };
    put(this.#line, command(shell("edits", ask)));
    if (request.trim() === "") {
      this.#clear();
      put(this.#body, nothing("What the request would make of the sources is shown here. Nothing is changed before you say so."));
      return;
    }
    const question = this.#page.client.ask("edits", ask);
    void asked(this.element, this.#body, question, (planned) => {
      this.#draw(planned);
    });
  }

  #clear(): void {
    for (const view of this.#views.splice(0)) view.destroy();
  }

  #draw({ plan, files }: Planned): void {
    this.#clear();
    const changed = files.filter(({ before, after }) => before !== after);
    const { inverse } = plan;
    put(
      this.#body,
      el(
        "div",
        { class: "bar" },
        el("h3", { "data-status": plan.status }, plan.ok ? planned(plan.status) : `not ok: ${plan.status}`),
        changed.length > 0 &&
          button(`Replace ${counted(changed.length, "source")}`, () => {
            const now = new Map(this.#page.sources.all);
            if (changed.some(({ path, before }) => now.get(path) !== before)) {
              this.#page.announce("a source has changed meanwhile; nothing was done");
              return;
            }
            this.#page.sources.replace(changed.map(({ path, after }) => [path, after] as const));
            if (inverse !== undefined) this.#write(`${JSON.stringify(inverse, null, 2)}\n`);
            this.#page.announce("replaced; the request is now the way back");
          }, { class: "main" }),
      ),
      ...plan.diagnostics.map(({ code, message, help }) => this.#finding(code, message, help)),
      ...plan.files.map((file, at) => this.#file(file, files[at])),
      inverse !== undefined &&
        el(
          "details",
          {},
          el("summary", {}, "The request that undoes it"),
          el("pre", { tabindex: 0 }, JSON.stringify(inverse, null, 2)),
        ),
    );
  }

  #finding(code: string, message: string, help: string): HTMLElement {
    return el("p", { class: "finding" }, el("code", {}, code), " ", prose(message), " ", el("span", { class: "faint" }, prose(help)));
  }

  #file(outcome: EditOutcome, file: Planned["files"][number] | undefined): HTMLElement {
    const { file_path: path = "", status, applied_count: applied, edits, diagnostics, map, total_byte_shift: shift } = outcome;
    const shows = el("div", { class: "difference" });
    if (file !== undefined && file.before !== file.after) {
      if (file.before.length > LONGEST) put(shows, nothing("The text is too long to be compared here."));
      else this.#views.push(difference(shows, `Difference of ${path}`, file.before, file.after));
    }
    const stretches: (readonly number[])[] = [];
    for (let at = 0; at < map.stretches.length; at += 4) stretches.push(map.stretches.slice(at, at + 4));
    return el(
      "div",
      { class: "file" },
      el(
        "h4",
        {},
        el("code", {}, shown(path)),
        `: ${planned(status)}, ${applied} of ${counted(edits.length, "edit")} to be made, ${shift >= 0 ? "+" : ""}${shift} bytes`,
      ),
      shows,
      ...diagnostics.map(({ code, message, help }) => this.#finding(code, message, help)),
      table("Edits", ["edit", "status", "before", "afterwards"], edits, (one) => [
        String(one.index),
        this.#status(one),
        one.old === undefined ? "" : `${one.old.byte_start}–${one.old.byte_end} (${one.old.start_line}:${one.old.start_col})`,
        one.new === undefined ? "" : `${one.new.byte_start}–${one.new.byte_end} (${one.new.start_line}:${one.new.start_col})`,
      ]),
      stretches.length > 0 &&
        el(
          "details",
          {},
          el("summary", {}, "Where offsets went"),
          table("Position map", ["bytes before", "bytes afterwards"], stretches, ([from, to, start, end]) => [
            `${from ?? ""}–${to ?? ""}`,
            `${start ?? ""}–${end ?? ""}`,
          ]),
        ),
    );
  }

  #status({ status, code, conflict }: EditedSpan): HTMLElement {
    return el(
      "span",
      {},
      planned(status),
      code === undefined ? "" : ` (${code})`,
      conflict?.expected_text !== undefined &&
        el("p", {}, "expected ", el("code", {}, shown(conflict.expected_text, 120)), ", found ", el("code", {}, shown(conflict.actual_text ?? "", 120))),
      ...(conflict?.candidates ?? []).map(({ start_line: line, start_col: column, byte_start: start }) =>
        el("p", { class: "faint" }, `the same text is at byte ${start}, ${line}:${column}`),
      ),
    );
  }
}

/** A status of a plan in words: nothing is made before a person says so. */
function planned(status: string): string {
  return status === "applied" ? "would be applied" : status.replaceAll("_", " ");
}
