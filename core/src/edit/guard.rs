//! Preconditions: what must be true of a text before it is edited (E4), and what is
//! said where it is not (E5).

use alloc::format;
use alloc::vec::Vec;

use super::find::quoted;
use super::rebase::Lost;
use super::run::Run;
use super::state::State;
use crate::checksum::{Checksum, ChecksumAlgorithm, ChecksumError};

/// The checksums of one text, each computed once.
pub(super) struct Checksums<'t> {
    text: &'t [u8],
    known: Vec<Checksum>,
}

impl<'t> Checksums<'t> {
    pub(super) const fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            known: Vec::new(),
        }
    }

    pub(super) fn of(&mut self, algorithm: ChecksumAlgorithm) -> Checksum {
        let known = self
            .known
            .iter()
            .find(|known| known.algorithm() == algorithm);
        if let Some(known) = known {
            return *known;
        }
        let checksum = Checksum::of(algorithm, self.text);
        self.known.push(checksum);
        checksum
    }

    /// The checksum of this text, and of another one: two take less time together.
    pub(super) fn with(
        &mut self,
        algorithm: ChecksumAlgorithm,
        other: &[u8],
    ) -> (Checksum, Checksum) {
        let known = self
            .known
            .iter()
            .any(|known| known.algorithm() == algorithm);
        if !known
            && let [own, other] = *Checksum::of_each(algorithm, &[self.text, other]).as_slice()
        {
            self.known.push(own);
            return (own, other);
        }
        (self.of(algorithm), Checksum::of(algorithm, other))
    }

    pub(super) fn matches(&mut self, expected: &Checksum) -> bool {
        self.of(expected.algorithm()) == *expected
    }
}

/// Whether the range of an edit has the text that it should have.
pub(super) fn check(run: &Run<'_, '_, '_>, edit: usize) -> Result<bool, ChecksumError> {
    let Some(ask) = run.ask.edits.get(edit) else {
        return Ok(false);
    };
    if let Some(checksum) = ask.guard.checksum {
        checksum.parse::<Checksum>()?;
    }
    Ok(run.old_of(edit).is_some_and(|old| ask.guard.fits(old)))
}

/// What the text of one range must be.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Guard<'e> {
    pub(super) text: Option<&'e [u8]>,
    pub(super) checksum: Option<&'e str>,
}

impl Guard<'_> {
    /// Whether it proves anything (E4). An empty range has nothing in it in every text, so that to
    /// expect nothing proves nothing.
    pub(super) fn proves(self) -> bool {
        let of_nothing = |checksum: &str| {
            let stated = checksum.parse::<Checksum>();
            stated.is_ok_and(|stated| stated.matches(b""))
        };
        self.text.is_some_and(|text| !text.is_empty())
            || self.checksum.is_some_and(|checksum| !of_nothing(checksum))
    }

    /// Whether there is one, be it a proof or not.
    pub(super) const fn is_some(self) -> bool {
        self.text.is_some() || self.checksum.is_some()
    }

    /// Whether this is the text that the edit should find; no, if the checksum cannot be read.
    #[inline]
    pub(super) fn fits(self, old: &[u8]) -> bool {
        self.text.is_none_or(|text| text == old)
            && self.checksum.is_none_or(|checksum| {
                let expected = checksum.parse::<Checksum>();
                expected.is_ok_and(|expected| expected.matches(old))
            })
    }
}

/// The text of the range is another one.
pub(super) fn conflict(run: &mut Run<'_, '_, '_>, edit: usize) {
    let ask = run.ask.edits.get(edit);
    let expected = ask.and_then(|ask| ask.guard.text);
    let message = match expected.filter(|expected| run.old_of(edit) != Some(expected)) {
        Some(expected) => format!("{}, not {}", run.says_what_is_there(edit), quoted(expected)),
        None => format!(
            "{}, which has another checksum",
            run.says_what_is_there(edit)
        ),
    };
    run.fail(edit, State::Conflict, "EDIT_TEXT_CHANGED", message);
}

/// The file is another one; the complaint about it stands for all its edits.
pub(super) fn file_conflict(run: &mut Run<'_, '_, '_>, edit: usize) {
    run.fail_silently(edit, "EDIT_FILE_CHANGED");
}

/// The range, or a line beside it, is not what it was in the base text, or may be another.
pub(super) fn rebase_conflict(
    run: &mut Run<'_, '_, '_>,
    edit: usize,
    (start, end): (usize, usize),
    lost: Lost,
) {
    let name = run.ask.name();
    let message = match lost {
        Lost::Changed => {
            format!("the lines around {start}..{end} of the base text are not the same in {name}")
        }
        Lost::Ambiguous => format!(
            "the lines of {start}..{end} of the base text may be any of several equal ones \
             beside what changed in {name}"
        ),
    };
    run.fail(edit, State::Conflict, "EDIT_REBASE_FAILED", message);
}
