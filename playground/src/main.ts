/**
 * The page: brings the editors, the worker and the panels together.
 *
 * @module
 */

import type { DialectInfo } from "llm-types/wasm";

import { commands, step, undoing } from "./commands.js";
import { button, byId, counted, el } from "./dom.js";
import { DocumentEditor } from "./editor/document.js";
import { SourceEditor } from "./editor/source.js";
import { Entries, type Left } from "./entries.js";
import { type Example, examples } from "./examples.js";
import { type OpenedFile, choose, drop, dropAnywhere, jsonLike } from "./files.js";
import { Glance } from "./glance.js";
import { Links } from "./links.js";
import { Arrival, Notices } from "./notice.js";
import type { Page } from "./page.js";
import { Palette } from "./palette.js";
import { panels } from "./panels/panels.js";
import { Problems } from "./panels/problems.js";
import { propose } from "./proposal.js";
import { type Held, type Remembered, forget, putAside, recalled, remember, want, wanted, wasAside } from "./remember.js";
import { BrokenLink, type Kept, texts, unfolded } from "./share.js";
import { examplesSheet, introduction, shareSheet } from "./sheets.js";
import { Tabs } from "./tabs.js";
import { takeAnything, takeDocument, takeSources } from "./taking.js";
import { theme } from "./theme.js";
import { Verdict, sentence } from "./verdict.js";
import { Client, Refused } from "./worker/client.js";
import type { Checked, Given, Linked, SourceText } from "./worker/questions.js";

/** How long to wait after a key, in milliseconds; longer where reading takes longer. */
const PAUSE = 60;
const LONGEST_PAUSE = 600;
/** How long somebody waits without asking what is going on, in milliseconds. */
const PATIENCE = 300;

const notices = new Notices(byId("notice"));
const arrival = new Arrival(
  notices,
  (what) => {
    verdict.say(what);
    announce(what);
  },
  () => {
    client.load();
    about();
    schedule();
  },
);
const client = new Client(working, (how) => {
  arrival.is(how);
});
const select = byId("dialect") as HTMLSelectElement;
const strict = byId("strict") as HTMLInputElement;
const dialog = byId("proposal") as HTMLDialogElement;
let dialects: readonly DialectInfo[] = [];
let pause = PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Loading changes many things, and is one change. */
let loading = false;

const editor = new DocumentEditor(byId("document-editor"), {
  changed: () => {
    changed();
  },
  moved: (at) => {
    links.fromDocument(at);
  },
});
const sources = new SourceEditor(
  {
    editor: byId("source-editor"),
    tabs: byId("source-tabs"),
    path: byId("source-path"),
    profile: byId("source-profile"),
    offers: byId("source-offers"),
    bar: byId("source-bar"),
  },
  {
    changed: () => {
      changed();
    },
    moved: (at) => {
      links.fromSource(at);
      tabs.panel?.moved?.();
    },
    turned: () => {
      if (last !== undefined) sources.profile(last.profiles);
      tabs.panel?.moved?.();
    },
    refused: (why) => {
      notices.say("files", why);
    },
  },
);
const links = new Links(client, editor, sources, byId("links"));
const verdict = new Verdict(
  { line: byId("verdict"), unchecked: byId("unchecked"), evidence: byId("evidence"), select, why: byId("why") },
  new Glance(byId("glance"), byId("verdict")),
);
/** The newest answer. */
let last: Checked | undefined;

const page: Page = {
  client,
  document: editor,
  sources,
  get dialects() {
    return dialects;
  },
  given,
  propose: (proposal) => {
    const apply = (): void => {
      if (editor.text === proposal.before) {
        proposal.apply();
        // What was pressed may be gone with what it was about.
        byId("verdict").focus();
      }
      else announce("the document has changed meanwhile; nothing was done");
    };
    propose(dialog, { ...proposal, apply });
  },
  reveal: (range) => {
    editor.reveal(range);
    links.fromDocument(range.from, true);
  },
  jump: (range) => {
    editor.jump(range);
    links.fromDocument(range.from, true);
  },
  visit: (pointer) => {
    void visit(pointer);
  },
  show: (panel) => {
    turn(panel);
    byId(`tab-${panel}`).focus();
  },
  keep: () => {
    save();
  },
  announce,
};
const problems = new Problems(page, introduction(loadExample));
const { all, convert, edits } = panels(page);
const tabs = new Tabs(byId("tabs"), byId("panels"), [problems, ...all], save);
const turn = (panel: string): void => {
  tabs.show(panel);
};
const palette = new Palette(byId("palette") as HTMLDialogElement, () =>
  commands({
    panels: [problems, ...all],
    show: turn,
    problems,
    editors: { document: editor.view, source: sources.view },
    undo: editor.undoable ? undo : undefined,
    dialects,
    load: loadExample,
  }),
);

function given(): Given {
  const dialect = select.value === "" ? {} : { dialect: select.value };
  return { text: editor.text, sources: sources.all, strict: strict.checked, ...dialect };
}

/** Somebody changed something: the address does not name what is shown any more. */
function changed(): void {
  if (loading) return;
  notices.end("files", "link", "failure");
  visiting = false;
  unsaved = true;
  own = editor.text !== "" || sources.count > 0;
  if (location.hash !== "") entries.name("");
  schedule();
}

function schedule(): void {
  client.drop("check", "spans", "fix", "envelope", "convert", "detective", "edits", "locate");
  problems.wait();
  links.wait();
  if (tabs.panel !== problems) tabs.panel?.element.setAttribute("aria-busy", "true");
  byId("verdict").setAttribute("aria-busy", "true");
  clearTimeout(timer);
  timer = setTimeout(() => {
    void check();
  }, pause);
}

async function check(): Promise<void> {
  const now = given();
  try {
    const asked = performance.now();
    // An empty page has nothing wrong with it, but its sources have their facts.
    const checked = await client.ask("check", now);
    if (checked === undefined) return;
    pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, (performance.now() - asked) / 2));
    show(now.text === "" ? { ...checked, problems: [] } : checked, now.text === "");
    if (now.text === "") return;
    const linked = await client.ask("spans", now);
    if (linked !== undefined) showLinks(linked, checked);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    problems.fail(failure.refusal);
    // The panel that is open asks a question of its own, which may be answered all the same.
    if (tabs.panel !== problems) tabs.panel?.refresh();
    byId("verdict").removeAttribute("aria-busy");
    verdict.say("not checked", failure.refusal.code);
    announce(failure.message);
  } finally {
    save();
  }
}

/** Shows an answer: what fails in one part of the page does not take the others with it. */
function show(checked: Checked, empty: boolean): void {
  last = checked;
  const told = empty ? undefined : checked;
  const { profile } = checked;
  const deep = checked.problems.some(({ found: { code } }) => code === "TOO_DEEP");
  const total = Object.values(checked.counts).reduce((sum, it) => sum + it, 0);
  // The verdict first: if something after it fails, it is taken back.
  for (const part of [
    () => {
      byId("verdict").removeAttribute("aria-busy");
      verdict.show(told);
      announce(empty ? "" : sentence(checked));
      tabs.count("problems", empty ? undefined : total);
    },
    () => {
      byId("document-size").textContent =
        empty || profile === null
          ? ""
          : `${counted(profile.byte_len, "byte")} · ${counted(profile.lines.lf_crlf, "line")}`;
    },
    () => { editor.colour(jsonLike(editor.view.state.sliceDoc(0, 200)) && !deep); },
    () => { editor.show(checked.problems); },
    () => { problems.show(told); },
    () => { sources.offer(checked); },
    () => { sources.profile(checked.profiles); },
    () => { links.clear(); },
    () => { if (tabs.panel !== problems) tabs.panel?.refresh(); },
  ]) {
    try {
      part();
    } catch (failure) {
      reportError(failure);
    }
  }
  document.documentElement.dataset["checked"] = String(Number(document.documentElement.dataset["checked"] ?? 0) + 1);
}

/** The page itself failed: what it shows may be of another text, and nothing is claimed of this one. */
function failed(failure: unknown): void {
  if (!(failure instanceof Error)) return;
  clearTimeout(timer);
  client.drop("check", "spans");
  byId("verdict").removeAttribute("aria-busy");
  const why = "the page failed";
  verdict.say("not checked", why);
  announce(`not checked, ${why}`);
  notices.say("failure", `${why.replace("the", "The")}: ${failure.message}. What it shows may not be true; edit the text or reload the page to try again.`);
}

function showLinks(linked: Linked, checked: Checked): void {
  links.show(linked, checked);
  document.documentElement.dataset["linked"] = document.documentElement.dataset["checked"] ?? "";
}

async function visit(pointer: string): Promise<void> {
  try {
    const range = await client.ask("locate", { text: editor.text, pointer });
    // An answer about a text that has changed never arrives.
    if (range !== undefined) page.jump(range);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    announce(failure.message);
  }
}

/** Undoes the last change of the document; the focus stays where it is. */
function undo(): void {
  if (editor.undo()) announce("undone");
}

let soon: ReturnType<typeof setTimeout> | undefined;

/** Says that something is worked out, where that takes longer than anybody waits. */
function working(is: boolean): void {
  if (is) {
    soon ??= setTimeout(() => {
      byId("working").textContent = "working…";
    }, PATIENCE);
    return;
  }
  clearTimeout(soon);
  soon = undefined;
  byId("working").textContent = "";
}

function announce(what: string): void {
  const place = byId("announcement");
  if (place.textContent !== what) place.textContent = what;
}

function fail(why: string): void {
  notices.say("files", why);
}

/** What the page holds. */
function kept(withSources = true): Kept {
  return {
    document: editor.text,
    sources: withSources ? texts(sources.all) : [],
    ...(select.value !== "" && { dialect: select.value }),
    ...(strict.checked && { strict: true }),
    ...(tabs.panel !== undefined && { panel: tabs.panel.id }),
    ...(convert.to !== "" && { to: convert.to }),
    ...edits.told,
  };
}

let saving: ReturnType<typeof setTimeout> | undefined;
/** Whether something is there that is not kept yet. */
let unsaved = false;
/** Whether what is there is somebody's own, and not only shown. */
let own = false;
/** What was there before something else was shown. */
let aside: Held | undefined;
/** What was there before, by the Back of the browser. */
const entries = new Entries();

/** What is there, sources that are not UTF-8 included. */
function held(): Held {
  return { kept: kept(), sources: sources.all };
}

function left(): Left {
  return { ...held(), own, visiting };
}

/** Shows something else; what was there can be had back. */
function replace(it: Kept, texts?: readonly SourceText[]): void {
  notices.end("link");
  if (own) {
    aside = held();
    // It is kept as it was last, and not as it was when it was kept last.
    clearTimeout(saving);
    told(remember(aside));
  }
  load(it, texts);
  own = false;
  offerBack();
}

/** Offers what was put aside. */
function offerBack(): void {
  const before = aside;
  if (before === undefined) return;
  const restore = button("Restore", () => {
    aside = undefined;
    putAside(undefined);
    // What was written meanwhile is put aside in turn.
    replace(before.kept, before.sources);
    changed();
    editor.view.focus();
  });
  notices.say("page", "Your text was put aside.", restore);
}

/** What a link brought is not kept in the place of one's own before it is changed. */
let visiting = false;

function save(): void {
  clearTimeout(saving);
  if (visiting) return;
  saving = setTimeout(saveNow, 400);
}

function saveNow(): void {
  clearTimeout(saving);
  unsaved = false;
  if (!visiting) told(remember(held()));
}

/** Says beside its size if something is not there after a reload, though that is wanted. */
function told(is: Remembered): void {
  const place = byId("not-kept");
  place.textContent = is === "texts" ? "sources that are not UTF-8 are too long to be restored" : "too long to be restored";
  place.hidden = is === "all" || !wanted() || (editor.text === "" && sources.count === 0);
}

function load(it: Kept, texts: readonly SourceText[] = it.sources): void {
  loading = true;
  notices.end("page", "files");
  byId("not-kept").hidden = true;
  select.value = it.dialect ?? "";
  // The dialects may not be there yet.
  if (it.dialect !== undefined && select.value !== it.dialect) {
    select.append(el("option", { value: it.dialect }, it.dialect));
    select.value = it.dialect;
  }
  strict.checked = it.strict ?? false;
  sources.load(texts);
  editor.begin(it.document);
  convert.to = it.to ?? "";
  edits.told = it;
  tabs.show(it.panel ?? "problems");
  loading = false;
  schedule();
}

/** Shows an example that was chosen; Back leads to what was there. */
function loadExample(example: Example): void {
  entries.push(`#example=${encodeURIComponent(example.id)}`, left());
  showExample(example);
}

function showExample(example: Example): void {
  visiting = true;
  replace(example);
  announce(`${example.title}: ${example.shows}`);
}

/** The browser may be at another entry of its history: what that one held is shown again. */
function arrived(): void {
  const there = entries.arrived(left);
  if (there === undefined) return;
  const before = there.held ?? (followed() || there.isNew ? undefined : unnamed());
  if (before === undefined) return;
  ({ visiting } = before);
  replace(before.kept, before.sources);
  ({ own } = before);
  if (aside !== undefined && same(aside, before)) {
    // It is there.
    aside = undefined;
    putAside(undefined);
    notices.end("page");
  }
}

/** What an entry held that has no name and was left before the page was loaded: what was kept, or nothing. */
function unnamed(): Left {
  if (aside !== undefined) return { ...aside, own: true, visiting: false };
  return { kept: { document: "", sources: [] }, sources: [], own: false, visiting: true };
}

function same(one: Held, other: Held): boolean {
  return (
    one.kept.document === other.kept.document &&
    one.sources.length === other.sources.length &&
    one.sources.every(([path, text], at) => path === other.sources[at]?.[0] && text === other.sources[at][1])
  );
}

/** What the address asks for; whether it did. */
function followed(): boolean {
  try {
    const found = unfolded(location.hash);
    notices.end("link");
    if (found === undefined) return false;
    if (!("example" in found)) {
      visiting = true;
      replace(found);
    } else {
      const example = examples.find(({ id }) => id === found.example);
      if (example === undefined) throw new BrokenLink(`There is no example “${found.example}”.`);
      showExample(example);
    }
    return true;
  } catch (failure) {
    if (!(failure instanceof BrokenLink)) throw failure;
    // What is restored in its place does not end it.
    notices.say("link", failure.message);
    return false;
  }
}

const taker = {
  editor,
  sources,
  missing: () => last?.missing ?? [],
  begins: () => {
    notices.end("files");
    last = undefined;
  },
  fail,
};
const openDocument = (files: OpenedFile[]): void => { takeDocument(taker, files); };
const openSources = (files: OpenedFile[]): void => { takeSources(taker, files); };

theme(byId("theme") as HTMLSelectElement);
examplesSheet(byId("examples"), loadExample);
shareSheet(
  byId("share"),
  (withSources) => ({
    ...kept(withSources),
    left: withSources ? sources.count - texts(sources.all).length : 0,
  }),
  announce,
);
const restore = byId("restore") as HTMLInputElement;
restore.checked = wanted();
restore.addEventListener("change", () => {
  want(restore.checked);
  if (restore.checked) save();
  else told("nothing");
});
byId("clear").addEventListener("click", () => {
  visiting = true;
  replace({ document: "", sources: [] });
  entries.name("");
  forget();
  putAside(aside);
  editor.view.focus();
});
for (const choice of [select, strict]) choice.addEventListener("change", changed);
byId("open-document").addEventListener("click", () => {
  choose(false, openDocument, fail);
});
byId("open-source").addEventListener("click", () => {
  choose(true, openSources, fail);
});
drop(byId("document-pane"), openDocument, fail);
drop(byId("source-pane"), openSources, fail);
dropAnywhere((files) => {
  takeAnything(taker, files);
}, fail);
// The address stays what it is, and the focus gets to where one writes.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  editor.view.focus();
});
window.addEventListener("error", ({ error }) => {
  failed(error);
});
window.addEventListener("unhandledrejection", ({ reason }) => {
  failed(reason);
});
window.addEventListener("keydown", (event) => {
  if (dialog.open) return;
  // In the editors of a Mac, Ctrl K deletes to the end of the line.
  const asked = !event.defaultPrevented && event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (asked) palette.toggle();
  else if (undoing(event) && !palette.open) undo();
  else if (event.key === "F8" && !palette.open) step(problems, turn, event.shiftKey ? -1 : 1)();
  else return;
  event.preventDefault();
});
byId("palette-button").addEventListener("click", () => {
  palette.toggle();
});
window.addEventListener("popstate", arrived);
window.addEventListener("hashchange", arrived);
window.addEventListener("pagehide", () => {
  // A page that nobody has changed must not take the place of what another one kept.
  if (unsaved) saveNow();
});

const before = recalled();
const isOwn = before !== undefined && (before.kept.document !== "" || before.sources.length > 0);
// What a link shows must not take the place of what was kept, or of what was put aside.
aside = isOwn ? before : wasAside();
if (!followed()) {
  if (before === undefined) schedule();
  else load(before.kept, before.sources);
  own = isOwn;
  // It is there already, if it is what was kept.
  if (isOwn) aside = undefined;
  else offerBack();
}
// A page that is served while it is written must not be kept.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it the page works as long as there is a network.
  navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}
about();

/** Asks what the package is: its version, and the dialects that it knows. */
function about(): void {
  client.ask("about", null).then(
    (about) => {
      if (about === undefined) return;
      ({ dialects } = about);
      verdict.dialects(dialects);
      byId("version").textContent = `llm-types ${about.version}`;
      tabs.panel?.refresh();
    },
    (failure: unknown) => {
      // That the checker did not come is said already.
      if (failure instanceof Refused && !arrival.failed) notices.say("page", failure.message);
    },
  );
}
