/**
 * The packed npm package, installed into an empty project, is used as its users use it:
 * ES module and `require`, the addon and WebAssembly, and WebAssembly where the addon is
 * missing.
 *
 * Nothing is fetched: the package has no dependencies.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "llm-types-npm-"));
const npm = (args, cwd) =>
  execFileSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });

const USE = `
const facts = [
  llm.runtime(),
  llm.version(),
  llm.spanId("src/main.rs", 42, 100),
  new llm.LineIndex("a😀é").position(5, "utf-16").column,
  llm.normalize('{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}').dialect,
];
try { llm.explain("no such code"); } catch (error) { facts.push(error.code); }
console.log(facts.join(" "));
`;

const NEWER_REQUIRE = process.features.require_module === true;
const PROGRAMS = {
  "native.mjs": ['import * as llm from "llm-types";', "native"],
  "wasm.mjs": ['import * as llm from "llm-types/wasm";', "wasm"],
  // CommonJS can load ES modules since Node 20.19 and 22.12.
  ...(NEWER_REQUIRE && { "native.cjs": ['const llm = require("llm-types");', "native"] }),
};

let failed = 0;
function check(name, found, wanted) {
  const ok = found === wanted;
  if (!ok) failed += 1;
  console.log(`${ok ? "ok" : "not ok"} - ${name}${ok ? "" : `: ${found}; expected ${wanted}`}`);
}

function run(name, runtime) {
  const version = JSON.parse(npm(["pkg", "get", "version"], root));
  const output = execFileSync("node", [name], { cwd: project, encoding: "utf8" }).trim();
  check(name, output, `${runtime} ${version} 7b5b5c81a7147a21 3 llmsearch UNKNOWN_CODE`);
}

try {
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", project], root));
  const names = packed.files.map((file) => file.path);
  for (const wanted of ["LICENSE-MIT", "dist/native/node.d.ts", "dist/wasm/web.js"]) {
    check(`the package has ${wanted}`, names.includes(wanted), true);
  }
  check("nothing but code, licences and a README", names.filter((name) => /\.(rs|py|toml|map)$/.test(name)).join(), "");
  writeFileSync(join(project, "package.json"), '{"private": true}');
  npm(["install", "--offline", "--no-audit", "--no-fund", join(project, packed.filename)], project);
  for (const [name, [head, runtime]] of Object.entries(PROGRAMS)) {
    writeFileSync(join(project, name), head + USE);
    run(name, runtime);
  }
  // A platform for which there is no addon.
  const addons = join(project, "node_modules/llm-types/bindings-node/dist");
  for (const name of readdirSync(addons)) rmSync(join(addons, name));
  run("native.mjs", "wasm");
  const size = statSync(join(project, packed.filename)).size;
  console.log(`${packed.filename}: ${size} bytes packed, ${packed.unpackedSize} unpacked`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
