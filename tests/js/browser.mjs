/**
 * The suite in a page of a headless Chromium: a server of static files on
 * localhost, a browser that is installed already, and one call.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

import { root } from "./files.mjs";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/microsoft-edge",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

// A test asks nobody outside: no updates, no sync, no search for Google's hosts.
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** The browser to use: `LLM_TYPES_BROWSER`, or one that is installed. */
export function executable() {
  const named = process.env.LLM_TYPES_BROWSER;
  const found = named ?? INSTALLED.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error("install Chromium, Chrome or Edge, or name one in LLM_TYPES_BROWSER");
  }
  return found;
}

/** Serves the files of the repository, and `pages` by name, on a free port. */
export async function serve(pages) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      const inside = !pathname.split("/").includes("..");
      const body = pages[pathname] ?? (inside && (await readFile(new URL(`.${pathname}`, root))));
      const type = TYPES[extname(pathname)] ?? "application/octet-stream";
      response.writeHead(body === false ? 404 : 200, { "content-type": type }).end(body || undefined);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Starts the browser, without a window. */
export async function launch() {
  const { chromium } = await import("playwright-core");
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: executable(), args: [...FLAGS, ...asRoot] });
}

/** Opens a page of the repository in the browser, and calls `work` with it. */
export async function withPage(pages, work) {
  const server = await serve(pages);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${server.address}/page.html`);
    const result = await work(page, server.address);
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
    return result;
  } finally {
    await browser.close();
    server.close();
  }
}

/** What `run` and the public suites give, from a page. */
export function inBrowser(data, suites) {
  const pages = {
    "/page.html": "<!doctype html><meta charset='utf-8'><title>conformance</title>",
    "/data.json": JSON.stringify({ data, suites }),
  };
  return withPage(pages, (page) =>
    page.evaluate(async () => {
      const api = await import("/dist/wasm/web.js");
      await api.init();
      const { run } = await import("/tests/js/suite.mjs");
      const { publicSuites } = await import("/tests/js/verdicts.mjs");
      // Fetched, not passed: what is passed to a page loses lone surrogates and -0.
      const { data, suites } = await fetch("/data.json").then((response) => response.json());
      const found = await run(api, "chromium", data);
      found.tests.push(...publicSuites(api, suites));
      return found;
    }),
  );
}
