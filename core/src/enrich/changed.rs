//! Which checksums of a changed file go with a span: those of the record in which it stands, or
//! the only ones of its file in the document.

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::span::Around;
use crate::checksum::Checksum;
use crate::envelope::mention::{Mention, Says};
use crate::envelope::shape::Shape;
use crate::envelope::typed::records;
use crate::envelope::{Envelope, Wire};
use crate::json::{Object, Pointer, Value};
use crate::source::one_spelling;

/// The checksums of a file before an operation and after it.
pub(crate) type Hashes = [Option<Checksum>; 2];

/// What a record says of a file that an operation changed.
pub(super) fn changed(shape: &Shape, members: &Object) -> Option<(String, Hashes)> {
    let mut mentions = shape.mentions.iter().filter(|one| one.each.is_empty());
    mentions.find_map(|mention| change(mention, members))
}

/// What one object says by one of the mentions of its shape.
fn change(mention: &Mention, members: &Object) -> Option<(String, Hashes)> {
    let Says::Change(before, after) = mention.says else {
        return None;
    };
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let hashes = [before, after].map(|name| text(name)?.parse().ok());
    let is_said = hashes.iter().any(Option::is_some);
    is_said.then_some((one_spelling(text(mention.file)?, None), hashes))
}

/// What is said of changed files beside the ranges, by one spelling of their paths. Of a file that
/// was changed several times there is nothing: each range has to say which change it is of.
#[derive(Default)]
pub(crate) struct Changed(BTreeMap<String, Option<Hashes>>);

impl Changed {
    /// What the result of an operation says of its files.
    pub(crate) fn in_result(envelope: &Value) -> Self {
        let mut all = Self::default();
        let mut see = |shape: &'static Shape, members: &Object, _: &Pointer| {
            for mention in shape.mentions {
                if mention.each.is_empty() {
                    all.add(change(mention, members));
                    continue;
                }
                let list = members.get(mention.each).and_then(Value::as_array);
                let items = list.into_iter().flat_map(|list| list.iter());
                for item in items.filter_map(Value::as_object) {
                    all.add(change(mention, item));
                }
            }
            true
        };
        if envelope.get("result").is_some() {
            records(envelope, &Envelope::TYPE, &mut Pointer::root(), &mut see);
        }
        all
    }

    fn add(&mut self, said: Option<(String, Hashes)>) {
        let Some((path, hashes)) = said else { return };
        let known = self.0.entry(path).or_insert(Some(hashes));
        *known = known.filter(|known| *known == hashes);
    }

    /// The checksums of a file, where it was changed once.
    pub(crate) fn of_file(&self, path: &str) -> Option<&Hashes> {
        // Most documents change none, and a path costs to be read.
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&one_spelling(path, None))?.as_ref()
    }

    /// The checksums of the file of a span, by what stands around it.
    pub(super) fn of<'h>(&'h self, path: &str, around: &'h Around) -> Option<&'h Hashes> {
        let spelt = one_spelling(path, None);
        let inner = around.changed.as_ref().filter(|(of, _)| *of == spelt);
        let inner = inner.map(|(_, hashes)| hashes);
        inner.or_else(|| self.of_file(path))
    }
}
