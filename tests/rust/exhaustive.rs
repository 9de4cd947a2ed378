//! Every text of up to four letters, against the digests of the oracle.

use std::fs;

use llm_types_conformance::call::digits;
use llm_types_conformance::{sheet, suite};

#[test]
fn every_short_text_is_as_the_oracle_says() {
    for length in 0..=sheet::LONGEST {
        let path = suite::home().join(format!("exhaustive/length-{length}.txt"));
        let digests = fs::read_to_string(&path).expect("committed digests");
        let mut expected = digests.lines();
        for text in sheet::texts(length) {
            let given = sheet::digest(&text);
            assert_eq!(
                Some(given.as_str()),
                expected.next(),
                "{text:?}: compare `python3 tests/generate/sheets.py --sheet {}` with:\n{}",
                digits(text.as_bytes()),
                sheet::sheet(&text)
            );
        }
        assert_eq!(
            expected.next(),
            None,
            "{}: too many digests",
            path.display()
        );
    }
}
