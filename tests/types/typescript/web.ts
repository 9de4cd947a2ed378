/**
 * The same program as a bundler for browsers sees it: no types of Node, and the entry
 * that is loaded by `init()`.
 *
 * @module
 */

import { LineIndex, init, normalize, spanId } from "llm-types";

import type * as other from "llm-types/wasm";
import type * as here from "llm-types";

/** Whether two types are the same, and not only assignable to each other. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same: Same<keyof typeof here, keyof typeof other> = true;

export async function main(): Promise<string[]> {
  await init();
  await init(new URL("https://example.org/llm_types_bg.wasm"));
  await init(fetch("llm_types_bg.wasm"));
  const { line } = new LineIndex("a").position(0, "utf-16");
  return [spanId("a", 0, line), normalize("{}").text, String(same)];
}
