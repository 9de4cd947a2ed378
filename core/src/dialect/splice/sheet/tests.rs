//! Sheets of splice: sections, what follows them, and what is wrong.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::dialect::sheet::{Sheet, of};
use crate::{ConvertOptions, convert, detect, normalize};

const REPORT: &str =
    r#"{"status":"ok","message":"Exported 2 files, 1 symbols","data":{"files":2,"symbols":1}}"#;

/// As splice 3.1.1 prints it, of files with odd names.
const ODD: &str = concat!(
    "# Files\n",
    "path,hash,last_indexed_at,last_modified\n",
    "\"/w/src/\"\"quo,te\"\".rs\",db12063ae4b10b72,1795384888,1795384614\n",
    "\"/w/src/new\nline.rs\",74e143f6c372e3ae,1795384889,1795384614\n",
    "\n",
    "# Symbols\n",
    "symbol_id,id_format,name,kind,file_path,byte_start,byte_end,start_line,end_line,start_col,end_col\n",
    "40729f9316e3cc3f9d253443b184ce8a,v2,nl,fn,\"/w/src/new\nline.rs\",0,14,0,0,0,0\n",
);

/// What the pages of splice 2.2 say of an index that has references and calls.
const LINKS: &str = concat!(
    "# References\n",
    "from_symbol_id,to_symbol_id,reference_kind\n",
    "40729f9316e3cc3f9d253443b184ce8a,0f,call\n",
    "\n",
    "# Calls\n",
    "caller_symbol_id,callee_symbol_id,call_site_file,call_site_line\n",
    "40729f9316e3cc3f9d253443b184ce8a,0f,/w/a.rs,3\n",
);

fn problems(text: &str) -> Vec<(&'static str, String)> {
    let sheet = Sheet::read(&Export, text.as_bytes(), text.len(), 0);
    let cut = |(start, end): (u64, u64)| {
        text[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()].into()
    };
    let problems = sheet.problems();
    problems.map(|(code, csv)| (code, cut(csv))).collect()
}

#[test]
fn sections_are_the_lists_of_the_graph() {
    let sheet = Sheet::read(&Export, ODD.as_bytes(), ODD.len(), 0);
    assert_eq!(
        sheet.json(),
        concat!(
            r#"{"data":{"files":[{"path":"/w/src/\"quo,te\".rs","hash":"db12063ae4b10b72","#,
            r#""last_indexed_at":1795384888,"last_modified":1795384614},"#,
            r#"{"path":"/w/src/new\nline.rs","hash":"74e143f6c372e3ae","#,
            r#""last_indexed_at":1795384889,"last_modified":1795384614}],"#,
            r#""symbols":[{"symbol_id":"40729f9316e3cc3f9d253443b184ce8a","id_format":"v2","#,
            r#""name":"nl","kind":"fn","file_path":"/w/src/new\nline.rs","byte_start":0,"#,
            r#""byte_end":14,"start_line":0,"end_line":0,"start_col":0,"end_col":0}],"#,
            r#""references":[],"calls":[]}}"#,
        )
    );
    assert_eq!(problems(ODD), []);
}

#[test]
fn references_and_calls_are_those_of_symbols() {
    let text = alloc::format!("{ODD}\n{LINKS}");
    assert_eq!(problems(&text), []);
    let envelope = convert(text.as_bytes(), "unified", &ConvertOptions::default()).unwrap();
    for list in [
        r#""references":[]"#,
        r#""symbol_references":[{"from_symbol_id":"40729f9316e3cc3f9d253443b184ce8a","reference_kind":"call","to_symbol_id":"0f"}]"#,
        r#""symbol_calls":[{"call_site_file":"/w/a.rs","call_site_line":3,"callee_symbol_id":"0f","caller_symbol_id":"40729f9316e3cc3f9d253443b184ce8a"}]"#,
    ] {
        assert!(envelope.text.contains(list), "{}", envelope.text);
    }
}

#[test]
fn a_sheet_is_known_by_a_section_and_what_is_under_it() {
    let known = |text: &str| of(text.as_bytes()).map(Sheets::dialect);
    for text in [
        ODD,
        "# Files\n\n# Symbols\n",
        "\u{feff}# Symbols\r\nname,kind\r\n",
        "# Files\npath,hahs,last_modified\n",
    ] {
        assert_eq!(known(text), Some("splice"), "{text}");
    }
    for text in [
        "",
        "# Files\n",
        "# Files\n\nThe files, and what is in them.\n",
        "# Folders\npath,hash\n",
        "path,hash\n/a.rs,1\n",
    ] {
        assert_eq!(known(text), None, "{text}");
    }
}

#[test]
fn the_report_after_a_sheet_is_a_document_of_its_own() {
    let text = alloc::format!("{ODD}{REPORT}\n");
    assert_eq!(detect(text.as_bytes()).unwrap().documents, 2);
    let normalized = normalize(text.as_bytes(), &crate::NormalizeOptions::default()).unwrap();
    assert_eq!((normalized.documents, normalized.diagnostics.len()), (2, 0));
    let home = convert(text.as_bytes(), "splice", &ConvertOptions::default()).unwrap();
    assert_eq!(home.text, text.trim_end());
    assert!(home.losses.iter().all(|loss| loss.kind == "exact"));
    // A path that begins like one is none.
    let row = "# Files\npath,hash\n{a}.rs,1\n{},2\n";
    assert_eq!(detect(row.as_bytes()).unwrap().documents, 1);
    assert_eq!(problems(row), []);
}

#[test]
fn a_sheet_comes_home_byte_by_byte() {
    let origin = ConvertOptions {
        origin: true,
        ..ConvertOptions::default()
    };
    let files = "# Files\npath,hash,last_indexed_at,last_modified\n/a.rs,1,2,3\n";
    for (text, exact) in [
        (ODD.into(), true),
        (ODD.trim_end().into(), true),
        ("# Files\n\n# Symbols\n".into(), true),
        (files.into(), true),
        (
            alloc::format!("# Symbols\nname\na\n\n{files}\n# Symbols\nkind,name\nfn,b\n"),
            true,
        ),
        (
            alloc::format!("{files}\n# Symbols\nname,path\n").replace('\n', "\r\n"),
            true,
        ),
        ("# Symbols\nname,kind\na,fn\n\n# Files\n".into(), true),
        (alloc::format!("{ODD}\n{LINKS}"), true),
        (alloc::format!("{ODD}\n# References\n"), true),
        (files.replace("/a.rs", "\"/a.rs\""), false),
        (files.replace("/a.rs", "\n/a.rs"), false),
        (files.replace("modified\n", "modified\r\n"), false),
        (alloc::format!("\u{feff}{files}"), false),
    ] {
        let text: String = text;
        let envelope = convert(text.as_bytes(), "unified", &origin).unwrap();
        for read in [&envelope.text, &text] {
            let home = convert(read.as_bytes(), "splice", &ConvertOptions::default()).unwrap();
            let kinds: Vec<&str> = home.losses.iter().map(|loss| &*loss.kind).collect();
            assert_eq!(home.text == text, exact, "{text:?}: {:?}", home.text);
            assert_eq!(kinds, [if exact { "exact" } else { "derived" }], "{text:?}");
        }
    }
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let head = "# Files\npath,hash,last_indexed_at,last_modified\n";
    for (rows, code, range) in [
        ("/a.rs,1,2\n", "CSV_ROW", "/a.rs,1,2"),
        ("\"/a.rs,1,2,3\n", "CSV_ROW", "\"/a.rs,1,2,3"),
        ("# Labels\n/a.rs,1,2,3\n", "CSV_HEADER", "# Labels"),
        ("# Symbols\nx,y\nz,0\n", "CSV_HEADER", "x,y"),
        ("# Symbols\nname,name\na,b\n", "CSV_HEADER", "name,name"),
        ("# Symbols\nname,kidn\na,b\n", "CSV_HEADER", "kidn"),
    ] {
        let text = alloc::format!("{head}{rows}");
        assert_eq!(problems(&text), [(code, range.into())], "{text}");
    }
}
