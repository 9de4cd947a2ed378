/**
 * A program of a user under the strictest options: it need not run, it must compile, and
 * each type must be exactly the one that the documentation promises.
 *
 * `llm-types` is the package itself, by the entries that its users get.
 *
 * @module
 */

import * as native from "llm-types";
import * as wasm from "llm-types/wasm";
import {
  type ByteRange,
  type Change,
  type CombinedResponse,
  type Diagnostic,
  type DialectName,
  type DocumentFix,
  type Draft,
  type EditFormat,
  type EditInput,
  type EditRequest,
  type EditOutcome,
  type EditPlan,
  type Envelope,
  type FilesResponse,
  type FindingPair,
  type FixOptions,
  LineIndex,
  LlmTypesError,
  type Normalized,
  Normalizer,
  type OperationResult,
  type PaginationInfo,
  type PlanResult,
  type Position,
  type PositionEncoding,
  type QueryResult,
  type ReferencedSpan,
  type RenameResult,
  type Response,
  type RichSpan,
  type SchemaInfo,
  type SearchResponse,
  type Selector,
  Span,
  type SpanIdScheme,
  type StatusResponse,
  type TextMatch,
  type Validation,
  type ValidationResponse,
  applyEdits,
  applyFixes,
  buildOperationResult,
  buildResponse,
  candidatePaths,
  carrySpans,
  checksum,
  classifySpanId,
  convert,
  detective,
  detect,
  enrich,
  executionId,
  explain,
  is,
  matchFindings,
  normalize,
  pagination,
  planEdits,
  referencedPaths,
  referencedSpans,
  runtime,
  schema,
  schemas,
  spanId,
  spanIds,
  validate,
} from "llm-types";

/** Whether two types are the same, and not only assignable to each other. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles for `true` only. */
function holds<T extends true>(...names: T[]): void {
  void names;
}

// Every entry has the same names.
holds<Same<keyof typeof native, keyof typeof wasm>>();
holds<Same<typeof native.normalize, typeof wasm.normalize>>();

const index = new LineIndex("a😀", { terminators: "lsp", bom: "strip", illFormed: "error" });
new LineIndex(new Uint8Array(), { terminators: ["\r\n", "\n"] });
const position = index.position(1, "utf-16");
holds<Same<typeof position, Position>>();
holds<Same<Parameters<LineIndex["position"]>[1], PositionEncoding>>();
holds<Same<PositionEncoding, "utf-8" | "utf-16" | "utf-32">>();
holds<Same<ReturnType<LineIndex["lineRange"]>, ByteRange>>();
const { lines, columns } = index.positions(Uint32Array.of(0, 1), "utf-16");
holds<Same<typeof lines, Uint32Array | Float64Array>>();
index.offsets({ lines, columns }, "utf-16");
index.offsets([{ line: 0, column: 0 }], "utf-16");
// @ts-expect-error There is no default encoding.
index.position(1);
// @ts-expect-error The encoding is spelt as LSP spells it.
index.position(1, "utf16");
// @ts-expect-error An option that does not exist.
new LineIndex("", { illformed: "error" });
// @ts-expect-error A position never changes.
position.line = 1;

holds<Same<ReturnType<typeof spanId>, string>>();
holds<Same<ReturnType<typeof spanIds>, string[]>>();
holds<Same<ReturnType<typeof classifySpanId>, SpanIdScheme | null>>();
holds<Same<ReturnType<typeof executionId>, string>>();
checksum("abc", { algorithm: "blake3" });
// @ts-expect-error An algorithm that does not exist.
checksum("abc", { algorithm: "md5" });

const normalized = normalize("{}", { sources: { "a.rs": "fn main() {}" }, origin: true });
holds<Same<typeof normalized, Normalized>>();
holds<Same<typeof normalized.envelope, Response | OperationResult>>();
holds<Same<Envelope, Response | OperationResult>>();
holds<Same<typeof normalized.generation, string | undefined>>();
const validation: Validation = validate("{}", { sources: new Map([["a.rs", "x"]]), strict: true });
holds<Same<typeof validation.diagnostics, Diagnostic[]>>();
const span: RichSpan | undefined = validation.diagnostics[0]?.span;
holds<Same<NonNullable<typeof span>["byte_start"], number>>();
// An option that is not known is often `undefined`, which says nothing.
const unsaid = { dialect: undefined, sources: undefined, root: undefined, read: undefined };
normalize("{}", { ...unsaid, origin: undefined });
validate("{}", { ...unsaid, strict: undefined, read: { maxBytes: undefined, duplicateKeys: undefined } });
applyFixes("{}", { ...unsaid, strict: undefined, applicability: undefined, codes: undefined });
convert("{}", "unified", { ...unsaid, strict: undefined, origin: undefined });
detective("{}", {}, { dialect: undefined, root: undefined, read: undefined });
enrich("{}", { ...unsaid, context: undefined, contextLines: undefined, errorCodes: undefined });
matchFindings("{}", "{}", { dialect: undefined, oldSources: undefined, newSources: undefined });
referencedSpans("{}", unsaid);
buildResponse({ data: {} }, { now: undefined, random: undefined, sources: undefined });
checksum("", { algorithm: undefined });
new LineIndex("", { terminators: undefined, bom: undefined, illFormed: undefined });
const asked: EditRequest = { edits: [{ byte_start: 0, byte_end: 1, expected_text: "a", new_text: "b" }] };
applyEdits("a", asked);
const several: EditInput = { files: [{ ...asked, file_path: "a.ts" }] };
planEdits({ "a.ts": "a" }, several);
// @ts-expect-error a member of a request is misspelt
const misspelt: EditRequest = { edits: [{ byte_start: 0, byte_end: 1, newtext: "b" }] };
void misspelt;
applyEdits("", [], { file: undefined, base: undefined, unchecked: undefined, relocate: undefined });
planEdits({}, [], { bases: undefined, expectedChecksums: undefined, root: undefined });
carrySpans("{}", {}, { root: undefined });
new Normalizer({ ...unsaid, origin: undefined });
// @ts-expect-error There is no such option, whatever it says.
normalize("{}", { sauces: undefined });
// The members of a span as a document has them.
Span.fromMembers({ file_path: "a", byte_start: 0, byte_end: 1, span_id: null, start_line: undefined });
// @ts-expect-error A path must be there.
Span.fromMembers({ file_path: null, byte_start: 0, byte_end: 1 });
new Normalizer().results("{}");
new Normalizer().results(new Uint8Array());
new Normalizer().results(["{}", new Uint8Array()]);
// @ts-expect-error Numbers are no pieces of a text.
new Normalizer().results([1]);
// @ts-expect-error `normalize` has no option `strict`.
normalize("{}", { strict: true });
convert("{}", "unified", { strict: true }).losses.map((loss) => loss.pointer);
const unit: "utf-8" | "utf-16" | "utf-32" | "display" | "tabbed" | "doubly_converted" | undefined =
  detective("{}", {}).hypotheses[0]?.convention.column_unit;
void unit;
// @ts-expect-error the sources are what it is about
detective("{}");
detect("{}").candidates.flatMap((candidate) => candidate.evidence.map((sign) => sign.says));
holds<Same<ReturnType<typeof referencedPaths>, string[]>>();
holds<Same<ReturnType<typeof explain>["level"], "error" | "warning" | "note" | "help">>();
holds<Same<ReturnType<typeof runtime>, "native" | "wasm">>();

const built = buildResponse<SearchResponse>({ data: { pattern: "x", matches: [] } });
holds<Same<typeof built, Response<SearchResponse>>>();
holds<Same<typeof built.data.count, number | undefined>>();
// What the builder fills in may be absent, and nothing else.
const place: RichSpan = { file_path: "a.rs", byte_start: 0, byte_end: 1 };
const found = [{ span: place, matched_text: "x" }] as const;
buildResponse<SearchResponse>({ tool: "t", data: { pattern: "x", matches: found } });
buildResponse<ValidationResponse>({ data: { passed: true, errors: [], warnings: [] } });
buildResponse<CombinedResponse>({
  data: {
    query: "n",
    symbols: { matches: [{ span: place, name: "n", kind: "fn" }] },
    references: { query: "n", references: [] },
    calls: { calls: [] },
  },
} satisfies Draft<Response<CombinedResponse>>);
const plan = { type: "plan", total_steps: 1, steps_completed: 1 } as const;
buildOperationResult<QueryResult>({
  message: "",
  result: { type: "query", symbols: [] },
} satisfies Draft<OperationResult<QueryResult>>);
// @ts-expect-error The word of a step is the tool's.
buildOperationResult<PlanResult>({ message: "", result: { ...plan, steps: [{ step: 1 }] } });
buildOperationResult<PlanResult>({ message: "", result: { ...plan, steps: [{ step: 1, status: "ok" }] } });
buildOperationResult({ message: "failed", operation_type: "rename", error: { kind: "x" } });
// @ts-expect-error Nothing says what kind of operation it is.
buildOperationResult({ message: "failed", error: { kind: "x" } });
// @ts-expect-error Neither does a result without a `type`.
buildOperationResult<{ count: number }>({ message: "", result: { count: 1 } });
buildOperationResult<{ count: number }>({ message: "", operation_type: "own", result: { count: 1 } });
buildOperationResult({ message: "", status: "error", result: { type: "own" } });
// @ts-expect-error A word that nobody knows: they are closed to whoever writes.
buildOperationResult({ message: "", status: "okay", result: { type: "own" } });
// In what the author defines, nothing is filled in, whatever it is called.
buildResponse<{ match_id: string; list: number[] }>({ data: { match_id: "m", list: [1] as const } });
// @ts-expect-error It knows no such count.
buildResponse<{ match_id: string; count: number }>({ data: { match_id: "m" } });
// @ts-expect-error Nor the matches in it.
buildResponse<{ mine: TextMatch[] }>({ data: { mine: [{ span: place, matched_text: "x" }] } });
// @ts-expect-error A search has a pattern.
buildResponse<SearchResponse>({ data: { matches: [] } });
buildResponse<SearchResponse>({
  tool: undefined,
  execution_id: undefined,
  data: { pattern: "x", total_count: undefined, count: undefined, matches: [] },
});
// @ts-expect-error A pattern must be there.
buildResponse<SearchResponse>({ data: { pattern: undefined, matches: [] } });
// As JSON has it, `null` says nothing, too: wherever the envelope knows the member.
const nullSpan = { ...place, span_id: null, start_line: null, context: null };
buildResponse<SearchResponse>({
  tool: null,
  execution_id: null,
  diagnostics: null,
  data: {
    pattern: "x",
    total_count: null,
    count: null,
    matches: [{ span: nullSpan, matched_text: "x", match_id: null, score: null }],
  },
});
buildResponse<StatusResponse>({
  data: { files: 1, symbols: 2, references: 3, calls: 4, code_chunks: 5, coverage: null },
});
buildResponse<FilesResponse>({ data: { files: ["a"], symbol_counts: null } });
buildOperationResult<RenameResult>({
  message: "",
  status: null,
  workspace: null,
  result: { type: "rename", old_name: "a", new_name: "b", backup: null },
});
// @ts-expect-error A pattern must be there, and `null` is none.
buildResponse<SearchResponse>({ data: { pattern: null, matches: [] } });
// @ts-expect-error In what the author defines, `null` is a value, which its type does not have.
buildResponse<{ note?: string }>({ data: { note: null } });
buildResponse<{ note?: string | null }>({ data: { note: null } });
// @ts-expect-error The clock is a Date.
buildResponse({ data: {} }, { now: 0 });
// What was built is a draft, too: nothing lacks, and a word that a reader may find is not refused.
const again = buildResponse(built, { sources: {} });
holds<Same<typeof again, Response<SearchResponse>>>();
buildResponse<SearchResponse>(built);
// So is one of which something was taken out, or made to say nothing.
buildResponse<SearchResponse>({ ...built, tool: undefined });
buildResponse<SearchResponse>({ ...built, data: { ...built.data, count: undefined } });
buildResponse<SearchResponse>({ ...built, execution_id: undefined });
buildResponse<SearchResponse>({ ...built, tool: null, execution_id: null });
const [first] = built.data.matches;
const matches = first ? [{ ...first, match_id: undefined, score: undefined }] : [];
buildResponse<SearchResponse>({ ...built, data: { ...built.data, matches } });
buildResponse<{ note?: string }>({ data: { note: undefined } });
// @ts-expect-error The data must be there.
buildResponse<SearchResponse>({ ...built, data: undefined });
declare const renamed: OperationResult<RenameResult>;
const renamedAgain = buildOperationResult(renamed);
holds<Same<typeof renamedAgain, OperationResult<RenameResult>>>();
buildOperationResult<RenameResult>(renamed);
buildOperationResult<RenameResult>({ ...renamed, workspace: undefined });
declare const either: Draft<OperationResult<RenameResult>> | OperationResult<RenameResult>;
buildOperationResult<RenameResult>(either);
buildOperationResult(normalized.envelope as OperationResult);
const own = buildResponse({ data: { weather: "fine" } });
holds<Same<typeof own, Response<{ weather: string }>>>();
// @ts-expect-error Of another kind than it is said to be.
buildOperationResult<QueryResult>(renamed);
const operation = buildOperationResult<unknown>({ message: "", result: { type: "x" } });
holds<Same<typeof operation.result, unknown>>();
if (is.operationData(operation.result) && operation.result.type === "rename") {
  holds<Same<typeof operation.result, RenameResult>>();
}
const { data } = normalized.envelope as Response;
if (is.searchResponse(data)) holds<Same<typeof data, SearchResponse>>();
if (is.response(normalized.envelope)) holds<Same<typeof normalized.envelope.execution_id, string>>();
holds<Same<ReturnType<typeof schema>["$id"], string>>();
holds<Same<ReturnType<typeof schemas>[number]["version"], string>>();

// What can only be one of some words has a type that says which.
holds<Same<SchemaInfo["kind"], "envelope" | "report" | "dialect">>();
holds<Same<FindingPair["state"], "new" | "unchanged" | "moved" | "absent">>();
holds<Same<EditOutcome["format"], EditFormat>>();
holds<Same<EditPlan["format"], EditFormat>>();
holds<Same<EditPlan["status"], EditOutcome["status"]>>();
holds<Same<DocumentFix["applicability"], NonNullable<FixOptions["applicability"]>>>();
holds<Same<Selector["segments"][number]["node"], "root" | "heading" | "section" | "block" | "page">>();
// @ts-expect-error There is no such change.
const changed: Change["what"] = "removed";
void changed;

// A page is what a response says of it, and the words besides.
const { word_start, word_end, ...info } = pagination(9, 0);
holds<Same<typeof word_start | typeof word_end, number>>();
const page: PaginationInfo = info;
void page;

holds<Same<ReturnType<typeof candidatePaths>, string[]>>();
holds<Same<ReturnType<typeof referencedSpans>, ReferencedSpan[]>>();
holds<Same<ReferencedSpan["proved_by"], "file_checksum" | "checksum" | "text" | "context" | "position" | undefined>>();

// A name that is known when the program runs is one as well: what was detected, or typed.
const detected: DialectName | undefined = detect("{}").dialect;
validate("{}", { dialect: detected ?? "magellan" });

// @ts-expect-error Only the package makes one.
new LlmTypesError("message");
try {
  explain("");
} catch (error) {
  if (error instanceof LlmTypesError) {
    holds<Same<typeof error.code, string>>();
    holds<Same<typeof error.pointer, string | undefined>>();
    holds<Same<typeof error.byteStart, number | undefined>>();
  }
}
