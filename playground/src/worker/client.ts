/**
 * The page's end of the worker: numbers questions, forgets stale ones, and ends a worker
 * that takes too long.
 *
 * Of each kind only the newest question counts: once it is asked again, nobody wants the answer
 * to the one before. A worker that is busy with such a question gets a moment, and is then
 * replaced; the compiled module is shared, so that the new worker is ready at once.
 *
 * @module
 */

import wasm from "../../../bindings-wasm/dist/web/llm_types_bg.wasm?url";

import type { Answered, Kind, Questions, Refusal } from "./questions.js";

/** How long a worker may go on with a question whose answer nobody wants, in milliseconds. */
const MOMENT = 300;
/** How long any question may take. */
const LONGEST = 20_000;

/** Thrown by {@link Client.ask}: the package, or the page, refused. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.message}`);
    this.refusal = refusal;
  }
}

interface Pending {
  readonly id: number;
  readonly kind: Kind;
  readonly ask: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (why: Refused) => void;
}

interface Running extends Pending {
  readonly since: number;
  stale: boolean;
}

/** How it stands with the compiled module: on its way, there, or why it is not. */
export type Loading = "loading" | "loaded" | Refusal;

/** Asks the worker. */
export class Client {
  #module: Promise<WebAssembly.Module>;
  #fetching = new AbortController();
  #worker: Worker | undefined;
  #running: Running | undefined;
  readonly #waiting = new Map<Kind, Pending>();
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #working: (is: boolean) => void;
  readonly #loading: (how: Loading) => void;

  /**
   * `working` is told whenever there is something to answer, and when there is not;
   * `loading` how it stands with the compiled module.
   */
  constructor(working: (is: boolean) => void, loading: (how: Loading) => void) {
    this.#working = working;
    this.#loading = loading;
    this.#module = this.#fetch("default");
  }

  /** Fetches the compiled module anew; questions that wait for it go on waiting. */
  load(): void {
    this.#fetching.abort();
    this.#fetching = new AbortController();
    // What the browser kept may be what is wrong.
    this.#module = this.#fetch("reload");
  }

  #fetch(cache: RequestCache): Promise<WebAssembly.Module> {
    const { signal } = this.#fetching;
    const module = compiled(cache, signal);
    this.#loading("loading");
    const tell = (how: Loading): void => {
      if (!signal.aborted) this.#loading(how);
    };
    module.then(
      () => {
        tell("loaded");
      },
      (failure: unknown) => {
        if (failure instanceof Refused) tell(failure.refusal);
      },
    );
    return module;
  }

  /** The module, of whichever fetch brings it. */
  async #loaded(): Promise<WebAssembly.Module> {
    for (;;) {
      const module = this.#module;
      try {
        return await module;
      } catch (failure) {
        if (module === this.#module) throw failure;
      }
    }
  }

  /**
   * The answer; nothing if the same kind of question was asked again meanwhile.
   *
   * @throws {@link Refused}
   */
  async ask<K extends Kind>(
    kind: K,
    ask: Questions[K]["ask"],
  ): Promise<Questions[K]["answer"] | undefined> {
    const module = await this.#loaded();
    return new Promise((resolve, reject) => {
      this.#drop(kind);
      this.#last += 1;
      this.#waiting.set(kind, {
        id: this.#last,
        kind,
        ask,
        resolve: resolve as (answer: unknown) => void,
        reject,
      });
      this.#next(module);
    });
  }

  /** Forgets the questions of these kinds. */
  drop(...kinds: Kind[]): void {
    for (const kind of kinds) this.#drop(kind);
  }

  #drop(kind: Kind): void {
    this.#waiting.get(kind)?.resolve(undefined);
    this.#waiting.delete(kind);
    const running = this.#running;
    if (running?.kind !== kind || running.stale) return;
    running.stale = true;
    running.resolve(undefined);
    this.#watch(Math.max(0, MOMENT - (performance.now() - running.since)));
  }

  #next(module: WebAssembly.Module): void {
    if (this.#running !== undefined) return;
    const first = this.#waiting.values().next();
    this.#working(first.done !== true);
    if (first.done === true) return;
    const pending = first.value;
    this.#waiting.delete(pending.kind);
    this.#running = { ...pending, since: performance.now(), stale: false };
    this.#watch(LONGEST);
    const worker = (this.#worker ??= this.#start(module));
    worker.postMessage({ id: pending.id, kind: pending.kind, ask: pending.ask });
  }

  #start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      const running = this.#running;
      if (worker !== this.#worker || running?.id !== data.id) return;
      clearTimeout(this.#timer);
      this.#running = undefined;
      if ("answer" in data) running.resolve(data.answer);
      else {
        running.reject(new Refused(data.refusal));
        // After a trap the memory of the module is not to be trusted.
        if (data.refusal.code === "INTERNAL") this.#end();
      }
      this.#next(module);
    });
    worker.addEventListener("error", (event) => {
      if (worker !== this.#worker) return;
      this.#stop({
        code: "WORKER_FAILED",
        message: event.message || "the worker did not start",
        help: "Load the page again.",
      });
    });
    worker.postMessage({ module });
    return worker;
  }

  #watch(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#stop({
        code: "TOOK_TOO_LONG",
        message: `there was no answer for ${LONGEST / 1000} s, and the question was dropped`,
        help: "Ask about less at once; the command `llm-types` has no such limit.",
      });
    }, milliseconds);
  }

  #stop(refusal: Refusal): void {
    this.#running?.reject(new Refused(refusal));
    this.#running = undefined;
    this.#end();
    void this.#module.then((module) => {
      this.#next(module);
    });
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** The compiled module, fetched by the page so that its policy applies. */
async function compiled(cache: RequestCache, signal: AbortSignal): Promise<WebAssembly.Module> {
  const bytes = await fetched(cache, signal);
  try {
    return await WebAssembly.compile(bytes);
  } catch (failure) {
    throw new Refused({
      code: "NOT_WASM",
      message: `the checker was fetched, and this browser cannot compile it: ${why(failure)}`,
      help: "If trying again does not help, use a browser that has WebAssembly with SIMD, or ask whoever runs the server whether all files of the page are complete.",
    });
  }
}

async function fetched(cache: RequestCache, signal: AbortSignal): Promise<ArrayBuffer> {
  let status: number;
  try {
    const response = await fetch(wasm, { cache, signal });
    if (response.ok) return await response.arrayBuffer();
    ({ status } = response);
  } catch (failure) {
    throw new Refused({
      code: "NOT_FETCHED",
      message: `the checker could not be fetched from the server of this page: ${why(failure)}`,
      help: "Look whether there is a network, and try again. Nothing that you wrote is lost.",
    });
  }
  throw new Refused({
    code: `HTTP_${status}`,
    message: `the server answers ${status} for ${new URL(wasm, location.href).pathname}, which is the checker`,
    help: "Try again, or load the page again: it may have been updated meanwhile. The server needs all files of the page.",
  });
}

function why(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
