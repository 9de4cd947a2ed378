/**
 * What the page held, over a reload: in the browser's own storage, if that is wanted.
 *
 * @module
 */

import type { Kept } from "./share.js";

const KEY = "llm-types-playground/1";
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
    }
  } catch {
    // A browser that keeps nothing.
  }
}

/** Keeps it; what is too long is not kept in part. */
export function remember(kept: Kept): void {
  if (!wanted()) return;
  try {
    const text = JSON.stringify(kept);
    if (text.length > LONGEST) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // The storage is full, or there is none.
  }
}

/** What was kept. */
export function recalled(): Kept | undefined {
  if (!wanted()) return undefined;
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

/** Forgets it. */
export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing.
  }
}
