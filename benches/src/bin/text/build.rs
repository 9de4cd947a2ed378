//! How fast an index is built.

use llm_types_benches::Race;
use llm_types_benches::texts::Text;

pub(crate) fn race(text: &Text, rounds: u32) {
    let source = text.text.as_str();
    let mut race = Race::new()
        .run("llm-types", || {
            llm_types::LineIndex::new(source).line_count()
        })
        .run("llm-types from bytes", || {
            llm_types::LineIndex::from_bytes(source.as_bytes()).line_count()
        })
        .run("line-index", || {
            u32::from(line_index::LineIndex::new(source).len()).into()
        })
        .run("ruff_source_file", || {
            ruff_source_file::LineIndex::from_source_text(source).line_count() as u64
        })
        .run("ropey 2", || ropey::Rope::from_str(source).len() as u64)
        .run("crop", || crop::Rope::from(source).line_len() as u64);
    if rounds < 10_000 {
        race = race.run("biome_line_index", || {
            u64::from(biome_line_index::LineIndex::new(source).len())
        });
    }
    let laps = race.finish(rounds);
    #[allow(clippy::cast_precision_loss)]
    let size = source.len() as f64;
    crate::report(&laps, |lap| size / lap.best.as_secs_f64() / 1e9);
}
