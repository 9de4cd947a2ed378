/**
 * The entry for Node: the native addon, or WebAssembly where there is no addon
 * for the platform. Both are loaded synchronously.
 *
 * @module
 */

import { install } from "./backend.js";
import { loadAddon } from "./addon.js";
import { shortcuts } from "./shortcuts.js";
import { installWasm } from "./wasm-file.js";

const addon = loadAddon();
if (addon !== undefined) install(addon, "native", shortcuts);
else installWasm();

export * from "./index.js";

/**
 * Does nothing here: in Node the compiled code is loaded with the module. It
 * exists so that one program runs in Node and in a browser.
 */
export function init(): Promise<void> {
  return Promise.resolve();
}
