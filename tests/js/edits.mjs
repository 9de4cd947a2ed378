/**
 * Edits against JavaScript's own slicing: what is expected is cut and put together without
 * the package.
 *
 * @module
 */

/** A number from 0 up to `bound`, the same in every run. */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * bound);
  };
}

const LETTERS = ["a", "b", "é", "世", "😀", "\n", "\uFEFF"];
const encoder = new TextEncoder();
const size = (text) => encoder.encode(text).length;

/** Letters of a text, and edits of them at places that do not touch. */
function made(random) {
  const letters = Array.from({ length: 1 + random(30) }, () => LETTERS[random(LETTERS.length)]);
  const edits = [];
  for (let at = random(4); at <= letters.length; at += 1 + random(4)) {
    const end = Math.min(letters.length, at + random(4));
    const text = Array.from({ length: random(3) }, () => LETTERS[random(LETTERS.length)]).join("");
    edits.push({ start: at, end, text });
    at = end;
  }
  return { letters, edits };
}

/** By slicing, from the end, so that no place moves before it is used. */
function sliced(letters, edits) {
  const out = [...letters];
  for (const { start, end, text } of [...edits].reverse()) out.splice(start, end - start, text);
  return out.join("");
}

/** The same edits as `TextEdit[]`, by what JavaScript says of strings. */
function asLsp(letters, { start, end, text }) {
  const place = (at) => {
    const before = letters.slice(0, at).join("");
    const line = before.split("\n").length - 1;
    let character = before.length - (before.lastIndexOf("\n") + 1);
    // A mark at the start of the file is no text of an editor.
    if (line === 0 && letters[0] === "\uFEFF" && character > 0) character -= 1;
    return { line, character };
  };
  return { range: { start: place(start), end: place(end) }, newText: text };
}

/** What a call gives, or how it refuses, as one text. */
function told(api, text, request, options) {
  try {
    const { text: after, outcome } = api.applyEdits(text, request, options);
    return JSON.stringify([after, withoutPlaces(outcome, request)]);
  } catch (error) {
    return JSON.stringify([error.code, error.message, error.pointer]);
  }
}

const PLACES = ["start", "end"].flatMap((end) => [
  `byte_${end}`, `${end}_line`, `${end}_col`, `${end}_col_utf16`, `${end}_col_utf32`,
]);

/** An outcome without places in the text of the request, which it has only if the request was a text. */
function withoutPlaces(outcome, request) {
  const diagnostics = outcome.diagnostics.map((found) => {
    const all = [found, ...(found.related ?? [])];
    if (typeof request !== "string" && all.some((one) => PLACES.some((name) => name in one))) {
      throw new Error(`places in a text that nobody wrote: ${JSON.stringify(found)}`);
    }
    const related = (found.related ?? []).map(({ message, pointer }) => ({ message, pointer }));
    const kept = Object.entries({ ...found, related }).filter(([name]) => !PLACES.includes(name));
    return Object.fromEntries(kept.sort());
  });
  return { ...outcome, diagnostics };
}

/**
 * Many edits cross in another way than few. Whatever the object, the answer is as for its
 * JSON text, except for places in that text.
 */
function many(api) {
  const line = "let é = 😀; // 世\n";
  const count = 70;
  const text = line.repeat(count);
  const bytes = size(line);
  const places = Array.from({ length: count }, (_, n) => (n * 37) % count);
  const ours = (change = {}) => ({
    edits: places.map((n) => ({
      byte_start: n * bytes + 4,
      byte_end: n * bytes + 6,
      expected_text: "é",
      new_text: `${n}😀`,
      ...change,
    })),
  });
  const lsp = (change = {}) =>
    places.map((n) => ({
      range: { start: { line: n, character: 4 }, end: { line: n, character: 5 } },
      newText: `x${n}`,
      ...change,
    }));
  const one = (list, change) => list.map((edit, at) => (at === 40 ? { ...edit, ...change } : edit));
  const canonical = (change) => ({ edits: one(ours().edits, change) });
  class Edit {
    constructor(edit) {
      Object.assign(this, edit);
    }
  }
  const cases = [
    [ours()],
    [{ ...ours(), expected_checksum: api.checksum(text) }],
    [{ ...ours(), expected_checksum: api.checksum("another") }],
    [{ ...ours(), unknown: 1 }],
    [{ ...ours(), partial: true, eol: "crlf" }],
    [{ ...ours(), toJSON: () => ({ edits: [] }) }],
    [ours({ unknown: "x" })],
    [ours({ checksum_before: api.checksum("é") })],
    [ours({ new_text: "a\r\nb" })],
    [ours({ new_text: "é" })],
    [canonical({ expected_text: "e" })],
    [canonical({ expected_text: null })],
    [canonical({ expected_text: undefined })],
    [canonical({ byte_start: -1 })],
    [canonical({ byte_start: 5 })],
    [canonical({ byte_start: 0.5 })],
    [canonical({ byte_start: 2 ** 53 })],
    [canonical({ byte_start: "4" })],
    [canonical({ byte_start: new Date(0) })],
    [canonical({ new_text: "\uD83D" })],
    [canonical({ new_text: 7 })],
    [canonical({ get new_text() { return "got"; } })],
    [{ edits: ours().edits.map((edit) => new Edit(edit)) }],
    [{ edits: ours().edits.map((edit) => Object.assign(Object.create({ byte_start: 1 }), edit)) }],
    [{ edits: ours().edits.map(({ byte_end, ...edit }) => ({ byte_end, ...edit })) }],
    [{ edits: ours().edits.map((edit, n) => (n === 40 ? { byte_end: 9, ...edit } : edit)) }],
    // Two halves of a character, in texts that lie side by side.
    [{ edits: ours().edits.map((edit, n) => ({ ...edit, new_text: n === 8 ? "\uD83D" : n === 9 ? "\uDE00" : "y" })) }],
    [lsp(), { unchecked: true }],
    [lsp(), { unchecked: true, encoding: "utf-8" }],
    [lsp(), { unchecked: true, file: "a.rs" }],
    [lsp(), { unchecked: true, format: "canonical" }],
    [lsp(), { unchecked: true, at: "/0" }],
    [lsp(), { unchecked: true, detail: "brief" }],
    [lsp(), {}],
    [lsp({ newText: "" }), { unchecked: true }],
    [lsp({ annotationId: "a" }), { unchecked: true }],
    [lsp({ new_text: "both" }), { unchecked: true }],
    [one(lsp(), { range: null }), { unchecked: true }],
    [one(lsp(), lsp()[41]), { unchecked: true }],
    [Object.assign(lsp(), { toJSON: () => [] }), { unchecked: true }],
    [{ changes: { "file:///a.rs": lsp() } }, { unchecked: true }],
  ];
  for (const [at, [request, options]] of cases.entries()) {
    const [object, json] = [told(api, text, request, options), told(api, text, JSON.stringify(request), options)];
    if (object !== json) return `many edits, case ${at}: ${object.slice(0, 300)}, not ${json.slice(0, 300)}`;
  }
  const { edits } = ours();
  const wanted = [...text.split("\n").entries()].map(([n, line]) => line.replace("é", `${n}😀`)).join("\n");
  if (api.applyEdits(text, { edits }).text !== wanted) return "many edits: another text";
  // A member that does not fit into a column of values is refused all the same.
  for (const odd of ["expected_text", "checksum_before", "new_base64", "meta"]) {
    const request = {
      unchecked: true,
      edits: Array.from({ length: 70 }, (_, at) => (
        { byte_start: at, byte_end: at + 1, new_text: "x", [odd]: {} }
      )),
    };
    const text = "a".repeat(100);
    const told = (asked) => {
      try {
        return JSON.stringify(withoutPlaces(api.applyEdits(text, asked).outcome, asked));
      } catch ({ code, pointer }) {
        return `${code} ${pointer}`;
      }
    };
    if (told(request) !== told(JSON.stringify(request))) return `an empty object as ${odd}`;
  }
  // `toJSON` is called once, and what it gave is what is sent.
  let asked = 0;
  const once = { toJSON: () => ({ unchecked: true, edits: asked++ === 0 ? [] : 5, x: null }) };
  if (api.applyEdits("abc", once).text !== "abc" || asked !== 1) return `asked ${asked} times`;
  // Long strings are encoded in memory that is kept: nothing of an earlier call may be left in it.
  const long = ["世".repeat(2 ** 20 + 1), "a".repeat(2 ** 20 + 7), `é${"b".repeat(2 ** 20)}`];
  const after = long.map((text) => api.applyEdits(text, {
    unchecked: true,
    edits: [{ byte_start: 0, byte_end: 0, new_text: "😀" }],
  }).text);
  if (after.some((text, at) => text !== `😀${long[at]}`)) return "long strings: another text";
  return null;
}

/**
 * An outcome is a plain object, though parts of it are made only when they are read, and says
 * the same of many edits as of few.
 */
function plainOutcomes(api) {
  const outcomeOf = (count) => api.applyEdits("abcdefgh\n".repeat(count), {
    edits: Array.from({ length: count }, (_, n) => (
      { byte_start: 9 * n + 2, byte_end: 9 * n + 4, expected_text: "cd", new_text: "x" }
    )),
  }).outcome;
  const place = (line, start, end, width) => ({
    byte_end: width * line + end,
    byte_start: width * line + start,
    end_col: end,
    end_line: line + 1,
    start_col: start,
    start_line: line + 1,
  });
  const expected = (count) => JSON.stringify([
    "applied_count changed checksum_before diagnostics edits error_count final_checksum format" +
      " inverse map ok skipped_count status total_byte_shift total_line_shift",
    Array.from({ length: count }, (_, n) => ({
      byte_shift: -1,
      checksum_after: "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
      checksum_before: "sha256:21e721c35a5823fdb452fa2f9f0a612c74fb952e06927489c6b27a43b817bed4",
      index: n,
      line_shift: 0,
      new: place(n, 2, 3, 8),
      old: place(n, 2, 4, 9),
      status: "applied",
    })),
    Array.from({ length: count }, (_, n) => (
      { byte_end: 8 * n + 3, byte_start: 8 * n + 2, expected_text: "x", new_text: "cd" }
    )),
    api.checksum("abxefgh\n".repeat(count)),
    api.checksum("abcdefgh\n".repeat(count)),
  ]);
  const looks = {
    "as it is": (outcome) => outcome,
    "as JSON": (outcome) => JSON.parse(JSON.stringify(outcome)),
    "spread": (outcome) => ({ ...outcome }),
    "cloned": (outcome) => structuredClone(outcome),
    "frozen": (outcome) => Object.freeze(outcome),
    "copied with its accessors": (outcome) =>
      Object.defineProperties({}, Object.getOwnPropertyDescriptors(outcome)),
    "inherited": (outcome) => ({ ...outcome, edits: Object.create(outcome).edits }),
    "read twice": (outcome) => (outcome.edits === outcome.edits ? outcome : {}),
    "with another list": (outcome) => {
      const list = [...outcome.edits];
      outcome.edits = [];
      return outcome.edits.length === 0 ? { ...outcome, edits: list } : {};
    },
  };
  for (const count of [1, 63, 64, 200]) {
    for (const [name, look] of Object.entries(looks)) {
      const outcome = look(outcomeOf(count));
      const { edits, inverse } = outcome;
      const seen = JSON.stringify([
        Object.keys(outcome).join(" "),
        edits,
        inverse?.edits,
        inverse?.expected_checksum,
        inverse?.expected_final_checksum,
      ]);
      if (seen !== expected(count)) return `the outcome of ${count} edits, ${name}: ${seen.slice(0, 500)}`;
    }
  }
  return null;
}

/** What belongs to files is the same in a `Map` as in an object, wherever it is taken. */
function inMaps(api) {
  const as = { object: (it) => it, map: (it) => new Map(Object.entries(it)) };
  const request = { file_path: "a.rs", edits: [{ byte_start: 0, byte_end: 0, new_text: "x" }] };
  const planned = (make, checksum) => {
    const expectedChecksums = make({ "a.rs": checksum });
    const { texts, plan } = api.planEdits(make({ "a.rs": "ab" }), request, { expectedChecksums });
    return JSON.stringify([texts, plan]);
  };
  for (const checksum of [api.checksum("ab"), api.checksum("another")]) {
    const [one, other] = [planned(as.object, checksum), planned(as.map, checksum)];
    if (one !== other) return `checksums in a Map: ${other}, not ${one}`;
    if (one.includes('"xab"') !== (checksum === api.checksum("ab"))) return `checksums: ${one}`;
  }
  const { map, text } = api.applyEdits("ab", { ...request, unchecked: true });
  const match = { match_id: "m1", matched_text: "b", span: { file_path: "a.rs", byte_start: 1, byte_end: 2 } };
  const data = { pattern: "b", matches: [match], count: 1 };
  const found = JSON.stringify({ schema_version: "1.1.0", execution_id: "r1", data });
  const carried = (make) => JSON.stringify(api.carrySpans(found, make({ "a.rs": { map, text } })));
  const [one, other] = [carried(as.object), carried(as.map)];
  if (!one.includes('"carried_count":1')) return `nothing was carried: ${one}`;
  return one === other ? null : `edited files in a Map: ${other}, not ${one}`;
}

/** The undo of a plan puts any bytes back beside strings. */
function mixed(api) {
  const sources = { "a.txt": "one", "b.bin": Uint8Array.of(0xff, 0xfe, 0x41) };
  const edits = [{ byte_start: 0, byte_end: 3, new_text: "1" }];
  const files = Object.keys(sources).map((file_path) => ({ file_path, edits }));
  const { texts, plan } = api.planEdits(sources, { unchecked: true, files });
  const undone = api.planEdits({ "a.txt": texts[0], "b.bin": texts[1] }, plan.inverse);
  const found = JSON.stringify([undone.plan.status, undone.texts[0], [...undone.texts[1]]]);
  return found === '["applied","one",[255,254,65]]' ? null : `strings beside bytes: ${found}`;
}

/** What is wrong, or `null`. */
export function edits(api) {
  const wrong = many(api) ?? plainOutcomes(api) ?? inMaps(api) ?? mixed(api);
  if (wrong !== null) return wrong;
  for (let seed = 1; seed <= 400; seed += 1) {
    const { letters, edits } = made(numbers(seed));
    const text = letters.join("");
    const offset = (at) => size(letters.slice(0, at).join(""));
    const request = {
      expected_checksum: api.checksum(text),
      edits: edits.map(({ start, end, text }) => ({
        byte_start: offset(start),
        byte_end: offset(end),
        new_text: text,
        expected_text: letters.slice(start, end).join(""),
      })),
    };
    const wanted = sliced(letters, edits);
    const wrong = (what) => `seed ${seed}: ${what}: ${JSON.stringify({ text, edits })}`;
    const { text: after, outcome, map } = api.applyEdits(text, request);
    if (after !== wanted) return wrong(`${JSON.stringify(after)}, not ${JSON.stringify(wanted)}`);
    if (!outcome.ok) return wrong(outcome.status);
    const bytes = api.applyEdits(encoder.encode(text), JSON.stringify(request)).text;
    if (new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) !== wanted) return wrong("bytes");
    if (after !== text) {
      if (api.applyEdits(after, outcome.inverse).text !== text) return wrong("the inverse");
      if (api.applyEdits(after, request).outcome.status !== "already_applied") return wrong("again");
    }
    const reversed = { ...request, edits: [...request.edits].reverse() };
    if (api.applyEdits(text, reversed).text !== wanted) return wrong("another order");
    // A mark at the start has two places in a file and one in an editor.
    const marked = letters[0] === "\uFEFF" && edits.some((edit) => edit.start === 0);
    if (!marked) {
      const lsp = edits.map((edit) => asLsp(letters, edit));
      const edited = api.applyEdits(text, lsp, { unchecked: true });
      if (edited.text !== wanted) return wrong(`as LSP: ${JSON.stringify(edited.text)}`);
    }
    // Each letter that is left is where the map says.
    const encoded = encoder.encode(wanted);
    for (const [at, letter] of letters.entries()) {
      const real = edits.filter((it) => letters.slice(it.start, it.end).join("") !== it.text);
      const gone = real.some(({ start, end }) => start <= at && at < end);
      if (gone) continue;
      const found = map.carryRange(offset(at), offset(at + 1));
      const there = found && new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded.subarray(found.start, found.end));
      if (there !== letter) return wrong(`the letter ${at}`);
    }
  }
  return null;
}
