/**
 * `node benches/hosts/node.mjs [chromium] [row ...]`: the benchmark in Node, addon and
 * WebAssembly; or WebAssembly in a headless Chromium. Rows are named by their texts.
 *
 * Targets: in Node and Python at least 5 times the best that is written by hand;
 * WebAssembly at least twice `vscode-languageserver-textdocument`.
 *
 * @module
 */

import { withPage } from "../../tests/js/browser.mjs";

const print = (line) => console.log(line);

const rows = process.argv.slice(2).filter((word) => word !== "chromium");

if (process.argv[2] === "chromium") {
  const pages = { "/page.html": "<!doctype html><meta charset='utf-8'><title>bench</title>" };
  await withPage(pages, async (page) => {
    page.on("console", (message) => print(message.text()));
    await page.evaluate(async (wanted) => {
      const api = await import("/dist/wasm/web.js");
      await api.init();
      const peer = await import("/node_modules/vscode-languageserver-textdocument/lib/esm/main.js");
      const { bench } = await import("/benches/hosts/positions.mjs");
      bench([["wasm in Chromium", api]], peer, (line) => console.log(line), wanted);
    }, rows);
  });
} else {
  const { bench } = await import("./positions.mjs");
  const peer = await import("vscode-languageserver-textdocument");
  const native = await import("../../dist/native/node.js");
  const wasm = await import("../../dist/wasm/wasm.js");
  bench([["addon", native], ["wasm in Node", wasm]], peer.default ?? peer, print, rows);
}
