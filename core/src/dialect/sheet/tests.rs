//! Sheets of any dialect: whose they are, and what is told of what is lost.

use alloc::format;
use alloc::vec::Vec;

use super::{Watch, of};
use crate::{ConvertOptions, NormalizeOptions, convert, normalize};

const MAGELLAN: &str = "# Magellan Export Version: 2.0.0\n\
    record_type,path,hash,last_indexed_at,last_modified\nFile,/a,0011,1,2\n\n";

const SPLICE: &str = "# Files\npath,hash,last_indexed_at,last_modified\n/a,0011,1,2\n";

#[test]
fn a_sheet_that_was_read_as_another_dialect_comes_home() {
    for (text, name) in [
        (MAGELLAN, "magellan"),
        (MAGELLAN, "splice"),
        (MAGELLAN, "llmsearch"),
        (SPLICE, "splice"),
        (SPLICE, "magellan"),
        (SPLICE, "llmsearch"),
    ] {
        let options = NormalizeOptions {
            dialect: Some(name.into()),
            origin: true,
            ..NormalizeOptions::default()
        };
        let envelope = normalize(text.as_bytes(), &options).unwrap().text;
        let home = convert(envelope.as_bytes(), name, &ConvertOptions::default()).unwrap();
        assert_eq!(home.text, text, "{name}");
        assert_eq!(home.losses[0].kind, "exact", "{name}");
    }
}

#[test]
fn what_gave_no_record_is_a_loss_on_every_way() {
    let origin = ConvertOptions {
        origin: true,
        ..ConvertOptions::default()
    };
    let strict = ConvertOptions {
        strict: true,
        ..ConvertOptions::default()
    };
    for (text, home, other, dropped) in [
        (format!("{SPLICE}/b,1\n"), "splice", "magellan", 1),
        (
            format!("{SPLICE}\n# Labels\nx,y\n1,2\n"),
            "splice",
            "magellan",
            1,
        ),
        (
            format!("{SPLICE}/b,1\n\n# Symbols\n1,2\n3,4\n"),
            "splice",
            "magellan",
            2,
        ),
        (
            format!("{SPLICE}\n# Symbols\nname,name\n"),
            "splice",
            "magellan",
            1,
        ),
        (SPLICE.replace("hash", "hush"), "splice", "magellan", 0),
        (MAGELLAN.replace("1,2", "1"), "magellan", "splice", 1),
        (MAGELLAN.replace("File", "Fill"), "magellan", "splice", 1),
        (MAGELLAN.replace("2.0.0", "9.0.0"), "magellan", "splice", 0),
    ] {
        let envelope = convert(text.as_bytes(), "unified", &origin).unwrap();
        let count = |notes: &[crate::Loss]| {
            notes
                .iter()
                .filter(|loss| loss.kind == "dropped" && loss.note.contains("sheet"))
                .count()
        };
        assert_eq!(count(&envelope.losses), dropped, "{text}");
        for to in [home, other] {
            let given = convert(text.as_bytes(), to, &ConvertOptions::default()).unwrap();
            assert_eq!(count(&given.losses), dropped, "{text} to {to}");
            assert!(dropped == 0 || convert(text.as_bytes(), to, &strict).is_err());
        }
        let back = convert(envelope.text.as_bytes(), home, &ConvertOptions::default()).unwrap();
        let told: Vec<&str> = back
            .losses
            .iter()
            .filter(|loss| loss.kind == "dropped")
            .map(|loss| &*loss.note)
            .collect();
        assert_eq!(told.len(), dropped.min(1), "{text}");
        assert!(
            told.iter()
                .all(|note| note.ends_with(&format!(": {dropped}")))
        );
        let back = convert(envelope.text.as_bytes(), home, &strict);
        assert_eq!(back.is_err(), dropped > 0, "{text}");
    }
}

/// An editor counts lines from 1.
#[test]
fn a_row_that_is_dropped_is_told_with_its_line() {
    for (text, line) in [
        (format!("{SPLICE}/b,1\n"), 4),
        (format!("{SPLICE}/b,1\n").replace('\n', "\r\n"), 4),
        (MAGELLAN.replace("1,2", "1"), 3),
    ] {
        let given = convert(text.as_bytes(), "unified", &ConvertOptions::default()).unwrap();
        let line = format!("at line {line} of the sheet");
        let told = given.losses.iter().filter(|loss| loss.note.contains(&line));
        assert_eq!(told.count(), 1, "{text}: {:?}", given.losses);
    }
}

#[test]
fn blanks_around_lines_cost_nothing() {
    for text in [
        SPLICE.replace("# Files", "# Files "),
        SPLICE.replace("# Files", " \t# Files\t\r"),
        SPLICE.replace("# Files\n", "# Files\n  \n"),
        SPLICE.replace("/a", "\t\n/a"),
        format!("{SPLICE} \n# Symbols \n"),
        MAGELLAN.replace("record", " \nrecord"),
        MAGELLAN.replace("File", " \nFile"),
    ] {
        let sheets = of(text.as_bytes()).unwrap();
        let home = convert(
            text.as_bytes(),
            sheets.dialect(),
            &ConvertOptions::default(),
        )
        .unwrap();
        assert!(home.text.contains("/a,0011,1,2"), "{text:?}: {}", home.text);
        let kinds: Vec<&str> = home.losses.iter().map(|loss| &*loss.kind).collect();
        assert_eq!(kinds, ["derived"], "{text:?}");
    }
}

#[test]
fn what_arrives_in_pieces_is_known_by_two_lines() {
    for (text, known) in [
        ("# Files\npath,hash\n", Some(true)),
        ("\u{feff}\n \n# Files\r\n\n\npath,hash\n/a,1\n", Some(true)),
        ("# Files\n\n# Symbols\n", Some(true)),
        ("# Files\npath,hash", None),
        ("# Files\n\n \n\n", None),
        ("# Files\nThe files.\n", Some(false)),
        ("\u{feff}", None),
        ("\u{feff}{", Some(false)),
        (" {", Some(false)),
        (
            "# Magellan Export Version: 2.0.0\nrecord_type\n",
            Some(true),
        ),
        ("record_type,file\nSymbol,a\n", Some(true)),
        ("records are these:\n{}\n", Some(false)),
    ] {
        let mut watch = Watch::default();
        let mut last = None;
        for end in 0..=text.len() {
            last = watch.follow(&text.as_bytes()[..end]);
        }
        assert_eq!(last, known, "{text:?}");
        assert_eq!(Watch::default().follow(text.as_bytes()), known, "{text:?}");
    }
}
