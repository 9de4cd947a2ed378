//! Very many edits as a host hands them over without writing JSON: member by member.
//!
//! Only what is plain is read here, and only what has nothing to be told about: for
//! everything else the host writes the JSON text, so that there is one way in which
//! a request is refused.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::ask::Asked;
use super::edits::{Edits, ReadEdit, ReadPlace};
use super::options::{EditFormat, EditOptions};
use super::outcome::EditedText;
use super::{edit_one_text, read};
use crate::json;
use crate::text::{MAX_SAFE_OFFSET, Position};

/// A request whose edits are alike, with each member of all edits in a row.
///
/// # Examples
///
/// ```
/// use llm_types::EditOptions;
/// use llm_types::parts::EditColumns;
///
/// let columns = EditColumns {
///     rest: br#"{"unchecked":true,"edits":[]}"#,
///     list: "edits",
///     names: vec![("byte_start", false), ("byte_end", false), ("new_text", true)],
///     numbers: &[0.0, 2.0, 1.0, 3.0, 2.0, 0.0],
///     texts: "xy",
/// };
/// let edited = columns.apply(b"abc", &EditOptions::default()).unwrap();
/// assert_eq!(edited.text, b"xyb");
/// ```
#[derive(Debug, Clone)]
pub struct EditColumns<'c> {
    /// JSON text of the request, with no edits in its list.
    pub rest: &'c [u8],
    /// The member that is the list; empty if the request is the list itself.
    pub list: &'c str,
    /// The path of a member within an edit, its names parted by `/`, and whether it is
    /// text.
    pub names: Vec<(&'c str, bool)>,
    /// One column after the other: a number for each edit; of text its length in UTF-16
    /// code units.
    pub numbers: &'c [f64],
    /// All texts, one column after the other.
    pub texts: &'c str,
}

impl EditColumns<'_> {
    /// What [`apply_edits`](crate::apply_edits) says of the request; nothing, if the
    /// request has to be read as JSON: it has another shape, or there is something to
    /// be told about it. O(n + k log k).
    pub fn apply(&self, text: &[u8], options: &EditOptions<'_>) -> Option<EditedText> {
        if options.at.is_some() {
            return None;
        }
        let document = json::read(self.rest, &options.read).ok()?;
        let mut asked = match (self.list, options.format) {
            ("", None | Some(EditFormat::Lsp)) => read::plain_list(document.root(), options),
            ("edits", None | Some(EditFormat::Canonical)) => read::plain_request(document.root()),
            _ => None,
        }?;
        self.fill(&mut asked)?;
        let asked = asked.of_file(options.file.as_deref()).ok()?;
        let [ask] = asked.files.as_slice() else {
            return None;
        };
        let edited = edit_one_text(text, ask, &asked, options, None);
        edited.outcome.diagnostics.is_empty().then_some(edited)
    }

    /// Puts the edits into the request.
    fn fill<'s>(&'s self, asked: &mut Asked<'s>) -> Option<()> {
        let format = asked.format;
        let [ask] = asked.files.as_mut_slice() else {
            return None;
        };
        let count = self.numbers.len().checked_div(self.names.len())?;
        let mut columns = self.columns(count)?;
        let edits = if format == EditFormat::Lsp {
            columns.by_lines()?
        } else {
            columns.by_bytes()?
        };
        // Of a member that is not known something is told: see the head of this file.
        if !columns.0.is_empty() || edits.len() != count {
            return None;
        }
        ask.edits = Edits::of_read(edits);
        Some(())
    }

    fn columns(&self, count: usize) -> Option<Columns<'_>> {
        if count == 0 {
            return None;
        }
        let mut texts = Texts::of(self, count);
        let columns = self.names.iter().zip(self.numbers.chunks_exact(count));
        let columns = columns.map(|((name, is_text), numbers)| {
            let mut taken = None;
            if *is_text {
                let lengths = numbers.iter();
                taken = Some(
                    lengths
                        .map(|length| texts.next(*length))
                        .collect::<Option<_>>()?,
                );
            }
            Some(Column {
                name,
                numbers,
                texts: taken,
            })
        });
        columns.collect::<Option<_>>().map(Columns)
    }
}

/// Those that were not taken yet.
struct Columns<'c>(Vec<Column<'c>>);

impl<'c> Columns<'c> {
    fn take(&mut self, name: &str) -> Option<Column<'c>> {
        let at = self.0.iter().position(|column| column.name == name)?;
        Some(self.0.swap_remove(at))
    }

    fn numbers(&mut self, name: &str) -> Option<&'c [f64]> {
        self.take(name)?.numbers()
    }

    /// Edits as LSP has them.
    fn by_lines(&mut self) -> Option<Vec<ReadEdit<'c>>> {
        let starts = self.numbers("range/start/line")?.iter();
        let starts = starts.zip(self.numbers("range/start/character")?);
        let ends = self.numbers("range/end/line")?.iter();
        let ends = ends.zip(self.numbers("range/end/character")?);
        let new = self.take("newText")?.texts?;
        let position = |(line, column): (&f64, &f64)| {
            Some(Position::new(count_of(*line)?, count_of(*column)?))
        };
        let mut edits = Vec::with_capacity(new.len());
        for ((start, end), new) in starts.zip(ends).zip(new) {
            edits.push(plain(
                ReadPlace::Lines(position(start)?, position(end)?),
                new,
            ));
        }
        Some(edits)
    }

    /// Our own edits.
    fn by_bytes(&mut self) -> Option<Vec<ReadEdit<'c>>> {
        let (starts, ends) = (self.numbers("byte_start")?, self.numbers("byte_end")?);
        let new = self.take("new_text")?.texts?;
        let mut edits = Vec::with_capacity(new.len());
        for ((start, end), new) in starts.iter().zip(ends).zip(new) {
            let place = ReadPlace::Bytes(count_of(*start)?, count_of(*end)?);
            edits.push(plain(place, new));
        }
        if let Some(expected) = self.take("expected_text") {
            for (edit, text) in edits.iter_mut().zip(expected.texts?) {
                edit.expected = Some(Cow::Borrowed(text.as_bytes()));
            }
        }
        if let Some(checksums) = self.take("checksum_before") {
            for (edit, text) in edits.iter_mut().zip(checksums.texts?) {
                edit.checksum = Some(Cow::Borrowed(text));
            }
        }
        Some(edits)
    }
}

/// One member of all edits.
struct Column<'c> {
    name: &'c str,
    numbers: &'c [f64],
    texts: Option<Vec<&'c str>>,
}

impl<'c> Column<'c> {
    fn numbers(self) -> Option<&'c [f64]> {
        self.texts.is_none().then_some(self.numbers)
    }
}

/// The texts that are not taken yet.
struct Texts<'c> {
    rest: &'c str,
    /// Whether a code unit is a byte.
    ascii: bool,
}

impl<'c> Texts<'c> {
    fn of(columns: &EditColumns<'c>, count: usize) -> Self {
        let lengths = columns
            .names
            .iter()
            .zip(columns.numbers.chunks_exact(count));
        let lengths = lengths.filter(|((_, is_text), _)| *is_text);
        let units: f64 = lengths.flat_map(|(_, lengths)| lengths).sum();
        Self {
            rest: columns.texts,
            ascii: count_of(units) == Some(columns.texts.len() as u64),
        }
    }

    /// The next text, of so many UTF-16 code units.
    fn next(&mut self, units: f64) -> Option<&'c str> {
        let mut left = usize::try_from(count_of(units)?).ok()?;
        let mut end = left;
        if !self.ascii {
            end = 0;
            for character in self.rest.chars() {
                if left == 0 {
                    break;
                }
                left = left.checked_sub(character.len_utf16())?;
                end += character.len_utf8();
            }
        }
        let (text, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(text)
    }
}

/// A number that is an offset, a line or a column.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "a number that is not kept by the way there and back is refused"
)]
fn count_of(number: f64) -> Option<u64> {
    let count = number as u64;
    (count <= MAX_SAFE_OFFSET && count as f64 == number).then_some(count)
}

fn plain(place: ReadPlace, new: &str) -> ReadEdit<'_> {
    ReadEdit {
        place,
        new: Cow::Borrowed(new.as_bytes()),
        well_formed: true,
        expected: None,
        checksum: None,
    }
}
