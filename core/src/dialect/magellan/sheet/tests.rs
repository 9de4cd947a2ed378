//! Sheets: what a row says, where a cell stands, and what is wrong.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::dialect::sheet::Sheet;

const HEADER: &str = "record_type,file,byte_start,byte_end,name,kind";

fn sheet(rows: &str) -> (&'static str, Sheet<'static>) {
    let text = format!("# Magellan Export Version: 2.0.0\n{HEADER}\n{rows}").leak();
    (text, Sheet::read(&Export, text.as_bytes(), text.len(), 0))
}

fn problems(text: &str, sheet: &Sheet<'_>) -> Vec<(&'static str, String)> {
    let cut = |(start, end): (u64, u64)| {
        text[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()].into()
    };
    let problems = sheet.problems();
    problems.map(|(code, csv)| (code, cut(csv))).collect()
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
    assert_eq!(sheet.problems().count(), 0);
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
        problems(text, &sheet),
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
fn a_name_too_few_is_told_once() {
    let rows = "Symbol,a.rs,0,3,x,Function,7\nSymbol,b.rs,0,3,y,Function,7\n\
                Symbol,c.rs\nCall,\"d\"e,0,3,,\nSymbol,f.rs,0,3,z,Function,7\n";
    let (text, sheet) = sheet(rows);
    assert_eq!(
        problems(text, &sheet),
        [
            ("CSV_HEADER", HEADER.into()),
            ("CSV_ROW", "Symbol,c.rs".into()),
            ("CSV_ROW", "Call,\"d\"e,0,3,,".into()),
        ]
    );
    // Each row is still one that gave no record.
    assert_eq!(sheet.losses().len(), 3);
    let options = crate::json::ReadOptions::default();
    let value = crate::json::read(sheet.json().as_bytes(), &options).unwrap();
    assert_eq!(sheet.rewritten(&value.to_value()).1.unread, Some(5));
}

#[test]
fn rows_that_differ_are_told_where_they_are() {
    let one = "Symbol,a.rs,0,3,x,Function,7\n";
    let good = "Symbol,b.rs,0,3,y,Function\n";
    let found = |rows: &str| {
        let (text, sheet) = sheet(rows);
        let problems = problems(text, &sheet).into_iter();
        problems.map(|(code, _)| code).collect::<Vec<_>>()
    };
    assert_eq!(found(one), ["CSV_ROW"]);
    assert_eq!(found(&format!("{good}{good}{one}{one}")), ["CSV_ROW"; 2]);
    // The rows below the second names, which are told as such, are others.
    let again = format!("{one}{one}{HEADER}\n{one}{good}");
    assert_eq!(found(&again), ["CSV_HEADER", "CSV_HEADER", "CSV_ROW"]);
}

#[test]
fn the_head_is_checked() {
    let read = |text: &str| problems(text, &Sheet::read(&Export, text.as_bytes(), text.len(), 0));
    assert_eq!(read("# Magellan Export Version: 2.0.0\n\n"), []);
    assert_eq!(
        read("\nrecord_type,file\r\nSymbol,a\n"),
        [("EXPORT_HEAD", "record_type,file".into())]
    );
    // Which version it names is looked at in its JSON form.
    assert_eq!(read("# Magellan Export Version: 9.1\n"), []);
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
    let (written, layout) = sheet.rewritten(&value.to_value());
    assert_eq!((&*written, layout.respelt), (text, None));
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
            assert_eq!(sheet.problems().count(), 0);
            let envelope = convert(text.as_bytes(), "unified", &options).unwrap();
            let home = convert(envelope.text.as_bytes(), "magellan", &options).unwrap();
            assert_eq!(home.text, text, "{:?}", home.losses);
        }
    }
}

#[test]
fn rows_come_home_as_they_ended_or_it_is_said_that_they_do_not() {
    use crate::{ConvertOptions, convert};
    let origin = ConvertOptions {
        origin: true,
        ..ConvertOptions::default()
    };
    let text = format!(
        "# Magellan Export Version: 2.0.0\n{HEADER}\nSymbol,\"a\r\nb.rs\",0,3,,Function\n\n"
    );
    let dos = text.replace("\r\n", "\n").replace('\n', "\r\n");
    for (text, exact) in [
        (text.clone(), true),
        (dos.clone(), true),
        (dos.replacen("\r\n", "\n", 1), false),
        (text.replace("Function", "\"Function\""), false),
    ] {
        let envelope = convert(text.as_bytes(), "unified", &origin).unwrap();
        for read in [&envelope.text, &text] {
            let home = convert(read.as_bytes(), "magellan", &ConvertOptions::default()).unwrap();
            let kinds: Vec<&str> = home.losses.iter().map(|loss| &*loss.kind).collect();
            assert_eq!(home.text == text, exact, "{text:?}: {:?}", home.text);
            assert_eq!(kinds, [if exact { "exact" } else { "derived" }], "{text:?}");
        }
    }
}

#[test]
fn a_second_row_of_names_takes_no_cell_away() {
    let rows = [
        "Symbol,a.rs,0,3,n,Function\nrecord_type,file,symbol_id\nSymbol,b.rs,7\n\n",
        "record_type,file,symbol_id\nSymbol,b.rs,7\n\n",
        "File,a.rs,,,,\nrecord_type,file,symbol_id\nSymbol,b.rs,7\nCall,c.rs,8\n\n",
    ];
    for rows in rows {
        let (text, sheet) = sheet(rows);
        assert_eq!(sheet.problems().count(), 0);
        let options = crate::json::ReadOptions::default();
        let value = crate::json::read(sheet.json().as_bytes(), &options).unwrap();
        let (written, layout) = sheet.rewritten(&value.to_value());
        assert_eq!((&*written, layout.respelt), (text, None));
    }
}
