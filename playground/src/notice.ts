/**
 * What is said above the page until it is dismissed or not true any more, and what is said
 * while the checker is on its way.
 *
 * @module
 */

import { button, el, put } from "./dom.js";
import type { Loading } from "./worker/client.js";

/**
 * What a notice is about: of each there is one, which ends with what it is about. `files` is
 * what could not be taken in, `link` an address that leads nowhere, `failure` is of the page itself.
 */
export type About = "page" | "files" | "link" | "loading" | "failure";

/** The notices. */
export class Notices {
  readonly #place: HTMLElement;
  readonly #rows = new Map<About, HTMLElement>();

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /** Says it in the place of what was said about the same. */
  say(about: About, what: string, ...offers: HTMLElement[]): void {
    const dismiss = button("Dismiss", () => {
      this.end(about);
    }, { class: "quiet" });
    this.#rows.set(about, el("p", {}, what, ...offers, dismiss));
    this.#draw();
  }

  /** What was said about these is over. */
  end(...about: About[]): void {
    const ended = about.map((one) => this.#rows.delete(one));
    if (ended.includes(true)) this.#draw();
  }

  #draw(): void {
    put(this.#place, ...this.#rows.values());
    this.#place.hidden = this.#rows.size === 0;
  }
}

/** How long somebody waits without asking what is going on, in milliseconds. */
const PATIENCE = 300;
/** How long the checker may be on its way before another try is offered. */
const LATE = 8000;

/** Says how it stands with the checker, which has some megabytes. */
export class Arrival {
  readonly #notices: Notices;
  readonly #tell: (what: string) => void;
  readonly #retry: () => void;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #how: Loading | undefined;

  /** `tell` is told what the verdict is as long as there is none; `retry` fetches it again. */
  constructor(notices: Notices, tell: (what: string) => void, retry: () => void) {
    this.#notices = notices;
    this.#tell = tell;
    this.#retry = retry;
    // What failed for want of a network is there once the network is.
    window.addEventListener("online", () => {
      if (this.failed) retry();
    });
  }

  /** Whether it did not come. */
  get failed(): boolean {
    return typeof this.#how === "object";
  }

  /** It stands so now. */
  is(how: Loading): void {
    this.#how = how;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#notices.end("loading");
    if (how === "loading") {
      this.#later(PATIENCE, () => {
        this.#tell("loading the checker…");
      });
      this.#later(LATE, () => {
        const late = "The checker is not here yet: it has some megabytes, and the network may be slow.";
        this.#notices.say("loading", late, this.#offer());
      });
    } else if (how !== "loaded") {
      const { code, message, help } = how;
      this.#notices.say("loading", `${code}: ${message}. ${help}`, this.#offer());
    }
  }

  #later(milliseconds: number, act: () => void): void {
    this.#timers.push(setTimeout(act, milliseconds));
  }

  #offer(): HTMLElement {
    return button("Try again", this.#retry);
  }
}
