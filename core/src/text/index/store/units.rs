//! How many code units lie between two places of a text that is not ASCII.
//!
//! Kept for every block: the bytes before it that start no character, and the
//! characters before it above U+FFFF. From these two, units in every encoding
//! follow, as the difference between two places: bytes less the first is code
//! points, and that plus the second is UTF-16 code units.

use core::mem;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::SEGMENT;
use super::items::{self, IllFormedBlocks};
use crate::text::PositionEncoding;
use crate::text::scan::form::Form;
use crate::text::scan::tally::{Seek, SeekIn, Tally, TallyIn};
use crate::text::scan::{CHUNK, Engine, Lanes, low_bits, padded};

/// Bytes of text for each entry.
pub(super) const BLOCK: usize = 256;

/// Up to this distance the text itself is counted; beyond it, blocks are.
const NEAR: usize = 512;

#[derive(Debug, Clone)]
pub(super) struct Units {
    engine: Engine,
    /// What lies before each block begun, from the start of its segment.
    blocks: Box<[[u16; 2]]>,
    /// What lies before each segment begun.
    segments: Box<[[u64; 2]]>,
    /// A bit for each 64 bytes that are not all ASCII; then a word of zeros.
    wide: Box<[u64]>,
    /// Present if the bytes are not UTF-8.
    ill_formed: Option<IllFormedBlocks>,
}

impl Units {
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.blocks)
            + size_of_val(&*self.segments)
            + size_of_val(&*self.wide)
            + self.ill_formed.as_ref().map_or(0, IllFormedBlocks::memory)
    }

    pub(super) fn first_ill_formed(&self) -> Option<usize> {
        self.ill_formed.as_ref().map(|blocks| blocks.first)
    }

    #[inline]
    pub(super) fn is_ascii_around(&self, from: usize, to: usize) -> bool {
        let (first, last) = (from / CHUNK, to / CHUNK);
        let (word, bit) = (first / 64, first % 64);
        match self.wide.get(word..).and_then(<[u64]>::first_chunk) {
            Some([low, high]) if last - first < 64 => {
                let bits = low >> bit | high << 1 << (63 - bit);
                bits & low_bits(last - first + 1) == 0
            }
            _ => false,
        }
    }

    pub(super) fn between(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        encoding: PositionEncoding,
    ) -> usize {
        if self.is_ascii_around(from, to) {
            return to - from;
        }
        if to - from <= NEAR {
            let tally = self.tally(text, from, to);
            return units(to - from, tally.continuation, tally.astral, encoding);
        }
        self.before(text, to, encoding) - self.before(text, from, encoding)
    }

    /// The code units in the whole text before `at`.
    fn before(&self, text: &[u8], at: usize, encoding: PositionEncoding) -> usize {
        let block = at / BLOCK;
        let rest = self.tally(text, block * BLOCK, at);
        let [continuation, astral] = self.before_block(block);
        units(
            at,
            continuation + rest.continuation,
            astral + rest.astral,
            encoding,
        )
    }

    /// The tally before a block; at the end of a text of whole blocks, of all.
    #[allow(clippy::cast_possible_truncation)]
    fn before_block(&self, block: usize) -> [usize; 2] {
        let segment = self.segments.get(block / (SEGMENT / BLOCK));
        let segment = segment.copied().unwrap_or_default();
        let block = self.blocks.get(block).copied().unwrap_or_default();
        // Counts of bytes of the text fit in what indexes it.
        [0, 1].map(|i| segment[i] as usize + usize::from(block[i]))
    }

    fn tally(&self, text: &[u8], from: usize, to: usize) -> Tally {
        match self.ill_formed {
            None => self.engine.run(TallyIn { text, from, to }),
            Some(_) => items::tally(text, from, to),
        }
    }

    #[inline]
    pub(super) fn seek(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        units: usize,
        encoding: PositionEncoding,
    ) -> Seek {
        if self.is_ascii_around(from, from + units) {
            return Seek::At(from + units);
        }
        if to - from > NEAR || self.ill_formed.is_some() {
            return self.seek_far(text, from, to, units, encoding);
        }
        self.seek_near(text, from, to, units, encoding)
    }

    #[inline]
    fn seek_near(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        units: usize,
        encoding: PositionEncoding,
    ) -> Seek {
        let utf16 = encoding == PositionEncoding::Utf16;
        self.engine.run(SeekIn {
            text,
            from,
            to,
            units,
            utf16,
        })
    }

    fn seek_far(
        &self,
        text: &[u8],
        from: usize,
        to: usize,
        units: usize,
        encoding: PositionEncoding,
    ) -> Seek {
        let target = self.before(text, from, encoding) + units;
        let block = self.last_block_before(from, to, target, encoding);
        let (from, units) = if block * BLOCK > from {
            let before = self.units_before_block(block, encoding);
            (block * BLOCK, target - before)
        } else {
            (from, units)
        };
        if self.ill_formed.is_some() {
            items::seek(text, from, to, units, encoding == PositionEncoding::Utf16)
        } else {
            self.seek_near(text, from, to, units, encoding)
        }
    }

    fn units_before_block(&self, block: usize, encoding: PositionEncoding) -> usize {
        let [continuation, astral] = self.before_block(block);
        units(block * BLOCK, continuation, astral, encoding)
    }

    /// The last block in `from..=to` with no more than `target` units before it;
    /// the block of `from` if there is none after it.
    fn last_block_before(
        &self,
        from: usize,
        to: usize,
        target: usize,
        encoding: PositionEncoding,
    ) -> usize {
        let (mut low, mut high) = (from / BLOCK, to / BLOCK + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.units_before_block(middle, encoding) <= target {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The same text, now that it is known not to be UTF-8: counts are of items.
    fn with_ill_formed(mut self, text: &[u8]) -> Self {
        let (blocks, ill_formed) = items::survey(text);
        let mut builder = UnitsBuilder::new(text.len(), true);
        for tally in blocks {
            builder.push_block(tally);
        }
        let counted = builder.finish_counts(self.engine, text.len());
        self.blocks = counted.blocks;
        self.segments = counted.segments;
        self.ill_formed = Some(ill_formed);
        self
    }

    pub(super) fn ill_formed_in(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        self.ill_formed.as_ref()?.first_in(text, from, to)
    }
}

#[inline(always)]
fn units(bytes: usize, continuation: usize, astral: usize, encoding: PositionEncoding) -> usize {
    match encoding {
        PositionEncoding::Utf8 => bytes,
        PositionEncoding::Utf16 => bytes - continuation + astral,
        PositionEncoding::Utf32 => bytes - continuation,
    }
}

/// Counts a text segment by segment.
#[derive(Debug)]
pub(super) struct UnitsBuilder {
    blocks: Vec<[u16; 2]>,
    segments: Vec<[u64; 2]>,
    wide: Vec<u64>,
    /// In the segment so far.
    here: [u16; 2],
    /// Absent if the text is known to be UTF-8.
    form: Option<Form>,
}

impl UnitsBuilder {
    pub(super) fn new(len: usize, well_formed: bool) -> Self {
        Self {
            // One more than blocks begun: the end of the text is looked up too.
            blocks: Vec::with_capacity(len / BLOCK + 2),
            segments: Vec::with_capacity(len / SEGMENT + 2),
            wide: alloc::vec![0; len / CHUNK / 64 + 2],
            here: [0; 2],
            form: (!well_formed).then(Form::default),
        }
    }

    /// Counts the next segment, or the last part of the text.
    #[inline(always)]
    pub(super) fn add<L: Lanes>(&mut self, lanes: L, text: &[u8], from: usize, to: usize) {
        let segment = text.get(from..to).unwrap_or_default();
        let (blocks, rest) = segment.as_chunks::<BLOCK>();
        for block in blocks {
            self.add_block(lanes, block.as_chunks().0);
        }
        if !rest.is_empty() {
            let (chunks, rest) = rest.as_chunks();
            let mut block = [[0; CHUNK]; BLOCK / CHUNK];
            for (to, from) in block.iter_mut().zip(chunks.iter().chain([&padded(rest)])) {
                *to = *from;
            }
            self.add_block(lanes, &block);
        }
    }

    #[inline(always)]
    fn add_block<L: Lanes>(&mut self, lanes: L, chunks: &[[u8; CHUNK]]) {
        let (mut continuation, mut astral, mut wide) = (0, 0, 0);
        for (i, bytes) in chunks.iter().enumerate() {
            if let Some(form) = &mut self.form {
                form.add(lanes, bytes);
            }
            let chunk = lanes.load(bytes);
            continuation += lanes.continuation(chunk).count_ones();
            astral += lanes.at_least(chunk, 0xF0).count_ones();
            wide |= u64::from(lanes.non_ascii(chunk) != 0) << i;
        }
        // The bits of a block lie in one word.
        let first = self.blocks.len() * (BLOCK / CHUNK);
        if let Some(word) = self.wide.get_mut(first / 64) {
            *word |= wide << (first % 64);
        }
        self.push_block([continuation, astral]);
    }

    /// Counts a segment of whole blocks that is ASCII.
    #[inline(always)]
    pub(super) fn add_ascii(&mut self, from: usize, to: usize) {
        if let Some(form) = &mut self.form {
            form.add_ascii();
        }
        for _ in 0..(to - from).div_ceil(BLOCK) {
            self.push_block([0; 2]);
        }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    fn push_block(&mut self, [continuation, astral]: [u32; 2]) {
        if self.blocks.len().is_multiple_of(SEGMENT / BLOCK) {
            let [before, astral_before] = self.segments.last().copied().unwrap_or_default();
            let [in_segment, astral_in_segment] = self.here;
            self.segments.push([
                before + u64::from(in_segment),
                astral_before + u64::from(astral_in_segment),
            ]);
            self.here = [0; 2];
        }
        self.blocks.push(self.here);
        // A segment has 2^15 bytes, so no count in it outgrows 16 bits.
        self.here[0] += continuation as u16;
        self.here[1] += astral as u16;
    }

    pub(super) fn finish(mut self, engine: Engine, text: &[u8]) -> Units {
        let units = self.finish_counts(engine, text.len());
        if let Some(form) = &mut self.form {
            form.add_ascii();
            if form.is_ill_formed() {
                return units.with_ill_formed(text);
            }
        }
        units
    }

    fn finish_counts(&mut self, engine: Engine, len: usize) -> Units {
        // The end of a text of whole blocks begins a block of its own.
        if len.is_multiple_of(BLOCK) {
            self.push_block([0; 2]);
        }
        Units {
            engine,
            blocks: mem::take(&mut self.blocks).into_boxed_slice(),
            segments: mem::take(&mut self.segments).into_boxed_slice(),
            wide: mem::take(&mut self.wide).into_boxed_slice(),
            ill_formed: None,
        }
    }
}
