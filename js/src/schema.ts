/**
 * JSON Schemas of everything on the wire, from the tables that the checks read.
 *
 * @module
 */

import { backend } from "./backend.js";
import { guarded } from "./error.js";
import { string } from "./input.js";
import type { SchemaInfo, SchemaName } from "./types.generated.js";

/** A JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly $schema: string;
  readonly $id: string;
  readonly title: string;
  readonly [keyword: string]: unknown;
}

/**
 * The JSON Schema (draft 2020-12) of this name.
 *
 * A document that is structurally valid passes the schema of its dialect, and one that
 * lacks a member, or has a value of another type or out of range, fails it. What is open
 * on the wire is open in the schema.
 *
 * @param name - One of the names that {@link schemas} lists: a type, or a dialect.
 * @throws {@link LlmTypesError} `UNKNOWN_SCHEMA`, with the nearest name by spelling.
 *
 * @example
 * ```ts
 * import { schema } from "llm-types";
 *
 * console.log(schema("response").$id); // => urn:llm-types:response:1.1.0
 * ```
 */
export function schema(name: SchemaName): JsonSchema {
  return guarded(() => JSON.parse(backend().schema(string(name))) as JsonSchema);
}

/**
 * Every schema: the wrappers and what they wrap, the reports of the functions, the dialects.
 *
 * @example
 * ```ts
 * import { schemas } from "llm-types";
 *
 * console.log(schemas().some(({ name }) => name === "magellan")); // => true
 * ```
 */
export function schemas(): SchemaInfo[] {
  return guarded(() => JSON.parse(backend().schemas()) as SchemaInfo[]);
}
