//! The dialects: one value of [`Convention`] and one small module for each.
//!
//! A dialect says how its documents are recognised, which shape they have, and
//! how they become an envelope and a document again. Everything that is a
//! number, a unit or a word is in its convention; everything that is a member
//! and a type is in its shapes; only what is left is code.

use alloc::string::String;
use alloc::vec::Vec;

use crate::document_error::DocumentError;
use crate::envelope::RichSpan;
use crate::envelope::record::record;
use crate::envelope::shape::{Shape, Type};
use crate::json::{Node, Pointer, Value};
use crate::rule;

pub(crate) mod argon;
mod at;
mod breaks;
pub mod convention;
mod follows;
mod language;
mod llmastsearch;
mod llmfilewrite;
pub(crate) mod llmgrep;
pub(crate) mod llmsearch;
mod llmtransform;
mod made;
pub(crate) mod magellan;
mod making;
pub(crate) mod mapping;
mod mdsel;
mod owner;
pub(crate) mod proof;
mod ranges;
mod reason;
mod recognise;
mod series;
pub(crate) mod sheet;
pub(crate) mod splice;
mod tool_name;
pub(crate) mod unified;
mod unwrapped;
mod writing;

pub(crate) use at::At;
pub use convention::Convention;
pub(crate) use made::{Made, Members};
pub(crate) use making::Making;
pub(crate) use reason::{Reason, Refusal};
pub(crate) use recognise::{Clues, OPERATIONS, Promise, Recognition, adds_to};
pub(crate) use series::{Line, Series};
pub(crate) use tool_name::ToolName;
pub(crate) use writing::{Contradicted, NO_TEXT, Room, Why, Writing, found_in, why_none};

/// What a dialect has to say and do.
pub(crate) trait Adapter: Sync {
    /// Its name, as users write it.
    fn name(&self) -> &'static str;
    /// What it is, on one line.
    fn title(&self) -> &'static str;
    /// The generations that are told apart, oldest first.
    fn generations(&self) -> &'static [&'static str];
    /// Its convention.
    fn convention(&self) -> &'static Convention;
    /// The versions of its wrappers.
    fn versions(&self) -> &'static [&'static str];
    /// The type of its documents. An object that bears the sign of none of several shapes is
    /// held to the first of them.
    fn documents(&self) -> &'static Type;
    /// How this document counts, where a tool does not always count alike.
    fn convention_of(&self, _root: Node<'_>) -> &'static Convention {
        self.convention()
    }
    /// The shape whose hooks say how lines are counted in a span of no known shape, which has
    /// the names of the envelope.
    fn span(&self) -> &'static Shape {
        &RichSpan::SHAPE
    }
    /// How much there can be for the dialect in an object, key by key: without any of
    /// these keys nothing speaks for it.
    fn promises(&self) -> &'static [Promise] {
        &[]
    }
    /// What is certain against it in an object that names another tool.
    fn of_other_tool(&self) -> u64 {
        0
    }
    /// How much there can be for it in an object whatever the tool is called there.
    fn without_tool(&self, _clues: &Clues) -> u64 {
        0
    }
    /// Says how much a document looks like one of its own, and why.
    fn recognise(&self, root: Node<'_>, signs: &mut Recognition);
    /// The dialect that its documents are recognised as, and the generation, where it
    /// is a target only.
    fn read_as(&self) -> Option<(&'static str, &'static str)> {
        None
    }
    /// Whether it is the envelope itself: what has this shape needs no way back to it.
    fn is_envelope(&self) -> bool {
        false
    }
    /// Whether it prints lists of matches that are no member of an answer.
    fn lists_matches(&self) -> bool {
        false
    }
    /// How it writes ranges that have no span.
    fn records(&self) -> Records {
        Records::AsTheyAre
    }
    /// Whether it makes a match of the one symbol of an answer, with the text beside it.
    fn finds_symbol(&self) -> bool {
        false
    }
    /// Where an envelope can say what went wrong that this dialect says among the diagnostics of
    /// its wrapper.
    fn gathered(&self) -> &'static [Reason] {
        &[]
    }
    /// What it answers where an envelope has nothing but reasons.
    fn refusal(&self) -> Refusal {
        Refusal::AsItIs
    }
    /// Whether its JSON Lines begin with a record that says their version, for which
    /// [`magellan::Head`] looks.
    fn has_head(&self) -> bool {
        false
    }
    /// What a document is to its export as JSON Lines.
    fn line(&self, _root: Node<'_>) -> Line {
        Line::Other
    }
    /// Whether [`Adapter::canonical`] looks into lists again when they are made.
    fn looks_back(&self) -> bool {
        false
    }
    /// The envelope of a document. Its version is stated last: which of the two wrappers it is in,
    /// only its members tell, once they are all there.
    fn canonical<'d>(&self, making: &mut Making<'d, '_>) -> Made<'d> {
        let mut envelope = making.root(self.documents());
        unified::state_version(making, &mut envelope);
        envelope
    }
    /// The document of an envelope, as far as the envelope alone tells.
    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        writing.value(root, &Pointer::root(), self.documents())
    }
}

/// How a dialect writes the records of a graph, and other ranges that have no span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Records {
    /// As the envelope has them.
    AsTheyAre,
    /// As its matches, all of them in one list.
    Matches,
    /// As its matches, in a list for each kind.
    ByKind,
}

const ALL: &[&dyn Adapter] = &[
    &unified::Unified,
    &magellan::Magellan,
    &llmsearch::Llmsearch,
    &splice::Splice,
    &mdsel::Mdsel,
    &argon::Argon,
    &llmgrep::Llmgrep,
    &llmastsearch::Llmastsearch,
    &llmtransform::Llmtransform,
    &llmfilewrite::Llmfilewrite,
];

/// The dialect of the envelope.
pub(crate) fn envelope() -> &'static dyn Adapter {
    &unified::Unified
}

/// How many dialects there are.
pub(crate) const HOW_MANY: usize = ALL.len();

/// All dialects.
pub(crate) fn all() -> impl Iterator<Item = &'static dyn Adapter> {
    ALL.iter().copied()
}

/// The dialect of this name, or the one that documents of this name are read as.
pub(crate) fn find(name: &str) -> Result<&'static dyn Adapter, DocumentError> {
    // What is written under a name of its own is read by that name, too.
    let read_as = STANDARD.read_as().filter(|_| name == STANDARD.name());
    let read = read_as.map_or(name, |(dialect, _)| dialect);
    let found = all().find(|adapter| adapter.name() == read);
    found.ok_or_else(|| unknown(name))
}

/// The refusal of a name. The envelope is called by what it is, and not only misspelt.
fn unknown(name: &str) -> DocumentError {
    let is_envelope = name.eq_ignore_ascii_case("envelope");
    let named = is_envelope.then(|| envelope().name());
    DocumentError::UnknownDialect {
        asked: name.into(),
        nearest: named.or_else(|| rule::nearest(name, names())),
    }
}

/// What [`crate::convert()`] can write besides the dialects.
pub(crate) const STANDARD: &dyn Adapter = &unified::standard::write::Standard;

/// What a conversion may write: a dialect, or [`STANDARD`].
pub(crate) fn target(name: &str) -> Result<&'static dyn Adapter, DocumentError> {
    let mut targets = all().chain(core::iter::once(STANDARD));
    let found = targets.find(|adapter| adapter.name() == name);
    found.ok_or_else(|| unknown(name))
}

/// The names that options take which name a dialect: those of [`dialects`], and then the one
/// that no document is recognised as.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::dialect::names().last(), Some("standard"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    all().chain(core::iter::once(STANDARD)).map(Adapter::name)
}

record! {
    /// One dialect that can be read and written.
    pub struct DialectInfo closed {
        /// Its name, as options take it.
        required name: String,
        /// What it is, on one line.
        required title: String,
        /// The generations that are told apart, oldest first.
        required generations: Vec<String>,
    }
}

/// The dialects that can be read and written.
///
/// Options that name a dialect take one more name, `standard`: the `StandardResponse` of seed
/// 001, an older form of `unified`. [`crate::convert()`] writes it, and as the dialect of a
/// document it means `unified`.
///
/// # Examples
///
/// ```
/// assert!(llm_types::dialects().iter().any(|dialect| dialect.name == "magellan"));
/// ```
pub fn dialects() -> Vec<DialectInfo> {
    all()
        .map(|adapter| DialectInfo {
            name: adapter.name().into(),
            title: adapter.title().into(),
            generations: adapter
                .generations()
                .iter()
                .map(|name| (*name).into())
                .collect(),
        })
        .collect()
}
