/**
 * What can be had back: a change that is undone, wherever the focus is, and a text that was put aside.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { check, checked, checks, copied, eventually, start, stop, text, withPlayground } from "./page.mjs";

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
