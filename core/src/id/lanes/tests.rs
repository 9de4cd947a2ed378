//! Every engine, and one by one, against the plain reading of the definition: the pre-image as
//! a byte string, hashed by `sha2`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use super::*;
use crate::id::{message, one};

fn by_definition(scheme: SpanIdScheme, key: &SpanKey<'_>) -> String {
    let mut message = Vec::from(key.path);
    for offset in [key.start, key.end] {
        message.push(b':');
        match scheme {
            SpanIdScheme::Be64 => message.extend(offset.to_be_bytes()),
            SpanIdScheme::Be32 => message.extend(&offset.to_be_bytes()[4..]),
            SpanIdScheme::Decimal => message.extend(format!("{offset}").bytes()),
        }
    }
    hex::encode(&Sha256::digest(message)[..8])
}

/// All engines and the single form give what the definition gives.
fn check(keys: &[SpanKey<'_>]) {
    for &scheme in SpanIdScheme::ALL {
        let expected: Vec<String> = keys.iter().map(|key| by_definition(scheme, key)).collect();
        for engine in Engine::available() {
            let ids = engine.ids(scheme, keys);
            for ((id, expected), key) in ids.iter().zip(&expected).zip(keys) {
                assert_eq!(id, expected.as_bytes(), "{engine:?} {scheme} {key:?}");
            }
            assert_eq!(ids.len(), keys.len());
        }
        let digits: Vec<[u8; 16]> = message::ids(scheme, keys);
        assert!(
            digits
                .iter()
                .zip(&expected)
                .all(|(id, expected)| id == expected.as_bytes())
        );
        for (key, expected) in keys.iter().zip(&expected) {
            assert_eq!(
                hex::of_u64(one::id(scheme, key)),
                expected.as_bytes(),
                "{scheme} {key:?}"
            );
        }
    }
}

#[test]
fn every_length_of_path_and_every_width_of_number() {
    let path: String = ('a'..='z').cycle().take(200).collect();
    let offsets = [0, 9, 10, 255, 256, 65_535, 0x0102_0304, u64::from(u32::MAX)];
    let keys: Vec<SpanKey<'_>> = (0..=path.len())
        .flat_map(|len| offsets.map(|end| (len, end)))
        .map(|(len, end)| SpanKey {
            path: &path[..len],
            start: end / 3,
            end,
        })
        .collect();
    check(&keys);
}

#[test]
fn offsets_up_to_the_largest() {
    let keys: Vec<SpanKey<'_>> = (0..54)
        .flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit])
        .filter(|end| *end < 1 << 53)
        .map(|end| SpanKey {
            path: "src/main.rs",
            start: end - end / 7,
            end,
        })
        .collect();
    for scheme in [SpanIdScheme::Be64, SpanIdScheme::Decimal] {
        for engine in Engine::available() {
            for (id, key) in engine.ids(scheme, &keys).iter().zip(&keys) {
                assert_eq!(
                    id,
                    by_definition(scheme, key).as_bytes(),
                    "{engine:?} {key:?}"
                );
            }
        }
    }
}

#[test]
fn every_number_of_keys_and_every_mixture_of_paths() {
    let long = "a/folder/whose/name/is/so/long/that/it/fills/a/whole/block/of/the/hash/".repeat(3);
    let other = long.replace("hash", "HASH");
    let paths = [
        "a.rs",
        "",
        "src/世界/😀.rs",
        &long,
        &other,
        &long[..64],
        &long[..38],
        &long[..37],
    ];
    for count in 0..50 {
        for repeat in [1, 3, 20] {
            let keys: Vec<SpanKey<'_>> = (0..count)
                .map(|n| SpanKey {
                    path: paths[n / repeat * 5 % paths.len()],
                    start: n as u64,
                    end: (n * n * 1000) as u64 + n as u64,
                })
                .collect();
            check(&keys);
        }
    }
}

/// Few enough for Miri, and more of each number of blocks than a third of the lanes.
#[test]
fn a_few_keys_of_one_to_three_blocks() {
    let path = "p".repeat(140);
    let key = |n: usize| SpanKey {
        path: &path[..[5, 70, 140][n % 3]],
        start: n as u64,
        end: 0x1_0000_0001 << n,
    };
    let keys: Vec<SpanKey<'_>> = (0..20).map(key).collect();
    for engine in Engine::available() {
        let scheme = SpanIdScheme::Be64;
        for (id, key) in engine.ids(scheme, &keys).iter().zip(&keys) {
            let expected = by_definition(scheme, key);
            assert_eq!(id, expected.as_bytes(), "{engine:?} {key:?}");
        }
    }
}

#[test]
fn equal_paths_at_different_addresses_are_one_path() {
    let paths: Vec<String> = (0..40).map(|_| String::from("src/lib.rs")).collect();
    let keys: Vec<SpanKey<'_>> = paths
        .iter()
        .map(|path| SpanKey {
            path,
            start: 100,
            end: 200,
        })
        .collect();
    for engine in Engine::available() {
        for id in engine.ids(SpanIdScheme::Be64, &keys) {
            assert_eq!(&id, b"318374eb7da4e671");
        }
    }
}

/// All ways to hash long messages together give what each of them has by itself.
fn check_long(messages: &[&[u8]]) {
    let expected: Vec<[u8; 32]> = messages
        .iter()
        .map(|message| Sha256::digest(message).into())
        .collect();
    for engine in long::Engine::available() {
        let digests = engine.digests(messages);
        let wrong = digests.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!((wrong, digests.len()), (None, messages.len()), "{engine:?}");
    }
}

#[test]
fn long_messages_of_every_length_around_a_block() {
    let bytes: Vec<u8> = (0..=250_u8).cycle().take(400).collect();
    let messages: Vec<&[u8]> = (0..=bytes.len()).map(|len| &bytes[..len]).collect();
    check_long(&messages);
    for count in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 40] {
        check_long(&messages[messages.len() - count..]);
    }
}

/// Few enough for Miri.
#[test]
fn a_few_long_messages() {
    let bytes: Vec<u8> = (0..150).collect();
    check_long(&[&bytes, &bytes[..64], &bytes[..0]]);
}

#[test]
fn long_messages_of_very_different_lengths() {
    let bytes: Vec<u8> = (0..=250_u8).cycle().take(70_000).collect();
    let lengths = [64, 70_000, 0, 1, 128, 65, 9_999, 63, 50_000, 640];
    let messages: Vec<&[u8]> = (0..45_usize)
        .map(|n| &bytes[..lengths[n * 7 % lengths.len()]])
        .collect();
    check_long(&messages);
}
