/**
 * What all editors of the page share: how they look, and how they show what is not seen.
 *
 * Only LF breaks a line of an editor. So every other terminator stays in the text, can be
 * shown, and offsets of an editor are offsets of the string.
 *
 * @module
 */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightSpecialChars,
  highlightWhitespace,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * Bidirectional controls, separators and halves of pairs that the editor itself lets pass. Joiners
 * pass: they make one picture of several emoji.
 */
const MORE = /[\u202a-\u202c\u2060-\u2068\u2029\ud800-\udfff]/u;

const NAMES: Readonly<Partial<Record<number, string>>> = {
  0x00: "NUL",
  0x0d: "CR",
  0x85: "NEL",
  0xad: "SHY",
  0x200b: "ZWSP",
  0x200e: "LRM",
  0x200f: "RLM",
  0x2028: "LS",
  0x2029: "PS",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0xfeff: "BOM",
};

function unseen(code: number): HTMLElement {
  const mark = document.createElement("span");
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  mark.className = code === 0x0d ? "unseen unseen-cr" : "unseen";
  mark.textContent = NAMES[code] ?? hex;
  mark.title = `U+${hex}`;
  return mark;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, class: "tok-key" },
  { tag: tags.string, class: "tok-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "tok-atom" },
  { tag: tags.invalid, class: "tok-invalid" },
]);

/**
 * A place that belongs into the middle gets there inside of its editor: the page around it does
 * not move, because on a small screen what a person has just chosen would be gone.
 */
const within = EditorView.scrollHandler.of((view, { head }, { y }) => {
  if (y !== "center") return false;
  // The editor does not tell coordinates while it scrolls; what it has drawn does.
  const { node, offset } = view.domAtPos(head, 1);
  const place = document.createRange();
  if (node instanceof Text && offset < node.length) {
    place.setStart(node, offset);
    place.setEnd(node, offset + 1);
  } else place.selectNode(node.childNodes[offset] ?? node);
  const { top, bottom, left, right } = place.getBoundingClientRect();
  const { scrollDOM } = view;
  const box = scrollDOM.getBoundingClientRect();
  scrollDOM.scrollTop += (top + bottom) / 2 - box.top - scrollDOM.clientHeight / 2;
  // Sideways only where it is out of sight: a line that is not wrapped begins where it is read.
  if (left < box.left || right > box.right) {
    scrollDOM.scrollLeft += (left + right) / 2 - box.left - scrollDOM.clientWidth / 2;
  }
  return true;
});

const past = new Compartment();

/** Forgets what was done in an editor: there is nothing to undo. */
export function forget(view: EditorView): void {
  for (const kept of [[], history()]) view.dispatch({ effects: past.reconfigure(kept) });
}

/** Extensions of every editor; a text without long lines is wrapped. */
export function base(label: string, wrapped = true): Extension {
  return [
    EditorState.lineSeparator.of("\n"),
    // What fails in an editor fails in the page, which says so.
    EditorView.exceptionSink.of((failure) => {
      reportError(failure);
    }),
    EditorState.tabSize.of(4),
    lineNumbers(),
    past.of(history()),
    drawSelection(),
    highlightActiveLine(),
    highlightWhitespace(),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    highlightSpecialChars({ addSpecialChars: MORE, render: unseen }),
    syntaxHighlighting(colours),
    wrapped ? EditorView.lineWrapping : [],
    within,
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
  ];
}

/** Extensions of an editor that only shows. */
export const readOnly: Extension = [
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ "aria-readonly": "true" }),
];

/** The smallest change that makes one text of another: what is between the same ends. */
export function change(before: string, after: string): { from: number; to: number; insert: string } {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < least - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
