//! Small things that only the inside can be asked.

use alloc::string::String;
use alloc::vec::Vec;

use super::base64;

#[test]
fn base64_is_that_of_the_rfc_and_nothing_else() {
    // RFC 4648 §10.
    for (bytes, text) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        assert_eq!(base64::encode(bytes.as_bytes()), text);
        assert_eq!(base64::decode(text), Some(Vec::from(bytes)));
    }
    for wrong in [
        "Zg", "Zg=", "Zh==", "Zg==Zg==", "Z===", "====", "Zm9\n", "Zm9-",
    ] {
        assert_eq!(base64::decode(wrong), None, "{wrong}");
    }
    let all: Vec<u8> = (0..=255).collect();
    let text: String = base64::encode(&all);
    assert_eq!(base64::decode(&text), Some(all));
}
