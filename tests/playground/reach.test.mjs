/**
 * Whether what can be done can be reached, and what is chosen can be told from what is not.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { checked, copied, linked, start, stop, withPlayground } from "./page.mjs";

before(start);
after(stop);

test("the skip link leads into the document", () =>
  withPlayground(async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.matches("#document-editor .cm-content")), true);
    assert.equal(new URL(page.url()).hash, "");
    await checked(page, () => page.keyboard.type("12"));
    assert.equal(await copied(page), "12");
  }));

const styles = (parts, ...names) =>
  parts.evaluateAll((all, asked) => all.map((it) => asked.map((name) => globalThis.getComputedStyle(it)[name])), names);

test("with the colours of the system marks, levels and the chosen tab are told apart", () =>
  withPlayground(async (page) => {
    await page.emulateMedia({ forcedColors: "active" });
    await linked(page);
    const wrong = page.locator("#source-editor .mark-wrong");
    assert.deepEqual(await styles(wrong, "textDecorationLine", "textDecorationStyle"), [["underline", "wavy"]]);
    await page.locator("#tab-problems").click();
    await page.locator(".problem").first().click();
    const [[outline]] = await styles(page.locator("#document-editor .lit").first(), "outlineStyle");
    assert.equal(outline, "solid");
    const adjusts = await page.locator(".problem .level").evaluateAll((all) =>
      all.map((it) => globalThis.getComputedStyle(it, "::before").forcedColorAdjust),
    );
    assert.deepEqual([...new Set(adjusts)], ["none"]);
    // One tab only has a line below it, whichever one the mouse is on.
    for (const on of ["envelope", "problems"]) {
      await page.locator(`#tab-${on}`).hover();
      const lines = await styles(page.locator("#tabs button"), "borderBlockEndColor");
      const [chosen, ...others] = lines.map(([colour]) => colour);
      assert.equal(new Set(others).size, 1);
      assert.notEqual(chosen, others[0]);
    }
  }, { hash: "#example=column-in-bytes" }));

test("a tab under the mouse does not look like the chosen one", () =>
  withPlayground(async (page) => {
    const look = async (panel) => (await styles(page.locator(`#tab-${panel}`), "borderBlockEndColor", "backgroundColor"))[0];
    await page.locator("#verdict").hover();
    const [line] = await look("problems");
    const [none, plain] = await look("envelope");
    assert.notEqual(line, none);
    await page.locator("#tab-envelope").hover();
    const [under, dark] = await look("envelope");
    assert.equal(under, none);
    assert.notEqual(dark, plain);
    await page.locator("#tab-problems").hover();
    assert.equal((await look("problems"))[0], line);
  }));
