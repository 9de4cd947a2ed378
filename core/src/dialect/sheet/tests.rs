//! Sheets of any dialect: whose they are, and what is told of what is lost.

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
