//! The expectations are read off the grammar in the module's head, by hand, and off
//! the errors that mdsel 1.0.0 printed (`tests/fixtures/mdsel`).

use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;

fn refused(text: &str) -> (&'static str, (u64, u64)) {
    let error = parse_selector(text).unwrap_err();
    (error.code(), error.byte_range().unwrap())
}

#[test]
fn what_is_printed_is_read_again() {
    for text in [
        "root",
        "readme::root",
        "readme::heading:h1[0]",
        "heading:h6",
        "a-b_9::block:blockquote[3]",
        "doc::section[5]/page[0]",
        "doc::heading:h2[1]/section[0]/block:table[0]?full=true",
        "2024-notes::page[9007199254740991]",
        "root::root",
        "root?a=&b=1&c=\"x y\"&d='say \"no\"'&e=\"it's\"",
        "root?a=\"b::c\"",
        "heading:h2[0-2]",
        "block:code[1-1]/section[0,2,4-9007199254740991]",
    ] {
        let selector = parse_selector(text).unwrap();
        assert_eq!(write_selector(&selector).as_deref(), Ok(text));
        let json = selector.to_json();
        assert_eq!(Selector::from_json(json.as_bytes()), Ok(selector));
    }
}

/// The pairs are those of the manual's table of the two notations.
#[test]
fn short_words_and_dots_say_the_same() {
    for (short, long) in [
        ("h2.0", "heading:h2[0]"),
        ("h2[0]", "heading:h2[0]"),
        ("h2.1-3", "heading:h2[1-3]"),
        ("h2.0,2,4", "heading:h2[0,2,4]"),
        ("h6", "heading:h6"),
        ("para.2", "block:paragraph[2]"),
        ("paragraph", "block:paragraph"),
        ("code.0", "block:code[0]"),
        ("list.1", "block:list[1]"),
        ("api::table.1", "api::block:table[1]"),
        ("quote", "block:blockquote"),
        ("blockquote.0", "block:blockquote[0]"),
        (
            "docs::h2.0/section.0/code.0",
            "docs::heading:h2[0]/section[0]/block:code[0]",
        ),
        ("h2.0?head=10", "heading:h2[0]?head=10"),
        ("h2 . 0 , 2 - 3 / code", "heading:h2[0,2-3]/block:code"),
        ("heading:h1.0", "heading:h1[0]"),
    ] {
        let selector = parse_selector(short).unwrap();
        assert_eq!(write_selector(&selector).as_deref(), Ok(long), "{short}");
        assert_eq!(parse_selector(long), Ok(selector), "{long}");
    }
}

#[test]
fn only_true_asks_for_the_whole_text() {
    for (text, full) in [
        ("root?full=true", true),
        ("root?a=1&full='true'", true),
        ("root?full=maybe", false),
        ("root?full=", false),
        ("root?fill=true", false),
        ("root", false),
    ] {
        assert_eq!(parse_selector(text).unwrap().is_full(), full, "{text}");
    }
}

#[test]
fn white_space_and_zeros_are_not_printed() {
    for (text, printed) in [
        (" root ", "root"),
        (
            "a ::\theading : h2 [ 07 ] / page ? full = true",
            "a::heading:h2[7]/page?full=true",
        ),
        ("\u{feff}root\u{a0}", "root"),
        ("root?a='b'", "root?a=b"),
    ] {
        let selector = parse_selector(text).unwrap();
        assert_eq!(write_selector(&selector).as_deref(), Ok(printed), "{text}");
    }
    // A next-line character is no white space where the tool runs.
    assert_eq!(refused("\u{85}root").0, "INVALID_SYNTAX");
}

#[test]
fn every_fault_has_its_code_and_its_bytes() {
    for (text, code, range) in [
        ("", "EMPTY_SELECTOR", (0, 0)),
        (" \t", "EMPTY_SELECTOR", (2, 2)),
        ("::root", "INVALID_NAMESPACE", (0, 0)),
        ("caf\u{e9}::root", "INVALID_NAMESPACE", (0, 5)),
        ("a b ::root", "INVALID_NAMESPACE", (0, 3)),
        ("root/a::root", "INVALID_NAMESPACE", (0, 6)),
        ("readme::heading:h7[0]", "INVALID_HEADING_LEVEL", (16, 18)),
        ("heading:", "INVALID_HEADING_LEVEL", (8, 8)),
        ("heading:[0]", "INVALID_HEADING_LEVEL", (8, 8)),
        ("heading", "INVALID_SYNTAX", (7, 7)),
        ("heading[0]", "INVALID_SYNTAX", (7, 8)),
        ("block:text[0]", "INVALID_BLOCK_TYPE", (6, 10)),
        ("readme::heading:h2[", "INVALID_INDEX", (19, 19)),
        ("root[]", "INVALID_INDEX", (5, 5)),
        ("root[-1]", "INVALID_INDEX", (5, 7)),
        ("root[1.5 ]", "INVALID_INDEX", (5, 8)),
        ("root[9007199254740992]", "INVALID_INDEX", (5, 21)),
        ("root[99999999999999999999]", "INVALID_INDEX", (5, 25)),
        ("h2.", "INVALID_INDEX", (3, 3)),
        ("h2.0.1", "INVALID_INDEX", (3, 6)),
        ("h2.3-1", "INVALID_INDEX", (3, 6)),
        ("h2.0, ,2", "INVALID_INDEX", (6, 6)),
        ("h2[0,1-]", "INVALID_INDEX", (5, 7)),
        ("h2.1-2-3", "INVALID_INDEX", (3, 8)),
        ("h2.0[1]", "INVALID_SYNTAX", (4, 5)),
        ("h2.0]", "INVALID_SYNTAX", (4, 5)),
        ("h7.0", "INVALID_SYNTAX", (0, 2)),
        ("h2[0,1", "UNCLOSED_BRACKET", (6, 6)),
        ("root[0", "UNCLOSED_BRACKET", (6, 6)),
        ("root[0/page", "UNCLOSED_BRACKET", (6, 6)),
        ("root/", "TRAILING_SLASH", (4, 5)),
        ("root/ ", "TRAILING_SLASH", (4, 5)),
        ("root//page", "INVALID_SYNTAX", (5, 6)),
        ("/root", "INVALID_SYNTAX", (0, 1)),
        ("doc::", "INVALID_SYNTAX", (5, 5)),
        ("readme::heading:h1[0]/text", "INVALID_SYNTAX", (22, 26)),
        ("doc::root?full=true/heading", "INVALID_SYNTAX", (19, 20)),
        ("Root", "INVALID_SYNTAX", (0, 4)),
        ("root?", "MALFORMED_QUERY", (5, 5)),
        ("root?full", "MALFORMED_QUERY", (9, 9)),
        ("root?=true", "MALFORMED_QUERY", (5, 6)),
        ("root?a=1&", "MALFORMED_QUERY", (9, 9)),
        ("root?a=\"b", "MALFORMED_QUERY", (7, 9)),
        ("root?a=\u{e9}", "INVALID_SYNTAX", (7, 9)),
    ] {
        assert_eq!(refused(text), (code, range), "{text:?}");
    }
}

#[test]
fn parts_that_no_text_has_are_not_printed() {
    let segment = |node: &str, kind: Option<&str>, index| SelectorSegment {
        node: node.into(),
        kind: kind.map(Into::into),
        index,
        ranges: Vec::new(),
    };
    let of = |segments: Vec<SelectorSegment>| Selector {
        namespace: None,
        segments,
        parameters: Vec::new(),
    };
    let code = |selector: &Selector| {
        let error = write_selector(selector).unwrap_err();
        assert_eq!(error.byte_range(), None);
        assert!(!error.to_string().is_empty());
        error.code()
    };
    assert_eq!(code(&of(alloc::vec![])), "EMPTY_SELECTOR");
    for (node, kind, index, expected) in [
        ("heading", None, None, "INVALID_HEADING_LEVEL"),
        ("heading", Some("h0"), None, "INVALID_HEADING_LEVEL"),
        ("block", Some("text"), None, "INVALID_BLOCK_TYPE"),
        ("root", Some("h1"), None, "INVALID_SYNTAX"),
        ("text", None, None, "INVALID_SYNTAX"),
        ("page", None, Some(1 << 53), "INVALID_INDEX"),
    ] {
        let selector = of(alloc::vec![segment(node, kind, index)]);
        assert_eq!(code(&selector), expected, "{node}");
    }
    for (index, first, last) in [(Some(0), 0, 1), (None, 2, 1), (None, 0, 1 << 53)] {
        let mut segment = segment("page", None, index);
        segment.ranges.push(SelectorRange { first, last });
        assert_eq!(code(&of(alloc::vec![segment])), "INVALID_INDEX", "{first}");
    }
    let mut selector = of(alloc::vec![segment("root", None, None)]);
    selector.namespace = Some("a b".into());
    assert_eq!(code(&selector), "INVALID_NAMESPACE");
    selector.namespace = None;
    for (name, value) in [("", "x"), ("a", "\"'")] {
        selector.parameters = alloc::vec![SelectorParameter {
            name: name.into(),
            value: value.into(),
        }];
        assert_eq!(code(&selector), "MALFORMED_QUERY");
    }
}

#[test]
fn other_parts_are_of_the_wrong_type() {
    for text in ["{}", "[]", r#"{"segments":[{"node":1}]}"#] {
        assert_eq!(
            Selector::from_json(text.as_bytes()).unwrap_err().code(),
            "WRONG_TYPE"
        );
    }
    assert_eq!(
        Selector::from_json(b"{").unwrap_err().code(),
        "UNEXPECTED_END"
    );
}

/// No text makes the parser panic, and what it reads it prints.
#[test]
fn any_text_is_read_or_refused() {
    let pieces = [
        "root", "::", "/", "[", "0", "]", "?", "a", "=", "'", "\u{e9}", " ", "heading:", "h1", ".",
        ",", "-",
    ];
    let mut texts: Vec<alloc::string::String> = alloc::vec![alloc::string::String::new()];
    for _ in 0..4 {
        let longer = texts
            .iter()
            .flat_map(|text| pieces.map(|piece| alloc::format!("{text}{piece}")));
        texts = longer.collect();
        for text in &texts {
            match parse_selector(text) {
                Ok(selector) => {
                    let printed = write_selector(&selector).unwrap();
                    assert_eq!(parse_selector(&printed), Ok(selector), "{text:?}");
                }
                Err(error) => {
                    let (start, end) = error.byte_range().unwrap();
                    let at = |offset: u64| usize::try_from(offset).unwrap();
                    let (start, end) = (at(start), at(end));
                    assert!(text.get(start..end).is_some(), "{text:?} {start}..{end}");
                }
            }
        }
    }
}
