//! Whether a document speaks of the text that was edited, or of another one (E11).
//!
//! Its checksums say so, and they are left out when its ranges are carried: what they
//! contradict must be told before, or it would look right afterwards.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::carry::{file_of, maybe_file_of, range_of};
use crate::checksum::Checksum;
use crate::diagnostic::Diagnostic;
use crate::json::{Object, Pointer, Value};

/// What the checksums of a document say of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// That it is the text that was edited.
    Same,
    /// That it is another one.
    Other,
}

/// The checksums that a range has of its file, where they can be compared with one that is known. A
/// document about an operation has the text afterwards, too, and may state both beside the range.
fn stated<'o>(members: &'o Object, known: &'o Checksum) -> impl Iterator<Item = Checksum> + 'o {
    let block = members.get("checksums").and_then(Value::as_object);
    let names = ["file_checksum_before", "file_checksum_after"];
    let inside = names.into_iter().filter_map(move |name| block?.get(name));
    let names = ["before_hash", "after_hash"];
    let beside = names.into_iter().filter_map(|name| members.get(name));
    let texts = inside.chain(beside).filter_map(Value::as_str);
    let read = texts.filter_map(|text| {
        let named = text.parse::<Checksum>().ok();
        named.or_else(|| Checksum::from_bare(known.algorithm(), text).ok())
    });
    read.filter(|stated| stated.algorithm() == known.algorithm())
}

/// Whether a range has checksums of its file, and none of them is this one.
pub(super) fn is_of_other_file(members: &Object, before: &Checksum) -> bool {
    let mut stated = stated(members, before).peekable();
    stated.peek().is_some() && stated.all(|stated| stated != *before)
}

/// What is said of a file, or of a range in it, of which the document has another text.
pub(super) fn other_file(file: &str, range: Option<&Pointer>, document: Option<u64>) -> Diagnostic {
    let of = range.map_or_else(String::new, |range| {
        format!(" in `{}` of the envelope", range.as_str())
    });
    let message = format!(
        "the checksums that the document has of `{file}`{of} are not those of the text before the edits"
    );
    let mut found = Diagnostic::new("FILE_CHANGED", message);
    found.help = "Run the tool again on the text that the edits were made of, or carry the \
                  document along with the edits of the text that it was made for."
        .into();
    found.document = document;
    found
}

/// What is said of a range whose checksum is not that of the text that was there.
pub(super) fn other_text(file: &str, here: &Pointer, document: Option<u64>) -> Diagnostic {
    let message = format!(
        "`{}` of the envelope has the checksum of another text than that of `{file}` before the edits",
        here.as_str()
    );
    let mut found = Diagnostic::new("CHECKSUM_MISMATCH", message);
    found.help = "Run the tool again on the text that the edits were made of.".into();
    found.document = document;
    found
}

/// The files, by their paths in the document, of which it has another text than the one that was
/// edited. `before` gives the checksum of the latter.
pub(super) fn of_others<'c>(
    envelope: &Value,
    before: &impl Fn(&str) -> Option<&'c Checksum>,
) -> BTreeMap<String, Diagnostic> {
    let mut said = BTreeMap::new();
    look(envelope, None, before, &mut said);
    let others = said.into_iter().filter(|(_, said)| *said == Said::Other);
    let told = others.map(|(file, _)| {
        let found = other_file(&file, None, None);
        (file, found)
    });
    told.collect()
}

fn look<'c>(
    value: &Value,
    file: Option<&str>,
    before: &impl Fn(&str) -> Option<&'c Checksum>,
    said: &mut BTreeMap<String, Said>,
) {
    match value {
        Value::Object(members) => {
            // A range that names its file in another word is in none that is known.
            let other =
                maybe_file_of(members).map(|other| Some(other).filter(|it| before(it).is_some()));
            let file = file_of(members).or_else(|| other.unwrap_or(file));
            if let Some(file) = file.filter(|_| range_of(members).is_some())
                && let Some(known) = before(file)
            {
                for stated in stated(members, known) {
                    let is = if stated == *known {
                        Said::Same
                    } else {
                        Said::Other
                    };
                    let before = said.entry(file.into()).or_insert(is);
                    if is == Said::Same {
                        *before = is;
                    }
                }
            }
            for member in members.values() {
                look(member, file, before, said);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| look(item, file, before, said)),
        _ => {}
    }
}

/// Whether a range has a checksum, and none of its checksums is that of this text.
pub(super) fn is_of_other(members: &Object, text: &[u8]) -> bool {
    let block = members.get("checksums").and_then(Value::as_object);
    let texts = ["checksum_before", "checksum_after"];
    let texts = texts.iter().filter_map(|name| block?.get(name)?.as_str());
    let mut read = texts
        .filter_map(|text| text.parse::<Checksum>().ok())
        .peekable();
    read.peek().is_some() && read.all(|stated| !stated.matches(text))
}
