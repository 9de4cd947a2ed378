//! The canonical envelope: the types that are written, and their shapes.
//!
//! Everything here is wire: a change is a change for every tool that reads our
//! output, and is made under a new `schema_version`. How documents of other
//! dialects become envelopes is in [`crate::dialect`]; what is checked is in
//! [`mod@crate::validate`].

mod diagnostic;
mod payload;
pub(crate) mod record;
mod response;
pub mod shape;
mod span;

pub use diagnostic::{Fix, FixEdit, RelatedPlace, ToolDiagnostic};
pub use payload::{
    ErrorResponse, FilesResponse, FindResponse, GetResponse, NeighbourSymbol, QueryResponse,
    ReferenceMatch, RefsResponse, SearchResponse, StatusResponse, SymbolMatch, TextMatch,
    ValidationEntry, ValidationResponse,
};
pub use record::{Map, Misfit, Wire};
pub use response::{
    Envelope, OPERATION_VERSION, OperationResult, Origin, PatchStep, RESPONSE_VERSION, Response,
};
pub use span::{
    Context, Relationships, RichSpan, Semantics, SpanChecksums, SuggestedAction, SymbolReference,
    ToolHints,
};
