/**
 * `node benches/hosts/documents.mjs [chromium] [most matches]`: documents in Node, addon
 * and WebAssembly, as strings; or WebAssembly in a headless Chromium, as strings and as bytes.
 *
 * Targets: validating at least 2 times (addon), 1 time (WebAssembly) as fast as
 * `JSON.parse` and Ajv with all errors; making an envelope in Node at least 2 times as
 * fast as `JSON.parse`, a map, `JSON.stringify` and `crypto.hash`.
 *
 * The two sides do not do the same work. Ajv checks structure; we check semantics too
 * and say where everything stands. The map by hand knows one tool and lists no change.
 *
 * @module
 */

import { response, search } from "./answers.mjs";

/** How many matches the documents have. */
const COUNTS = [10, 1_000, 100_000];

/** How long each side runs before it is timed: compilers work on it meanwhile. */
const WARM = 400;

/** Milliseconds of the fastest of some runs, the sides in turns, after each was warm. */
function race(sides, runs) {
  const best = sides.map(() => Number.POSITIVE_INFINITY);
  for (const work of sides) {
    const end = performance.now() + WARM;
    while (performance.now() < end) work();
  }
  for (let run = 0; run < runs; run += 1) {
    for (const [i, work] of sides.entries()) {
      const start = performance.now();
      work();
      best[i] = Math.min(best[i], performance.now() - start);
    }
  }
  return best;
}

/** So often that a lap can be timed: a page's clock has steps of 0.1 ms. */
const many = (times, work) => () => {
  for (let i = 0; i < times; i += 1) work();
};

/** How many times a lap does its work, and how many laps there are. */
const laps = (count) => (count < 1_000 ? [500, 20] : count === 1_000 ? [20, 20] : [1, 4]);

/** A time of a lap as that of one document, in microseconds. */
const each = (time, times) => ((time * 1000) / times).toFixed(time / times < 0.1 ? 1 : 0);

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The forms in which a program has a text, and how the peer reads each: a string, and the
 * bytes that came from the network or a file.
 */
const FORMS = {
  strings: { of: (text) => text, parse: (text) => JSON.parse(text) },
  bytes: {
    of: (text) => new TextEncoder().encode(text),
    parse: (bytes) => JSON.parse(decoder.decode(bytes)),
  },
};

/** Prints a table: each build beside Ajv. `check` is a compiled schema. */
export function validation(builds, check, print, most, form = "strings") {
  const { of, parse } = FORMS[form];
  print(`validate, ${form}; µs for a document, fastest lap; × is the time of JSON.parse and Ajv over ours`);
  for (const count of COUNTS.filter((count) => count <= most)) {
    for (const rich of [false, true]) {
      for (const bad of [false, true]) {
        const text = of(response(count, { rich, bad }, builds[0][1].spanId));
        const [times, runs] = laps(count);
        const sides = builds.map(([, api]) => many(times, () => api.validate(text)));
        for (const [, api] of builds) {
          if (api.validate(text).ok === bad) throw new Error("another verdict");
        }
        if (check(parse(text)) && bad && count > 10) throw new Error("another verdict");
        const [theirs, ...ours] = race([many(times, () => check(parse(text))), ...sides], runs);
        const kind = `${count} matches, ${rich ? "rich" : "plain"}, ${bad ? "10 % bad" : "valid"}`;
        const cells = ours.map((time, i) => `${builds[i][0]} ${each(time, times)} ×${(theirs / time).toFixed(2)}`);
        print(`${kind.padEnd(34)}${cells.join("   ")}   Ajv ${each(theirs, times)}`);
      }
    }
  }
}

/** Prints a table: each build beside the map by hand. */
function normalization(builds, hash, print, most) {
  print("\nnormalize; µs for a document, fastest lap; × is the time by hand over ours");
  for (const count of COUNTS.filter((count) => count <= most)) {
    const text = search(count);
    const [times, runs] = laps(count);
    const sides = builds.map(([, api]) => many(times, () => api.normalize(text).text));
    const expected = byHand(text, hash);
    for (const [, api] of builds) {
      if (api.normalize(text).text !== expected) throw new Error("another envelope");
    }
    const [theirs, ...ours] = race([many(times, () => byHand(text, hash)), ...sides], runs);
    const cells = ours.map((time, i) => `${builds[i][0]} ${each(time, times)} ×${(theirs / time).toFixed(2)}`);
    print(`${`${count} matches`.padEnd(34)}${cells.join("   ")}   by hand ${each(theirs, times)}`);
  }
}

/** The envelope of a search, its members in the canonical order. */
function byHand(text, hash) {
  const { execution_id, pattern, matches, match_count } = JSON.parse(text);
  return JSON.stringify({
    data: { count: match_count, matches: matches.map((found) => match(found, hash)), pattern },
    execution_id,
    schema_version: "1.1.0",
  });
}

const match = (found, hash) => ({
  match_id: found.match_id,
  matched_text: found.matched_text,
  span: {
    byte_end: found.byte_end,
    byte_start: found.byte_start,
    context: { inline_after: found.context_after, inline_before: found.context_before },
    end_col: found.column_number - 1 + found.byte_end - found.byte_start,
    end_line: found.line_number,
    file_path: found.file,
    span_id: spanId(found.file, found.byte_start, found.byte_end, hash),
    start_col: found.column_number - 1,
    start_line: found.line_number,
  },
});

/** SHA-256 of the path and both offsets, the first 8 bytes. */
function spanId(path, start, end, hash) {
  const room = Buffer.allocUnsafe(3 * path.length + 18);
  let at = room.write(path);
  for (const offset of [start, end]) {
    room[at] = 58;
    room.writeUInt32BE(Math.floor(offset / 2 ** 32), at + 1);
    room.writeUInt32BE(offset % 2 ** 32, at + 5);
    at += 9;
  }
  return hash("sha256", room.subarray(0, at)).slice(0, 16);
}

async function inNode(most) {
  const { createHash, ...crypto } = await import("node:crypto");
  // `crypto.hash` is of Node 20.12 and later.
  const hash = crypto.hash ?? ((name, data) => createHash(name).update(data).digest("hex"));
  const { default: Ajv } = await import("ajv/dist/2020.js");
  const native = await import("../../dist/native/node.js");
  const wasm = await import("../../dist/wasm/wasm.js");
  const builds = [["addon", native], ["wasm", wasm]];
  const check = new Ajv({ allErrors: true, strict: false }).compile(native.schema("response"));
  validation(builds, check, (line) => console.log(line), most);
  normalization(builds, hash, (line) => console.log(line), most);
}

/** Ajv and all it needs as one script that a page can run: its package has no ES modules. */
async function ajvForPages() {
  const { createRequire } = await import("node:module");
  const { readFileSync } = await import("node:fs");
  const names = new Map();
  const visit = (path) => {
    if (names.has(path)) return names.get(path).name;
    const file = { name: `m${names.size}`, code: "" };
    names.set(path, file);
    const text = readFileSync(path, "utf8");
    const { resolve } = createRequire(path);
    file.code = path.endsWith(".json")
      ? `module.exports = ${text}`
      : text.replace(/\brequire\(["']([^"']+)["']\)/gu, (_, asked) => `require("${visit(resolve(asked))}")`);
    return file.name;
  };
  const entry = visit(createRequire(import.meta.url).resolve("ajv/dist/2020.js"));
  const files = [...names.values()].map(({ name, code }) => `${name}(module, exports, require) {${code}\n}`);
  return `const files = {${files.join(",\n")}};
    const known = {};
    const require = (name) => {
      if (!(name in known)) {
        known[name] = { exports: {} };
        files[name](known[name], known[name].exports, require);
      }
      return known[name].exports;
    };
    export default require("${entry}").default;`;
}

async function inChromium(most) {
  const { withPage } = await import("../../tests/js/browser.mjs");
  const pages = {
    "/page.html": "<!doctype html><meta charset='utf-8'><title>bench</title>",
    "/ajv.mjs": await ajvForPages(),
  };
  const race = async ([most, form]) => {
    const api = await import("/dist/wasm/web.js");
    await api.init();
    const { default: Ajv } = await import("/ajv.mjs");
    const { validation } = await import("/benches/hosts/documents.mjs");
    const check = new Ajv({ allErrors: true, strict: false }).compile(api.schema("response"));
    validation([["wasm in Chromium", api]], check, (line) => console.log(line), most, form);
  };
  // A page for each form: Ajv takes half as long again where it has met both.
  for (const form of Object.keys(FORMS)) {
    await withPage(pages, async (page) => {
      page.on("console", (message) => console.log(message.text()));
      await page.evaluate(race, [most, form]);
    });
  }
}

if (globalThis.process !== undefined) {
  const [first, ...rest] = process.argv.slice(2);
  const most = Number((first === "chromium" ? rest[0] : first) ?? COUNTS.at(-1));
  await (first === "chromium" ? inChromium(most) : inNode(most));
}
