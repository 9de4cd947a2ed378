/**
 * What the page can do, by name, for the command palette.
 *
 * @module
 */

import type { DialectInfo } from "llm-types/wasm";

import { byId } from "./dom.js";
import { type Example, examples } from "./examples.js";
import type { Panel } from "./page.js";
import type { Command } from "./palette.js";
import type { Problems } from "./panels/problems.js";

/** What commands act on. */
export interface Commanded {
  readonly panels: readonly Panel[];
  readonly show: (panel: string) => void;
  readonly problems: Problems;
  readonly editors: Readonly<Record<"document" | "source", { readonly focus: () => void }>>;
  /** Undoes the last change of the document; absent if there is none. */
  readonly undo: (() => void) | undefined;
  readonly dialects: readonly DialectInfo[];
  readonly load: (example: Example) => void;
}

/** All of them, the likeliest first. */
export function commands({ panels, show, problems, editors, undo, dialects, load }: Commanded): Command[] {
  const press = (id: string) => (): void => {
    byId(id).click();
  };
  const sheet = (id: string) => (): void => {
    byId(id).showPopover();
  };
  return [
    ...(problems.safe > 0
      ? [{ name: "Fix all that is safe", group: "problems", run: () => { problems.fixAll(); } }]
      : []),
    ...(problems.keep === undefined ? [] : [{ name: "Keep only the JSON", group: "problems", run: problems.keep }]),
    { name: "Next problem", group: "problems", keys: "F8", run: step(problems, show, 1) },
    { name: "Previous problem", group: "problems", keys: "Shift F8", run: step(problems, show, -1) },
    ...(undo === undefined ? [] : [{ name: "Undo the last change of the document", group: "editors", keys: "Ctrl Z", run: undo }]),
    ...panels.map(({ id, title }) => ({
      name: `Show ${title}`,
      group: "results",
      run: () => {
        show(id);
        byId(`tab-${id}`).focus();
      },
    })),
    { name: "Go to the document", group: "editors", run: () => { editors.document.focus(); } },
    { name: "Go to the source", group: "editors", run: () => { editors.source.focus(); } },
    { name: "Open a document…", group: "files", run: press("open-document") },
    { name: "Add source files…", group: "files", run: press("open-source") },
    { name: "Share a link…", group: "page", run: sheet("share") },
    { name: "Clear the page", group: "page", run: press("clear") },
    ...(byId("why").hidden ? [] : [{ name: "Why this dialect?", group: "dialect", run: sheet("evidence") }]),
    { name: "Dialect: detected", group: "dialect", run: choose("dialect", "") },
    ...dialects.map(({ name }) => ({ name: `Dialect: ${name}`, group: "dialect", run: choose("dialect", name) })),
    { name: "Strict, on or off", group: "dialect", run: press("strict") },
    ...examples.map((example) => ({
      name: `Example: ${example.title}`,
      group: example.group,
      run: () => { load(example); },
    })),
    { name: "Theme: as the system", group: "settings", run: choose("theme", "system") },
    { name: "Theme: light", group: "settings", run: choose("theme", "light") },
    { name: "Theme: dark", group: "settings", run: choose("theme", "dark") },
    { name: "Settings…", group: "settings", run: sheet("settings") },
  ];
}

/** Chooses in one of the selects of the page, as a person does. */
function choose(id: string, value: string): () => void {
  return () => {
    const select = byId(id) as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event("change"));
  };
}

/** Whether the keys ask to undo, in a place that has no undoing of its own. */
export function undoing({ defaultPrevented, key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || key.toLowerCase() !== "z" || ctrlKey === metaKey || altKey || shiftKey) return false;
  const own = 'input:is([type="text"], [type="number"]), textarea, .cm-editor';
  return !(target instanceof Element && target.closest(own) !== null);
}

/** Goes to another problem. */
export function step(problems: Problems, show: (panel: string) => void, by: 1 | -1): () => void {
  return () => {
    show(problems.id);
    problems.step(by);
  };
}
