// The demo's driver for Node: `node host.mjs node|wasm INPUT`.
//
// Prints one line of JSON for each document. Uses the package as anyone would, by its
// name; the hash is Node's own, so that the digests owe nothing to the code on trial.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

const [build, input] = process.argv.slice(2);
const { detect, normalize, validate } = await import(build === "wasm" ? "llm-types/wasm" : "llm-types");
const task = JSON.parse(readFileSync(input, "utf8"));

const sources = {};
for (const entry of readdirSync(task.workspace, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) {
    const path = join(entry.parentPath, entry.name);
    sources[relative(task.workspace, path).split(sep).join("/")] = readFileSync(path);
  }
}

for (const document of task.documents) {
  const text = readFileSync(document);
  const options = { sources, root: task.root };
  const line = { document, dialect: "none", documents: 0, spans: 0, proved: 0, digest: "" };
  try {
    line.dialect = detect(text).dialect;
  } catch {
    // No dialect; the report below says why.
  }
  try {
    line.digest = createHash("sha256").update(normalize(text, options).text).digest("hex");
  } catch {
    // Refused; the digest stays empty in every host alike.
  }
  const report = validate(text, options);
  line.documents = report.documents;
  line.spans = report.checked.source.spans_total;
  line.proved = report.checked.source.spans_proved;
  console.log(JSON.stringify(line));
}
