//! Span ids, one and many at a time, beside libraries that hash one message.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin ids [--features aws-lc] [rounds] [row ...]
//! ```
//!
//! Every contender makes the same digits from the same keys. For `many` the
//! peers write into one buffer, as we do, with the same quick digits; for `one`
//! each id is a `String` of its own. Nothing is asserted.

// A benchmark may stop where a program may not.
#![allow(clippy::expect_used)]

use std::hint::black_box;

use llm_types::{SpanKey, span_id, span_ids};
use llm_types_benches::random::Random;
use llm_types_benches::{Lap, Race};
use sha2::{Digest as _, Sha256};

/// How many keys a lap hashes: the spans of a large document.
const KEYS: usize = 20_000;

/// Keys whose paths are shared in one way.
struct Set {
    name: &'static str,
    paths: Vec<String>,
}

impl Set {
    fn all() -> [Self; 6] {
        let set = |name, path: fn(usize) -> String| Self {
            name,
            paths: (0..KEYS).map(path).collect(),
        };
        [
            set("one file, path of 28 bytes", |_| {
                "src/services/orders/index.rs".into()
            }),
            set("one file, path of 48 bytes", |_| {
                "/workspace/project/src/services/orders/handle.rs".into()
            }),
            set("files of 50 spans", |n| {
                format!("src/services/module_{}.rs", n / 50)
            }),
            set("every span in a file of its own", |n| {
                format!("src/services/module_{n}.rs")
            }),
            set("the same, path of 80 bytes", |n| {
                let folder = "crates/compiler/crates/parser/src/grammar/expressions/literals";
                format!("{folder}/module_{n:06}.rs")
            }),
            // Their first blocks differ, so nothing of the hash is shared.
            set("the same, each in a folder of its own", |n| {
                let folder = "compiler/crates/parser/src/grammar/expressions/literals";
                format!("crates_{n:06}/{folder}/tokens.rs")
            }),
        ]
    }

    fn keys(&self) -> Vec<SpanKey<'_>> {
        let mut random = Random::new(7);
        let key = |path| {
            let start = random.below(1 << 20);
            SpanKey {
                path,
                start,
                end: start + random.below(1 << 10),
            }
        };
        self.paths.iter().map(String::as_str).map(key).collect()
    }
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = match arguments.first().and_then(|first| first.parse().ok()) {
        Some(rounds) => {
            arguments.remove(0);
            rounds
        }
        None => 40,
    };
    let wanted = |row: &str| {
        arguments.is_empty() || arguments.iter().any(|part| row.contains(part.as_str()))
    };
    for set in Set::all() {
        let keys = set.keys();
        let many_row = format!("many at a time, {}", set.name);
        if wanted(&many_row) {
            println!("{many_row}, ns; target 2x");
            many(&keys, rounds);
        }
        let one_row = format!("one at a time, {}", set.name);
        if wanted(&one_row) {
            println!("{one_row}, ns; target 1x of sha2");
            one(&keys, rounds);
        }
    }
}

fn many(keys: &[SpanKey<'_>], rounds: u32) {
    let race = Race::new()
        .run("llm-types", || {
            let ids = span_ids(keys).expect("good keys");
            u64::from(ids.as_packed().as_bytes()[3])
        })
        .run("sha2", || packed(keys, by_sha2))
        .run("sha2, message in one piece", || {
            packed(keys, in_one_piece(sha2_digest))
        });
    #[cfg(feature = "aws-lc")]
    let race = race.run("aws-lc-rs", || packed(keys, in_one_piece(aws_lc_digest)));
    report(&race.finish(rounds));
}

fn one(keys: &[SpanKey<'_>], rounds: u32) {
    let each = |id: fn(&SpanKey<'_>) -> String| {
        move || {
            keys.iter().fold(0, |sum, key| {
                sum + u64::from(black_box(id(key)).as_bytes()[3])
            })
        }
    };
    let race = Race::new()
        .run(
            "llm-types",
            each(|key| span_id(key.path, key.start, key.end).expect("good key")),
        )
        .run("sha2", each(|key| text(by_sha2(key))))
        .run(
            "sha2, message in one piece",
            each(|key| text(in_one_piece(sha2_digest)(key))),
        );
    #[cfg(feature = "aws-lc")]
    let race = race.run(
        "aws-lc-rs",
        each(|key| text(in_one_piece(aws_lc_digest)(key))),
    );
    report(&race.finish(rounds));
}

/// The id as a caller of `sha2` would most simply write it.
fn by_sha2(key: &SpanKey<'_>) -> u64 {
    let mut hasher = Sha256::new();
    hasher.update(key.path);
    for offset in [key.start, key.end] {
        hasher.update(b":");
        hasher.update(offset.to_be_bytes());
    }
    first(&hasher.finalize())
}

/// The id with the message put together first, without an allocation.
fn in_one_piece(digest: fn(&[u8]) -> u64) -> impl Fn(&SpanKey<'_>) -> u64 {
    move |key| {
        let mut message = [0; 128];
        let (path, rest) = message.split_at_mut(key.path.len());
        path.copy_from_slice(key.path.as_bytes());
        rest[0] = b':';
        rest[1..9].copy_from_slice(&key.start.to_be_bytes());
        rest[9] = b':';
        rest[10..18].copy_from_slice(&key.end.to_be_bytes());
        digest(&message[..key.path.len() + 18])
    }
}

fn sha2_digest(message: &[u8]) -> u64 {
    first(&Sha256::digest(message))
}

#[cfg(feature = "aws-lc")]
fn aws_lc_digest(message: &[u8]) -> u64 {
    first(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, message).as_ref())
}

fn first(digest: &[u8]) -> u64 {
    digest
        .first_chunk()
        .map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// All ids in one buffer.
fn packed(keys: &[SpanKey<'_>], id: impl Fn(&SpanKey<'_>) -> u64) -> u64 {
    let mut ids = Vec::with_capacity(keys.len() * 16);
    for key in keys {
        ids.extend_from_slice(&digits(id(key)));
    }
    u64::from(black_box(ids)[3])
}

fn text(id: u64) -> String {
    String::from_utf8_lossy(&digits(id)).into_owned()
}

fn digits(id: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    for (digit, shift) in digits.iter_mut().zip((0..16).rev()) {
        let nibble = (id >> (shift * 4)) & 15;
        *digit = b"0123456789abcdef"[usize::try_from(nibble).unwrap_or(0)];
    }
    digits
}

#[allow(clippy::cast_precision_loss)]
fn report(laps: &[Lap]) {
    let nanoseconds = |lap: &Lap| lap.best.as_secs_f64() * 1e9 / KEYS as f64;
    for lap in laps {
        println!("  {:28} {:7.1}", lap.name, nanoseconds(lap));
    }
    let (ours, peers) = laps.split_first().expect("we run first");
    if let Some(peer) = peers.iter().min_by_key(|lap| lap.best) {
        let times = nanoseconds(peer) / nanoseconds(ours);
        println!("  = {times:.2}x as fast as {}", peer.name);
    }
}
