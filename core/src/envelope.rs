//! The envelope: the types that are written, and their shapes.
//!
//! Everything here is wire: a change is a change for every tool that reads our
//! output, and is made under a new `schema_version`. How documents of other
//! dialects become envelopes is in [`crate::dialect`]; what is checked is in
//! [`mod@crate::validate`].

mod diagnostic;
pub(crate) mod failure;
mod graph;
pub(crate) mod key_set;
mod matches;
pub(crate) mod mention;
pub(crate) mod needs;
mod operation;
mod payload;
pub(crate) mod record;
pub(crate) mod request;
mod response;
mod role;
mod section;
pub mod shape;
pub(crate) mod sign;
mod span;
pub(crate) mod typed;
mod types;
mod wire;
pub(crate) mod written;

pub use diagnostic::{
    DiagnosticsReport, DiagnosticsSummary, Fix, FixEdit, RelatedPlace, ToolDiagnostic,
};
pub use graph::{
    CallExport, CollisionCandidate, CollisionExport, FileExport, GraphExport, ReferenceExport,
    SymbolExport,
};
pub use matches::{
    AstMatch, CallMatch, Capture, ImplementationMatch, NeighbourSymbol, PlainMatch, ReferenceMatch,
    SymbolMatch, TextMatch,
};
pub(crate) use matches::{LISTED_MATCHES, MATCHES, NODE_OF_SYMBOL};
pub use operation::{
    ApplyFilesResult, CreateResult, DeleteResult, EDIT_STATUSES, EditResult, EditsResult,
    ErrorCode, ErrorDetails, FileResult, OperationData, OperationError, PatchResult, PlanResult,
    QueryResult, RenameResult, SpanResult, StepResult,
};
pub(crate) use operation::{CHECKSUM_OF_RANGE, EDITED, ERROR, ERRORS, FAILURE, RESULTS};
pub(crate) use payload::PAYLOADS;
pub use payload::{
    AstSearchResponse, CallsResponse, CombinedResponse, ErrorResponse, FilesResponse, FindResponse,
    GetResponse, ImplementationsResponse, MatchesResponse, Payload, QueryResponse,
    ReferencesResponse, RefsResponse, SearchResponse, StatusResponse, ValidationEntry,
    ValidationResponse,
};
pub use request::{CreateRequest, Edit, EditRequest, EditRequests};
pub use response::{
    Envelope, OPERATION_VERSION, OperationResult, Origin, PatchStep, RESPONSE_VERSION, Response,
    RowRun, STATUSES, Truncated, Truncation,
};
pub use section::{
    BlockSummary, ChildInfo, DocumentIndex, HeadingDescriptor, IndexResponse, IndexSummary,
    NodeDescriptor, PaginationInfo, SelectMatch, SelectResponse, UnresolvedSelector,
};
pub(crate) use section::{IN_NAMESPACE, IN_PART, OF_PART};
pub use span::{
    Context, Relationships, RichSpan, Semantics, SpanChecksums, SuggestedAction, SymbolReference,
    ToolHints,
};
pub use wire::{Map, Misfit, Wire};

/// The member of an envelope with the answer.
pub(crate) const DATA: &str = "data";

/// The member of an envelope that holds the way home.
pub(crate) const ORIGIN: &str = "origin";
