//! The one pass over a text that finds its lines and counts its units, a segment
//! at a time, so that the second look at a segment finds it in the cache.

use alloc::vec::Vec;

use super::count::UnitsBuilder;
use super::dense::Dense;
use super::sparse::{self, GROUP, SLACK, Sparse, extend};
use super::units::Units;
use super::{Lines, SEGMENT};
use crate::text::LineTerminators;
use crate::text::scan::ends::{
    CarriageReturn, ECMASCRIPT, Ends, LineFeed, Listed, PYTHON, Separators, UNICODE,
};
use crate::text::scan::{CHUNK, Engine, Lanes, Task, padded};

/// A table takes 2.25 bytes a line; below this length a line is better a bit.
const SHORTEST_LINE: usize = 21;

/// Finds the lines and, if the text is not ASCII, counts the units.
pub(super) fn survey(
    engine: Engine,
    text: &[u8],
    terminators: &LineTerminators,
    well_formed: bool,
) -> (Lines, Option<Units>) {
    match terminators {
        LineTerminators::LfCrlf | LineTerminators::Lf => {
            with(engine, text, well_formed, || LineFeed)
        }
        LineTerminators::Lsp => with(engine, text, well_formed, || CarriageReturn),
        LineTerminators::Ecmascript => {
            with(engine, text, well_formed, Separators::<ECMASCRIPT>::default)
        }
        LineTerminators::Unicode => with(engine, text, well_formed, Separators::<UNICODE>::default),
        LineTerminators::PythonSplitlines => {
            with(engine, text, well_formed, Separators::<PYTHON>::default)
        }
        LineTerminators::Custom(_) => {
            with(engine, text, well_formed, || Listed::new(text, terminators))
        }
    }
}

fn with<E: Ends>(
    engine: Engine,
    text: &[u8],
    well_formed: bool,
    ends: impl Fn() -> E,
) -> (Lines, Option<Units>) {
    let mut survey = Survey {
        text,
        ends: ends(),
        lines: SparseBuilder::new(text.len()),
        units: MaybeUnits::new(well_formed),
    };
    let fits = engine.run(&mut survey);
    let units = survey.units.finish(engine, text);
    if fits {
        return (Lines::Sparse(survey.lines.finish(text.len())), units);
    }
    drop(survey.lines);
    let mut survey = DenseSurvey {
        text,
        ends: ends(),
        words: Vec::with_capacity(text.len() / CHUNK + 4),
        units: MaybeUnits::new(well_formed),
    };
    engine.run(&mut survey);
    let units = survey.units.finish(engine, text);
    (Lines::Dense(Dense::new(engine, survey.words)), units)
}

struct Survey<'t, E> {
    text: &'t [u8],
    ends: E,
    lines: SparseBuilder,
    units: MaybeUnits,
}

impl<E: Ends> Task for &mut Survey<'_, E> {
    /// Whether the lines were few enough for a table.
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let mut from = 0;
        while from < self.text.len() {
            let to = self.text.len().min(from + SEGMENT);
            let Some(ascii) = self.lines.add(lanes, &mut self.ends, self.text, from, to) else {
                return false;
            };
            self.units.add(lanes, self.text, from, to, ascii);
            from = to;
        }
        true
    }
}

/// Units are counted from the first segment on that is not ASCII.
struct MaybeUnits {
    units: Option<UnitsBuilder>,
    /// The text is known to be UTF-8.
    well_formed: bool,
}

impl MaybeUnits {
    fn new(well_formed: bool) -> Self {
        Self {
            units: None,
            well_formed,
        }
    }

    #[inline(always)]
    fn add<L: Lanes>(&mut self, lanes: L, text: &[u8], from: usize, to: usize, ascii: bool) {
        if ascii {
            if let Some(units) = &mut self.units {
                units.add_ascii(from, to);
            }
            return;
        }
        let units = self.units.get_or_insert_with(|| {
            let mut units = UnitsBuilder::new(text.len(), self.well_formed);
            units.add_ascii(0, from);
            units
        });
        units.add(lanes, text, from, to);
    }

    fn finish(self, engine: Engine, text: &[u8]) -> Option<Units> {
        self.units.map(|units| units.finish(engine, text))
    }
}

struct DenseSurvey<'t, E> {
    text: &'t [u8],
    ends: E,
    words: Vec<u64>,
    units: MaybeUnits,
}

impl<E: Ends> Task for &mut DenseSurvey<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut from = 0;
        while from < self.text.len() {
            let to = self.text.len().min(from + SEGMENT);
            let mut wide = 0;
            let mut chunks = Chunks {
                text: self.text,
                at: from,
                to,
            };
            while let Some((chunk, at, after)) = chunks.next(lanes) {
                wide |= lanes.non_ascii(chunk);
                self.words.push(self.ends.in_chunk(lanes, chunk, at, after));
            }
            self.units.add(lanes, self.text, from, to, wide == 0);
            from = to;
        }
    }
}

/// The chunks of a part of the text, each with where it starts and what follows
/// it. (Not a function that calls a closure: that would not be inlined.)
struct Chunks<'t> {
    text: &'t [u8],
    at: usize,
    to: usize,
}

impl<'t> Chunks<'t> {
    #[inline(always)]
    fn next<L: Lanes>(&mut self, lanes: L) -> Option<(L::Chunk, usize, &'t [u8])> {
        let at = self.at;
        if at >= self.to {
            return None;
        }
        self.at += CHUNK;
        let rest = self.text.get(at..)?;
        match rest.split_first_chunk() {
            Some((bytes, after)) => Some((lanes.load(bytes), at, after)),
            None => Some((lanes.load(&padded(rest)), at, &[])),
        }
    }
}

struct SparseBuilder {
    /// The starts found so far, and room for more.
    low: Vec<u16>,
    count: usize,
    bases: Vec<u64>,
    first: Vec<u32>,
}

impl SparseBuilder {
    fn new(len: usize) -> Self {
        // Two chunks of room behind the last line that may be.
        let most = (len / SHORTEST_LINE).min(u32::MAX as usize) + 2 * CHUNK;
        Self {
            low: alloc::vec![0; most + CHUNK],
            count: 1,
            bases: Vec::with_capacity(most / GROUP + 1),
            first: Vec::with_capacity(len / sparse::BLOCK + 3),
        }
    }

    /// Adds a segment, and says whether it is ASCII; nothing if there are too many
    /// lines for a table.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    fn add<L: Lanes, E: Ends>(
        &mut self,
        lanes: L,
        ends: &mut E,
        text: &[u8],
        from: usize,
        to: usize,
    ) -> Option<bool> {
        let mut wide = 0;
        let mut count = self.count;
        let mut chunks = Chunks { text, at: from, to };
        while let Some((chunk, at, after)) = chunks.next(lanes) {
            if at.is_multiple_of(sparse::BLOCK) {
                self.first.push((count - 1) as u32);
            }
            let found = ends.in_chunk(lanes, chunk, at, after);
            let room = self.low.get_mut(count..)?.first_chunk_mut()?;
            lanes.spread(found, (at + 1) as u16, room);
            count += found.count_ones() as usize;
            wide |= lanes.non_ascii(chunk);
        }
        self.count = count;
        self.add_bases(from);
        Some(wide == 0)
    }

    /// The starts of the groups that begin in the segment at `from`: their low bits
    /// are enough, since a segment is smaller than 64 KiB.
    #[inline(always)]
    fn add_bases(&mut self, from: usize) {
        while let Some(low) = self
            .low
            .get(..self.count)
            .and_then(|low| low.get(self.bases.len() * GROUP))
        {
            self.bases.push(extend(from as u64, *low));
        }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn finish(mut self, len: usize) -> Sparse {
        if self.bases.is_empty() {
            self.bases.push(0);
        }
        self.first
            .resize(len / sparse::BLOCK + 3, (self.count - 1) as u32);
        self.low.truncate(self.count);
        self.low.push(len as u16);
        self.low.resize(self.count + 1 + SLACK, 0);
        if self.count.is_multiple_of(GROUP) {
            self.bases.push(len as u64);
        }
        Sparse::new(self.low, self.bases, self.first, len)
    }
}
