//! Whether one request does all that another one does.
//!
//! A request may be cut short and sent again. The way back of the part is then smaller than that
//! of the whole: whoever keeps the larger one needs no other.

use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::envelope::EditRequests;
use crate::json::{DuplicateKeys, ReadOptions, Value, read};

impl EditRequests {
    /// Whether another request, as JSON text, does all that this one does: it has the same
    /// files, with the same edits and guards, and maybe more files.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{EditRequest, EditRequests};
    ///
    /// let file = EditRequest { file_path: Some("a.rs".into()), ..EditRequest::default() };
    /// let part = EditRequests { files: vec![file], ..EditRequests::default() };
    /// assert!(part.is_covered_by(
    ///     br#"{"files":[{"file_path":"b.rs","edits":[]},{"file_path":"a.rs","edits":[]}]}"#
    /// ));
    /// assert!(!part.is_covered_by(br#"{"files":[{"file_path":"b.rs","edits":[]}]}"#));
    /// ```
    pub fn is_covered_by(&self, whole: &[u8]) -> bool {
        covers(whole, self.to_json().as_bytes())
    }
}

fn covers(whole: &[u8], part: &[u8]) -> bool {
    match (TakenApart::of(whole), TakenApart::of(part)) {
        (Some(whole), Some(part)) => {
            whole.beside == part.beside
                && part
                    .files
                    .iter()
                    .all(|(path, file)| whole.files.get(path) == Some(file))
        }
        _ => false,
    }
}

/// A request by its files.
struct TakenApart {
    files: BTreeMap<String, Value>,
    /// What is asked for of all of them.
    beside: Value,
}

impl TakenApart {
    fn of(text: &[u8]) -> Option<Self> {
        let options = ReadOptions {
            duplicate_keys: DuplicateKeys::LastWins,
            ..ReadOptions::default()
        };
        let mut beside = read(text, &options).ok()?.to_value();
        let Value::Array(files) = beside.as_object_mut()?.remove("files")? else {
            return None;
        };
        let named = |file: Value| Some((file.get("file_path")?.as_str()?.into(), file));
        Some(Self {
            files: files
                .into_vec()
                .into_iter()
                .map(named)
                .collect::<Option<_>>()?,
            beside,
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_request_covers_what_it_does_and_nothing_else() {
        let request = |files: &[&str]| {
            let files: Vec<String> = files
                .iter()
                .map(|file| {
                    let (path, text) = file.split_once('=').unwrap();
                    format!(r#"{{"file_path":"{path}","edits":[{{"new_text":"{text}"}}]}}"#)
                })
                .collect();
            format!(r#"{{"files":[{}]}}"#, files.join(","))
        };
        let whole = request(&["a=1", "b=2", "c=3"]);
        for (part, is_covered) in [
            (request(&["a=1", "b=2", "c=3"]), true),
            (request(&["c=3", "a=1"]), true),
            (request(&["a=1", "d=4"]), false),
            (request(&["a=1", "b=3"]), false),
            (
                request(&["a=1"]).replace("{\"files", "{\"partial\":true,\"files"),
                false,
            ),
            ("{}".into(), false),
        ] {
            let found = covers(whole.as_bytes(), part.as_bytes());
            assert_eq!(found, is_covered, "{part}");
        }
        assert!(!covers(b"{", whole.as_bytes()));
    }
}
