/**
 * Whether what can be done can be reached, and what is chosen can be told from what is not.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { addSources, check, checked, copied, linked, start, stop, text, withPlayground } from "./page.mjs";

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

const glance = (page) => page.locator("#glance");
const inView = (part) =>
  part.evaluate((it) => {
    const { top, bottom, height } = it.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= document.documentElement.clientHeight;
  });

test("on a small screen the verdict is in view at once, and one step away", async () => {
  for (const viewport of [{ width: 360, height: 640 }, { width: 414, height: 896 }]) {
    await withPlayground(
      async (page) => {
        assert.equal(await glance(page).isVisible(), false);
        const lines = Array.from({ length: 400 }, () => '{"a":1}');
        await check(page, lines.join("\n"));
        // A long text does not push the rest of the page away.
        assert.ok((await page.locator("#document-editor").boundingBox()).height < 300);
        assert.match(await glance(page).innerText(), /^not ok\s*400 errors/u);
        for (const y of [0, 300, 100_000]) {
          await page.evaluate((to) => globalThis.scrollTo(0, to), y);
          assert.equal(await inView(glance(page)), true);
        }
        await page.evaluate(() => globalThis.scrollTo(0, 0));
        if (viewport.height < 700) assert.equal(await inView(page.locator("#verdict")), false);
        await glance(page).click();
        assert.equal(await inView(page.locator("#verdict")), true);
        assert.equal(await page.evaluate(() => document.activeElement?.id), "verdict");
        // It is not behind the line that led there.
        const [above, line] = await Promise.all([glance(page).boundingBox(), page.locator("#verdict").boundingBox()]);
        assert.ok(above.y + above.height <= line.y, `${above.y} + ${above.height} over ${line.y}`);
        await check(page, "");
        assert.equal(await glance(page).isVisible(), false);
      },
      { viewport },
    );
  }
});

test("where there is room for the verdict it is not said twice", () =>
  withPlayground(async (page) => {
    assert.equal(await page.locator("#verdict").isVisible(), true);
    assert.equal(await glance(page).isVisible(), false);
  }, { hash: "#example=misspelt" }));

test("what was not checked is told in a row for each reason", () =>
  withPlayground(async (page) => {
    const rows = () => page.locator("#unchecked > ul > li").allInnerTexts();
    const { matches: [match], ...rest } = JSON.parse(await text("docs/example/right.json"));
    const one = (file) => JSON.stringify({ ...rest, matches: [{ ...match, file }] });
    const document = ["One", "Two", one("a.rs"), "Three", one("b.rs"), "Four", "Five", ""].join("\n");
    await check(page, document);
    assert.deepEqual(await rows(), ["documents 1, 2, 4, 6, 7: the problems say why", "positions against the source: no sources were given"]);
    await addSources(page, { "other.rs": "x" });
    assert.deepEqual(await rows(), ["documents 1, 2, 4, 6, 7: the problems say why", "a.rs, b.rs: the problems say why"]);
    // Of one document the lines around it have no numbers.
    await check(page, `One\nTwo\n${one("other.rs")}\nThree\n`);
    assert.equal((await rows())[0], "the text around the JSON: it is no JSON");
    assert.ok((await rows()).every((row) => !row.includes("document")));
    // However many there are.
    const many = Array.from({ length: 300 }, (_, at) => one(`${at}.rs`)).join("\n");
    await check(page, many);
    assert.deepEqual(await rows(), ["0.rs, 1.rs, 2.rs, 297 more: the problems say why"]);
    await check(page, one("other.rs"));
    assert.equal(await page.locator("#unchecked").isVisible(), (await rows()).length > 0);
  }));
