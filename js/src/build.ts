/**
 * Builders: what the author of a tool writes, and what is filled in.
 *
 * @module
 */

import { backend } from "./backend.js";
import type { Sources } from "./documents.js";
import { guarded } from "./error.js";
import { wholeJsonOf } from "./given-json.js";
import { bytes, members, options as optionsOf, unreadable, utf8, wrongType } from "./input.js";
import { sourceText, sourceTexts } from "./document-options.js";
import type { Drafted, Filled, OperationData, OperationResult, Payload, Response } from "./types.generated.js";

/**
 * What a builder takes for a type: the members that it fills in may be absent, in the parts
 * that the envelope knows, and lists may be of a kind that cannot be changed. Whatever the
 * author defines is taken as it is declared.
 */
export type Draft<T> = T extends readonly unknown[]
  ? { readonly [Key in keyof T]: Draft<T[Key]> }
  : T extends Drafted
    ? Lacking<T, Filled<T>> & Named<T>
    : T extends Payload | OperationData
      ? Known<T>
      : Given<T>;

/** The members of a known type, of which some may be absent. */
type Lacking<T, Names> = {
  readonly [Key in keyof T as Key extends Names ? never : Key]:
    | (Key extends "data" | "result" ? Draft<Closed<T[Key]>> : Part<Closed<T[Key]>>)
    | Unsaid<T, Key>;
} & {
  readonly [Key in keyof T as Key extends Names ? Key : never]?: Closed<T[Key]> | null | undefined;
};

/** What is in a known type, and no place for what the author defines. */
type Part<T> = T extends readonly unknown[]
  ? { readonly [Key in keyof T]: Part<T[Key]> }
  : T extends Drafted
    ? Lacking<T, Filled<T>> & Named<T>
    : Known<T>;

/** A value of a known type in which nothing is filled in, and `null` is left out. */
type Known<T> = T extends object ? { readonly [Key in keyof T]: Known<T[Key]> | Unsaid<T, Key> } : T;

/** What says nothing, as a member of a known type that need not be there may have it. */
type Unsaid<T, Key extends keyof T> = IfOptional<T, Key, null | undefined>;

/** What a member may have besides, if it need not be there. */
type IfOptional<T, Key extends keyof T, Besides> =
  Partial<Pick<T, Key>> extends Pick<T, Key> ? Besides : never;

/**
 * Words are open to whoever reads, and closed to whoever writes. In the types in which nothing
 * is filled in, only the builder looks at them.
 */
type Closed<T> = [Word<T>] extends [never] ? T : Word<T> | Exclude<T, string>;

/** Of the strings that a type has, those that are written out. */
type Word<T> = T extends string ? (string extends T ? never : T) : never;

/** The kind of an operation is that of its result, if the draft does not say it. */
type Named<T> = T extends { operation_type: string; result?: infer Result }
  ?
      | { readonly operation_type: string }
      | (unknown extends Result
          ? { readonly result: Result }
          : Result extends { type: string }
            ? { readonly result: Draft<Result> }
            : never)
  : unknown;

/** A value that the author defines: a `null` in it is one, and stays. */
type Given<T> = T extends object
  ? { readonly [Key in keyof T]: Given<T[Key]> | IfOptional<T, Key, undefined> }
  : T;

/**
 * What was built before, with the words that a reader may find: what is made to say nothing is
 * left out, or filled in anew.
 */
type Rebuilt<T> = T extends readonly unknown[]
  ? { readonly [Key in keyof T]: Rebuilt<T[Key]> }
  : T extends Drafted
    ? { readonly [Key in keyof T]: Remade<T, Key> | Unsaid<T, Key> | Anew<T, Key> }
    : T extends Payload | OperationData
      ? Known<T>
      : Given<T>;

/** A member of what was built before. */
type Remade<T, Key extends keyof T> = Key extends "data" | "result" ? Rebuilt<T[Key]> : Repart<T[Key]>;

/** The same of what is no place for what the author defines. */
type Repart<T> = T extends readonly unknown[]
  ? { readonly [Key in keyof T]: Repart<T[Key]> }
  : T extends Drafted
    ? { readonly [Key in keyof T]: Repart<T[Key]> | Unsaid<T, Key> | Anew<T, Key> }
    : Known<T>;

/** The same of a member that a builder fills in. */
type Anew<T, Key> = Key extends Filled<T> ? null | undefined : never;

/** Options of a builder. */
export interface BuildOptions {
  /** The moment. By default now. */
  readonly now?: Date | undefined;
  /** 16 random bytes. By default those of `crypto.getRandomValues`. */
  readonly random?: Uint8Array | undefined;
  /** Source texts: they give each span its lines and columns, and prove it. */
  readonly sources?: Sources | undefined;
}

/**
 * Makes a whole {@link Response} of a draft.
 *
 * Filled in, where the draft has nothing, `null` or an empty string: `schema_version`,
 * `execution_id`, `timestamp`; in `data`, as far as the envelope knows it, `span_id`,
 * `match_id` and the counts; and the lines and columns of each span whose text is among the
 * sources. Four zeros in their place, and `null` in a member that need not be there, are taken
 * for nothing, and left out. The result is checked. Of an instance of a class, what counts is
 * what `JSON.stringify` writes: what its `toJSON` gives, or its own enumerable members.
 *
 * @throws {@link LlmTypesError} `INVALID_ENVELOPE`, with the pointer of the first thing
 *   that is wrong, a misspelt name, the version of the other wrapper and the id of another
 *   span included. `LONE_SURROGATE` for a string that is not well-formed, `TOO_DEEP` for what
 *   is nested deeper than 128, and `WRONG_TYPE` for what is no JSON (`NaN`, a `Map`, an
 *   instance of a class of which JSON keeps nothing), all with the pointer into the draft.
 *   `WRONG_TYPE` for other arguments of the wrong type, `random` that is not 16 bytes, a moment
 *   after the year 9999, and a `Date` that is none; `NEGATIVE_OFFSET` for a moment before 1970,
 *   and `ILL_FORMED` for a source whose path or text is not well-formed.
 *
 * @example
 * ```ts
 * import { type SearchResponse, buildResponse } from "llm-types";
 *
 * const text = "fn main() {} // TODO\n";
 * const span = { file_path: "src/a.rs", byte_start: 16, byte_end: 20 };
 * const response = buildResponse<SearchResponse>(
 *   { tool: "todo-finder", data: { pattern: "TODO", matches: [{ span, matched_text: "TODO" }] } },
 *   { sources: { "src/a.rs": text } },
 * );
 * console.log(response.data.matches[0]?.span.start_col, response.data.count); // => 16 1
 * ```
 */
export function buildResponse<Data = unknown>(
  draft: Draft<Response<Data>> | Response<Data> | Rebuilt<Response<Data>>,
  options?: BuildOptions,
): Response<Data> {
  return guarded(() => {
    const { now, random, paths, texts } = crossingOptions(options);
    const text = backend().buildResponse(json(draft), now, random, paths, texts);
    return JSON.parse(text) as Response<Data>;
  });
}

/**
 * Makes a whole {@link OperationResult} of a draft.
 *
 * As {@link buildResponse}; and `operation_type` is the `type` of the result, and `status`
 * is `error` if there is an `error` and `ok` if there is none, where the draft does not say.
 *
 * @throws {@link LlmTypesError} As {@link buildResponse}.
 *
 * @example
 * ```ts
 * import { type RenameResult, buildOperationResult } from "llm-types";
 *
 * const result = buildOperationResult<RenameResult>({
 *   message: "renamed in 1 file",
 *   result: { type: "rename", old_name: "heat", new_name: "warm" },
 * });
 * console.log(result.operation_type, result.status); // => rename ok
 * ```
 */
export function buildOperationResult<Result = unknown>(
  draft: Draft<OperationResult<Result>> | OperationResult<Result> | Rebuilt<OperationResult<Result>>,
  options?: BuildOptions,
): OperationResult<Result> {
  return guarded(() => {
    const { now, random, paths, texts } = crossingOptions(options);
    const text = backend().buildOperationResult(json(draft), now, random, paths, texts);
    return JSON.parse(text) as OperationResult<Result>;
  });
}

/**
 * A moment as RFC 3339 writes it, in UTC and with milliseconds.
 *
 * @param moment - By default now.
 * @throws {@link LlmTypesError} `WRONG_TYPE` for a moment after the year 9999, and for a `Date`
 *   that is none; `NEGATIVE_OFFSET` for one before 1970.
 *
 * @example
 * ```ts
 * import { timestamp } from "llm-types";
 *
 * console.log(timestamp(new Date(951827696789))); // => 2000-02-29T12:34:56.789Z
 * ```
 */
export function timestamp(moment?: Date): string {
  return guarded(() => backend().timestamp(millis(moment, "moment")));
}

function crossingOptions(value: unknown): {
  now: number;
  random: Uint8Array;
  paths: string[] | undefined;
  texts: Uint8Array[];
} {
  const given = optionsOf(value, ["now", "random", "sources"]);
  const entries = given.sources === undefined ? undefined : sourceTexts(given.sources, "sources");
  return {
    now: millis(given.now, "now"),
    random:
      given.random === undefined
        ? crypto.getRandomValues(new Uint8Array(16))
        : bytes(given.random, "a Uint8Array as `random`"),
    paths: entries?.map(([path]) => path),
    texts: entries?.map(([path, text]) => sourceText(path, text)) ?? [],
  };
}

function millis(moment: unknown, name: string): number {
  if (moment === undefined) return Date.now();
  const expected = `a Date as \`${name}\``;
  if (!isDate(moment, expected)) throw wrongType(expected, moment);
  const found = moment.getTime();
  if (Number.isNaN(found)) throw wrongType(expected, moment, "an invalid Date");
  return found;
}

function isDate(moment: unknown, expected: string): moment is Date {
  try {
    return moment instanceof Date;
  } catch (failure) {
    throw unreadable(expected, "one that", failure);
  }
}

function json(draft: unknown): Uint8Array {
  const expected = "a draft: an object";
  return utf8(wholeJsonOf(members(draft, expected), expected));
}
