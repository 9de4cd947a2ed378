//! What splice says of the neighbours of a symbol.

use super::failure::ERROR_CODE;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::{Relationships, SymbolReference};

use Type::{Count, Flag, List, Record, Text};

shape! {
    /// The neighbours of a symbol.
    pub(super) RELATIONSHIPS "SpliceRelationships" (Mapping::to(&Relationships::SHAPE)) {
        optional "callers": List(&Record(&RELATION));
        optional "callees": List(&Record(&RELATION));
        optional "imports": List(&Record(&RELATION));
        optional "exports": List(&Record(&RELATION));
        optional "cycle_detected": Flag;
        optional "error_code": Record(&ERROR_CODE);
    }
}

shape! {
    /// One neighbour. An empty path and line 0 say that the place is not known.
    RELATION "SpliceRelation" (Mapping::to(&SymbolReference::SHAPE)) at [
        Mention::place("file_path", ["line_start", ""], Counted::FromOne)
            .bytes(["byte_start", "byte_end"])
    ] {
        required "rel_type": Text;
        required "name": Text, to "/symbol";
        required "kind": Text;
        required "file_path": Text, to "/file" by How::Unless("\"\"");
        required "line_start": Count, to "/line" by How::Unless("0");
        required "byte_start": Count;
        required "byte_end": Count, as Role::EndOf("byte_start");
    }
}
