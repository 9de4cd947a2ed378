//! What the caller may say beside the request.
//!
//! The request says what is to be changed; here is what only the program around
//! it knows, and what a foreign request shape has no member for.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::error::EditError;
use super::json_options::Said;
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::envelope::{EditRequest, EditRequests};
use crate::error::Error;
use crate::json::{Node, ReadOptions};
use crate::source::Sources;
use crate::text::PositionEncoding;
use crate::text::words::{meanings, words};

/// The shape of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditFormat {
    /// `canonical`: an [`EditRequest`](crate::envelope::EditRequest), several of them,
    /// or an envelope that holds one.
    Canonical,
    /// `llmtransform`: the request of the tool as it ships; bare digits are BLAKE3.
    Llmtransform,
    /// `llmtransform-seed-001`: the same with `new_content`; bare digits are SHA-256.
    LlmtransformSeed,
    /// `lsp`: `TextEdit`, `TextEdit[]`, `TextDocumentEdit` or `WorkspaceEdit` (LSP 3.17).
    Lsp,
    /// `sarif`: replacements, an artifact change, a fix, a result or a log (SARIF 2.1.0).
    Sarif,
}

words!(EditFormat {
    Canonical => "canonical",
    Llmtransform => "llmtransform",
    LlmtransformSeed => "llmtransform-seed-001",
    Lsp => "lsp",
    Sarif => "sarif",
} of "request format");

/// What to do with an edit whose text is not where it was expected (E6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relocation {
    /// `refuse`: nothing is moved.
    #[default]
    Refuse,
    /// `exact_unique`: to the one place of the text that has exactly the expected
    /// text. Refused if there is none, or more than one.
    ExactUnique,
    /// `rebase`: along the differences between the base text and the text. Refused if
    /// the range, or the line before or after it, is not the same in both.
    Rebase,
}

words!(Relocation {
    Refuse => "refuse",
    ExactUnique => "exact_unique",
    Rebase => "rebase",
} of "relocation");

/// Which line terminators new text gets (E8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NewEol {
    /// `keep`: those that it is written with.
    #[default]
    Keep,
    /// `match_file`: those of the file, if it has only one kind; else as `keep`.
    MatchFile,
    /// `lf`: LF.
    Lf,
    /// `crlf`: CR LF.
    Crlf,
}

words!(NewEol {
    Keep => "keep",
    MatchFile => "match_file",
    Lf => "lf",
    Crlf => "crlf",
} of "line terminator for new text");

/// How much an outcome tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditDetail {
    /// `full`: everything.
    #[default]
    Full,
    /// `brief`: no checksums, no list of the edits, no inverse, no tool's response:
    /// the text, the counts, the map and what was refused. It takes about as long as
    /// copying the text.
    Brief,
}

words!(EditDetail { Full => "full", Brief => "brief" } of "detail");

meanings!(EditRequest { relocate?: Relocation, eol?: NewEol });
meanings!(EditRequests { relocate?: Relocation, eol?: NewEol });

/// Declares what may be told about every text once, and beside it what only one verb
/// understands: what guards one text guards nothing where there are several.
///
/// A `said` option is one that callers say in JSON; a `set` one only the packages of the hosts,
/// and it is no choice of a caller's; a `kept` one is no JSON, or goes another way.
macro_rules! options {
    (
        both { $($(#[$both:meta])* $how:ident $member:ident: $ty:ty,)+ }
        $(#[$of_one:meta])*
        one $One:ident { $($(#[$one:meta])* $one_how:ident $one_member:ident: $one_ty:ty,)+ }
        $(#[$of_several:meta])*
        several $Several:ident {
            $($(#[$several:meta])* $several_how:ident $several_member:ident: $several_ty:ty,)+
        }
    ) => {
        options!(@verb $(#[$of_one])* $One {
            both { $($(#[$both])* $how $member: $ty,)+ }
            own { $($(#[$one])* $one_how $one_member: $one_ty,)+ }
        });
        options!(@verb $(#[$of_several])* $Several {
            both { $($(#[$both])* $how $member: $ty,)+ }
            own { $($(#[$several])* $several_how $several_member: $several_ty,)+ }
        });

        impl $Several<'_> {
            /// What is told about each of the texts.
            pub(super) fn of_each(&self) -> $One<'static> {
                let Self { $($member,)+ .. } = self.clone();
                $One { $($member,)+ ..$One::default() }
            }
        }
    };

    (@verb $(#[$what:meta])* $Verb:ident {
        both { $($(#[$both:meta])* $how:ident $member:ident: $ty:ty,)+ }
        own { $($(#[$own:meta])* $own_how:ident $own_member:ident: $own_ty:ty,)+ }
    }) => {
        $(#[$what])*
        #[derive(Debug, Clone, Default)]
        #[allow(
            clippy::struct_excessive_bools,
            reason = "each is a question of its own, which callers answer by name"
        )]
        pub struct $Verb<'o> {
            $($(#[$both])* pub $member: $ty,)+
            $($(#[$own])* pub $own_member: $own_ty,)+
        }

        impl $Verb<'_> {
            /// The names of the options that callers say, for the message that refuses another.
            pub(super) fn names() -> Vec<String> {
                let names = [
                    $(options!(@name $own_how $own_member),)+
                    $(options!(@name $how $member),)+
                ];
                names.into_iter().flatten().map(String::from).collect()
            }

            /// Takes an option by its name; says whether it is one.
            pub(super) fn take(&mut self, key: &str, node: Node<'_>) -> Result<bool, Error> {
                match key {
                    $(stringify!($own_member) => options!(@take $own_how self node $own_member),)+
                    $(stringify!($member) => options!(@take $how self node $member),)+
                    _ => Ok(false),
                }
            }
        }
    };

    (@name said $member:ident) => { Some(stringify!($member)) };
    (@name $other:ident $member:ident) => { None::<&str> };

    (@take kept $self:ident $node:ident $member:ident) => { Ok(false) };
    (@take $told:ident $self:ident $node:ident $member:ident) => {{
        $self.$member = Said::said($node)?;
        Ok(true)
    }};
}

options! {
    both {
        /// The shape of the request, if it is known; told by its members if not.
        said format: Option<EditFormat>,
        /// JSON Pointer of the part of the document that is the request; the whole if absent.
        said at: Option<String>,
        /// Path of the file that the request is for, where the request names none, as a list
        /// of LSP's `TextEdit` does. A request that names its files itself is refused.
        said file: Option<String>,
        /// What columns count; of LSP `utf-16` if absent, of SARIF what the run says.
        said encoding: Option<PositionEncoding>,
        /// Whether a line or column past its end means that end, as editors read LSP.
        /// Otherwise it is refused.
        said clamp: bool,
        /// Whether edits may go without anything that proves the text.
        said unchecked: bool,
        /// Whether the edits that can be made are made where others cannot.
        said partial: bool,
        /// What to do where the text is not as expected.
        said relocate: Option<Relocation>,
        /// Which line terminators new text gets.
        said eol: Option<NewEol>,
        /// The algorithm of the checksums in the outcome.
        said checksum: ChecksumAlgorithm,
        /// The id for a tool's response, where the request names none.
        said execution_id: Option<String>,
        /// How much the outcome tells.
        said detail: EditDetail,
        /// Whether the request is an object of the host's whose JSON text nobody has seen:
        /// then pointers are told, and no places in that text.
        set unwritten: bool,
        /// Limits and leniences of reading the request.
        kept read: ReadOptions,
    }

    /// Options of [`apply_edits`](crate::apply_edits). What is said here wins over
    /// what the request says.
    one EditOptions {
        /// Checksum that the text must have.
        said expected_checksum: Option<String>,
        /// The text that the edits were made for, for [`Relocation::Rebase`].
        kept base: Option<&'o [u8]>,
        /// Whether a text that is UTF-8 must stay so, because it goes back into a string.
        set well_formed: bool,
    }

    /// Options of [`plan_edits`](crate::plan_edits). What is said here wins over
    /// what the request says. Guards and base texts go with the path of a source, so that
    /// there is none of them that is of no text.
    several PlanOptions {
        /// Checksums that the texts must have, by the paths of the sources, however those
        /// are spelt. One of no source refuses the request.
        said expected_checksums: BTreeMap<String, String>,
        /// The texts that the edits were made for, by the paths of the sources, for
        /// [`Relocation::Rebase`].
        kept bases: Option<&'o Sources>,
        /// The root that absolute paths of the request begin with. None is inferred,
        /// because a path that merely ends as a source does may be another file.
        said root: Option<String>,
        /// Which texts must stay UTF-8, because they go back into strings: the paths of the
        /// sources, as those are spelt. Beside them may be texts that hold any bytes.
        set well_formed: BTreeSet<String>,
    }
}

impl EditOptions<'_> {
    /// Refuses a checksum that is none: the option is wrong then, and not the request.
    pub(super) fn check(&self) -> Result<(), EditError> {
        let mut stated = self.expected_checksum.iter();
        stated.try_for_each(|stated| readable(stated, || "`expected_checksum`".into()))
    }
}

impl PlanOptions<'_> {
    /// As [`EditOptions::check`].
    pub(super) fn check(&self) -> Result<(), EditError> {
        let mut stated = self.expected_checksums.iter();
        stated.try_for_each(|(path, stated)| {
            readable(stated, || {
                alloc::format!("`expected_checksums` of `{path}`")
            })
        })
    }
}

fn readable(stated: &str, option: impl FnOnce() -> String) -> Result<(), EditError> {
    match stated.parse::<Checksum>() {
        Ok(_) => Ok(()),
        Err(error) => Err(EditError::Expected {
            option: option(),
            error,
        }),
    }
}
