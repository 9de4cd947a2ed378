/**
 * What the page held, over a reload: in the browser's own storage, if that is wanted.
 *
 * Each tab has its own, so that no tab restores what another one was about.
 *
 * @module
 */

import { type Kept, base64url, bytesOf, texts } from "./share.js";
import type { SourceText } from "./worker/questions.js";

const KEY = "llm-types-playground/1";
const ASIDE = "llm-types-playground/aside";
const OFF = "llm-types-playground/forget";
/** Browsers give a page some five million code units. */
const LONGEST = 2_000_000;

/** What the page holds, with sources that are not UTF-8. */
export interface Held {
  readonly kept: Kept;
  readonly sources: readonly SourceText[];
}

/** How much of it is there after a reload; `texts` is all but the sources that are not UTF-8. */
export type Remembered = "all" | "texts" | "nothing";

/** What is written: sources that are not UTF-8 stand beside the texts, each with its place among all sources. */
interface Written extends Kept {
  readonly bytes?: readonly (readonly [at: number, path: string, base64url: string])[];
}

/** Whether the page is to be restored. */
export function wanted(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return false;
  }
}

/** Says whether the page is to be restored; forgets what was kept if not. */
export function want(wish: boolean): void {
  try {
    if (wish) localStorage.removeItem(OFF);
    else {
      localStorage.setItem(OFF, "1");
      forget();
      putAside(undefined);
    }
  } catch {
    // A browser that keeps nothing.
  }
}

/** Keeps it, and says what of it is there after a reload; what is too long is not kept in part. */
export function remember(held: Held): Remembered {
  if (!wanted()) return "nothing";
  if (store(written(held))) return "all";
  const hasBytes = texts(held.sources).length < held.sources.length;
  return hasBytes && store(JSON.stringify(held.kept)) ? "texts" : "nothing";
}

/** Keeps a text, and says whether it is there; this tab restores what is its own. */
function store(text: string): boolean {
  if (text.length > LONGEST) {
    forget();
    return false;
  }
  const [own = false] = storages().map((storage) => write(storage, text));
  return own;
}

function written({ kept, sources }: Held): string {
  const bytes = sources.flatMap(([path, text], at) =>
    typeof text === "string" ? [] : [[at, path, base64url(text)] as const],
  );
  const all: Written = bytes.length === 0 ? kept : { ...kept, bytes };
  return JSON.stringify(all);
}

function read(text: string): Held {
  const { bytes = [], ...kept } = JSON.parse(text) as Written;
  const sources: SourceText[] = [...kept.sources];
  for (const [at, path, data] of bytes) sources.splice(at, 0, [path, bytesOf(data)]);
  return { kept, sources };
}

/** What was kept: of this tab, or in a new tab what was kept last. */
export function recalled(): Held | undefined {
  if (!wanted()) return undefined;
  try {
    const [text = ""] = storages().flatMap((storage) => storage.getItem(KEY) ?? []);
    return text === "" ? undefined : read(text);
  } catch {
    return undefined;
  }
}

/** Forgets it. An empty text says that this tab has nothing, whatever other tabs have. */
export function forget(): void {
  for (const [at, storage] of storages().entries()) write(storage, at === 0 ? "" : undefined);
}

/** Keeps what this tab has put aside, or nothing. */
export function putAside(held: Held | undefined): void {
  try {
    sessionStorage.removeItem(ASIDE);
    if (held === undefined || !wanted()) return;
    const text = written(held);
    if (text.length <= LONGEST) sessionStorage.setItem(ASIDE, text);
  } catch {
    // A browser that keeps nothing, or no more.
  }
}

/** What this tab has put aside. */
export function wasAside(): Held | undefined {
  if (!wanted()) return undefined;
  try {
    const text = sessionStorage.getItem(ASIDE);
    return text === null ? undefined : read(text);
  } catch {
    return undefined;
  }
}

/** This tab's own, and the one of all tabs; none in a browser that keeps nothing. */
function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

/** Writes it, or says that it did not; what cannot be written is not there in an older state. */
function write(storage: Storage, text: string | undefined): boolean {
  try {
    storage.removeItem(KEY);
    if (text !== undefined) storage.setItem(KEY, text);
    return true;
  } catch {
    // The storage is full.
    return false;
  }
}
