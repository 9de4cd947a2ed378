/**
 * What can be had back: a change that is undone, wherever the focus is, and a text that was put aside.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { addSources, check, checked, checks, copied, eventually, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

const wrong = await text("docs/example/wrong.json");
const document = '{"execution_id":"r1","patern":"b","matches":[],"match_count":3}';

/** Fixes all, and the focus is on no editor then. */
async function fixAll(page) {
  await page.getByRole("button", { name: /^Fix all that is safe/u }).click();
  await page.locator("#proposal .difference .cm-content").waitFor();
  await checked(page, () => page.locator("#proposal").getByRole("button", { name: "Apply" }).click());
}

test("a fix is undone from wherever the focus is, but not from a field", () =>
  withPlayground(async (page) => {
    await check(page, document);
    await page.locator("#dialect").focus();
    await fixAll(page);
    await checked(page, () => page.keyboard.press("Control+z"));
    assert.equal(await copied(page), document);
    await fixAll(page);
    const fixed = await copied(page);
    // A field has its own.
    await page.locator("#tab-inspector").click();
    await page.locator("#panel-inspector input").first().focus();
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(200);
    assert.equal(await copied(page), fixed);
    // The palette has it as well, as long as there is something to undo.
    await page.locator("#tab-problems").focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("undo");
    await checked(page, () => page.keyboard.press("Enter"));
    assert.equal(await copied(page), document);
    // An example is no change: nothing of it can be undone.
    await page.goto(`${page.url().split("#")[0]}#example=search`);
    await page.locator("#verdict").getByText("ok", { exact: true }).waitFor();
    const example = await copied(page);
    await page.locator("#tab-problems").focus();
    await page.keyboard.press("Control+z");
    assert.equal(await copied(page), example);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("undo");
    assert.equal(await page.locator("#palette").getByRole("option").count(), 0);
  }));

test("what was cleared can be had back after a reload", () =>
  withPlayground(async (page) => {
    const restore = page.locator("#notice").getByRole("button", { name: "Restore" });
    const reload = async () => {
      await page.reload();
      await checks(page, 0);
    };
    await check(page, wrong);
    await checked(page, () => page.locator("#clear").click());
    await reload();
    assert.equal(await copied(page), "");
    await checked(page, () => restore.click());
    assert.equal(await copied(page), wrong);
    await eventually(() => page.evaluate(() => (globalThis.sessionStorage.getItem("llm-types-playground/1") ?? "").length > 9), true);
    await reload();
    assert.equal(await copied(page), wrong);
    assert.equal(await restore.isVisible(), false);
    // Not where nothing is to be kept.
    await checked(page, () => page.locator("#clear").click());
    await page.locator("#settings-button").click();
    await page.locator("#restore").uncheck();
    await reload();
    assert.equal(await restore.isVisible(), false);
  }));

const choose = (page, id) =>
  checked(page, async () => {
    await page.locator("#examples-button").click();
    await page.locator(`[data-example="${id}"]`).click();
  });
const hash = (page) => new URL(page.url()).hash;
const restore = (page) => page.locator("#notice").getByRole("button", { name: "Restore" });

test("Back brings back what was there before an example, and Forward the example", () =>
  withPlayground(async (page) => {
    await check(page, wrong);
    await addSources(page, { "main.rs": "fn\n" });
    await choose(page, "search");
    const search = await copied(page);
    await choose(page, "misspelt");
    const misspelt = await copied(page);
    assert.ok(new Set([wrong, search, misspelt]).size === 3);
    await checked(page, () => page.goBack());
    assert.equal(hash(page), "#example=search");
    assert.equal(await copied(page), search);
    // What was one's own is one's own again, and nothing is put aside.
    await checked(page, () => page.goBack());
    assert.equal(hash(page), "");
    assert.equal(await copied(page), wrong);
    assert.equal(await copied(page, "source-editor"), "fn\n");
    assert.equal(await restore(page).isVisible(), false);
    await checked(page, () => page.goForward());
    assert.equal(await copied(page), search);
    assert.equal(await restore(page).isVisible(), true);
    await checked(page, () => page.goForward());
    assert.equal(await copied(page), misspelt);
    // An example that was changed is there as it was left.
    await check(page, `${misspelt} `);
    assert.equal(hash(page), "");
    await checked(page, () => page.goBack());
    assert.equal(await copied(page), search);
    await checked(page, () => page.goForward());
    assert.equal(await copied(page), `${misspelt} `);
    await page.goBack();
    await checked(page, () => page.goBack());
    assert.equal(await copied(page), wrong);
    await page.reload();
    await checks(page, 0);
    assert.equal(await copied(page), wrong);
  }));

test("Back brings back what was there before also after a reload, and after an address that was written", () =>
  withPlayground(async (page) => {
    await choose(page, "search");
    await page.reload();
    await checks(page, 0);
    await checked(page, () => page.goBack());
    assert.equal(await copied(page), "");
    await check(page, wrong);
    await choose(page, "search");
    await page.reload();
    await checks(page, 0);
    await checked(page, () => page.goBack());
    assert.equal(await copied(page), wrong);
    assert.equal(await restore(page).isVisible(), false);
    await checked(page, () => page.goto(`${page.url().split("#")[0]}#example=misspelt`));
    assert.notEqual(await copied(page), wrong);
    await checked(page, () => page.goBack());
    assert.equal(await copied(page), wrong);
  }));

test("a source that is not UTF-8 is there after a reload, and it is said where it is not", () =>
  withPlayground(async (page) => {
    const bytes = Buffer.of(0x66, 0x6e, 0xff, 0x0a);
    const stored = (part) =>
      page.waitForFunction((what) => (globalThis.sessionStorage.getItem("llm-types-playground/1") ?? "").includes(what), part);
    const reload = async () => {
      await page.reload();
      await checks(page, 0);
    };
    const paths = () => page.locator("#source-tabs button").allInnerTexts();
    await check(page, wrong);
    await addSources(page, { "a.rs": "a", "main.rs": bytes, "z.rs": "z" });
    await stored("z.rs");
    await reload();
    assert.deepEqual(await paths(), ["a.rs", "src/main.rs", "z.rs"]);
    await page.locator("#source-tabs button").nth(1).click();
    assert.match(await page.locator("#source-profile").innerText(), /4 bytes.*not UTF-8 at byte 2/u);
    assert.equal(await page.locator("#not-kept").isVisible(), false);
    // Also what is put aside has it.
    await checked(page, () => page.locator("#clear").click());
    await reload();
    await checked(page, () => restore(page).click());
    assert.deepEqual(await paths(), ["a.rs", "src/main.rs", "z.rs"]);
    // One that is too long is told of, and all else is kept.
    await addSources(page, { "b.bin": Buffer.alloc(3_000_000, 0xff) });
    await eventually(() => page.locator("#not-kept").innerText(), "sources that are not UTF-8 are too long to be restored");
    await reload();
    assert.equal(await copied(page), wrong);
    assert.deepEqual(await paths(), ["a.rs", "z.rs"]);
  }));
