/**
 * How the page is built: relative addresses, so that any folder can serve it, and
 * examples that are read from the committed files while building.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { type Plugin, defineConfig } from "vite";

import type { Example, ExampleFile } from "./src/examples.js";

const root = new URL("../", import.meta.url);

/** A text of the repository; one that is not UTF-8 is not shown in a page as if it were. */
function read(path: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(readFileSync(new URL(path, root)));
}

interface Vectors {
  vectors: { name: string; input: { text: string; sources?: Record<string, string> } }[];
}

/** An example with its texts, from the files or the vector that it names. */
function resolve({ from, ...rest }: ExampleFile): Example {
  if ("vector" in from) {
    const { vectors } = JSON.parse(read(from.file)) as Vectors;
    const found = vectors.find(({ name }) => name === from.vector);
    if (found === undefined) throw new Error(`${from.file}: no vector \`${from.vector}\``);
    return { ...rest, document: found.input.text, sources: Object.entries(found.input.sources ?? {}) };
  }
  const sources = Object.entries(from.sources).map(
    ([path, file]): [string, string] => [path, read(file)],
  );
  const request = from.request === undefined ? {} : { request: read(from.request) };
  return { ...rest, ...request, document: read(from.document), sources };
}

/** The module `virtual:examples`: the texts of `examples.json`. */
function examples(): Plugin {
  const name = "virtual:examples";
  return {
    name: "examples",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const list = JSON.parse(read("playground/examples.json")) as ExampleFile[];
      return `export default ${JSON.stringify(list.map(resolve))};`;
    },
  };
}

/** Tells the service worker which files there are. */
function offline(): Plugin {
  return {
    name: "offline",
    enforce: "post",
    apply: "build",
    generateBundle: {
      // After the page itself is among the files.
      order: "post",
      handler(_, bundle) {
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new Error("there is no service worker");
        const built = Object.keys(bundle).filter((name) => name !== "sw.js");
        const others = readdirSync(new URL("playground/public/", root));
        const hash = createHash("sha256");
        for (const name of built) {
          const file = bundle[name];
          if (file !== undefined) hash.update(file.type === "chunk" ? file.code : file.source);
        }
        const files = [...built, ...others];
        worker.code = `const FILES=${JSON.stringify(files)},BUILD="${hash.digest("hex").slice(0, 16)}";${worker.code}`;
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [examples(), offline()],
  worker: { format: "es" },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // What is inlined would need `data:` in the policy of the page.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "src/sw.ts"].map((path) => fileURLToPath(new URL(path, import.meta.url))),
      // The service worker rules over the folder that it lies in.
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { fs: { allow: [".."] } },
});
