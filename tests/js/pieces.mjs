/**
 * What a stream takes for pieces of a text and what not, and where a text may be cut.
 *
 * @module
 */

import { judged } from "./judged.mjs";

const DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';

/** What an expression gives in another realm, such as a frame or a context of Node. */
async function abroad(expression) {
  if (globalThis.document === undefined) {
    const { runInNewContext } = await import("node:vm");
    return runInNewContext(expression);
  }
  const frame = document.body.appendChild(document.createElement("iframe"));
  return frame.contentWindow.eval(expression);
}

/** Bytes of another realm. */
function foreignBytes(text = "abc") {
  return abroad(`new Uint8Array([${[...new TextEncoder().encode(text)]}])`);
}

/** What is wrong with the answers to views of another realm, as lists of numbers. */
async function foreignNumbers(api) {
  const index = new api.LineIndex("ab");
  const right = JSON.stringify(index.positions([0, 1], "utf-8"));
  const told = [];
  for (const view of ["Uint8Array.of(0, 1)", "Uint32Array.of(0, 1)", "Float64Array.of(0, 1)"]) {
    const found = JSON.stringify(index.positions(await abroad(view), "utf-8"));
    if (found !== right) told.push(`${view} gave ${found}`);
  }
  for (const none of ["new DataView(new ArrayBuffer(8))", "BigInt64Array.of(0n)", "BigUint64Array.of(0n)"]) {
    const view = await abroad(none);
    try {
      told.push(`${none} gave ${JSON.stringify(index.positions(view, "utf-8"))}`);
    } catch ({ code }) {
      if (code !== "WRONG_TYPE") told.push(`${none}: ${code}`);
    }
  }
  return told.join("; ") || null;
}

/** What is wrong with the answer to such bytes, as a text and among sources. */
async function foreign(api) {
  const bytes = await foreignBytes();
  if (bytes instanceof Uint8Array) return "these are of this realm, so this proves nothing";
  const known = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  if (api.checksum(bytes) !== known) return "another checksum";
  const [text, ours] = [bytes, new TextEncoder().encode("abc")].map((it) =>
    JSON.stringify(api.validate(DOCUMENT, { sources: { "a.rs": it } })),
  );
  return text === ours ? null : `${text} instead of ${ours}`;
}

/** What is wrong with the answers to bytes of another realm and to what has no pieces. */
export async function pieces(api) {
  const wrong = await foreign(api).catch((error) => `threw ${String(error)}`);
  const tests = [
    ["bytes of another realm are bytes", wrong],
    ["views of another realm are numbers, or none", await foreignNumbers(api)],
  ];
  for (const one of [api.Normalizer, api.Validator, api.Converter, api.Enricher]) {
    for (const given of [undefined, null, 7, {}, Uint16Array.of(1)]) {
      const found = await all(api, one, given);
      tests.push([`${one.name}: ${String(given)} has no pieces`, found === "WRONG_TYPE" ? null : found]);
    }
    for (const text of [DOCUMENT, new TextEncoder().encode(DOCUMENT), await foreignBytes(DOCUMENT)]) {
      const whole = await all(api, one, text);
      tests.push([`${one.name}: a text is its only piece`, whole === 1 ? null : whole]);
    }
    tests.push([`${one.name}: a method that was taken off is refused`, await takenOff(api, one)]);
    tests.push([`${one.name}: a text that is left leaves nothing`, await left(api, one).catch((error) => `threw ${String(error)}`)]);
    tests.push([`${one.name}: a text ends where another one begins`, await taken(api, one).catch((error) => `threw ${String(error)}`)]);
    tests.push([`${one.name}: strings may be cut anywhere`, await cut(api, one).catch((error) => `threw ${String(error)}`)]);
  }
  return tests;
}

/** What is wrong with the methods of a stream that are called on nothing, or on something else. */
async function takenOff(api, one) {
  const run = one === api.Converter ? new one("unified") : new one();
  const methods = ["push", "finish", "results", "summary"].filter((name) => name in run);
  const told = [];
  for (const name of methods) {
    for (const taken of [undefined, {}, Object.create(one.prototype), new Proxy(run, {})]) {
      try {
        const found = run[name].call(taken, DOCUMENT);
        if (name === "results") await found.next();
        told.push(`${name} gave something`);
      } catch ({ code, message, help }) {
        const isTold = code === "WRONG_TYPE" && message.includes(one.name) && message.includes(", found ") && help;
        if (!isTold) told.push(`${name}: ${code} ${message}`);
      }
    }
  }
  return told.join("; ") || null;
}

/** What is wrong with the answers to a text while the results of another one are asked for. */
async function taken(api, one) {
  const run = one === api.Converter ? new one("unified") : new one();
  const lines = [`${DOCUMENT}\n`, `${DOCUMENT}\n`, DOCUMENT];
  const first = run.results(lines);
  await first.next();
  const gathered = async (results) => {
    const found = [];
    for await (const one of results) found.push(one);
    return found.length;
  };
  const count = await gathered(run.results(lines));
  if (count !== 3) return `${count} results of the second text`;
  try {
    return `the first text went on: ${await gathered(first)}`;
  } catch ({ code, help }) {
    if (code !== "STREAM_TAKEN" || !help) return `${code} ${help}`;
  }
  const again = await all(api, one, DOCUMENT);
  return again === 1 ? null : again;
}

/** What is wrong with the answers to a text after another one was left before its end. */
async function left(api, one) {
  const run = one === api.Converter ? new one("unified") : new one();
  const cause = new Error("broken");
  function* broken() {
    yield `${DOCUMENT}\n${DOCUMENT.slice(0, 20)}\u{1f600}`.slice(0, -1);
    throw cause;
  }
  const pulled = async () => {
    const all = run.results(broken());
    while (!(await all.next()).done);
  };
  const thrown = await pulled().catch((error) => error);
  if (thrown !== cause) return `threw ${String(thrown)}`;
  const first = run.results(`${DOCUMENT}\n${DOCUMENT}\n${DOCUMENT.slice(0, 20)}`);
  await first.next();
  await first.return();
  const again = [];
  for await (const result of run.results(`${DOCUMENT}\n${DOCUMENT}`)) again.push(result);
  const isRight = (one, at) => one.document === at && one.diagnostics.every((found) => found.level === "note");
  const right = again.length === 2 && again.every(isRight);
  return right ? null : JSON.stringify(again);
}

/** What is wrong with the answers to strings that are cut between all code units. */
async function cut(api, one) {
  const text = DOCUMENT.replace('"b"', '"\u{1f600}\u{10ffff}"');
  const made = () => (one === api.Converter ? new one("unified") : new one());
  const told = async (given) => {
    const found = [];
    for await (const result of made().results(given)) found.push(result);
    return JSON.stringify(found);
  };
  const [whole, units] = [await told(text), await told([...Array(text.length).keys()].map((at) => text[at]))];
  if (units !== whole) return `${units} instead of ${whole}`;
  const half = text.indexOf("\ud83d") + 1;
  const refusals = {
    "a half at the end": (run) => run.finish(),
    "another half": (run) => run.push("\ud83d\ude00"),
    "a half and a letter": (run) => run.push("a"),
    "a half and bytes": (run) => run.push(new TextEncoder().encode(text)),
  };
  for (const [name, next] of Object.entries(refusals)) {
    const run = made();
    run.push(text.slice(0, half));
    const found = judged(api, () => next(run), "ILL_FORMED", ["lone surrogate at UTF-16 offset 0"]);
    if (found !== null) return `${name}: ${found}`;
    // A piece that was refused counts as not given; at the end the half is dropped, and the next text begins.
    const rest = name === "a half at the end" ? run.finish() : [...run.push(text.slice(half)), ...run.finish()];
    const again = [...run.push(text), ...run.finish()];
    if (rest.length !== 1 || JSON.stringify(again) !== whole) return `${name}: ${JSON.stringify([rest, again])}`;
  }
  const low = judged(api, () => made().push(text.slice(half)), "ILL_FORMED", ["lone surrogate"]);
  return low === null ? null : `the other half alone: ${low}`;
}

/** How many results there are, or the code of our refusal. */
async function all(api, one, given) {
  const run = one === api.Converter ? new one("unified") : new one();
  const found = [];
  try {
    for await (const result of run.results(given)) found.push(result);
  } catch (error) {
    return error.code ?? String(error);
  }
  return found.length;
}
