/**
 * Texts that arrive in pieces: JSON Lines of any length in constant memory.
 *
 * @module
 */

import { type Parts, type ValidatorHandle, backend } from "./backend.js";
import type { ConvertOptions, NormalizeOptions, ValidateOptions } from "./documents.js";
import type { EnrichOptions } from "./enrich.js";
import { LlmTypesError, guarded } from "./error.js";
import { borrowed, isBytes, remedy, string, unreadable, wrongType } from "./input.js";
import { results } from "./parts.js";
import { crossingAdditions, crossingOptions } from "./document-options.js";
import type {
  ConvertedDocument,
  DialectName,
  EnrichedDocument,
  NormalizedDocument,
  ValidatedDocument,
  Validation,
} from "./types.generated.js";

/** The pieces of a text, such as a stream of Node or of the web; or all of it, as one. */
export type Pieces = string | Uint8Array | Several;

type Several = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Compiled code that takes a text in pieces. */
interface Run<Answer> {
  push(bytes: Uint8Array): Answer;
  finish(): Answer;
}

/** What takes a text that arrives in pieces, and gives a result for each of its documents. */
abstract class DocumentStream<Answer, Result> {
  readonly #run: Run<Answer>;
  readonly #read: (answer: Answer) => unknown[];
  readonly #text = new Pieced();
  readonly #atHand: AtHand = { text: undefined };

  protected constructor(run: Run<Answer>, read: (answer: Answer) => unknown[]) {
    this.#run = run;
    this.#read = read;
  }

  /**
   * Takes the next bytes of the text and gives what became of the documents they complete. A
   * string may end inside of a surrogate pair if the next one goes on with it.
   *
   * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`. A document that is refused is a result.
   */
  push(bytes: string | Uint8Array): Result[] {
    return guarded(() => {
      own(#run in (Object(this) as object), STREAM, this);
      return this.#read(this.#run.push(this.#text.next(bytes))) as Result[];
    });
  }

  /**
   * Takes the end of the text and gives what became of the rest of it. What is pushed
   * after that is a new text.
   *
   * @throws {@link LlmTypesError} `ILL_FORMED` if the last string ended inside of a surrogate
   *   pair. That half is dropped then, and the rest is given by another call.
   */
  finish(): Result[] {
    return guarded(() => {
      own(#run in (Object(this) as object), STREAM, this);
      this.#text.end();
      return this.#read(this.#run.finish()) as Result[];
    });
  }

  /**
   * The results for a whole text, one after the other, as its pieces arrive.
   *
   * Where it is left before its end, or `pieces` throws, the rest of that text is dropped.
   *
   * @throws {@link LlmTypesError} As `push`; `STREAM_TAKEN` where the results of another text were
   *   asked for before those of this one had ended; what `pieces` throws comes through as it is.
   */
  async *results(pieces: Pieces): AsyncGenerator<Result, void, undefined> {
    own(#run in (Object(this) as object), STREAM, this);
    yield* whole(this, pieces, this.#atHand);
  }
}

/** Whose methods they are. */
const STREAM = "a Normalizer, Validator, Converter or Enricher";

/**
 * Makes envelopes of a text that arrives in pieces.
 *
 * What is kept between the calls is the document at hand, so that JSON Lines of any
 * length take constant memory. A text that is one document gives its one result at the
 * end.
 *
 * @example
 * ```ts
 * import { Normalizer } from "llm-types";
 *
 * const normalizer = new Normalizer();
 * const line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n';
 * const results = [...normalizer.push(line + "oops\n" + line), ...normalizer.finish()];
 * console.log(results.map((one) => one.text !== undefined)); // => [ true, false, true ]
 * ```
 */
export class Normalizer extends DocumentStream<Parts[], NormalizedDocument> {
  /**
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(options?: NormalizeOptions) {
    super(guarded(() => new (backend().Normalizer)(crossingOptions(options, ["dialect", "sources", "root", "origin", "read"]))), results);
  }
}

/**
 * Checks a text that arrives in pieces.
 *
 * What is kept between the calls is the document at hand, so that JSON Lines of any
 * length take constant memory. A text that is one document gives its one result at the
 * end.
 *
 * @example
 * ```ts
 * import { Validator } from "llm-types";
 *
 * const validator = new Validator();
 * const line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n';
 * const verdicts = [...validator.push(line + line), ...validator.finish()];
 * console.log(verdicts.length, validator.summary().documents); // => 2 2
 * ```
 */
export class Validator extends DocumentStream<string, ValidatedDocument> {
  readonly #verdicts: ValidatorHandle;

  /**
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(options?: ValidateOptions) {
    const run = guarded(() => new (backend().Validator)(crossingOptions(options, ["dialect", "sources", "root", "strict", "read"])));
    super(run, (answer) => JSON.parse(answer) as unknown[]);
    this.#verdicts = run;
  }

  /**
   * The verdict on all documents of the text so far. Its `diagnostics` are empty, because
   * they were handed over one document at a time.
   */
  summary(): Validation {
    return guarded(() => {
      own(#verdicts in (Object(this) as object), "a Validator", this);
      return JSON.parse(this.#verdicts.summary()) as Validation;
    });
  }
}

/**
 * Writes a text that arrives in pieces in another dialect.
 *
 * What is kept between the calls is the document at hand, so that JSON Lines of any
 * length take constant memory. A text that is one document gives its one result at the
 * end.
 *
 * @example
 * ```ts
 * import { Converter } from "llm-types";
 *
 * const converter = new Converter("unified");
 * const line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n';
 * const results = [...converter.push(line), ...converter.finish()];
 * console.log(results[0]?.dialect); // => llmsearch
 * ```
 */
export class Converter extends DocumentStream<Parts[], ConvertedDocument> {
  /**
   * @param to - The name of a dialect; `"unified"` is the envelope, `"standard"` its older
   *   form.
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(to: DialectName, options?: ConvertOptions) {
    super(guarded(() => new (backend().Converter)(string(to), crossingOptions(options, ["dialect", "sources", "root", "strict", "origin", "read"]))), results);
  }
}

/**
 * Adds to a text that arrives in pieces what the sources can say.
 *
 * What is kept between the calls is the document at hand, so that JSON Lines of any
 * length take constant memory; of fingerprints it counts how often each was seen. A text
 * that is one document gives its one result at the end.
 *
 * @example
 * ```ts
 * import { Enricher } from "llm-types";
 *
 * const enricher = new Enricher({ atomic: true });
 * const line = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}\n';
 * const results = [...enricher.push(line + "oops\n"), ...enricher.finish()];
 * console.log(results.map((one) => one.text !== undefined)); // => [ true, false ]
 * ```
 */
export class Enricher extends DocumentStream<Parts[], EnrichedDocument> {
  /**
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(options?: EnrichOptions) {
    super(guarded(() => new (backend().Enricher)(crossingAdditions(options))), results);
  }
}

/** Refuses a method that was taken off its stream, or is called on something else. */
function own(is: boolean, expected: string, found: unknown): void {
  if (!is) throw wrongType(expected, found);
}

/**
 * The pieces of one text. A stream of strings is cut between code units, so it may cut a
 * surrogate pair. UTF-8 has no half of one, so what waits for the other waits here and not in
 * the core, which takes bytes.
 */
class Pieced {
  #half = "";

  /** The bytes of a piece, after what the one before left open. */
  next(piece: unknown): Uint8Array {
    if (typeof piece !== "string") {
      const bytes = borrowed(piece);
      // None go on with half a pair.
      string(this.#half);
      return bytes;
    }
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
    const bytes = borrowed(text.slice(0, end));
    this.#half = text.slice(end);
    return bytes;
  }

  /** Refuses half a pair to which there is no other half. */
  end(): void {
    const left = this.#half;
    this.#half = "";
    string(left);
  }
}

/** What takes a text in pieces. */
interface Taker<T> {
  push(bytes: string | Uint8Array): T[];
  finish(): T[];
}

/** Whose results are taken, if any are. */
interface AtHand {
  text: symbol | undefined;
}

/** The results for a whole text; of one that is left, nothing is there for the next. */
async function* whole<T>(taker: Taker<T>, pieces: Pieces, atHand: AtHand): AsyncGenerator<T, void, undefined> {
  const all = each(pieces);
  if (atHand.text !== undefined) drop(taker);
  const text = Symbol();
  atHand.text = text;
  try {
    for await (const piece of all) {
      keep(text, atHand);
      yield* taker.push(piece);
    }
    keep(text, atHand);
    atHand.text = undefined;
    yield* taker.finish();
  } finally {
    if (atHand.text === text) {
      atHand.text = undefined;
      drop(taker);
    }
  }
}

/** Refuses to go on with a text that is not the one at hand any more. */
function keep(text: symbol, atHand: AtHand): void {
  if (text === atHand.text) return;
  const code = "STREAM_TAKEN";
  const message = "another text was begun in this stream before this one had ended";
  throw LlmTypesError.of({ code, message, help: remedy(code) });
}

function drop(taker: Taker<unknown>): void {
  try {
    taker.finish();
  } catch {
    // The last string ended inside of a surrogate pair, and that half is gone now.
    taker.finish();
  }
}

/**
 * What has pieces: a text is its only one. Those of another view would be numbers, and of anything
 * else there are none.
 */
function each(pieces: unknown): Several {
  if (typeof pieces === "string" || isBytes(pieces)) return [pieces];
  const expected = "pieces of a text";
  const has = (key: symbol): boolean => typeof pieces === "object" && pieces !== null && key in pieces;
  try {
    const iterable = has(Symbol.asyncIterator) || has(Symbol.iterator);
    if (!iterable || ArrayBuffer.isView(pieces)) throw wrongType(expected, pieces);
  } catch (failure) {
    throw unreadable(expected, "what", failure);
  }
  return pieces as Several;
}
