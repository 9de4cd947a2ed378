/**
 * The dialog that shows a difference before it is made.
 *
 * @module
 */

import type { EditorView } from "@codemirror/view";

import { el, put } from "./dom.js";
import { difference } from "./editor/viewer.js";
import type { Proposal } from "./page.js";

/** Longer texts are changed without being compared. */
const LONGEST = 2_000_000;

/** Shows it; `dialog` is the one of the page. */
export function propose(dialog: HTMLDialogElement, proposal: Proposal): void {
  const { title, note, before, after, apply } = proposal;
  const body = el("div", { class: "difference" });
  const same = before === after;
  const large = Math.max(before.length, after.length) > LONGEST;
  let view: EditorView | undefined;
  put(
    dialog,
    el("h2", { id: "proposal-title" }, title),
    note !== undefined && el("p", {}, note),
    same && el("p", {}, "Nothing would change."),
    large && el("p", {}, "The text is too long to be compared here."),
    body,
    el(
      "form",
      { method: "dialog", class: "actions" },
      el("button", { value: "cancel", class: "quiet" }, "Cancel"),
      el("button", { value: "apply", disabled: same }, "Apply"),
    ),
  );
  dialog.addEventListener(
    "close",
    () => {
      view?.destroy();
      if (dialog.returnValue === "apply") apply();
    },
    { once: true },
  );
  dialog.returnValue = "";
  dialog.showModal();
  if (!same && !large) view = difference(body, title, before, after);
}
