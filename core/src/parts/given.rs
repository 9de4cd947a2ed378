//! The options of the verbs as a host is given them: one set for all of them, with sources that
//! it owns. Each verb takes of them what concerns it; the sources come by themselves, because
//! options only borrow them.

use alloc::string::String;
use alloc::vec::Vec;

use crate::convert::ConvertOptions;
use crate::detective::DetectiveOptions;
use crate::edit::CarryOptions;
use crate::enrich::EnrichOptions;
use crate::error::Error;
use crate::findings::MatchOptions;
use crate::json::ReadOptions;
use crate::normalize::NormalizeOptions;
use crate::source::Sources;
use crate::validate::{ReferencedPathsOptions, ValidateOptions};

/// What a host was given for a verb.
///
/// # Examples
///
/// ```
/// use llm_types::parts::GivenOptions;
/// use llm_types::{ValidateOptions, validate};
///
/// let given = GivenOptions { strict: true, ..GivenOptions::default() };
/// let (options, sources) = given.validating();
/// let options = ValidateOptions { sources: sources.as_ref(), ..options };
/// assert!(!validate(b"{", &options).ok);
/// ```
#[derive(Debug, Default)]
pub struct GivenOptions {
    /// The dialect, if it is known; detected if not.
    pub dialect: Option<String>,
    /// The root that absolute paths begin with; inferred if absent.
    pub root: Option<String>,
    /// Whether to write the way back into the envelope.
    pub origin: bool,
    /// Whether to let nothing pass.
    pub strict: bool,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
    /// The source texts; of two documents those of the new one.
    pub sources: Option<Sources>,
    /// The source texts of the old one of two documents.
    pub old_sources: Option<Sources>,
    /// What to add to an envelope, each a word of [`Addition`](crate::Addition).
    pub adds: Vec<String>,
    /// Lines of context on either side.
    pub context_lines: Option<u64>,
    /// Whether what a tool said gives way to what the sources say.
    pub overwrite: bool,
}

impl GivenOptions {
    /// Those of [`normalize`](crate::normalize()), which tells all changes, and of
    /// [`referenced_spans`](crate::referenced_spans()).
    pub fn normalizing(self) -> (NormalizeOptions<'static>, Option<Sources>) {
        let options = NormalizeOptions {
            dialect: self.dialect,
            sources: None,
            root: self.root,
            origin: self.origin,
            without_changes: false,
            read: self.read,
        };
        (options, self.sources)
    }

    /// Those of [`validate`](crate::validate()), and of the fixes of what it finds.
    pub fn validating(self) -> (ValidateOptions<'static>, Option<Sources>) {
        let options = ValidateOptions {
            dialect: self.dialect,
            sources: None,
            root: self.root,
            strict: self.strict,
            read: self.read,
        };
        (options, self.sources)
    }

    /// Those of [`convert`](crate::convert()).
    pub fn converting(self) -> (ConvertOptions<'static>, Option<Sources>) {
        let options = ConvertOptions {
            dialect: self.dialect,
            sources: None,
            root: self.root,
            strict: self.strict,
            origin: self.origin,
            read: self.read,
        };
        (options, self.sources)
    }

    /// Those of [`enrich`](crate::enrich()).
    ///
    /// # Errors
    ///
    /// `UNKNOWN_OPTION` for what cannot be added.
    pub fn enriching(self) -> Result<(EnrichOptions<'static>, Option<Sources>), Error> {
        let mut options = EnrichOptions {
            dialect: self.dialect,
            root: self.root,
            origin: self.origin,
            read: self.read,
            context_lines: self.context_lines,
            overwrite: self.overwrite,
            ..EnrichOptions::default()
        };
        for addition in self.adds {
            options = options.with(addition.parse()?);
        }
        Ok((options, self.sources))
    }

    /// Those of [`match_findings`](crate::match_findings()), with the sources of the old run and
    /// of the new one.
    pub fn matching(self) -> (MatchOptions<'static>, [Option<Sources>; 2]) {
        let options = MatchOptions {
            dialect: self.dialect,
            old_sources: None,
            new_sources: None,
            root: self.root,
            read: self.read,
        };
        (options, [self.old_sources, self.sources])
    }

    /// Those of [`detective`](crate::detective()), with the texts that it looks at.
    pub fn investigating(self) -> (DetectiveOptions, Sources) {
        let options = DetectiveOptions {
            dialect: self.dialect,
            root: self.root,
            read: self.read,
        };
        (options, self.sources.unwrap_or_default())
    }

    /// Those of [`referenced_paths`](crate::referenced_paths()).
    pub fn referencing(self) -> ReferencedPathsOptions {
        ReferencedPathsOptions {
            dialect: self.dialect,
            read: self.read,
        }
    }

    /// Those of [`carry_spans`](crate::carry_spans()).
    pub fn carrying(self) -> CarryOptions {
        CarryOptions {
            dialect: self.dialect,
            root: self.root,
            read: self.read,
        }
    }
}
