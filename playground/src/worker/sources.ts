/**
 * The sources of a question: as the verbs take them, and as places in their texts.
 *
 * @module
 */

import { type Sources, matchPaths } from "llm-types/wasm";

import { Places } from "./places.js";
import type { Given, SourceRange, SourceText } from "./questions.js";

/** Source texts as the verbs take them. */
export function sourcesOf(sources: readonly SourceText[]): Sources {
  return new Map(sources);
}

/** The dialect that was chosen, as an option. */
export function dialectOf({ dialect }: Given): { dialect?: string } {
  return dialect === undefined ? {} : { dialect };
}

/** Places in the sources, by the paths of a document. */
export class SourcePlaces {
  readonly #sources: readonly SourceText[];
  readonly #matched = new Map<string, number>();
  readonly #places = new Map<number, Places>();

  constructor(sources: readonly SourceText[]) {
    this.#sources = sources;
  }

  /** Finds the sources that the paths mean; all paths together, because they share a root. */
  match(paths: readonly string[]): void {
    const asked = [...new Set(paths)];
    const loaded = this.#sources.map(([path]) => path);
    if (asked.length === 0 || loaded.length === 0) return;
    const found = matchPaths(asked, loaded);
    for (const [at, path] of asked.entries()) {
      const one = found[at];
      if (one?.kind === "found") this.#matched.set(path, loaded.indexOf(one.paths[0] ?? ""));
    }
  }

  /** The range in the source that the path of a document means, if there is one. */
  range(path: string, start: number, end: number): SourceRange | undefined {
    return this.#at(this.#matched.get(path) ?? -1, start, end);
  }

  /** The range in the source of this path. */
  rangeIn(path: string, start: number, end: number): SourceRange | undefined {
    return this.#at(this.#sources.findIndex(([known]) => known === path), start, end);
  }

  #at(source: number, start: number, end: number): SourceRange | undefined {
    const text = this.#sources[source]?.[1];
    if (text === undefined) return undefined;
    let places = this.#places.get(source);
    if (places === undefined) {
      places = new Places(text);
      this.#places.set(source, places);
    }
    const range = places.range(start, end);
    return range && { source, ...range };
  }

  free(): void {
    for (const places of this.#places.values()) places.free();
  }
}
