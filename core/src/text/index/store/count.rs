//! Counts a text for [`Units`], segment by segment, in the pass that finds its lines.

use core::mem;

use alloc::vec::Vec;

use super::SEGMENT;
use super::items;
use super::seek::Marks;
use super::units::{BLOCK, GROUP, GROUPS, Units};
use crate::text::scan::form::Form;
use crate::text::scan::{CHUNK, Engine, Lanes, padded};

/// Counts a text segment by segment.
#[derive(Debug)]
pub(super) struct UnitsBuilder {
    blocks: Vec<[[u16; GROUP]; 2]>,
    /// How many blocks are in them.
    count: usize,
    segments: Vec<[u64; 2]>,
    wide: Vec<u64>,
    /// The code points and UTF-16 code units of the segment so far.
    here: [u16; 2],
    /// Absent if the text is known to be UTF-8.
    form: Option<Form>,
}

impl UnitsBuilder {
    pub(super) fn new(len: usize, well_formed: bool) -> Self {
        Self {
            // One more than blocks begun: the end of the text is looked up too.
            blocks: Vec::with_capacity(len / BLOCK / GROUP + 2),
            count: 0,
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
        let first = self.count * (BLOCK / CHUNK);
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
        if self.count.is_multiple_of(SEGMENT / BLOCK) {
            let [points, utf16] = self.segments.last().copied().unwrap_or_default();
            let [in_segment, utf16_in_segment] = self.here;
            self.segments.push([
                points + u64::from(in_segment),
                utf16 + u64::from(utf16_in_segment),
            ]);
            self.here = [0; 2];
        }
        let at = self.count % GROUP;
        if at == 0 {
            self.blocks.push([[u16::MAX; GROUP]; 2]);
        }
        if let Some([points, utf16]) = self.blocks.last_mut() {
            [points[at], utf16[at]] = self.here;
        }
        self.count += 1;
        // A segment has 2^15 bytes, so no count in it outgrows 16 bits.
        let points = BLOCK as u32 - continuation;
        self.here[0] += points as u16;
        self.here[1] += (points + astral) as u16;
    }

    pub(super) fn finish(mut self, engine: Engine, text: &[u8]) -> Units {
        let units = self.finish_counts(engine, text.len());
        if let Some(form) = &mut self.form {
            form.add_ascii();
            if form.is_ill_formed() {
                return with_ill_formed(units, text);
            }
        }
        units
    }

    fn finish_counts(&mut self, engine: Engine, len: usize) -> Units {
        // The end of a text of whole blocks begins a block of its own.
        if len.is_multiple_of(BLOCK) {
            self.push_block([0; 2]);
        }
        let segments = mem::take(&mut self.segments);
        let blocks = mem::take(&mut self.blocks);
        let groups = blocks.chunks(GROUPS).map(|groups| {
            [0, 1].map(|which| {
                let mut firsts = [[u16::MAX; GROUP]; GROUPS / GROUP];
                for (first, group) in firsts.as_flattened_mut().iter_mut().zip(groups) {
                    [*first, ..] = group[which];
                }
                firsts
            })
        });
        Units {
            engine,
            groups: groups.collect(),
            blocks: blocks.into_boxed_slice(),
            marks: Marks::new(&segments),
            segments: segments.into_boxed_slice(),
            wide: mem::take(&mut self.wide).into_boxed_slice(),
            ill_formed: None,
        }
    }
}

/// The same text, now that it is known not to be UTF-8: counts are of items.
fn with_ill_formed(units: Units, text: &[u8]) -> Units {
    let (blocks, ill_formed) = items::survey(text);
    let mut builder = UnitsBuilder::new(text.len(), true);
    for tally in blocks {
        builder.push_block(tally);
    }
    Units {
        wide: units.wide,
        ill_formed: Some(ill_formed),
        ..builder.finish_counts(units.engine, text.len())
    }
}
