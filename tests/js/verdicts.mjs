/**
 * What the public suites say of a build: in Node and in a page.
 *
 * @module
 */

/** The code of the refusal; `null` if there was none. */
function code(work) {
  try {
    work();
    return null;
  } catch (error) {
    return error.code ?? String(error);
  }
}

/** The bytes of base 64. */
const bytesOf = (text) => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));

/** Pairs of name and what is wrong, `null` if nothing. */
export function publicSuites(api, { verdicts, parsing: texts, inputs, outputs }) {
  return [
    ...(texts ? parsing(api, verdicts.JSONTestSuite, texts) : []),
    ...(inputs && outputs ? canonical(api, verdicts.jcs, inputs, outputs) : []),
  ];
}

function parsing(api, { counts, refused_by_j1: refused, open }, texts) {
  // What a document of no tool is refused with once it has been read.
  const read = { duplicateKeys: "last_wins" };
  const foreign = code(() => api.normalize("{}", { read }));
  const found = { y: 0, n: 0, i: 0 };
  const wrong = [];
  for (const [name, encoded] of texts) {
    const [kind] = name;
    const text = bytesOf(encoded);
    found[kind] += 1;
    const verdict = code(() => api.writeCompact(text));
    let right = verdict === (refused[name] ?? null);
    if (kind === "n") right = verdict !== null;
    if (kind === "i") right = name in open && verdict === open[name];
    if (name in refused) right &&= code(() => api.normalize(text, { read })) === foreign;
    if (!right) wrong.push(`${name}: ${verdict}`);
  }
  if (JSON.stringify(found) !== JSON.stringify(counts)) wrong.push(JSON.stringify(found));
  return [["JSONTestSuite has the verdicts that are documented", wrong.join("\n") || null]];
}

function canonical(api, { count }, inputs, outputs) {
  const texts = new Map(inputs);
  const wrong = [];
  for (const [name, encoded] of outputs) {
    const bytes = bytesOf(encoded);
    const expected = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    if (api.canonicalize(bytesOf(texts.get(name))) !== expected) wrong.push(name);
    if (api.canonicalize(bytes) !== expected) wrong.push(`${name}, again`);
  }
  if (outputs.length !== count) wrong.push(`${outputs.length} files`);
  return [["the test data of RFC 8785 have their canonical form", wrong.join("\n") || null]];
}
