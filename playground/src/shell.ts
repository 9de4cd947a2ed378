/**
 * The command of a shell that gives what a panel shows, made from the very question that
 * the panel asks.
 *
 * @module
 */

import type { Questions } from "./worker/questions.js";

/** The commands, and what of a question each of them is told, in the order of its flags. */
const COMMANDS = {
  envelope: { verb: "normalize FILE", takes: ["dialect", "origin"] },
  convert: { verb: "convert FILE", takes: ["to", "dialect", "strict", "origin"] },
  detective: { verb: "detective FILE", takes: ["dialect"] },
  edits: { verb: "edit REQUEST", takes: ["file", "root", "unchecked"] },
} as const;

/** The command that answers the question. */
export function shell<K extends keyof typeof COMMANDS>(kind: K, ask: Questions[K]["ask"], ...more: string[]): string {
  const { verb, takes } = COMMANDS[kind];
  const told: Partial<Record<string, unknown>> = { ...ask };
  const flags = takes.flatMap((name) => {
    const is = told[name];
    if (typeof is === "string") return [`--${name} ${quoted(is)}`];
    return is === true ? [`--${name}`] : [];
  });
  // Without sources nothing is proved; `edit` has no such way.
  const source = kind === "edits" || ask.sources.length > 0 ? ["--source DIR"] : [];
  return ["llm-types", verb, ...source, ...flags, ...more].join(" ");
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
