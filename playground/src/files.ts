/**
 * Files on their way in: opened or dropped.
 *
 * @module
 */

/** A file as it was found. */
export interface OpenedFile {
  /** Its path, as far as the browser tells. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file that is larger is not taken in: the page would not hold it. */
const LARGEST = 64 * 1024 * 1024;

/** Lets a person choose files. */
export function choose(several: boolean, take: (files: OpenedFile[]) => void, fail: (why: string) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = several;
  input.addEventListener("change", () => {
    void read([...(input.files ?? [])], take, fail);
  });
  input.click();
}

/** Takes files that are dropped on an element; with `first`, before the elements in it get them. */
export function drop(
  target: HTMLElement,
  take: (files: OpenedFile[]) => void,
  fail: (why: string) => void,
  first = true,
): void {
  const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  // Before the editor, which would put a file's text in at the cursor.
  target.addEventListener("dragover", (event) => {
    if (!carries(event) || event.defaultPrevented) return;
    event.preventDefault();
    target.classList.add("dropping");
  }, first);
  target.addEventListener("dragleave", () => {
    target.classList.remove("dropping");
  });
  target.addEventListener("drop", (event) => {
    target.classList.remove("dropping");
    if (!carries(event) || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    void read([...(event.dataTransfer?.files ?? [])], take, fail);
  }, first);
}

/** Takes files that are dropped anywhere else; a browser would leave the page and show them. */
export function dropAnywhere(take: (files: OpenedFile[]) => void, fail: (why: string) => void): void {
  drop(document.documentElement, take, fail, false);
}

/** Which file is the document and which are texts beside it, as far as they tell. */
export function sorted(files: readonly OpenedFile[]): { document: OpenedFile | undefined; others: OpenedFile[] } {
  const alike = files.filter(({ bytes }) => jsonLike(new TextDecoder().decode(bytes.subarray(0, 200))));
  // A table of settings begins with a bracket, too.
  const document = alike.find(({ path }) => /\.(?:jsonl?|ndjson|sarif)$/iu.test(path)) ?? alike[0];
  return { document, others: files.filter((file) => file !== document) };
}

/** Whether a text begins as most documents do. */
export function jsonLike(text: string): boolean {
  return /^[\ufeff\s]*[[{]/u.test(text);
}

/** Reads files. Those that could be read are passed on first, because that ends older notices. */
async function read(
  files: readonly File[],
  take: (files: OpenedFile[]) => void,
  fail: (why: string) => void,
): Promise<void> {
  const opened: OpenedFile[] = [];
  const failed: string[] = [];
  for (const file of files) {
    if (file.size > LARGEST) {
      failed.push(`${file.name} has ${file.size.toLocaleString("en")} bytes; the page takes ${LARGEST.toLocaleString("en")}. The command llm-types has no limit.`);
      continue;
    }
    try {
      const path = file.webkitRelativePath === "" ? file.name : file.webkitRelativePath;
      opened.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch (failure) {
      failed.push(`${file.name} cannot be read: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  if (opened.length > 0) take(opened);
  if (failed.length > 0) fail(failed.join(" "));
}

/** The text of a file; nothing if it is not UTF-8. The byte order mark is text. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
