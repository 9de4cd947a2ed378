//! Sheets: what a row says, where a cell stands, and what is wrong.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;

const HEADER: &str = "record_type,file,byte_start,byte_end,name,kind";

fn sheet(rows: &str) -> (String, Sheet) {
    let text = format!("# Magellan Export Version: 2.0.0\n{HEADER}\n{rows}");
    let sheet = Sheet::read(text.as_bytes());
    (text, sheet)
}

fn problems(text: &str, sheet: &Sheet) -> Vec<(&'static str, String)> {
    let cut = |(start, end): (u64, u64)| {
        text[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()].into()
    };
    let problems = sheet.problems.iter();
    problems
        .map(|problem| (problem.code, cut(problem.csv)))
        .collect()
}

#[test]
fn a_row_is_a_record_and_an_empty_cell_is_nothing() {
    let (_, sheet) = sheet("Symbol,a.rs,0,3,,Function\r\nReference,\"b,\"\"c\"\".rs\",x,04,,\n");
    assert_eq!(
        sheet.json(),
        concat!(
            r#"{"version":"2.0.0","files":[],"#,
            r#""symbols":[{"file":"a.rs","byte_start":0,"byte_end":3,"kind":"Function"}],"#,
            r#""references":[{"file":"b,\"c\".rs","byte_start":"x","byte_end":"04"}],"calls":[]}"#,
        )
    );
    assert!(sheet.problems.is_empty(), "{:?}", sheet.problems);
}

#[test]
fn a_place_in_the_document_leads_to_the_cell() {
    let (text, sheet) = sheet("Call,c.rs,1,2,,\nSymbol,\"a\nb.rs\",0,3,,Function\n");
    let find = |part: &str| {
        let start = sheet.json().find(part).unwrap() as u64;
        let (start, end) = sheet.place((start, start + part.len() as u64));
        &text[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()]
    };
    assert_eq!(find(r#""a\nb.rs""#), "\"a\nb.rs\"");
    assert_eq!(find(r#""Function""#), "Function");
    assert_eq!(find(r#""byte_start":0"#), "0");
    assert_eq!(
        find(r#"{"file":"c.rs","byte_start":1,"byte_end":2}"#),
        "Call,c.rs,1,2,,"
    );
    assert_eq!(find(r#""2.0.0""#), "2.0.0");
    assert_eq!(find(r#""symbols""#), text);
}

#[test]
fn a_broken_row_does_not_take_the_next_one_with_it() {
    let rows = "Symbol,\"a.rs,0,3,,Function\nSymbol,b.rs,0,3,,Function\nSymbol,c.rs,0\n\
                Thing,d.rs,0,3,,x\nSymbol,e\"f.rs,0,3,,x\nCall,\"g\"h,0,3,,\nCall,i.rs,0,3,,\n";
    let (text, sheet) = sheet(rows);
    assert_eq!(
        problems(&text, &sheet),
        [
            ("CSV_ROW", "Symbol,\"a.rs,0,3,,Function".into()),
            ("CSV_ROW", "Symbol,c.rs,0".into()),
            ("CSV_ROW", "Thing".into()),
            ("CSV_ROW", "Symbol,e\"f.rs,0,3,,x".into()),
            ("CSV_ROW", "Call,\"g\"h,0,3,,".into()),
        ]
    );
    assert!(sheet.json().contains("b.rs") && sheet.json().contains("i.rs"));
}

#[test]
fn the_head_is_checked() {
    let read = |text: &str| problems(text, &Sheet::read(text.as_bytes()));
    assert_eq!(read("# Magellan Export Version: 2.0.0\n\n"), []);
    assert_eq!(
        read("# Magellan Export Version: 9.1\n"),
        [("VERSION_UNKNOWN", "9.1".into())]
    );
    assert_eq!(
        read("# Magellan Export Version: 2.0.0\nFile,a\nFile,b\n"),
        [("CSV_HEADER", "File,a".into())]
    );
    assert_eq!(
        read("# Magellan Export Version: 2.0.0\nrecord_type,path,path\nFile,a,b\n")[0],
        ("CSV_HEADER", "record_type,path,path".into())
    );
    assert_eq!(
        read("# Magellan Export Version: 2.0.0\nrecord_type,path,hahs\nFile,a,b\n"),
        [("CSV_HEADER", "hahs".into())]
    );
}

#[test]
fn rows_in_any_order_come_back_in_it() {
    let rows = "Call,c.rs,1,2,,\nSymbol,\"a,\"\"b\"\".rs\",0,3,,Function\nCall,d.rs,3,4,,\n\n";
    let (text, sheet) = sheet(rows);
    let options = crate::json::ReadOptions::default();
    let value = crate::json::read(sheet.json().as_bytes(), &options).unwrap();
    assert_eq!(write(&value.to_value(), sheet.layout()), text);
}

#[test]
fn a_sheet_comes_back_with_its_ending() {
    use crate::{ConvertOptions, convert};
    let options = ConvertOptions {
        origin: true,
        ..ConvertOptions::default()
    };
    for rows in ["", "Symbol,a.rs,0,3,,Function"] {
        for ending in ["", "\n", "\n\n", "\r\n", "\n\n\n"] {
            let (text, sheet) = sheet(&alloc::format!("{rows}{ending}"));
            assert!(sheet.problems.is_empty(), "{:?}", sheet.problems);
            let envelope = convert(text.as_bytes(), "unified", &options).unwrap();
            let home = convert(envelope.text.as_bytes(), "magellan", &options).unwrap();
            assert_eq!(home.text, text, "{:?}", home.losses);
        }
    }
}
