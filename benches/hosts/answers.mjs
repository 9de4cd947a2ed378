/**
 * Answers of tools as text, made up: as the benchmarks of Rust and Python make them.
 *
 * @module
 */

const digits = (n, width) => n.toString(16).padStart(width, "0");

/** One match of an envelope; of the bad ones each fourth is wrong in another way. */
function one(n, rich, bad, spanId) {
  const path = `src/module_${Math.floor(n / 1000)}/file_${Math.floor(n / 100)}.rs`;
  const start = (n % 100) * 80 + 4;
  const end = start + 33;
  const line = (n % 100) + 1;
  const wrong = bad ? n % 4 : -1;
  const span = {
    span_id: spanId(path, start, end),
    file_path: path,
    byte_start: start,
    byte_end: wrong === 0 ? start - 1 : end,
    start_line: line,
    start_col: 4,
    end_line: line,
    end_col: wrong === 1 ? 9 : 37,
  };
  if (rich) {
    const sum = `sha256:${"0123456789abcdef".repeat(4)}`;
    span.context = {
      before: line > 1 ? ["// a line before it"] : [],
      selected: [`    pub fn function_${n}(a: &str) -> u64 {`],
      after: ["        compute(a)\n", "    }"],
    };
    span.semantics = { kind: "fn", language: "rust" };
    span.checksums = { checksum_before: sum, file_checksum_before: sum };
  }
  return {
    match_id: digits(BigInt.asUintN(64, BigInt(n + 1) * 0x9e3779b97f4a7c15n), 16),
    span,
    [wrong === 2 ? "nmae" : "name"]: `function_number_${n}`,
    kind: wrong === 3 ? 7 : "fn",
  };
}

/** An envelope of so many matches, valid or with every tenth one wrong. */
export function response(count, { rich, bad }, spanId) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return JSON.stringify({
    schema_version: "1.1.0",
    execution_id: "6b008bad-4754",
    data: {
      matches: numbers.map((n) => one(n, rich, bad && n % 10 === Math.floor(n / 10) % 10, spanId)),
      query_name: "function",
      count,
    },
    tool: "finder",
    timestamp: "2026-01-22T10:00:00Z",
  });
}

/** An answer of llmsearch with so many matches. */
export function search(count) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return JSON.stringify({
    execution_id: "550e8400-e29b-41d4-a716-446655440000",
    pattern: "TODO",
    matches: numbers.map((n) => ({
      match_id: `550e8400-e29b-41d4-a716-${digits(n, 12)}`,
      file: `src/module_${n % 100}.rs`,
      byte_start: n * 40 + 7,
      byte_end: n * 40 + 11,
      matched_text: "TODO",
      line_number: n + 1,
      column_number: 8,
      context_before: "    // ",
      context_after: ": mend this",
    })),
    match_count: count,
  });
}
