//! Texts that show more than a range: its whole lines, or others of its name.
//!
//! The documents are fixtures; what the files hold is read from the workspace here.

use super::fixtures::text;
use llm_types::{Sources, ValidateOptions, Validation, validate};

fn fixture(name: &str) -> String {
    text(&format!("magellan/4.17.0/{name}"))
}

fn file(path: &str) -> String {
    text(&format!("workspace/{path}"))
}

fn checked(document: &str, path: &str) -> Validation {
    let sources: Sources = [(path.to_owned(), file(path))].into_iter().collect();
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    validate(document.as_bytes(), &options)
}

fn codes(validation: &Validation) -> Vec<&str> {
    let found = validation.diagnostics.iter();
    let found = found.filter(|found| found.level.as_str() == "error");
    found.map(|found| found.code.as_ref()).collect()
}

/// A text as it stands in JSON, without the quotes.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

#[test]
fn source_is_the_whole_lines_or_the_text() {
    let path = "src/crlf_ledger.rs";
    let document = fixture("context-symbol-crlf.json");
    assert_eq!(codes(&checked(&document, path)), [""; 0]);
    let text = file(path);
    let whole = text.get(392..553).unwrap();
    let lines = quoted(&text.lines().skip(17).take(7).collect::<Vec<_>>().join("\n"));
    assert!(document.contains(&lines));
    let exact = document.replace(&lines, &quoted(whole));
    assert_ne!(exact, document);
    assert_eq!(codes(&checked(&exact, path)), [""; 0]);
    for count in 1..7 {
        let some: Vec<&str> = text.lines().skip(17).take(count).collect();
        let cut = document.replace(&lines, &quoted(&some.join("\n")));
        assert_eq!(
            codes(&checked(&cut, path)),
            ["TEXT_MISMATCH"],
            "{count} lines"
        );
    }
    // What else is said of the text is still held against it.
    let more = document.replace(
        "\"span\":{",
        "\"span\":{\"context\":{\"selected\":[\"x\"]},",
    );
    assert_eq!(codes(&checked(&more, path)), ["CONTEXT_MISMATCH"]);
}

#[test]
fn a_text_may_stand_among_others_of_its_name() {
    let path = "src/brew.rs";
    let document = fixture("get-several-of-a-name.json");
    assert_eq!(codes(&checked(&document, path)), [""; 0]);
    let text = file(path);
    let own = quoted(text.get(94..359).unwrap());
    assert!(document.contains(&own));
    let other = document.replace(&own, &own.replacen("fn", "nf", 1));
    assert_eq!(codes(&checked(&other, path)), ["TEXT_MISMATCH"]);
    // Others are on lines of their own: where none can be, it is the text of one range.
    let beside = document.replace(&own, &format!("x{own}"));
    let found = checked(&beside, path);
    assert_eq!(codes(&found), ["TEXT_MISMATCH"]);
}
