/**
 * `node benches/hosts/training.mjs [entry of a package]`: work that is typical, for the
 * compiler to watch. Before a release is built, it runs with an addon that counts which way
 * its code goes, and what is published is compiled by these counts (`xtask/src/recorded.rs`).
 *
 * It must not be what the benchmarks measure: documents are those of the tools, as they
 * are and spoilt, and envelopes that are made of them; texts are the sources they tell of.
 *
 * @module
 */

import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [entry] = process.argv.slice(2);
const built = new URL("../../dist/native/node.js", import.meta.url);

const {
  LineIndex, LlmTypesError, Normalizer, Span, Validator, applyEdits, applyFixes, buildResponse,
  canonicalize, carrySpans, checksum, convert, detect, dialects, enrich, fingerprints, lineHashes,
  normalize, planEdits, referencedSpans, spanIds, validate, writePretty,
} = await import(entry === undefined ? built : pathToFileURL(entry));

const ROUNDS = 3;
const FIXTURES = fileURLToPath(new URL("../../tests/fixtures/", import.meta.url));
const WORKSPACE = join(FIXTURES, "workspace");

/** Envelopes of one match and of many are different work; most answers are short. */
const SIZES = [1, 10, 10, 100, 1_000];

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** What a call gives; a refusal is work of the kind as well. */
function asked(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof LlmTypesError) return undefined;
    throw error;
  }
}

const sources = Object.fromEntries(
  files(WORKSPACE).map((file) => [relative(WORKSPACE, file).split(sep).join("/"), readFileSync(file)]),
);
const documents = files(FIXTURES)
  .filter((file) => !file.startsWith(WORKSPACE) && !file.endsWith(".meta.json"))
  .filter((file) => /\.(?:json|jsonl|csv|txt)$/u.test(file))
  .map((file) => readFileSync(file));
const homes = dialects().map(({ name }) => name);

/** A document with a fault that a tool could have made: a number, a name, an order. */
function spoilt(text, n) {
  const faults = [
    [/"byte_start"/u, '"byte_begin"'],
    [/"start_line":\s*\d+/u, '"start_line":0'],
    [/"byte_end":\s*(\d+)/u, '"byte_end":"$1"'],
    [/"kind":\s*"(\w+)"/u, '"knid":"$1"'],
    [/"count":\s*\d+/u, '"count":99'],
    [/"byte_end":\s*\d+/u, '"byte_end":0'],
  ];
  const [pattern, fault] = faults[n % faults.length];
  return text.replace(pattern, fault);
}

/** An envelope with its list of matches so often that it has `count`; their ids differ. */
function grown(envelope, count) {
  const matches = envelope.data?.matches;
  if (!Array.isArray(matches) || matches.length === 0) return undefined;
  const all = Array.from({ length: count }, (_, n) => ({
    ...matches[n % matches.length],
    match_id: (n + 0x1000).toString(16).padStart(16, "0"),
  }));
  return JSON.stringify({ ...envelope, data: { ...envelope.data, matches: all, count } });
}

const envelope = (data) => JSON.stringify({ schema_version: "1.1.0", execution_id: "r1", data });

/** All that is done with a document: as its own kind, as the envelope, and back. */
function work(bytes, n) {
  asked(() => detect(bytes));
  asked(() => validate(bytes).ok);
  asked(() => normalize(bytes, { sources }).changes);
  asked(() => validate(bytes, { sources }).diagnostics);
  const made = asked(() => normalize(bytes));
  if (made === undefined) return;
  asked(() => convert(bytes, homes[n % homes.length], { sources }).losses);
  asked(() => enrich(made.text, { sources }));
  asked(() => referencedSpans(made.text));
  asked(() => writePretty(canonicalize(made.text)));
  asked(() => applyFixes(spoilt(made.text, n)));
  for (const envelope of made.envelopes ?? [made.envelope]) {
    const text = grown(envelope, SIZES[n % SIZES.length]);
    if (text === undefined) continue;
    const wrong = spoilt(text, n);
    for (let time = 0; time < 4; time += 1) asked(() => validate(text).ok);
    asked(() => validate(wrong).diagnostics);
    asked(() => normalize(text).text);
    asked(() => normalize(wrong).text);
  }
}

const ENCODINGS = ["utf-8", "utf-16", "utf-32"];
const ALGORITHMS = ["sha256", "blake3"];

/** Positions of a text, many at a time and one by one. */
function walk(bytes) {
  asked(() => lineHashes(bytes));
  const places = Array.from({ length: 20 }, (_, n) => ({ byte_start: n * 9, byte_end: n * 9 + 4, kind: "a" }));
  asked(() => fingerprints(bytes, places));
  for (const algorithm of ALGORITHMS) asked(() => checksum(bytes, { algorithm }));
  const text = bytes.toString();
  for (const given of [bytes, text]) {
    const index = asked(() => new LineIndex(given));
    if (index === undefined) continue;
    const offsets = Array.from({ length: index.byteLength }, (_, offset) => offset);
    for (const encoding of ENCODINGS) {
      for (const offset of offsets.filter((offset) => offset % 11 === 0)) {
        asked(() => index.offset(index.position(offset, encoding), encoding));
      }
      asked(() => index.offsets(index.positionsClamped(offsets, encoding), encoding));
    }
    index.free();
  }
}

/** A longer text: real files are longer than those of the fixtures. */
const repeated = (bytes, times) => Buffer.concat(Array.from({ length: times }, () => bytes));

/** Edits of a text, in the forms in which they are asked for. */
function change(bytes) {
  const text = bytes.toString();
  const lines = text.split("\n");
  let start = 0;
  const starts = lines.map((line) => {
    const at = start;
    start += Buffer.byteLength(line) + 1;
    return at;
  });
  const chosen = lines.flatMap((line, n) => (/^\w{3}/u.test(line) && n % 2 === 0 ? [n] : []));
  const lsp = chosen.map((line) => ({
    range: { start: { line, character: 0 }, end: { line, character: 3 } },
    newText: "changed",
  }));
  const edits = chosen.map((line) => ({
    byte_start: starts[line],
    byte_end: starts[line] + 3,
    expected_text: lines[line].slice(0, 3),
    new_text: "changed",
  }));
  for (const request of [lsp, { edits }, JSON.stringify(lsp), JSON.stringify({ edits })]) {
    for (const given of [bytes, text]) {
      for (const options of [{ detail: "brief", unchecked: true }, {}]) {
        asked(() => applyEdits(given, request, options).outcome);
      }
    }
    asked(() => planEdits({ "a.txt": bytes }, request, { file: "a.txt" }));
  }
  const edited = asked(() => applyEdits(bytes, { edits }));
  if (edited === undefined) return;
  const { map } = edited;
  const offsets = Float64Array.from({ length: 20_000 }, (_, n) => (n * 99_991) % bytes.length);
  asked(() => map.carryMany(offsets));
  asked(() => map.carryRanges(offsets, offsets.map((at) => Math.min(at + 5, bytes.length))));
  const matches = edits.map(({ byte_start, byte_end }) => ({
    match_id: "m",
    matched_text: "abc",
    span: { file_path: "a.txt", byte_start, byte_end },
  }));
  asked(() => carrySpans(envelope({ pattern: "a", count: matches.length, matches }), { "a.txt": edited }));
}

/** Ids, spans and envelopes of a tool's author. */
function author(path, bytes) {
  const keys = Array.from({ length: 200 }, (_, n) => ({ path, start: n * 7, end: n * 7 + 5 }));
  asked(() => spanIds(keys));
  const index = asked(() => new LineIndex(bytes));
  if (index === undefined) return;
  const spans = keys.flatMap((range) => asked(() => new Span(path, range, index)) ?? []);
  const matches = spans.map((span) => ({ span, name: "a", kind: "fn" }));
  const draft = { tool: "trainer", data: { query_name: "a", matches } };
  asked(() => buildResponse(draft));
  asked(() => buildResponse(draft, { sources }));
}

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [n, bytes] of documents.entries()) work(bytes, n + round);
  for (const [path, bytes] of Object.entries(sources)) {
    walk(bytes);
    for (const times of [1, 20]) change(repeated(bytes, times));
    author(path, bytes);
  }
  change(repeated(sources["src/lib.rs"], 400));
  for (const stream of [asked(() => new Validator()), asked(() => new Normalizer())]) {
    for (const bytes of documents) asked(() => stream.push(bytes));
    asked(() => stream.finish());
  }
}
