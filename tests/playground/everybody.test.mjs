/**
 * Links, restoring, and whether everybody can use the page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { addSources, check, checked, checks, copied, eventually, listed, paste, start, stop, text, withPlayground } from "./page.mjs";

before(start);
after(stop);

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const source = await text("docs/example/src/main.rs");
const wrong = await text("docs/example/wrong.json");

/** What axe finds, by rule and place. In the dark only colours are others. */
async function barriers(page, colorScheme) {
  // What is being worked on is dimmed, and what was comes back by and by.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(axe);
  const some = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
  const options = { resultTypes: ["violations"], ...some };
  const { violations } = await page.evaluate((it) => globalThis.axe.run(document, it), options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`));
}

test("a link holds everything, and nothing of it reaches a server", () =>
  withPlayground(async (page, context) => {
    await check(page, wrong);
    await addSources(page, { "main.rs": source });
    await checked(page, () => page.getByLabel("strict").check());
    await page.locator("#tab-convert").click();
    await page.locator("#panel-convert select").selectOption("argon");
    await page.locator("#share-button").click();
    const link = await page.locator("#share-link").inputValue();
    assert.match(link, /\/index\.html#s=1\.[\w-]+$/u);
    assert.match(await page.locator("#share-size").innerText(), new RegExp(`^${link.length.toLocaleString("en")} characters`, "u"));
    await page.getByLabel("without the source texts").check();
    const shorter = await page.locator("#share-link").inputValue();
    assert.ok(shorter.length < link.length);

    const other = await context.newPage();
    const asked = [];
    other.on("request", (request) => asked.push(request.url()));
    await other.goto(link);
    await checks(other, 0);
    assert.equal(await copied(other), wrong);
    assert.equal(await copied(other, "source-editor"), source);
    assert.equal(await other.locator("#source-path").inputValue(), "src/main.rs");
    assert.equal(await other.getByLabel("strict").isChecked(), true);
    assert.equal(await other.locator("#tab-convert").getAttribute("aria-selected"), "true");
    await other.getByLabel("Document as argon").waitFor();
    assert.deepEqual(asked.filter((url) => url.includes(link.split("#")[1].slice(0, 20)) && !url.includes("#")), []);

    await checked(other, () => other.goto(shorter));
    assert.equal(await other.locator("#source-path").inputValue(), "");
  }));

test("strange texts survive a link", () =>
  withPlayground(async (page, context) => {
    const strange = '["\u0000\u202e\ufeff世界🚀", "\r\n\r"]\r\n';
    await check(page, strange);
    await page.locator("#share-button").click();
    const link = await page.locator("#share-link").inputValue();
    const other = await context.newPage();
    await other.goto(link);
    await checks(other, 0);
    assert.equal(await copied(other), strange);
  }));

test("a broken link gives a message, not a blank page", async () => {
  for (const [hash, says] of [
    ["#s=1.AAAA", "damaged"],
    ["#s=1.%%%", "damaged"],
    ["#s=9.AAAA", "version"],
    ["#example=none", "no example"],
  ]) {
    await withPlayground(
      async (page) => {
        assert.match(await page.locator("#notice").innerText(), new RegExp(says, "u"));
        await check(page, "[1,]");
        assert.equal((await listed(page)).length, 1);
      },
      { hash },
    );
  }
});

test("a reload restores what was there, unless that is not wanted", () =>
  withPlayground(async (page) => {
    await check(page, wrong);
    await addSources(page, { "main.rs": source });
    await page.waitForFunction(() => (localStorage.getItem("llm-types-playground/1") ?? "").includes("[[\"src/main.rs"));
    await page.reload();
    await checks(page, 0);
    assert.equal(await copied(page), wrong);
    assert.equal(await copied(page, "source-editor"), source);

    // An example that was changed is not that example any more.
    await page.goto(`${page.url()}#example=search`);
    await page.locator("#verdict").getByText("ok", { exact: true }).waitFor();
    await check(page, wrong);
    assert.equal(new URL(page.url()).hash, "");

    await page.locator("#settings-button").click();
    await page.locator("#restore").uncheck();
    assert.equal(await page.evaluate(() => localStorage.getItem("llm-types-playground/1")), null);
    await page.reload();
    await checks(page, 0);
    assert.equal(await page.locator("#document-editor .cm-placeholder").count(), 1);

    await check(page, wrong);
    await checked(page, () => page.locator("#clear").click());
    assert.equal(await page.locator("#document-editor .cm-placeholder").count(), 1);
    assert.deepEqual(await listed(page), []);
  }));

test("each tab has its own, and a new one what was there last", () =>
  withPlayground(async (page, context) => {
    await check(page, wrong);
    const other = await context.newPage();
    await other.goto(page.url());
    await checks(other, 0);
    await check(other, "[1,]");
    // At once: it is kept when the page goes.
    await other.reload();
    await checks(other, 0);
    assert.equal(await copied(other), "[1,]");
    await page.reload();
    await checks(page, 0);
    assert.equal(await copied(page), wrong);
    await checked(page, () => page.locator("#clear").click());
    await page.reload();
    await checks(page, 0);
    assert.equal(await page.locator("#document-editor .cm-placeholder").count(), 1);
  }));

test("what was there is put aside for an example, and for nothing", () =>
  withPlayground(async (page) => {
    const restore = page.locator("#notice").getByRole("button", { name: "Restore" });
    const example = () =>
      checked(page, async () => {
        await page.locator("#examples-button").click();
        await page.locator('[data-example="search"]').click();
      });
    // An example is nobody's own.
    await example();
    await checked(page, () => page.locator("#clear").click());
    assert.equal(await restore.isVisible(), false);
    await check(page, wrong);
    await addSources(page, { "main.rs": source });
    for (const away of [example, () => checked(page, () => page.locator("#clear").click())]) {
      await away();
      assert.notEqual(await copied(page), wrong);
      // And what is shown then is not kept in its place.
      await checked(page, () => restore.click());
      assert.equal(await copied(page), wrong);
      assert.equal(await copied(page, "source-editor"), source);
      assert.equal(await page.locator("#source-path").inputValue(), "src/main.rs");
      assert.equal(await restore.isVisible(), false);
    }
    // What was written meanwhile can be had back as well.
    await checked(page, () => page.locator("#clear").click());
    await check(page, "[1,]");
    await checked(page, () => restore.click());
    assert.equal(await copied(page), wrong);
    await checked(page, () => restore.click());
    assert.equal(await copied(page), "[1,]");
    await checked(page, () => restore.click());
    assert.equal(await copied(page), wrong);
    await example();
    await page.goto("about:blank");
    await page.goBack();
    await page.goto(page.url().split("#")[0]);
    await checks(page, 0);
    assert.equal(await copied(page), wrong);
  }));

test("each example shows what it says", () =>
  withPlayground(async (page) => {
    const examples = JSON.parse(await text("playground/examples.json"));
    for (const { id, group, from, panel } of examples) {
      await page.locator("#examples-button").click();
      await checked(page, () => page.locator(`[data-example="${id}"]`).click());
      assert.equal(new URL(page.url()).hash, `#example=${id}`);
      assert.equal(await page.locator(`#tab-${panel ?? "problems"}`).getAttribute("aria-selected"), "true");
      const shown = await copied(page);
      if (from.document !== undefined) assert.equal(shown, await text(from.document));
      const good = group === "As it should be";
      assert.match(await page.locator("#verdict").innerText(), good ? /^ok/u : /^not ok/u, id);
      if (panel !== "detective") continue;
      await page.locator('#panel-detective [data-verdict="other"]').waitFor();
      // What the package writes between backticks is shown as code.
      assert.doesNotMatch(await page.locator("#panel-detective").innerText(), /`/u, id);
    }
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`nothing keeps anybody out, ${colorScheme}`, () =>
    withPlayground(
      async (page) => {
        assert.deepEqual(await barriers(page, colorScheme), [], "empty");
        await page.goto(`${page.url().split("#")[0]}#example=column-in-bytes`);
        await page.locator('#panel-detective [data-verdict="other"]').waitFor();
        assert.deepEqual(await barriers(page, colorScheme), [], "detective");
        await page.keyboard.press("F8");
        await page.locator(".detail strong").nth(1).waitFor();
        assert.deepEqual(await barriers(page, colorScheme), [], "problems");
        // What stands above the list, below the verdict, and in view on a small screen.
        await check(page, `Here:\n${wrong}\nDone.\n`);
        await page.locator('[data-advice="keep"]').waitFor();
        assert.deepEqual(await barriers(page, colorScheme), [], "advice");
        await page.setViewportSize({ width: 375, height: 700 });
        assert.deepEqual(await barriers(page, colorScheme), [], "small");
        await page.setViewportSize({ width: 1280, height: 900 });
        for (const panel of ["envelope", "convert", "inspector", "edits"]) {
          await page.locator(`#tab-${panel}`).click();
          await page.locator(`#panel-${panel}:not([aria-busy])`).waitFor();
          assert.deepEqual(await barriers(page, colorScheme), [], panel);
        }
        for (const sheet of ["examples", "share", "settings", "why"]) {
          await page.locator(sheet === "why" ? "#why" : `#${sheet}-button`).click();
          assert.deepEqual(await barriers(page, colorScheme), [], sheet);
          await page.keyboard.press("Escape");
        }
      },
      { colorScheme },
    ));
}

test("keys alone are enough", () =>
  withPlayground(async (page) => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await check(page, '{"a":1,}');
    // Out of the editor again by Tab, on to the tabs, and through them by arrows.
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className || "");
    const order = [];
    for (let at = 0; at < 25 && !order.includes("tab-problems"); at++) {
      await page.keyboard.press("Tab");
      order.push(await focused());
    }
    assert.ok(order.includes("dialect") && order.includes("tab-problems"), order.join(" "));
    for (const tab of ["envelope", "convert", "detective", "inspector", "edits", "problems"]) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await focused(), `tab-${tab}`);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "problem");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".problem").getAttribute("aria-expanded"), "true");
    assert.equal(await focused(), "problem");
  }));

test("the page fits 320 pixels and 200 % of zoom", async () => {
  for (const viewport of [{ width: 320, height: 640 }, { width: 640, height: 400 }]) {
    await withPlayground(
      async (page) => {
        for (const panel of ["problems", "envelope", "convert", "detective", "inspector", "edits"]) {
          await page.locator(`#tab-${panel}`).click();
          const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
          assert.ok(content <= width, `${panel}: ${content} in ${width}`);
        }
      },
      { viewport, hash: "#example=column-in-bytes" },
    );
  }
});

test("after the first visit the page is there without a network", () =>
  withPlayground(
    async (page, context) => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await context.setOffline(true);
      await page.reload();
      await checks(page, 0);
      await check(page, "[1,]");
      assert.equal((await listed(page)).length, 1);
    },
    { offline: true },
  ));

/** Drops files on an element, and waits for what is said then; whether the browser is kept from showing them. */
async function drop(page, selector, files) {
  let kept;
  await checked(page, async () => {
    kept = await page.evaluate(
      ([on, dropped]) => {
        const dataTransfer = new DataTransfer();
        for (const [name, body] of dropped) dataTransfer.items.add(new File([body], name));
        return ["dragover", "drop"].every((type) => {
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          return !document.querySelector(on).dispatchEvent(event);
        });
      },
      [selector, files],
    );
  });
  return kept;
}

const tabs = (page) => page.locator("#source-tabs button").allInnerTexts();

test("files that are dropped beside the editors find their place", () =>
  withPlayground(async (page) => {
    assert.equal(await drop(page, "#verdict", [["main.rs", source], ["out.json", wrong]]), true);
    assert.equal(await copied(page), wrong);
    assert.equal(await copied(page, "source-editor"), source);
    assert.equal(await drop(page, "footer", [["other.rs", "x"]]), true);
    assert.equal(await copied(page), wrong);
    assert.deepEqual(await tabs(page), ["main.rs", "other.rs"]);
    // Of several that are dropped on the document, one is the document.
    assert.equal(await drop(page, "#document-editor .cm-content", [["third.rs", "y"], ["new.json", "[1,]"]]), true);
    assert.equal(await copied(page), "[1,]");
    assert.deepEqual(await tabs(page), ["main.rs", "other.rs", "third.rs"]);
  }));

test("files are dropped on either side", () =>
  withPlayground(async (page) => {
    await drop(page, "#document-pane .cm-content", [["out.json", wrong]]);
    await drop(page, "#source-pane .cm-content", [["other.rs", "x"], ["main.rs", source]]);
    assert.equal(await copied(page), wrong);
    assert.deepEqual(await tabs(page), ["other.rs", "src/main.rs"]);
    assert.deepEqual((await listed(page)).map(({ code }) => code), ["POSITION_MISMATCH"]);
    await checked(page, () => page.getByRole("button", { name: "Remove src/main.rs" }).click());
    assert.equal((await listed(page)).some(({ code }) => code === "POSITION_MISMATCH"), false);
    // A path without a text is no source yet.
    const before = await listed(page);
    await page.locator("#source-offers button").first().click();
    assert.equal(await page.locator("#source-path").inputValue(), "src/main.rs");
    await checked(page, () => page.getByLabel("strict").check());
    await checked(page, () => page.getByLabel("strict").uncheck());
    assert.deepEqual(await listed(page), before);
    await checked(page, () => paste(page, "source-editor", source));
    assert.deepEqual((await listed(page)).map(({ code }) => code), ["POSITION_MISMATCH"]);
  }));

test("a source that was there first is offered to the document", () =>
  withPlayground(async (page) => {
    await checked(page, () => paste(page, "source-editor", source));
    assert.equal(await page.locator("#source-path").inputValue(), "source.txt");
    await check(page, wrong);
    await checked(page, () => page.getByRole("button", { name: "use source.txt as src/main.rs" }).click());
    assert.equal(await page.locator("#source-path").inputValue(), "src/main.rs");
    assert.deepEqual((await listed(page)).map(({ code }) => code), ["POSITION_MISMATCH"]);
    assert.equal(await page.locator("#source-offers").isHidden(), true);
    // A path that is taken stays with the one that has it.
    await addSources(page, { "other.rs": "x" });
    await page.locator("#source-path").fill("src/main.rs");
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#notice").innerText(), /other\.rs keeps its path: another one has the path src\/main\.rs/u);
    assert.equal(await page.locator("#source-path").inputValue(), "other.rs");
  }));

test("the source that is shown is among the tabs in view", () =>
  withPlayground(async (page) => {
    await check(page, wrong);
    await addSources(page, Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`a-long-name-${at}.rs`, "x"])));
    assert.equal(
      await page.locator("#source-tabs").evaluate((strip) => {
        const [outer, tab] = [strip, strip.querySelector('[aria-selected="true"]')].map((it) => it.getBoundingClientRect());
        return outer.left <= tab.left && tab.right <= outer.right;
      }),
      true,
    );
  }));

test("the search of an editor is written no smaller than its text", () =>
  withPlayground(async (page) => {
    const sizes = (parts) => parts.evaluateAll((all) => all.map((it) => parseFloat(globalThis.getComputedStyle(it).fontSize)));
    await page.locator("#document-editor .cm-content").press("Control+f");
    const [text] = await sizes(page.locator("#document-editor .cm-content"));
    const parts = await sizes(page.locator(".cm-search").locator("input, label, button:not([name=close])"));
    assert.ok(parts.length > 5);
    assert.ok(parts.every((size) => size >= text), `${parts.join()} beside ${text}`);
  }));

test("words of narrow columns are not broken", () =>
  withPlayground(
    async (page) => {
      // How many lines each of them takes.
      const lines = (cells) =>
        cells.evaluateAll((all) =>
          all.map((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          }),
        );
      await check(page, '{"execution_id":"r1","patern":"b","matches":[],"match_count":3}');
      const levels = await lines(page.locator(".problem .level"));
      assert.ok(levels.length > 1);
      assert.deepEqual(levels.filter((count) => count !== 1), []);
      await check(page, wrong);
      await page.locator("#tab-envelope").click();
      await page.locator("#panel-envelope table").waitFor();
      const heads = page.locator("#panel-envelope th");
      assert.deepEqual(await lines(heads.filter({ hasText: /^(change|from|to)$/u })), [1, 1, 1]);
    },
    { viewport: { width: 1280, height: 800 } },
  ));

test("the heads of tables are not broken inside of words", async () => {
  for (const width of [1000, 640, 320]) {
    await withPlayground(
      async (page) => {
        for (const panel of ["envelope", "convert", "detective", "inspector", "edits"]) {
          await page.locator(`#tab-${panel}`).click();
          await page.locator(`#panel-${panel}:not([aria-busy]) table`).first().waitFor();
          const broken = await page.locator(`#panel-${panel} thead th`).evaluateAll((heads) =>
            heads.flatMap(({ firstChild: text }) =>
              [...text.data.matchAll(/\S+/gu)].filter(({ 0: word, index }) => {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                return range.getClientRects().length > 1;
              }).map(([word]) => word),
            ),
          );
          assert.deepEqual(broken, [], `${panel} at ${width}`);
        }
      },
      { viewport: { width, height: 800 }, hash: "#example=edit" },
    );
  }
});

test("what scrolls can be reached by keys", () =>
  withPlayground(async (page) => {
    const { matches: [match], ...rest } = JSON.parse(await text("docs/example/right.json"));
    const matches = Array.from({ length: 300 }, (_, at) => ({ ...match, match_id: `m${at}` }));
    await check(page, JSON.stringify({ ...rest, matches, match_count: 300 }));
    for (const [panel, to] of [["envelope"], ["convert", "argon"], ["convert", "mdsel"]]) {
      await page.locator(`#tab-${panel}`).click();
      if (to !== undefined) await page.locator("#panel-convert select").selectOption(to);
      await page.locator(`#panel-${panel}:not([aria-busy])`).waitFor();
      for (const width of [1280, 1000, 640]) {
        await page.setViewportSize({ width, height: 700 });
        await eventually(() => barriers(page, "light"), []);
        // The list is not pressed into what is left of its place.
        const [seen, whole] = await page.locator(`#panel-${panel} .table`).evaluate((it) => [it.clientHeight, it.scrollHeight]);
        assert.equal(seen, whole, `${panel} at ${width}`);
      }
    }
  }));

test("a worker that gives no answer is replaced after 20 s", () =>
  withPlayground(async (page, context) => {
    const other = await context.newPage();
    await other.clock.install();
    let silent = true;
    await other.route("**/assets/worker-*.js", (route) =>
      silent
        ? route.fulfill({ contentType: "text/javascript", body: "self.onmessage = () => undefined;" })
        : route.continue(),
    );
    let next = other.waitForEvent("worker");
    await other.goto(`${page.url()}#example=search`);
    await next;
    // The first one is asked for the dialects, the second one about the example.
    next = other.waitForEvent("worker");
    await other.clock.fastForward(20_000);
    await next;
    const said = other.locator('#panels [data-code="TOOK_TOO_LONG"]');
    // Whoever waits is told.
    assert.equal(await other.getByRole("status").getByText("working…").count(), 1);
    await other.clock.fastForward(19_000);
    assert.equal(await said.count(), 0);
    silent = false;
    await other.clock.fastForward(2000);
    await said.waitFor();
    await check(other, '{"a": ');
    assert.equal(await said.count(), 0);
    await eventually(() => other.locator("#working").innerText(), "");
    assert.deepEqual((await listed(other)).map(({ code }) => code), ["UNEXPECTED_END"]);
  }));

test("the palette finds everything that the page can do", () =>
  withPlayground(async (page) => {
    const palette = page.locator("#palette");
    const options = palette.getByRole("option");
    const name = () => palette.locator('[aria-selected="true"] span').first().innerText();
    await check(page, wrong);
    await page.keyboard.press("Control+k");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "palette-query");
    // Whatever a button or a menu does is there as well.
    const names = await options.locator("span:first-child").allInnerTexts();
    for (const panel of await page.locator("#tabs [role=tab]").evaluateAll((tabs) => tabs.map((tab) => tab.firstChild.data))) {
      assert.ok(names.includes(`Show ${panel}`), panel);
    }
    for (const dialect of await page.locator("#dialect option").allInnerTexts()) {
      assert.ok(names.includes(`Dialect: ${dialect}`), dialect);
    }
    const shown = await page.locator("#examples [data-example] strong").allTextContents();
    for (const title of shown) assert.ok(names.includes(`Example: ${title}`), title);
    assert.deepEqual(await barriers(page, "light"), []);

    // The marked one is the one that the field tells of, and arrows go round.
    const marked = () =>
      page.evaluate(() => {
        const field = document.getElementById("palette-query");
        return document.getElementById(field.getAttribute("aria-activedescendant"))?.getAttribute("aria-selected");
      });
    assert.equal(await marked(), "true");
    const first = await name();
    await page.keyboard.press("ArrowUp");
    assert.equal(await name(), names.at(-1));
    assert.equal(await marked(), "true");
    await page.keyboard.press("ArrowDown");
    assert.equal(await name(), first);

    await page.keyboard.type("no such thing");
    assert.equal(await options.count(), 0);
    assert.match(await palette.innerText(), /No command has these words/u);
    await page.keyboard.press("Enter");
    assert.ok(await palette.isVisible());
    await page.keyboard.press("Escape");
    await eventually(() => palette.isHidden(), true);
    // The focus is where it was.
    assert.ok(await page.evaluate(() => document.activeElement?.closest("#document-editor") !== null));

    await page.keyboard.press("Control+k");
    await page.keyboard.type("MDSEL dialect");
    assert.equal(await name(), "Dialect: mdsel");
    await checked(page, () => page.keyboard.press("Enter"));
    assert.equal(await page.locator("#dialect").inputValue(), "mdsel");
    assert.match(await page.locator("#verdict").innerText(), /mdsel/u);

    await page.locator("#palette-button").click();
    await options.filter({ hasText: "Show Convert" }).click();
    // A command is run when the palette has closed.
    await eventually(() => page.locator("#tab-convert").getAttribute("aria-selected"), "true");
    await eventually(() => page.evaluate(() => document.activeElement?.id), "tab-convert");

    await page.keyboard.press("Control+k");
    await page.keyboard.type("dark");
    await page.keyboard.press("Enter");
    await eventually(() => page.evaluate(() => document.documentElement.dataset.theme), "dark");

    await page.keyboard.press("Control+k");
    await page.keyboard.type("clear");
    await checked(page, () => page.keyboard.press("Enter"));
    assert.equal(await copied(page), "");
    // What cannot be done is not offered.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("safe");
    assert.equal(await options.count(), 0);
  }));
