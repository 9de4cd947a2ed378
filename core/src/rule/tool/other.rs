//! Codes of the tools that have only a few: mirage's, those that the schema gives
//! as examples, and the compiler codes that the tools hand on.

use super::codes;

codes! {
    tool "mirage" {
        "E001" Error "database" from "mirage-analyzer 1.12.1" ["MIRAGE_E001"] {
            "the index was not found or cannot be opened",
            "Nothing was analysed.",
            "Check the path of the index."
        }
        "E002" Error "reference" from "mirage-analyzer 1.12.1" ["MIRAGE_E002"] {
            "no function has this name",
            "There is no graph to show; missing functions are really reported with E007.",
            "Check the name against the index."
        }
        "E003" Error "reference" from "mirage-analyzer 1.12.1" ["MIRAGE_E003"] {
            "a block of the graph does not exist",
            "It may belong to an older version of the function.",
            "Ask for the graph again."
        }
        "E004" Error "reference" from "mirage-analyzer 1.12.1" ["MIRAGE_E004"] {
            "a path through the graph does not exist",
            "It may belong to an older version of the function.",
            "Ask for the paths again."
        }
        "E006" Error "query" from "mirage-analyzer 1.12.1" ["MIRAGE_E006"] {
            "the input is not valid",
            "Nothing was analysed.",
            "Check the arguments."
        }
        "E007" Error "analysis" from "mirage-analyzer 1.12.1" ["MIRAGE_E007"] {
            "the control-flow graph could not be made",
            "Either the function is missing or its graph is.",
            "Check the name, then build the index again."
        }
    }
    tool "llmsearch" {
        "LMS-IO-001" Error "io" from "seed 000 (docs/dialects.md)" ["LLMSEARCH_IO_001"] {
            "a file could not be found or read by the text search",
            "The number is an example of the schema: no text gives it a meaning beyond its category, and the tool prints no codes.",
            "Check path and permissions."
        }
        "LMS-QRY-002" Error "query" from "seed 000 (docs/dialects.md)" ["LLMSEARCH_QRY_002"] {
            "the text search could not understand its pattern",
            "The number is an example of the schema: no text gives it a meaning beyond its category, and the tool prints no codes.",
            "Check the pattern; escape what is meant literally."
        }
    }
    tool "llmastsearch" {
        "LMA-AST-001" Error "ast" from "seed 000 (docs/dialects.md)" ["LLMASTSEARCH_AST_001"] {
            "the syntax search could not parse a source text",
            "The number is an example of the schema: no text gives it a meaning beyond its category, and the tool prints no codes.",
            "Mend the syntax, or check the language that was named."
        }
        "LMA-QRY-002" Error "query" from "seed 000 (docs/dialects.md)" ["LLMASTSEARCH_QRY_002"] {
            "the syntax search could not understand its query",
            "The number is an example of the schema: no text gives it a meaning beyond its category, and the tool prints no codes.",
            "Check the query against the grammar's node names."
        }
    }
    tool "llmtransform" {
        "LMT-IO-001" Error "io" from "seed 000 (docs/dialects.md)" ["LLMTRANSFORM_IO_001"] {
            "a file to be edited could not be found or read",
            "The number is an example of the schema: no text gives it a meaning beyond its category, and the tool prints no codes.",
            "Check path and permissions."
        }
        "LMT-CSUM-002" Error "checksum" from "seed 000 (docs/dialects.md)" ["LLMTRANSFORM_CSUM_002"] {
            "the file to be edited is not the one that was expected",
            "The number is an example of the schema: no text gives it a meaning beyond its category, and the tool prints no codes.",
            "Take the checksum of the file as it is now; this tool's are BLAKE3."
        }
    }
    tool "argon" {
        "OE0001" Error "parse" from "seed 004 (docs/dialects.md)" ["ARGON_OE0001"] {
            "the first of the compiler's codes for texts that it cannot parse",
            "Its letters say namespace and level: `O`, then `E`, `W` or `I`.",
            "Mend the syntax at the primary span."
        }
        "OE0226" Error "language" from "seed 004 (docs/dialects.md)" ["ARGON_OE0226"] {
            "an example of the schema for an error of the compiler",
            "Its letters say namespace and level: `O`, then `E`, `W` or `I`; the number has no meaning in the text.",
            "Read the message and the help of the diagnostic."
        }
    }
    tool "rustc" {
        "E0382" Error "compiler" from "seed 000 (docs/dialects.md)" ["RUSTC_E0382"] {
            "a value is used after it was moved",
            "It belongs to someone else by then. One of the seeds shows the code beside a syntax error, which it is not.",
            "Borrow the value, or clone it before it is moved."
        }
        "E0425" Error "compiler" from "splice 3.1.1" ["RUSTC_E0425"] {
            "a name is not in scope",
            "Usually something was renamed or deleted while its uses were not; splice hands the code on from the compiler.",
            "Rename the uses too, or import the name."
        }
    }
}
