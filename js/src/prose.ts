/**
 * Prose for models: which part of a document is meant, how a long text is cut, and what
 * a program exits with.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { wholeJsonOf } from "./given-json.js";
import { lone, members, number, optionalNumber, string, utf8 } from "./input.js";
import type { Page, Selector, TextPage, TruncatedText } from "./types.generated.js";

/**
 * Reads a selector of a part of a Markdown document, in mdsel's grammar. Parameters are
 * read and not judged: any name and any value is taken, and only `full=true` means something.
 *
 * @throws {@link LlmTypesError} With mdsel's code, and the UTF-8 bytes that are wrong:
 *   `EMPTY_SELECTOR`, `INVALID_NAMESPACE`, `INVALID_HEADING_LEVEL`, `INVALID_BLOCK_TYPE`,
 *   `INVALID_INDEX`, `UNCLOSED_BRACKET`, `TRAILING_SLASH`, `MALFORMED_QUERY`,
 *   `INVALID_SYNTAX`.
 *
 * @example
 * ```ts
 * import { parseSelector } from "llm-types";
 *
 * const { namespace, segments } = parseSelector("readme::heading:h2[1]");
 * console.log(namespace, segments[0]?.kind, segments[0]?.index); // => readme h2 1
 * ```
 */
export function parseSelector(text: string): Selector {
  return guarded(() => JSON.parse(backend().parseSelector(string(text))) as Selector);
}

/**
 * Prints a selector: the shortest text that {@link parseSelector} reads as these parts.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; the codes of {@link parseSelector} for parts
 *   that no text has.
 *
 * @example
 * ```ts
 * import { parseSelector, writeSelector } from "llm-types";
 *
 * console.log(writeSelector(parseSelector(" doc :: section[ 07 ]"))); // => doc::section[7]
 * ```
 */
export function writeSelector(selector: Selector): string {
  return guarded(() => {
    const expected = "the parts of a selector";
    return backend().writeSelector(utf8(wholeJsonOf(members(selector, expected), expected)));
  });
}

/**
 * How many words a text has: what stands between white space.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { countWords } from "llm-types";
 *
 * console.log(countWords("  thé 茶\n\ncup ")); // => 3
 * ```
 */
export function countWords(text: string): number {
  return guarded(() => backend().countWords(string(text)));
}

/**
 * Cuts a text after so many words. Of a text that is longer the words are kept with one
 * blank between them, then a blank and `[truncated]`.
 *
 * @param maxWords - 500 if left out.
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`; for a number that is no count.
 *
 * @example
 * ```ts
 * import { truncateWords } from "llm-types";
 *
 * const { content, word_count } = truncateWords("a\nb  c d", 3);
 * console.log(content, word_count); // => a b c [truncated] 4
 * ```
 */
export function truncateWords(text: string, maxWords?: number): TruncatedText {
  return guarded(() => {
    const limit = optionalNumber(maxWords, "maxWords");
    return JSON.parse(backend().truncateWords(string(text), limit)) as TruncatedText;
  });
}

/**
 * The text before the mark of a cut, or `null` if it does not end with one.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { stripTruncationMarker } from "llm-types";
 *
 * console.log(stripTruncationMarker("a b [truncated]")); // => a b
 * ```
 */
export function stripTruncationMarker(content: string): string | null {
  return guarded(() => backend().stripTruncationMarker(string(content)) ?? null);
}

/**
 * The beginning of a text on one line, with three dots if something follows.
 *
 * @param maxLength - UTF-16 code units; 80 if left out. A surrogate pair is never cut.
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`; for a number that is no count.
 *
 * @example
 * ```ts
 * import { preview } from "llm-types";
 *
 * console.log(preview("Tea House", 5)); // => Tea H...
 * ```
 */
export function preview(text: string, maxLength?: number): string {
  return guarded(() => backend().preview(string(text), optionalNumber(maxLength, "maxLength")));
}

/**
 * Which words stand on a page, with the numbers that a selection prints of it. Pages are
 * counted from 0. Without the two members that only the caller needs, it is the
 * {@link PaginationInfo} of a response.
 *
 * @param pageWords - Words of a page; 500 if left out.
 * @throws {@link LlmTypesError} `PAGE_OUT_OF_RANGE`; `PAGE_EMPTY`; for numbers that are no
 *   counts.
 *
 * @example
 * ```ts
 * import { pagination } from "llm-types";
 *
 * const { word_start, word_end, ...info } = pagination(2340, 4);
 * console.log(info.total_pages, word_start, word_end); // => 5 2000 2340
 * ```
 */
export function pagination(wordCount: number, page: number, pageWords?: number): Page {
  return guarded(() => {
    const [words, at] = [number(wordCount, "wordCount"), number(page, "page")];
    return JSON.parse(backend().pagination(words, at, optionalNumber(pageWords, "pageWords"))) as Page;
  });
}

/**
 * One page of a text, with what a response says of it. A text that has only one page stays as it
 * is; of a longer one a page has its words with one blank between them.
 *
 * @param page - Counted from 0.
 * @param pageWords - Words of a page; 500 if left out.
 * @throws {@link LlmTypesError} As {@link pagination}; `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { textPage } from "llm-types";
 *
 * const { content, pagination } = textPage("a\nb  c\td e", 1, 2);
 * console.log(content, pagination.total_pages, pagination.has_more); // => c d 3 true
 * ```
 */
export function textPage(text: string, page: number, pageWords?: number): TextPage {
  return guarded(() => {
    const [given, at] = [string(text), number(page, "page")];
    return JSON.parse(backend().textPage(given, at, optionalNumber(pageWords, "pageWords"))) as TextPage;
  });
}

/**
 * The exit code that goes with a document of any known dialect: 0 for success, 1 for
 * failure, 2 for a call that is wrong in itself, 4 for partial success. A status that is no
 * word of the envelope (`completed`) counts as failure: nobody knows that it went well. The call
 * was wrong where all errors are about a selector that cannot be read, by its code, or about files
 * that were not named; a tool that knows other wrong calls exits with 2 by itself.
 *
 * @throws {@link LlmTypesError} As `normalize`.
 *
 * @example
 * ```ts
 * import { exitCode } from "llm-types";
 *
 * const text = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}';
 * console.log(exitCode(text)); // => 0
 * ```
 */
export function exitCode(text: string | Uint8Array): number {
  return guarded(() => backend().exitCode(lone(text)));
}
