/**
 * The service worker: after the first visit the page is there without a network.
 *
 * All files of one build are kept together and change together: a new build waits until
 * no page shows the old one.
 *
 * @module
 */

/** The files of this build, relative to this one; put in by `vite.config.ts`. */
declare const FILES: readonly string[];
/** A name that is another one when a file is. */
declare const BUILD: string;

/** As much of a service worker's scope as is used here; the library has no types for it beside the page's. */
interface Scope {
  addEventListener(type: "install" | "activate", listener: (event: { waitUntil: (work: Promise<unknown>) => void }) => void): void;
  addEventListener(
    type: "fetch",
    listener: (event: { readonly request: Request; respondWith: (response: Promise<Response>) => void }) => void,
  ): void;
}

const scope = self as unknown as Scope;
const PREFIX = "llm-types-playground-";
const CACHE = `${PREFIX}${BUILD}`;

scope.addEventListener("install", (event) => {
  // Not what the browser kept of the build before: the files of one build belong together.
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

scope.addEventListener("activate", (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
  };
  event.waitUntil(clean());
});

scope.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async (): Promise<Response> => {
    const cache = await caches.open(CACHE);
    // The page is asked for by its name, or by that of its folder.
    const page = event.request.mode === "navigate";
    const kept = await cache.match(page ? "index.html" : event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
