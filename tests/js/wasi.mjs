/**
 * Runs a test program that was compiled for WASI: Cargo's runner for that target.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// A test program is one call that takes seconds. Node 20 crashes in its garbage collector
// where it ends an incremental marking in the middle of such a call.
setFlagsFromString("--no-incremental-marking");

const [, , program, ...rest] = argv;
const wasi = new WASI({ version: "preview1", args: [program, ...rest], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
