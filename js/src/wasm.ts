/**
 * The entry `llm-types/wasm` in Node: WebAssembly, loaded synchronously.
 *
 * @module
 */

import { installWasm } from "./wasm-file.js";

installWasm();

export * from "./index.js";

/**
 * Does nothing here: in Node the compiled code is loaded with the module. It
 * exists so that one program runs in Node and in a browser.
 */
export function init(): Promise<void> {
  return Promise.resolve();
}
