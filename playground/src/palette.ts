/**
 * The command palette: everything that the page can do, found by words.
 *
 * What the commands are is in `commands.ts`.
 *
 * @module
 */

import { counted, el, put } from "./dom.js";

/** Something that the page can do. */
export interface Command {
  /** Its name, which words are looked for in. */
  readonly name: string;
  /** What it belongs to, which words are looked for in as well. */
  readonly group: string;
  /** The keys that do the same. */
  readonly keys?: string;
  /** Does it, once the palette has closed and the focus is back where it was. */
  readonly run: () => void;
}

/** The commands that have all words of a query, those first that have them at the beginning of words. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/u).filter((word) => word !== "");
  return commands
    .map((command) => ({ command, rank: rank(command, words) }))
    .filter(({ rank: it }) => it > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ command }) => command);
}

/** How well a command fits, 0 for not at all. */
function rank({ name, group }: Command, words: readonly string[]): number {
  const parts = `${name} ${group}`.toLowerCase();
  const own = name.toLowerCase();
  let total = 1;
  for (const word of words) {
    if (!parts.includes(word)) return 0;
    if (own.startsWith(word)) total += 3;
    else if (` ${own}`.includes(` ${word}`)) total += 2;
    else if (own.includes(word)) total += 1;
  }
  return total;
}

/** The palette; `commands` is asked each time it opens. */
export class Palette {
  readonly #dialog: HTMLDialogElement;
  readonly #commands: () => readonly Command[];
  readonly #query: HTMLInputElement;
  readonly #list = el("ul", { id: "palette-list", role: "listbox", "aria-label": "Commands" });
  readonly #count = el("p", { class: "unheard", role: "status" });
  readonly #none = el("p", { class: "faint", hidden: true }, "No command has these words.");
  #all: readonly Command[] = [];
  #found: readonly Command[] = [];
  #at = 0;
  #chosen: Command | undefined;

  constructor(dialog: HTMLDialogElement, commands: () => readonly Command[]) {
    this.#dialog = dialog;
    this.#commands = commands;
    this.#query = el("input", {
      type: "text",
      id: "palette-query",
      role: "combobox",
      "aria-label": "Command",
      "aria-expanded": "true",
      "aria-controls": "palette-list",
      "aria-autocomplete": "list",
      placeholder: "What do you want to do?",
      autocomplete: "off",
      spellcheck: "false",
      input: () => {
        this.#search();
      },
      keydown: (event) => {
        this.#key(event as KeyboardEvent);
      },
    });
    put(dialog, this.#query, this.#list, this.#none, this.#count);
    dialog.addEventListener("click", (event) => {
      // The backdrop belongs to the dialog, what is in it does not.
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      const chosen = this.#chosen;
      this.#chosen = undefined;
      chosen?.run();
    });
  }

  /** Whether it is there. */
  get open(): boolean {
    return this.#dialog.open;
  }

  /** Opens it, or closes it if it is open. */
  toggle(): void {
    if (this.#dialog.open) {
      this.#dialog.close();
      return;
    }
    this.#all = this.#commands();
    this.#query.value = "";
    this.#search();
    this.#dialog.showModal();
    this.#query.focus();
  }

  #search(): void {
    this.#found = matching(this.#all, this.#query.value);
    put(
      this.#list,
      ...this.#found.map((command, at) =>
        el(
          "li",
          {
            role: "option",
            id: `command-${at}`,
            // The focus stays in the field.
            mousedown: (event) => {
              event.preventDefault();
            },
            click: () => {
              this.#choose(at);
            },
          },
          el("span", {}, command.name),
          el("span", { class: "faint" }, command.group),
          command.keys !== undefined && el("kbd", {}, command.keys),
        ),
      ),
    );
    this.#none.hidden = this.#found.length > 0;
    this.#list.hidden = this.#found.length === 0;
    this.#count.textContent = counted(this.#found.length, "command");
    this.#mark(0);
  }

  #key(event: KeyboardEvent): void {
    const count = this.#found.length;
    if (count === 0) return;
    const to = {
      ArrowDown: (this.#at + 1) % count,
      ArrowUp: (this.#at + count - 1) % count,
      PageDown: Math.min(count - 1, this.#at + 10),
      PageUp: Math.max(0, this.#at - 10),
    }[event.key];
    if (to !== undefined) this.#mark(to);
    // What confirms a word of an input method is not meant for the list.
    else if (event.key === "Enter" && !event.isComposing) this.#choose(this.#at);
    else return;
    event.preventDefault();
  }

  #mark(at: number): void {
    this.#list.children[this.#at]?.setAttribute("aria-selected", "false");
    this.#at = at;
    const option = this.#list.children[at];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) this.#query.removeAttribute("aria-activedescendant");
    else this.#query.setAttribute("aria-activedescendant", option.id);
  }

  #choose(at: number): void {
    this.#chosen = this.#found[at];
    this.#dialog.close();
  }
}
