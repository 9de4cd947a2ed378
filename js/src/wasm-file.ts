/**
 * WebAssembly in Node: compiled from the file in the package, synchronously.
 *
 * @module
 */

import { readFileSync } from "node:fs";

import * as glue from "../../bindings-wasm/dist/web/llm_types.js";
import { install } from "./backend.js";
import { lending } from "./room.js";
import { shortcuts } from "./shortcuts.js";

const FILE = new URL("../../bindings-wasm/dist/web/llm_types_bg.wasm", import.meta.url);

/** @internal */
export function installWasm(): void {
  glue.initSync({ module: readFileSync(FILE) });
  install(glue, "wasm", { ...shortcuts, lend: lending(glue) });
}
