/**
 * What is proposed for many findings at once, and the order of what is said of one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { validate } from "../../dist/native/node.js";
import { addSources, check, checked, copied, eventually, listed, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

const right = JSON.stringify(JSON.parse(await text("docs/example/right.json")));
const pretty = JSON.stringify(JSON.parse(right), null, 2);
const advice = (page, name) => page.locator(`[data-advice="${name}"]`);

/** Agrees to what is proposed. */
const agree = (page) => checked(page, () => page.locator("#proposal").getByRole("button", { name: "Apply" }).click());

test("of prose with one JSON value in it only the JSON can be kept, in one step", () =>
  withPlayground(async (page) => {
    const said = "Sure!\nI ran the tool.\n\n";
    for (const [head, value, tail] of [
      ["Here is the output:\n", right, "\nDone.\n"],
      [`${said}It said “🚀”:\n`, pretty, "\n\nDone.\nBye"],
      ["Here:\n```json\n", pretty, "\n```\nDone."],
      ["Output: ", right, ""],
      ["The output [1] is ", right, " and that is it."],
      ["[2024-01-01] INFO begins\n", right, "\n[2024-01-01] INFO ends\n"],
      ["Here is a list:\r\n", "[1, 2]", "\r\nDone.\r\n"],
    ]) {
      await check(page, `${head}${value}${tail}`);
      await advice(page, "keep").getByRole("button", { name: "Keep only the JSON…" }).click();
      await agree(page);
      assert.equal(await copied(page), value);
      assert.equal(await advice(page, "keep").count(), 0);
      assert.deepEqual((await listed(page)).map(({ code }) => code), validate(value).diagnostics.map(({ code }) => code));
      // It is undone as any change is.
      await checked(page, () => page.keyboard.press("Control+z"));
      assert.equal(await copied(page), `${head}${value}${tail}`);
    }
  }));

test("what is about the text around the JSON is listed where that is asked for", () =>
  withPlayground(async (page) => {
    const wrong = JSON.stringify({ ...JSON.parse(right), match_count: 7 });
    const document = `One.\nTwo.\nThree.\n${wrong}\nFour.\n`;
    const all = validate(document).diagnostics.map(({ code }) => code);
    const own = validate(wrong).diagnostics.map(({ code }) => code);
    assert.ok(own.length > 0 && all.length === own.length + 4);
    await check(page, document);
    const codes = async () => (await listed(page)).map(({ code }) => code);
    assert.deepEqual(await codes(), own);
    assert.match(await page.locator("#verdict").innerText(), new RegExp(`${all.length} errors`, "u"));
    await page.locator("#document-editor .cm-content").press("Control+Home");
    await page.keyboard.press("F8");
    assert.match(await page.locator("#announcement").innerText(), new RegExp(`^1 of ${own.length}: `, "u"));
    await advice(page, "keep").getByRole("button", { name: "List the 4 findings about it" }).click();
    assert.deepEqual(await codes(), all);
    await advice(page, "keep").getByRole("button", { name: "Leave out the 4 findings about it" }).click();
    assert.deepEqual(await codes(), own);
    // Where nothing else is wrong, the keys lead to the step that mends it.
    await check(page, `One.\n${right}\n`);
    assert.deepEqual(await codes(), []);
    await page.locator("#document-editor .cm-content").press("Control+Home");
    await page.keyboard.press("F8");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Keep only the JSON…");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("keep");
    await page.keyboard.press("Enter");
    await agree(page);
    assert.equal(await copied(page), right);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("keep");
    assert.equal(await page.locator("#palette").getByRole("option").count(), 0);
  }));

test("nothing is cut out of a document, and nothing is proposed for several", () =>
  withPlayground(async (page) => {
    for (const document of [
      right,
      `First:\n${right}\nSecond:\n${right}\n`,
      `${right}\n${right}\noops\n`,
      '{"a": {"b": 1},}',
      '[\n{"a": 1},\n]',
      '[\n{"a": 1}\n',
      '"a": 1,\n"b":\n{"c": 1}\n',
      '"a": 1, "b": {"c": 1}',
      '{"a": 1}}',
      '{"a": 1}\n5\n',
      "Nothing is in here, see [1].",
      "a,[],b\n1,2,3\n",
    ]) {
      await check(page, document);
      assert.equal(await advice(page, "keep").count(), 0, document);
      const found = validate(document).diagnostics.map(({ code }) => code);
      assert.deepEqual((await listed(page)).map(({ code }) => code), found, document);
    }
  }));

/** Results of a search in as many lines, each with a column that counts bytes. */
function miscounted(count) {
  const lines = Array.from({ length: count }, (_, at) => `/*é*/ let v${at} = ${at};`);
  let start = 7;
  const matches = lines.map((line, at) => {
    const match = {
      match_id: `m${at}`, file: "src/a.rs", matched_text: "let", context_before: "/*é*/ ", context_after: line.slice(9),
      byte_start: start, byte_end: start + 3, line_number: at + 1, column_number: 8,
    };
    start += Buffer.byteLength(line) + 1;
    return match;
  });
  const document = JSON.stringify({ execution_id: "550e8400-e29b-41d4-a716-446655440000", pattern: "let", matches, match_count: count });
  return [document, `${lines.join("\n")}\n`];
}

test("where many positions do not fit, the detective is one step away", () =>
  withPlayground(async (page) => {
    const [document, source] = miscounted(20);
    await check(page, document);
    // Without a source there is nothing to hold against.
    assert.equal(await advice(page, "counting").count(), 0);
    await addSources(page, { "a.rs": source });
    assert.equal((await listed(page)).filter(({ code }) => code === "POSITION_MISMATCH").length, 20);
    assert.match(await advice(page, "counting").innerText(), /^20 findings say/u);
    const shown = async () => {
      await page.locator('#panel-detective [data-verdict="other"]').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.id), "tab-detective");
    };
    await advice(page, "counting").getByRole("button", { name: "Ask the detective" }).click();
    await shown();
    // And from each of them.
    await page.locator("#tab-problems").click();
    await page.locator(".problem").nth(3).click();
    await page.locator(".detail").getByRole("button", { name: "Ask the detective" }).click();
    await shown();
  }));

test("all of one kind can be fixed at once, where others are safe to fix, too", () =>
  withPlayground(async (page) => {
    const one = '{"execution_id":"550e8400-e29b-41d4-a716-446655440000","patern":"b","matches":[],"match_count":3}';
    const document = `${one}\n${one}\n${one}\n`;
    const safe = validate(document).diagnostics.filter(({ fixes }) => fixes?.[0]?.applicability === "safe").map(({ code }) => code);
    const [kind, other] = new Set(safe);
    assert.ok(other !== undefined);
    await check(page, document);
    await advice(page, "kinds").getByRole("button", { name: `${kind} (3)…` }).click();
    await agree(page);
    const left = (await listed(page)).map(({ code }) => code);
    assert.ok(!left.includes(kind) && left.includes(other), left.join());
  }));

test("what is said of a problem comes in one order: where, what to do, why, the rule", () =>
  withPlayground(async (page) => {
    const [document, source] = miscounted(2);
    await check(page, document.replace('"pattern"', '"patern"'));
    await addSources(page, { "a.rs": source });
    const rows = await listed(page);
    assert.ok(new Set(rows.map(({ code }) => code)).size > 1);
    const order = ["Expected:", "Where:", "What to do:", "Why:", "Rule:"];
    for (const [at, { code, where }] of rows.entries()) {
      await page.locator(".problem").nth(at).click();
      await page.locator(".detail .why strong").first().waitFor();
      const names = await page.locator(".detail .part > strong").allInnerTexts();
      assert.deepEqual(names, order.filter((name) => names.includes(name)));
      assert.deepEqual(names.filter((name) => name !== "Expected:"), order.slice(1));
      const [line, column] = where.split(":");
      await eventually(async () => (await page.locator(".detail").innerText()).includes(`line ${line}, column ${column}`), true);
      // What mends it stands with what to do, before the reasons.
      const part = page.locator(".detail .part", { hasText: "What to do:" });
      assert.equal(await page.locator(".detail").getByRole("button", { name: "Apply" }).count(), await part.getByRole("button", { name: "Apply" }).count());
      assert.match(await page.locator(".detail .part", { hasText: "Rule:" }).innerText(), new RegExp(code, "u"));
    }
  }));
