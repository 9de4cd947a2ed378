/**
 * Real output of real tools (`tests/README.md`, "Documents").
 *
 * @module
 */

import { json, report } from "./calls.mjs";

/** The line of the results file for one output. */
export function line(api, name, text, sources) {
  const answer = (call) => {
    try {
      // The envelopes are in `text`, as the core wrote them.
      const { envelope, envelopes, ...rest } = call();
      return { ok: { ...rest, ...sameAsText(envelope, envelopes, rest.text) } };
    } catch (error) {
      return { error: report(api, error) };
    }
  };
  const normalized = answer(() => api.normalize(text, { sources, origin: true }));
  return json({
    fixture: name,
    detect: answer(() => api.detect(text)),
    referenced_paths: paths(api, text),
    normalize: normalized,
    home: "ok" in normalized
      ? answer(() => api.convert(normalized.ok.text, normalized.ok.dialect, { sources }))
      : normalized,
    normalize_alone: answer(() => api.normalize(text)),
    validate: answer(() => api.validate(text, { sources })),
    validate_strict: answer(() => api.validate(text, { strict: true })),
    streamed: streamed(api, text, sources),
  });
}

/** Bytes of a piece, in every host. */
const PIECE = 1000;

/** What the verbs say of a text that arrives in pieces. */
function streamed(api, text, sources) {
  const all = (run) => {
    const results = [];
    for (let at = 0; at < text.length; at += PIECE) {
      results.push(...run.push(text.subarray(at, at + PIECE)));
    }
    return [...results, ...run.finish()];
  };
  const alone = ({ envelope, ...rest }) => ({
    ...rest,
    ...sameAsText(envelope, undefined, rest.text),
  });
  const adds = { context: true, checksums: true, positions: true, fingerprints: true };
  const validator = new api.Validator({ sources });
  return {
    normalized: all(new api.Normalizer({ sources, origin: true })).map(alone),
    validated: all(validator),
    summary: validator.summary(),
    converted: all(new api.Converter("unified")),
    enriched: all(new api.Enricher({ sources, origin: true, ...adds })).map(alone),
  };
}

/** Adds a complaint if the parsed envelope is not what the text says. */
function sameAsText(envelope, envelopes, text) {
  if (envelope === undefined) return {};
  const lines = envelopes === undefined ? [text] : text.trimEnd().split("\n");
  const parsed = lines.map((one) => json(JSON.parse(one)));
  const given = (envelopes ?? [envelope]).map(json);
  return json(parsed) === json(given) ? {} : { complaint: "the envelope is not its text" };
}

function paths(api, text) {
  try {
    return { ok: api.referencedPaths(text) };
  } catch (error) {
    return { error: report(api, error) };
  }
}
