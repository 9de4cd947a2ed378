/**
 * The playground in a headless browser, and what a person does there.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { launch, serve } from "../js/browser.mjs";
import { root } from "../js/files.mjs";

/** A file of the repository, as text. */
export const text = (path) => readFile(new URL(path, root), "utf8");

let browser;
let server;

/** Starts the server and the browser that all tests share. */
export async function start() {
  server = await serve({});
  browser = await launch();
}

export async function stop() {
  await browser?.close();
  server?.close();
}

/** Opens the page, and looks afterwards at what it asked for and complained of. */
export async function withPlayground(work, { hash = "", viewport, colorScheme, offline = false } = {}) {
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1280, height: 900 },
    colorScheme: colorScheme ?? "light",
    reducedMotion: "reduce",
    // It would fetch all files again for each test.
    serviceWorkers: offline ? "allow" : "block",
  });
  const page = await context.newPage();
  const complaints = [];
  const elsewhere = [];
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !url.startsWith("blob:")) elsewhere.push(url);
  });
  try {
    await page.goto(`${server.address}/playground/dist/index.html${hash}`);
    await checks(page, 0);
    const result = await work(page, context);
    assert.deepEqual(complaints, [], "the page complained");
    assert.deepEqual(elsewhere, [], "a request left the origin");
    return result;
  } finally {
    await context.close();
  }
}

const seen = (page) => page.evaluate(() => Number(document.documentElement.dataset.checked ?? 0));

/** Waits until the page has shown more answers than that. */
export async function checks(page, before, timeout = 20_000) {
  await page.waitForFunction(
    (count) => Number(document.documentElement.dataset.checked ?? 0) > count,
    before,
    { timeout },
  );
}

/** Does something, and waits until its answer is shown. */
export async function checked(page, act, timeout) {
  const before = await seen(page);
  await act();
  await checks(page, before, timeout);
}

/** Waits until the spans of the newest answer are linked. */
export function linked(page) {
  return page.waitForFunction(() => {
    const { linked, checked } = document.documentElement.dataset;
    return linked !== undefined && linked === checked;
  });
}

/** Pastes text over all that an editor holds, as a person does. */
export async function paste(page, editor, what) {
  await page.locator(`#${editor} .cm-content`).focus();
  await page.keyboard.press("Control+a");
  await page.evaluate(
    ([id, pasted]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(`#${id} .cm-content`).dispatchEvent(event);
    },
    [editor, what],
  );
}

/** Pastes a document and waits for what is said of it. */
export function check(page, what, timeout) {
  return checked(page, () => paste(page, "document-editor", what), timeout);
}

/** Opens files by the button of the source, and waits for what is said then. */
export function addSources(page, files) {
  return checked(page, async () => {
    const choosing = page.waitForEvent("filechooser");
    await page.locator("#open-source").click();
    const entries = Object.entries(files);
    await (await choosing).setFiles(
      entries.map(([name, body]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(body) })),
    );
  });
}

/** Waits until asking gives what is expected; after some seconds it must. */
export async function eventually(ask, expected) {
  const until = performance.now() + 5000;
  while (performance.now() < until) {
    try {
      assert.deepEqual(await ask(), expected);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  assert.deepEqual(await ask(), expected);
}

/** The problems as the page lists them. */
export function listed(page) {
  return page.locator(".problems > li").evaluateAll((rows) =>
    rows.map(({ dataset }) => ({
      code: dataset.code,
      pointer: dataset.pointer,
      level: dataset.level,
      where: dataset.where,
    })),
  );
}

/** The text of the document, as copying all of it gives. */
export async function copied(page, editor = "document-editor") {
  await page.locator(`#${editor} .cm-content`).focus();
  await page.keyboard.press("Control+a");
  return selected(page, editor);
}

/** What is lit up in the document; what breaks a line is left out. */
export async function lit(page) {
  return (await page.locator("#document-editor .lit").allInnerTexts()).join("");
}

/** The selected text of an editor, as copying it gives. */
export function selected(page, editor = "document-editor") {
  return page.evaluate((id) => {
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(`#${id} .cm-content`).dispatchEvent(event);
    return clipboardData.getData("text/plain");
  }, editor);
}
