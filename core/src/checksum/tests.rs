//! Published digests (FIPS 180-4 examples, the BLAKE3 test vectors) and the
//! refusals.

use super::*;
use ChecksumAlgorithm::{Blake3, Sha256};
use alloc::string::ToString as _;

const SHA_ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const BLAKE_EMPTY: &str = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

#[test]
fn published_digests_hold() {
    for (algorithm, bytes, digits) in [
        (
            Sha256,
            &b""[..],
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        (Sha256, b"abc", SHA_ABC),
        (
            Sha256,
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (Blake3, b"", BLAKE_EMPTY),
        (
            Blake3,
            b"\0",
            "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
        ),
    ] {
        let text = checksum_in(algorithm, bytes);
        assert_eq!(text, alloc::format!("{algorithm}:{digits}"));
        assert_eq!(verify_checksum(&text, bytes), Ok(true));
        assert_eq!(
            verify_checksum(&text.to_uppercase().to_lowercase(), b"other"),
            Ok(false)
        );
    }
}

#[test]
fn bare_digits_are_given_no_algorithm() {
    for bare in [SHA_ABC, BLAKE_EMPTY, "abc123", "0"] {
        assert_eq!(parse_checksum(bare).unwrap_err().code(), "CHECKSUM_BARE");
        assert_eq!(
            verify_checksum(bare, b"abc").unwrap_err().code(),
            "CHECKSUM_BARE"
        );
        let class = classify_checksum(bare);
        assert_eq!(
            class,
            ChecksumClass::Bare {
                digits: bare.len() as u64
            }
        );
        assert_eq!(class.algorithm_str(), "unknown");
    }
    let known = Checksum::from_bare(Sha256, SHA_ABC).expect("64 digits");
    assert!(known.matches(b"abc"));
    let wrong = Checksum::from_bare(Blake3, SHA_ABC).expect("64 digits");
    assert!(!wrong.matches(b"abc"));
    assert_ne!(known, wrong);
}

#[test]
fn malformed_text_is_refused_by_code() {
    for (text, code) in [
        ("sha256:abc", "CHECKSUM_MALFORMED"),
        ("sha256:", "CHECKSUM_MALFORMED"),
        ("", "CHECKSUM_MALFORMED"),
        ("sha256 abc", "CHECKSUM_MALFORMED"),
        ("md5:900150983cd24fb0d6963f7d28e17f72", "UNKNOWN_ALGORITHM"),
        ("SHA256:", "UNKNOWN_ALGORITHM"),
        (":", "UNKNOWN_ALGORITHM"),
    ] {
        assert_eq!(parse_checksum(text).unwrap_err().code(), code, "{text}");
        assert_eq!(classify_checksum(text), ChecksumClass::Other, "{text}");
    }
    let glued = alloc::format!("sha256:{SHA_ABC}0");
    assert_eq!(
        parse_checksum(&glued).unwrap_err().code(),
        "CHECKSUM_MALFORMED"
    );
}

#[test]
fn digits_of_either_case_are_one_checksum() {
    let upper = alloc::format!("sha256:{}", SHA_ABC.to_uppercase());
    let read = parse_checksum(&upper).expect("digits of either case");
    assert_eq!(read.to_string(), checksum(b"abc"));
    assert_eq!(read.algorithm(), Sha256);
    assert_eq!(read.digest()[0], 0xba);
}

#[test]
fn a_range_is_hashed_alone_and_must_lie_in_the_bytes() {
    let range = |start, end| ByteRange::new(start, end).expect("ordered");
    let text = "xabcx";
    assert_eq!(checksum_range(text, range(1, 4)), Ok(checksum("abc")));
    assert_eq!(checksum_range(text, range(5, 5)), Ok(checksum("")));
    assert_eq!(
        checksum_range_in(Blake3, text, range(0, 0)),
        Ok(alloc::format!("blake3:{BLAKE_EMPTY}"))
    );
    for bad in [range(0, 6), range(6, 6), range(0, u64::MAX)] {
        assert_eq!(
            checksum_range(text, bad).unwrap_err().code(),
            "OFFSET_OUT_OF_RANGE"
        );
    }
}
