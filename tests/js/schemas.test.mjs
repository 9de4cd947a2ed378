/**
 * The schemas against `validate`: what it calls structurally valid passes the schema of its
 * dialect in Ajv, and what it calls structurally wrong fails it.
 *
 * Every fixture is tried as it is and with members taken away, of another type, and out of
 * range. Ajv knows nothing of us, so neither side can be wrong alone.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { Ajv2020 } from "ajv/dist/2020.js";

import { root } from "./files.mjs";

const api = await import(new URL("dist/native/node.js", root));

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
const compiled = new Map();

/** Whether a value passes the schema of this name. */
function passes(name, value) {
  let check = compiled.get(name);
  if (check === undefined) {
    check = ajv.compile(api.schema(name));
    compiled.set(name, check);
  }
  return { ok: check(value), errors: check.errors };
}

/** The findings that a schema can make too. */
const STRUCTURE = new Set([
  "TYPE_MISMATCH",
  "MISSING_FIELD",
  "NEGATIVE_INTEGER",
  "NEGATIVE_OFFSET",
  "NOT_AN_INTEGER",
  "UNSAFE_INTEGER",
  "INTEGER_TOO_WIDE",
]);

/**
 * What stands where the schemas take any value: blocks that older versions have beside a span, and
 * a span in a member that nobody knows.
 */
const SPAN = { file_path: "a.rs", byte_start: 0, byte_end: 1, start_line: 1, start_col: 0, end_line: 1, end_col: 1 };
const OPEN = {
  schema_version: "1.0.0",
  execution_id: "6b008bad-4754",
  data: {
    pattern: "x",
    match_count: 1,
    matches: [
      {
        match_id: "m1",
        matched_text: "x",
        span: SPAN,
        semantic_kind: "fn",
        language: "rust",
        context: { before: ["a"], after: [] },
        relationships: { callers: [{ name: "f", file_path: "a.rs", line: 1 }] },
        checksums: { checksum_before: "sha256:0" },
        suggested_action: { action_type: "review", reason: "r", confidence: 0.5 },
        tool_hints: { requires_full_file: true },
        context_before: ["a"],
        context_after: "b",
      },
    ],
    other: { deep: [{ ...SPAN, semantics: { kind: "fn", language: "rust" }, context: { before: ["a"] } }] },
  },
};

function structure(text, dialect) {
  const { diagnostics } = api.validate(text, { dialect });
  return diagnostics.filter(({ code }) => STRUCTURE.has(code));
}

/** Every document of the fixtures that is of a known dialect, with its dialect. */
async function fixtures() {
  const folder = new URL("tests/fixtures/", root);
  const names = await readdir(folder, { recursive: true });
  const found = [];
  for (const name of names.sort()) {
    if (!/\.jsonl?$/u.test(name) || name.endsWith(".meta.json") || name.startsWith("workspace")) continue;
    const text = await readFile(new URL(name.replaceAll("\\", "/"), folder), "utf8");
    const pieces = name.endsWith(".jsonl") ? text.split("\n").filter((line) => line.trim()) : [text];
    for (const piece of pieces.slice(0, 40)) {
      let value;
      try {
        value = JSON.parse(piece);
      } catch {
        continue;
      }
      const { dialect } = api.detect(piece);
      if (dialect !== undefined) found.push({ name, value, dialect });
    }
  }
  return found;
}

/** Copies of a document, each with one member changed; a few for each kind of place. */
function* mutations(document) {
  const done = new Map();
  const open = [[[], document]];
  while (open.length > 0) {
    const [path, value] = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const here = [...path, key];
      open.push([here, member]);
      const kind = here.map((part) => (/^\d+$/u.test(part) ? "*" : part)).join("/");
      const times = done.get(kind) ?? 0;
      if (times >= 1) continue;
      done.set(kind, times + 1);
      const changed = (put) => {
        const copy = structuredClone(document);
        const parent = path.reduce((at, part) => at[part], copy);
        put(parent);
        return copy;
      };
      if (!Array.isArray(value)) yield [`without ${kind}`, changed((at) => delete at[key])];
      for (const wrong of [true, "wrong", 1.5, -1, 2 ** 32, 2 ** 53, null, [], {}]) {
        if (typeof wrong === "number" && typeof member !== "number") continue;
        yield [`${kind} is ${JSON.stringify(wrong)}`, changed((at) => void (at[key] = wrong))];
      }
    }
  }
}

const documents = [...(await fixtures()), { name: "what schemas leave open", value: OPEN, dialect: "unified" }];

test("there are fixtures of every dialect that has any", () => {
  const dialects = new Set(documents.map(({ dialect }) => dialect));
  assert.ok(documents.length > 200 && dialects.size === api.dialects().length, `${documents.length} of ${[...dialects]}`);
});

test("every schema is one", () => {
  for (const { name, id } of api.schemas()) {
    assert.doesNotThrow(() => passes(name, null), name);
    assert.equal(api.schema(name).$id, id);
  }
});

test("a fixture passes the schema of its dialect exactly if its structure is valid", () => {
  for (const { name, value, dialect } of documents) {
    const found = structure(JSON.stringify(value), dialect);
    const { ok, errors } = passes(dialect, value);
    assert.equal(ok, found.length === 0, `${name}: ${JSON.stringify([found, errors])}`);
  }
});

test("an envelope passes the schemas of the envelope", () => {
  for (const { name, value, dialect } of documents) {
    let envelope;
    try {
      ({ envelope } = api.normalize(JSON.stringify(value), { dialect }));
    } catch {
      continue;
    }
    const wrapper = "operation_type" in envelope ? "operation-result" : "response";
    for (const schema of [wrapper, "unified"]) {
      const found = structure(JSON.stringify(envelope), "unified");
      const { ok, errors } = passes(schema, envelope);
      assert.ok(ok || found.length > 0, `${name}: ${schema}: ${JSON.stringify(errors)}`);
    }
  }
});

test("what the functions give passes the schemas of the reports", () => {
  for (const [index, { name, value }] of documents.entries()) {
    const text = JSON.stringify(value);
    const reports = [["normalized", api.normalize(text)]];
    if (index % 7 === 0) {
      reports.push(
        ["detection", api.detect(text)],
        ["validation", api.validate(text)],
        ["conversion", api.convert(text, "unified")],
      );
    }
    for (const [schema, report] of reports) {
      const { ok, errors } = passes(schema, report);
      assert.ok(ok, `${name}: ${schema}: ${JSON.stringify(errors)}`);
    }
  }
});

test("a changed document passes exactly if its structure is still valid", () => {
  // One fixture for each set of members is enough, and all of them take minutes.
  const seen = new Set();
  const wrong = [];
  let [valid, invalid] = [0, 0];
  for (const { name, value, dialect } of documents) {
    const members = JSON.stringify([dialect, Object.keys(value), Object.keys(value.data ?? {})]);
    if (seen.has(members) || JSON.stringify(value).length > 20_000) continue;
    seen.add(members);
    for (const [what, changed] of mutations(value)) {
      const found = structure(JSON.stringify(changed), dialect);
      const { ok } = passes(dialect, changed);
      if (found.length === 0) valid += 1;
      else invalid += 1;
      if (ok !== (found.length === 0)) wrong.push(`${name}: ${what}: ${ok ? "passes" : "fails"}, ${JSON.stringify(found.map(({ code, pointer }) => [code, pointer]))}`);
    }
  }
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${valid + invalid}`);
  assert.ok(valid > 300 && invalid > 300, `${valid} valid, ${invalid} invalid`);
});
