/**
 * The package as a source of sheets.
 *
 * @module
 */

import { pairs } from "./calls.mjs";
import { answer, there } from "./sheet.mjs";

const pair = ({ line, column }) => [line, column];
const asked = (places) => places.map(([line, column]) => ({ line, column }));

/** A source, see `sheet.mjs`. */
export function source(api) {
  return {
    open(text, terminators, bom) {
      const index = new api.LineIndex(text, { terminators, bom });
      const numbers = Array.from({ length: index.lineCount }, (_, line) => line);
      return {
        lines: () =>
          numbers.map((line) => {
            const { start, end } = index.lineRange(line);
            return [start, index.lineContentRange(line).end, end].join("..");
          }),
        positions: (offsets, encoding) => pairs(index.positions(offsets, encoding)),
        offsets: (places, encoding) => [...index.offsets(asked(places), encoding)],
        positionsClamped: (offsets, encoding) => pairs(index.positionsClamped(offsets, encoding)),
        offsetsClamped: (places, encoding) => [...index.offsetsClamped(asked(places), encoding)],
        position: (offset, encoding, mode) =>
          answer(() =>
            pair(
              mode === "strict"
                ? index.position(offset, encoding)
                : index.positionRounded(offset, encoding, mode),
            ),
          ),
        offset: (line, column, encoding, mode) =>
          answer(() =>
            mode === "strict"
              ? index.offset({ line, column }, encoding)
              : index.offsetRounded({ line, column }, encoding, mode),
          ),
        range: (start, end, encoding, rule, oneWay) =>
          answer(() => {
            const found = index.rangePositions({ start, end }, encoding, rule);
            const ends = [pair(found.start), pair(found.end)];
            if (oneWay) return there(ends);
            const back = answer(() => {
              const range = index.positionsRange(found, encoding, rule);
              return `${range.start}..${range.end}`;
            });
            return there(ends, back);
          }),
        convert: (offset, from, to) => answer(() => index.convertOffset(offset, from, to)),
      };
    },
  };
}
