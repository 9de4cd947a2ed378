//! Which versions are newer than others, and which nobody is known to print.

use super::{is_newer, is_newer_tool, is_unheard_of};

#[test]
fn newer_is_a_greater_number_under_the_same_major_one() {
    for version in ["1.0.1", "1.2.0", "1.10.0"] {
        assert!(is_newer(version, &["1.0.0", "1.0"]), "{version}");
    }
    let others = [
        "1.0.0", "1.0", "0.9.0", "2.0.0", "1.1.0", "1.2", "1.2.0.0", "1.x.0", "+1.2.0", "", "1",
    ];
    for version in others {
        let newer = is_newer(version, &["1.0.0", "1.2.0"]);
        assert!(!newer, "{version}");
    }
    assert!(is_newer("2.1.0", &["2.0.0"]));
    assert!(!is_newer_tool("2.1.0", &["2.0.0"]));
    assert!(is_newer("2.2.0", &["1.0.0", "2.0.0"]));
}

#[test]
fn a_version_of_the_envelope_is_heard_of() {
    assert!(!is_unheard_of("2.1.0") && !is_unheard_of("1.0"));
    assert!(is_unheard_of("3.0.0") && is_unheard_of(""));
}
