/**
 * Whether a refusal is ours, and says what it must.
 *
 * @module
 */

/** Whether a message has a word, or the name of the member that it points at. */
const isSaid = (message, word) =>
  message.includes(word) || (word.startsWith("/") && message.includes(`\`${word.slice(1)}\``));

/** What is wrong with the refusal of `work`: it must be ours, and say all the words. */
export function judged(api, work, code, words) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof api.LlmTypesError)) return `threw ${String(error)}`;
    if (error.code !== code) return `${error.code}: ${error.message}`;
    const missing = words.filter((word) => !isSaid(error.message, word));
    if (missing.length > 0) return `\`${error.message}\` does not say ${missing.join(", ")}`;
    const [, pointer] = words.filter((word) => word.startsWith("/")).length > 0 ? words : [];
    return error.pointer === pointer ? null : `points at ${error.pointer}`;
  }
  return "was not refused";
}
