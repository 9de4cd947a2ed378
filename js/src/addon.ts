/**
 * The native addon: which file, and what to do when there is none.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import type { Backend } from "./backend.js";

const FOLDER = new URL("../../bindings-node/dist/", import.meta.url);

/**
 * The addon for this platform, or `undefined` where the package has none or it
 * was built for another C library.
 *
 * @internal
 */
export function loadAddon(): Backend | undefined {
  const require = createRequire(import.meta.url);
  for (const name of candidates()) {
    const file = fileURLToPath(new URL(`llm-types.${name}.node`, FOLDER));
    if (!existsSync(file)) continue;
    try {
      return require(file) as Backend;
    } catch {
      // Built for another C library or an older system: WebAssembly answers instead.
    }
  }
  return undefined;
}

/** File names by platform; where there are two, only trying tells which one fits. */
function candidates(): string[] {
  const base = `${process.platform}-${process.arch}`;
  switch (process.platform) {
    case "linux":
      return [`${base}-gnu`, `${base}-musl`];
    case "win32":
      return [`${base}-msvc`, `${base}-gnu`];
    default:
      return [base];
  }
}
