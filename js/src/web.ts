/**
 * The entry for browsers, workers and bundlers: WebAssembly, loaded by `init()`.
 *
 * @module
 */

import load, * as glue from "../../bindings-wasm/dist/web/llm_types.js";
import { install, isInstalled } from "./backend.js";
import { asError } from "./error.js";
import { lending } from "./room.js";

export * from "./index.js";

/**
 * Where the module is: a URL, a `Response` or the promise of one, its bytes, or a compiled
 * `WebAssembly.Module`.
 *
 * No type says more without the library `DOM`, which a program for Node and bundlers need
 * not have; and there `WebAssembly.Module` is a type that any object has.
 */
export type ModuleSource = string | object;

let loading: Promise<void> | undefined;

/**
 * Loads the WebAssembly module. Await it once, before the first call. A further call loads nothing
 * again, unless loading failed: then it tries anew.
 *
 * Loading is explicit because a top-level `await` leaves a blank page if a
 * bundler does not support it.
 *
 * @param source - Where the module is: a URL, a `Response`, its bytes, or a
 *   compiled module. By default the file that lies beside the glue code, which
 *   bundlers find by themselves.
 * @throws {@link LlmTypesError} `INTERNAL`, with the `cause`, if the module cannot be
 *   fetched or compiled.
 */
export function init(source?: ModuleSource): Promise<void> {
  if (isInstalled()) return Promise.resolve();
  loading ??= load(source === undefined ? undefined : { module_or_path: source }).then(
    () => {
      install(glue, "wasm", { lend: lending(glue) });
    },
    (failure: unknown) => {
      // A failed fetch may succeed the next time.
      loading = undefined;
      throw asError(failure);
    },
  );
  return loading;
}
