/**
 * What people write by hand, and `vscode-languageserver-textdocument`: the other
 * side of the benchmark. Each turns byte offsets into lines and UTF-16 columns,
 * and back, for many at a time.
 *
 * @module
 */

/** Index of the last element that is at most `value`. */
function bisect(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Byte offset of each UTF-16 code unit, and of the end; and where lines start, in units. */
function prefixTable(text) {
  const bytes = new Uint32Array(text.length + 1);
  const starts = [0];
  let at = 0;
  for (let i = 0; i < text.length; i += 1) {
    bytes[i] = at;
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      at += 1;
      if (unit === 10) starts.push(i + 1);
    } else if (unit < 0x800) at += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      // Between the halves: so that a search for the character finds its first.
      bytes[i + 1] = at + 2;
      i += 1;
      at += 4;
    } else at += 3;
  }
  bytes[text.length] = at;
  return { bytes, starts: Uint32Array.from(starts) };
}

/** A table of all prefixes, and a binary search in it. */
export const prefixBisect = {
  name: "prefix table + bisect",
  build: prefixTable,
  positions({ bytes, starts }, offsets) {
    const lines = new Uint32Array(offsets.length);
    const columns = new Uint32Array(offsets.length);
    for (let i = 0; i < offsets.length; i += 1) {
      const unit = bisect(bytes, offsets[i]);
      const line = bisect(starts, unit);
      lines[i] = line;
      columns[i] = unit - starts[line];
    }
    return { lines, columns };
  },
  offsets({ bytes, starts }, { lines, columns }) {
    return Uint32Array.from(lines, (line, i) => bytes[starts[line] + columns[i]]);
  },
};

/** A table of line starts, a binary search in it, and a walk along the line. */
export const lineWalk = {
  name: "line table + walk",
  build(text) {
    const { bytes, starts } = prefixTable(text);
    return { text, starts, startBytes: starts.map((start) => bytes[start]) };
  },
  positions({ text, starts, startBytes }, offsets) {
    const lines = new Uint32Array(offsets.length);
    const columns = new Uint32Array(offsets.length);
    for (let i = 0; i < offsets.length; i += 1) {
      const line = bisect(startBytes, offsets[i]);
      lines[i] = line;
      columns[i] = walk(text, starts[line], offsets[i] - startBytes[line]);
    }
    return { lines, columns };
  },
  offsets({ text, starts, startBytes }, { lines, columns }) {
    return Uint32Array.from(lines, (line, i) => {
      let bytes = startBytes[line];
      for (let at = starts[line], end = at + columns[i]; at < end; at += 1) {
        const unit = text.charCodeAt(at);
        bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
      }
      return bytes;
    });
  },
};

function walk(text, start, bytes) {
  let at = start;
  for (let left = bytes; left > 0; at += 1) {
    const unit = text.charCodeAt(at);
    left -= unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return at - start;
}

/** The library of VS Code's language servers, with bytes converted by a prefix table. */
export function textDocument(TextDocument) {
  return {
    name: "vscode-languageserver-textdocument",
    build(text) {
      return { bytes: prefixTable(text).bytes, document: TextDocument.create("a:b", "x", 1, text) };
    },
    positions({ bytes, document }, offsets) {
      return Array.from(offsets, (offset) => document.positionAt(bisect(bytes, offset)));
    },
    offsets({ bytes, document }, { lines, columns }) {
      return Uint32Array.from(
        lines,
        (line, i) => bytes[document.offsetAt({ line, character: columns[i] })],
      );
    },
  };
}

/** The package. */
export function ours(api, name) {
  return {
    name,
    build: (text) => new api.LineIndex(text),
    positions: (index, offsets) => index.positions(offsets, "utf-16"),
    offsets: (index, positions) => index.offsets(positions, "utf-16"),
    free: (index) => index.free(),
  };
}
