//! The ranges of all documents of a text that are counted alike, and what was left out. What a
//! single range says is in `case`.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::ToString;
use alloc::vec::Vec;

use super::DetectiveOptions;
use super::beside::Beside;
use super::case::{Case, cases_of};
use crate::dialect::{Convention, Series};
use crate::documents::{self, Piece};
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::json::Document;
use crate::normalize::{Chosen, choose_dialect};
use crate::validate::{NotChecked, walk_all};

/// All ranges of a text that are counted alike.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) cases: Vec<Case>,
    /// The places that are mentioned beside them.
    pub(super) beside: Vec<Beside>,
    pub(super) dialect: Option<Cow<'static, str>>,
    pub(super) generation: Option<Cow<'static, str>>,
    pub(super) convention: &'static Convention,
    pub(super) not_checked: Vec<NotChecked>,
    /// Whether the text is one whose numbers can be written over.
    pub(super) rewritable: bool,
}

static CANONICAL: Convention = Convention::CANONICAL;

impl Gathered {
    const fn none(rewritable: bool) -> Self {
        Self {
            cases: Vec::new(),
            beside: Vec::new(),
            dialect: None,
            generation: None,
            convention: &CANONICAL,
            not_checked: Vec::new(),
            rewritable,
        }
    }
}

/// Takes the ranges out of a text.
pub(super) fn gather(text: &[u8], options: &DetectiveOptions) -> Result<Gathered, Error> {
    let mut gathering = Gathering {
        options,
        series: Series::default(),
        gathered: None,
        refused: None,
        not_checked: Vec::new(),
    };
    documents::each(text, &options.read, |piece| gathering.take(piece));
    gathering.finish()
}

/// The documents of a text, while they are gone through.
struct Gathering<'o> {
    options: &'o DetectiveOptions,
    /// The dialects of the documents before.
    series: Series,
    /// What was gathered; nothing, before the first document that could be read.
    gathered: Option<Gathered>,
    /// Why the first document that was refused was refused.
    refused: Option<Error>,
    not_checked: Vec<NotChecked>,
}

impl Gathering<'_> {
    fn take(&mut self, piece: Piece<'_>) {
        let read = match piece.result {
            Ok(document) => self.document(
                &document,
                piece.dialect,
                piece.number,
                piece.sheet.is_none(),
            ),
            Err(error) => {
                self.leave_out(piece.number, &error.to_string());
                Err(error.into())
            }
        };
        if let Err(error) = read {
            self.refused.get_or_insert(error);
        }
    }

    fn document(
        &mut self,
        document: &Document<'_>,
        dialect: Option<&str>,
        number: Option<u64>,
        rewritable: bool,
    ) -> Result<(), Error> {
        let root = document.root();
        let chosen = self.choose(document, dialect)?;
        let (ty, convention): (&Type, &'static Convention) = match &chosen {
            Some(Chosen { adapter, .. }) => (adapter.documents(), adapter.convention_of(root)),
            None => (&Type::Any, &CANONICAL),
        };
        let seen = walk_all(root, ty);
        let (mut cases, changes) = cases_of(&seen, root, number, convention);
        let gathered = self.gathered.get_or_insert(Gathered::none(rewritable));
        if gathered.cases.is_empty() {
            gathered.convention = convention;
            gathered.dialect = chosen.as_ref().map(|one| one.adapter.name().into());
            gathered.generation = chosen.and_then(|one| one.generation).map(Into::into);
        } else if *gathered.convention != *convention && !cases.is_empty() {
            let why = "it counts otherwise than the documents before it; ask about it alone";
            self.leave_out(number, why);
            return Ok(());
        }
        gathered.cases.append(&mut cases);
        gathered
            .beside
            .append(&mut Beside::all(&seen, number, changes));
        Ok(())
    }

    /// The dialect of a document; nothing where none fits and none was asked for.
    fn choose(
        &mut self,
        document: &Document<'_>,
        dialect: Option<&str>,
    ) -> Result<Option<Chosen>, Error> {
        let asked = self.options.dialect.as_deref();
        match choose_dialect(document, asked.or(dialect), &self.series) {
            Ok(chosen) => {
                self.series.take(chosen.adapter, document.root());
                Ok(Some(chosen))
            }
            Err(error) if asked.is_some() => Err(error.into()),
            Err(_) => Ok(None),
        }
    }

    fn leave_out(&mut self, number: Option<u64>, why: &str) {
        self.not_checked.push(NotChecked {
            what: number.map_or_else(
                || "document".into(),
                |number| alloc::format!("document {number}").into(),
            ),
            why: why.to_owned().into(),
        });
    }

    /// What was gathered, or why nothing could be.
    fn finish(self) -> Result<Gathered, Error> {
        let gathered = match (self.gathered, self.refused) {
            (None, Some(error)) => return Err(error),
            (gathered, _) => gathered.unwrap_or(Gathered::none(false)),
        };
        Ok(Gathered {
            not_checked: self.not_checked,
            ..gathered
        })
    }
}
