/**
 * Elements, and text that shows what is in it.
 *
 * @module
 */

type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** What an element may hold. */
export type Child = Node | string | undefined | false;

/** An element. A function is a listener, `true` an empty attribute, `false` none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== false) made.setAttribute(key, String(value));
  }
  put(made, ...children);
  return made;
}

/** Replaces what an element holds. */
export function put(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((it) => it !== undefined && it !== false));
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** A button that does something. */
export function button(label: string, act: () => void, attributes: Record<string, Attribute> = {}): HTMLButtonElement {
  return el("button", { type: "button", click: act, ...attributes }, label);
}

/** What is not seen, or turns the direction of what follows. */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

/** Text of a document inside of a sentence: what is not seen is written out. */
export function shown(text: string, most = 400): string {
  let result = "";
  let count = 0;
  for (const unit of text) {
    if (count === most) return `${result}…`;
    count += 1;
    result += UNSEEN.test(unit) ? escapeOf(unit) : unit;
  }
  return result;
}

/** The name of a code point that is not seen. */
export function escapeOf(unit: string): string {
  const code = unit.codePointAt(0) ?? 0;
  return `\\u{${code.toString(16).toUpperCase().padStart(4, "0")}}`;
}

/** A sentence of the package: what stands between backticks is code. */
export function prose(sentence: string): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const [at, part] of shown(sentence, 2000).split("`").entries()) {
    if (part !== "") made.append(at % 2 === 1 ? el("code", {}, part) : part);
  }
  return made;
}

/** A count with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The name of one of several documents, which the package counts from 0 and the page from 1. */
export function numbered(what: string): string {
  return what.replace(/^document (\d+)$/u, (_, at: string) => `document ${Number(at) + 1}`);
}

/** A JSON value of a result on one line. */
export function value(it: unknown): string {
  return it === undefined ? "" : shown(JSON.stringify(it), 120);
}

/** Offers a text as a file. */
export function download(name: string, text: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([text]));
  el("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
