/**
 * Wrong elements of lists: the refusal says in its message and by its index which of them it was,
 * as it does if the core itself refuses one.
 *
 * @module
 */

const DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';

/** Lists of as many holes as there can be, with words of the refusal of the first one. */
export function holes(api) {
  const list = () => new Array(2 ** 32 - 1);
  return {
    "holes in place of offsets": [() => new api.LineIndex("a").positions(list(), "utf-8"), ["number"]],
    "holes in a value": [() => api.writeCanonical({ a: list() }), ["found undefined", "/a/0"]],
    "holes for edits": [() => api.applyEdits("a", { edits: list() }), ["found undefined", "/edits/0"]],
    "holes for places": [() => api.fingerprints("a", list()), ["found undefined", "/0"]],
  };
}

/** Pairs of name and what is wrong, `null` if nothing. */
export function elements(api) {
  const index = new api.LineIndex("ab");
  const { map } = api.applyEdits("abc", { edits: [], unchecked: true });
  const key = { path: "a", start: 0, end: 1 };
  const place = { line: 0, column: 0 };
  const at = { byte_start: 0, byte_end: 1 };
  const of = (calls) => calls.map(([work, words]) => [work, "WRONG_TYPE", words]);
  const keys = (bad) => [() => api.spanIds([key, bad]), () => api.spanIdsIn("be32", [key, bad])];
  const cases = [
    ...keys({ ...key, start: "0" }).map((work) => [work, "WRONG_TYPE", ["as `start`", "string"]]),
    ...keys({ ...key, path: 5 }).map((work) => [work, "WRONG_TYPE", ["as `path`", "number"]]),
    ...keys(null).map((work) => [work, "WRONG_TYPE", ["a span key", "null"]]),
    ...keys({ ...key, end: -1 }).map((work) => [work, "NEGATIVE_OFFSET", ["as `end`", "-1"]]),
    ...keys({ ...key, start: 2 }).map((work) => [work, "REVERSED", ["2..1"]]),
    ...keys({ ...key, path: "\ud800" }).map((work) => [work, "ILL_FORMED", ["lone surrogate"]]),
    ...of([
      [() => index.positions([0, "1"], "utf-8"), ["a number", "string"]],
      [() => index.positionsClamped([0, null], "utf-8"), ["a number", "null"]],
      [() => index.convertOffsets([0, {}], "utf-8", "utf-16"), ["a number", "Object"]],
      [() => index.offsets([place, { ...place, column: "1" }], "utf-8"), ["as `column`", "string"]],
      [() => index.offsetsClamped([place, 5], "utf-8"), ["a position", "number"]],
      [() => index.offsets({ lines: [0, "0"], columns: [0, 0] }, "utf-8"), ["as `line`", "string"]],
      [() => index.offsets({ lines: [0, 0], columns: [0, "0"] }, "utf-8"), ["as `column`", "string"]],
      [() => api.fingerprints("abc", [at, { ...at, byte_start: NaN }]), ["NaN", "`/1/byte_start`"]],
      [() => api.fingerprints("abc", [at, () => at]), ["a function", "`/1`"]],
      [() => api.fingerprints("abc", [at, { ...at, kind: 1 }]), ["not a string", "`/1/kind`"]],
      [() => map.carryMany([0, "1"]), ["a number", "string"]],
      [() => map.carryRanges([0, "1"], [0, 1]), ["as `start`", "string"]],
      [() => map.carryRanges([0, 1], [0, null]), ["as `end`", "null"]],
      [() => api.matchPaths(["a", 5], ["a"]), ["a string in `paths`", "number"]],
      [() => api.matchPaths(["a"], ["a", null]), ["a string in `loaded`", "null"]],
      [() => api.applyFixes(DOCUMENT, { codes: ["COUNT_MISMATCH", 5] }), ["a string in `codes`", "number"]],
      [() => new api.LineIndex("a", { terminators: ["\n", 5] }), ["a string in `terminators`", "number"]],
    ]),
    [() => api.matchPaths(["a", "\ud800"], []), "ILL_FORMED", ["lone surrogate"]],
    // Compiled code sees two lists of numbers: it has to say of which of them the bad one was.
    ...[[0, -1], new Float64Array([0, -1])].flatMap((bad) => [
      [() => index.offsets({ lines: bad, columns: [0, 0] }, "utf-8"), "NEGATIVE_OFFSET", ["as `line`"]],
      [() => index.offsets({ lines: [0, 0], columns: bad }, "utf-8"), "NEGATIVE_OFFSET", ["as `column`"]],
    ]),
  ];
  return cases.map(([work, code, words]) => [
    `an element is named by ${String(work)}: ${words.join(", ")}`,
    judged(api, work, code, words),
  ]);
}

/** What is wrong with the refusal of the second element. */
function judged(api, work, code, words) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof api.LlmTypesError)) return `threw ${String(error)}`;
    const told = `${error.code} of ${error.index}: ${error.message}`;
    const isNamed = error.code === code && error.index === 1 && error.message.startsWith("element 1: ");
    return isNamed && words.every((word) => error.message.includes(word)) ? null : told;
  }
  return "was not refused";
}
