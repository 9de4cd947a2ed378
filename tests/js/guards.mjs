/**
 * The type guards: for each answer that is recognised by its members (`tests/told.json`), exactly one
 * guard says yes; for a value that throws when it is looked at, none does.
 *
 * @module
 */

/** Pairs of name and what is wrong, `null` if nothing. */
export function guards({ is, explain, spanId, normalize, LineIndex, Span }, told) {
  const yes = (value) =>
    Object.keys(is).filter((name) => /(Response|Export|Result|Report)$/.test(name) && is[name](value));
  const found = told.map(({ value, type }) => {
    const wanted = type && type[0].toLowerCase() + type.slice(1);
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
  const freed = new LineIndex("a");
  freed.free();
  for (const [code, call] of [
    ["WRONG_TYPE", () => spanId(7, 0, 1)],
    ["UNKNOWN_OPTION", () => normalize("{}", { strict: true })],
    ["WRONG_TYPE", () => normalize("{}", { get root() { throw new Error("not now"); } })],
    ["HANDLE_FREED", () => freed.position(0, "utf-8")],
    ["WRONG_TYPE", () => Span.prototype.equals.call({})],
  ]) {
    try {
      call();
      found.push([code, "is not refused"]);
    } catch (failure) {
      const wanted = explain(code).remedy;
      found.push([`the help of ${code}`, failure.help === wanted ? null : failure.help]);
    }
  }
  try {
    normalize("{}", { sourcs: {} });
    found.push(["a misspelt option", "is not refused"]);
  } catch ({ message }) {
    const isMeant = message.endsWith("`origin`, `read`; did you mean `sources`?");
    found.push(["a misspelt option", isMeant ? null : message]);
  }
  return found;
}
