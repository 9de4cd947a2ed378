/**
 * What the page does with a document: fixes, links to the source, and each panel, held
 * against the native addon.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import * as api from "../../dist/native/node.js";
import { addSources, check, checked, copied, eventually, linked, listed, lit, paste, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

const source = await text("docs/example/src/main.rs");
const wrong = await text("docs/example/wrong.json");
const right = await text("docs/example/right.json");
const sources = { "src/main.rs": source };

test("fixes are shown, applied and undone", () =>
  withPlayground(async (page) => {
    const document = '{"execution_id":"r1","patern":"🚀","matches":[],"match_count":3}';
    await check(page, document);
    const fixed = api.applyFixes(document);
    assert.equal(fixed.applied.length, 2);

    // One.
    await page.locator('li[data-code="COUNT_MISMATCH"] .problem').click();
    await page.getByRole("button", { name: "Preview" }).click();
    assert.match(await page.locator("#proposal .difference").innerText(), /match_count/u);
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await copied(page), document);
    await checked(page, () => page.locator(".detail").getByRole("button", { name: "Apply" }).click());
    assert.equal(await copied(page), document.replace('"match_count":3', '"match_count":0'));
    await checked(page, () => page.keyboard.press("Control+z"));
    assert.equal(await copied(page), document);

    // All.
    await page.getByRole("button", { name: /^Fix all that is safe/u }).click();
    await page.locator("#proposal .difference .cm-content").waitFor();
    await checked(page, () => page.locator("#proposal").getByRole("button", { name: "Apply" }).click());
    // Not lost with the button that was pressed.
    assert.equal(await page.evaluate(() => document.activeElement?.id), "verdict");
    assert.equal(await copied(page), fixed.text);
    assert.deepEqual((await listed(page)).map(({ code }) => code), fixed.validation.diagnostics.map(({ code }) => code));
    await checked(page, () => page.locator("#document-editor .cm-content").press("Control+z"));
    assert.equal(await copied(page), document);
  }));

test("of the example of two mistakes both can be mended", () =>
  withPlayground(async (page) => {
    assert.deepEqual((await listed(page)).map(({ code }) => code).sort(), ["COUNT_MISMATCH", "MISSING_FIELD", "UNKNOWN_FIELD"]);
    await page.getByRole("button", { name: "Fix all that is safe (2)" }).click();
    await checked(page, () => page.locator("#proposal").getByRole("button", { name: "Apply" }).click());
    assert.deepEqual(await listed(page), []);
    const { pattern, match_count: count } = JSON.parse(await copied(page));
    assert.deepEqual([pattern, count], ["fn", 0]);
  }, { hash: "#example=misspelt" }));

test("all fixes of one kind, and no others", () =>
  withPlayground(async (page) => {
    const one = '{"execution_id":"r1","patern":"b","matches":[],"match_count":3}';
    const document = `${one}\n${one}\n`;
    await check(page, document);
    const fixed = api.applyFixes(document, { codes: ["COUNT_MISMATCH"] });
    assert.equal(fixed.applied.length, 2);
    await page.locator('li[data-code="COUNT_MISMATCH"] .problem').first().click();
    await page.getByRole("button", { name: "Fix all 2 of this kind…" }).click();
    await page.locator("#proposal .difference .cm-content").waitFor();
    await checked(page, () => page.locator("#proposal").getByRole("button", { name: "Apply" }).click());
    assert.equal(await copied(page), fixed.text);
    assert.notEqual(fixed.text, api.applyFixes(document).text);
  }));

test("a click in either text lights up the span in the other", () =>
  withPlayground(async (page) => {
    await check(page, right);
    await addSources(page, { "main.rs": source });
    await linked(page);
    await page.locator("#source-editor .mark-span").click();
    await page.locator("#document-editor .lit").first().waitFor();
    assert.match(await page.locator("#links").innerText(), /\/matches\/0.*bytes 9–11, 1:9–1:11/su);
    await page.locator("#links button").click();
    const span = right.slice(right.indexOf("{", 1), right.indexOf("]")).trim();
    await eventually(() => lit(page), span.replaceAll("\n", ""));
    await eventually(() => page.locator("#source-editor .mark-lit").allInnerTexts(), ["fn"]);
    // Outside of every span nothing is lit; inside one it is, wherever the cursor stands in it.
    await page.locator("#document-editor .cm-content").press("Control+Home");
    await eventually(() => page.locator("#source-editor .mark-lit").count(), 0);
    for (let at = 0; at <= right.indexOf('"byte_start"'); at += 1) await page.keyboard.press("ArrowRight");
    await eventually(() => page.locator("#source-editor .mark-lit").allInnerTexts(), ["fn"]);
  }));

test("spans of each line of JSON Lines are linked, and of thousands all", () =>
  withPlayground(async (page) => {
    await check(page, `${right.trim()}\n${right.trim()}\n`);
    await addSources(page, { "main.rs": source });
    await linked(page);
    assert.match(await page.locator("#links").innerText(), /^2 spans linked/u);
    await page.locator("#source-editor .mark-span").first().click();
    await eventually(() => page.locator("#document-editor .lit").evaluateAll((all) => all.length > 1), true);
    assert.match(await page.locator("#links").innerText(), /^2 spans here/u);
    await page.locator("#links button").nth(1).click();
    const line = () => page.locator("#document-editor .cm-line").evaluateAll((all) => all.findIndex((it) => it.matches(".cm-activeLine")));
    await eventually(line, 1);

    const lines = Array.from({ length: 3000 }, (_, at) => `let x${at};`);
    let start = 0;
    const matches = lines.map((line, at) => {
      const place = { byte_start: start, byte_end: start + 3, line_number: at + 1, column_number: 1 };
      start += line.length + 1;
      return { match_id: `m${at}`, file: "src/main.rs", matched_text: "let", context_before: "", context_after: line.slice(3), ...place };
    });
    await check(page, JSON.stringify({ execution_id: "r1", pattern: "let", matches, match_count: 3000 }));
    await checked(page, () => paste(page, "source-editor", `${lines.join("\n")}\n`));
    await linked(page);
    assert.match(await page.locator("#links").innerText(), /^3,000 spans linked\./u);
    await page.locator("#source-editor .cm-content").press("Control+End");
    await page.keyboard.press("ArrowUp");
    assert.match(await page.locator("#links").innerText(), /\/matches\/2999/u);
    await page.locator("#links button").click();
    await eventually(async () => JSON.parse(await lit(page)).match_id, "m2999");
  }));

test("spans of wrapped documents and of graph exports are linked to what was pasted", () =>
  withPlayground(async (page) => {
    const document = await text("tests/fixtures/llmgrep/3.11.2/find-ast.json");
    await check(page, document);
    await addSources(page, { "crlf_ledger.rs": await text("tests/fixtures/workspace/src/crlf_ledger.rs") });
    await linked(page);
    // It says only its offsets, so nothing proves it.
    await page.locator("#source-editor .mark-doubt").first().click();
    await eventually(() => page.locator("#links button").allInnerTexts(), ["/nodes/0"]);
    await page.locator("#links button").click();
    await eventually(async () => JSON.parse(await lit(page)), JSON.parse(document).nodes[0]);

    const exported = await text("tests/fixtures/magellan/1.8.0/export-json.json");
    const kitchen = await text("tests/fixtures/workspace/js/kitchen.js");
    const { spans_proved, spans_total } = api.validate(exported, { sources: { "js/kitchen.js": kitchen } }).checked.source;
    // Its answer is one of its own, and not that of what is pasted then.
    await checked(page, () => page.locator("#clear").click());
    await check(page, exported);
    await addSources(page, { "kitchen.js": kitchen });
    await linked(page);
    assert.match(await page.locator("#links").innerText(), new RegExp(`^${spans_proved} spans linked of ${spans_total}\\.`, "u"));
    assert.ok((await page.locator("#source-editor .mark-span").count()) > 0);
    await page.locator("#source-editor .mark-span").last().click();
    const [chip] = await page.locator("#links button").allInnerTexts();
    assert.match(chip, /^\/(symbols|references|calls)\/\d+$/u);
    await page.locator("#links button").first().click();
    const [, list, at] = chip.split("/");
    await eventually(async () => JSON.parse(await lit(page)), JSON.parse(exported)[list][at]);
  }));

test("the rows of a table are marked in the source", () =>
  withPlayground(async (page) => {
    await linked(page);
    const [proved] = /\d+/u.exec((await page.locator("#verdict").innerText()).split("·").find((part) => part.includes("proved")) ?? "");
    assert.match(await page.locator("#links").innerText(), new RegExp(`^${proved} spans linked`, "u"));
    await page.locator("#source-editor .mark-span").first().click();
    await page.locator("#links button").first().click();
    await page.locator("#links").getByText("has no one place in this text").waitFor();
  }, { hash: "#example=csv" }));

test("the command in a shell has what the question of its panel has", () =>
  withPlayground(async (page) => {
    const line = (panel) => page.locator(`#panel-${panel} .command code`).innerText();
    const turn = async (panel) => {
      await page.locator(`#tab-${panel}`).click();
      await page.locator(`#panel-${panel}:not([aria-busy])`).waitFor();
    };
    await check(page, wrong);
    // Without sources nothing is proved, here as there.
    await turn("envelope");
    assert.equal(await line("envelope"), "llm-types normalize FILE");
    await addSources(page, { "main.rs": source });
    await eventually(() => line("envelope"), "llm-types normalize FILE --source DIR");
    await page.locator("#panel-envelope").getByLabel("with the way back").check();
    assert.equal(await line("envelope"), "llm-types normalize FILE --source DIR --origin");
    await turn("detective");
    await eventually(() => line("detective"), "llm-types detective FILE --source DIR --fix");

    await checked(page, () => page.locator("#dialect").selectOption("llmsearch"));
    await eventually(() => line("detective"), "llm-types detective FILE --source DIR --dialect llmsearch --fix");
    await turn("envelope");
    assert.equal(await line("envelope"), "llm-types normalize FILE --source DIR --dialect llmsearch --origin");
    await turn("convert");
    await page.locator("#panel-convert select").selectOption("argon");
    assert.equal(await line("convert"), "llm-types convert FILE --source DIR --to argon --dialect llmsearch");
    await page.locator("#panel-convert").getByLabel("refuse losses").check();
    await page.locator("#panel-convert").getByLabel("with the way back").check();
    assert.equal(await line("convert"), "llm-types convert FILE --source DIR --to argon --dialect llmsearch --strict --origin");

    await turn("edits");
    assert.equal(await line("edits"), "llm-types edit REQUEST --source DIR");
    await page.locator("#panel-edits").getByLabel("without proof of the text").check();
    assert.equal(await line("edits"), "llm-types edit REQUEST --source DIR --unchecked");
    await page.locator("#panel-edits").getByLabel("file", { exact: true }).fill("src/main.rs");
    await page.locator("#panel-edits").getByLabel("root", { exact: true }).fill("/home/me/it's here");
    await eventually(
      () => line("edits"),
      "llm-types edit REQUEST --source DIR --file src/main.rs --root '/home/me/it'\\''s here' --unchecked",
    );
  }));

test("what is not seen is shown, and CR stays CR", () =>
  withPlayground(async (page) => {
    await check(page, right);
    const strange = "a\tb\r\nc\u202ed\u0000\u2028\ufeffe\rf";
    await addSources(page, { "main.rs": strange });
    assert.deepEqual(await page.locator("#source-editor .unseen").allInnerTexts(), ["CR", "RLO", "NUL", "LS", "BOM", "CR"]);
    assert.equal(await page.locator("#source-editor .cm-highlightTab").count(), 1);
    assert.equal(await copied(page, "source-editor"), strange);
    assert.match(await page.locator("#source-profile").innerText(), /AMBIGUOUS_EOL/u);
  }));

test("a source that is not UTF-8 keeps its bytes", () =>
  withPlayground(async (page) => {
    const bytes = Uint8Array.of(0x66, 0x6e, 0xff, 0x0a);
    await check(page, wrong);
    await addSources(page, { "main.rs": bytes });
    const { diagnostics } = api.validate(wrong, { sources: { "src/main.rs": bytes } });
    assert.deepEqual((await listed(page)).map(({ code }) => code), diagnostics.map(({ code }) => code));
    assert.match(await page.locator("#source-profile").innerText(), /4 bytes.*not UTF-8 at byte 2/u);
  }));

test("the dialect is detected with its evidence, and can be chosen", () =>
  withPlayground(async (page) => {
    await check(page, right);
    const found = api.detect(right);
    await page.locator("#why").click();
    assert.equal(await page.locator("#why").innerText(), `${found.score} of 100: why?`);
    // Of a dialect that was chosen this is not the score.
    await checked(page, () => page.locator("#dialect").selectOption("mdsel"));
    assert.equal(await page.locator("#why").innerText(), `detected: ${found.dialect}, ${found.score} of 100`);
    await checked(page, () => page.locator("#dialect").selectOption(""));
    assert.equal(await page.locator("#why").innerText(), `${found.score} of 100: why?`);
    assert.equal(await page.locator("#evidence details").count(), found.candidates.length);
    assert.equal(await page.locator("#evidence details").first().locator("tr").count(), found.candidates[0].evidence.length);
    const names = await page.locator("#dialect option").allInnerTexts();
    assert.deepEqual(names, ["detected", ...api.dialects().map(({ name }) => name)]);
    await page.keyboard.press("Escape");
    await checked(page, () => page.locator("#dialect").selectOption("unified"));
    const { diagnostics } = api.validate(right, { dialect: "unified" });
    assert.deepEqual((await listed(page)).map(({ code }) => code), diagnostics.map(({ code }) => code));
  }));

test("the envelope is the addon's, byte for byte", () =>
  withPlayground(async (page) => {
    await check(page, right);
    await addSources(page, { "main.rs": source });
    await page.locator("#tab-envelope").click();
    const normalized = api.normalize(right, { sources });
    await page.locator("#panel-envelope table").waitFor();
    const downloading = page.waitForEvent("download");
    await page.locator("#panel-envelope").getByRole("button", { name: "Download" }).click();
    const stream = await (await downloading).createReadStream();
    assert.equal(Buffer.concat(await stream.toArray()).toString(), normalized.text);
    assert.equal(await page.locator("#panel-envelope tbody tr").count(), normalized.changes.length);
    assert.match(await page.locator("#panel-envelope .cm-content").innerText(), /"start_col": 9/u);
  }));

test("a conversion shows what was lost, or is refused for it", () =>
  withPlayground(async (page) => {
    await check(page, right);
    await page.locator("#tab-convert").click();
    await page.locator("#panel-convert select").selectOption("argon");
    const { losses } = api.convert(right, "argon");
    // What was lost on the way to the dialect before has the same words.
    await page.locator("#panel-convert .result").getByLabel("Document as argon").waitFor();
    assert.deepEqual(await page.locator("#panel-convert .kind").allInnerTexts(), losses.map(({ kind }) => kind));
    await page.getByLabel("refuse losses").check();
    await page.locator('#panel-convert [data-code="LOSSY_CONVERSION"]').waitFor();
  }));

test("a result without line breaks is shown in lines, and a line without end is not wrapped", () =>
  withPlayground(async (page) => {
    const { matches: [match], ...rest } = JSON.parse(right);
    const matches = Array.from({ length: 300 }, (_, at) => ({ ...match, match_id: `m${at}` }));
    const document = JSON.stringify({ ...rest, matches, match_count: 300 });
    await check(page, document);
    await page.locator("#tab-convert").click();
    await page.locator("#panel-convert select").selectOption("magellan");
    const result = page.locator("#panel-convert .result");
    await result.getByLabel("Document as magellan").waitFor();
    const made = api.convert(document, "magellan").text;
    assert.equal(made.trim().split("\n").length, 1);
    assert.equal(await copied(page, "panel-convert .result"), api.writePretty(made));
    // What is taken along is as it was made.
    const downloading = page.waitForEvent("download");
    await page.locator("#panel-convert").getByRole("button", { name: "Download" }).click();
    const stream = await (await downloading).createReadStream();
    assert.equal(Buffer.concat(await stream.toArray()).toString(), made);
    assert.equal(await result.locator(".cm-lineWrapping").count(), 1);
    assert.equal(await result.locator(".cm-editor").count(), 1);
    await check(page, JSON.stringify({ ...rest, pattern: "x".repeat(100_000), matches, match_count: 300 }));
    await eventually(() => result.locator(".cm-lineWrapping").count(), 0);
    assert.equal(await result.locator(".cm-editor").count(), 1);
  }));

test("a document that is refused as a whole is called so", () =>
  withPlayground(async (page) => {
    await check(page, '{"a": 1}');
    await page.locator("#tab-envelope").click();
    const refusal = page.locator('#panel-envelope [data-code="DIALECT_NOT_RECOGNISED"] .message');
    assert.match(await refusal.innerText(), / at 1:1 \(document\)$/u);
  }));

test("the detective names the bug and corrects the document", () =>
  withPlayground(async (page) => {
    await check(page, wrong);
    await addSources(page, { "main.rs": source });
    await page.locator("#tab-detective").click();
    const report = api.detective(wrong, sources);
    await page.locator('#panel-detective [data-verdict="other"]').waitFor();
    assert.equal(await page.locator("#panel-detective .summary").innerText(), report.summary.replaceAll("`", ""));
    const fits = await page.locator("#panel-detective table").first().locator("tbody > tr > td:first-child").allInnerTexts();
    assert.deepEqual(fits, report.hypotheses.map((one) => `${one.fits} of ${one.of}`));
    await page.getByRole("button", { name: "Correct 1 number…" }).click();
    await page.locator("#proposal .difference .cm-content").waitFor();
    await checked(page, () => page.locator("#proposal").getByRole("button", { name: "Apply" }).click());
    assert.equal(await copied(page), report.text);
    await page.locator('#panel-detective [data-verdict="declared"]').waitFor();
    assert.match(await page.locator("#verdict").innerText(), /^ok/u);
  }));

test("the inspector counts a place in every way", () =>
  withPlayground(async (page) => {
    const body = "世界\n🚀x";
    await check(page, right);
    await addSources(page, { "main.rs": body });
    await page.locator("#tab-inspector").click();
    const panel = page.locator("#panel-inspector");
    const row = async (encoding) =>
      (await panel.locator(`tr[data-encoding="${encoding}"][data-end="start"] .number`).allInnerTexts()).map(Number);
    await panel.getByLabel("line", { exact: true }).fill("2");
    await panel.getByLabel("column", { exact: true }).fill("3");
    await panel.getByLabel("in", { exact: true }).selectOption("utf-16");
    await panel.getByRole("button", { name: "Line and column" }).click();
    await panel.getByText("before x").waitFor();
    // Offset; line and column from 1; line and column from 0.
    assert.deepEqual(await row("utf-8"), [11, 2, 5, 1, 4]);
    assert.deepEqual(await row("utf-16"), [5, 2, 3, 1, 2]);
    assert.deepEqual(await row("utf-32"), [4, 2, 2, 1, 1]);
    await panel.getByLabel("column", { exact: true }).fill("2");
    await panel.getByRole("button", { name: "Line and column" }).click();
    await panel.locator('[data-code="SPLIT_SURROGATE"]').waitFor();
  }));

test("edits are shown before they are made, and the way back is offered", () =>
  withPlayground(async (page) => {
    const request = await text("docs/example/request.json");
    await check(page, right);
    await addSources(page, { "main.rs": source });
    await page.locator("#tab-edits").click();
    await paste(page, "panel-edits .result", request);
    assert.equal(await page.locator('#panel-edits [data-status="applied"]').innerText(), "would be applied");
    assert.equal(await copied(page, "source-editor"), source);
    await checked(page, () => page.getByRole("button", { name: "Replace 1 source" }).click());
    const { texts } = api.planEdits(sources, request);
    assert.equal(await copied(page, "source-editor"), texts[0]);
    // The request is now the way back.
    await page.getByRole("button", { name: "Replace 1 source" }).waitFor();
    await checked(page, () => page.getByRole("button", { name: "Replace 1 source" }).click());
    assert.equal(await copied(page, "source-editor"), source);
    await paste(page, "panel-edits .result", request.replace('"main"', '"mein"'));
    await page.locator("#panel-edits").getByText("EDIT_TEXT_CHANGED").first().waitFor();
  }));

test("a request of an editor is met: its root and its file can be given", () =>
  withPlayground(async (page, context) => {
    const panel = page.locator("#panel-edits");
    const position = (character) => ({ line: 0, character });
    const edit = { range: { start: position(0), end: position(2) }, newText: "FN" };
    await addSources(page, { "a.ts": "fn main\n" });
    await page.locator("#tab-edits").click();
    await panel.getByLabel("without proof of the text").check();
    await paste(page, "panel-edits .result", JSON.stringify({ changes: { "file:///home/me/a.ts": [edit] } }));
    await panel.getByText("EDIT_SOURCE_MISSING").first().waitFor();
    await panel.getByLabel("root", { exact: true }).fill("/home/me");
    await panel.getByRole("button", { name: "Replace 1 source" }).waitFor();
    // A link keeps it.
    await page.locator("#share-button").click();
    const other = await context.newPage();
    await other.goto(await page.locator("#share-link").inputValue());
    assert.equal(await other.locator("#panel-edits").getByLabel("root", { exact: true }).inputValue(), "/home/me");
    await other.getByRole("button", { name: "Replace 1 source" }).waitFor();
    await other.close();
    await page.keyboard.press("Escape");
    await checked(page, () => panel.getByRole("button", { name: "Replace 1 source" }).click());
    assert.equal(await copied(page, "source-editor"), "FN main\n");

    await paste(page, "panel-edits .result", JSON.stringify([{ ...edit, newText: "fn" }]));
    await panel.getByText("EDIT_REQUEST_INVALID").first().waitFor();
    await panel.getByLabel("file", { exact: true }).fill("a.ts");
    await checked(page, () => panel.getByRole("button", { name: "Replace 1 source" }).click());
    assert.equal(await copied(page, "source-editor"), "fn main\n");
  }));

test("the inspector goes there by Enter, and asks for what was not written", () =>
  withPlayground(async (page) => {
    await addSources(page, { "a.txt": "世界\n🚀x" });
    await page.locator("#tab-inspector").click();
    const panel = page.locator("#panel-inspector");
    const field = (name) => panel.getByLabel(name, { exact: true });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await panel.getByRole("button", { name: "Line and column" }).click();
    assert.equal(await panel.locator(".refused").innerText(), "Write the line.");
    assert.equal(await focused(), "line");
    await field("line").fill("2");
    await page.keyboard.press("Enter");
    assert.equal(await panel.locator(".refused").innerText(), "Write the column.");
    await field("column").fill("0");
    await page.keyboard.press("Enter");
    assert.equal(await panel.locator(".refused").innerText(), "The first column is 1.");
    await field("column").fill("5");
    await page.keyboard.press("Enter");
    await panel.getByText("before x").waitFor();
    assert.equal(await panel.locator(".refused").count(), 0);
    await panel.getByRole("button", { name: "Offset" }).click();
    assert.equal(await panel.locator(".refused").innerText(), "Write the offset.");
    await field("offset").fill("7");
    await page.keyboard.press("Enter");
    await panel.getByText("before 🚀").waitFor();
  }));

test("the inspector says what there is not in the numbers that were written", () =>
  withPlayground(async (page) => {
    await addSources(page, { "a.txt": "世界\n🚀x" });
    await page.locator("#tab-inspector").click();
    const panel = page.locator("#panel-inspector");
    const field = (name) => panel.getByLabel(name, { exact: true });
    const says = async (line, column, base, what, encoding = "utf-16") => {
      await field("counted from").selectOption(base);
      await field("in").selectOption(encoding);
      await field("line").fill(line);
      await field("column").fill(column);
      await page.keyboard.press("Enter");
      await eventually(() => panel.locator(".refused .message").allInnerTexts(), [what]);
    };
    await says("999", "1", "1", "There is no line 999; the text has the lines 1 to 2, counted from 1.");
    await says("2", "1", "0", "There is no line 2; the text has the lines 0 to 1, counted from 0.");
    await says("2", "5", "1", "Line 2 has no column 5; it has the columns 1 to 4, counted from 1 in UTF-16 code units.");
    await says("2", "4", "1", "Line 2 has no column 4; it has the columns 1 to 3, counted from 1 in code points.", "utf-32");
    // What the package says of another fault counts from 0, and it is said that it does.
    const inside = "UTF-16 column 1 is inside the surrogate pair of the character at bytes 7..11";
    await says("2", "2", "1", `counted from 0, ${inside}`);
    await says("1", "1", "0", inside);
  }));
