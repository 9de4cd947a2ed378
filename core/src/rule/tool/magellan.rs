//! Codes of Magellan: its constants, which no version prints, and the codes of
//! its validation answers.

use super::codes;

codes! {
    tool "magellan" {
        "MAG-REF-001" Error "reference" from "magellan 4.17.0" ["MAGELLAN_REF_001"] {
            "no symbol has the name or id that was given",
            "There is nothing to answer; the index may be older than the source.",
            "Search by a part of the name, or index the file again."
        }
        "MAG-REF-002" Error "reference" from "magellan 4.17.0" ["MAGELLAN_REF_002"] {
            "several symbols fit",
            "An answer about one of them would look like an answer about the one that was meant.",
            "Give the file, the kind, or the id of the symbol."
        }
        "MAG-REF-003" Error "reference" from "magellan 4.17.0" ["MAGELLAN_REF_003"] {
            "a range is impossible",
            "It cannot be a place in the file of the index.",
            "Take the range from a fresh answer."
        }
        "MAG-QRY-001" Error "query" from "magellan 4.17.0" ["MAGELLAN_QRY_001"] {
            "a query could not be understood",
            "Nothing was searched.",
            "Check the form of the query."
        }
        "MAG-QRY-002" Error "query" from "magellan 4.17.0" ["MAGELLAN_QRY_002"] {
            "the index does not know the file",
            "It was not indexed, or its path is written otherwise there.",
            "Compare the path with those that the tool lists."
        }
        "MAG-QRY-003" Error "query" from "magellan 4.17.0" ["MAGELLAN_QRY_003"] {
            "the parameters of a query exclude each other or are out of range",
            "Nothing was searched.",
            "Check the parameters one by one."
        }
        "MAG-IO-001" Error "io" from "magellan 4.17.0" ["MAGELLAN_IO_001"] {
            "an indexed file is no longer on the disk",
            "What the index says about it is out of date.",
            "Index again, or restore the file."
        }
        "MAG-IO-002" Error "io" from "magellan 4.17.0" ["MAGELLAN_IO_002"] {
            "the system refused access to a file",
            "It could not be compared with the index.",
            "Check the permissions."
        }
        "MAG-IO-003" Error "io" from "magellan 4.17.0" ["MAGELLAN_IO_003"] {
            "a path is not valid",
            "It names no file on this system.",
            "Check its spelling and its root."
        }
        "MAG-V-001" Error "validation" from "magellan 4.17.0" ["MAGELLAN_V_001"] {
            "a checksum differs from the one that was stored",
            "The text has changed, so offsets into it are stale.",
            "Index again before using the offsets."
        }
        "MAG-V-002" Error "validation" from "magellan 4.17.0" ["MAGELLAN_V_002"] {
            "a range does not fit its file",
            "An edit by it would hit other text.",
            "Index again before using the range."
        }
        "MAG-V-003" Error "validation" from "magellan 4.17.0" ["MAGELLAN_V_003"] {
            "the database of the index is damaged",
            "No answer from it can be relied on.",
            "Build the index again."
        }
        "MAGELLAN_E001" Error "example" from "seeds 000, 001 and 002 (docs/dialects.md)" [] {
            "an example of how a code could be prefixed; no tool defines it",
            "A reader who looks for its meaning finds none.",
            "Use the codes that begin with `MAG-`."
        }
        "ROOT_PATH_MISSING" Error "validation" from "magellan 4.17.0" ["MAGELLAN_ROOT_PATH_MISSING"] {
            "the folder to be watched does not exist",
            "Nothing can be indexed.",
            "Check the path of the root."
        }
        "INPUT_PATH_MISSING" Error "validation" from "magellan 4.17.0" ["MAGELLAN_INPUT_PATH_MISSING"] {
            "a path that was given as input does not exist",
            "It is left out of the check.",
            "Check the path."
        }
        "DB_PARENT_MISSING" Error "validation" from "magellan 4.17.0" ["MAGELLAN_DB_PARENT_MISSING"] {
            "the folder of the database does not exist",
            "The index cannot be written.",
            "Make the folder first."
        }
        "ORPHAN_REFERENCE" Error "validation" from "magellan 4.17.0" ["MAGELLAN_ORPHAN_REFERENCE"] {
            "the index holds a reference to a symbol that it does not have",
            "Answers about references are incomplete.",
            "Index the files again."
        }
        "ORPHAN_CALL_NO_CALLER" Error "validation" from "magellan 4.17.0" ["MAGELLAN_ORPHAN_CALL_NO_CALLER"] {
            "the index holds a call whose caller it does not have",
            "The call graph is incomplete.",
            "Index the files again."
        }
        "ORPHAN_CALL_NO_CALLEE" Error "validation" from "magellan 4.17.0" ["MAGELLAN_ORPHAN_CALL_NO_CALLEE"] {
            "the index holds a call of something that it does not have",
            "The call graph is incomplete.",
            "Index the files again."
        }
        "FILE_MISSING" Error "validation" from "seed 002 (docs/dialects.md)" ["MAGELLAN_FILE_MISSING"] {
            "a file of the index is not on the disk; the written format names it, no version prints it",
            "What the index says about the file is out of date.",
            "Index again, or restore the file."
        }
        "STALE_INDEX" Warning "validation" from "seed 002 (docs/dialects.md)" ["MAGELLAN_STALE_INDEX"] {
            "a file is newer than its entry in the index; the written format names it, no version prints it",
            "Offsets into the file may be stale.",
            "Index the file again."
        }
    }
}
