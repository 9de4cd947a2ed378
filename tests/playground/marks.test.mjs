/**
 * What is marked in the source: however many spans cover a place, and only what was proved
 * in the colour of what is proved.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { check, checked, eventually, linked, paste, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

const right = await text("docs/example/right.json");
const source = await text("docs/example/src/main.rs");
const verdict = (page) => page.locator("#verdict").innerText();

/** As many results of the same place. */
function repeated(count) {
  const { matches: [match], ...rest } = JSON.parse(right);
  const matches = Array.from({ length: count }, (_, at) => ({ ...match, match_id: `m${at}` }));
  return JSON.stringify({ ...rest, matches, match_count: count });
}

test("thousands of spans of one place are one mark, and all of them are found there", () =>
  withPlayground(async (page) => {
    for (const count of [1500, 10_000]) {
      await check(page, repeated(count));
      await checked(page, () => paste(page, "source-editor", source));
      await linked(page);
      assert.match(await verdict(page), /^ok/u);
      const marks = page.locator("#source-editor .mark-span");
      assert.deepEqual(await marks.allInnerTexts(), ["fn"]);
      assert.equal(await page.locator("#source-editor .mark-span *").count(), 0);
      await marks.click();
      assert.match(await page.locator("#links").innerText(), new RegExp(`^${count.toLocaleString("en")} spans here`, "u"));
      assert.deepEqual(await page.locator("#source-editor .mark-span.mark-lit").allInnerTexts(), ["fn"]);
      // And the text can be written in.
      await checked(page, () => page.keyboard.type("X"));
      assert.doesNotMatch(await verdict(page), /^ok/u);
    }
  }));

test("where the page itself fails the verdict claims nothing", () =>
  withPlayground(async (first, context) => {
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${first.url()}#example=search`);
    await page.locator("#verdict").getByText("ok", { exact: true }).waitFor();
    await linked(page);
    // An answer that cannot be shown in one part is shown in the others.
    const breaks = (selector) =>
      page.evaluate((part) => {
        document.querySelector(part).replaceChildren = () => {
          throw new Error("no room");
        };
      }, selector);
    await breaks("#source-offers");
    await check(page, "[1,]");
    assert.match(await verdict(page), /^not checked/u);
    assert.equal(await page.locator('.problems > li[data-code="TRAILING_COMMA"]').count(), 1);
    await page.locator("#notice").getByText("The page failed: no room").waitFor();
    await page.evaluate(() => {
      delete document.querySelector("#source-offers").replaceChildren;
    });
    await check(page, right);
    assert.match(await verdict(page), /^ok/u);
    assert.equal(await page.locator("#notice").getByText("no room").count(), 0);
    // An editor that cannot show what was written has another text than the one that was checked.
    await linked(page);
    await page.locator("#source-editor .cm-content").press("Control+End");
    await page.evaluate(() => {
      const { prototype } = globalThis.Node;
      const { insertBefore } = prototype;
      prototype.insertBefore = function (...nodes) {
        if (this.closest?.("#source-editor .cm-content")) throw new Error("no line");
        return insertBefore.apply(this, nodes);
      };
    });
    await page.keyboard.press("Enter");
    await eventually(async () => (await verdict(page)).split("\n")[0].slice(0, 11), "not checked");
    assert.equal(errors[0], "no room");
    assert.ok(errors.includes("no line"), errors.join());
  }));
