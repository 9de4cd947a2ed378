/**
 * Reads the JSON that code tools print, makes one envelope of it, and checks every position
 * against the source text.
 *
 * Everything that each entry of the package exports, apart from how its compiled
 * code is loaded.
 *
 * @module
 */

export { type Runtime, runtime } from "./backend.js";
export * from "./build.js";
export * from "./checksum.js";
export * from "./documents.js";
export * from "./edit.js";
export type * from "./edit-input.js";
export type { CarryOptions, EditOptions, PlanOptions, RequestOptions } from "./edit-options.js";
export { type ErrorReport, LlmTypesError } from "./error.js";
export { is } from "./guards.generated.js";
export * from "./ids.js";
export * from "./json.js";
export { explain, type Level, type Rule, rules, version } from "./registry.js";
export * from "./paths.js";
export * from "./enrich.js";
export * from "./findings.js";
export * from "./prose.js";
export * from "./schema.js";
export * from "./span.js";
export * from "./stream.js";
export * from "./text.js";
export type * from "./types.generated.js";
