/**
 * The suite as tests of `node --test`: every vector is a test of its own name.
 *
 * `LLM_TYPES_BINDING` chooses the build: `node` (the addon, which is the
 * default), `wasm` (WebAssembly in Node) or `chromium` (WebAssembly in a page).
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { inBrowser } from "./browser.mjs";
import { load, results, root } from "./files.mjs";
import { readSuites } from "./public.mjs";
import { run } from "./suite.mjs";
import { publicSuites } from "./verdicts.mjs";

const ENTRIES = { node: "dist/native/node.js", wasm: "dist/wasm/wasm.js" };

const host = process.env.LLM_TYPES_BINDING ?? "node";
const data = await load();
const suites = await readSuites();

async function inNode() {
  const entry = ENTRIES[host];
  assert.ok(entry, `LLM_TYPES_BINDING is \`node\`, \`wasm\` or \`chromium\`, not \`${host}\``);
  const api = await import(new URL(entry, root));
  const wanted = host === "wasm" ? "wasm" : "native";
  assert.equal(api.runtime(), wanted, "another build was loaded than the one to be tested");
  await parity(api);
  const found = await run(api, host, data);
  found.tests.push(...publicSuites(api, suites));
  return found;
}

/** The exports of this entry against the list that all hosts share. */
async function parity(api) {
  const list = JSON.parse(await readFile(new URL("tests/parity.json", root), "utf8"));
  const camel = (name) => name.replace(/_./g, (match) => match[1].toUpperCase());
  test(`${host}: the exports are those of every host`, () => {
    const optional = Object.keys(list.javascript_only).filter((name) => name in api);
    assert.deepEqual(Object.keys(api).sort(), [...list.everywhere.map(camel), ...optional].sort());
  });
  for (const [name, lists] of Object.entries(list.methods)) {
    test(`${host}: the methods of ${name} are those of every host`, () => {
      const own = (object) => Object.getOwnPropertyNames(object).filter((it) => !UNNAMED.has(it));
      const base = Object.getPrototypeOf(api[name].prototype);
      const inherited = base === Object.prototype ? [] : own(base);
      const found = [...own(api[name]), ...own(api[name].prototype), ...inherited];
      const only = [lists.not_in_rust, lists.javascript_only].flatMap((it) => Object.keys(it ?? {}));
      assert.deepEqual(found.sort(), [...lists.everywhere, ...only].map(camel).sort());
    });
  }
}

/** What every class has of itself. */
const UNNAMED = new Set(["constructor", "length", "name", "prototype"]);

const { tests, files } = await (host === "chromium" ? inBrowser(data, suites) : inNode());

for (const [name, wrong] of tests) {
  test(`${host}: ${name}`, () => assert.equal(wrong, null));
}

const folder = new URL(`${host}/`, results);
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, folder), text);
