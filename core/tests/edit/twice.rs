//! What is sent twice is made once: all short texts, and all requests of one and two edits
//! that only their expected texts guard, against a model that knows nothing but characters.

use llm_types::{Edit, EditOptions, EditRequest, EditedText, PositionEncoding, apply_edits};
use serde_json::{Value, json};

/// One replacement: start, end, new text.
type Piece = (usize, usize, &'static [char]);

/// How often what happened.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    /// It was made.
    made: u64,
    /// Sent again, it was known.
    known: u64,
    /// Sent again, it was refused: an expected text is gone, and the rest is no proof.
    refused: u64,
    /// Sent again, it was made again, as the exception says.
    again: u64,
    /// It was made never, because the text might have been the one afterwards.
    never: u64,
}

/// All texts of up to so many letters.
fn texts(letters: [char; 2], longest: usize) -> Vec<Vec<char>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            for letter in letters {
                let mut text = all[at].clone();
                text.push(letter);
                all.push(text);
            }
        }
        from = to;
    }
    all
}

/// All requests for a text of so many characters, in the order of the text. An empty range
/// proves nothing, so that none has one.
fn requests(length: usize, new: &[&'static [char]]) -> Vec<Vec<Piece>> {
    let mut edits: Vec<Piece> = Vec::new();
    for start in 0..length {
        for end in start + 1..=length {
            edits.extend(new.iter().map(|new| (start, end, *new)));
        }
    }
    let mut all: Vec<Vec<Piece>> = edits.iter().map(|one| vec![*one]).collect();
    for one in &edits {
        let after = edits.iter().filter(|other| one.1 <= other.0);
        all.extend(after.map(|other| vec![*one, *other]));
    }
    all
}

/// The text with the edits made in it.
fn made(text: &[char], pieces: &[Piece]) -> Vec<char> {
    let (mut out, mut from) = (Vec::new(), 0);
    for (start, end, new) in pieces {
        out.extend_from_slice(&text[from..*start]);
        out.extend_from_slice(new);
        from = *end;
    }
    out.extend_from_slice(&text[from..]);
    out
}

/// In what words a request says where its edits are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    Offsets,
    Lines,
}

impl Words {
    /// Where an offset of one text is in another one.
    fn carry(self, text: &[char], other: &[char], at: usize) -> Option<usize> {
        let mut all = 0..=other.len();
        match self {
            Self::Offsets => all.find(|there| *there == at),
            Self::Lines => {
                let place = line_and_column(text, at);
                all.find(|there| line_and_column(other, *there) == place)
            }
        }
    }
}

fn line_and_column(text: &[char], at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.iter().filter(|letter| **letter == '\n').count();
    let start = before.iter().rposition(|letter| *letter == '\n');
    (line, at - start.map_or(0, |start| start + 1))
}

/// The edits in another text, if the ranges that were asked for have the same texts there.
fn stand(pieces: &[Piece], text: &[char], other: &[char], words: Words) -> Option<Vec<Piece>> {
    let piece = |(start, end, new): &Piece| {
        let there = (
            words.carry(text, other, *start)?,
            words.carry(text, other, *end)?,
        );
        (other.get(there.0..there.1) == text.get(*start..*end)).then_some((there.0, there.1, *new))
    };
    pieces.iter().map(piece).collect()
}

/// Whether there is a text that these edits make into this one, with the same expected
/// texts as in this one.
fn may_be_made(text: &[char], pieces: &[Piece]) -> bool {
    let (mut rest, mut from) = (text, 0);
    for (start, end, new) in pieces {
        let Some(after) = rest
            .get(start - from..)
            .and_then(|at| at.strip_prefix(*new))
        else {
            return false;
        };
        (rest, from) = (after, *end);
    }
    true
}

/// Holds all texts against all requests.
fn held(
    letters: [char; 2],
    longest: usize,
    words: Words,
    apply: impl Fn(&str, &[char], &[Piece]) -> EditedText,
) -> Counts {
    let mut counts = Counts::default();
    let new: Vec<&'static [char]> = texts(letters, 2)
        .into_iter()
        .map(|new| &*new.leak())
        .collect();
    for text in texts(letters, longest) {
        for mut pieces in requests(text.len(), &new) {
            let after = made(&text, &pieces);
            if after == text {
                continue;
            }
            let again = made_again(&text, &after, &pieces, words);
            let either =
                may_be_made(&text, &pieces) && made_again(&text, &text, &pieces, words).is_none();
            // In which order edits are asked for is the same to the text.
            let about = format!("{:?}", (&text, &pieces));
            if pieces.len() == 2 && text.len() % 2 == 0 {
                pieces.reverse();
            }
            let first = apply(&text.iter().collect::<String>(), &text, &pieces);
            let done = first.outcome.status == "already_applied";
            // Where lines are counted, more than the model knows may have come of it.
            assert!(done == either || words == Words::Lines, "{about}");
            if done {
                assert_eq!(first.text, text.iter().collect::<String>().as_bytes());
                counts.never += 1;
            } else {
                assert_eq!(first.outcome.status, "applied", "{about}");
                counts.made += 1;
                let after: String = after.iter().collect();
                assert_eq!(first.text, after.as_bytes(), "{about}");
            }
            pieces.reverse();
            let after: String = after.iter().collect();
            let second = apply(&after, &text, &pieces);
            let status = second.outcome.status.as_str();
            if let Some(again) = again {
                let again: String = again.iter().collect();
                assert_eq!(status, "applied", "{about}");
                assert_eq!(second.text, again.as_bytes(), "{about}");
                counts.again += u64::from(again != after);
                continue;
            }
            match status {
                "already_applied" => counts.known += 1,
                other => {
                    assert_eq!(other, "refused", "{about}");
                    counts.refused += 1;
                }
            }
            assert_eq!(second.text, after.as_bytes(), "{about}");
        }
    }
    counts
}

/// The exceptions: every expected text stands in the text afterwards, and there is no edit but
/// makes its range shorter or leaves it alone, or no new text but within the expected ones. Then the
/// text when it is made again. So, too, where that changes nothing.
fn made_again(text: &[char], after: &[char], pieces: &[Piece], words: Words) -> Option<Vec<char>> {
    let bytes = |text: &[char]| text.iter().copied().map(char::len_utf8).sum::<usize>();
    let shorter = |(start, end, new): &Piece| {
        let old = &text[*start..*end];
        bytes(new) < bytes(old) || old == *new
    };
    let there = stand(pieces, text, after, words)?;
    let again = made(after, &there);
    let is_exception = pieces.iter().all(shorter) || is_made_up(pieces, &there);
    (is_exception || again == after).then_some(again)
}

/// Whether each letter of the new texts, where these stand afterwards, is one of an expected text.
fn is_made_up(pieces: &[Piece], there: &[Piece]) -> bool {
    let (mut taken, mut put) = (0, 0);
    pieces.iter().all(|(start, end, new)| {
        let from = start - taken + put;
        (taken, put) = (taken + end - start, put + new.len());
        let is_expected = |at: usize| {
            there
                .iter()
                .any(|(start, end, _)| (*start..*end).contains(&at))
        };
        (from..from + new.len()).all(is_expected)
    })
}

fn text_of(text: &[char], (start, end, _): &Piece) -> String {
    text[*start..*end].iter().collect()
}

#[test]
fn what_is_asked_for_in_bytes() {
    let counts = held(['a', 'b'], 4, Words::Offsets, |text, before, pieces| {
        let edits = pieces.iter().map(|piece| Edit {
            byte_start: piece.0 as u64,
            byte_end: piece.1 as u64,
            new_text: Some(piece.2.iter().collect()),
            expected_text: Some(text_of(before, piece)),
            ..Edit::default()
        });
        let request = EditRequest {
            edits: edits.collect(),
            ..EditRequest::default()
        };
        apply_edits(text, &request, &EditOptions::default()).unwrap()
    });
    let right = Counts {
        made: 14352,
        known: 12046,
        refused: 2524,
        again: 170,
        never: 388,
    };
    assert_eq!(counts, right);
}

fn sarif(
    text: &str,
    before: &[char],
    pieces: &[Piece],
    region: impl Fn(&Piece) -> Value,
) -> EditedText {
    let replacement = |piece: &Piece| {
        let mut region = region(piece);
        region["snippet"] = json!({"text": text_of(before, piece)});
        let new: String = piece.2.iter().collect();
        json!({"deletedRegion": region, "insertedContent": {"text": new}})
    };
    let request: Vec<Value> = pieces.iter().map(replacement).collect();
    let request = serde_json::to_string(&request).unwrap();
    let options = EditOptions {
        encoding: Some(PositionEncoding::Utf32),
        ..EditOptions::default()
    };
    apply_edits(text, &request, &options).unwrap()
}

#[test]
fn what_is_asked_for_in_characters() {
    let counts = held(['a', '🚀'], 3, Words::Offsets, |text, before, pieces| {
        sarif(
            text,
            before,
            pieces,
            |(start, end, _)| json!({"charOffset": start, "charLength": end - start}),
        )
    });
    let right = Counts {
        made: 2382,
        known: 1576,
        refused: 830,
        again: 22,
        never: 46,
    };
    assert_eq!(counts, right);
}

#[test]
fn what_is_asked_for_in_lines_and_columns() {
    let counts = held(['a', '\n'], 4, Words::Lines, |text, before, pieces| {
        sarif(text, before, pieces, |(start, end, _)| {
            let (start, end) = (
                line_and_column(before, *start),
                line_and_column(before, *end),
            );
            json!({
                "startLine": start.0 + 1, "startColumn": start.1 + 1,
                "endLine": end.0 + 1, "endColumn": end.1 + 1,
            })
        })
    });
    let right = Counts {
        made: 14460,
        known: 10998,
        refused: 3572,
        again: 170,
        never: 280,
    };
    assert_eq!(counts, right);
}
