/**
 * Texts that arrive in pieces: JSON Lines of any length in constant memory.
 *
 * @module
 */

import { type StreamHandle, type ValidatorHandle, backend } from "./backend.js";
import type { ConvertOptions, NormalizeOptions, ValidateOptions } from "./documents.js";
import type { EnrichOptions } from "./enrich.js";
import { guarded } from "./error.js";
import { borrowed, string, unreadable, wrongType } from "./input.js";
import { results } from "./parts.js";
import { tell, tellAdditions } from "./told.js";
import type {
  ConvertedDocument,
  EnrichedDocument,
  NormalizedDocument,
  ValidatedDocument,
  Validation,
} from "./types.generated.js";

/** The pieces of a text, such as a stream of Node or of the web. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

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
export class Normalizer {
  readonly #run: StreamHandle;

  /**
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(options?: NormalizeOptions) {
    this.#run = guarded(() => new (backend().Normalizer)(tell(options, ["dialect", "sources", "root", "origin", "read"])));
  }

  /**
   * Takes the next bytes of the text and gives what became of the documents they complete.
   *
   * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`. A document that is refused is a result.
   */
  push(bytes: string | Uint8Array): NormalizedDocument[] {
    return guarded(() => results(this.#run.push(borrowed(bytes))) as NormalizedDocument[]);
  }

  /**
   * Takes the end of the text and gives what became of the rest of it. What is pushed
   * after that is a new text.
   */
  finish(): NormalizedDocument[] {
    return guarded(() => results(this.#run.finish()) as NormalizedDocument[]);
  }

  /**
   * The results for a whole text, one after the other, as its pieces arrive.
   *
   * @throws {@link LlmTypesError} As `push`; what `pieces` throws comes through as it is.
   */
  async *results(pieces: Pieces): AsyncGenerator<NormalizedDocument, void, undefined> {
    for await (const piece of each(pieces)) yield* this.push(piece);
    yield* this.finish();
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
export class Validator {
  readonly #run: ValidatorHandle;

  /**
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(options?: ValidateOptions) {
    this.#run = guarded(() => new (backend().Validator)(tell(options, ["dialect", "sources", "root", "strict", "read"])));
  }

  /**
   * Takes the next bytes of the text and gives what became of the documents they complete.
   *
   * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`. A document that is refused is a result.
   */
  push(bytes: string | Uint8Array): ValidatedDocument[] {
    return guarded(() => JSON.parse(this.#run.push(borrowed(bytes))) as ValidatedDocument[]);
  }

  /**
   * Takes the end of the text and gives what became of the rest of it. What is pushed
   * after that is a new text.
   */
  finish(): ValidatedDocument[] {
    return guarded(() => JSON.parse(this.#run.finish()) as ValidatedDocument[]);
  }

  /**
   * The results for a whole text, one after the other, as its pieces arrive.
   *
   * @throws {@link LlmTypesError} As `push`; what `pieces` throws comes through as it is.
   */
  async *results(pieces: Pieces): AsyncGenerator<ValidatedDocument, void, undefined> {
    for await (const piece of each(pieces)) yield* this.push(piece);
    yield* this.finish();
  }

  /**
   * The verdict on all documents of the text so far. Its `diagnostics` are empty, because
   * they were handed over one document at a time.
   */
  summary(): Validation {
    return guarded(() => JSON.parse(this.#run.summary()) as Validation);
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
export class Converter {
  readonly #run: StreamHandle;

  /**
   * @param to - The name of a dialect; `"unified"` is the envelope.
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(to: string, options?: ConvertOptions) {
    this.#run = guarded(() => new (backend().Converter)(string(to), tell(options, ["dialect", "sources", "root", "strict", "origin", "read"])));
  }

  /**
   * Takes the next bytes of the text and gives what became of the documents they complete.
   *
   * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`. A document that is refused is a result.
   */
  push(bytes: string | Uint8Array): ConvertedDocument[] {
    return guarded(() => results(this.#run.push(borrowed(bytes))) as ConvertedDocument[]);
  }

  /**
   * Takes the end of the text and gives what became of the rest of it. What is pushed
   * after that is a new text.
   */
  finish(): ConvertedDocument[] {
    return guarded(() => results(this.#run.finish()) as ConvertedDocument[]);
  }

  /**
   * The results for a whole text, one after the other, as its pieces arrive.
   *
   * @throws {@link LlmTypesError} As `push`; what `pieces` throws comes through as it is.
   */
  async *results(pieces: Pieces): AsyncGenerator<ConvertedDocument, void, undefined> {
    for await (const piece of each(pieces)) yield* this.push(piece);
    yield* this.finish();
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
export class Enricher {
  readonly #run: StreamHandle;

  /**
   * @throws {@link LlmTypesError} `UNKNOWN_DIALECT`, `WRONG_TYPE`, `UNKNOWN_OPTION`.
   */
  constructor(options?: EnrichOptions) {
    this.#run = guarded(() => new (backend().Enricher)(tellAdditions(options)));
  }

  /**
   * Takes the next bytes of the text and gives what became of the documents they complete.
   *
   * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`. A document that is refused is a result.
   */
  push(bytes: string | Uint8Array): EnrichedDocument[] {
    return guarded(() => results(this.#run.push(borrowed(bytes))) as EnrichedDocument[]);
  }

  /**
   * Takes the end of the text and gives what became of the rest of it. What is pushed
   * after that is a new text.
   */
  finish(): EnrichedDocument[] {
    return guarded(() => results(this.#run.finish()) as EnrichedDocument[]);
  }

  /**
   * The results for a whole text, one after the other, as its pieces arrive.
   *
   * @throws {@link LlmTypesError} As `push`; what `pieces` throws comes through as it is.
   */
  async *results(pieces: Pieces): AsyncGenerator<EnrichedDocument, void, undefined> {
    for await (const piece of each(pieces)) yield* this.push(piece);
    yield* this.finish();
  }
}

/** What has pieces. Those of a view would be numbers, and of anything else there are none. */
function each(pieces: unknown): Pieces {
  if (typeof pieces === "string") return [pieces];
  const expected = "pieces of a text";
  const has = (key: symbol): boolean => typeof pieces === "object" && pieces !== null && key in pieces;
  try {
    const iterable = has(Symbol.asyncIterator) || has(Symbol.iterator);
    if (!iterable || ArrayBuffer.isView(pieces)) throw wrongType(expected, pieces);
  } catch (failure) {
    throw unreadable(expected, "what", failure);
  }
  return pieces as Pieces;
}
