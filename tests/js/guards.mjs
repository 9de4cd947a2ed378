/**
 * The type guards: of the answers that are told by their signs, one guard says yes, and what
 * throws when it is looked at is nothing.
 *
 * The names are those of `Response::payload` in the core, see `core/tests/payloads.rs`.
 *
 * @module
 */

const TOLD = [
  [{ pattern: "x", matches: [] }, "searchResponse"],
  [{ matches: [] }, "findResponse"],
  [{ query: "x", references: [] }, "referencesResponse"],
  [{ query: "Pour", implementations: [] }, "implementationsResponse"],
  [{ files: ["a"], symbol_counts: { a: 1 } }, "filesResponse"],
  [{ files: [], symbols: [], references: [], calls: [] }, "graphExport"],
  [{ code: "E1", error: "e", message: "m" }, "errorResponse"],
  [{ type: "rename", old_name: "a", new_name: "b" }, "renameResult"],
  [{ weather: "fine" }, undefined],
  // It bears the sign of a search and lacks what a search must have.
  [{ pattern: "x", count: 0 }, undefined],
];

/** Pairs of name and what is wrong, `null` if nothing. */
export function guards({ is, explain, spanId, normalize }) {
  const yes = (value) =>
    Object.keys(is).filter((name) => /(Response|Export|Result|Report)$/.test(name) && is[name](value));
  const found = TOLD.map(([value, wanted]) => {
    const names = yes(value);
    const right = names.length === (wanted === undefined ? 0 : 1) && names[0] === wanted;
    const whole = /Result$/.test(wanted ?? "") ? is.operationData(value) : is.payload(value);
    const ok = right && whole === (wanted !== undefined);
    return [JSON.stringify(value), ok ? null : `${names.join(", ")}, a union: ${whole}`];
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = { get data() { throw new Error("not now"); } };
  for (const [name, guard] of Object.entries(is)) {
    for (const value of [proxy, throwing]) {
      try {
        if (guard(proxy)) found.push([name, "takes what cannot be read"]);
        guard(value);
      } catch (failure) {
        found.push([name, `throws ${failure.name}`]);
      }
    }
  }
  for (const [code, call] of [
    ["WRONG_TYPE", () => spanId(7, 0, 1)],
    ["UNKNOWN_OPTION", () => normalize("{}", { strict: true })],
  ]) {
    try {
      call();
      found.push([code, "is not refused"]);
    } catch (failure) {
      const wanted = explain(code).remedy;
      found.push([`the help of ${code}`, failure.help === wanted ? null : failure.help]);
    }
  }
  return found;
}
