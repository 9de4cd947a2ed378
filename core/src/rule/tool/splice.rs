//! Codes that splice prints in `error.error_code`, or was meant to.
//!
//! The words of `error.kind` that come with one code only are aliases of it.

use super::codes;

codes! {
    tool "splice" {
        "SPL-E001" Error "reference" from "splice 3.1.1" ["SPLICE_E001", "SymbolNotFound"] {
            "no symbol has the name that was given",
            "Nothing was changed; the name may be spelt otherwise, or the file is not in the index.",
            "List the symbols of the file, then repeat the command with one of their names."
        }
        "SPL-E002" Warning "reference" from "splice 3.1.1" ["SPLICE_E002", "AmbiguousSymbol"] {
            "several symbols have the name, and no file was given to choose one",
            "Nothing was changed; the tool prints it with severity `warning` although its letter says error.",
            "Repeat the command with the file of the symbol that is meant."
        }
        "SPL-E003" Error "reference" from "splice 3.1.1" ["SPLICE_E003"] {
            "the references of a symbol could not be gathered",
            "A change of the symbol would leave some of its uses behind.",
            "Bring the index up to date and repeat the command."
        }
        "SPL-E004" Warning "reference" from "splice 3.1.1" ["SPLICE_E004"] {
            "a reference can belong to more than one definition",
            "The tool does not know which uses to change, and so changes none.",
            "Name the file of the definition, or give the names a path."
        }
        "SPL-E011" Error "parse" from "splice 3.1.1" ["SPLICE_E011"] {
            "a source text could not be parsed, or its language is not known",
            "Without a syntax tree the tool finds no symbols in the file.",
            "Mend the syntax, or check that the file's extension is one of a supported language."
        }
        "SPL-E012" Error "parse" from "splice 3.1.1" ["SPLICE_E012"] {
            "a file is not UTF-8",
            "Byte offsets of a text that was decoded otherwise mean other places.",
            "Convert the file to UTF-8 first."
        }
        "SPL-E013" Error "parse" from "splice 3.1.1" ["SPLICE_E013"] {
            "a compiler found a syntax error",
            "The file does not compile, so the tool cannot tell whether its change is safe.",
            "Read the compiler's diagnostics in the same answer and mend the first of them."
        }
        "SPL-E021" Error "span" from "splice 3.1.1" ["SPLICE_E021", "InvalidSpan"] {
            "a byte range is impossible",
            "It ends before it starts, or cuts through a character, so no text can be meant by it.",
            "Take the range from a fresh answer, not from one about an older text."
        }
        "SPL-E022" Error "span" from "splice 3.1.1" ["SPLICE_E022"] {
            "a range of lines is impossible",
            "It ends before it starts, or begins at line 0.",
            "Count lines from 1 and give the first line first."
        }
        "SPL-E023" Error "span" from "splice 3.1.1" ["SPLICE_E023"] {
            "a range reaches beyond the end of the file",
            "The file is shorter than when the range was made.",
            "Search again in the file as it is now."
        }
        "SPL-E031" Error "io" from "splice 3.1.1" ["SPLICE_E031"] {
            "something could not be read",
            "A file, a proof or a database is missing or closed to the tool; nothing was done.",
            "Check the path and the permissions."
        }
        "SPL-E032" Error "io" from "splice 3.1.1" ["SPLICE_E032"] {
            "a file could not be written",
            "The change did not reach the disk, or only a part of it did.",
            "Check space and permissions, then compare the file with its backup."
        }
        "SPL-E033" Error "io" from "splice 3.1.1" ["SPLICE_E033"] {
            "a file does not exist",
            "The path is relative to another folder, or the file was moved.",
            "Give the path from the root of the workspace."
        }
        "SPL-E034" Warning "io" from "splice 3.1.1" ["SPLICE_E034"] {
            "a file was changed by someone else meanwhile",
            "The offsets of the operation belong to the text before that change; the tool prints it with severity `warning`.",
            "Look at the file again and make the operation anew."
        }
        "SPL-E040" Error "mutation" from "splice 3.1.1" ["SPLICE_E040", "RenameFailed"] {
            "a rename did not succeed",
            "Some uses may have the new name and others the old one.",
            "Check the state of the files, restore the backup if there is one, and read the message for the cause."
        }
        "SPL-E041" Error "mutation" from "splice 3.1.1" ["SPLICE_E041"] {
            "a check before the change failed",
            "The change was refused before any file was touched.",
            "Mend what the message names and repeat the command."
        }
        "SPL-E042" Error "mutation" from "splice 3.1.1" ["SPLICE_E042", "ParseValidationFailed"] {
            "the text no longer parses after the change",
            "The replacement breaks the syntax of the file; the tool is meant to put the old text back, which needs checking.",
            "Compare the file with its former text, then mend the replacement."
        }
        "SPL-E043" Error "mutation" from "splice 3.1.1" ["SPLICE_E043", "CargoCheckFailed"] {
            "the project no longer compiles after the change",
            "Other code relied on what was changed; the compiler's diagnostics are in the same answer.",
            "Compare the file with its former text, then change the callers too."
        }
        "SPL-E051" Error "input" from "splice 3.1.1" ["SPLICE_E051", "InvalidPlanSchema", "InvalidDateFormat"] {
            "a plan has the wrong shape, or a date could not be read",
            "Nothing of the plan was done; the tool uses the same code for dates of its log filter.",
            "Compare the plan with the members that the tool asks for; write dates as RFC 3339 has them."
        }
        "SPL-E052" Error "mutation" from "splice 3.1.1" ["SPLICE_E052", "PlanExecutionFailed"] {
            "a step of a plan failed",
            "The steps before it stay done, so the files are between two states.",
            "Look at which steps are done before the plan is run again."
        }
        "SPL-E053" Error "input" from "splice 3.1.1" ["SPLICE_E053", "InvalidBatchSchema", "InvalidBatchSpec"] {
            "a batch file has the wrong shape",
            "Nothing of the batch was done.",
            "Compare the batch with the members that the tool asks for."
        }
        "SPL-E061" Error "database" from "splice 3.1.1" ["SPLICE_E061"] {
            "the graph of the code gave an error",
            "Symbols and references cannot be trusted until it is rebuilt.",
            "Build the index again."
        }
        "SPL-E062" Error "database" from "splice 3.1.1" ["SPLICE_E062"] {
            "the database gave an error",
            "The index is locked, damaged or of another version.",
            "Close other programs that use it, or build it again."
        }
        "SPL-E071" Error "log" from "splice 3.1.1" ["SPLICE_E071"] {
            "the log of operations could not be used",
            "The operation itself may have been done; only its record is missing.",
            "Check the files, then the permissions of the log."
        }
        "SPL-E072" Error "log" from "splice 3.1.1" ["SPLICE_E072", "ExecutionNotFound"] {
            "the log has no run of this name",
            "The id is misspelt, or belongs to another workspace.",
            "List the log and copy the id from there."
        }
        "SPL-E081" Error "analyzer" from "splice 3.1.1" ["SPLICE_E081"] {
            "an analyzer that was asked for is not there",
            "The result was not checked by it.",
            "Install the program, or leave the check out knowingly."
        }
        "SPL-E082" Error "analyzer" from "splice 3.1.1" ["SPLICE_E082"] {
            "an analyzer found problems",
            "The change is written but not sound by that analyzer.",
            "Read its diagnostics in the same answer."
        }
        "SPL-E091" Error "database" from "splice 3.1.1" ["SPLICE_E091"] {
            "the index could not be opened by the library that reads it",
            "The index is damaged, or was written by a version that this one cannot read.",
            "Build the index with the version that the tool was built for."
        }
        "SPL-W001" Warning "reference" from "splice 3.1.1" ["SPLICE_W001"] {
            "a symbol of this name is in several files",
            "The answer is about one of them; another may have been meant.",
            "Give the file."
        }
        "SPL-W002" Warning "database" from "splice 3.1.1" ["SPLICE_W002"] {
            "a file was left out of the index",
            "No answer will mention what is in it.",
            "Check that its language and encoding are supported."
        }
        "SPL-W003" Warning "io" from "splice 3.1.1" ["SPLICE_W003"] {
            "a file differs from what the index knows",
            "Offsets in it may be stale.",
            "Bring the index up to date."
        }
        "SPL-V002" Error "validation" from "seed 000 (docs/dialects.md)" ["SPLICE_V002"] {
            "an example of the schema for a failed check; the tool does not print it",
            "It has a category where the tool's real codes have a letter, so a table of real codes lacks it.",
            "Use the code that the tool prints for the case."
        }
    }
}
