/**
 * What is wrong with a document, in the page and by the native addon: the same.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { validate } from "../../dist/native/node.js";
import { addSources, check, checked, copied, listed, paste, selected, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

/** What the addon says, as the page should list it. */
function expected(document, options) {
  return validate(document, options).diagnostics.map((found) => ({
    code: found.code,
    pointer: found.pointer,
    level: found.level,
    where: found.start_line === undefined ? "" : `${found.start_line}:${found.start_col_utf16 + 1}`,
  }));
}

test("a wrong document has the problems that the addon finds, and a source proves more", () =>
  withPlayground(async (page) => {
    const wrong = await text("docs/example/wrong.json");
    const source = await text("docs/example/src/main.rs");
    await check(page, wrong);
    assert.deepEqual(await listed(page), expected(wrong));
    await addSources(page, { "main.rs": source });
    // The file has no folder; the document names the one that is meant.
    assert.equal(await page.locator("#source-path").inputValue(), "src/main.rs");
    const problems = expected(wrong, { sources: { "src/main.rs": source } });
    assert.equal(problems.length, 1);
    assert.deepEqual(await listed(page), problems);
    assert.match(await page.locator("#verdict").innerText(), /not ok.*llmsearch 1\.0\.0.*0 of 1 spans proved.*1 error/su);
    assert.match(await page.locator("#announcement").innerText(), /^not ok, llmsearch 1\.0\.0, 0 of 1 spans proved, 1 error$/u);

    await page.locator(".problem").first().press("Enter");
    assert.equal(await selected(page), "10");
    assert.match(await page.locator(".detail").innerText(), /Expected: 7/u);
    await page.locator(".detail strong").first().waitFor();
  }));

test("places are right behind characters of every width", () =>
  withPlayground(async (page) => {
    const document = '{"世界🚀": "👩‍👩‍👧‍👦", "é\\ud83d\\ude80": [1, 2,],\r\n "b": 01}';
    await check(page, document);
    assert.equal(await copied(page), document, "the editor changed the text");
    assert.deepEqual(await listed(page), expected(document));
    await page.keyboard.press("F8");
    const [first] = validate(document).diagnostics;
    const bytes = Buffer.from(document).subarray(first.byte_start, first.byte_end);
    assert.equal(await selected(page), bytes.toString());
  }));

test("tables, lines and prose are read as the addon reads them", () =>
  withPlayground(async (page) => {
    for (const path of [
      "tests/fixtures/magellan/4.17.0/export-csv.csv",
      "tests/fixtures/splice/2.6.2/log-filter.jsonl",
      "tests/fixtures/splice/2.6.2/query-none.txt",
    ]) {
      const document = await text(path);
      await check(page, document);
      assert.deepEqual(await listed(page), expected(document).slice(0, 200), path);
      const { dialect } = validate(document);
      assert.match(await page.locator("#verdict").innerText(), new RegExp(dialect, "u"), path);
    }
  }));

test("F8 goes through all problems, in both directions", () =>
  withPlayground(async (page) => {
    const document = JSON.stringify({
      execution_id: "r1",
      patern: "b",
      matches: [{ match_id: "m1", file: "a.rs", byte_start: 9, byte_end: 4, matched_text: "x", line_number: 0, column_number: 1, context_before: "", context_after: "" }],
      match_count: 3,
    });
    await check(page, document);
    const problems = validate(document).diagnostics;
    assert.ok(problems.length > 2);
    assert.deepEqual(await listed(page), expected(document));
    const open = () => page.locator('.problem[aria-expanded="true"]').evaluate((it) => [...it.closest("ol").children].indexOf(it.parentElement));
    await page.locator("#document-editor .cm-content").press("Control+Home");
    for (let at = 0; at < problems.length; at++) {
      await page.keyboard.press("F8");
      assert.equal(await open(), at);
    }
    await page.keyboard.press("F8");
    assert.equal(await open(), 0);
    await page.keyboard.press("Shift+F8");
    assert.equal(await open(), problems.length - 1);
  }));

test("thousands of problems: some are shown, and how many there are is told", () =>
  withPlayground(async (page) => {
    const match = { match_id: "m1", file: "a.rs", byte_start: 9, byte_end: 4, matched_text: "x", line_number: 1, column_number: 1, context_before: "", context_after: "" };
    const document = JSON.stringify({ execution_id: "r1", pattern: "b", matches: Array(7000).fill(match), match_count: 7000 });
    await check(page, document);
    const count = validate(document).diagnostics.length;
    assert.ok(count >= 7000);
    assert.equal((await listed(page)).length, 200);
    assert.equal(await page.locator("#tab-problems .count").innerText(), count.toLocaleString("en"));
    await page.getByRole("button", { name: "Show 200 of 4,800 more" }).click();
    assert.equal((await listed(page)).length, 400);
    assert.match(await page.locator(".rest").innerText(), new RegExp(`${(count - 5000).toLocaleString("en")} more are counted`, "u"));
  }));

test("hostile input leaves the page alive", () =>
  withPlayground(async (page) => {
    const alive = async () => {
      await check(page, "[1,]");
      assert.deepEqual((await listed(page)).map(({ code }) => code), ["TRAILING_COMMA"]);
    };
    for (const document of ["[".repeat(100_000), "{\"a\":".repeat(50_000), '{"a": "\u0000\u202e"}', '["\\ud800"]', "\u0000"]) {
      await check(page, document);
      assert.deepEqual(await listed(page), expected(document));
      await alive();
    }
    // Half of a pair is no text: it is refused with its code, as the addon refuses it.
    await check(page, '["\ud800"]');
    assert.deepEqual((await listed(page)).map(({ code }) => code), ["ILL_FORMED"]);
    await alive();
  }));

test("ten megabytes do not stop the page", { timeout: 60_000 }, () =>
  withPlayground(async (page) => {
    const match = { match_id: "m1", file: "a.rs", byte_start: 9, byte_end: 10, matched_text: "x", line_number: 1, column_number: 10, context_before: "", context_after: "" };
    const count = 70_000;
    const document = JSON.stringify({ execution_id: "r1", pattern: "x", matches: Array(count).fill(match), match_count: count + 1 });
    assert.ok(document.length > 10_000_000);
    await page.evaluate(() => {
      globalThis.longest = 0;
      let last = performance.now();
      const tick = () => {
        globalThis.longest = Math.max(globalThis.longest, performance.now() - last);
        last = performance.now();
        requestAnimationFrame(tick);
      };
      tick();
    });
    await check(page, document, 40_000);
    assert.deepEqual((await listed(page)).slice(0, 5), expected(document).slice(0, 5));
    // The paste itself and one layout; a page that stands still for seconds is frozen.
    const longest = await page.evaluate(() => globalThis.longest);
    assert.ok(longest < 3000, `no frame for ${longest} ms`);
    await check(page, "[1,]");
    assert.equal((await listed(page)).length, 1);
  }));

test("an answer to an older text is never shown", () =>
  withPlayground(async (page) => {
    const large = `[${"1,".repeat(2_000_000)}]`;
    await checked(page, async () => {
      await paste(page, "document-editor", large);
      await page.waitForTimeout(250);
      await paste(page, "document-editor", '{"a":1 "b":2}');
    });
    await page.waitForTimeout(800);
    assert.deepEqual(await listed(page), expected('{"a":1 "b":2}'));
  }));
