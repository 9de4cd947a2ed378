//! Names in a draft that the builders take for misspelt ones, and those that an author may have.

use super::build::options;
use super::verbs::value;
use llm_types::{build_operation_result, build_response};

/// A name that is nearly one of ours, and holds what ours would.
#[test]
fn a_misspelt_name_is_refused_with_the_right_one() {
    let span = r#"{"file_path":"src/a.rs","byte_start":15,"byte_end":18"#;
    let in_span = |more: &str| {
        format!(
            r#"{{"tool":"t","data":{{"query_name":"tea","matches":[{{"name":"tea","kind":"fn","span":{span},{more}}}}}]}}}}"#
        )
    };
    for (draft, pointer, wrong, right) in [
        (
            r#"{"tool":"t","tool_verson":"1","data":{"x":1}}"#.to_owned(),
            "/tool_verson",
            "tool_verson",
            "tool_version",
        ),
        (
            r#"{"tool":"t","parital":true,"data":{"x":1}}"#.to_owned(),
            "/parital",
            "parital",
            "partial",
        ),
        // A member of that name is filled in, and nobody would read this one.
        (
            r#"{"tool":"t","timestmp":"2026-01-01T00:00:00Z","data":{"x":1}}"#.to_owned(),
            "/timestmp",
            "timestmp",
            "timestamp",
        ),
        (
            r#"{"tool":"t","toolVersion":"1","data":{"x":1}}"#.to_owned(),
            "/toolVersion",
            "toolVersion",
            "tool_version",
        ),
        (
            in_span(r#""spanId":"0123456789abcdef""#),
            "/data/matches/0/span/spanId",
            "spanId",
            "span_id",
        ),
        (
            in_span(r#""checksum":{"checksum_before":"x"}"#),
            "/data/matches/0/span/checksum",
            "checksum",
            "checksums",
        ),
        (
            in_span(r#""relationships":{"callers":[{"symbl":"f"}]}"#),
            "/data/matches/0/span/relationships/callers/0/symbl",
            "symbl",
            "symbol",
        ),
    ] {
        let error = build_response(value(&draft), &options(None)).unwrap_err();
        assert_eq!(error.code(), "INVALID_ENVELOPE", "{draft}");
        assert_eq!(error.pointer(), Some(pointer), "{draft}");
        let said = error.to_string();
        assert!(
            said.contains(&format!("`{wrong}` is not a member")),
            "{said}"
        );
        assert!(
            said.contains(&format!("did you mean `{right}`? (UNKNOWN_FIELD)")),
            "{said}"
        );
    }
    let draft = r#"{"tool":"t","message":"m","worksapce":"/w","result":{"type":"lint"}}"#;
    let error = build_operation_result(value(draft), &options(None)).unwrap_err();
    assert_eq!(error.pointer(), Some("/worksapce"));
    assert!(error.to_string().contains("did you mean `workspace`?"));
}

/// Short names are one letter from other words, but not by their own letters, by capitals and
/// what joins their words, or by one thing for many; whatever such a name holds.
#[test]
fn a_short_name_that_is_misspelt_is_refused_whatever_it_holds() {
    let span = r#"{"file_path":"src/a.rs","byte_start":15,"byte_end":18}"#;
    let fixes = format!(r#"[{{"title":"t","edits":[{{"span":{span},"new_text":"x"}}]}}]"#);
    let diagnostic =
        |more: &str| format!(r#""diagnostics":[{{"level":"error","message":"m",{more}}}],"#);
    for (members, pointer, right) in [
        (r#""toool":"t","#.to_owned(), "/toool", "tool"),
        (r#""tol":"t","#.to_owned(), "/tol", "tool"),
        (r#""Tool":7,"#.to_owned(), "/Tool", "tool"),
        (r#""tools":"t","#.to_owned(), "/tools", "tool"),
        (
            r#""tool-version":[],"#.to_owned(),
            "/tool-version",
            "tool_version",
        ),
        (r#""parital":"yes","#.to_owned(), "/parital", "partial"),
        (
            diagnostic(&format!(r#""fixs":{fixes}"#)),
            "/diagnostics/0/fixs",
            "fixes",
        ),
        (
            diagnostic(&format!(r#""fix":{fixes}"#)),
            "/diagnostics/0/fix",
            "fixes",
        ),
        (
            diagnostic(r#""fix":{"title":"t"}"#),
            "/diagnostics/0/fix",
            "fixes",
        ),
        (
            diagnostic(r#""fixs":"write x""#),
            "/diagnostics/0/fixs",
            "fixes",
        ),
        (
            diagnostic(r#""tag":"unnecessary""#),
            "/diagnostics/0/tag",
            "tags",
        ),
        (diagnostic(r#""notes":"n""#), "/diagnostics/0/notes", "note"),
        (diagnostic(r#""col":3"#), "/diagnostics/0/col", "column"),
        (
            diagnostic(&format!(
                r#""fixes":[{{"title":"t","edts":[{{"span":{span},"new_text":"x"}}]}}]"#
            )),
            "/diagnostics/0/fixes/0/edts",
            "edits",
        ),
        (
            diagnostic(r#""span":{"file_path":"a","byte_start":1,"byte_end":2,"end_column":2}"#),
            "/diagnostics/0/span/end_column",
            "end_col",
        ),
        (
            diagnostic(r#""span":{"file_path":"a","byteStart":"1","byte_end":2}"#),
            "/diagnostics/0/span/byteStart",
            "byte_start",
        ),
    ] {
        let draft = format!(r#"{{{members}"data":{{"x":1}}}}"#);
        let error = build_response(value(&draft), &options(None)).unwrap_err();
        assert_eq!(error.code(), "INVALID_ENVELOPE", "{draft}");
        assert_eq!(error.pointer(), Some(pointer), "{draft}");
        let said = error.to_string();
        let proposal = format!("did you mean `{right}`? (UNKNOWN_FIELD)");
        assert!(said.contains(&proposal), "{said}");
    }
    let caller = r#"{"relationships":{"callers":[{"symbol":"f","byteStart":"1"}]},"#;
    let match_of = |span: &str| {
        format!(
            r#"{{"data":{{"query_name":"tea","matches":[{{"name":"tea","kind":"fn","span":{span}}}]}}}}"#
        )
    };
    let draft = match_of(&span.replacen('{', caller, 1));
    let error = build_response(value(&draft), &options(None)).unwrap_err();
    let at = "/data/matches/0/span/relationships/callers/0/byteStart";
    assert_eq!(error.pointer(), Some(at), "{error}");
}

/// A misspelt name takes from an object what tells what it is, so that nothing is known of
/// the others: all the more where the lists are empty.
#[test]
fn a_misspelt_name_is_refused_where_it_tells_what_the_data_is() {
    for (data, wrong, right) in [
        (r#"{"patern":"x","matches":[]}"#, "patern", "pattern"),
        (r#"{"pattern":"x","matchs":[]}"#, "matchs", "matches"),
        (
            r#"{"matches":[],"unresolvd":[]}"#,
            "unresolvd",
            "unresolved",
        ),
    ] {
        let draft = format!(r#"{{"tool":"t","data":{data}}}"#);
        let error = build_response(value(&draft), &options(None)).unwrap_err();
        assert_eq!(error.code(), "INVALID_ENVELOPE", "{data}");
        assert_eq!(error.pointer(), Some(&*format!("/data/{wrong}")), "{data}");
        let said = error.to_string();
        assert!(
            said.contains(&format!("did you mean `{right}`? (UNKNOWN_FIELD)")),
            "{said}"
        );
    }
    let draft = r#"{"tool":"t","message":"m","result":{"type":"renam","operation":"rename","old_name":"a","new_name":"b"}}"#;
    let error = build_operation_result(value(draft), &options(None)).unwrap_err();
    assert_eq!(error.pointer(), Some("/result/type"));
    assert!(
        error
            .to_string()
            .contains("did you mean `rename`? (UNKNOWN_VALUE)"),
        "{error}"
    );
    // Data and kinds of an author's own are near nothing.
    for own in [
        r#"{"patterns":["x"],"matches":[]}"#,
        r#"{"matched":true,"by":"name"}"#,
        r#"{"x":1,"matches":[]}"#,
    ] {
        let draft = format!(r#"{{"tool":"t","data":{own}}}"#);
        assert!(
            build_response(value(&draft), &options(None)).is_ok(),
            "{own}"
        );
    }
    let own = r#"{"tool":"t","message":"m","result":{"type":"lint","found":1}}"#;
    assert!(build_operation_result(value(own), &options(None)).is_ok());
}

/// What an author calls his own is kept: far names, what holds something else, names whose
/// neighbour is there, and members of the span beside it.
#[test]
fn the_author_s_own_names_are_kept() {
    for own in [
        r#""x_note":"n""#,
        r#""tools":["a","b"]"#,
        r#""stats":{"files":3}"#,
        r#""toolx":"t2""#,
        r#""comment":"nightly""#,
        r#""state":"done""#,
        r#""mode":"strict""#,
        r#""stage":"lint""#,
    ] {
        let draft = format!(r#"{{"tool":"t",{own},"data":{{"x":1}}}}"#);
        let response = build_response(value(&draft), &options(None)).unwrap();
        assert!(response.to_json().contains(own), "{own}");
    }
    // Nearly one of ours, which is not there: another word, many things or how many there are,
    // and nothing at all.
    for own in [
        r#""toolx":"t""#,
        r#""pool":"t""#,
        r#""tools":["a","b"]"#,
        r#""tools":{"a":1}"#,
        r#""tools":2"#,
        r#""Tool":null"#,
        r#""tol":null"#,
    ] {
        let draft = format!(r#"{{{own},"data":{{"toool":1,"fixs":[]}}}}"#);
        let response = build_response(value(&draft), &options(None)).unwrap();
        assert!(response.to_json().contains(own), "{own}");
    }
    for own in [
        r#""labels":["a"]"#,
        r#""fix":"write x instead""#,
        r#""fingerprint":"0af3""#,
        r#""lines":[1,2]"#,
        r#""node":"if""#,
        r#""mode":"m""#,
        r#""link":"l""#,
    ] {
        let draft = format!(
            r#"{{"diagnostics":[{{"level":"error",{own},"message":"m"}}],"data":{{"x":1}}}}"#
        );
        let response = build_response(value(&draft), &options(None)).unwrap();
        assert!(response.to_json().contains(own), "{own}");
    }
    let draft = concat!(
        r#"{"tool":"t","data":{"query_name":"tea","matches":[{"name":"tea","kind":"fn","#,
        r#""context":{"before":["x"]},"my_score":1,"symbol":"a::b","comment":"c","node":"if","#,
        r#""span":{"file_path":"src/a.rs","byte_start":15,"byte_end":18}}]}}"#,
    );
    let response = build_response(value(draft), &options(None)).unwrap();
    for own in [
        r#""my_score":1"#,
        r#""symbol":"a::b""#,
        r#""comment":"c""#,
        r#""node":"if""#,
    ] {
        assert!(response.to_json().contains(own), "{own}");
    }
}
