/**
 * What the package needs of compiled code, and which compiled code it has.
 *
 * The native addon and the WebAssembly module implement one interface, so that
 * everything above this file is written once. The package is compiled twice,
 * into `dist/native` and `dist/wasm`; each copy has its own backend, and a
 * program that imports both can compare them.
 *
 * @module
 */

import { LlmTypesError } from "./error.js";

/**
 * The compiled half. Text crosses as UTF-8 bytes, documents return as JSON text,
 * and a refusal is thrown as the JSON text of its report.
 */
export interface Backend {
  version(): string;
  explain(code: string): string;
}

/** Which compiled code answers. */
export type Runtime = "native" | "wasm";

let installed: { readonly backend: Backend; readonly runtime: Runtime } | undefined;

/** Called once by an entry of the package. */
export function install(backend: Backend, runtime: Runtime): void {
  installed = { backend, runtime };
}

/** Whether an entry has installed its backend. */
export function isInstalled(): boolean {
  return installed !== undefined;
}

function required(): { readonly backend: Backend; readonly runtime: Runtime } {
  if (installed === undefined) {
    throw new LlmTypesError({
      code: "NOT_LOADED",
      message: "the WebAssembly module is not loaded yet",
      help: "Await `init()` once, before the first call.",
    });
  }
  return installed;
}

/** The compiled half of this copy of the package. */
export function backend(): Backend {
  return required().backend;
}

/**
 * Which compiled code answers: the native addon, or WebAssembly.
 *
 * The answers are the same; the time they take is not.
 *
 * @throws {@link LlmTypesError} `NOT_LOADED` in a browser before `init()`.
 */
export function runtime(): Runtime {
  return required().runtime;
}
