/**
 * What JavaScript's own strings say about positions: `slice`, `TextEncoder`,
 * string iteration and regular expressions. Nothing here knows the library, nor
 * the Python model that made the digests.
 *
 * @module
 */

export const ENCODINGS = ["utf-8", "utf-16", "utf-32"];
export const END_RULES = ["after", "last_byte", "inclusive"];

const ECMASCRIPT = ["\n", "\r", "\u2028", "\u2029"];

const anyOf = (...terminators) => new RegExp(terminators.join("|"), "g");

/** What ends a line, for each preset in the order of the sheets; the longest first. */
export const TERMINATORS = {
  lf_crlf: anyOf("\r\n", "\n"),
  lf: anyOf("\n"),
  lsp: anyOf("\r\n", "\n", "\r"),
  ecmascript: anyOf("\r\n", ...ECMASCRIPT),
  python_splitlines: anyOf("\r\n", ...ECMASCRIPT, "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85"),
};

const MARK = "\u{FEFF}";
const encoder = new TextEncoder();

/** A refusal, by its code. Not an `Error`: millions are thrown, and none has a story to tell. */
export class Refused {
  constructor(code) {
    this.code = code;
  }
}

/** Code units of a well-formed string. */
export function width(text, encoding) {
  if (encoding === "utf-8") return encoder.encode(text).length;
  return encoding === "utf-16" ? text.length : [...text].length;
}

let latest = { text: undefined };

/**
 * Where characters start in `text`, and its end, as indexes for `slice` and in
 * each unit. Kept for the next asking, which is about the same text.
 */
function measured(text) {
  if (latest.text !== text) {
    const cuts = [0];
    for (const character of text) cuts.push(cuts.at(-1) + character.length);
    const units = {};
    for (const encoding of ENCODINGS) {
      units[encoding] = cuts.map((cut) => width(text.slice(0, cut), encoding));
    }
    latest = { text, cuts, units };
  }
  return latest;
}

/** One text under one set of options. */
export class Oracle {
  constructor(text, preset = "lf_crlf", bom = "count") {
    this.text = text;
    this.preset = preset;
    Object.assign(this, measured(text));
    this.last = this.cuts.length - 1;
    this.length = this.units["utf-8"][this.last];
    this.lines = [];
    let start = 0;
    for (const match of text.matchAll(TERMINATORS[preset])) {
      const end = match.index + match[0].length;
      this.lines.push({ start, content: match.index, end });
      start = end;
    }
    this.lines.push({ start, content: text.length, end: text.length });
    for (const line of this.lines) {
      for (const side of ["start", "content", "end"]) line[side] = this.cuts.indexOf(line[side]);
    }
    this.stripped = bom === "strip" && text.startsWith(MARK) ? 1 : 0;
  }

  /** Is character `i` the second half of a CRLF that is one terminator? */
  insideCrlf(i) {
    const cut = this.cuts[i];
    return this.preset !== "lf" && this.text.slice(cut - 1, cut + 1) === "\r\n" && cut > 0;
  }

  lineOf(i) {
    return this.lines.findLastIndex((line) => line.start <= i);
  }

  column(i, line, encoding) {
    const units = this.units[encoding];
    const unseen = line === 0 && i > 0 ? units[this.stripped] : 0;
    return units[i] - units[this.lines[line].start] - unseen;
  }

  /** The character at `value` units, or those around it, between two characters. */
  find(value, units, from, to) {
    for (let i = from; i <= to; i += 1) {
      if (units[i] === value) return { floor: i, ceil: i, exact: true };
      if (units[i] > value) return { floor: i - 1, ceil: i, exact: false };
    }
    return undefined;
  }

  at(i, encoding) {
    if (this.preset === "lsp" && this.insideCrlf(i)) throw new Refused("INSIDE_CRLF");
    const line = this.lineOf(i);
    return [line, this.column(i, line, encoding)];
  }

  position(offset, encoding, mode = "strict") {
    const found = this.find(offset, this.units["utf-8"], 0, this.last);
    if (found === undefined) throw new Refused("OFFSET_OUT_OF_RANGE");
    if (!found.exact && mode === "strict") throw new Refused("NOT_CHAR_BOUNDARY");
    return this.at(mode === "ceil" ? found.ceil : found.floor, encoding);
  }

  positionClamped(offset, encoding) {
    const within = Math.min(offset, this.length);
    let { floor } = this.find(within, this.units["utf-8"], 0, this.last);
    if (this.insideCrlf(floor)) floor -= 1;
    const line = this.lineOf(floor);
    return [line, this.column(floor, line, encoding)];
  }

  seek(line, column, encoding, last) {
    const units = this.units[encoding];
    const { start } = this.lines[line];
    const unseen = line === 0 ? units[this.stripped] : 0;
    return this.find(units[start] + unseen + column, units, start, last);
  }

  offset(line, column, encoding, mode = "strict") {
    if (line >= this.lines.length) throw new Refused("LINE_OUT_OF_RANGE");
    const { content, end } = this.lines[line];
    const found = this.seek(line, column, encoding, end);
    if (found === undefined) throw new Refused("COL_OUT_OF_RANGE");
    if (!found.exact && mode === "strict") {
      throw new Refused(encoding === "utf-16" ? "SPLIT_SURROGATE" : "NOT_CHAR_BOUNDARY");
    }
    if (found.exact && found.floor > content) {
      if (found.floor === end) throw new Refused("COL_OUT_OF_RANGE");
      if (this.preset === "lsp") throw new Refused("INSIDE_CRLF");
    }
    return this.units["utf-8"][mode === "ceil" ? found.ceil : found.floor];
  }

  offsetClamped(line, column, encoding) {
    if (line >= this.lines.length) return this.length;
    const { content } = this.lines[line];
    const found = this.seek(line, column, encoding, content);
    return this.units["utf-8"][found?.floor ?? content];
  }

  /** Both ends of the range between two characters. */
  range(from, to, encoding, rule) {
    const start = this.at(from, encoding);
    const after = this.at(to, encoding);
    if (rule === "after" || from === to) return [start, after];
    const line = this.lineOf(to - 1);
    const past = this.column(to, line, encoding);
    return [start, [line, rule === "inclusive" ? past - 1 : past]];
  }

  convert(offset, from, to) {
    const found = this.find(offset, this.units[from], 0, this.last);
    if (found === undefined) throw new Refused("OFFSET_OUT_OF_RANGE");
    if (!found.exact) {
      throw new Refused(from === "utf-16" ? "SPLIT_SURROGATE" : "NOT_CHAR_BOUNDARY");
    }
    return this.units[to][found.floor];
  }
}
