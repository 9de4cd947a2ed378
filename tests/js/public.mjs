/**
 * The public suites, where they lie beside the project: `JSONTestSuite` and the test
 * data of RFC 8785. They are not part of it; where they are missing, a line says so,
 * and the vectors of our own hold alone.
 *
 * @module
 */

import { readFile, readdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { root } from "./files.mjs";

const data = process.env.LLM_TYPES_DATA
  ? pathToFileURL(`${resolve(process.env.LLM_TYPES_DATA)}/`)
  : new URL("../shared/data/", root);

/** The files of a folder, by name; nothing, and a line of print, if it is not there. */
async function files(folder) {
  const url = new URL(`${folder}/`, data);
  if (!(await stat(url).catch(() => undefined))?.isDirectory()) {
    console.log(`skipped: no ${folder} beside the project`);
    return undefined;
  }
  const names = (await readdir(url)).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(new URL(encodeURIComponent(name), url))]));
}

/** The code of the refusal; `null` if there was none. */
function code(work) {
  try {
    work();
    return null;
  } catch (error) {
    return error.code ?? String(error);
  }
}

/** Pairs of name and what is wrong, `null` if nothing. */
export async function publicSuites(api) {
  const verdicts = JSON.parse(await readFile(new URL("tests/public-suites.json", root), "utf8"));
  return [...(await parsing(api, verdicts.JSONTestSuite)), ...(await canonical(api, verdicts.jcs))];
}

async function parsing(api, { counts, refused_by_j1: refused, open }) {
  const texts = await files("JSONTestSuite/test_parsing");
  if (texts === undefined) return [];
  // What a document of no tool is refused with once it has been read.
  const read = { duplicateKeys: "last_wins" };
  const foreign = code(() => api.normalize("{}", { read }));
  const found = { y: 0, n: 0, i: 0 };
  const wrong = [];
  for (const [name, text] of texts) {
    const [kind] = name;
    found[kind] += 1;
    const verdict = code(() => api.writeCompact(text));
    let right = verdict === (refused[name] ?? null);
    if (kind === "n") right = verdict !== null;
    if (kind === "i") right = name in open && verdict === open[name];
    if (name in refused) right &&= code(() => api.normalize(text, { read })) === foreign;
    if (!right) wrong.push(`${name}: ${verdict}`);
  }
  if (JSON.stringify(found) !== JSON.stringify(counts)) wrong.push(JSON.stringify(found));
  return [["JSONTestSuite has the verdicts that are documented", wrong.join("\n") || null]];
}

async function canonical(api, { count }) {
  const [inputs, outputs] = [await files("jcs/testdata/input"), await files("jcs/testdata/output")];
  if (inputs === undefined || outputs === undefined) return [];
  const texts = new Map(inputs);
  const wrong = [];
  for (const [name, bytes] of outputs) {
    const expected = bytes.toString("utf8");
    if (api.canonicalize(texts.get(name)) !== expected) wrong.push(name);
    if (api.canonicalize(bytes) !== expected) wrong.push(`${name}, again`);
  }
  if (outputs.length !== count) wrong.push(`${outputs.length} files`);
  return [["the test data of RFC 8785 have their canonical form", wrong.join("\n") || null]];
}
