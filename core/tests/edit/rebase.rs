//! The laws of `rebase`: edits that are moved along the differences to a base text (E6).

use llm_types::{Edit, EditOptions, EditRequest, Relocation, apply_edits, checksum};
use proptest::prelude::*;

proptest! {
    /// What was put in above an edit moves it, and nothing else does.
    #[test]
    fn rebase_moves_with_the_lines_around(above in 0..6_usize, below in 0..6_usize) {
        let base = "one\ntwo\nthree\nfour\nfive\n";
        let text = format!("{}{base}{}", "new\n".repeat(above), "end\n".repeat(below));
        let request = EditRequest {
            expected_checksum: Some(checksum(base)),
            base_text: Some(base.into()),
            edits: vec![Edit {
                byte_start: 8, byte_end: 13, new_text: Some("3".into()), ..Edit::default()
            }],
            ..EditRequest::default()
        };
        let options = EditOptions { relocate: Some(Relocation::Rebase), ..EditOptions::default() };
        let edited = apply_edits(&text, &request, &options).unwrap();
        prop_assert!(edited.outcome.ok, "{:?}", edited.outcome.diagnostics);
        prop_assert_eq!(String::from_utf8(edited.text).unwrap(), text.replace("three", "3"));
    }

    /// What is moved has around it what it had: of each end the line, and one more line or
    /// the start or the end of the text.
    #[test]
    fn rebase_moves_only_what_stands_between_the_same_lines(
        base in prop::collection::vec(prop::sample::select(vec!["a\n", "b\n", "cx\n", "}\n"]), 0..7),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 0..4),
        ends in (any::<prop::sample::Index>(), 0..4_usize),
        open in any::<(bool, bool)>(),
    ) {
        let mut lines = base.clone();
        for (at, what) in &changes {
            let at = at.index(lines.len() + 1);
            match what {
                0 => lines.insert(at, "new\n"),
                1 => lines.insert(at, "}\n"),
                _ if at < lines.len() => drop(lines.remove(at)),
                _ => {}
            }
        }
        // A last line may have no terminator.
        let joined = |lines: &[&str], open: bool| {
            let text = lines.concat();
            if open { text.trim_end_matches('\n').to_owned() } else { text }
        };
        let (base, text) = (joined(&base, open.0), joined(&lines, open.1));
        let start = ends.0.index(base.len() + 1);
        let end = base.len().min(start + ends.1);
        let request = EditRequest {
            expected_checksum: Some(checksum(&base)),
            base_text: Some(base.clone()),
            edits: vec![Edit {
                byte_start: start as u64, byte_end: end as u64, new_text: Some("@".into()), ..Edit::default()
            }],
            ..EditRequest::default()
        };
        let options = EditOptions { relocate: Some(Relocation::Rebase), ..EditOptions::default() };
        let edited = apply_edits(&text, &request, &options).unwrap();
        if edited.outcome.ok {
            let new = String::from_utf8(edited.text).unwrap();
            let moved = new.find('@').unwrap();
            prop_assert_eq!(new.replace('@', &base[start..end]), text.clone());
            prop_assert_eq!(
                around(&base, start, end),
                around(&text, moved, moved + (end - start)),
                "{:?} {:?}", base, text
            );
        }
    }
}

/// Lines are put in or taken out at one place of a text, every short one of two letters:
/// an edit of a line goes where this line went, or is refused.
#[test]
fn an_edit_of_equal_lines_hits_its_own() {
    let (mut made, mut refused) = (0, 0);
    for length in 1..6 {
        for base in texts(length) {
            for (from, to, new) in changes(length) {
                let mut lines = base.clone();
                lines.splice(from..to, new.clone());
                if lines == base {
                    continue;
                }
                for line in 0..length {
                    let went = match line {
                        _ if line < from => Some(line),
                        _ if line < to => None,
                        _ => Some(line - (to - from) + new.len()),
                    };
                    match edited(&base, &lines, line) {
                        Some(at) => {
                            assert_eq!(Some(at), went, "line {line}: {base:?} {lines:?}");
                            made += 1;
                        }
                        None => refused += 1,
                    }
                }
            }
        }
    }
    assert!(made > 1_000 && refused > 1_000, "{made} {refused}");
}

/// All texts of so many lines, each `a` or `b`.
fn texts(length: usize) -> impl Iterator<Item = Vec<&'static str>> {
    (0_u32..1 << length).map(move |bits| {
        let line = |at| if bits >> at & 1 == 0 { "a\n" } else { "b\n" };
        (0..length).map(line).collect()
    })
}

/// The lines that are taken out, or those that are put in before a line: one to three.
fn changes(length: usize) -> Vec<(usize, usize, Vec<&'static str>)> {
    let out = (0..length).flat_map(|from| (from + 1..=length).map(move |to| (from, to, vec![])));
    let put = (0..=length).flat_map(|at| {
        let new = (1..4).flat_map(texts);
        new.map(move |new| (at, at, new))
    });
    out.chain(put).collect()
}

/// In which line of the text an edit of a line of the base text was made.
fn edited(base: &[&str], text: &[&str], line: usize) -> Option<usize> {
    let (base, text) = (base.concat(), text.concat());
    let start = 2 * line as u64;
    let request = EditRequest {
        expected_checksum: Some(checksum(&base)),
        base_text: Some(base),
        edits: vec![Edit {
            byte_start: start,
            byte_end: start + 1,
            new_text: Some("@".into()),
            ..Edit::default()
        }],
        ..EditRequest::default()
    };
    let options = EditOptions {
        relocate: Some(Relocation::Rebase),
        ..EditOptions::default()
    };
    let edited = apply_edits(&text, &request, &options).unwrap();
    let at = edited.text.iter().position(|byte| *byte == b'@');
    at.map(|at| at / 2)
}

/// How far into its line a range begins, its lines, and one more on each side; nothing for
/// the start and the end of the text.
fn around(text: &str, start: usize, end: usize) -> (usize, Vec<Option<&str>>) {
    let mut lines = vec![None];
    let mut starts = vec![];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lines.push(Some(line));
        starts.push(at);
        at += line.len();
    }
    // The end of the text is a line too, if it is not in the last one, and behind it is
    // nothing more.
    if text.is_empty() || text.ends_with('\n') {
        starts.push(at);
    }
    lines.extend([None, None]);
    let first = starts
        .iter()
        .rposition(|start_of| *start_of <= start)
        .unwrap();
    let last = starts
        .iter()
        .rposition(|start_of| *start_of <= end)
        .unwrap();
    (start - starts[first], lines[first..=last + 2].to_vec())
}
