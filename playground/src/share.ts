/**
 * What the page holds, as a fragment of its address: versioned, deflated, base64url.
 *
 * A fragment never reaches a server.
 *
 * @module
 */

import { Inflate, deflateSync, strFromU8, strToU8 } from "fflate";

import type { SourceText } from "./worker/questions.js";

/** What is kept of the page: in a link, and over a reload. */
export interface Kept {
  readonly document: string;
  readonly sources: readonly (readonly [path: string, text: string])[];
  readonly dialect?: string;
  readonly strict?: boolean;
  readonly panel?: string;
  readonly request?: string;
  /** What absolute paths of the request begin with. */
  readonly root?: string;
  /** The file of a request that names none. */
  readonly file?: string;
  /** Whether the request is met without proof of the text. */
  readonly unchecked?: boolean;
  /** The dialect to convert to. */
  readonly to?: string;
}

/** The first version; whatever comes later, this one stays readable. */
const VERSION = "1";
/** What a link may unfold to. */
const LARGEST = 64 * 1024 * 1024;

/** A link that leads nowhere, and why. */
export class BrokenLink extends Error {}

/** The fragment, without `#`. */
export function fragment(kept: Kept): string {
  return `s=${VERSION}.${base64url(deflateSync(strToU8(JSON.stringify(kept)), { level: 9 }))}`;
}

/** What a fragment holds; nothing if it is of another kind. */
export function unfolded(hash: string): Kept | { readonly example: string } | undefined {
  const [name, ...rest] = hash.replace(/^#/u, "").split("=");
  const body = rest.join("=");
  if (name === "example" && body !== "") return { example: unescaped(body) };
  if (name !== "s") return undefined;
  const [version, data] = body.split(".");
  if (version !== VERSION || data === undefined) {
    throw new BrokenLink(`The link is of version “${version ?? ""}”; this page reads version ${VERSION}.`);
  }
  let found: unknown;
  try {
    found = JSON.parse(inflated(bytesOf(data)));
  } catch {
    throw new BrokenLink("The link is damaged: perhaps it was cut on its way.");
  }
  if (!isKept(found)) throw new BrokenLink("The link holds something else than a document.");
  return found;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BrokenLink("The link is damaged: perhaps it was cut on its way.");
  }
}

/** Unfolds piece by piece, so that a small link cannot fill the memory. */
function inflated(bytes: Uint8Array): string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const state = { ended: false };
  const inflate = new Inflate((piece, final) => {
    size += piece.length;
    if (size > LARGEST) throw new RangeError("it unfolds to more than the page takes");
    pieces.push(piece);
    if (final) state.ended = true;
  });
  for (let at = 0; at < bytes.length; at += 0x4000) {
    inflate.push(bytes.subarray(at, at + 0x4000), at + 0x4000 >= bytes.length);
  }
  if (!state.ended) throw new RangeError("it has no end");
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return strFromU8(whole);
}

function isKept(it: unknown): it is Kept {
  if (typeof it !== "object" || it === null) return false;
  const { document, sources, dialect, panel, request, root, file, unchecked, to, strict } = it as Partial<Record<keyof Kept, unknown>>;
  const text = (one: unknown): boolean => one === undefined || typeof one === "string";
  return (
    typeof document === "string" &&
    Array.isArray(sources) &&
    sources.every(
      (pair: unknown) =>
        Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && typeof pair[1] === "string",
    ) &&
    [dialect, panel, request, root, file, to].every(text) &&
    [strict, unchecked].every((one) => one === undefined || typeof one === "boolean")
  );
}

/** Sources that are text; others cannot be kept. */
export function texts(sources: readonly SourceText[]): (readonly [string, string])[] {
  return sources.flatMap(([path, text]) => (typeof text === "string" ? [[path, text] as const] : []));
}

/** Bytes as base64url. */
export function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}

/** The bytes of base64url. */
export function bytesOf(data: string): Uint8Array {
  const binary = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
}
