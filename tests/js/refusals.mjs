/**
 * What a caller can pass by mistake, and only in JavaScript: each is refused by our own
 * error, which names the type and the place, and none is quietly taken for something else.
 *
 * @module
 */

import { elements, holes } from "./elements.mjs";
import { judged } from "./judged.mjs";
import { numbers } from "./numbers.mjs";

const DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';

/** Pairs of name and what is wrong, `null` if nothing. */
export function refusals(api) {
  const sent = new Uint8Array(8);
  structuredClone(sent.buffer, { transfer: [sent.buffer] });
  const sentNumbers = new Float64Array(4);
  structuredClone(sentNumbers.buffer, { transfer: [sentNumbers.buffer] });
  const circle = { edits: [] };
  circle.edits.push(circle);
  const match = (at) => ({ matched_text: "b", span: { file_path: "a", byte_start: at, byte_end: 1 } });
  const draft = (at) => ({ tool: "t", data: { pattern: "b", matches: [match(at)] } });
  const sources = { "a.rs": "a" };
  const shared = [];
  const broken = () => { throw new Error("not now"); };
  const endless = () => endless();
  const revoked = (target) => {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    return proxy;
  };
  const many = (edit) => Array.from({ length: 99 }, (_, at) => edit(at));
  const edit = { byte_start: 0, byte_end: 1, new_text: "x" };
  const alike = (count, first = {}) => ({
    edits: Array.from({ length: count }, (_, at) => ({
      ...{ ...edit, byte_start: at, byte_end: at + 1 },
      ...(at === 0 ? first : {}),
    })),
  });
  const unmoved = { old_len: 3, new_len: 3, stretches: [] };
  const named = (name, given) => Object.defineProperty(given, Symbol.toStringTag, { value: name });

  const cases = {
    // JSON has no such values; `JSON.stringify` throws a TypeError without a place.
    "a BigInt in a draft": [() => api.buildResponse(draft(0n)), ["BigInt", "/data/matches/0/span/byte_start"]],
    "a BigInt in a request": [
      () => api.applyEdits("a", { edits: [{ byte_start: 0, byte_end: 1n, new_text: "b" }] }),
      ["BigInt", "/edits/0/byte_end"],
    ],
    "a BigInt in a request with many edits": [
      () => api.applyEdits("a", Array.from({ length: 99 }, (_, at) => ({ "a/b": at === 98 ? 1n : 1 }))),
      ["BigInt", "/98/a~1b"],
    ],
    "a request that holds itself": [() => api.applyEdits("a", circle), ["holds itself", "/edits/0"]],
    "a selector that holds itself": [() => api.writeSelector(circle), ["holds itself", "/edits/0"]],
    "a getter that throws": [
      () => api.buildResponse({ get data() { return broken(); } }),
      ["found what throws an Error", "/data"],
    ],
    // The place is that of the getter, not of what is beside or around it.
    "a getter that throws behind a shared value": [
      () => api.buildResponse({ a: shared, b: shared, get c() { return broken(); } }),
      ["found what throws an Error", "/c"],
    ],
    "a getter that throws a RangeError": [
      () => api.buildResponse({ data: { get c() { return (1).toFixed(200); } } }),
      ["found what throws a RangeError", "/data/c"],
    ],
    "a getter that calls itself": [
      () => api.buildResponse({ data: { get c() { return endless(); } } }),
      ["found what throws a RangeError", "/data/c"],
    ],
    "a `toJSON` that throws": [
      () => api.applyEdits("a", { edits: [{ toJSON: broken }] }),
      ["found what throws an Error", "/edits/0"],
    ],
    // To find out what it is must not throw in its turn.
    ...Object.fromEntries(["get", "ownKeys", "getPrototypeOf"].flatMap((trap) => [
      [`a proxy with a \`${trap}\` that throws`, [
        () => api.applyEdits("a", new Proxy({ edits: [] }, { [trap]: broken })),
        ["request", "found what throws an Error"],
      ]],
      [`an edit that is a proxy with a \`${trap}\` that throws`, [
        () => api.applyEdits("a", { edits: [new Proxy(edit, { [trap]: broken })] }),
        ["found what throws an Error", "/edits/0"],
      ]],
    ])),
    // JSON has no such numbers either; `JSON.stringify` makes `null` of them.
    "a NaN in a request": [
      () => api.applyEdits("a", { edits: [{ byte_start: NaN, byte_end: 1, new_text: "null" }] }),
      ["found NaN", "/edits/0/byte_start"],
    ],
    "an Infinity in a request with many edits": [
      () => api.applyEdits("a", many((at) => ({ byte_start: at === 98 ? Infinity : at, new_text: "" }))),
      ["found Infinity", "/98/byte_start"],
    ],
    // A member beside many edits may be their guard.
    "a NaN beside many edits": [
      () => api.applyEdits("a".repeat(99), { ...alike(99), expected_checksum: NaN, unchecked: true }),
      ["found NaN", "/expected_checksum"],
    ],
    "a NaN for the file of many edits": [
      () => api.applyEdits("a".repeat(99), { ...alike(99), file_path: NaN, unchecked: true }),
      ["found NaN", "/file_path"],
    ],
    "a boxed -Infinity in a draft": [
      () => api.buildResponse({ data: [null, new Number(-Infinity)] }),
      ["found -Infinity", "/data/1"],
    ],
    "a circle behind a shared value": [
      () => api.buildResponse({ a: shared, b: [shared, {}], c: circle }),
      ["holds itself", "/c/edits/0"],
    ],
    // `JSON.stringify` would leave these out, or write `null` or `{}`.
    "nothing in a list of a draft": [
      () => api.buildResponse({ data: { matches: [undefined, 1] } }),
      ["expected a value that JSON has in a draft, found undefined", "/data/matches/0"],
    ],
    "a hole in a list of a draft": [
      () => api.buildResponse({ data: { matches: Object.assign([], { 1: 1 }) } }),
      ["found undefined", "/data/matches/0"],
    ],
    "a moment that is none in a draft": [
      () => api.buildResponse({ data: { at: new Date(NaN) } }),
      ["found an invalid Date", "/data/at"],
    ],
    "a function in a draft": [
      () => api.buildResponse({ data: { pattern: () => "b" } }),
      ["found a function", "/data/pattern"],
    ],
    "a Map in a draft": [
      () => api.buildResponse({ data: new Map([["pattern", "b"]]) }),
      ["found Map", "/data"],
    ],
    // Its `toJSON` would make `{"type":"Buffer","data":[1]}` of it.
    "bytes in a draft": [
      () => api.buildResponse({ data: { pattern: new Uint8Array([1]) } }),
      ["found Uint8Array", "/data/pattern"],
    ],
    ...(typeof Buffer === "function" && {
      "a Buffer in a draft": [
        () => api.buildResponse({ data: { extra: [Buffer.from([1])] } }),
        ["found Buffer", "/data/extra/0"],
      ],
      "a Buffer in a request": [
        () => api.applyEdits("abc", { edits: [{ ...edit, tool: Buffer.from([1]) }], unchecked: true }),
        ["found Buffer", "/edits/0/tool"],
      ],
      "a Buffer beside many edits": [
        () => api.applyEdits("a".repeat(99), { ...alike(99), tool: Buffer.from([1]), unchecked: true }),
        ["found Buffer", "/tool"],
      ],
    }),
    "a promise in an instance of a class in a draft": [
      () => api.buildResponse({ data: new (class Data { matches = Promise.resolve([]); })() }),
      ["found Promise", "/data/matches"],
    ],
    // All that they hold is private: JSON would keep nothing of it.
    "an index in a draft": [
      () => api.buildResponse({ data: { lines: new api.LineIndex("a") } }),
      ["found LineIndex without members of its own", "/data/lines"],
    ],
    "what the host formats by in a draft": [
      () => api.buildResponse({ data: { list: [new Intl.NumberFormat()] } }),
      ["found NumberFormat without", "/data/list/0"],
    ],
    "an instance whose members are all inherited in a draft": [
      () => api.buildOperationResult({ message: "", result: new (class Named { get type() { return "a"; } })() }),
      ["found Named without", "/result"],
    ],
    "an index as a draft": [() => api.buildResponse(new api.LineIndex("a")), ["a draft: an object", "found LineIndex"]],
    "an index in a request": [
      () => api.applyEdits("abc", { edits: [edit], unchecked: true, lines: new api.LineIndex("a") }),
      ["found LineIndex without", "/lines"],
    ],
    "NaN as a draft": [() => api.buildResponse(NaN), ["a draft: an object", "found number"]],
    // JSON would leave these out, and a request without its guard, or without its edits, would be carried out.
    "a function for what the text must be": [
      () => api.applyEdits("abc", { edits: [{ ...edit, expected_text: () => "z" }], unchecked: true }),
      ["found a function", "/edits/0/expected_text"],
    ],
    "a function beside many edits": [
      () => api.applyEdits("a".repeat(99), { ...alike(99), expected_checksum: () => "z", unchecked: true }),
      ["found a function", "/expected_checksum"],
    ],
    "a function in one of many edits": [
      () => api.applyEdits("a".repeat(99), { ...alike(99, { expected_text: () => "z" }), unchecked: true }),
      ["found a function", "/edits/0/expected_text"],
    ],
    "one of many edits that says that it is a Map": [
      () => api.applyEdits("a".repeat(99), { ...alike(99, { [Symbol.toStringTag]: "Map" }), unchecked: true }),
      ["found Map", "/edits/0"],
    ],
    "a Map of changes": [
      () => api.applyEdits("abc", { changes: new Map([["file:///a.txt", []]]) }, { unchecked: true }),
      ["found Map", "/changes"],
    ],
    "a Map of changes of many files": [
      () => api.planEdits({ "a.txt": "abc" }, { changes: new Map([["file:///a.txt", []]]) }, { unchecked: true }),
      ["found Map", "/changes"],
    ],
    "a request that nobody awaited": [
      () => api.applyEdits("abc", Promise.resolve({ edits: [] })),
      ["a request", "found Promise"],
    ],
    "a Map in the map of an edited file": [
      () => api.carrySpans(DOCUMENT, { "a.rs": { map: { ...unmoved, tool: new Map() }, text: "abc" } }),
      ["as `a.rs`, found Map", "/tool"],
    ],
    "a function in the map of an outcome": [
      () => new api.PositionMap({ ...unmoved, tool: () => 1 }),
      ["the map of an outcome, found a function", "/tool"],
    ],
    "a function in a selector": [
      () => api.writeSelector({ ...api.parseSelector("doc::section[7]"), parameters: () => [] }),
      ["a selector, found a function", "/parameters"],
    ],
    "a function in a place of a finding": [
      () => api.fingerprints("abc", [{ byte_start: 0, byte_end: 1, kind: () => "todo" }]),
      ["findings, found a function", "/0/kind"],
    ],
    // Where members are read one by one, the refusal names the member.
    "an option that throws": [
      () => api.validate(DOCUMENT, { get strict() { return broken(); } }),
      ["options", "`strict` throws an Error"],
    ],
    "options that throw": [() => api.normalize(DOCUMENT, revoked({})), ["options", "throws a TypeError"]],
    "a source that throws": [
      () => api.validate(DOCUMENT, { sources: { get "a.rs"() { throw "no error"; } } }),
      ["source texts", "`a.rs` throws a string"],
    ],
    "a Map of sources that throws": [
      () => api.validate(DOCUMENT, { sources: new (class extends Map { [Symbol.iterator]() { return broken(); } })() }),
      ["source texts", "a Map that throws an Error"],
    ],
    "a position that throws": [
      () => new api.LineIndex("a").offset({ line: 0, get column() { return broken(); } }, "utf-8"),
      ["position", "`column` throws an Error"],
    ],
    "a range that throws": [
      () => new api.LineIndex("a").expandRange({ start: 0, get end() { return broken(); } }),
      ["byte range", "`end` throws an Error"],
    ],
    "a span key that throws": [
      () => api.spanIds([{ path: "a", start: 0, get end() { return broken(); } }]),
      ["span key", "`end` throws an Error"],
    ],
    "a member of a span that throws": [
      () => api.Span.fromMembers({ get file_path() { return broken(); } }),
      ["`file_path` throws an Error", "/file_path"],
    ],
    "an item that throws": [
      () => new api.LineIndex("a").positions(Object.defineProperty([0, 1], 1, { get: broken }), "utf-8"),
      ["numbers", "item 1 throws an Error"],
    ],
    // `instanceof` throws for such a proxy, and it has no private members of its target.
    "an index that was revoked": [
      () => new api.Span("a", { start: 0, end: 1 }, revoked(new api.LineIndex("a"))),
      ["a LineIndex", "throws a TypeError"],
    ],
    "an index that stands for one": [
      () => new api.Span("a", { start: 0, end: 1 }, new Proxy(new api.LineIndex("a"), {})),
      ["a LineIndex", "a proxy of a LineIndex"],
    ],
    "a range that was revoked": [
      () => new api.Span("a", revoked({ start: 0, end: 1 }), new api.LineIndex("a")),
      ["byte range", "throws a TypeError"],
    ],
    "a path that was revoked": [
      () => new api.Span(revoked({}), { start: 0, end: 1 }, new api.LineIndex("a")),
      ["a string", "throws a TypeError"],
    ],
    "a span to compare that was revoked": [
      () => api.Span.withoutText("a", { start: 0, end: 1 }).samePlace(revoked({})),
      ["a Span", "throws a TypeError"],
    ],
    "an index to check by that was revoked": [
      () => api.Span.withoutText("a", { start: 0, end: 1 }).check(revoked({})),
      ["a LineIndex", "throws a TypeError"],
    ],
    "a map that was revoked": [
      () => api.carrySpans(DOCUMENT, { "a.rs": { map: revoked({}), text: "abc" } }),
      ["as `a.rs`", "throws a TypeError"],
    ],
    "a list that throws": [() => api.matchPaths(revoked([]), []), ["strings", "throws a TypeError"]],
    "a moment that throws": [() => api.timestamp(revoked(new Date(0))), ["Date", "throws a TypeError"]],
    "a text that throws": [() => api.validate(revoked(new Uint8Array(1))), ["Uint8Array", "throws a TypeError"]],
    "a text that stands for one": [
      () => api.validate(new Proxy(new Uint8Array(1), {})),
      ["a proxy of a Uint8Array"],
    ],
    "a request that throws": [() => api.applyEdits("a", revoked({})), ["request", "throws a TypeError"]],
    "an edited file that throws": [
      () => api.carrySpans(DOCUMENT, { "a.rs": { map: {}, get text() { return broken(); } } }),
      ["`a.rs`", "`text` throws an Error"],
    ],
    "the text of an edited file": [
      () => api.carrySpans(DOCUMENT, { "a.rs": { map: {}, text: 7 } }),
      ["`a.rs`", "number"],
    ],

    "no draft": [() => api.buildResponse(null), ["draft", "null"]],

    "words as random bytes": [() => api.executionId("sixteen letters!"), ["a Uint8Array as `random`", "string"]],
    "a random byte": [() => api.executionId(new Uint8Array(1)), ["16 bytes as `random`", "1 bytes"]],
    "a random byte for a draft": [
      () => api.buildResponse({ data: {} }, { random: new Uint8Array(1) }),
      ["16 bytes as `random`", "1 bytes"],
    ],
    "a place of a finding that is no list": [
      () => api.fingerprints("abc", -1),
      ["a list of places of findings, found what is not an array"],
    ],

    // They have no members of their own, so each would pass for no sources, no options or no files.
    "sources that nobody awaited": [
      () => api.validate(DOCUMENT, { sources: Promise.resolve(sources) }),
      ["source texts", "Promise"],
    ],
    "no sources at all": [() => api.detective(DOCUMENT), ["source texts as `sources`, found undefined"]],
    "sources as a list": [() => api.validate(DOCUMENT, { sources: [sources] }), ["source texts", "Array"]],
    "a Map of sources where the options belong": [
      () => api.validate(DOCUMENT, new Map(Object.entries(sources))),
      ["options", "Map"],
    ],
    "what only says that it is a Map": [
      () => api.validate(DOCUMENT, { sources: named("Map", { "a.rs": "a" }) }),
      ["source texts", "Map"],
    ],
    "what only iterates as a Map": [
      () => api.validate(DOCUMENT, { sources: named("Map", { *[Symbol.iterator]() { yield 7; } }) }),
      ["source texts", "number"],
    ],
    "what only descends from Map": [
      () => api.validate(DOCUMENT, { sources: Object.create(Map.prototype) }),
      ["source texts", "Map"],
    ],
    "a Set by another name where the options belong": [
      () => api.validate(DOCUMENT, named("Names", new Set(["a"]))),
      ["options", "Set"],
    ],
    "what a Map is iterated by where the sources belong": [
      () => api.validate(DOCUMENT, { sources: new Map(Object.entries(sources)).entries() }),
      ["source texts", "Map Iterator"],
    ],
    // Objects of the host keep what they hold in no member at all.
    "a URL where the sources belong": [
      () => api.validate(DOCUMENT, { sources: new URL("file:///a.rs") }),
      ["source texts", "URL"],
    ],
    "a request of the web where the sources belong": [
      () => api.validate(DOCUMENT, { sources: new Request("https://example.org/") }),
      ["source texts", "Request"],
    ],
    "a file where the sources belong": [
      () => api.validate(DOCUMENT, { sources: new File(["a"], "a.rs") }),
      ["source texts", "File"],
    ],
    "a Blob where the text of a source belongs": [
      () => api.validate(DOCUMENT, { sources: { "a.rs": new Blob(["a"]) } }),
      ["`a.rs`", "Blob"],
    ],
    "a Blob where the options belong": [() => api.validate(DOCUMENT, new Blob(["a"])), ["options", "Blob"]],
    "what else the host made where the options belong": [
      () => api.validate(DOCUMENT, new AbortController()),
      ["options", "AbortController"],
    ],
    "a list of edited files": [() => api.carrySpans(DOCUMENT, []), ["Map of edited files", "Array"]],
    "a list where the options belong": [() => api.normalize(DOCUMENT, []), ["options", "Array"]],

    // The refusal says which of several arguments it was.
    "old sources that are none": [
      () => api.matchFindings(DOCUMENT, DOCUMENT, { oldSources: 5 }),
      ["source texts as `oldSources`", "number"],
    ],
    "new sources that are none": [
      () => api.matchFindings(DOCUMENT, DOCUMENT, { oldSources: sources, newSources: [] }),
      ["source texts as `newSources`", "Array"],
    ],
    "bases that are none": [
      () => api.planEdits(sources, { edits: [] }, { bases: "a" }),
      ["source texts as `bases`", "string"],
    ],
    "a path that is a number": [
      () => api.validate(DOCUMENT, { sources: new Map([[5, "a"]]) }),
      ["a string as the path of a source", "number"],
    ],
    "codes that are none": [() => api.applyFixes(DOCUMENT, { codes: 5 }), ["strings as `codes`", "number"]],
    "a source without a text": [
      () => api.validate(DOCUMENT, { sources: { ...sources, "b.rs": undefined } }),
      ["`b.rs`", "undefined"],
    ],
    "an option of the wrong type": [() => api.validate(DOCUMENT, { strict: "yes" }), ["`strict`", "string"]],
    "a limit of the wrong type": [() => api.validate(DOCUMENT, { read: { maxDepth: "5" } }), ["`maxDepth`"]],
    "a position without a column": [
      () => new api.LineIndex("a").offset({ line: 0, col: 0 }, "utf-16"),
      ["`column`", "undefined"],
    ],
    ...Object.fromEntries(["maxDepth", "maxBytes", "maxStringBytes", "maxNumberBytes", "maxItems"].map((name) => [
      `a string as \`${name}\``, [() => api.validate(DOCUMENT, { read: { [name]: "5" } }), [`as \`${name}\``]],
    ])),
    "a string as an offset": [() => api.spanId("a", "0", 1), ["a number as `start`", "string"]],
    "a string as a line": [() => new api.LineIndex("a").lineRange("0"), ["a number as `line`", "string"]],
    "a string as a number of words": [() => api.truncateWords("a", "1"), ["a number as `maxWords`", "string"]],
    "a number as a moment": [() => api.timestamp(0), ["a Date as `moment`", "number"]],
    "a moment that is none": [() => api.timestamp(new Date(NaN)), ["a Date as `moment`", "an invalid Date"]],
    "a moment of a draft that is none": [
      () => api.buildResponse({ data: {} }, { now: new Date(NaN) }),
      ["a Date as `now`", "an invalid Date"],
    ],
    "a moment of an operation that is none": [
      () => api.buildOperationResult({ message: "", operation_type: "own" }, { now: new Date(NaN) }),
      ["a Date as `now`", "an invalid Date"],
    ],
    "a moment after the year 9999": [
      () => api.buildResponse({ data: {} }, { now: new Date(8.64e15) }),
      ["the years 1970 to 9999", "as `now`", "8640000000000000"],
    ],
    "no encoding": [() => new api.LineIndex("a").position(0), ["position encoding", "undefined"]],

    // Memory that was given away: one build would read nothing, the other would trap.
    "bytes that were transferred": [() => api.validate(sent), ["transferred"]],
    "source bytes that were transferred": [
      () => api.validate(DOCUMENT, { sources: { "a.rs": sent } }),
      ["`a.rs`"],
    ],
    "numbers that were transferred": [
      () => new api.LineIndex("a").positions(sentNumbers, "utf-8"),
      ["transferred"],
    ],
    "a list that says a length beyond all lists": [() => api.spanIds({ length: 1e12 }), ["span keys"]],
    "a list that says a length beyond all memory": [
      () => api.spanIds({ length: 2 ** 32 - 1 }),
      ["span key"],
    ],
    "positions that say a length beyond all memory": [
      () => new api.LineIndex("a").offsets({ length: 2 ** 32 - 1 }, "utf-8"),
      ["position"],
    ],
    ...holes(api),
    "a text in place of a value": [() => api.writeCanonical("{}"), ["an object or an array, found"]],
    "null in place of a value": [() => api.writeCanonical(null), ["an object or an array, found null"]],
    "a written value that JSON has no number for": [() => api.writeCanonical([{ a: NaN }]), ["NaN", "/0/a"]],
    "a list that says a length below zero": [() => api.spanIds({ length: -1 }), ["span keys"]],
  };
  const lone = {
    "a scheme": () => api.spanIdsIn("\ud800", []),
    "a path among many": () => api.spanIds([{ path: "\ud800", start: 0, end: 1 }]),
  };
  return [
    ...Object.entries(cases).map(([name, [work, words]]) => [
      `${name} is refused`,
      judged(api, work, "WRONG_TYPE", words),
    ]),
    ...Object.entries(lone).map(([name, work]) => [
      `half a character in ${name} is refused`,
      judged(api, work, "ILL_FORMED", ["lone surrogate"]),
    ]),
    ...Object.entries(shrunk(api)).map(([name, work]) => [
      `${name} is refused`,
      judged(api, work, "WRONG_TYPE", ["made smaller"]),
    ]),
    ...Object.entries(numbers(api)).map(([name, [work, code, words]]) => [
      `${name} is refused by its name`,
      judged(api, work, code, words),
    ]),
    ["an empty text is not one that was transferred", api.checksum(new Uint8Array(0)) === EMPTY ? null : "not so"],
    ["what a class names itself does not matter", classed(api)],
    ...Object.entries(nested(api)),
    ["what is undefined is not there", undefinedMembers(api)],
    ["a map is carried as what it is", carried(api)],
    ["what says what it is in JSON is taken at its word", said(api)],
    ...elements(api),
  ];
}

/**
 * What is wrong with the refusals of values that are too deep for the core, and of deeper ones, which
 * this host cannot even write as JSON.
 */
function nested(api) {
  const deep = (inside, levels) => {
    let one = inside;
    for (let level = 0; level < levels; level += 1) one = [one];
    return one;
  };
  const judge = (work, first) => {
    try {
      work();
    } catch (error) {
      // The reader's limit is 128, of which the object around the list is one. There is no text to have places in.
      const there = `${first}${"/0".repeat(127)}`;
      const isRight = error.code === "TOO_DEEP" && error.pointer === there && error.byteStart === undefined;
      return isRight ? null : `${error.code} at ${error.pointer}, byte ${error.byteStart}`;
    }
    return "was not refused";
  };
  const kinds = { "an empty list": [], null: null, "an undefined member": { a: undefined }, NaN, "a Map": new Map() };
  const tests = {};
  for (const [name, inside] of Object.entries(kinds)) {
    for (const levels of [600, 100_000]) {
      const [given, what] = [deep(inside, levels), `${name}, ${levels} levels deep,`];
      const request = () => api.applyEdits("a", { edits: given });
      tests[`${what} in a request is refused`] = judge(request, "/edits");
      const plan = () => api.planEdits({ a: "a" }, { edits: given });
      tests[`${what} in a plan is refused`] = judge(plan, "/edits");
      const write = () => api.writeCanonical({ data: given });
      tests[`${what} in what is written is refused`] = judge(write, "/data");
      tests[`${what} in a draft is refused`] = judge(() => api.buildResponse({ data: given }), "/data");
    }
  }
  return tests;
}

/** What is wrong with the answer to members that are `undefined`. */
function undefinedMembers(api) {
  const edit = { byte_start: 0, byte_end: 1, new_text: "x", expected_text: undefined };
  const { outcome } = api.applyEdits("abc", { edits: [edit], unchecked: true, file_path: undefined });
  return outcome.status === "applied" ? null : outcome.status;
}

/** What is wrong with a map that is given as a `PositionMap`, and as its data. */
function carried(api) {
  const { map, outcome, text } = api.applyEdits("abc", {
    edits: [{ byte_start: 0, byte_end: 1, new_text: "xyz" }],
    unchecked: true,
  });
  const [whole, data] = [map, outcome.map].map((it) =>
    JSON.stringify(api.carrySpans(DOCUMENT, { "a.rs": { map: it, text } })),
  );
  return whole === data ? null : `${data} instead of ${whole}`;
}

/** What is wrong with a draft of instances that JSON can write, and of objects without a prototype. */
function said(api) {
  const bare = Object.assign(Object.create(null), { b: 1 });
  class Said {
    toJSON() {
      return { c: 2 };
    }
  }
  class Held {
    d = 3;
  }
  const list = [bare, new Said(), new Held(), new Date(0), Object.create(null), {}];
  const written = JSON.stringify(api.buildResponse({ data: { list } }).data);
  const expected = JSON.stringify({ list: JSON.parse(JSON.stringify(list)) });
  return written === expected ? null : `${written} instead of ${expected}`;
}

/** Views of memory that was made smaller, where the host has such memory. */
function shrunk(api) {
  if (!("resize" in ArrayBuffer.prototype)) return {};
  const memory = () => new ArrayBuffer(16, { maxByteLength: 16 });
  const [ofBytes, ofNumbers] = [memory(), memory()];
  const bytes = new Uint8Array(ofBytes, 4, 4);
  const numbers = new Float64Array(ofNumbers, 8, 1);
  ofBytes.resize(2);
  ofNumbers.resize(2);
  return {
    "a text beyond the end of its memory": () => api.checksum(bytes),
    "a number beyond the end of its memory": () => new api.LineIndex("a").positions(numbers, "utf-8"),
  };
}

/** What is wrong with the answers to objects of classes that name themselves. */
function classed(api) {
  class Files extends Map {
    get [Symbol.toStringTag]() {
      return "Files";
    }
  }
  class Place {
    line = 1;
    column = 0;
    get [Symbol.toStringTag]() {
      return "Place";
    }
  }
  const match = { match_id: "m1", matched_text: "b", span: { file_path: "a.rs", byte_start: 0, byte_end: 1 } };
  const data = { pattern: "b", matches: [match], count: 1 };
  const found = JSON.stringify({ schema_version: "1.1.0", execution_id: "r1", data });
  const said = (sources) => JSON.stringify(api.validate(found, { sources }));
  try {
    const offset = new api.LineIndex("a\nb").offset(new Place(), "utf-8");
    if (offset !== 2) return `a position of a class is at ${offset}`;
    const [plain, files] = [said({ "a.rs": "a" }), said(new Files([["a.rs", "a"]]))];
    if (plain === said({})) return "the source changes nothing, so this proves nothing";
    return plain === files ? null : `${files} instead of ${plain}`;
  } catch (error) {
    return `threw ${String(error)}`;
  }
}

/** SHA-256 of nothing, as every other program has it. */
const EMPTY = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
