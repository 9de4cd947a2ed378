/**
 * `node benches/hosts/edits.mjs [rounds]`: 10,000 edits of a text of 10 MB in Node, beside
 * `vscode-languageserver-textdocument`, which a language server would use.
 *
 * The peer gets a fresh document in each lap, as it does from an editor, and `TextEdit[]`;
 * we get the same `TextEdit[]`, and the same edits as bytes. Target: at least 5 times the
 * peer. Nothing is asserted.
 *
 * @module
 */

import { TextDocument } from "vscode-languageserver-textdocument";

const native = await import("../../dist/native/node.js");
const rounds = Number(process.argv[2] ?? 15);
const EDITS = 10_000;
const SPANS = 100_000;

const lines = Array.from(
  { length: 250_000 },
  (_, n) => `    let value_${n % 977} = compute(${n}, other);`,
);
const text = `${lines.join("\n")}\n`.slice(0, 10_000_000);
const bytes = new TextEncoder().encode(text);

// The file is ASCII, so that an offset is the same number in every unit.
const lineEdits = Array.from({ length: EDITS }, (_, n) => {
  const line = (n * 7919) % 200_000;
  return { line, from: 8, to: 8 + 5 };
});
const unique = [...new Map(lineEdits.map((edit) => [edit.line, edit])).values()];
const starts = [0];
for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);

const lsp = unique.map(({ line, from, to }) => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  newText: "renamed",
}));
const ours = {
  edits: unique.map(({ line, from, to }) => ({
    byte_start: starts[line] + from,
    byte_end: starts[line] + to,
    expected_text: "value",
    new_text: "renamed",
  })),
};
const lspText = JSON.stringify(lsp);
const oursText = JSON.stringify(ours);
const brief = { detail: "brief", unchecked: true };

/** What stays JSON text until somebody reads it. */
const read = ({ outcome }) => outcome.edits.length + outcome.inverse.edits.length;

const wanted = TextDocument.applyEdits(TextDocument.create("file:///a", "x", 1, text), lsp);
const runners = [
  ["vscode-languageserver-textdocument", () => TextDocument.applyEdits(TextDocument.create("file:///a", "x", 1, text), lsp).length],
  ["llm-types, TextEdit[], bytes", () => native.applyEdits(bytes, lsp, brief).text.length],
  ["llm-types, TextEdit[], string", () => native.applyEdits(text, lsp, brief).text.length],
  ["llm-types, byte ranges, expected texts, bytes", () => native.applyEdits(bytes, ours, brief).text.length],
  ["llm-types, byte ranges, expected texts, string", () => native.applyEdits(text, ours, brief).text.length],
  ["the same, request as JSON text, bytes", () => native.applyEdits(bytes, oursText, brief).text.length],
  ["everything told, SHA-256, bytes", () => native.applyEdits(bytes, oursText).text.length],
  ["the same, list and inverse read", () => read(native.applyEdits(bytes, oursText))],
  ["everything told, SHA-256, string", () => native.applyEdits(text, oursText).text.length],
];
const map = native.applyEdits(bytes, oursText, brief).map;
const offsets = Float64Array.from({ length: SPANS }, (_, n) => (n * 99_991) % text.length);
runners.push([`carrying ${SPANS} offsets`, () => map.carryMany(offsets).length]);
runners.push([`carrying ${SPANS} spans`, () => map.carryRanges(offsets, offsets.map((at) => at + 5)).starts.length]);

for (const request of [lsp, ours, lspText, oursText]) {
  if (native.applyEdits(text, request, brief).text !== wanted) throw new Error("another text");
}

const best = new Map(runners.map(([name]) => [name, Number.POSITIVE_INFINITY]));
let sum = 0;
for (let round = 0; round < rounds; round += 1) {
  for (const [name, run] of runners) {
    for (let lap = 0; lap < 2; lap += 1) {
      const start = performance.now();
      sum += run();
      best.set(name, Math.min(best.get(name), performance.now() - start));
    }
  }
}
const [first] = best.values();
console.log(`${unique.length} edits of ${text.length} bytes, ms; target 5x the peer (${sum % 10})`);
for (const [name, time] of best) {
  console.log(`  ${name.padEnd(48)} ${time.toFixed(2).padStart(9)}  ${(first / time).toFixed(1).padStart(6)}x`);
}
