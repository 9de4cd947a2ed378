//! What checking a span can find.

use alloc::string::{String, ToString};
use core::fmt;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::Coordinates;
use crate::id::{IdFinding, SpanIdScheme};
use crate::rule;
use crate::text::TextError;

/// Something that a span states and that its text, or its id, contradicts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpanFinding {
    /// The range does not lie on characters of the text; the code is the error's.
    Range(TextError),
    /// `POSITION_MISMATCH` (P17): the bytes and the lines and columns disagree.
    Position {
        /// What the span says.
        stated: Coordinates,
        /// What its bytes give in this text.
        computed: Coordinates,
    },
    /// The id is oddly spelt; the code is the finding's.
    Id(IdFinding),
    /// `SPAN_ID_SCHEME`: the id was computed from this span, by another scheme
    /// than ours.
    Scheme(SpanIdScheme),
    /// `SPAN_ID_MISMATCH`: no known scheme gives this id for this span.
    OtherId {
        /// The id that the span has.
        stated: String,
        /// The id in our scheme, unless the range cannot have one.
        computed: Option<String>,
    },
}

impl SpanFinding {
    /// The rule id or error code, as listed by [`crate::rule::all`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::Range(error) => error.code(),
            Self::Position { .. } => "POSITION_MISMATCH",
            Self::Id(found) => found.code(),
            Self::Scheme(_) => "SPAN_ID_SCHEME",
            Self::OtherId { .. } => "SPAN_ID_MISMATCH",
        }
    }
}

impl fmt::Display for SpanFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(error) => error.fmt(f),
            Self::Position { stated, computed } => {
                f.write_str("the bytes are at ")?;
                place(f, computed)?;
                f.write_str(", the span says ")?;
                place(f, stated)
            }
            Self::Id(found) => f.write_str(found.what()),
            Self::Scheme(scheme) => {
                write!(
                    f,
                    "the span id was computed by scheme `{scheme}`, not `be64`"
                )
            }
            Self::OtherId {
                stated,
                computed: Some(computed),
            } => write!(
                f,
                "no scheme gives span id `{stated}` for this path and range; `be64` gives `{computed}`"
            ),
            Self::OtherId { stated, .. } => {
                write!(
                    f,
                    "no scheme gives span id `{stated}` for this path and range"
                )
            }
        }
    }
}

/// `{code, level, message, help}`, and what the span should say instead, if that is
/// known: `coordinates`, or `span_id`; `scheme` names the scheme of a foreign id.
impl Serialize for SpanFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rule = rule::find(self.code());
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("code", self.code())?;
        members.serialize_entry("level", rule.map_or("error", |rule| rule.level.as_str()))?;
        members.serialize_entry("message", &self.to_string())?;
        members.serialize_entry("help", rule.map_or("", |rule| rule.remedy))?;
        match self {
            Self::Position { computed, .. } => members.serialize_entry("coordinates", computed)?,
            Self::Scheme(scheme) => members.serialize_entry("scheme", scheme.as_str())?,
            Self::OtherId {
                computed: Some(id), ..
            } => members.serialize_entry("span_id", id)?,
            Self::Range(_) | Self::Id(_) | Self::OtherId { .. } => {}
        }
        members.end()
    }
}

/// `2:5 to 2:8`: line from 1, column from 0, as on the wire.
fn place(f: &mut fmt::Formatter<'_>, at: &Coordinates) -> fmt::Result {
    write!(
        f,
        "{}:{} to {}:{}",
        at.start_line, at.start_col, at.end_line, at.end_col
    )
}
