/**
 * Wrong numbers: the refusal says which argument it was, and what that takes.
 *
 * @module
 */

const DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';

/** Names, each with the call, the code and words of the message. */
export function numbers(api) {
  const count = "an integer from 0 to 9007199254740991";
  const shift = "an integer from -9007199254740991 to 9007199254740991";
  const index = new api.LineIndex("a");
  const map = new api.PositionMap({ old_len: 1, new_len: 1, stretches: [] });
  const span = { file_path: "a", byte_start: 0, byte_end: 1 };
  const limits = ["maxDepth", "maxBytes", "maxStringBytes", "maxNumberBytes", "maxItems"].map((name) => [
    `an infinite ${name}`,
    [() => api.validate(DOCUMENT, { read: { [name]: Infinity } }), "NOT_AN_INTEGER", [count, `as \`${name}\``]],
  ]);
  return {
    ...Object.fromEntries(limits),
    "fewer lines than none": [
      () => api.enrich(DOCUMENT, { contextLines: -1 }), "NEGATIVE_OFFSET", [count, "as `contextLines`", "-1"],
    ],
    "half a word": [() => api.truncateWords("a", 0.5), "NOT_AN_INTEGER", [count, "as `maxWords`", "0.5"]],
    "a negative length": [() => api.preview("a", -1), "NEGATIVE_OFFSET", [count, "as `maxLength`"]],
    "a negative count of words": [() => api.pagination(-1, 0), "NEGATIVE_OFFSET", [count, "as `wordCount`"]],
    "a page of no number": [() => api.pagination(1, 0, NaN), "NOT_AN_INTEGER", [count, "as `pageWords`"]],
    "the last of lines": [
      () => index.linesRange(0, -1, "to_content_end"), "NEGATIVE_OFFSET", [count, "as `last`"],
    ],
    "the end of a range": [
      () => index.expandRange({ start: 0, end: -1 }), "NEGATIVE_OFFSET", [count, "as `end`"],
    ],
    "the column of an end": [
      () => index.positionsRange({ start: { line: 0, column: 0 }, end: { line: 0, column: -1 } }, "utf-8"),
      "NEGATIVE_OFFSET", [count, "as `column`"],
    ],
    "one end of many": [
      () => api.spanIds([{ path: "a", start: 0, end: -1 }]), "NEGATIVE_OFFSET", ["element 0: ", count, "as `end`"],
    ],
    "the end of a span": [
      () => api.Span.fromMembers({ ...span, byte_end: -1 }), "NEGATIVE_OFFSET",
      [`${count} as \`byte_end\``, "/byte_end"],
    ],
    "a column of a span": [
      () => api.Span.fromMembers({ ...span, end_col: 1.5 }), "NOT_AN_INTEGER",
      [`${count} as \`end_col\``, "/end_col"],
    ],
    "a shift too far": [
      () => api.Span.fromMembers(span).shift(2 ** 53), "UNSAFE_INTEGER", [shift, "as `bytes`"],
    ],
    "a part of a shift": [
      () => api.Span.fromMembers(span).shift(-1.5), "NOT_AN_INTEGER", [shift, "as `bytes`, found -1.5"],
    ],
    "a number as a root": [() => api.candidatePaths("a", 5), "WRONG_TYPE", ["a string as `root`, found number"]],
    "a number as a scheme": [() => api.spanIdIn(5, "a", 0, 1), "WRONG_TYPE", ["a string as `scheme`"]],
    "a number as a bias": [() => map.carry(0, 5), "WRONG_TYPE", ["a string as `bias`, found number"]],
    "a number as the rule of an end": [
      () => index.rangePositions({ start: 0, end: 1 }, "utf-8", 5), "WRONG_TYPE", ["a string as `rule`"],
    ],
    "a number as checksums": [
      () => api.planEdits({}, [], { expectedChecksums: 5 }), "WRONG_TYPE", ["as `expectedChecksums`"],
    ],
    "fewer columns than lines": [
      () => index.offsets({ lines: [0, 0], columns: [0] }, "utf-8"),
      "WRONG_TYPE", ["as many columns as lines, found 1 and 2"],
    ],
    "a moment long ago": [
      () => api.buildResponse({ data: {} }, { now: new Date("1950-01-01") }),
      "NEGATIVE_OFFSET", ["the years 1970 to 9999", "as `now`"],
    ],
  };
}
