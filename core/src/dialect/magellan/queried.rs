//! What `cypher`, `search`, `explore`, `score` and `embed` print: answers without a wrapper,
//! alone or as a list.

use crate::dialect::llmgrep::shapes::{EDGE, NEIGHBOUR, NODE};
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Not, Two};
use crate::json::Kind;

use Type::{Any, Count, Integer, List, Number, Record, Text};

shape! {
    /// The rows of a query. What is in them is said by the query: nodes of the graph, or members
    /// of them.
    pub(super) ROWS "CypherRows" [All(&[
        Is("count", Kind::Number),
        Is("results", Kind::Array),
        Not(&Has("query")),
        Not(&Has("total_count")),
    ])] {
        required "count": Count, as Role::CountOf("results");
        required "results": List(&Any);
    }
}

shape! {
    /// What a full-text search found.
    pub(super) HITS "SearchHits" [All(&[
        Is("count", Kind::Number),
        Is("results", Kind::Array),
        Is("query", Kind::String),
        Not(&Has("total_count")),
    ])] {
        required "count": Count, as Role::CountOf("results");
        required "query": Text;
        required "results": List(&Record(&HIT));
    }
}

shape! {
    /// One symbol. The better it fits, the lower the rank.
    HIT "SearchHit" at [
        Mention::place("file_path", ["start_line", ""], Counted::ByConvention)
            .to(["end_line", ""])
            .bytes(["byte_start", "byte_end"])
            .indexed()
    ] {
        nullable "symbol_name": Text;
        nullable "symbol_kind": Text;
        required "file_path": Text;
        required "byte_start": Count;
        required "byte_end": Count, as Role::EndOf("byte_start");
        required "start_line": Count;
        required "end_line": Count, as Role::EndOf("start_line");
        nullable "excerpt": Text;
        nullable "rank": Number;
    }
}

shape! {
    /// A symbol, and what is next to it in the graph.
    pub(super) EXPLORED "ExploreReport" [All(&[
        Either(&[Has("node"), Two(&["resolve", "edges", "callers", "callees"])]),
        Has("chain"),
    ])] {
        nullable "node": Record(&NODE);
        nullable "resolve": List(&Record(&NODE));
        nullable "edges": List(&Record(&EDGE));
        nullable "callers": List(&Record(&NEIGHBOUR));
        nullable "callees": List(&Record(&NEIGHBOUR));
        stated "chain": Any;
    }
}

shape! {
    /// A run that gave each symbol a score.
    pub(super) SCORING "ScoringRun" [Two(&["scorer_version", "symbols_scored"])] {
        required "id": Integer;
        required "scorer_version": Text;
        required "started_at": Integer;
        nullable "completed_at": Integer;
        required "symbols_scored": Count;
        nullable "duration": Number;
    }
}

shape! {
    /// How many symbols got a vector.
    pub(super) EMBEDDED "EmbeddingRun" [Two(&["embedded", "skipped"])] {
        required "embedded": Count;
        required "failed": Count;
        required "skipped": Count;
    }
}

shape! {
    /// The score of a symbol, and what it is made of.
    pub(super) SCORED "ScoredSymbol" [Two(&["stable_id", "scorer_version", "snapshot_id"])] {
        required "symbol_id": Integer;
        required "snapshot_id": Integer;
        nullable "stable_id": Text;
        required "score": Number;
        required "rank": Count;
        required "scorer_version": Text;
        required "scored_at": Integer;
    }
}

shape! {
    /// A symbol whose vector is near to that of a question.
    pub(super) NEAREST "NearestSymbol" [All(&[Has("rank"), Has("id"), Has("distance")])] {
        required "distance": Number;
        required "id": Integer;
        required "rank": Count;
    }
}
