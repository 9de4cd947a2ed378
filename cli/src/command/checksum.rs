//! `llm-types checksum`: compute a checksum, or verify one.

use llm_types::{ByteRange, ChecksumError, checksum_range_in};
use serde::Serialize;

use crate::args::Checksum;
use crate::cells::tame;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, Status};

#[derive(Serialize)]
struct Computed {
    checksum: String,
    byte_start: u64,
    byte_end: u64,
}

#[derive(Serialize)]
struct Verified {
    ok: bool,
    expected: String,
    computed: String,
}

pub(super) fn run(args: &Checksum) -> Result<Status, Failure> {
    let input = Input::read(args.file.as_deref())?;
    let range = args
        .range
        .unwrap_or(ByteRange::ordered(0, input.bytes.len() as u64));
    let compute = |algorithm| {
        checksum_range_in(algorithm, &input.bytes, range)
            .map_err(|error: ChecksumError| Failure::new(error))
    };
    let Some(expected) = args.verify else {
        let result = Computed {
            checksum: compute(args.algorithm)?,
            byte_start: range.start(),
            byte_end: range.end(),
        };
        output::result(args.format, &result, || format!("{}\n", result.checksum))?;
        return Ok(Status::Success);
    };
    let computed = compute(expected.algorithm())?;
    let result = Verified {
        ok: computed == expected.to_string(),
        expected: expected.to_string(),
        computed,
    };
    output::result(args.format, &result, || {
        if result.ok {
            format!("{}: OK\n", tame(&input.name))
        } else {
            format!(
                "{}: CHANGED\n  expected {}\n  computed {}\n",
                tame(&input.name),
                result.expected,
                result.computed
            )
        }
    })?;
    Ok(if result.ok {
        Status::Success
    } else {
        Status::Failure
    })
}
