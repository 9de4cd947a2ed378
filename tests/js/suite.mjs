/**
 * The whole suite against one build of the package, in Node or in a browser.
 *
 * Nothing here reads or writes files: what it needs comes in as data, and what
 * it found goes out as data, so that a page can hand it to Node.
 *
 * @module
 */

import { call, json, Unsayable } from "./calls.mjs";
import { line as document } from "./documents.mjs";
import { edits } from "./edits.mjs";
import { guards } from "./guards.mjs";
import { source } from "./host.mjs";
import { pieces } from "./pieces.mjs";
import { refusals } from "./refusals.mjs";
import { LONGEST, hex, oracle, sheet, texts } from "./sheet.mjs";
import { COUNT, line as wild } from "./wild.mjs";

/** First 16 digits of the SHA-256 of lines. */
async function digest(rows) {
  const bytes = new TextEncoder().encode(`${rows.join("\n")}\n`);
  const hash = await globalThis.crypto.subtle.digest("SHA-256", bytes);
  return hex(new Uint8Array(hash, 0, 8));
}

/**
 * Runs everything.
 *
 * @param api - The package.
 * @param host - `node`, `wasm` or `chromium`.
 * @param data - `vectors`: pairs of id and vector; `skips`; `digests`: a list a length;
 *   `fixtures` and `sources`: pairs of path and bytes in base64.
 * @returns `tests`: pairs of name and what is wrong (`null` if nothing);
 *   `files`: the text of each results file.
 */
export async function run(api, host, data) {
  // A stack for each of millions of refusals takes longer than all the rest.
  Error.stackTraceLimit = 0;
  const tests = [];
  const files = {};
  files["vectors.jsonl"] = vectors(api, host, data, tests);
  const lines = [];
  for (let seed = 1; seed <= COUNT; seed += 1) lines.push(await wild(api, seed, digest));
  files["wild.jsonl"] = lines.map((text) => `${text}\n`).join("");
  tests.push(["wild input is never an internal error", /"INTERNAL"/.exec(files["wild.jsonl"])?.[0] ?? null]);
  if ("normalize" in api) files["documents.jsonl"] = documents(api, data, tests);
  for (let length = 0; length <= LONGEST; length += 1) {
    const wrong = await exhaustive(api, length, data.digests[length]);
    tests.push([`every text of ${length} letters`, wrong]);
  }
  tests.push(["edits agree with slicing", edits(api)]);
  tests.push(["a line of 100 megabytes has positions at both ends", large(api)]);
  tests.push(...hostsOwn(api, data.told), ...(await pieces(api)));
  Error.stackTraceLimit = 10;
  return { tests, files };
}

function vectors(api, host, { vectors, skips }, tests) {
  // Asked before, between and after all refusals: nothing may be poisoned.
  const witness = new api.LineIndex("a😀é\r\ncd\n");
  const lines = [];
  for (const [id, vector] of vectors) {
    const matching = skips.filter(({ vector: pattern }) => matches(pattern, id));
    const skip = matching.find(({ hosts }) => hosts.includes(host));
    let wrong;
    try {
      const answer = call(api, vector.call, vector.input);
      if (matching.length === 0 && !(answer instanceof Unsayable)) {
        lines.push(`${json({ vector: id, result: answer })}\n`);
      }
      wrong = judge(vector, answer);
      if (json(witness.position(7, "utf-16")) !== '{"column":4,"line":0}') {
        wrong = "after it, an index that was made before does not answer";
      }
    } catch (error) {
      wrong = `threw what is not ours: ${error}`;
    }
    if (skip !== undefined) {
      wrong = wrong === null ? `passes, and \`${skip.vector}\` skips it: ${skip.reason}` : null;
    }
    tests.push([id, wrong]);
  }
  return lines.join("");
}

function documents(api, { fixtures, sources }, tests) {
  const bytes = ([name, text]) => [name, Uint8Array.from(globalThis.atob(text), (letter) => letter.charCodeAt(0))];
  const shelf = new Map(sources.map(bytes));
  const lines = fixtures.map(bytes).map(([name, text]) => document(api, name, text, shelf));
  const wrong = lines.find((line) => /"INTERNAL"|"complaint"/.test(line));
  tests.push(["every fixture is answered", wrong ?? null]);
  return lines.map((line) => `${line}\n`).join("");
}

function judge({ call: name, input, expect }, answer) {
  const agree =
    "ok" in expect
      ? "ok" in answer && json(answer.ok) === json(expect.ok)
      : "error" in answer &&
        Object.entries(expect.error).every(([member, value]) =>
          member === "message_has"
            ? value.every((word) => answer.error.message.includes(word))
            : (answer.error[member] ?? null) === value,
        );
  if (agree) return null;
  return `${name}(${json(input)}) gave ${json(answer)}; expected ${json(expect)}`;
}

/** Whether `id` is meant by `pattern`, in which `*` stands for any text. */
export function matches(pattern, id) {
  const quoted = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${quoted.join(".*")}$`, "su").test(id);
}

/** The first row in which a text's sheet is not what oracle and digest say. */
async function exhaustive(api, length, digests) {
  const host = source(api);
  let number = 0;
  for (const text of texts(length)) {
    const given = sheet(text, host);
    const expected = sheet(text, oracle);
    const at = expected.findIndex((row, i) => row !== given[i]);
    const name = JSON.stringify(text);
    if (at >= 0) {
      const options = expected.slice(0, at).findLast((row) => row.startsWith("options "));
      return `${name}, ${options}:\n  gave     ${given[at]}\n  expected ${expected[at]}`;
    }
    if ((await digest(given)) !== digests[number]) {
      return `${name}: the sheet is as JavaScript's strings say, and its digest is not the committed one`;
    }
    number += 1;
  }
  return number === digests.length ? null : `${digests.length} digests for ${number} texts`;
}

/** A line of 100 MB, and a string of 20 MB in a document. */
function large(api) {
  const units = 50_000_000;
  const index = new api.LineIndex("é".repeat(units));
  const found = [
    index.lineCount === 1,
    index.position(2 * units, "utf-16").column === units,
    index.offset({ line: 0, column: units }, "utf-16") === 2 * units,
    index.offsetClamped({ line: 0, column: Number.MAX_SAFE_INTEGER }, "utf-16") === 2 * units,
  ];
  index.free();
  const document = `"${"x".repeat(20_000_000)}"`;
  found.push(api.canonicalize(document) === document);
  return found.every(Boolean) ? null : `${found}`;
}

/** What only JavaScript can ask. */
function hostsOwn(api, told) {
  const text = "// 世\r\nlet s = 'é😀';\n";
  const index = new api.LineIndex(text);
  const bytes = new TextEncoder().encode(text);
  const cuts = [...text].reduce((all, character) => [...all, all.at(-1) + character.length], [0]);
  const sliced = [];
  for (const from of cuts) {
    for (const to of cuts.filter((cut) => cut >= from)) {
      const [start, end] = index.convertOffsets([from, to], "utf-16", "utf-8");
      const part = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end));
      if (part !== text.slice(from, to)) sliced.push([from, to]);
    }
  }
  const kinds = [
    ["Uint32Array", Uint32Array.of(0, 3, 6)],
    ["Float64Array", Float64Array.of(0, 3, 6)],
    ["Int32Array", Int32Array.of(0, 3, 6)],
    ["an array", [0, 3, 6]],
  ].map(([kind, offsets]) => {
    const { columns } = index.positions(offsets, "utf-16");
    return [`offsets in ${kind}`, json([...columns]) === "[0,3,4]" ? null : json([...columns])];
  });
  return [
    ["bytes cut by converted offsets are what slice cuts", sliced.length === 0 ? null : json(sliced)],
    ...kinds,
    ["each text is read whole, whatever the one before it was", textsInTurn(api)],
    ["an index keeps its text, whatever is read after it", indexesInTurn(api)],
    ...plainResults(api),
    ...refusals(api),
    ...guards(api, told),
  ];
}

/** Long and short texts in turn: where they cross, one lies where the other did. */
function textsInTurn(api) {
  const lengths = [1, 70_000, 3, 400_000, 2, 1_100_000, 5, 1];
  const wrong = lengths.filter((length, at) => {
    const pattern = ["b", "\u00e9", "\u4e16"][at % 3].repeat(length);
    const text = `{"execution_id":"r1","pattern":"${pattern}","matches":[],"match_count":0}`;
    const bytes = new TextEncoder().encode(text);
    const [one, other] = [api.normalize(text), api.normalize(bytes)];
    const cut = (whole) => whole.slice(0, -1);
    const refused = [api.validate(cut(text)), api.validate(cut(bytes))].map(json);
    const same = one.text === other.text && refused[0] === refused[1] && api.validate(text).ok;
    return !(same && one.envelope.data.pattern === pattern);
  });
  return wrong.length === 0 ? null : json(wrong);
}

/** Indexes of strings beside those of their bytes: where strings cross, one lies where the other did. */
function indexesInTurn(api) {
  const lengths = [1, 70_000, 1_100_000, 5, 1_200_000, 1_048_576, 1_048_577, 3];
  const letters = ["b", "\u00e9", "\u4e16", "\u{1f600}"];
  const made = lengths.map((length, at) => {
    const text = `${letters[at % 4].repeat(length)}\n${at}`;
    const bytes = new TextEncoder().encode(text);
    const [index, other] = [text, bytes].map((it) => new api.LineIndex(it));
    const same = [api.checksum, api.textProfile].every((ask) => json(ask(text)) === json(ask(bytes)));
    return { length, index, other, same };
  });
  const wrong = made.filter(({ index, other, same }) => {
    const last = other.byteLength;
    const places = (it) => [last, last - 2].map((at) => it.position(at, "utf-16"));
    const told = [index, other].map((it) => json([it.byteLength, places(it), it.isCharBoundary(1)]));
    for (const it of [index, other]) it.free();
    return !same || told[0] !== told[1];
  });
  return wrong.length === 0 ? null : json(wrong.map(({ length }) => length));
}

/** A result is a plain object, whatever of it is made only when it is read. */
function plainResults(api) {
  const text = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';
  const envelope = {
    data: { count: 0, matches: [], pattern: "b" },
    execution_id: "r1",
    schema_version: "1.1.0",
  };
  const pointers = ["/pattern", "/matches", "/match_count", ""];
  const made = () => api.normalize(text);
  const whole = (result) =>
    json([result.envelope, result.changes.map(({ pointer }) => pointer), Object.keys(result).length]);
  const expected = json([envelope, pointers, 8]);
  const looks = {
    "as it is": made,
    "as JSON": () => JSON.parse(JSON.stringify(made())),
    "spread": () => ({ ...made() }),
    "cloned": () => structuredClone(made()),
    "frozen": () => Object.freeze(made()),
    "of bytes that were used again": () => {
      const bytes = new TextEncoder().encode(text);
      const result = api.normalize(bytes);
      bytes.fill(0x20);
      return result;
    },
    "with sources": () => api.normalize(text, { sources: {} }),
  };
  const seen = Object.entries(looks).map(([how, look]) => {
    const found = whole(look());
    return [`a result ${how} has all its members`, found === expected ? null : found];
  });
  const judged = () => api.validate("[1,]");
  const verdicts = {
    "as it is": judged,
    "spread": () => ({ ...judged() }),
    "cloned": () => structuredClone(judged()),
    "frozen": () => Object.freeze(judged()),
    "as JSON": () => JSON.parse(JSON.stringify(judged())),
  };
  const members = "checked diagnostics documents ok";
  for (const [how, look] of Object.entries(verdicts)) {
    const verdict = look();
    const found = [Object.keys(verdict).join(" "), verdict.diagnostics.map(({ code }) => code), verdict.ok];
    const same = json(found) === json([members, ["TRAILING_COMMA"], false]);
    seen.push([`a verdict ${how} has all its findings`, same ? null : json(found)]);
  }
  const [ours, heir] = [judged(), Object.create(judged())];
  const frozen = Object.freeze(judged());
  let refused = "nothing";
  try {
    frozen.diagnostics = [];
  } catch (error) {
    refused = error.name;
  }
  heir.diagnostics = ours;
  const kept = [frozen, Object.getPrototypeOf(heir)].map(({ diagnostics }) => diagnostics.length);
  const [result, other] = [made(), made()];
  other.changes = [];
  const two = api.normalize(`${text}\n${text}\n`);
  return [
    ...seen,
    [
      "a member that is made late is assigned to as a plain one",
      refused === "TypeError" && heir.diagnostics === ours && json(kept) === "[1,1]"
        ? null
        : json([refused, kept]),
    ],
    ["a member of a result is made once", result.changes === result.changes ? null : "twice"],
    ["a member of a result can be replaced", other.changes.length === 0 ? null : json(other.changes)],
    [
      "envelopes are those of all documents",
      json([two.envelope, two.envelopes]) === json([envelope, [envelope, envelope]])
        ? null
        : json(two.envelopes),
    ],
  ];
}
