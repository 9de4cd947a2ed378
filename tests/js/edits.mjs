/**
 * Edits against JavaScript's own slicing: a string is cut and put together, and nothing of
 * us is used to say what comes out.
 *
 * @module
 */

/** A number from 0 up to `bound`, the same in every run. */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * bound);
  };
}

const LETTERS = ["a", "b", "é", "世", "😀", "\n", "\uFEFF"];
const encoder = new TextEncoder();
const size = (text) => encoder.encode(text).length;

/** Letters of a text, and edits of them at places that do not touch. */
function made(random) {
  const letters = Array.from({ length: 1 + random(30) }, () => LETTERS[random(LETTERS.length)]);
  const edits = [];
  for (let at = random(4); at <= letters.length; at += 1 + random(4)) {
    const end = Math.min(letters.length, at + random(4));
    const text = Array.from({ length: random(3) }, () => LETTERS[random(LETTERS.length)]).join("");
    edits.push({ start: at, end, text });
    at = end;
  }
  return { letters, edits };
}

/** By slicing, from the end, so that no place moves before it is used. */
function sliced(letters, edits) {
  const out = [...letters];
  for (const { start, end, text } of [...edits].reverse()) out.splice(start, end - start, text);
  return out.join("");
}

/** The same edits as `TextEdit[]`, by what JavaScript says of strings. */
function asLsp(letters, { start, end, text }) {
  const place = (at) => {
    const before = letters.slice(0, at).join("");
    const line = before.split("\n").length - 1;
    let character = before.length - (before.lastIndexOf("\n") + 1);
    // A mark at the start of the file is no text of an editor.
    if (line === 0 && letters[0] === "\uFEFF" && character > 0) character -= 1;
    return { line, character };
  };
  return { range: { start: place(start), end: place(end) }, newText: text };
}

/** What is wrong, or `null`. */
export function edits(api) {
  for (let seed = 1; seed <= 400; seed += 1) {
    const { letters, edits } = made(numbers(seed));
    const text = letters.join("");
    const offset = (at) => size(letters.slice(0, at).join(""));
    const request = {
      expected_checksum: api.checksum(text),
      edits: edits.map(({ start, end, text }) => ({
        byte_start: offset(start),
        byte_end: offset(end),
        new_text: text,
        expected_text: letters.slice(start, end).join(""),
      })),
    };
    const wanted = sliced(letters, edits);
    const wrong = (what) => `seed ${seed}: ${what}: ${JSON.stringify({ text, edits })}`;
    const { text: after, outcome, map } = api.applyEdits(text, request);
    if (after !== wanted) return wrong(`${JSON.stringify(after)}, not ${JSON.stringify(wanted)}`);
    if (!outcome.ok) return wrong(outcome.status);
    const bytes = api.applyEdits(encoder.encode(text), JSON.stringify(request)).text;
    if (new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) !== wanted) return wrong("bytes");
    if (after !== text) {
      if (api.applyEdits(after, outcome.inverse).text !== text) return wrong("the inverse");
      if (api.applyEdits(after, request).outcome.status !== "already_applied") return wrong("again");
    }
    const reversed = { ...request, edits: [...request.edits].reverse() };
    if (api.applyEdits(text, reversed).text !== wanted) return wrong("another order");
    // A mark at the start has two places in a file and one in an editor.
    const marked = letters[0] === "\uFEFF" && edits.some((edit) => edit.start === 0);
    if (!marked) {
      const lsp = edits.map((edit) => asLsp(letters, edit));
      const edited = api.applyEdits(text, lsp, { unchecked: true });
      if (edited.text !== wanted) return wrong(`as LSP: ${JSON.stringify(edited.text)}`);
    }
    // Each letter that is left is where the map says.
    const encoded = encoder.encode(wanted);
    for (const [at, letter] of letters.entries()) {
      const real = edits.filter((it) => letters.slice(it.start, it.end).join("") !== it.text);
      const gone = real.some(({ start, end }) => start <= at && at < end);
      if (gone) continue;
      const found = map.carryRange(offset(at), offset(at + 1));
      const there = found && new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoded.subarray(found.start, found.end));
      if (there !== letter) return wrong(`the letter ${at}`);
    }
  }
  return null;
}
