/**
 * Whether what can be done can be reached, and what is chosen can be told from what is not.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { checked, copied, start, stop, withPlayground } from "./page.mjs";

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
