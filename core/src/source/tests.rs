//! Paths of documents and paths of sources: which are the same file.

use alloc::string::ToString;

use super::library::{Indexes, Library, NoText, Shelf};
use super::*;
use crate::text::LineIndexOptions;

fn found(path: &str) -> PathMatch {
    PathMatch::Found(path.to_string())
}

#[test]
fn the_same_spelling_wins() {
    assert_eq!(
        match_paths(&["a\\b.rs"], &["a\\b.rs", "a/b.rs"], None),
        [found("a\\b.rs")]
    );
}

#[test]
fn spellings_of_one_path_meet() {
    for path in [
        "./src/a.rs",
        "src//a.rs",
        "src/x/../a.rs",
        "src\\a.rs",
        ".\\src\\a.rs",
    ] {
        assert_eq!(
            match_paths(&[path], &["src/a.rs"], None),
            [found("src/a.rs")],
            "{path}"
        );
    }
}

#[test]
fn a_given_root_is_taken_off_or_put_on() {
    assert_eq!(
        match_paths(&["/w/src/a.rs"], &["src/a.rs", "a.rs"], Some("/w/")),
        [found("src/a.rs")]
    );
    assert_eq!(
        match_paths(&["src/a.rs"], &["/w/src/a.rs"], Some("/w")),
        [found("/w/src/a.rs")]
    );
    assert_eq!(
        match_paths(&["/v/src/a.rs"], &["src/a.rs"], Some("/w")),
        [PathMatch::Missing]
    );
    assert_eq!(
        match_paths(&["C:\\w\\src\\a.rs"], &["src/a.rs"], Some("c:/w")),
        [found("src/a.rs")]
    );
}

#[test]
fn one_prefix_must_explain_the_document() {
    let loaded = ["src/lib.rs", "lib.rs", "tests/t.rs"];
    assert_eq!(
        match_paths(
            &[
                "/w/src/lib.rs",
                "/w/tests/t.rs",
                "/usr/src/lib.rs",
                "/w/gone.rs"
            ],
            &loaded,
            None
        ),
        [
            found("src/lib.rs"),
            found("tests/t.rs"),
            PathMatch::Missing,
            PathMatch::Missing
        ]
    );
}

#[test]
fn the_longest_suffix_wins_among_nested_prefixes() {
    assert_eq!(
        match_paths(&["/w/src/lib.rs"], &["src/lib.rs", "lib.rs"], None),
        [found("src/lib.rs")]
    );
}

#[test]
fn two_prefixes_that_do_equally_well_are_refused() {
    let both = match_paths(&["/a/src/x.rs", "/b/src/x.rs"], &["src/x.rs"], None);
    assert!(
        both.iter()
            .all(|found| matches!(found, PathMatch::Ambiguous(_))),
        "{both:?}"
    );
}

#[test]
fn two_texts_of_one_path_are_refused() {
    assert!(matches!(
        match_paths(&["src/./a.rs"], &["./src/a.rs", "src/a.rs"], None)[..],
        [PathMatch::Ambiguous(_)]
    ));
}

#[test]
fn a_relative_path_is_not_stretched() {
    assert_eq!(
        match_paths(&["lib.rs"], &["src/lib.rs"], None),
        [PathMatch::Missing]
    );
}

#[test]
fn canonical_spelling_is_stable() {
    for (path, canonical) in [
        ("./a", "a"),
        (".\\a\\b", "a/b"),
        ("a/b", "a/b"),
        ("/a/./b", "/a/./b"),
        ("../a", "../a"),
        (".", "."),
        ("", ""),
    ] {
        assert_eq!(canonical_path(path), canonical);
        assert_eq!(canonical_path(&canonical_path(path)), canonical);
    }
}

#[test]
fn a_path_of_many_parts_costs_no_more_than_its_length() {
    let long = "/a".repeat(100_000) + "/src/x.rs";
    assert_eq!(
        match_paths(&[&long], &["src/x.rs"], None),
        [found("src/x.rs")]
    );
    let odd = "./".repeat(100_000) + "x.rs";
    assert_eq!(path_findings(&odd), [PathFinding::Redundant]);
}

/// As many roots as parts, for as many paths: none of them is compared part by part.
#[test]
fn deep_paths_with_many_roots_take_time_in_proportion() {
    let parts: Vec<String> = (0..300).map(|at| alloc::format!("d{at}")).collect();
    let loaded: Vec<String> = (0..300).map(|from| parts[from..].join("/")).collect();
    let loaded: Vec<&str> = loaded.iter().map(String::as_str).collect();
    let deep = parts.join("/");
    let paths: Vec<String> = (0..300).map(|at| alloc::format!("/r{at}/{deep}")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let matches = match_paths(&paths, &loaded, None);
    let all =
        |found: &PathMatch| matches!(found, PathMatch::Ambiguous(texts) if texts.len() == 300);
    assert!(matches.iter().all(all));
    // Below one root the shortest prefix has the longest path below it.
    let below: Vec<&str> = paths.iter().take(1).copied().collect();
    assert_eq!(match_paths(&below, &loaded, None), [found(&deep)]);
}

#[test]
fn a_sentence_names_ten_texts_of_very_many() {
    let paths: Vec<String> = (0..800).map(|at| alloc::format!("{at}")).collect();
    assert_eq!(named(&paths[..2], " or "), "`0` or `1`");
    let all = named(&paths, " or ");
    assert!(all.len() < 100 && all.ends_with("790 more"), "{all}");
}

#[test]
fn many_prefixes_cost_no_more_than_one() {
    let paths: Vec<String> = (0..10_000).map(|i| alloc::format!("/r{i}/x.rs")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let matches = match_paths(&paths, &["x.rs"], None);
    assert!(
        matches
            .iter()
            .all(|found| matches!(found, PathMatch::Ambiguous(_)))
    );
}

/// What a path leads to: the text, no text, or so many.
fn told(library: &mut Library<'_>, path: &str) -> Result<Vec<u8>, usize> {
    let at = match library.find(path) {
        Ok(at) => at,
        Err(NoText::Missing) => return Err(0),
        Err(NoText::Ambiguous(paths)) => return Err(paths.len()),
    };
    Ok(library.text(at).unwrap().text().to_vec())
}

#[test]
fn a_path_means_the_same_before_the_others_are_matched() {
    let names = [
        "src/a.rs",
        "src/b.rs",
        "/w/src/c.rs",
        "./d.rs",
        "d.rs",
        "x/a.rs",
    ];
    let sources: Sources = names.map(|name| (name, name)).into_iter().collect();
    let asked = [
        "src/a.rs",
        "./src/a.rs",
        "/w/src/b.rs",
        "/w/src/a.rs",
        "/w/src/c.rs",
        "src//b.rs",
        "d.rs",
        "./d.rs",
        "././d.rs",
        "gone.rs",
        "/v/gone.rs",
        "x\\a.rs",
    ];
    let none = &mut Indexes::default();
    let options = LineIndexOptions::default();
    let shelf = || Shelf::Borrowed(&sources);
    for root in [None, Some("/w")] {
        // From each place of the list on, so that each path is asked for first once.
        for first in 0..asked.len() {
            let mut paths = asked.to_vec();
            paths.rotate_left(first);
            let all = || paths.iter().copied();
            let mut matched = Library::new(shelf(), all(), root, options.clone(), none);
            let mut at_need = Library::unmatched(shelf(), root, options.clone(), none);
            for path in all() {
                if at_need.at_hand(path).is_none() {
                    at_need.settle(all());
                }
                let wanted = told(&mut matched, path);
                assert_eq!(told(&mut at_need, path), wanted, "{path} {root:?}");
            }
            let texts = |library: &mut Library<'_>| -> Vec<Vec<u8>> {
                let order = library.order();
                let texts = order
                    .into_iter()
                    .map(|at| library.text(at).unwrap().text().to_vec());
                texts.collect()
            };
            assert_eq!(texts(&mut at_need), texts(&mut matched));
        }
    }
    // And what each means, as the rules say it, so that both are not wrong together.
    let mut library = Library::unmatched(shelf(), None, options, none);
    assert_eq!(library.at_hand("./src/a.rs"), None);
    library.settle(asked.into_iter());
    assert_eq!(told(&mut library, "././d.rs"), Err(2));
    assert_eq!(told(&mut library, "/w/src/b.rs").unwrap(), b"src/b.rs");
    assert_eq!(told(&mut library, "/v/gone.rs"), Err(0));
}

/// What many documents of one text cost must not grow with the number of sources: their
/// paths are taken apart once, and each source that was read stays read.
#[test]
fn the_next_document_finds_the_sources_as_the_last_one_left_them() {
    let sources: Sources = ["a.rs", "b.rs"]
        .map(|name| (name, name))
        .into_iter()
        .collect();
    let mut known = Indexes::default();
    let mut held = Vec::new();
    for path in ["/w/a.rs", "./b.rs", "/w/./a.rs"] {
        let shelf = Shelf::Borrowed(&sources);
        let options = LineIndexOptions::default();
        let paths = core::iter::once(path);
        let mut library = Library::new(shelf, paths, None, options, &mut known);
        assert!(library.open(path).is_ok(), "{path}");
        known.keep(Some(library));
        held.push(known.held());
    }
    let [(first, 1), (second, 2), (third, 2)] = held[..] else {
        unreachable!("{held:?}")
    };
    assert!(first.is_some() && first == second && second == third);
}

/// Paths in every spelling, and what has no place in a folder.
const SPELLINGS: [&str; 23] = [
    "a.rs",
    "proj/a.rs",
    "./proj//a.rs",
    "proj/x/../a.rs",
    "proj\\a.rs",
    "/w/proj/a.rs",
    "//w/proj/a.rs",
    "/w/./proj/../proj/a.rs",
    "C:\\w\\proj\\a.rs",
    "c:/w/proj/a.rs",
    "\\w\\proj\\a.rs",
    "\\\\srv\\share\\proj\\a.rs",
    "\\\\srv\\share/proj/a.rs",
    "w/proj/a.rs",
    "proj/b\\a.rs",
    "../proj/a.rs",
    "proj/../../a.rs",
    "/../a.rs",
    "/",
    ".",
    "",
    "file:///w/proj/a.rs",
    "é/日本.rs",
];

const ROOTS: [Option<&str>; 7] = [
    None,
    Some("/w"),
    Some("/w/proj/"),
    Some("c:\\w"),
    Some("proj"),
    Some("./w"),
    Some("\\\\srv\\share"),
];

#[test]
fn what_could_be_meant_is_what_is_taken_for_the_path() {
    for path in SPELLINGS {
        for root in ROOTS {
            let candidates = candidate_paths(path, root);
            for candidate in &candidates {
                let taken = match_paths(&[path], &[candidate], root);
                assert_eq!(taken, [found(candidate)], "{path} {root:?}");
            }
            // The other way round, with every relative path that is in any of them.
            for file in [
                "proj/a.rs",
                "a.rs",
                "w/proj/a.rs",
                "b\\a.rs",
                "srv/share/proj/a.rs",
            ] {
                let taken = match_paths(&[path], &[file], root) == [found(file)];
                // A file may be spelt in more ways than one; that of the system is listed.
                let spelt = canonical_path(file);
                let listed = candidates.iter().any(|it| *it == spelt || it == file);
                assert_eq!(taken, listed, "{path} {root:?} {file} {candidates:?}");
            }
        }
    }
}

#[test]
fn ends_are_listed_from_the_longest_and_no_longer_than_a_system_opens() {
    assert_eq!(
        candidate_paths("C:\\w\\src\\a.rs", None),
        ["w/src/a.rs", "src/a.rs", "a.rs"]
    );
    assert_eq!(candidate_paths("x\\a.rs", None), ["x/a.rs", "x\\a.rs"]);
    assert_eq!(candidate_paths("/v/a.rs", Some("/w")), Vec::<String>::new());
    let name = "d".repeat(1 << 14);
    let long = alloc::format!("/{name}/{name}/{name}");
    let ends = candidate_paths(&long, None);
    assert_eq!(ends, [name.as_str()]);
    // Many parts would take memory by the square.
    let ends = candidate_paths(&"/d".repeat(1 << 15), None);
    assert_eq!(ends.first().map(String::len), Some((1 << 12) - 1));
    assert_eq!(ends.last().map(String::as_str), Some("d"));
    assert_eq!(ends.len(), 1 << 11);
}
