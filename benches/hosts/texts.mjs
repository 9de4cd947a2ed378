/**
 * The texts that both sides of a benchmark read: generated, the same each time,
 * of the kinds that `benches/src/texts.rs` makes for Rust.
 *
 * @module
 */

const WORDS = ["let", "index", "=", "self", ".", "position", "(", "offset", ")", "?;", "match", "{"];
const FOREIGN = ["// naïve café", "// “quoted” text", "// 世界の行", "// done 😀"];

/** A generator of numbers below a bound: Marsaglia's xorshift, 32 bits. */
export function numbers(seed) {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

function lines(size, seed, line) {
  const below = numbers(seed);
  const parts = [];
  for (let length = 0; length < size; ) {
    const next = line(below);
    parts.push(next);
    length += next.length + 1;
  }
  return parts.join("\n");
}

function code(below) {
  let line = "    ".repeat(below(4));
  for (let words = below(13); words > 0; words -= 1) line += `${WORDS[below(WORDS.length)]} `;
  return `${line}// ok`;
}

const run = (below, most, letter) =>
  Array.from({ length: 1 + below(most) }, () => String.fromCodePoint(letter(below))).join("");

const KINDS = {
  ASCII: (size) => lines(size, 1, code),
  mixed: (size) => lines(size, 2, (below) => code(below) + (below(20) === 0 ? FOREIGN[below(4)] : "")),
  CJK: (size) => lines(size / 3, 3, (below) => run(below, 40, (next) => 0x4e00 + next(20000))),
  emoji: (size) => lines(size / 2, 4, (below) => `${code(below)} ${run(below, 8, (next) => 0x1f600 + next(64))}`),
  "one line": (size) => KINDS.mixed(size).replaceAll("\n", " "),
};

/** Pairs of name and text: each kind with about ten megabytes, and one small file. */
export function texts(size = 10_000_000) {
  const all = Object.entries(KINDS).map(([name, make]) => [name, make(size)]);
  return [...all, ["mixed, 50 kB", KINDS.mixed(50_000)]];
}
