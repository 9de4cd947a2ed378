/**
 * What is wrong with a document, in the page and by the native addon: the same.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { validate } from "../../dist/native/node.js";
import { addSources, check, checked, copied, eventually, listed, lit, paste, start, stop, text, withPlayground } from "./page.mjs";

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
    await page.getByRole("tab", { name: `Problems ${expected(wrong).length}`, exact: true }).waitFor();
    await addSources(page, { "main.rs": source });
    // The file has no folder; the document names the one that is meant.
    assert.equal(await page.locator("#source-path").inputValue(), "src/main.rs");
    const problems = expected(wrong, { sources: { "src/main.rs": source } });
    assert.equal(problems.length, 1);
    assert.deepEqual(await listed(page), problems);
    assert.match(await page.locator("#verdict").innerText(), /not ok.*llmsearch 1\.0\.0.*0 of 1 spans proved.*1 error/su);
    assert.match(await page.locator("#announcement").innerText(), /^not ok, llmsearch 1\.0\.0, 0 of 1 spans proved, 1 error$/u);

    await page.locator(".problem").first().press("Enter");
    assert.equal(await lit(page), "10");
    assert.match(await page.locator(".detail").innerText(), /Expected:\s+7/u);
    await page.locator(".detail strong").first().waitFor();
  }));

test("where no position was checked, the text to add is named", () =>
  withPlayground(async (page) => {
    const right = await text("docs/example/right.json");
    await check(page, right);
    assert.equal(await page.locator(".calm").innerText(), "Nothing wrong found; no position was checked: add src/main.rs.");
    assert.match(await page.locator("#verdict").innerText(), /^nothing wrong found/u);
    // A text that no path means checks nothing either.
    await addSources(page, { "other.rs": "x" });
    assert.match(await page.locator("#verdict").innerText(), /^nothing wrong found/u);
    await addSources(page, { "main.rs": await text("docs/example/src/main.rs") });
    assert.equal(await page.locator(".calm").innerText(), "Nothing is wrong.");
    assert.match(await page.locator("#verdict").innerText(), /^ok/u);
  }));

test("documents are counted from 1", () =>
  withPlayground(async (page) => {
    const right = JSON.stringify(JSON.parse(await text("docs/example/right.json")));
    const document = `${right}\n{"a":1}\n`;
    const { checked: { not_checked } } = validate(document);
    assert.ok(not_checked.some(({ what }) => what === "document 1"));
    await check(page, document);
    const said = (await page.locator("#unchecked li").allInnerTexts()).join();
    assert.ok(said.includes("document 2") && !said.includes("document 1"), said);
  }));

test("only JSON is coloured as JSON", () =>
  withPlayground(async (page) => {
    for (const [document, coloured] of [["[1, 2]", true], ["a,1\nb,2\n", false], [" {\"a\": 1}", true], ["<p>1</p>", false]]) {
      await check(page, document);
      await eventually(async () => (await page.locator("#document-editor .tok-atom").count()) > 0, coloured);
    }
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
    assert.equal(await lit(page), bytes.toString());
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
      // What is about the lines around a document is listed where that is asked for.
      const around = page.locator('[data-advice="keep"] [aria-pressed="false"]');
      if (path.endsWith(".txt")) await around.click();
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

test("after a paste F8 begins at the first problem, and Shift F8 at the last", () =>
  withPlayground(async (page) => {
    const document = '{"execution_id":"r1","patern":"b","matches":[],"match_count":3}';
    const count = validate(document).diagnostics.length;
    assert.ok(count > 1);
    const open = () => page.locator("#announcement").innerText();
    await check(page, document);
    await page.keyboard.press("F8");
    assert.match(await open(), new RegExp(`^1 of ${count}:`, "u"));
    await check(page, `${document} `);
    await page.keyboard.press("Shift+F8");
    assert.match(await open(), new RegExp(`^${count} of ${count}:`, "u"));
  }));

test("a problem that was opened is shown, and no key writes over it", () =>
  withPlayground(async (page) => {
    const document = await copied(page);
    const first = page.locator(".problem").first();
    const focused = () => page.evaluate(() => document.activeElement?.className);
    await first.focus();
    await page.keyboard.press("Enter");
    assert.equal(await first.getAttribute("aria-expanded"), "true");
    assert.equal(await focused(), "problem");
    assert.notEqual(await lit(page), "");
    // The same again closes it.
    await page.keyboard.press("Enter");
    assert.equal(await first.getAttribute("aria-expanded"), "false");
    assert.equal(await page.locator(".detail").count(), 0);
    await page.locator("#document-editor .cm-content").press("Control+Home");
    await page.keyboard.press("F8");
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "problem");
    assert.equal(await copied(page), document);
    // Whoever wants to write there gets the cursor, and nothing is selected.
    await first.click();
    await page.getByRole("button", { name: "Go to it in the document" }).click();
    assert.match(await focused(), /cm-content/u);
    await checked(page, () => page.keyboard.type("X"));
    assert.equal((await copied(page)).length, document.length + 1);
  }, { hash: "#example=misspelt" }));

test("what is said of a problem stays in view on a small screen", async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 640, height: 400 }]) {
    await withPlayground(
      async (page) => {
        await page.locator(".problem").first().click();
        await page.locator(".detail .why strong").first().waitFor();
        assert.equal(await page.evaluate(() => document.activeElement?.className), "problem");
        await eventually(
          () => page.locator(".detail p").first().evaluate((remedy) => {
            const { top, bottom } = remedy.getBoundingClientRect();
            return top >= 0 && bottom <= document.documentElement.clientHeight;
          }),
          true,
        );
        // The place is in view in its editor all the same.
        assert.equal(
          await page.locator("#document-editor").evaluate((editor) => {
            const [outer, inner] = [editor, editor.querySelector(".lit")].map((it) => it.getBoundingClientRect());
            return outer.top <= inner.top && inner.bottom <= outer.bottom;
          }),
          true,
        );
      },
      { viewport, hash: "#example=misspelt" },
    );
  }
});

test("problems are listed by level", () =>
  withPlayground(async (page) => {
    const document = '{"execution_id":"r1","patern":"b","matches":[],"match_count":3}';
    await check(page, document);
    const all = expected(document);
    const levels = [...new Set(all.map(({ level }) => level))];
    assert.ok(levels.length > 1, "one level only");
    for (const level of levels) {
      const some = all.filter((one) => one.level === level);
      const toggle = page.getByRole("button", { name: new RegExp(`^${some.length} ${level}s?$`, "u") });
      await toggle.click();
      assert.equal(await toggle.getAttribute("aria-pressed"), "false");
      assert.deepEqual(await listed(page), all.filter((one) => one.level !== level));
      // F8 goes through what is listed.
      await page.locator("#document-editor .cm-content").press("Control+Home");
      for (let at = 0; at < all.length; at++) {
        await page.keyboard.press("F8");
        assert.notEqual(await page.locator('.problem[aria-expanded="true"] .level').innerText(), level);
      }
      await toggle.click();
      assert.deepEqual(await listed(page), all);
    }
  }));

/** Which of the rows has the focus, and how many there are. */
const position = (page) =>
  page.locator(".problems").evaluate(({ children }) => [[...children].findIndex((row) => row.contains(document.activeElement)), children.length]);

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
    // Whoever asked for them goes on there.
    assert.deepEqual(await position(page), [200, 400]);
    assert.match(await page.locator(".rest:visible").innerText(), new RegExp(`${(count - 5000).toLocaleString("en")} more are counted`, "u"));
    // The last one is opened without all the others.
    await page.locator("#document-editor .cm-content").press("Control+Home");
    await page.keyboard.press("Shift+F8");
    assert.match(await page.locator("#announcement").innerText(), /^5000 of 5000: /u);
    assert.deepEqual(await position(page), [199, 200]);
    await page.getByRole("button", { name: "Show 200 of 4,800 before" }).click();
    assert.deepEqual(await position(page), [199, 400]);
    await page.keyboard.press("F8");
    assert.match(await page.locator("#announcement").innerText(), /^1 of 5000: /u);
    assert.deepEqual(await position(page), [0, 200]);
  }));

test("how many can be mended is told of those that are listed", () =>
  withPlayground(async (page) => {
    const one = '{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"b","matches":[],"match_count":3}';
    const said = (text) => page.locator("#panel-problems .bar").getByText(text, { exact: true }).waitFor();
    await check(page, `${one}\n`.repeat(3));
    await said("3 findings can be mended");
    await check(page, `${one}\n`.repeat(5001));
    assert.equal(await page.locator("#tab-problems .count").innerText(), "5,001");
    await said("5,000 findings of the 5,000 listed can be mended");
  }));

test("F8 goes far in one line of some megabytes, and takes no time that is felt", { timeout: 60_000 }, () =>
  withPlayground(async (page) => {
    const count = 15_000;
    const wrong = Array.from({ length: 10 }, (_, at) => at * 1500 + 700);
    const matches = Array.from({ length: count }, (_, at) => ({
      match_id: `m${at}`, file: "a.rs", byte_start: 10 * at + 1, byte_end: wrong.includes(at) ? 10 * at : 10 * at + 2, matched_text: "x",
      line_number: at + 1, column_number: 2, context_before: "a", context_after: "lorem ipsum 🚀 ".repeat(15),
    }));
    const document = JSON.stringify({ execution_id: "550e8400-e29b-41d4-a716-446655440000", pattern: "x", matches, match_count: count });
    assert.ok(document.length > 4_000_000);
    await check(page, document, 40_000);
    assert.deepEqual((await listed(page)).map(({ pointer }) => pointer), wrong.map((at) => `/matches/${at}/byte_end`));
    await page.locator("#document-editor .cm-content").press("Control+Home");
    for (const [nth] of wrong.entries()) {
      const took = await page.evaluate(async () => {
        const begun = performance.now();
        globalThis.dispatchEvent(new globalThis.KeyboardEvent("keydown", { key: "F8", cancelable: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - begun;
      });
      assert.ok(took < 1000, `${took} ms`);
      assert.match(await page.locator("#announcement").innerText(), new RegExp(`^${nth + 1} of 10: `, "u"));
      await eventually(
        () => page.locator("#document-editor").evaluate((editor) => {
          const [outer, inner] = [editor, editor.querySelector(".lit")].map((it) => it.getBoundingClientRect());
          return outer.top <= inner.top && inner.bottom <= outer.bottom;
        }),
        true,
      );
    }
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
