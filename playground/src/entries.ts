/**
 * What the page held at each entry of the browser's history, so that Back and Forward bring it back.
 *
 * An entry is known by a number in its state. What it held is remembered as long as the page is open.
 *
 * @module
 */

import type { Held } from "./remember.js";

/** What was shown when an entry was left. */
export interface Left extends Held {
  /** Whether it was somebody's own. */
  readonly own: boolean;
  /** Whether it is not to be kept in the place of one's own. */
  readonly visiting: boolean;
}

/** The entries of this page. */
export class Entries {
  #at: number;
  readonly #left = new Map<number, Left>();

  constructor() {
    this.#at = numberOf(history.state) ?? 0;
    history.replaceState({ entry: this.#at }, "");
  }

  /** Gives what is shown now another address; an empty one names nothing. */
  name(hash: string): void {
    history.replaceState({ entry: this.#at }, "", addressOf(hash));
  }

  /** Begins an entry with this address for what is shown next. */
  push(hash: string, left: Left): void {
    if (location.hash === hash) return;
    this.#leave(this.#at + 1, left);
    history.pushState({ entry: this.#at }, "", addressOf(hash));
  }

  /**
   * Told whenever the browser may be at another entry. Says whether it is, and what that one held:
   * nothing if it is new, or was left before the page was loaded.
   */
  arrived(left: () => Left): { readonly held: Left | undefined; readonly isNew: boolean } | undefined {
    const to = numberOf(history.state);
    if (to === this.#at) return undefined;
    this.#leave(to ?? this.#at + 1, left());
    if (to === undefined) {
      // Somebody wrote an address, or followed a link to one.
      history.replaceState({ entry: this.#at }, "");
      this.#left.delete(this.#at);
    }
    return { held: this.#left.get(this.#at), isNew: to === undefined };
  }

  #leave(to: number, left: Left): void {
    this.#left.set(this.#at, left);
    this.#at = to;
  }
}

function numberOf(state: unknown): number | undefined {
  const entry = (state as { entry?: unknown } | null)?.entry;
  return typeof entry === "number" ? entry : undefined;
}

function addressOf(hash: string): string {
  return location.pathname + location.search + hash;
}
