/**
 * The questions, each answered by a verb of the package. No knowledge of documents is
 * here: what is wrong and what would be right is what the package says.
 *
 * @module
 */

import {
  type Diagnostic,
  LlmTypesError,
  type PositionEncoding,
  type Sources,
  applyFixes,
  checksum,
  convert,
  detect,
  detective,
  dialects,
  explain,
  locate,
  matchPaths,
  normalize,
  planEdits,
  referencedPaths,
  textProfile,
  validate,
  version,
  writePretty,
} from "llm-types/wasm";

import { inside } from "./inside.js";
import { Places } from "./places.js";
import {
  type Asked,
  type Checked,
  type Converted,
  type Enveloped,
  type Given,
  type Inspected,
  type Kind,
  MOST_PROBLEMS,
  type Planned,
  type Problem,
  type Questions,
  type Range,
} from "./questions.js";
import { SourcePlaces, dialectOf, sourcesOf } from "./sources.js";
import { linked } from "./spans.js";
import { around, placesOf } from "./values.js";

type Answers = { [K in Kind]: (ask: Questions[K]["ask"]) => Questions[K]["answer"] };

const ANSWERS: Answers = {
  about: () => ({ dialects: dialects(), version: version() }),
  explain: (code) => explain(code),
  check,
  spans: linked,
  around,
  places: placesOf,
  fix: (given) => {
    const codes = given.codes === undefined ? {} : { codes: given.codes };
    const { text, applied, skipped, rounds } = applyFixes(given.text, { ...options(given), ...codes });
    return { text, applied, skipped, rounds };
  },
  envelope,
  convert: converted,
  detective: (given) => ({ ...detective(given.text, sourcesOf(given.sources), dialectOf(given)) }),
  locate: ({ text, pointer }) => {
    const places = new Places(text);
    const { byte_start, byte_end } = locate(text, pointer);
    const found = places.range(byte_start, byte_end);
    places.free();
    return found ?? { from: 0, to: 0 };
  },
  inspect,
  find,
  edits,
};

/** Answers one question. */
export function answer({ kind, ask }: Asked): unknown {
  return (ANSWERS[kind] as (ask: unknown) => unknown)(ask);
}

/** The options of a document. */
function options(given: Given): { dialect?: string; strict: boolean; sources?: Sources } {
  // Without sources nothing is proved; an empty list would be a promise that there are none.
  const sources = given.sources.length === 0 ? {} : { sources: sourcesOf(given.sources) };
  return { ...dialectOf(given), ...sources, strict: given.strict };
}

function check(given: Given): Checked {
  const start = performance.now();
  const counts = { error: 0, warning: 0, note: 0, help: 0 };
  const profiles = given.sources.map(([, text]) => attempt(() => textProfile(text)) ?? null);
  const profile = attempt(() => textProfile(given.text)) ?? null;
  const detection = attempt(() => detect(given.text));
  const paths = attempt(() => referencedPaths(given.text, dialectOf(given))) ?? [];
  const loaded = given.sources.map(([path]) => path);
  const { missing, unused } = attempt(() => unmatched(paths, loaded)) ?? { missing: paths, unused: loaded };
  try {
    const { diagnostics, ...validation } = validate(given.text, options(given));
    for (const { level } of diagnostics) counts[level] += 1;
    // Where nothing was refused there is nothing but documents.
    const value = validation.checked.structure ? undefined : attempt(() => inside(given.text));
    return {
      ...(detection !== undefined && { detection }),
      validation,
      problems: problems(given, diagnostics.slice(0, MOST_PROBLEMS)),
      counts,
      ...(value !== undefined && { inside: value }),
      missing,
      unused,
      profile,
      profiles,
      milliseconds: performance.now() - start,
    };
  } catch (failure) {
    if (!(failure instanceof LlmTypesError) || failure.code === "INTERNAL") throw failure;
    // An invalid argument, such as half of a surrogate pair: there is no document.
    const { code, message, help, pointer, line, columnUtf16 } = failure;
    const refusal = {
      code,
      message,
      help,
      ...(pointer !== undefined && { pointer }),
      ...(line !== undefined && { line }),
      ...(columnUtf16 !== undefined && { column: columnUtf16 }),
    };
    counts.error = 1;
    const milliseconds = performance.now() - start;
    return { refusal, problems: [], counts, missing, unused, profile, profiles, milliseconds };
  }
}

/** What a verb gives; nothing if it refuses, because `validate` will say why. */
function attempt<T>(verb: () => T): T | undefined {
  try {
    return verb();
  } catch (failure) {
    if (failure instanceof LlmTypesError && failure.code !== "INTERNAL") return undefined;
    throw failure;
  }
}

/** The paths that mean none of the loaded ones, and the loaded ones that none means. */
function unmatched(paths: readonly string[], loaded: readonly string[]): { missing: string[]; unused: string[] } {
  const found = matchPaths(paths, loaded);
  const used = new Set(found.flatMap((one) => one.paths));
  return {
    missing: paths.filter((_, at) => found[at]?.kind === "missing"),
    unused: loaded.filter((path) => !used.has(path)),
  };
}

function problems(given: Given, diagnostics: readonly Diagnostic[]): Problem[] {
  if (diagnostics.length === 0) return [];
  const places = new Places(given.text);
  const sources = new SourcePlaces(given.sources);
  sources.match(diagnostics.flatMap(({ span }) => (span === undefined ? [] : [span.file_path])));
  const found = diagnostics.map((found): Problem => {
    const at = places.range(found.byte_start, found.byte_end);
    const { span } = found;
    const inSource = span && sources.range(span.file_path, span.byte_start, span.byte_end);
    const fixes = (found.fixes ?? []).map(({ title, applicability, edits }) => ({
      title,
      applicability,
      changes: edits.flatMap(({ byte_start, byte_end, new_text }) => {
        const range = places.range(byte_start, byte_end);
        return range === undefined ? [] : [{ ...range, insert: new_text }];
      }),
    }));
    return { found, fixes, ...(at && { at }), ...(inSource && { inSource }) };
  });
  places.free();
  sources.free();
  return found;
}

/** Lists are cut where nobody reads on; how long they are is told. */
const MOST_ROWS = 2000;

function envelope(given: Given & { origin: boolean }): Enveloped {
  const sources = given.sources.length === 0 ? {} : { sources: sourcesOf(given.sources) };
  const made = normalize(given.text, { ...dialectOf(given), ...sources, origin: given.origin });
  const { changes } = made;
  return {
    documents: made.documents,
    text: made.text,
    pretty: pretty(made.text, made.documents),
    changes: changes.slice(0, MOST_ROWS),
    changed: changes.length,
  };
}

function converted(given: Given & { to: string; origin: boolean }): Converted {
  const { origin } = given;
  const { losses, ...rest } = convert(given.text, given.to, { ...options(given), origin });
  return {
    ...rest,
    pretty: pretty(rest.text, rest.documents),
    losses: losses.slice(0, MOST_ROWS),
    lost: losses.length,
  };
}

/** Canonical JSON, or lines of it, for people: an editor is slow with lines that have no end. */
function pretty(text: string, documents: number): string {
  const lines = documents > 1 ? text.split("\n").filter((line) => line !== "") : [text];
  return lines.map((line) => writePretty(line)).join("\n");
}

const ENCODINGS: readonly PositionEncoding[] = ["utf-8", "utf-16", "utf-32"];

function inspect({ text, at }: { text: string | Uint8Array; at: Range }): Inspected {
  const places = new Places(text);
  const { index } = places;
  const byte = index.convertOffset(at.from, "utf-16", "utf-8");
  const byteEnd = index.convertOffset(at.to, "utf-16", "utf-8");
  const rows = ENCODINGS.map((encoding) => ({
    encoding,
    offset: index.convertOffset(byte, "utf-8", encoding),
    ...index.position(byte, encoding),
    end: {
      offset: index.convertOffset(byteEnd, "utf-8", encoding),
      ...index.position(byteEnd, encoding),
    },
  }));
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const found = { byte, byteEnd, rows, checksum: checksum(bytes.subarray(byte, byteEnd)) };
  places.free();
  return found;
}

function find({ text, encoding, where }: Questions["find"]["ask"]): Questions["find"]["answer"] {
  const places = new Places(text);
  const { index } = places;
  try {
    const byte =
      "offset" in where
        ? index.convertOffset(where.offset, encoding, "utf-8")
        : index.offset(where, encoding);
    const unit = index.convertOffset(byte, "utf-8", "utf-16");
    return { from: unit, to: unit };
  } catch (failure) {
    if (!(failure instanceof LlmTypesError) || "offset" in where) throw failure;
    const { line } = where;
    if (failure.code === "LINE_OUT_OF_RANGE") return { beyond: "line", last: index.lineCount - 1 };
    if (failure.code !== "COL_OUT_OF_RANGE") throw failure;
    return { beyond: "column", last: index.position(index.lineContentRange(line).end, encoding).column };
  } finally {
    places.free();
  }
}

function edits({ request, sources, ...told }: Questions["edits"]["ask"]): Planned {
  const { plan, texts } = planEdits(sourcesOf(sources), request, told);
  const before = new Map(sources);
  const files = plan.files.map(({ file_path: path = "" }, at) => ({
    path,
    before: shown(before.get(path) ?? ""),
    after: shown(texts[at] ?? ""),
  }));
  // The stretches are made when they are read, which a copy to the page does not.
  return { plan: JSON.parse(JSON.stringify(plan)) as typeof plan, files };
}

function shown(text: string | Uint8Array): string {
  return typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
}
