/**
 * Files, put where they belong: one is the document, the others are the texts beside it.
 *
 * @module
 */

import type { DocumentEditor } from "./editor/document.js";
import type { SourceEditor } from "./editor/source.js";
import { type OpenedFile, decoded, sorted } from "./files.js";

/** What takes files in. */
export interface Taker {
  readonly editor: DocumentEditor;
  readonly sources: SourceEditor;
  /** The paths that the document speaks of and that mean no source. */
  readonly missing: () => readonly string[];
  /** The document is about to be another one: what it asked for is not meant any more. */
  readonly begins: () => void;
  readonly fail: (why: string) => void;
}

/** The first file that may be one is the document; what was dropped with it is beside it. */
export function takeDocument(taker: Taker, files: readonly OpenedFile[]): void {
  const { editor, fail } = taker;
  const found = sorted(files);
  const file = found.document ?? found.others.shift();
  if (file === undefined) return;
  const text = decoded(file.bytes);
  if (text === "" && editor.text !== "") {
    fail(`${file.path} is empty; what was there is still there.`);
    return;
  }
  if (text === undefined) {
    fail(`${file.path} is not UTF-8, and no editor shows such a document as it is. Use llm-types validate.`);
    return;
  }
  taker.begins();
  editor.load(text);
  takeSources(taker, found.others);
}

/** Whatever the files are. */
export function takeAnything(taker: Taker, files: readonly OpenedFile[]): void {
  if (sorted(files).document === undefined) takeSources(taker, files);
  else takeDocument(taker, files);
}

/** All of them are texts that the tool read. */
export function takeSources({ sources, missing }: Taker, files: readonly OpenedFile[]): void {
  for (const { path, bytes } of files) {
    // A file that is dropped has no folder; the document may say which one is meant.
    const meant = missing().filter((one) => one === path || one.endsWith(`/${path}`));
    sources.add(meant.length === 1 ? (meant[0] ?? path) : path, decoded(bytes) ?? bytes);
  }
}
