//! Texts whose checksums are about to be asked for: opened and hashed together, which
//! takes less time than one after the other.

use alloc::vec::Vec;

use super::super::claim::{Claim, Part};
use super::super::semantics::read_checksum;
use super::Check;
use crate::checksum::{self, ChecksumAlgorithm};
use crate::source::library::Library;

impl Check<'_> {
    /// Opens and hashes the texts of some ranges, each the first one of its file; only those to
    /// which a path leads without a search. Nothing is hashed that would not be hashed anyway: the
    /// range has to state the checksum of its file, and none of an operation, which may be of
    /// another text.
    pub(super) fn open(
        &mut self,
        claims: &[Claim<'_>],
        heads: &[usize],
        library: &mut Library<'_>,
    ) {
        if self.changes {
            return;
        }
        let mut numbers: Vec<usize> = Vec::new();
        for claim in heads.iter().filter_map(|at| claims.get(*at)) {
            let (Some(path), Some(stated)) =
                (claim.text(Part::Path), claim.text(Part::FileChecksum))
            else {
                continue;
            };
            let is_plain =
                claim.get(Part::FileBefore).is_none() && claim.get(Part::FileAfter).is_none();
            let is_sha256 = read_checksum(&stated, self.convention).is_ok_and(|sum| {
                sum.is_some_and(|sum| sum.algorithm() == ChecksumAlgorithm::Sha256)
            });
            if let (true, true, Some(at)) = (is_plain, is_sha256, library.at_hand(&path))
                && !numbers.contains(&at)
                && !self.file_at(at).knows(ChecksumAlgorithm::Sha256)
                && library.text(at).is_some()
            {
                numbers.push(at);
            }
        }
        if numbers.len() < 2 {
            return;
        }
        let texts = numbers.iter().map(|at| library.opened(*at));
        let texts = texts.map(|index| index.map_or(&[][..], |index| index.text()));
        let sums = checksum::sha256_of(&texts.collect::<Vec<_>>());
        for (at, sum) in numbers.into_iter().zip(sums) {
            self.file_at(at).has(sum);
        }
    }
}
