/**
 * Sheets: the canonical lines of one text (`tests/README.md`, "Sheets").
 *
 * Which rows there are depends on the text alone; the answers come from a
 * `source`, which is the library of a host or the oracle. A source gives
 * `open(text, preset, bom)`, and on what that gives the functions used below.
 *
 * @module
 */

import { ENCODINGS, END_RULES, Oracle, TERMINATORS } from "./oracle.mjs";

export const ALPHABET = ["a", "é", "世", "😀", "\n", "\r", "\u2028", "\u{FEFF}", "\u0301"];
export const LONGEST = 4;

/** All texts of so many letters, the last letter turning fastest. */
export function* texts(length) {
  if (length === 0) {
    yield "";
    return;
  }
  for (const start of texts(length - 1)) for (const letter of ALPHABET) yield start + letter;
}

const place = ([line, column]) => `${line}:${column}`;
const utf8 = new TextEncoder();

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The lines of a text's sheet. */
export function sheet(text, source) {
  const rows = [`text ${hex(utf8.encode(text))}`];
  const shape = new Oracle(text);
  const first = source.open(text, "lf_crlf", "count");
  for (const from of ENCODINGS) {
    for (const to of ENCODINGS) {
      if (from === to) continue;
      let row = `convert ${from} ${to}`;
      const end = shape.units[from][shape.last] + 1;
      for (let offset = 0; offset <= end; offset += 1) row += ` ${first.convert(offset, from, to)}`;
      rows.push(row);
    }
  }
  for (const bom of text.startsWith("\u{FEFF}") ? ["count", "strip"] : ["count"]) {
    const seen = new Set();
    for (const preset of Object.keys(TERMINATORS)) {
      const index = source.open(text, preset, bom);
      const form = new Oracle(text, preset, bom);
      rows.push(`options ${preset} ${bom}`, `lines ${index.lines().join(" ")}`);
      bulk(rows, form, index);
      const cut = JSON.stringify([form.lines, preset === "lsp" && text.includes("\r\n")]);
      if (seen.has(cut)) continue;
      seen.add(cut);
      single(rows, form, index);
    }
  }
  return rows;
}

/** The columns to ask of a line, or of the line beyond the last. */
function columns(form, line, encoding) {
  if (line === form.lines.length) return 2;
  const { start, end } = form.lines[line];
  return form.units[encoding][end] - form.units[encoding][start] + 2;
}

function bulk(rows, form, index) {
  const bytes = form.units["utf-8"];
  const open = (_, i) => !(form.preset === "lsp" && form.insideCrlf(i));
  const boundaries = bytes.filter(open);
  const offsets = Array.from({ length: form.length + 2 }, (_, offset) => offset);
  for (const encoding of ENCODINGS) {
    const places = index.positions(boundaries, encoding);
    rows.push(`positions ${encoding} ${places.map(place).join(" ")}`);
    rows.push(`offsets ${encoding} ${index.offsets(places, encoding).join(" ")}`);
    const clamped = index.positionsClamped(offsets, encoding);
    rows.push(`positions_clamped ${encoding} ${clamped.map(place).join(" ")}`);
    for (let line = 0; line <= form.lines.length; line += 1) {
      const asked = Array.from({ length: columns(form, line, encoding) }, (_, c) => [line, c]);
      const found = index.offsetsClamped(asked, encoding);
      rows.push(`offsets_clamped ${encoding} ${line} ${found.join(" ")}`);
    }
  }
}

function single(rows, form, index) {
  const bytes = form.units["utf-8"];
  for (const encoding of ENCODINGS) {
    for (const mode of ["strict", "floor", "ceil"]) {
      let row = `position ${mode} ${encoding}`;
      for (let offset = 0; offset <= form.length + 1; offset += 1) {
        row += ` ${index.position(offset, encoding, mode)}`;
      }
      rows.push(row);
      for (let line = 0; line <= form.lines.length; line += 1) {
        row = `offset ${mode} ${encoding} ${line}`;
        const end = columns(form, line, encoding);
        for (let column = 0; column < end; column += 1) {
          row += ` ${index.offset(line, column, encoding, mode)}`;
        }
        rows.push(row);
      }
    }
    for (const rule of END_RULES) {
      let row = `range ${rule} ${encoding}`;
      for (let from = form.stripped; from <= form.last; from += 1) {
        for (let to = from; to <= form.last; to += 1) {
          const oneWay = rule === "inclusive" && from === to;
          row += ` ${index.range(bytes[from], bytes[to], encoding, rule, oneWay)}`;
        }
      }
      rows.push(row);
    }
  }
}

/** One answer as it stands in a row. */
export function answer(call) {
  try {
    const given = call();
    return Array.isArray(given) ? place(given) : String(given);
  } catch (error) {
    if (typeof error.code === "string") return error.code;
    throw error;
  }
}

/** Both ends of a range and the way back, as they stand in a row. */
export function there([start, end], back) {
  const found = `${place(start)}-${place(end)}`;
  return back === undefined ? found : `${found}>${back}`;
}

/** The oracle as a source. */
export const oracle = {
  open(text, preset, bom) {
    const model = new Oracle(text, preset, bom);
    const bytes = model.units["utf-8"];
    return {
      lines: () =>
        model.lines.map(({ start, content, end }) =>
          [bytes[start], bytes[content], bytes[end]].join(".."),
        ),
      positions: (offsets, encoding) => offsets.map((offset) => model.position(offset, encoding)),
      offsets: (places, encoding) => places.map(([l, c]) => model.offset(l, c, encoding)),
      positionsClamped: (offsets, encoding) =>
        offsets.map((offset) => model.positionClamped(offset, encoding)),
      offsetsClamped: (places, encoding) =>
        places.map(([l, c]) => model.offsetClamped(l, c, encoding)),
      position: (offset, encoding, mode) => answer(() => model.position(offset, encoding, mode)),
      offset: (line, column, encoding, mode) =>
        answer(() => model.offset(line, column, encoding, mode)),
      range: (start, end, encoding, rule, oneWay) =>
        answer(() => {
          const ends = model.range(bytes.indexOf(start), bytes.indexOf(end), encoding, rule);
          return there(ends, oneWay ? undefined : `${start}..${end}`);
        }),
      convert: (offset, from, to) => answer(() => model.convert(offset, from, to)),
    };
  },
};
