//! `llm-types locate`: where the value at a JSON Pointer stands.

use llm_types::json::Place;

use crate::args::{Format, Locate};
use crate::excerpt::Excerpt;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, Status};
use crate::style;

pub(super) fn run(args: &Locate, format: Format) -> Result<Status, Failure> {
    let input = Input::read(Some(&args.file))?;
    let place = llm_types::locate(&input.bytes, &args.pointer)
        .map_err(|error| Failure::about(error, &input))?;
    output::result(format, &place, || human(&place, &input))?;
    Ok(Status::Success)
}

fn human(place: &Place, input: &Input) -> String {
    let faint = style::FAINT;
    let excerpt = Excerpt::new(
        &input.name,
        &input.view().index,
        place.byte_start,
        place.byte_end,
    );
    format!(
        "{}\n{faint}bytes {}..{}, line {}, column {} (utf-8), {} (utf-16), {} (utf-32), from 0{faint:#}\n",
        excerpt
            .render("-->", excerpt.margin(), Some(&place.pointer), style::GOOD)
            .trim_end_matches('\n'),
        place.byte_start,
        place.byte_end,
        place.line,
        place.column_utf8,
        place.column_utf16,
        place.column_utf32
    )
}
