//! A request after it was read, whatever its shape: what is to be replaced in which
//! file, and what must hold before.
//!
//! The edits themselves are in `edits`. Where a place is a line and a column, it becomes
//! bytes only with the text, in `place`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::base64;
use super::edits::{Edits, ReadEdit, ReadPlace};
use super::error::EditError;
use super::options::{EditFormat, NewEol, Relocation};
use crate::checksum::{Checksum, ChecksumAlgorithm, ChecksumError};
use crate::envelope::{Edit, EditRequest, EditRequests};
use crate::json::{Node, Pointer};
use crate::rule::Level;
use crate::text::{BomPolicy, LineIndexOptions, LineTerminators, PositionEncoding};

/// Something to be said about a request.
#[derive(Debug, Clone)]
pub(super) struct Complaint {
    pub(super) code: &'static str,
    pub(super) level: Level,
    pub(super) message: String,
    pub(super) pointer: Pointer,
    pub(super) related: Vec<(&'static str, Pointer)>,
}

impl Complaint {
    /// What stands in the way. That is an error, whatever the level of the rule is: a
    /// document that nothing is to be done with may do without what an edit needs.
    pub(super) fn new(code: &'static str, pointer: Pointer, message: impl Into<String>) -> Self {
        Self {
            code,
            level: Level::Error,
            message: message.into(),
            pointer,
            related: Vec::new(),
        }
    }

    /// What is worth knowing, and refuses nothing.
    pub(super) fn advice(code: &'static str, pointer: Pointer, message: impl Into<String>) -> Self {
        Self {
            level: crate::rule::find(code).map_or(Level::Warning, |rule| rule.level),
            ..Self::new(code, pointer, message)
        }
    }

    pub(super) fn refuses(&self) -> bool {
        self.level == Level::Error
    }
}

/// Everything that one request asks for.
#[derive(Debug)]
pub(super) struct Asked<'r> {
    pub(super) format: EditFormat,
    pub(super) files: Vec<Ask<'r>>,
    /// As an llmtransform request has it.
    pub(super) execution_id: Option<String>,
    /// What is odd about the request, and no reason to refuse it.
    pub(super) notes: Vec<Complaint>,
}

impl Asked<'_> {
    /// Why it cannot be for one text.
    pub(super) fn several(&self) -> EditError {
        let mut files = self.files.iter().map(|ask| &ask.here);
        let first = files.next().cloned().unwrap_or_default();
        let around = files.fold(first, |mut around, here| {
            while !here.is_in(&around) && around.pop() {}
            around
        });
        EditError::SeveralFiles {
            pointer: around.to_string(),
            count: self.files.len() as u64,
        }
    }

    /// Gives the file a path that the caller names, where one is named.
    pub(super) fn of_file(mut self, path: Option<&str>) -> Result<Self, EditError> {
        let Some(path) = path else { return Ok(self) };
        for ask in &mut self.files {
            if let Some(own) = &ask.path {
                return Err(EditError::FileNamed {
                    pointer: ask.here.to_string(),
                    path: own.to_string(),
                });
            }
            ask.path = Some(Cow::Owned(path.into()));
        }
        Ok(self)
    }
}

/// A checksum as it is written.
#[derive(Debug, Clone)]
pub(super) struct Stated<'r> {
    pub(super) text: Cow<'r, str>,
    /// The algorithm of digits without a name, where the shape says it.
    pub(super) bare: Option<ChecksumAlgorithm>,
    pub(super) pointer: Pointer,
}

impl Stated<'_> {
    /// The checksum that is meant.
    pub(super) fn read(&self) -> Result<Checksum, ChecksumError> {
        match (self.text.parse::<Checksum>(), self.bare) {
            (Err(ChecksumError::Bare { text }), Some(algorithm)) => {
                Checksum::from_bare(algorithm, &text)
            }
            (read, _) => read,
        }
    }
}

/// The whole of a file as those who ask have seen it.
#[derive(Debug, Clone)]
pub(super) struct Contents<'r> {
    /// The text, which is read only where there is a file: others may have the same one.
    pub(super) text: Node<'r>,
    pub(super) pointer: Pointer,
}

impl Contents<'_> {
    /// The checksum that the file must have, which is now `text`; nothing, where that is no UTF-8.
    /// A byte order mark is none of the contents to those who leave it out.
    pub(super) fn stated(&self, text: &[u8]) -> Option<Stated<'static>> {
        let mark = "\u{feff}";
        let seen = self.text.as_str()?;
        let now = core::str::from_utf8(text).ok()?;
        let is_marked = now.starts_with(mark) && !seen.starts_with(mark);
        let checksum = match now.strip_prefix(mark).filter(|_| is_marked) {
            Some(rest) if rest == seen => Checksum::of(ChecksumAlgorithm::Sha256, text),
            _ => Checksum::of(ChecksumAlgorithm::Sha256, seen.as_bytes()),
        };
        Some(Stated {
            text: Cow::Owned(checksum.to_string()),
            bare: None,
            pointer: self.pointer.clone(),
        })
    }
}

/// How the lines of a file are counted by those who ask.
#[derive(Debug, Clone)]
pub(super) struct Counting {
    pub(super) terminators: LineTerminators,
    pub(super) bom: BomPolicy,
    /// Not known if nobody says.
    pub(super) encoding: Option<PositionEncoding>,
}

impl Counting {
    pub(super) fn line_index_options(&self) -> LineIndexOptions {
        LineIndexOptions {
            terminators: self.terminators.clone(),
            bom: self.bom,
            ..LineIndexOptions::default()
        }
    }
}

/// What is asked of one file.
#[derive(Debug)]
pub(super) struct Ask<'r> {
    pub(super) path: Option<Cow<'r, str>>,
    /// What to correct where its path means no source: that, or all of it.
    pub(super) named: Pointer,
    /// Where it stands in the request.
    pub(super) here: Pointer,
    /// Where its edits stand.
    pub(super) list: Pointer,
    /// Whether `list` is the one edit itself.
    pub(super) single: bool,
    pub(super) expected: Option<Stated<'r>>,
    /// What the file was seen to be, where no checksum says it.
    pub(super) contents: Option<Contents<'r>>,
    pub(super) expected_final: Option<Stated<'r>>,
    pub(super) unchecked: bool,
    pub(super) partial: bool,
    pub(super) relocate: Option<Relocation>,
    pub(super) base: Option<Cow<'r, [u8]>>,
    pub(super) eol: Option<NewEol>,
    pub(super) counting: Counting,
    pub(super) edits: Edits<'r>,
}

impl<'r> Ask<'r> {
    /// Of a file, with nothing said.
    pub(super) fn new(path: Option<Cow<'r, str>>, here: Pointer, list: Pointer) -> Self {
        Self {
            path,
            named: here.clone(),
            here,
            list,
            single: false,
            expected: None,
            contents: None,
            expected_final: None,
            unchecked: false,
            partial: false,
            relocate: None,
            base: None,
            eol: None,
            counting: Counting {
                terminators: LineTerminators::LfCrlf,
                bom: BomPolicy::Count,
                encoding: None,
            },
            edits: Edits::default(),
        }
    }

    /// Where the edit with this number stands in the request.
    pub(super) fn pointer(&self, edit: usize) -> Pointer {
        if self.single {
            self.list.clone()
        } else {
            self.list.item(edit as u64)
        }
    }

    /// What the file is called in a sentence.
    pub(super) fn name(&self) -> &str {
        self.path.as_deref().unwrap_or("the text")
    }
}

/// The typed request, as if it had been read.
pub(super) fn of_request<'r>(
    request: &'r EditRequest,
    here: &Pointer,
) -> Result<Ask<'r>, EditError> {
    let list = here.child("edits");
    let path = request.file_path.as_deref().map(Cow::Borrowed);
    let mut ask = Ask::new(path, here.clone(), list.clone());
    let stated = |text: &'r Option<String>, key: &str| {
        text.as_deref().map(|text| Stated {
            text: Cow::Borrowed(text),
            bare: None,
            pointer: here.child(key),
        })
    };
    ask.expected = stated(&request.expected_checksum, "expected_checksum");
    ask.expected_final = stated(&request.expected_final_checksum, "expected_final_checksum");
    ask.unchecked = request.unchecked.unwrap_or(false);
    ask.partial = request.partial.unwrap_or(false);
    ask.relocate = word(request.relocate.as_deref(), here, "relocate")?;
    ask.eol = word(request.eol.as_deref(), here, "eol")?;
    let base = request.base_text.as_deref();
    ask.base = base.map(|base| Cow::Borrowed(base.as_bytes()));
    if let Some(edits) = Edits::of_caller(&request.edits) {
        ask.edits = edits;
        return Ok(ask);
    }
    for (at, edit) in request.edits.iter().enumerate() {
        let new = match (&edit.new_text, &edit.new_base64) {
            (Some(text), None) => Cow::Borrowed(text.as_bytes()),
            (_, other) => Cow::Owned(decoded(edit, other.as_deref(), || list.item(at as u64))?),
        };
        ask.edits.push(ReadEdit {
            place: ReadPlace::Bytes(edit.byte_start, edit.byte_end),
            new,
            well_formed: edit.new_base64.is_none(),
            expected: edit
                .expected_text
                .as_deref()
                .map(|text| Cow::Borrowed(text.as_bytes())),
            checksum: edit.checksum_before.as_deref().map(Cow::Borrowed),
        });
    }
    Ok(ask)
}

/// What an edit puts in that does not say so as text.
fn decoded(
    edit: &Edit,
    base64: Option<&str>,
    here: impl Fn() -> Pointer,
) -> Result<Vec<u8>, EditError> {
    let (None, Some(text)) = (&edit.new_text, base64) else {
        return Err(EditError::Invalid {
            pointer: here().to_string(),
            expected: "either `new_text` or `new_base64`".into(),
        });
    };
    base64::decode(text).ok_or_else(|| EditError::Invalid {
        pointer: here().child("new_base64").to_string(),
        expected: "base64 with padding".into(),
    })
}

/// The typed requests, as if they had been read.
pub(super) fn of_requests(requests: &EditRequests) -> Result<Vec<Ask<'_>>, EditError> {
    let root = Pointer::root();
    let list = root.child("files");
    let relocate = word(requests.relocate.as_deref(), &root, "relocate")?;
    let eol = word(requests.eol.as_deref(), &root, "eol")?;
    let files = requests.files.iter().enumerate();
    files
        .map(|(at, request)| {
            let mut ask = of_request(request, &list.item(at as u64))?;
            ask.unchecked |= requests.unchecked.unwrap_or(false);
            ask.partial |= requests.partial.unwrap_or(false);
            ask.relocate = ask.relocate.or(relocate);
            ask.eol = ask.eol.or(eol);
            Ok(ask)
        })
        .collect()
}

/// An option that the request names by its word.
pub(super) fn word<T: core::str::FromStr<Err = crate::text::TextError>>(
    word: Option<&str>,
    here: &Pointer,
    key: &str,
) -> Result<Option<T>, EditError> {
    word.map(str::parse).transpose().map_err(|error| {
        let expected = match error {
            crate::text::TextError::UnknownOption { expected, .. } => expected.to_string(),
            other => other.to_string(),
        };
        EditError::Invalid {
            pointer: here.child(key).to_string(),
            expected,
        }
    })
}
