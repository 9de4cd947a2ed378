/**
 * The same program for a bundler that is told of no host: neither the library `DOM` nor the
 * types of Node are there, and no type of the package may need them.
 *
 * @module
 */

import { type ModuleSource, init, normalize } from "llm-types";
import { Validator } from "llm-types/wasm";

export async function main(bytes: Uint8Array, compiled: object): Promise<string[]> {
  const sources: ModuleSource[] = [bytes, bytes.buffer, compiled, "llm_types_bg.wasm"];
  for (const source of sources) await init(source);
  // @ts-expect-error -- a number is nowhere
  await init(1);
  return [normalize("{}").text, String(new Validator().finish().length)];
}
