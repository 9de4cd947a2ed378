//! Codes that llmgrep prints in `data.code`.

use super::codes;

codes! {
    tool "llmgrep" {
        "LLM-E001" Error "database" from "llmgrep 3.11.2" ["LLMGREP_E001"] {
            "the index was not found",
            "Nothing was searched.",
            "Give the path of the index, or build one."
        }
        "LLM-E002" Error "database" from "llmgrep 3.11.2" ["LLMGREP_E002"] {
            "the index is damaged",
            "No answer from it can be relied on.",
            "Build the index again."
        }
        "LLM-E003" Error "database" from "llmgrep 3.11.2" ["LLMGREP_E003"] {
            "the schema of the index is of another version",
            "The tool cannot read it, although it may be sound.",
            "Build the index with a version that fits the tool."
        }
        "LLM-E011" Error "query" from "llmgrep 3.11.2" ["LLMGREP_E011"] {
            "a query or the value of a filter is not valid",
            "Nothing was searched. The tool also refuses symbol ids of its own answers with it.",
            "Check the value against what the message asks for."
        }
        "LLM-E012" Error "query" from "llmgrep 3.11.2" ["LLMGREP_E012"] {
            "the query is empty",
            "Everything would fit.",
            "Give at least one character."
        }
        "LLM-E021" Error "search" from "llmgrep 3.11.2" ["LLMGREP_E021"] {
            "the search failed",
            "The answer is missing, not empty: it says nothing about the code.",
            "Read the message; semantic search needs a configured model."
        }
        "LLM-E031" Error "path" from "llmgrep 3.11.2" ["LLMGREP_E031"] {
            "a path is not valid",
            "The filter by path could not be applied.",
            "Check its spelling and its root."
        }
        "LLM-E032" Warning "query" from "llmgrep 3.11.2" ["LLMGREP_E032"] {
            "a field that was asked for does not exist",
            "The run fails although the severity says warning.",
            "Check the names of the fields."
        }
        "LLM-E101" Error "query" from "llmgrep 3.11.2" ["LLMGREP_E101"] {
            "a regular expression was refused",
            "Nothing was searched.",
            "Escape the characters that are meant literally."
        }
        "LLM-E102" Error "query" from "llmgrep 3.11.2" ["LLMGREP_E102"] {
            "a number is above the limit",
            "Nothing was searched.",
            "Use a smaller number."
        }
        "LLM-E103" Error "path" from "llmgrep 3.11.2" ["LLMGREP_E103"] {
            "a path could not be checked",
            "The file or the index behind it is missing; this is what a missing index really gives.",
            "Check that the path exists and can be read."
        }
        "LLM-E104" Error "query" from "llmgrep 1.1" ["LLMGREP_E104"] {
            "the id of a symbol is not valid",
            "Nothing was searched.",
            "Copy the id whole from an answer of the tool."
        }
        "LLM-E105" Error "program" from "llmgrep 3.11.2" ["LLMGREP_E105"] {
            "the program magellan is not on the search path",
            "Questions that are handed on to it cannot be answered.",
            "Install it, or add its folder to the search path."
        }
        "LLM-E106" Error "reference" from "llmgrep 3.11.2" ["LLMGREP_E106"] {
            "several symbols have the name",
            "An answer about one of them would look like an answer about the one that was meant.",
            "Give the path or the fully qualified name."
        }
        "LLM-E107" Error "program" from "llmgrep 3.11.2" ["LLMGREP_E107"] {
            "the version of magellan does not fit",
            "Its answers may have another shape.",
            "Install a version that the message names."
        }
        "LLM-E108" Error "program" from "llmgrep 3.11.2" ["LLMGREP_E108"] {
            "a run of magellan failed",
            "The answer is missing, not empty.",
            "Run the same question with magellan itself to see its message."
        }
        "LLM-E109" Error "database" from "llmgrep 3.0.0" ["LLMGREP_E109"] {
            "the index is of a kind that this build of the tool cannot read",
            "Nothing was searched, although the index may be sound.",
            "Install the tool with the feature that the message names."
        }
        "LLM-E110" Error "database" from "llmgrep 3.11.2" ["LLMGREP_E110"] {
            "the kind of the database was not recognised",
            "The tool does not know how to read it.",
            "Check that the path is that of an index."
        }
        "LLM-E111" Error "database" from "llmgrep 3.0.0" ["LLMGREP_E111"] {
            "the command needs an index of another kind",
            "Nothing was searched, although the index may be sound.",
            "Build the index anew as the message says, or ask with `search`."
        }
        "LLM-E112" Error "reference" from "llmgrep 3.11.2" ["LLMGREP_E112"] {
            "no symbol has this fully qualified name",
            "The name may be written otherwise in the index.",
            "Search for the last part of the name first."
        }
        "LLM-E113" Warning "database" from "llmgrep 3.11.2" ["LLMGREP_E113"] {
            "this kind of index has no pieces of code",
            "Answers come without text.",
            "Read the text from the files by the ranges."
        }
        "LLM-E114" Error "database" from "llmgrep 3.11.2" ["LLMGREP_E114"] {
            "this kind of index cannot do what was asked",
            "Nothing was searched.",
            "Use an index of the kind that the message names."
        }
        "LLM-E901" Error "internal" from "llmgrep 3.11.2" ["LLMGREP_E901"] {
            "reading or writing failed below the tool",
            "The answer is missing, not empty.",
            "Check files and permissions."
        }
        "LLM-E902" Error "internal" from "llmgrep 3.11.2" ["LLMGREP_E902"] {
            "SQLite gave an error",
            "The answer is missing, not empty.",
            "Close other programs that use the index, or build it again."
        }
        "LLM-E903" Error "internal" from "llmgrep 3.11.2" ["LLMGREP_E903"] {
            "JSON could not be read or written",
            "The answer is missing, not empty.",
            "Report it to the tool's authors with the input."
        }
        "LLM-E904" Error "internal" from "llmgrep 3.11.2" ["LLMGREP_E904"] {
            "the engine for regular expressions gave an error",
            "The answer is missing, not empty.",
            "Simplify the expression."
        }
    }
}
