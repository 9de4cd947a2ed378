/**
 * Paths as tools spell them: nothing here opens a file.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { optionalString, string, strings } from "./input.js";

/**
 * Something about a path that another tool will read differently: `.` or empty parts, a
 * `..` part, `\\` between its parts, nothing at all, a URI.
 */
export type PathFinding = "redundant" | "parent" | "backslash" | "empty" | "uri";

/**
 * What became of one path: `found` has one path, `missing` none, `ambiguous` those that can be
 * meant: one alone, where the root is not known.
 */
export interface PathMatch {
  /** Whether the path means a loaded one. */
  readonly kind: "found" | "missing" | "ambiguous";
  /** The loaded paths that can be meant, as they are spelt. */
  readonly paths: readonly string[];
}

/**
 * The canonical spelling of a relative path: without `.` and empty parts, `/` between its parts.
 *
 * An absolute path, one with a `..` part and a URI are given back as they are: only the file
 * system knows which other spelling means the same.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { canonicalPath } from "llm-types";
 *
 * console.log(canonicalPath("./src//a.rs")); // => src/a.rs
 * ```
 */
export function canonicalPath(path: string): string {
  return guarded(() => backend().canonicalPath(string(path)));
}

/**
 * What is odd about the spelling of a path. Nothing for `src/a.rs` and `/src/a.rs`.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { pathFindings } from "llm-types";
 *
 * console.log(pathFindings("./src/a.rs")); // => [ 'redundant' ]
 * ```
 */
export function pathFindings(path: string): PathFinding[] {
  return guarded(() => backend().pathFindings(string(path)) as PathFinding[]);
}

/**
 * The paths in a folder that one path of a document could mean: where to look for a source.
 * They are relative, without `.` and `..` parts, and have `/` between their parts. Of those
 * that are there, {@link matchPaths} finds the one that is meant.
 *
 * A relative path means itself; with `root`, a path below it means what is left without it;
 * without `root`, an absolute path could mean each of its ends, the longest first. A path
 * that is written with `\\` could also be the name of one file, and is listed last as it is
 * spelt: where `\\` separates, pass over it. A `file:` URI means the path that it names
 * (RFC 8089). None for a path that leads out of the folder, and none of more than 32768 bytes or
 * 2048 parts.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { candidatePaths } from "llm-types";
 *
 * console.log(candidatePaths("/w/src/a.rs")); // => [ 'w/src/a.rs', 'src/a.rs', 'a.rs' ]
 * console.log(candidatePaths("/w/src/a.rs", "/w")); // => [ 'src/a.rs' ]
 * ```
 */
export function candidatePaths(path: string, root?: string): string[] {
  return guarded(() => backend().candidatePaths(string(path), optionalString(root, "root")));
}

/**
 * Finds for each path of a document the loaded path that it means; one answer for each,
 * in their order.
 *
 * The same spelling decides, then the same parts, of a `file:` URI those of the path that it
 * names; then, with `root`, the path with or
 * without it in front; without `root`, the one common prefix that explains the most
 * absolute paths. What could mean two loaded paths is said to be ambiguous.
 *
 * @throws {@link LlmTypesError} `WRONG_TYPE`; `ILL_FORMED`.
 *
 * @example
 * ```ts
 * import { matchPaths } from "llm-types";
 *
 * const [found] = matchPaths(["/workspace/src/a.rs"], ["src/a.rs"]);
 * console.log(found?.kind, found?.paths); // => found [ 'src/a.rs' ]
 * ```
 */
export function matchPaths(
  paths: readonly string[],
  loaded: readonly string[],
  root?: string,
): PathMatch[] {
  return guarded(
    () =>
      JSON.parse(
        backend().matchPaths(strings(paths, "paths"), strings(loaded, "loaded"), optionalString(root, "root")),
      ) as PathMatch[],
  );
}
