/**
 * The source texts: a tab for each, its path, its text, and the spans in it.
 *
 * @module
 */

import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType, placeholder } from "@codemirror/view";
import type { TextProfile } from "llm-types/wasm";

import { button, counted, el, put, shown } from "../dom.js";
import type { Range, SourceRange, SourceText } from "../worker/questions.js";
import { base, change, readOnly } from "./base.js";
import { type As, type Segment, segments } from "./segments.js";

/** A text that is not UTF-8 is not wrapped where it has a longer line: U+FFFD takes long to be laid out. */
const LONGEST_WRAPPED = 20_000;

/** A range that is shown in a source. */
export interface Mark extends SourceRange {
  readonly as: As;
}

const marked = StateEffect.define<readonly Mark[]>();

const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(ranges, { changes, effects, newDoc }) {
    let now = ranges.map(changes);
    for (const effect of effects) {
      if (!effect.is(marked)) continue;
      now = Decoration.set(
        segments(effect.value.filter(({ to }) => to <= newDoc.length)).map((segment) =>
          segment.from < segment.to
            ? Decoration.mark({ class: classOf(segment) }).range(segment.from, segment.to)
            : Decoration.widget({ widget: new Caret(classOf(segment)) }).range(segment.from),
        ),
        true,
      );
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function classOf({ as }: Segment): string {
  return as.map((one) => `mark-${one}`).join(" ");
}

/** A range without text. */
class Caret extends WidgetType {
  readonly #class: string;

  constructor(classes: string) {
    super();
    this.#class = classes;
  }

  override toDOM(): HTMLElement {
    return el("span", { class: `caret ${this.#class}`, "aria-hidden": "true" });
  }
}

/** What the rest of the page wants to know. */
export interface SourceListener {
  /** There are others, or one is another. */
  readonly changed: () => void;
  /** Another place is selected, by a person's doing. */
  readonly moved: (at: SourceRange) => void;
  /** Another source is shown. */
  readonly turned: () => void;
  /** Something cannot be done. */
  readonly refused: (why: string) => void;
}

/** What the document says of paths, and what it does not. */
export interface Offers {
  /** The paths of the document that no source has. */
  readonly missing: readonly string[];
  /** The sources that no path of the document means. */
  readonly unused: readonly string[];
}

interface Source {
  path: string;
  /** Only a path that waits for its text, and no source yet. There is one at most, behind the sources. */
  awaited?: true;
  /** Only where the text is not UTF-8. */
  bytes?: Uint8Array;
  state: EditorState;
}

/** The sources. */
export class SourceEditor {
  readonly view: EditorView;
  readonly #listener: SourceListener;
  readonly #tabs: HTMLElement;
  readonly #path: HTMLInputElement;
  readonly #profile: HTMLElement;
  readonly #offers: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #sources: Source[] = [];
  readonly #frozen = new Compartment();
  #active = 0;
  #offered: Offers = { missing: [], unused: [] };
  #marks: readonly Mark[] = [];

  constructor(parts: Record<"editor" | "tabs" | "path" | "profile" | "offers" | "bar", HTMLElement>, listener: SourceListener) {
    this.#listener = listener;
    this.#tabs = parts.tabs;
    this.#path = parts.path as HTMLInputElement;
    this.#profile = parts.profile;
    this.#offers = parts.offers;
    this.#bar = parts.bar;
    this.view = new EditorView({ parent: parts.editor, state: this.#fresh("", false) });
    this.#path.addEventListener("change", () => {
      this.#rename(this.#path.value.trim());
    });
    this.#tabs.addEventListener("keydown", (event) => {
      const count = this.#sources.length;
      const to = {
        ArrowRight: (this.#active + 1) % count,
        ArrowLeft: (this.#active + count - 1) % count,
        Home: 0,
        End: count - 1,
      }[event.key];
      if (to === undefined || count === 0) return;
      event.preventDefault();
      this.turn(to);
    });
    this.#draw();
  }

  #fresh(text: string, frozen: boolean): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        base("Source text", !frozen || text.split("\n").every(({ length }) => length <= LONGEST_WRAPPED)),
        markField,
        this.#frozen.of(frozen ? readOnly : []),
        placeholder("The text that the tool read. Paste it, or drop files."),
        EditorView.updateListener.of((update) => {
          const source = this.#sources[this.#active];
          if (source !== undefined) source.state = update.state;
          if (update.docChanged) this.#edited();
          if (update.selectionSet && update.view.hasFocus) this.#listener.moved(this.selected);
        }),
      ],
    });
  }

  /** All of them, as questions take them. */
  get all(): SourceText[] {
    return this.#real.map(({ path, bytes, state }) => [path, bytes ?? state.sliceDoc()]);
  }

  /** How many there are. */
  get count(): number {
    return this.#real.length;
  }

  get #real(): Source[] {
    return this.#sources.filter(({ awaited }) => awaited === undefined);
  }

  /** The one that is shown. */
  get shown(): SourceText | undefined {
    const source = this.#sources[this.#active];
    return source?.awaited ? undefined : source && [source.path, source.bytes ?? source.state.sliceDoc()];
  }

  /** What is selected in the one that is shown. */
  get selected(): SourceRange {
    const { from, to } = this.view.state.selection.main;
    return { source: this.#active, from, to };
  }

  /** Puts sources in the place of those that are there. */
  load(sources: readonly SourceText[]): void {
    this.#sources.length = 0;
    this.#active = 0;
    for (const [path, text] of sources) this.#push(path, text);
    this.turn(0);
    this.#listener.changed();
  }

  /** Adds a source, or replaces the one with its path; gives it to be shown. */
  add(path: string, text: string | Uint8Array): void {
    let at = this.#sources.findIndex((source) => source.path === path);
    if (at < 0) at = this.#push(path, text);
    else this.#sources[at] = this.#source(path, text);
    this.turn(at);
    this.#listener.changed();
  }

  /** Gives a path that waits for its text to be shown: it is no source before there is some. */
  await(path: string): void {
    let at = this.#sources.findIndex((source) => source.path === path);
    if (at < 0) {
      at = this.#real.length;
      this.#sources.splice(at, 1, { path, awaited: true, state: this.#fresh("", false) });
    }
    this.turn(at);
    this.view.focus();
  }

  /** Puts texts in the place of those of the same paths, so that it can be undone. */
  replace(texts: readonly (readonly [path: string, text: string])[]): void {
    for (const [path, text] of texts) {
      const at = this.#sources.findIndex((source) => source.path === path);
      if (at < 0 || this.#sources[at]?.bytes !== undefined) continue;
      this.turn(at);
      this.view.dispatch({ changes: change(this.view.state.sliceDoc(), text), userEvent: "input" });
    }
  }

  #push(path: string, text: string | Uint8Array): number {
    const at = this.#real.length;
    this.#sources.splice(at, 0, this.#source(path, text));
    return at;
  }

  #source(path: string, text: string | Uint8Array): Source {
    if (typeof text === "string") return { path, state: this.#fresh(text, false) };
    try {
      const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
      return { path, state: this.#fresh(decoded, false) };
    } catch {
      // Shown with U+FFFD, but its bytes are what is checked.
      const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
      return { path, bytes: text, state: this.#fresh(decoded, true) };
    }
  }

  /** Shows another one. */
  turn(at: number): void {
    this.#active = Math.max(0, Math.min(at, this.#sources.length - 1));
    const source = this.#sources[this.#active];
    this.view.setState(source?.state ?? this.#fresh("", false));
    this.#draw();
    this.#mark();
    this.#listener.turned();
  }

  #edited(): void {
    const source = this.#sources[this.#active];
    if (source?.awaited) {
      delete source.awaited;
      this.#draw();
    }
    // Whoever types without having named a source means one all the same.
    if (this.#sources.length === 0 && this.view.state.doc.length > 0) {
      const path = this.#offered.missing[0] ?? "source.txt";
      this.#sources.push({ path, state: this.view.state });
      this.#active = 0;
      this.#draw();
    }
    this.#listener.changed();
  }

  #rename(path: string): void {
    const source = this.#sources[this.#active];
    const taken = this.#sources.some((other) => other !== source && other.path === path);
    if (source === undefined || path === "" || taken) {
      this.#path.value = source?.path ?? "";
      const why = taken ? `another one has the path ${shown(path, 100)}` : "a source has a path";
      if (source !== undefined) this.#listener.refused(`${shown(source.path, 100)} keeps its path: ${why}.`);
      return;
    }
    source.path = path;
    this.#draw();
    if (source.awaited === undefined) this.#listener.changed();
  }

  #remove(): void {
    this.#sources.splice(this.#active, 1);
    this.turn(this.#active);
    this.#listener.changed();
  }

  /** Offers the paths that the document speaks of, to a source that is there already where that may be meant. */
  offer(offers: Offers): void {
    this.#offered = offers;
    const { missing, unused } = offers;
    const few = missing.slice(0, 12);
    const pairs = unused.flatMap((path) => {
      const meant = missing.length === 1 && unused.length === 1 ? missing : missing.filter((one) => nameOf(one) === nameOf(path));
      return meant.length === 1 ? meant.map((to) => [path, to] as const) : [];
    });
    put(
      this.#offers,
      few.length > 0 && el("span", { class: "faint" }, "Named by the document: "),
      ...few.map((path) =>
        button(shown(path, 80), () => {
          this.await(path);
        }, { class: "chip", title: `add ${shown(path)}` }),
      ),
      missing.length > few.length && el("span", { class: "faint" }, ` ${missing.length - few.length} more`),
      ...pairs.slice(0, 12).map(([path, to]) =>
        button(`use ${shown(path, 80)} as ${shown(to, 80)}`, () => {
          this.turn(this.#sources.findIndex((source) => source.path === path));
          this.#rename(to);
        }, { class: "chip" }),
      ),
      few.length > 0 &&
        unused.length > 0 &&
        el("span", { class: "faint" }, "No path of the document means ", el("code", {}, shown(unused[0] ?? "", 80)), ": write the right one above its text."),
    );
    this.#offers.hidden = few.length === 0;
  }

  /** Says what each text is like. */
  profile(profiles: readonly (TextProfile | null)[]): void {
    const source = this.#sources[this.#active];
    const found = profiles[this.#active];
    if (source === undefined || source.awaited || found === undefined || found === null) {
      put(this.#profile);
      return;
    }
    const facts = [
      counted(found.byte_len, "byte"),
      counted(found.lines.lf_crlf, "line"),
      found.ascii ? "ASCII" : found.ill_formed_at === undefined ? "UTF-8" : `not UTF-8 at byte ${found.ill_formed_at}`,
      ...found.lints,
    ];
    put(this.#profile, facts.join(" · "));
  }

  /** Shows these ranges, of whatever source. */
  mark(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#mark();
  }

  #mark(): void {
    const here = this.#marks.filter(({ source }) => source === this.#active);
    this.view.dispatch({ effects: marked.of(here) });
  }

  /** Shows the source with this range, and the range in it. */
  reveal({ source, from }: SourceRange): void {
    if (source !== this.#active) this.turn(source);
    if (from > this.view.state.doc.length) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  /** Selects a range of the source that is shown. */
  jump({ from, to }: Range): void {
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
  }

  #draw(): void {
    // The tabs and the button are made anew, and whichever has the focus must not lose it.
    const { activeElement } = document;
    const onTab = this.#tabs.contains(activeElement);
    const onRemove = this.#bar.querySelector(".remove")?.contains(activeElement) === true;
    put(
      this.#tabs,
      ...this.#sources.map(({ path }, at) =>
        button(shown(path, 60), () => {
          this.turn(at);
        }, {
          role: "tab",
          "aria-selected": at === this.#active ? "true" : "false",
          "aria-controls": "source-editor",
          tabindex: at === this.#active ? 0 : -1,
        }),
      ),
    );
    this.#tabs.hidden = this.#sources.length < 2;
    const chosen = this.#tabs.children[this.#active];
    // Sideways only: the page must not move.
    if (chosen instanceof HTMLElement) {
      this.#tabs.scrollLeft = chosen.offsetLeft - this.#tabs.offsetLeft - 32;
      if (onTab) chosen.focus({ preventScroll: true });
    }
    const source = this.#sources[this.#active];
    this.#path.value = source?.path ?? "";
    this.#path.disabled = source === undefined;
    this.#bar.querySelector(".remove")?.remove();
    if (source !== undefined) {
      const remove = button("Remove", () => {
        this.#remove();
      }, { class: "quiet remove", "aria-label": `Remove ${shown(source.path)}` });
      this.#bar.append(remove);
      if (onRemove) remove.focus();
    } else if (onRemove) this.view.focus();
  }
}

/** The last part of a path. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
