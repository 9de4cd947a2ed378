/**
 * Many positions at a time: the package against what people write by hand.
 *
 * Runs in Node and in a page. Every time includes the way into compiled code and
 * back. Nothing is asserted: a benchmark tells, a test judges.
 *
 * @module
 */

import { lineWalk, ours, prefixBisect, textDocument } from "./peers.mjs";
import { numbers, texts } from "./texts.mjs";

/** How many positions are asked for at a time. */
const MANY = 100_000;

/** Milliseconds of the fastest of some runs: the machine's noise only ever adds. */
function fastest(work, runs = 5) {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Byte offsets of characters, evenly drawn, as both sides take them. */
function draw(text, { bytes }) {
  const below = numbers(7);
  return Uint32Array.from({ length: MANY }, () => {
    const at = below(text.length);
    // The second half of a pair is no boundary.
    const half = at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
    return bytes[half ? at - 1 : at];
  });
}

function measure(side, text, random, sorted) {
  const build = fastest(() => {
    const built = side.build(text);
    side.free?.(built);
  }, 3);
  const index = side.build(text);
  const places = prefixBisect.positions(prefixBisect.build(text), random);
  const times = {
    build,
    random: fastest(() => side.positions(index, random)),
    sorted: fastest(() => side.positions(index, sorted)),
    back: fastest(() => side.offsets(index, places)),
  };
  side.free?.(index);
  return { ...times, all: times.build + times.random, name: side.name };
}

/**
 * Prints one table. `builds` are pairs of a name and the package's exports; `rows` are
 * words of which one is in the name of each text, or none for all texts.
 */
export function bench(builds, { TextDocument }, print, rows = [], size = undefined) {
  const peers = [prefixBisect, lineWalk, textDocument(TextDocument)];
  print(`${MANY} positions at a time; ms of the fastest run; × is the peer's time over ours`);
  for (const [name, text] of texts(size)) {
    if (rows.length > 0 && !rows.some((row) => name.includes(row))) continue;
    const random = draw(text, prefixBisect.build(text));
    const sorted = random.slice().sort();
    // A walk along ten megabytes for each of many positions would take hours.
    const sides = peers.filter((peer) => peer !== lineWalk || name !== "one line");
    const theirs = sides.map((side) => measure(side, text, random, sorted));
    for (const [label, api] of builds) {
      const mine = measure(ours(api, label), text, random, sorted);
      print(`\n${name} · ${label}`);
      print(row("", ["build", "random", "sorted", "back", "build + random"]));
      print(row(label, values(mine).map((time) => time.toFixed(2))));
      for (const their of theirs) {
        const ratios = values(their).map((time, i) => `${time.toFixed(2)} ×${(time / values(mine)[i]).toFixed(1)}`);
        print(row(their.name, ratios));
      }
    }
  }
}

const values = ({ build, random, sorted, back, all }) => [build, random, sorted, back, all];
const row = (head, cells) => head.padEnd(38) + cells.map((cell) => cell.padStart(17)).join("");
