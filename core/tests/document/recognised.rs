//! Law 3 once more: what is written is recognised as a document of its target by whoever reads
//! it next, or the report says of the whole document that it is not, and `strict` refuses it.

use super::fixtures::{DOCUMENTS, Fixture, outputs};
use llm_types::{Conversion, ConvertOptions, convert, detect, dialects};

fn plain(text: &[u8], to: &str) -> Conversion {
    convert(text, to, &ConvertOptions::default()).unwrap()
}

/// What is neither recognised nor told to be unrecognisable, document by document.
fn mistaken(done: &Conversion, to: &str) -> Vec<String> {
    let texts: Vec<&str> = done.text.lines().collect();
    let is_told = |number: usize| {
        let mut losses = done.losses.iter();
        losses.any(|loss| {
            let here = loss.document.is_none_or(|one| one == number as u64);
            let says = loss.note.starts_with("DIALECT_NOT_RECOGNISED:");
            here && says && loss.pointer.is_empty() && loss.is_lossy()
        })
    };
    let is_known = |text: &&str| {
        let detection = detect(text.as_bytes()).unwrap();
        let (name, generation) = match to {
            "standard" => ("unified", Some("standard")),
            name => (name, None),
        };
        detection.dialect.as_deref() == Some(name)
            // It names the tool whose document it was, and must not look like that one's.
            && !(to == "standard" && detection.near_tie)
            && generation.is_none_or(|one| detection.generation.as_deref() == Some(one))
    };
    let numbered = texts.iter().enumerate();
    numbered
        .filter(|(number, text)| !is_known(text) && !is_told(*number))
        .map(|(number, text)| {
            let head: String = text.chars().take(300).collect();
            format!("document {number}: {head}")
        })
        .collect()
}

#[test]
fn what_is_written_is_recognised_or_said_not_to_be() {
    let mut targets: Vec<String> = dialects().into_iter().map(|one| one.name).collect();
    targets.push("standard".into());
    for Fixture {
        name, tool, text, ..
    } in outputs(DOCUMENTS)
    {
        let bare = plain(&text, "unified").text;
        for to in &targets {
            for input in [&text[..], bare.as_bytes()] {
                // Home it is the document that was read, whatever that shows.
                if input == &text[..] && *to == tool {
                    continue;
                }
                let wrong = mistaken(&plain(input, to), to);
                assert!(wrong.is_empty(), "{name} to {to}: {wrong:#?}");
            }
        }
    }
}
