/**
 * The public suites, read where they lie beside the project: `JSONTestSuite` and the
 * test data of RFC 8785. They are not part of it; where they are missing, a line says
 * so, and the vectors of our own hold alone. What is right is said in `verdicts.mjs`,
 * which runs in a page as well.
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

/**
 * The files of a folder: pairs of name and bytes in base 64, which cross into a page
 * as they are; nothing, and a line of print, if it is not there.
 */
async function files(folder) {
  const url = new URL(`${folder}/`, data);
  if (!(await stat(url).catch(() => undefined))?.isDirectory()) {
    console.log(`skipped: no ${folder} beside the project`);
    return undefined;
  }
  const names = (await readdir(url)).sort();
  const read = async (name) => [name, await readFile(new URL(encodeURIComponent(name), url), "base64")];
  return Promise.all(names.map(read));
}

/** The suites that are there, and our verdicts. */
export async function readSuites() {
  return {
    verdicts: JSON.parse(await readFile(new URL("tests/public-suites.json", root), "utf8")),
    parsing: await files("JSONTestSuite/test_parsing"),
    inputs: await files("jcs/testdata/input"),
    outputs: await files("jcs/testdata/output"),
  };
}
