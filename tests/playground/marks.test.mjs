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

/** What is marked how in the source that is shown. */
async function marked(page) {
  await linked(page);
  return page.locator("#source-editor [class*=mark-]").evaluateAll((all) =>
    all.map((it) => `${it.textContent} ${[...it.classList].filter((one) => one.startsWith("mark-")).join(" ")}`),
  );
}

test("only what is proved has the colour of what is proved", () =>
  withPlayground(async (page) => {
    const lines = ["let a = 1;", "let b = 2;", "let c = 3;"];
    const matches = lines.map((line, at) => ({
      match_id: `m${at}`, file: "src/main.rs", matched_text: "let", context_before: "", context_after: line.slice(3),
      byte_start: at * 11, byte_end: at * 11 + 3, line_number: at + 1, column_number: 1,
    }));
    const made = (some) => JSON.stringify({ execution_id: "550e8400-e29b-41d4-a716-446655440000", pattern: "let", matches: some, match_count: some.length });
    const whole = `${lines.join("\n")}\n`;
    await check(page, made(matches));
    await checked(page, () => paste(page, "source-editor", whole));
    assert.match(await verdict(page), /^ok.*3 of 3 spans proved/su);
    assert.deepEqual(await marked(page), Array(3).fill("let mark-span"));
    // Around one of them is another text.
    await check(page, made(matches.map((match, at) => (at === 1 ? { ...match, context_after: " x" } : match))));
    assert.match(await verdict(page), /2 of 3 spans proved/u);
    assert.equal(await page.locator('.problems > li[data-code="CONTEXT_MISMATCH"]').count(), 1);
    assert.deepEqual(await marked(page), ["let mark-span", "let mark-doubt", "let mark-span"]);
    assert.match(await page.locator("#links").innerText(), /1 not proved/u);
    await page.locator("#source-editor .mark-span").first().click();
    await eventually(async () => /proved by its text/u.test(await page.locator("#links").innerText()), true);
    // The column of one of them is another place.
    await check(page, made(matches.map((match, at) => (at === 1 ? { ...match, column_number: 2 } : match))));
    assert.deepEqual(await marked(page), ["let mark-span", "let mark-doubt mark-wrong", "let mark-span"]);
    // Nothing fits: the source is another text.
    await check(page, made(matches));
    await checked(page, () => paste(page, "source-editor", `// new\n${whole}`));
    assert.match(await verdict(page), /0 of 3 spans proved/u);
    assert.equal(await page.locator('.problems > li[data-code="FILE_STALE"]').count(), 1);
    const now = await marked(page);
    assert.ok(now.length > 0 && now.every((one) => one.endsWith(" mark-doubt")), now.join());
  }));
