//! Answers that were known only after the envelope was published: its rules for them
//! come last. Where an earlier one would take an answer for another by the name of a
//! member, that member has another name in the envelope.

use super::context;
use crate::dialect::follows::Follows;
use crate::dialect::mapping::Mapping;
use crate::dialect::recognise::word;
use crate::dialect::unified::{joined, name_run};
use crate::envelope::mention::{Counted, Mention, Moment};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Only, Two};
use crate::envelope::{LISTED_MATCHES, RESPONSE_VERSION, Response};
use crate::json::{Kind, Node};

use Type::{Any, Count, Flag, List, Map, Number, Open, Record, Text};

/// As Magellan prints them.
pub(super) const PRINTED: &[&Shape] = &[
    &AS_OF,
    &BLAST,
    &LINEAGES,
    &QUEUE,
    &SUBMITTED,
    &JUDGED,
    &CONFIG,
    &context::PROJECT,
    &context::FILE,
    &context::LIST,
    &context::SYMBOL,
    &super::collisions::COLLISIONS,
];

/// As they are in the envelope.
pub(crate) const CARRIED: &[&Shape] = &[
    &SYMBOLS_AT_COMMIT,
    &BLAST_SCORE,
    &LINEAGES,
    &QUEUE,
    &SUBMITTED,
    &JUDGED,
    &CONFIG,
    &context::CARRIED_PROJECT,
    &context::CARRIED_FILE,
    &context::CARRIED_LIST,
    &context::SYMBOL,
];

/// Objects that a list in `data` can hold.
pub(crate) const ELEMENTS: &[&Shape] =
    &joined::<{ OWN_ELEMENTS.len() + LISTED_MATCHES.len() }>(&[OWN_ELEMENTS, LISTED_MATCHES]);

const OWN_ELEMENTS: &[&Shape] = &[&INDEX, &CROSS_REFERENCE, &super::ranked::RANKED];

shape! {
    /// A command and its answer, without the rest of the wrapper.
    pub(super) COMMANDED "MagellanCommand" (
        Mapping::to(&Response::SHAPE)
            .adding(&[("/schema_version", RESPONSE_VERSION)])
            .following(&[("/execution_id", Follows::Empty)])
            .reading(name_run)
    ) [All(&[Has("command"), Has("data"), Only(&["command", "data"])])] {
        required "command": Text;
        required "data": super::shapes::DATA, as Role::Data;
    }
}

/// The answer of a command that is printed without the rest of the wrapper.
pub(super) fn commanded(root: Node<'_>) -> Option<&'static Shape> {
    let is_alone = COMMANDED.sign.is_on(root);
    let data = root.get("data").filter(|_| is_alone)?;
    BLAST.sign.is_on(data).then_some(&BLAST)
}

/// Whether an envelope is of such a command: nobody else has its answer.
pub(super) fn is_command(root: Node<'_>) -> bool {
    let is_unnamed = word(root, "execution_id").as_deref() == Some("");
    let data = root.get("data").filter(|_| is_unnamed);
    root.get("command").is_some()
        && root.get("tool").is_none()
        && data.is_some_and(|data| BLAST_SCORE.sign.is_on(data))
}

shape! {
    /// Symbols of a name as they were at a commit. The texts may be others now, so that
    /// no source proves the lines.
    AS_OF "AsOfResponse" (Mapping::to(&SYMBOLS_AT_COMMIT))
        [All(&[Has("matches"), Two(&["commit_oid", "snapshot_id"])])]
    {
        required "commit_oid": Text;
        required "snapshot_id": Count;
        required "count": Count, as Role::CountOf("matches");
        required "matches": List(&Record(&SYMBOL_AT_COMMIT)), to "/symbols";
    }
}

shape! {
    /// The same in the envelope, where `matches` hold symbols with their spans.
    SYMBOLS_AT_COMMIT "SymbolsAtCommit"
        [All(&[Has("symbols"), Two(&["commit_oid", "snapshot_id"])])]
    {
        required "commit_oid": Text;
        required "snapshot_id": Count;
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": List(&Record(&SYMBOL_AT_COMMIT));
    }
}

shape! {
    /// A symbol by the lines of a file of then. It has no offsets.
    SYMBOL_AT_COMMIT "SymbolAtCommit" at [
        Mention::place("file_path", ["start_line", "start_col"], Counted::ByConvention)
            .to(["end_line", "end_col"])
            .when(Moment::Gone("a place as it was at a commit"))
    ] {
        required "stable_id": Text;
        required "name": Text;
        required "kind": Text;
        required "file_path": Text;
        required "start_line": Count;
        required "start_col": Count;
        required "end_line": Count;
        required "end_col": Count;
    }
}

shape! {
    /// How much a change of a symbol would touch.
    BLAST "BlastScoreResponse" (Mapping::to(&BLAST_SCORE))
        [Two(&["risk_level", "risk_percent", "transitive_count"])]
    {
        required "direct_count": Count;
        required "risk_level": Text;
        required "risk_percent": Number, as Role::Percent(&[]);
        required "score": Number;
        required "total_impacted": Count, to "/impacted_count";
        required "transitive_count": Count;
    }
}

shape! {
    /// The same in the envelope, where `total_impacted` counts a list beside it.
    BLAST_SCORE "BlastScore" [Two(&["risk_level", "risk_percent", "transitive_count"])] {
        required "direct_count": Count;
        required "impacted_count": Count;
        required "risk_level": Text;
        required "risk_percent": Number, as Role::Percent(&[]);
        required "score": Number;
        required "transitive_count": Count;
    }
}

shape! {
    /// Circles of calls through the history.
    LINEAGES "LineagesResponse" [All(&[Has("count"), Has("sccs")])] {
        required "count": Count, as Role::CountOf("sccs");
        required "sccs": List(&Record(&LINEAGE));
    }
}

shape! {
    /// One circle of calls through the history.
    LINEAGE "Lineage" {
        required "lineage_key": Text;
        required "member_count": Count, as Role::CountOf("members");
        required "members": List(&Text);
        required "snapshot_count": Count, as Role::CountOf("snapshots");
        required "born_commit_oid": Text;
        nullable "died_commit_oid": Text;
        required "lifetime_length": Count;
        required "churn_count": Count;
        required "snapshots": List(&Any);
    }
}

shape! {
    /// Facts that wait for a person.
    QUEUE "ReviewQueueResponse" [Is("queue", Kind::Array)] {
        required "queue": List(&Open(&Map(&Any)));
    }
}

shape! {
    /// What became of a fact that was sent in.
    SUBMITTED "SubmittedResponse" [Two(&["candidate_id", "inserted_id"])] {
        required "candidate_id": Text;
        required "inserted_id": Count;
        required "status": Text;
    }
}

shape! {
    /// Whether a fact is what the index takes for one, and why not.
    JUDGED "JudgedResponse" [Two(&["candidate_id", "accepted", "new_status"])] {
        required "candidate_id": Text;
        required "accepted": Flag;
        required "errors": List(&Text);
        required "warnings": List(&Text);
        required "new_status": Text;
    }
}

shape! {
    /// What the tool is set to, as it is in its file of settings.
    pub(super) CONFIG "ConfigResponse" [All(&[
        Is("registry", Kind::Object),
        Either(&[Is("language-model", Kind::Object), Is("llm", Kind::Object)]),
    ])] {
        optional "language-model": Record(&MODEL);
        /// The name of `language-model` before 4.0.
        optional "llm": Record(&MODEL);
        required "registry": Record(&REGISTRY);
        optional "embeddings": Record(&EMBEDDINGS);
        optional "integrations": Any;
    }
}

shape! {
    /// Where a language model is to be asked.
    MODEL "LanguageModelConfig" {
        required "provider": Text;
        required "base_url": Text;
        required "model": Text;
        nullable "api_key": Text;
    }
}

shape! {
    /// Where other projects are looked for.
    REGISTRY "RegistryConfig" {
        required "auto_scan": Flag;
        required "scan_roots": List(&Text);
    }
}

shape! {
    /// Where texts are made into vectors.
    EMBEDDINGS "EmbeddingsConfig" {
        required "enabled": Flag;
        // What is not required came after 4.11.
        optional "provider": Text;
        required "base_url": Text;
        required "model": Text;
        nullable "api_key": Text;
        optional "batch_size": Count;
        optional "num_parallel": Count;
        optional "num_ctx": Count;
    }
}

shape! {
    /// An index of some project.
    INDEX "ProjectIndex" [All(&[Has("project_name"), Has("file_count"), Has("symbol_count")])] {
        required "path": Text;
        required "project_name": Text;
        required "file_count": Count;
        required "symbol_count": Count;
    }
}

shape! {
    /// A reference from another file, with the line of its first byte.
    CROSS_REFERENCE "CrossFileReference" [All(&[
        Has("from_symbol_id"),
        Has("file_path"),
        Has("line_number"),
        Has("byte_start"),
    ])] at [
        Mention::place("file_path", ["line_number", ""], Counted::ByConvention)
            .beside(["byte_start", "byte_end"])
    ] {
        required "from_symbol_id": Any;
        required "file_path": Text, as Role::Path;
        required "line_number": Count;
        required "byte_start": Count, as Role::ByteStart;
        required "byte_end": Count, as Role::ByteEnd;
    }
}
