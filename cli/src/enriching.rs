//! A long text that is enriched piece by piece.
//!
//! The envelopes that a piece of the text completes are enriched together, so that what the
//! sources say is worked out once for all of them, and no more is held than a piece.

use llm_types::{
    Change, EnrichOptions, Error, NormalizeOptions, NormalizedDocument, Normalizer, NotEnriched,
    enrich,
};

use crate::stream::Run;

/// See the module.
pub(crate) struct Enriching<'s> {
    normalizer: Normalizer<'s>,
    /// How the envelopes are enriched that it gives.
    options: EnrichOptions<'s>,
}

/// What became of one document.
pub(crate) struct Piece {
    pub(crate) document: NormalizedDocument,
    pub(crate) added: Added,
}

/// What was added to an envelope.
#[derive(Default)]
pub(crate) struct Added {
    /// The envelope; nothing if the document was refused.
    pub(crate) text: Option<String>,
    pub(crate) changes: Vec<Change>,
    pub(crate) left: Vec<NotEnriched>,
}

impl<'s> Enriching<'s> {
    pub(crate) fn new(options: EnrichOptions<'s>) -> Result<Self, Error> {
        let normalizer = Normalizer::new(NormalizeOptions {
            dialect: options.dialect.clone(),
            sources: options.sources,
            root: options.root.clone(),
            origin: options.origin,
            without_changes: false,
            read: options.read.clone(),
        })?;
        let options = EnrichOptions {
            dialect: Some("unified".into()),
            ..options
        };
        Ok(Self {
            normalizer,
            options,
        })
    }

    /// Enriches the envelopes of these documents.
    fn enriched(&self, documents: Vec<NormalizedDocument>) -> Vec<Result<Piece, Error>> {
        let texts = documents.iter().filter_map(|one| one.text.as_deref());
        let texts: Vec<&str> = texts.collect();
        let added = if texts.is_empty() {
            Ok(Vec::new())
        } else {
            self.added(&texts)
        };
        let mut added = match added {
            Ok(added) => added.into_iter(),
            Err(error) => return vec![Err(error)],
        };
        let piece = |document: NormalizedDocument| {
            let envelope = document.text.is_some();
            let mut added = envelope.then(|| added.next()).flatten().unwrap_or_default();
            let number = document.document;
            for change in &mut added.changes {
                change.document = number;
            }
            for left in &mut added.left {
                left.document = number;
            }
            Ok(Piece { document, added })
        };
        documents.into_iter().map(piece).collect()
    }

    /// What is added to each of these envelopes.
    fn added(&self, texts: &[&str]) -> Result<Vec<Added>, Error> {
        let enriched = enrich(texts.join("\n").as_bytes(), &self.options)?;
        let mut all: Vec<Added> = Vec::with_capacity(texts.len());
        for text in enriched.text.split('\n') {
            all.push(Added {
                text: Some(text.to_owned()),
                ..Added::default()
            });
        }
        if all.len() < texts.len() && texts.len() > 1 {
            // One of them is refused, and which one shows when each is taken by itself.
            return texts
                .iter()
                .map(|text| Ok(self.added(&[text])?.pop().unwrap_or_default()))
                .collect();
        }
        let at = |document: Option<u64>| usize::try_from(document.unwrap_or(0)).unwrap_or(0);
        // What an envelope is raised to was told when it was made.
        let new = |change: &Change| matches!(&*change.what, "added" | "replaced");
        for change in enriched.changes.iter().filter(new) {
            if let Some(one) = all.get_mut(at(change.document)) {
                one.changes.push(change);
            }
        }
        for left in enriched.not_enriched {
            if let Some(one) = all.get_mut(at(left.document)) {
                one.left.push(left);
            }
        }
        Ok(all)
    }
}

impl Run for Enriching<'_> {
    type Result = Result<Piece, Error>;

    fn push(&mut self, bytes: &[u8]) -> Vec<Self::Result> {
        let documents = self.normalizer.push(bytes);
        self.enriched(documents)
    }

    fn finish(&mut self) -> Vec<Self::Result> {
        let documents = self.normalizer.finish();
        self.enriched(documents)
    }

    fn position(&self) -> u64 {
        self.normalizer.position()
    }
}
