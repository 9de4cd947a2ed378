/**
 * The worker: loads the module that the page gives it, and answers one question after
 * the other.
 *
 * @module
 */

import { init, LlmTypesError } from "llm-types/wasm";

import { answer } from "./answers.js";
import type { Answered, Asked, Refusal } from "./questions.js";

let ready: Promise<void> | undefined;

self.addEventListener("message", ({ data }: MessageEvent<{ module: WebAssembly.Module } | Asked>) => {
  if ("module" in data) {
    ready = init(data.module);
    // It is told with the first question.
    ready.catch(() => undefined);
    return;
  }
  void (ready ?? Promise.resolve()).then(() => {
    tell({ id: data.id, answer: answer(data) });
  }).catch((failure: unknown) => {
    tell({ id: data.id, refusal: refusal(failure) });
  });
});

function tell(answered: Answered): void {
  self.postMessage(answered);
}

/** What the page is told of a failure. */
function refusal(failure: unknown): Refusal {
  if (failure instanceof LlmTypesError) {
    const { code, message, help, pointer, line, columnUtf16: column } = failure;
    return {
      code,
      message,
      help,
      ...(pointer !== undefined && { pointer }),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    };
  }
  return {
    code: "INTERNAL",
    message: failure instanceof Error ? failure.message : String(failure),
    help: "Report it with the input that caused it.",
  };
}
