//! The verbs on ids and checksums.

use llm_types::id::random_bytes;
use llm_types::{
    ByteRange, FindingPlace, SpanIdScheme, SpanKey, checksum, checksum_in, checksum_range,
    classify_checksum, classify_execution_id, classify_match_id, classify_span_id, execution_id,
    fingerprints, line_hashes, match_id, match_id_in, span_id, span_id_in, span_ids, span_ids_in,
    verify_checksum,
};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome, number, unsayable};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "span_id" => {
            place(input).and_then(|(path, start, end)| Ok(json!(span_id(&path, start, end)?)))
        }
        "span_id_in" => place(input).and_then(|(path, start, end)| {
            let scheme: SpanIdScheme = input.word("scheme")?;
            Ok(json!(span_id_in(scheme, &path, start, end)?))
        }),
        "span_ids" | "span_ids_in" => many(input),
        "classify_span_id" => place(input).and_then(|(path, start, end)| {
            let id = input.string("id")?;
            let scheme = classify_span_id(&id, &path, start, end);
            Ok(json!(scheme.map(SpanIdScheme::as_str)))
        }),
        "match_id" => place(input).and_then(|(path, start, end)| {
            Ok(json!(match_id(&input.string("name")?, &path, start, end)?))
        }),
        "match_id_in" => place(input).and_then(|(path, start, end)| {
            let name = input.string("name")?;
            Ok(json!(match_id_in(
                input.word("scheme")?,
                &name,
                &path,
                start,
                end
            )?))
        }),
        "classify_match_id" => place(input).and_then(|(path, start, end)| {
            let (id, name) = (input.string("id")?, input.string("name")?);
            Ok(json!(
                classify_match_id(&id, &name, &path, start, end).as_str()
            ))
        }),
        "execution_id" => input
            .data("random")
            .and_then(|random| Ok(json!(execution_id(random_bytes(&random)?)))),
        "classify_execution_id" => input
            .string("id")
            .map(|id| json!(classify_execution_id(&id).as_str())),
        "checksum" => input.data("data").map(|data| json!(checksum(data))),
        "checksum_in" => input
            .data("data")
            .and_then(|data| Ok(json!(checksum_in(input.word("algorithm")?, data)))),
        "checksum_range" => input.data("data").and_then(|data| {
            let range = ByteRange::new(input.number("start")?, input.number("end")?)?;
            Ok(json!(checksum_range(data, range)?))
        }),
        "classify_checksum" => input
            .string("checksum")
            .map(|text| json!(classify_checksum(&text).algorithm_str())),
        "fingerprints" => input.data("text").and_then(|text| {
            let places = input.get("places").to_string();
            let places = FindingPlace::list_from_json(places.as_bytes())?;
            let maps = fingerprints(&text, &places)?;
            Ok(maps.into_iter().map(|map| json!(map.0)).collect())
        }),
        "line_hashes" => input.data("text").map(|text| json!(line_hashes(&text))),
        "verify_checksum" => input
            .data("data")
            .and_then(|data| Ok(json!(verify_checksum(&input.string("checksum")?, data)?))),
        _ => return None,
    })
}

fn place(input: &Input<'_>) -> Result<(String, u64, u64), Failure> {
    Ok((
        input.string("path")?,
        input.number("start")?,
        input.number("end")?,
    ))
}

fn many(input: &Input<'_>) -> Outcome {
    let mut owned = Vec::new();
    for (index, key) in input.array("keys")?.iter().enumerate() {
        let path = key.get("path").and_then(Value::as_str);
        let path = path.ok_or_else(|| unsayable("a key without a path"))?;
        let member = |name| {
            let given = key.get(name).unwrap_or(&Value::Null);
            number(given).map_err(|failure| failure.at(index).of(name))
        };
        owned.push((path, member("start")?, member("end")?));
    }
    let keys: Vec<SpanKey<'_>> = owned
        .iter()
        .map(|&(path, start, end)| SpanKey { path, start, end })
        .collect();
    let ids = if input.get("scheme").is_null() {
        span_ids(&keys)?
    } else {
        span_ids_in(input.word("scheme")?, &keys)?
    };
    Ok(ids.iter().collect())
}
