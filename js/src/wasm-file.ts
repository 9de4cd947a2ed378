/**
 * WebAssembly in Node: compiled from the file in the package, synchronously.
 *
 * @module
 */

import { readFileSync } from "node:fs";

import * as glue from "../../bindings-wasm/dist/web/llm_types.js";
import type { Backend } from "./backend.js";

const FILE = new URL("../../bindings-wasm/dist/web/llm_types_bg.wasm", import.meta.url);

/** @internal */
export function loadWasmSync(): Backend {
  glue.initSync({ module: readFileSync(FILE) });
  return glue;
}
