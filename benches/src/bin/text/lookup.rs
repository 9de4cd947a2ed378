//! How fast a place is looked up, one at a time and many at a time.

use biome_text_size::TextSize as BiomeSize;
use line_index::TextSize;
use llm_types::{LineIndex, Position, PositionEncoding::Utf16};
use llm_types_benches::texts::{self, Text};
use llm_types_benches::{Race, random::Random};
use ruff_source_file::OneIndexed;
use ruff_text_size::TextSize as RuffSize;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Random,
    Sorted,
}

const QUERIES: u64 = 50_000;

/// Character boundaries, spread over the text.
fn places(text: &str, order: Order) -> Vec<u64> {
    let mut random = Random::new(7);
    let mut places: Vec<u64> = (0..QUERIES)
        .map(|_| {
            let anywhere = usize::try_from(random.below(text.len() as u64 + 1)).unwrap_or(0);
            texts::floor(text, anywhere) as u64
        })
        .collect();
    if order == Order::Sorted {
        places.sort_unstable();
    }
    places
}

/// Whether a peer that walks the line from its start would take minutes.
fn endless(text: &Text) -> bool {
    text.name == "CJK, one line"
}

#[allow(clippy::cast_possible_truncation)]
pub(crate) fn positions(text: &Text, order: Order, rounds: u32) {
    let source = text.text.as_str();
    let places = places(source, order);
    let small: Vec<u32> = places.iter().map(|place| *place as u32).collect();
    let ours = LineIndex::new(source);
    let ruff = ruff_source_file::LineIndex::from_source_text(source);
    let (rust_analyzer, biome);
    let mut race = Race::new()
        .run("llm-types", || {
            let one = |place: &u64| ours.position(*place, Utf16).map_or(0, sum);
            places.iter().map(one).fold(0, u64::wrapping_add)
        })
        .run("llm-types, many", || {
            let positions = ours.positions(&places, Utf16).unwrap_or_default();
            positions.into_iter().map(sum).fold(0, u64::wrapping_add)
        });
    if !endless(text) {
        rust_analyzer = line_index::LineIndex::new(source);
        biome = biome_line_index::LineIndex::new(source);
        race = race
            .run("line-index", || {
                let one = |place: &u32| {
                    let at = rust_analyzer.line_col(TextSize::new(*place));
                    let at = rust_analyzer.to_wide(line_index::WideEncoding::Utf16, at);
                    at.map_or(0, |at| u64::from(at.line) + u64::from(at.col))
                };
                small.iter().map(one).fold(0, u64::wrapping_add)
            })
            .run("biome_line_index", || {
                let one = |place: &u32| {
                    let at = biome.line_col(BiomeSize::from(*place));
                    at.and_then(|at| biome.to_wide(biome_line_index::WideEncoding::Utf16, at))
                        .map_or(0, |at| u64::from(at.line) + u64::from(at.col))
                };
                small.iter().map(one).fold(0, u64::wrapping_add)
            })
            .run("ruff_source_file", || {
                let one = |place: &u32| {
                    let at = ruff.source_location(
                        RuffSize::new(*place),
                        source,
                        ruff_source_file::PositionEncoding::Utf16,
                    );
                    (at.line.to_zero_indexed() + at.character_offset.to_zero_indexed()) as u64
                };
                small.iter().map(one).fold(0, u64::wrapping_add)
            });
    }
    crate::report(&race.finish(rounds), each);
}

#[allow(clippy::cast_possible_truncation)]
pub(crate) fn offsets(text: &Text, order: Order, rounds: u32) {
    let source = text.text.as_str();
    let ours = LineIndex::new(source);
    let positions = ours
        .positions(&places(source, order), Utf16)
        .unwrap_or_default();
    let starts: Vec<u32> = (0..ours.line_count())
        .filter_map(|line| ours.line_range(line).ok())
        .map(|range| range.start() as u32)
        .collect();
    let small: Vec<(u32, u32)> = positions
        .iter()
        .map(|position| (position.line as u32, position.column as u32))
        .collect();
    let ruff = ruff_source_file::LineIndex::from_source_text(source);
    let (rust_analyzer, biome);
    let mut race = Race::new()
        .run("llm-types", || {
            let one = |position: &Position| ours.offset(*position, Utf16).unwrap_or(0);
            positions.iter().map(one).fold(0, u64::wrapping_add)
        })
        .run("llm-types, many", || {
            let offsets = ours.offsets(&positions, Utf16).unwrap_or_default();
            offsets.into_iter().fold(0, u64::wrapping_add)
        })
        .run(crate::BARE, || {
            let one =
                |position: &Position| u64::from(starts[position.line as usize]) + position.column;
            positions.iter().map(one).fold(0, u64::wrapping_add)
        });
    if !endless(text) {
        rust_analyzer = line_index::LineIndex::new(source);
        biome = biome_line_index::LineIndex::new(source);
        race = race
            .run("line-index", || {
                let one = |(line, col): &(u32, u32)| {
                    let wide = line_index::WideLineCol {
                        line: *line,
                        col: *col,
                    };
                    rust_analyzer
                        .to_utf8(line_index::WideEncoding::Utf16, wide)
                        .and_then(|at| rust_analyzer.offset(at))
                        .map_or(0, |at| u64::from(u32::from(at)))
                };
                small.iter().map(one).fold(0, u64::wrapping_add)
            })
            .run("biome_line_index", || {
                let one = |(line, col): &(u32, u32)| {
                    let wide = biome_line_index::WideLineCol {
                        line: *line,
                        col: *col,
                    };
                    let at = biome.to_utf8(biome_line_index::WideEncoding::Utf16, wide);
                    biome.offset(at).map_or(0, |at| u64::from(u32::from(at)))
                };
                small.iter().map(one).fold(0, u64::wrapping_add)
            })
            .run("ruff_source_file", || {
                let one = |(line, col): &(u32, u32)| {
                    let at = ruff.offset(
                        ruff_source_file::SourceLocation {
                            line: OneIndexed::from_zero_indexed(*line as usize),
                            character_offset: OneIndexed::from_zero_indexed(*col as usize),
                        },
                        source,
                        ruff_source_file::PositionEncoding::Utf16,
                    );
                    u64::from(at.to_u32())
                };
                small.iter().map(one).fold(0, u64::wrapping_add)
            });
    }
    crate::report(&race.finish(rounds), each);
}

fn sum(position: Position) -> u64 {
    position.line + position.column
}

/// Nanoseconds for each query.
#[allow(clippy::cast_precision_loss)]
fn each(lap: &llm_types_benches::Lap) -> f64 {
    lap.best.as_secs_f64() * 1e9 / QUERIES as f64
}
