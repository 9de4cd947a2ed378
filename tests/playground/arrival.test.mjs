/**
 * What the page says while the checker is on its way, if it does not come, and of texts that
 * it cannot take, keep or put into a link.
 *
 * @module
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";

import { check, checked, checks, copied, eventually, listed, paste, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

/** Opens a file by the button of the document. */
async function open(page, name, body) {
  const choosing = page.waitForEvent("filechooser");
  await page.locator("#open-document").click();
  await (await choosing).setFiles([{ name, mimeType: "application/json", buffer: Buffer.from(body) }]);
}

const verdict = (page) => page.locator("#verdict").innerText();
const notice = (page) => page.locator("#notice");

test("while the checker is loaded the page says so, and after some seconds offers another try", () =>
  withPlayground(async (page, context) => {
    const other = await context.newPage();
    await other.clock.install();
    let answer = false;
    let tries = 0;
    await other.route("**/*.wasm", (route) => {
      tries += 1;
      // The first one never gets an answer.
      if (answer) return route.continue();
    });
    await other.goto(page.url());
    await paste(other, "document-editor", "[1,]");
    await other.clock.fastForward(1000);
    await eventually(() => verdict(other), "loading the checker…");
    await other.getByRole("status").getByText("loading the checker…").waitFor({ state: "attached" });
    assert.equal(await notice(other).isVisible(), false);
    await other.clock.fastForward(8000);
    await notice(other).getByText("The checker is not here yet").waitFor();
    answer = true;
    await notice(other).getByRole("button", { name: "Try again" }).click();
    await checks(other, 0);
    assert.equal(tries, 2);
    assert.deepEqual((await listed(other)).map(({ code }) => code), ["TRAILING_COMMA"]);
    assert.equal(await notice(other).isVisible(), false);
    assert.doesNotMatch(await verdict(other), /loading/u);
    assert.notEqual(await other.locator("#version").innerText(), "");
  }));

for (const [name, route, code] of [
  ["no network", (it) => it.abort("internetdisconnected"), "NOT_FETCHED"],
  ["a server without the file", (it) => it.fulfill({ status: 404, body: "" }), "HTTP_404"],
  ["a file that is something else", (it) => it.fulfill({ status: 200, body: "no module" }), "NOT_WASM"],
]) {
  test(`${name}: it is said with its code, and another try helps`, () =>
    withPlayground(async (page, context) => {
      const other = await context.newPage();
      await other.route("**/*.wasm", route);
      await other.goto(page.url());
      await notice(other).getByText(code).waitFor();
      await paste(other, "document-editor", "[1,]");
      await other.locator(`#panels [data-code="${code}"]`).waitFor();
      assert.match(await verdict(other), /^not checked/u);
      await other.unroute("**/*.wasm");
      await notice(other).getByRole("button", { name: "Try again" }).click();
      await checks(other, 0);
      await eventually(async () => (await listed(other)).map(({ code: one }) => one), ["TRAILING_COMMA"]);
      assert.equal(await notice(other).isVisible(), false);
    }));
}

test("when the network is back the checker is fetched without being asked for", () =>
  withPlayground(async (page, context) => {
    const other = await context.newPage();
    await other.route("**/*.wasm", (it) => it.abort("internetdisconnected"));
    await other.goto(page.url());
    await notice(other).getByText("NOT_FETCHED").waitFor();
    await other.unroute("**/*.wasm");
    await other.evaluate(() => dispatchEvent(new Event("online")));
    await checks(other, 0);
    assert.equal(await notice(other).isVisible(), false);
  }));

test("a notice ends with what it is about", () =>
  withPlayground(async (page) => {
    await open(page, "u16.json", Buffer.from("\ufeff[]", "utf16le"));
    await notice(page).getByText("u16.json is not UTF-8").waitFor();
    await checked(page, () => open(page, "sound.json", "[1,]"));
    assert.equal(await notice(page).isVisible(), false);
    // An empty file does not take the place of a text.
    await open(page, "empty.json", "");
    await notice(page).getByText("empty.json is empty").waitFor();
    assert.equal(await copied(page), "[1,]");
    await check(page, "[2,]");
    assert.equal(await notice(page).isVisible(), false);
  }));

test("a link that leads nowhere is told of, also where a text is restored instead", () =>
  withPlayground(async (page, context) => {
    await check(page, "[1,]");
    await page.waitForFunction(() => localStorage.getItem("llm-types-playground/1") !== null);
    for (const [hash, says] of [["s=1.xxxx", "damaged"], ["s=9.abc", "version"], ["example=nope", "no example"]]) {
      const other = await context.newPage();
      await other.goto(`${page.url().split("#")[0]}#${hash}`);
      await checks(other, 0);
      assert.equal(await copied(other), "[1,]");
      await notice(other).getByText(says).waitFor();
      // Whatever is shown next ends it.
      if (hash === "example=nope") await check(other, "[2,]");
      else await checked(other, () => other.goto(`${page.url().split("#")[0]}#example=search`));
      assert.equal(await notice(other).getByText(says).count(), 0);
      await other.close();
    }
  }));

test("a text that is too long to be restored is called so, and one too long for a link", () =>
  withPlayground(async (page) => {
    const small = await text("docs/example/right.json");
    const mark = page.locator("#not-kept");
    await check(page, small);
    assert.equal(await mark.isVisible(), false);
    // Nothing that could be packed into a link.
    await check(page, JSON.stringify({ a: randomBytes(1_600_000).toString("base64") }));
    await eventually(() => mark.isVisible(), true);
    await page.locator("#share-button").click();
    await page.locator("#share-size").getByText("browsers open none").waitFor();
    assert.equal(await page.locator("#share-link").inputValue(), "");
    const loading = page.waitForEvent("download");
    await page.locator("#share-size").getByRole("button", { name: "Download the document" }).click();
    assert.equal((await loading).suggestedFilename(), "document.json");
    await page.keyboard.press("Escape");
    await check(page, small);
    await eventually(() => mark.isVisible(), false);
  }));

test("the places of losses are told apart, and nothing is said twice", () =>
  withPlayground(async (page) => {
    await check(page, await text("docs/example/wrong.json"));
    await page.getByRole("tab", { name: "Convert" }).click();
    await page.locator("#panel-convert select").selectOption("splice");
    const heads = page.locator("#panel-convert thead th");
    await eventually(() => heads.allInnerTexts(), ["kind", "place", "how"]);
    await page.locator("#panel-convert .beside").getByText("Places are those of the envelope").waitFor();
    await check(page, '{"a":1}');
    const said = (await listed(page)).map(({ code }) => code);
    assert.deepEqual(said, ["DIALECT_NOT_RECOGNISED"]);
    const messages = await page.locator(".problem .message").allInnerTexts();
    const left = await page.locator("#unchecked").innerText();
    assert.match(left, /^Not checked\s+the document:\s*its problem says why$/u);
    assert.ok(!messages.some((one) => left.includes(one)), left);
  }));

test("on paper the panels are not cut", () =>
  withPlayground(async (page) => {
    await check(page, `[${"{\"a\":1,\"a\":2},".repeat(60)}1]`);
    await page.emulateMedia({ media: "print" });
    const cut = await page.locator("#panel-problems").evaluate((it) => {
      const results = it.closest(".results");
      return results.getBoundingClientRect().bottom + 1 < it.querySelector(".problems").getBoundingClientRect().bottom;
    });
    assert.equal(cut, false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).overflow), "visible");
  }));
