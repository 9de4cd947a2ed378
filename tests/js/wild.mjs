/**
 * Bad input (`tests/README.md`, "Wild input"): bytes from a seed, and what the
 * package answers to them.
 *
 * @module
 */

import { call, json, pairs } from "./calls.mjs";
import { ENCODINGS } from "./oracle.mjs";
import { answer, hex } from "./sheet.mjs";

export const COUNT = 400;

const TEXT = [
  0x61, 0x0a, 0x0d, 0xc3, 0xa9, 0xe4, 0xb8, 0x96, 0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x80, 0xa8, 0xef,
  0xbb, 0xbf, 0xcc, 0x81, 0x00, 0xff, 0xfe, 0xed, 0xa0, 0xf4, 0x90, 0xc0, 0xaf, 0x7f, 0x0b, 0x85,
];
const JSON_LETTERS = [...new TextEncoder().encode('{}[]"",,::0019-.eE+\\\\untrf la\né')];

/** Marsaglia's xorshift with 32 bits. */
function xorshift(seed) {
  let state = Math.imul(seed, 0x9e3779b9);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function bytes(next, letters) {
  return Uint8Array.from({ length: next() % 48 }, () => letters[(next() >>> 8) % 32]);
}

/** The line of the results file for one seed. */
export async function line(api, seed, digest) {
  const next = xorshift(seed);
  const text = bytes(next, TEXT);
  const document = hex(bytes(next, JSON_LETTERS));
  const answers = ["canonicalize", "detect", "validate", "normalize"].map((verb) => {
    const given = call(api, verb, { text: { bytes: document } });
    return "ok" in given || "error" in given ? given : null;
  });
  const rows = await digest(wildRows(api, text));
  return json({ seed, text: hex(text), rows, json: document, answers });
}

function wildRows(api, text) {
  const rows = [];
  const offsets = Array.from({ length: text.length + 2 }, (_, offset) => offset);
  const row = (head, answers) => rows.push([head, ...answers].join(" "));
  for (const illFormed of ["error", "replacement"]) {
    for (const terminators of ["lf_crlf", "python_splitlines"]) {
      row(`options ${terminators} ${illFormed}`, []);
      const index = new api.LineIndex(text, { terminators, illFormed });
      for (const encoding of ENCODINGS) {
        const strict = (offset) => {
          const found = index.position(offset, encoding);
          return [found.line, found.column];
        };
        row(`position ${encoding}`, offsets.map((offset) => answer(() => strict(offset))));
        const clamped = pairs(index.positionsClamped(offsets, encoding));
        row(`positions_clamped ${encoding}`, clamped.map((place) => place.join(":")));
        for (let number = 0; number <= index.lineCount; number += 1) {
          const asked = Array.from({ length: 12 }, (_, column) => ({ line: number, column }));
          const found = asked.map((place) => answer(() => index.offset(place, encoding)));
          row(`offset ${encoding} ${number}`, found);
          row(`offsets_clamped ${encoding} ${number}`, [...index.offsetsClamped(asked, encoding)]);
        }
      }
    }
  }
  return rows;
}
