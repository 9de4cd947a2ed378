//! Bad input that is nearly good: real output of real tools with a few things wrong.
//!
//! A mutation is made of a seed, so that a failure is found again by its number. Values
//! are damaged in the tree, so that most results are JSON still; the last step may damage
//! bytes.

use serde_json::{Map, Value, json};

/// Marsaglia's xorshift with 64 bits.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero; neighbouring seeds must not look alike.
        let mut random = Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`; 0 if there is none.
    #[allow(clippy::cast_possible_truncation, reason = "it is below a usize")]
    pub fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 16) % (end.max(1) as u64)) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A text with a few things wrong, made of `texts`, and the number of the one it began as.
pub fn mutated(seed: u64, texts: &[Vec<u8>]) -> (usize, Vec<u8>) {
    let mut random = Random::new(seed);
    let first = random.below(texts.len());
    let mut text = texts[first].clone();
    if let Some(mut documents) = parsed(&text) {
        for _ in 0..=random.below(4) {
            let at = random.below(documents.len());
            let donor = random.below(texts.len());
            damage(&mut documents[at], &mut random, &texts[donor]);
        }
        let lines: Vec<String> = documents.iter().map(Value::to_string).collect();
        text = lines.join("\n").into_bytes();
    }
    if random.below(8) == 0 {
        damage_bytes(&mut text, &mut random);
    }
    (first, text)
}

/// The documents of a text, if it is JSON.
fn parsed(text: &[u8]) -> Option<Vec<Value>> {
    let documents: Result<Vec<Value>, _> = serde_json::Deserializer::from_slice(text)
        .into_iter()
        .collect();
    documents.ok().filter(|documents| !documents.is_empty())
}

fn damage_bytes(text: &mut Vec<u8>, random: &mut Random) {
    const BYTES: &[u8] = b"\"\\{}[],:0-9eE.\n\r\t \x00\xC3\xFF\xF0u";
    let at = random.below(text.len());
    match random.below(4) {
        0 => text.truncate(at),
        1 => text.insert(at, *random.one(BYTES)),
        2 if !text.is_empty() => text[at] = *random.one(BYTES),
        _ => {
            let end = (at + random.below(20)).min(text.len());
            text.drain(at.min(end)..end);
        }
    }
}

/// Damages one value somewhere in a document.
fn damage(root: &mut Value, random: &mut Random, donor: &[u8]) {
    let count = size(root);
    let mut at = random.below(count);
    let Some(value) = find(root, &mut at) else {
        return;
    };
    match random.below(10) {
        0..=2 => *value = wrong(value, random),
        3 => {
            let mut donors = parsed(donor).unwrap_or_default();
            let document = random.below(donors.len());
            if let Some(donor) = donors.get_mut(document) {
                let mut at = random.below(size(donor));
                if let Some(part) = find(donor, &mut at) {
                    *value = part.take();
                }
            }
        }
        _ => match value {
            Value::Object(members) => damage_object(members, random),
            Value::Array(items) => damage_list(items, random),
            other => *other = wrong(other, random),
        },
    }
}

fn damage_object(members: &mut Map<String, Value>, random: &mut Random) {
    let keys: Vec<String> = members.keys().cloned().collect();
    let key = if keys.is_empty() {
        String::from("x")
    } else {
        random.one(&keys).clone()
    };
    match random.below(5) {
        0 => {
            members.remove(&key);
        }
        1 => {
            let value = members.remove(&key).unwrap_or_default();
            let mut name: Vec<char> = key.chars().collect();
            let at = random.below(name.len());
            match random.below(3) {
                0 if !name.is_empty() => drop(name.remove(at)),
                1 => name.insert(at, 'é'),
                _ => name.reverse(),
            }
            members.insert(name.into_iter().collect(), value);
        }
        2 => {
            let words = [
                "file_path",
                "byte_start",
                "byte_end",
                "start_line",
                "start_col",
                "end_line",
                "end_col",
                "span",
                "match_id",
                "data",
                "status",
                "error",
                "schema_version",
                "line",
                "column",
                "checksums",
                "context",
                "",
                "~/",
            ];
            let value = members.get(&key).cloned().unwrap_or_default();
            members.insert((*random.one(&words)).into(), value);
        }
        _ => {
            if let Some(value) = members.get_mut(&key) {
                *value = wrong(value, random);
            }
        }
    }
}

fn damage_list(items: &mut Vec<Value>, random: &mut Random) {
    let at = random.below(items.len());
    match random.below(4) {
        0 if !items.is_empty() => drop(items.remove(at)),
        1 if !items.is_empty() => items.insert(at, items[at].clone()),
        2 => items.reverse(),
        _ => items.push(json!([[], {}, null])),
    }
}

/// A value that is wrong in the place of another one, or only nearly.
fn wrong(value: &Value, random: &mut Random) -> Value {
    let numbers = [
        json!(0),
        json!(1),
        json!(-1),
        json!(1.5),
        json!(-0.0),
        json!(1e300),
        json!(4_294_967_296_u64),
        json!(9_007_199_254_740_991_u64),
        json!(9_007_199_254_740_993_u64),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(2_147_483_648_u64),
    ];
    let strings = [
        "",
        " ",
        "x",
        "\u{0}",
        "🚀",
        "é\r\nü",
        "\u{feff}",
        "src/main.rs",
        "/abs/src/main.rs",
        "..\\..\\x",
        "C:\\a\\b.rs",
        "./a//b/../c",
        "sha256:00",
        "blake3:zz",
        "2026-01-01T00:00:00Z",
        "0000000000000000",
        "550e8400-e29b-41d4-a716-446655440000",
        "ok",
        "partial",
        "2.1.0",
        "[truncated]",
        "file:///a%20b",
        "h2:x#y",
        "a::b::c",
        "true",
        "1",
        "null",
    ];
    match (value, random.below(4)) {
        (Value::Number(number), 0..=1) => match number.as_u64() {
            Some(number) if random.below(2) == 0 => json!(number.saturating_add(1)),
            Some(number) => json!(number.wrapping_sub(1)),
            None => random.one(&numbers).clone(),
        },
        (Value::Number(_), _) | (_, 0) => random.one(&numbers).clone(),
        (Value::String(text), 1) => {
            let mut text = text.clone();
            text.push_str(random.one::<&str>(&strings));
            json!(text)
        }
        (_, 1 | 2) => json!(random.one(&strings)),
        _ => random
            .one(&[
                json!(null),
                json!(true),
                json!([]),
                json!({}),
                json!([1]),
                json!({"x": [{}]}),
            ])
            .clone(),
    }
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

/// The value with number `at`, in document order.
fn find<'v>(value: &'v mut Value, at: &mut usize) -> Option<&'v mut Value> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| find(item, at)),
        Value::Object(members) => members.values_mut().find_map(|item| find(item, at)),
        _ => None,
    }
}
