/**
 * From a vector's `call` and `input` to the public API of the package, and back.
 *
 * @module
 */

/** The input cannot be passed to this host. */
export class Unsayable {
  constructor(reason) {
    this.reason = reason;
  }
}

const SPECIAL = {
  nan: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  "-infinity": Number.NEGATIVE_INFINITY,
  "-0": -0,
  "1.0": 1,
  "1e300": 1e300,
  undefined,
};

const isNotation = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) &&
  Object.keys(value).length === 1;

/** The value that a notation stands for; anything else stands for itself. */
export function value(given) {
  if (!isNotation(given)) return given;
  const [[notation, of]] = Object.entries(given);
  switch (notation) {
    case "bytes":
      return Uint8Array.from(of.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    case "utf16":
      return String.fromCharCode(...of);
    case "repeat":
      return Array.isArray(of[0]) ? of.map(([part, n]) => part.repeat(n)).join("") : of[0].repeat(of[1]);
    case "counting":
      return Uint8Array.from({ length: of }, (_, i) => i % 251);
    case "special":
      return SPECIAL[of];
    default:
      return given;
  }
}

const camel = (name) => name.replace(/_./g, (match) => match[1].toUpperCase());

function index(api, input) {
  const options = Object.entries(input.options ?? {}).map(([name, word]) => [camel(name), word]);
  const given = options.length === 0 ? [] : [Object.fromEntries(options)];
  return new api.LineIndex(value(input.text), ...given);
}

const position = (input) => ({ line: value(input.line), column: value(input.column) });
const span = (input) => ({ start: value(input.start), end: value(input.end) });
const both = (input) => [value(input.offset), input.encoding];

/** Typed arrays of lines and columns as pairs. */
export function pairs({ lines, columns }) {
  return Array.from(lines, (line, i) => [line, columns[i]]);
}

const places = (input) =>
  input.positions.map(([line, column]) => ({ line: value(line), column: value(column) }));

const key = ({ path, start, end }) => [value(path), value(start), value(end)];

const members = (span) => span?.toJSON() ?? null;
const read = (api, given) =>
  api.Span.fromMembers(Object.fromEntries(Object.entries(given).map(([name, it]) => [name, value(it)])));
/** A finding without its words, which are compared in Rust. */
const codesAt = (diagnostics) => diagnostics.map(({ code, pointer }) => `${code} ${pointer ?? "-"}`);

const found = (findings) =>
  findings.map((finding) =>
    Object.fromEntries(
      Object.entries(finding).filter(([name]) => !["level", "message", "help"].includes(name)),
    ),
  );

/** The verbs on spans are methods of one class. */
const SPANS = {
  span: (api, it) => members(new api.Span(it.path, span(it), index(api, it))),
  span_without_text: (api, it) => members(api.Span.withoutText(it.path, span(it))),
  span_from_members: (api, it) => members(read(api, it.span)),
  span_check: (api, it) => found(read(api, it.span).check(index(api, it))),
  span_check_id: (api, it) => found(read(api, it.span).checkId()),
  span_same_place: (api, it) => read(api, it.span).samePlace(read(api, it.other)),
  span_contains: (api, it) => read(api, it.span).contains(read(api, it.other)),
  span_compare: (api, it) => read(api, it.span).compare(read(api, it.other)),
  span_intersect: (api, it) => members(read(api, it.span).intersect(read(api, it.other))),
  span_shift: (api, it) => members(read(api, it.span).shift(it.bytes)),
};

const CALLS = {
  ...SPANS,
  canonical_path: (api, it) => api.canonicalPath(it.path),
  path_findings: (api, it) => api.pathFindings(it.path),
  candidate_paths: (api, it) => api.candidatePaths(it.path, it.root),
  match_paths: (api, it) => api.matchPaths(it.paths, it.loaded),
  read_lines: (api, it) =>
    api.readLines(it.text).map(({ error, ...line }) => ({ ...line, code: error?.code ?? null })),
  write_compact: (api, it) => api.writeCompact(it.text),
  position: (api, it) => index(api, it).position(...both(it)),
  position_clamped: (api, it) => index(api, it).positionClamped(...both(it)),
  position_rounded: (api, it) => index(api, it).positionRounded(...both(it), it.rounding),
  offset: (api, it) => index(api, it).offset(position(it), it.encoding),
  offset_clamped: (api, it) => index(api, it).offsetClamped(position(it), it.encoding),
  offset_rounded: (api, it) => index(api, it).offsetRounded(position(it), it.encoding, it.rounding),
  positions: (api, it) => pairs(index(api, it).positions(it.offsets.map(value), it.encoding)),
  positions_clamped: (api, it) =>
    pairs(index(api, it).positionsClamped(it.offsets.map(value), it.encoding)),
  offsets: (api, it) => [...index(api, it).offsets(places(it), it.encoding)],
  offsets_clamped: (api, it) => [...index(api, it).offsetsClamped(places(it), it.encoding)],
  convert_offset: (api, it) => index(api, it).convertOffset(value(it.offset), it.from, it.to),
  convert_offsets: (api, it) => [...index(api, it).convertOffsets(it.offsets, it.from, it.to)],
  line_count: (api, it) => index(api, it).lineCount,
  line_range: (api, it) => index(api, it).lineRange(value(it.line)),
  line_content_range: (api, it) => index(api, it).lineContentRange(value(it.line)),
  lines_range: (api, it) => index(api, it).linesRange(it.first, it.last, it.whole),
  range_positions: (api, it) => index(api, it).rangePositions(span(it), it.encoding, it.end_rule),
  positions_range: (api, it) => {
    const [start, end] = places(it);
    return index(api, it).positionsRange({ start, end }, it.encoding, it.end_rule);
  },
  expand_range: (api, it) => index(api, it).expandRange(span(it)),
  text_profile: (api, it) => api.textProfile(value(it.text)),
  span_id: (api, it) => api.spanId(...key(it)),
  span_id_in: (api, it) => api.spanIdIn(it.scheme, ...key(it)),
  span_ids: (api, it) => api.spanIds(it.keys),
  span_ids_in: (api, it) => api.spanIdsIn(it.scheme, it.keys),
  classify_span_id: (api, it) => api.classifySpanId(it.id, ...key(it)),
  match_id: (api, it) => api.matchId(it.name, ...key(it)),
  match_id_in: (api, it) => api.matchIdIn(it.scheme, it.name, ...key(it)),
  classify_match_id: (api, it) => api.classifyMatchId(it.id, it.name, ...key(it)),
  execution_id: (api, it) => api.executionId(value(it.random)),
  classify_execution_id: (api, it) => api.classifyExecutionId(value(it.id)),
  checksum: (api, it) => api.checksum(value(it.data)),
  checksum_in: (api, it) => api.checksum(value(it.data), { algorithm: it.algorithm }),
  checksum_range: (api, it) => api.checksumRange(value(it.data), it.start, it.end),
  classify_checksum: (api, it) => api.classifyChecksum(it.checksum).algorithm,
  verify_checksum: (api, it) => api.verifyChecksum(it.checksum, value(it.data)),
  canonicalize: (api, it) => api.canonicalize(value(it.text)),
  write_canonical: (api, it) => api.writeCanonical(it.value),
  locate: (api, it) => api.locate(value(it.text), value(it.pointer)),
  detect: (api, it) => ({ dialect: api.detect(value(it.text)).dialect ?? null }),
  normalize: (api, it) => {
    const { dialect, text, changes, diagnostics } = api.normalize(value(it.text), told(it, "dialect"));
    if (it.found) return { dialect, found: codesAt(diagnostics) };
    if (it.changes === undefined) return { dialect, text };
    const json = (value) => (value === undefined ? "-" : JSON.stringify(value));
    const listed = changes.map(({ what, pointer, at, from, to }) => (
      `${what} ${pointer || "-"} ${at || "-"} ${json(from)} ${json(to)}`
    ));
    return { dialect, changes: listed };
  },
  referenced_spans: (api, it) =>
    api.referencedSpans(value(it.text), told(it, "dialect", "root")).map((span) => {
      const { start_line: line, start_col: column, end_line: last, end_col: end } = span;
      const lines = line === undefined ? "-" : `${line}:${column}-${last}:${end}`;
      const place = `${span.file_path} ${span.byte_start}-${span.byte_end} ${lines}`;
      const proof = `${span.source ?? "-"} ${span.proved_by ?? "-"}`;
      return `${span.document ?? "-"} ${span.pointer} ${span.at} ${place} ${proof}`;
    }),
  validate: (api, it) => {
    const { ok, checked, diagnostics } = api.validate(value(it.text), {
      ...told(it, "dialect", "strict"), ...limits(it),
    });
    const answer = { ok, found: codesAt(diagnostics), spans_proved: checked.source.spans_proved };
    const left = checked.not_checked.map(({ what, why }) => `${what}: ${why}`);
    return it.not_checked === undefined ? answer : { ...answer, not_checked: left };
  },
  detective: (api, it) => {
    const { sources, ...options } = told(it, "dialect");
    const report = api.detective(value(it.text), sources, options);
    const found = investigated(report);
    return it.notes === undefined ? found : { ...found, notes: report.notes ?? [] };
  },
  apply_fixes: (api, it) => {
    const { text, applied, skipped, validation } = api.applyFixes(value(it.text), {
      ...told(it),
      ...(it.applicability === undefined ? {} : { applicability: it.applicability }),
      ...(it.codes === undefined ? {} : { codes: it.codes }),
    });
    const name = ({ code, why }) => (why === undefined ? code : `${code} ${why}`);
    return { text, applied: applied.map(name), skipped: skipped.map(name), ok: validation.ok };
  },
  convert: (api, it) => {
    const { text, losses } = api.convert(value(it.text), it.to, told(it));
    const lossy = losses.filter(({ kind }) => kind === "dropped" || kind === "defaulted");
    const lost = lossy.map(({ kind, pointer }) => `${kind} ${pointer}`);
    return it.losses === undefined ? { text } : { text, lost };
  },
  enrich: (api, it) => {
    const adds = (it.add ?? []).map((word) => [camel(word), true]);
    const lines = it.context_lines === undefined ? {} : { contextLines: it.context_lines };
    const { envelope, not_enriched } = api.enrich(value(it.text), {
      ...Object.fromEntries(adds),
      ...lines,
      ...texts(it, "sources"),
    });
    const keys = (it.span ?? "/data/matches/0/span").split("/").slice(1);
    const span = keys.reduce((inside, key) => inside[key], envelope);
    const shown = (it.show ?? ADDED).filter((name) => name in span);
    const added = shown.map((name) => [name, span[name]]);
    return { span: Object.fromEntries(added), left: not_enriched.map(({ pointer }) => pointer) };
  },
  match_findings: (api, it) => {
    const options = { ...texts(it, "old_sources"), ...texts(it, "new_sources") };
    const found = api.matchFindings(value(it.old), value(it.new), options);
    const document = (place) => (place.document === undefined ? "" : `${place.document}:`);
    const at = (place) => (place === undefined ? "-" : document(place) + place.pointer);
    const pairs = found.pairs.map(
      (pair) => `${pair.state} ${at(pair.old)} ${at(pair.new)} ${pair.by ?? "-"}`,
    );
    const runs = [
      ["old", found.old_refused, found.old_diagnostics],
      ["new", found.new_refused, found.new_diagnostics],
    ];
    const refused = runs.filter(([, count]) => count > 0);
    return [
      ...pairs,
      ...refused.map(([run, count, said]) => `${run} refused ${count}: ${toldIn(said).join(", ")}`),
    ];
  },
  fingerprints: (api, it) => api.fingerprints(value(it.text), it.places),
  line_hashes: (api, it) => api.lineHashes(value(it.text)),
  parse_selector: (api, it) => api.parseSelector(value(it.text)),
  write_selector: (api, it) => api.writeSelector(it.selector),
  count_words: (api, it) => api.countWords(value(it.text)),
  truncate_words: (api, it) => api.truncateWords(value(it.text), value(it.max_words)),
  strip_truncation_marker: (api, it) => api.stripTruncationMarker(it.content),
  preview: (api, it) => api.preview(value(it.text), value(it.max_length)),
  pagination: (api, it) =>
    api.pagination(value(it.word_count), value(it.page), value(it.page_words)),
  text_page: (api, it) => api.textPage(value(it.text), value(it.page), value(it.page_words)),
  exit_code: (api, it) => api.exitCode(value(it.text)),
  explain: (api, it) => api.explain(it.code).code,
  build_response: (api, it) => built(api, api.buildResponse(draft(it), buildOptions(it))),
  build_operation_result: (api, it) =>
    built(api, api.buildOperationResult(draft(it), buildOptions(it))),
  timestamp: (api, it) => api.timestamp(new Date(it.moment)),
  apply_edits: applied,
  plan_edits: planned,
  edited_paths: (api, it) => api.editedPaths(it.request, ...editOptions(it, limits(it))),
  carry_spans: spans,
  carry: (api, it) => map(api, it).carry(value(it.offset), ...given(it.bias)),
  carry_many: (api, it) =>
    [...map(api, it).carryMany(it.offsets.map(value), ...given(it.bias))].map(orNull),
  carry_range: (api, it) => map(api, it).carryRange(value(it.start), value(it.end)),
  carry_ranges: (api, it) => {
    const column = (at) => it.ranges.map((range) => value(range[at]));
    const { starts, ends, changed } = map(api, it).carryRanges(column(0), column(1));
    return [...starts].map((start, at) =>
      Number.isNaN(start) ? null : { start, end: ends[at], changed: changed[at] === 1 },
    );
  },
};

/** A draft: the object that the vector has, or what this host's parser makes of a text. */
const draft = (it) => ("draft" in it ? it.draft : JSON.parse(value(it.draft_text)));
const buildOptions = (it) => ({ ...told(it), now: new Date(it.now), random: value(it.random) });
/** What was built as the guides say that it is written. */
const built = (api, envelope) => ({ text: api.writeCanonical(envelope) });

const given = (argument) => (argument === undefined ? [] : [argument]);
const orNull = (number) => (Number.isNaN(number) ? null : number);
const map = (api, { map }) => new api.PositionMap(map);

/** A text as the vector gave it: bytes if it gave bytes. */
const textAs = (text) =>
  typeof text === "string" ? text : { bytes: hexOf(text) };

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const foundIn = (diagnostics) => diagnostics.map(({ code, pointer }) => `${code} ${pointer ?? "-"}`);

function editOptions(input, extra = {}) {
  const words = Object.entries(input.options ?? {}).map(([name, word]) => [camel(name), word]);
  const all = { ...Object.fromEntries(words), ...extra };
  return Object.keys(all).length === 0 ? [] : [all];
}

function applied(api, input) {
  const text = value(input.text);
  const base = "base" in input ? { base: value(input.base) } : {};
  const { text: after, outcome } = api.applyEdits(
    text,
    input.request,
    ...editOptions(input, { ...base, ...limits(input) }),
  );
  const reduced = {
    text: textAs(after),
    status: outcome.status,
    edits: outcome.edits.map((edit) => edit.status),
    found: foundIn(outcome.diagnostics),
    stretches: outcome.map.stretches,
  };
  const context = outcome.edits
    .flatMap((edit) => edit.conflict?.candidates ?? [])
    .filter((place) => place.context_lines !== undefined)
    .map((place) => [place.byte_start, place.context_lines]);
  if (context.length > 0) reduced.context = context;
  if (outcome.inverse !== undefined) {
    const undone = api.applyEdits(after, outcome.inverse);
    const [back, was] = [textAs(undone.text), textAs(text)];
    reduced.undone = undone.outcome.ok && json(back) === json(was);
  }
  if (outcome.response !== undefined) reduced.response = outcome.response;
  return reduced;
}

const sourcesOf = (input) =>
  Object.fromEntries(Object.entries(input.sources).map(([path, text]) => [path, value(text)]));

function planned(api, input) {
  const options = editOptions(input, limits(input));
  const { texts, plan } = api.planEdits(sourcesOf(input), input.request, ...options);
  return {
    ok: plan.ok,
    status: plan.status,
    files: plan.files.map((file, at) => ({
      path: file.file_path ?? null,
      status: file.status,
      text: texts[at] === undefined ? null : textAs(texts[at]),
      ...("responses" in input && { response: file.response ?? null }),
    })),
    found: [...plan.files.flatMap((file) => foundIn(file.diagnostics)), ...foundIn(plan.diagnostics)],
  };
}

function spans(api, input) {
  const { texts, maps, plan } = api.planEdits(sourcesOf(input), input.request, ...editOptions(input));
  const known = plan.files.map((outcome, at) => [
    outcome.file_path, { map: maps[at], text: texts[at], outcome },
  ]);
  const edited = known.filter(([, { text }]) => text !== undefined);
  const document = "text" in input ? value(input.text) : JSON.stringify(input.document);
  const { dialect, root } = input;
  const asked = { ...(dialect !== undefined && { dialect }), ...(root !== undefined && { root }) };
  const options = { ...asked, ...limits(input) };
  const carried = api.carrySpans(document, Object.fromEntries(edited), options);
  const { text, carried_count, changed, gone, dropped } = carried;
  const answer = { text, carried_count, changed, gone, dropped };
  if (!("text" in input)) return answer;
  const { documents, envelopes = [], diagnostics } = carried;
  return { ...answer, documents, envelopes: envelopes.length, told: toldIn(diagnostics) };
}

/** Codes, and the numbers of the documents in which they were found. */
const toldIn = (diagnostics) => diagnostics.map(({ code, document }) => `${code} ${document ?? "-"}`);

/** What can be added to a span. */
const ADDED = [
  "checksums", "context", "end_col_utf16", "fingerprints", "semantics", "start_col_utf16",
  "tool_hints",
];

/** Source texts under this name, if there are any. */
function texts(input, name) {
  if (input[name] === undefined) return {};
  const entries = Object.entries(input[name]).map(([path, text]) => [path, value(text)]);
  return { [camel(name)]: Object.fromEntries(entries) };
}

/** Limits and leniences of reading, if any are given. */
function limits({ read }) {
  if (read === undefined) return {};
  const each = Object.entries(read).map(([name, limit]) => [camel(name), value(limit)]);
  return { read: Object.fromEntries(each) };
}

/** What vectors ask of a report of the detective. */
function investigated({ verdict, hypotheses, text }) {
  const [best] = hypotheses;
  const declared = hypotheses.find((one) => one.declared);
  const differs = {};
  for (const axis of best?.differs ?? []) {
    const own = declared?.convention[axis];
    const [start, end] = [best.convention[axis], best.end_convention?.[axis]];
    if (start !== own) differs[axis] = start;
    if (end !== undefined && end !== own) differs[`end_${axis}`] = end;
  }
  return {
    verdict,
    fits: best?.fits ?? null,
    of: best?.of ?? null,
    declared_fits: declared?.fits ?? null,
    differs,
    text: text ?? null,
  };
}

/** The options of a verb on documents. */
function told(input, ...names) {
  const sources = Object.entries(input.sources ?? {}).map(([path, text]) => [path, value(text)]);
  const given = names.filter((name) => name in input).map((name) => [name, input[name]]);
  return { ...Object.fromEntries(given), sources: Object.fromEntries(sources) };
}

const MEMBERS = {
  code: "code",
  message: "message",
  help: "help",
  pointer: "pointer",
  byteStart: "byte_start",
  byteEnd: "byte_end",
  line: "line",
  column: "column",
  columnUtf16: "column_utf16",
  columnUtf32: "column_utf32",
  index: "index",
};

/** A refusal as every host writes it. */
export function report(api, error) {
  if (!(error instanceof api.LlmTypesError)) throw error;
  const members = Object.entries(MEMBERS).map(([name, wire]) => [wire, error[name]]);
  const told = Object.fromEntries(members.filter(([, member]) => member !== undefined));
  // What is logged is what is read.
  if (json(JSON.parse(JSON.stringify(error))) !== json(told)) {
    throw new TypeError(`a refusal is written as ${JSON.stringify(error)}`);
  }
  // An argument has the name that the language gives it, and all else is the same.
  const message = told.message.replace(/ as `\w+`/, (name) => name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`));
  return { ...told, message };
}

/** `{ok}`, `{error}`, or `Unsayable`. Anything thrown but our error class is thrown on. */
export function call(api, name, input) {
  const verb = CALLS[name];
  const there = name === "checksum_in" || (name in SPANS && "Span" in api) || camel(name) in api || camel(name) in api.LineIndex.prototype || camel(name) in api.PositionMap.prototype;
  if (verb === undefined || !there) return new Unsayable(`there is no \`${name}\` yet`);
  try {
    return { ok: plain(verb(api, input)) };
  } catch (error) {
    return { error: report(api, error) };
  }
}

/** Refuses what must not cross the boundary: `bigint`, `Map`, `undefined` in a result. */
function plain(result) {
  if (result === null || ["string", "boolean"].includes(typeof result)) return result;
  if (typeof result === "number" && Number.isFinite(result)) return result;
  if (Array.isArray(result)) return result.map(plain);
  if (typeof result === "object" && Object.getPrototypeOf(result) === Object.prototype) {
    return Object.fromEntries(Object.entries(result).map(([name, member]) => [name, plain(member)]));
  }
  throw new TypeError(`a result holds ${Object.prototype.toString.call(result)}`);
}

/** JSON text with sorted keys: the bytes of a results file. */
export function json(given) {
  const sorted = (_, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member;
  return JSON.stringify(given, sorted);
}
