/**
 * Checksums of contents: `sha256:` or `blake3:` and 64 lower-case digits.
 *
 * A string is hashed as its UTF-8 bytes; line terminators and a byte order mark are
 * part of it. Digits without the name of an algorithm are never guessed at.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { lone, number, options, string, stringOption } from "./input.js";

/** The algorithms that a checksum can name. */
export type ChecksumAlgorithm = "sha256" | "blake3";

/** How to make a checksum. */
export interface ChecksumOptions {
  /** Default `"sha256"`. */
  readonly algorithm?: ChecksumAlgorithm | undefined;
}

/** What the text of a checksum turned out to be. */
export interface ChecksumClass {
  /** The algorithm that it names; `"unknown"` for bare digits and anything else. */
  readonly algorithm: ChecksumAlgorithm | "unknown";
  /** The 64 digits, lower-case, if it names its algorithm. */
  readonly digest?: string;
  /** How many hexadecimal digits it has, if it is nothing but digits. */
  readonly digits?: number;
}

function algorithm(value: unknown): string | undefined {
  return stringOption(options(value, ["algorithm"]), "algorithm");
}

/**
 * The checksum of a text or of bytes. Time O(n).
 *
 * @throws {@link LlmTypesError} `UNKNOWN_ALGORITHM`; `ILL_FORMED` for a string with a
 *   lone surrogate.
 *
 * @example
 * ```ts
 * import { checksum } from "llm-types";
 *
 * console.log(checksum("abc").slice(0, 15)); // => sha256:ba7816bf
 * console.log(checksum("", { algorithm: "blake3" }).slice(0, 15)); // => blake3:af1349b9
 * ```
 */
export function checksum(data: string | Uint8Array, options?: ChecksumOptions): string {
  return guarded(() => backend().checksum(algorithm(options), lone(data)));
}

/**
 * The checksum of a range of a text or of bytes.
 *
 * @param start - First UTF-8 byte.
 * @param end - One past the last byte.
 * @throws {@link LlmTypesError} `OFFSET_OUT_OF_RANGE`; `REVERSED`; as {@link checksum}.
 *
 * @example
 * ```ts
 * import { checksum, checksumRange } from "llm-types";
 *
 * console.log(checksumRange("fn main() {}", 3, 7) === checksum("main")); // => true
 * ```
 */
export function checksumRange(
  data: string | Uint8Array,
  start: number,
  end: number,
  options?: ChecksumOptions,
): string {
  return guarded(() =>
    backend().checksumRange(algorithm(options), lone(data), number(start, "start"), number(end, "end")),
  );
}

/**
 * Whether a text or bytes have this checksum.
 *
 * @throws {@link LlmTypesError} `CHECKSUM_BARE` for digits without an algorithm, which can
 *   be neither confirmed nor denied; `UNKNOWN_ALGORITHM`; `CHECKSUM_MALFORMED`.
 *
 * @example
 * ```ts
 * import { checksum, verifyChecksum } from "llm-types";
 *
 * console.log(verifyChecksum(checksum("text"), "text")); // => true
 * ```
 */
export function verifyChecksum(checksum: string, data: string | Uint8Array): boolean {
  return guarded(() => backend().verifyChecksum(string(checksum), lone(data)));
}

/**
 * What the text of a checksum is. Never fails for a string, never guesses.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { classifyChecksum } from "llm-types";
 *
 * const { algorithm, digits } = classifyChecksum("0".repeat(64));
 * console.log(algorithm, digits); // => unknown 64
 * ```
 */
export function classifyChecksum(checksum: string): ChecksumClass {
  return guarded(() => JSON.parse(backend().classifyChecksum(string(checksum))) as ChecksumClass);
}

/**
 * The parts of a checksum that names its algorithm.
 *
 * @throws {@link LlmTypesError} `CHECKSUM_BARE` for digits without an algorithm;
 *   `UNKNOWN_ALGORITHM`; `CHECKSUM_MALFORMED`.
 *
 * @example
 * ```ts
 * import { parseChecksum } from "llm-types";
 *
 * console.log(parseChecksum(`sha256:${"0".repeat(64)}`).algorithm); // => sha256
 * ```
 */
export function parseChecksum(checksum: string): { algorithm: ChecksumAlgorithm; digest: string } {
  return guarded(
    () =>
      JSON.parse(backend().parseChecksum(string(checksum))) as {
        algorithm: ChecksumAlgorithm;
        digest: string;
      },
  );
}
