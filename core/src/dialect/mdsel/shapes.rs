//! What mdsel prints, and where it goes.

use super::answer;
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::unified::name_run;
use crate::envelope::mention::Mention;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Two, Word};
use crate::envelope::{
    BlockSummary, ChildInfo, HeadingDescriptor, IN_NAMESPACE, IN_PART, IndexSummary,
    NodeDescriptor, OF_PART, RESPONSE_VERSION, Response, ToolDiagnostic, UnresolvedSelector, Wire,
};
use crate::pages::{MAX_WORDS, PAGE_WORDS, TRUNCATION_MARKER};

use Type::{Any, Count, Flag, List, Record, Text};

/// The commands that are answered.
pub(super) const COMMANDS: &[&str] = &["index", "select", "search"];

shape! {
    /// The answer to a command.
    pub(super) RESPONSE "MdselResponse" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .following(&[("/execution_id", Follows::Empty), ("/partial", Follows::Partial)])
            .reading(answer::read)
            .writing(answer::write)
    ) [Two(&["success", "command", "data"])] {
        required "success": Flag, as Role::TrueUnless(&["/errors", "/data/unresolved", "/unresolved_selectors", "!/data"]),
            to "/status" by How::Hook;
        /// `index`, `select`, or what later versions answer where the argument is no selector: `search`.
        required "command": Text, as Role::Words(COMMANDS);
        required "timestamp": Text, as Role::Timestamp;
        /// `null` where nothing could be answered.
        required "data": DATA, as Role::AnswerTo {
            command: "command",
            answers: &[("index", &INDEX), ("select", &SELECT), ("search", &SELECT)],
        };
        list "errors": List(&Record(&ERROR)), to "/diagnostics" or "/error" by How::Hook;
        /// The same as `data.documents`, where some files failed.
        list "partial_results": List(&Record(&DOCUMENT)), as Role::SameAs("/data/documents"), to "/data/documents" by How::Hook;
        /// The selectors of `data.unresolved`.
        list "unresolved_selectors": List(&Text), as Role::SameAs("/data/unresolved/*/selector"),
            to "/data/unresolved" by How::Hook;
        list "warnings": List(&Text), to "/diagnostics" by How::Hook;
    }
}

const DATA: Type = Type::OneOf(&[Type::Choice(&[&INDEX, &SELECT]), Any]);

shape! {
    /// Documents and their selectors.
    INDEX "MdselIndex" [crate::envelope::IndexResponse::SHAPE.sign] {
        required "documents": List(&Record(&DOCUMENT));
        required "summary": IndexSummary::TYPE;
    }
}

shape! {
    /// One document. Seed 003 shows it without its last three members, too.
    DOCUMENT "MdselDocument" {
        required "namespace": Text;
        required "file_path": Text;
        /// The text before the first heading; `null` where there is none.
        nullable "root": NodeDescriptor::TYPE, as IN_NAMESPACE;
        list "headings": List(&HeadingDescriptor::TYPE), as IN_NAMESPACE;
        optional "blocks": BlockSummary::TYPE;
    }
}

shape! {
    /// What selectors gave.
    SELECT "MdselSelect" [crate::envelope::SelectResponse::SHAPE.sign] {
        required "matches": List(&Record(&MATCH));
        required "unresolved": List(&UnresolvedSelector::TYPE), as Role::Unanswered("matches");
    }
}

shape! {
    /// A part of a document with its text.
    MATCH "MdselMatch" at [Mention::text("content")] {
        required "selector": Text, as OF_PART;
        required "type": Text;
        required "content": Text;
        required "truncated": Flag, as Role::Marked {
            text: "content",
            marker: TRUNCATION_MARKER,
            most: Some(MAX_WORDS),
            selector: "selector",
        };
        optional "pagination": Record(&PAGE);
        required "children_available": List(&ChildInfo::TYPE), as IN_PART;
    }
}

shape! {
    /// A page of a long text, as seed 003 describes it; no version prints one.
    PAGE "MdselPage" {
        /// From 0.
        required "current_page": Count, as Role::PageOf {
            pages: "total_pages",
            bases: &[0],
            list: None,
        };
        required "total_pages": Count, as Role::PagesOf {
            total: "word_count",
            size: PAGE_WORDS,
            more: ["current_page", "has_more"],
        };
        required "word_count": Count;
        required "has_more": Flag, as Role::MoreAfter {
            page: "current_page",
            pages: "total_pages",
            bases: &[0],
        };
    }
}

/// The kinds of error that seed 003 has, and those that the tool has besides.
pub(super) const KINDS: &[&str] = &[
    "FILE_NOT_FOUND",
    "PARSE_ERROR",
    "INVALID_SELECTOR",
    "SELECTOR_NOT_FOUND",
    "NAMESPACE_NOT_FOUND",
    "PROCESSING_ERROR",
    "FILE_READ_ERROR",
    "ENCODING_ERROR",
    "BINARY_FILE",
    "FILE_TOO_LARGE",
    "DEPTH_EXCEEDED",
    "INVALID_HEADING_LEVEL",
    "INVALID_BLOCK_TYPE",
    "INVALID_INDEX",
    "EMPTY_SELECTOR",
    "UNCLOSED_BRACKET",
    "TRAILING_SLASH",
    "MALFORMED_QUERY",
    "INVALID_NAMESPACE",
    "INVALID_SYNTAX",
    "NO_FILES",
];

shape! {
    /// Why a file or a selector was passed over.
    pub(super) ERROR "MdselError" (
        Mapping::to(&ToolDiagnostic::SHAPE)
            .adding(&[("/level", "error")])
            .writing(answer::write_error)
    ) {
        required "type": Text, as Role::Words(KINDS);
        /// The type again, or what of it is wrong.
        required "code": Text;
        required "message": Text, as Role::Said;
        optional "file": Text;
        optional "selector": Text;
        list "suggestions": List(&Text);
    }
}

shape! {
    /// What the first version printed instead of an answer.
    pub(super) STUB "MdselStub" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .following(&[("/execution_id", Follows::Empty)])
            .reading(name_run)
    ) [Either(&[Word("status", "not_implemented"), All(&[Has("files"), Either(&[Has("options"), Has("selector")])])])] {
        required "status": Text, to "/status" by How::Words(&[("not_implemented", "error")]);
        optional "selector": Text, to "/data/selector";
        required "files": List(&Text), to "/data/files";
        optional "options": Any, to "/data/options";
    }
}
