/**
 * The files of the suite: vectors, skips and digests in, results out.
 *
 * @module
 */

import { readFile, readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { LONGEST } from "./sheet.mjs";

/** The repository. */
export const root = new URL("../../", import.meta.url);

/** Where each host has a folder of results. */
export const results = process.env.LLM_TYPES_RESULTS
  ? pathToFileURL(`${resolve(process.env.LLM_TYPES_RESULTS)}/`)
  : new URL("target/conformance/", root);

const home = new URL("tests/", root);
const readJson = async (url) => JSON.parse(await readFile(url, "utf8"));

/** All files of a folder: path in it, and bytes in base64. */
async function texts(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const base = fileURLToPath(folder);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(base, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join("/"))
    .sort();
  return Promise.all(
    paths.map(async (path) => [path, await readFile(new URL(encodeURI(path), folder), "base64")]),
  );
}

/** Everything that `run` needs, as plain data. */
export async function load() {
  const folder = new URL("vectors/", home);
  const names = await readdir(folder, { recursive: true });
  const topics = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replaceAll("\\", "/").slice(0, -".json".length))
    .sort();
  const vectors = [];
  for (const topic of topics) {
    const file = await readJson(new URL(`${topic}.json`, folder));
    for (const vector of file.vectors) vectors.push([`${topic}: ${vector.name}`, vector]);
  }
  const digests = [];
  for (let length = 0; length <= LONGEST; length += 1) {
    const text = await readFile(new URL(`exhaustive/length-${length}.txt`, home), "utf8");
    digests.push(text.trimEnd().split("\n"));
  }
  const outputs = await texts(new URL("fixtures/", home));
  const fixtures = outputs.filter(
    ([name]) =>
      name.includes("/") &&
      !name.startsWith("workspace/") &&
      !name.includes(".files/") &&
      !name.endsWith(".meta.json"),
  );
  const sources = await texts(new URL("fixtures/workspace/", home));
  const { skips } = await readJson(new URL("skips.json", home));
  const told = await readJson(new URL("told.json", home));
  return { vectors, skips, digests, fixtures, sources, told };
}
