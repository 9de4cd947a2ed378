/**
 * What the page held, over a reload: in the browser's own storage, if that is wanted.
 *
 * Each tab has its own, so that no tab restores what another one was about.
 *
 * @module
 */

import type { Kept } from "./share.js";

const KEY = "llm-types-playground/1";
const ASIDE = "llm-types-playground/aside";
const OFF = "llm-types-playground/forget";
/** Browsers give a page some five million code units. */
const LONGEST = 2_000_000;

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

/** Keeps it, and says whether it is there after a reload; what is too long is not kept in part. */
export function remember(kept: Kept): boolean {
  if (!wanted()) return false;
  const text = JSON.stringify(kept);
  if (text.length > LONGEST) {
    forget();
    return false;
  }
  // This tab restores what is its own.
  const [own = false] = storages().map((storage) => write(storage, text));
  return own;
}

/** What was kept: of this tab, or in a new tab what was kept last. */
export function recalled(): Kept | undefined {
  if (!wanted()) return undefined;
  try {
    const [text = ""] = storages().flatMap((storage) => storage.getItem(KEY) ?? []);
    return text === "" ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

/** Forgets it. An empty text says that this tab has nothing, whatever other tabs have. */
export function forget(): void {
  for (const [at, storage] of storages().entries()) write(storage, at === 0 ? "" : undefined);
}

/** Keeps what this tab has put aside, or nothing. */
export function putAside(kept: Kept | undefined): void {
  try {
    sessionStorage.removeItem(ASIDE);
    if (kept === undefined || !wanted()) return;
    const text = JSON.stringify(kept);
    if (text.length <= LONGEST) sessionStorage.setItem(ASIDE, text);
  } catch {
    // A browser that keeps nothing, or no more.
  }
}

/** What this tab has put aside. */
export function wasAside(): Kept | undefined {
  if (!wanted()) return undefined;
  try {
    const text = sessionStorage.getItem(ASIDE);
    return text === null ? undefined : (JSON.parse(text) as Kept);
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
