//! Types of mdsel's errors, and the codes that come with them.

use super::codes;

codes! {
    tool "mdsel" {
        "FILE_NOT_FOUND" Error "file" from "seed 003 (docs/dialects.md); mdsel 1.0.0" ["MDSEL_FILE_NOT_FOUND", "ENOENT"] {
            "a file that was named does not exist",
            "Its selectors resolve to nothing; other files of the same run may have been read.",
            "Check the path."
        }
        "FILE_READ_ERROR" Error "file" from "mdsel 1.0.0" ["MDSEL_FILE_READ_ERROR"] {
            "a file could not be read",
            "It may be a folder, or closed to the tool.",
            "Check its kind and permissions."
        }
        "ENCODING_ERROR" Error "file" from "mdsel 1.0.0" ["MDSEL_ENCODING_ERROR"] {
            "a file is not UTF-8",
            "Its text cannot be selected from.",
            "Convert the file to UTF-8."
        }
        "BINARY_FILE" Error "file" from "mdsel 1.0.0" ["MDSEL_BINARY_FILE"] {
            "a file seems to hold no text",
            "Selecting from it would give nonsense.",
            "Name a Markdown file."
        }
        "FILE_TOO_LARGE" Error "file" from "mdsel 1.0.0" ["MDSEL_FILE_TOO_LARGE"] {
            "a file is larger than the tool accepts",
            "Nothing of it was read.",
            "Split the file."
        }
        "PARSE_ERROR" Error "parse" from "mdsel 1.0.0" ["MDSEL_PARSE_ERROR"] {
            "the Markdown or the arguments could not be parsed",
            "Nothing can be selected.",
            "Read the message; `NO_FILES` beside it means that no file was named."
        }
        "DEPTH_EXCEEDED" Error "parse" from "mdsel 1.0.0" ["MDSEL_DEPTH_EXCEEDED"] {
            "the document is nested too deeply",
            "Nothing of it was read.",
            "Flatten the document."
        }
        "PROCESSING_ERROR" Error "parse" from "mdsel 1.0.0" ["MDSEL_PROCESSING_ERROR"] {
            "the tool failed for another reason",
            "The answer is missing, not empty.",
            "Read the message and report it to the tool's authors."
        }
        "INVALID_SELECTOR" Error "selector" from "seed 003 (docs/dialects.md); mdsel 1.0.0" ["MDSEL_INVALID_SELECTOR"] {
            "a selector is not well formed",
            "Nothing was selected; the code beside the type says what is wrong with it.",
            "Compare the selector with those that the index of the file lists."
        }
        "SELECTOR_NOT_FOUND" Error "selector" from "mdsel 1.0.0" ["MDSEL_SELECTOR_NOT_FOUND"] {
            "a selector is well formed but fits nothing",
            "The document has no such part; the tool lists it among the unresolved selectors, not among the errors.",
            "Use one of the suggestions."
        }
        "NAMESPACE_NOT_FOUND" Error "selector" from "mdsel 1.0.0" ["MDSEL_NAMESPACE_NOT_FOUND"] {
            "no file has the namespace of the selector",
            "The file was not given, or its base name is another one.",
            "Use the namespace that the index of the file shows."
        }
        "INVALID_HEADING_LEVEL" Error "selector" from "mdsel 1.0.0" ["MDSEL_INVALID_HEADING_LEVEL"] {
            "a heading level is none of h1 to h6",
            "The selector can fit nothing.",
            "Use `h1` to `h6`."
        }
        "INVALID_BLOCK_TYPE" Error "selector" from "mdsel 1.0.0" ["MDSEL_INVALID_BLOCK_TYPE"] {
            "a kind of block is not known",
            "The selector can fit nothing.",
            "Use a kind that the index of the file shows."
        }
        "INVALID_INDEX" Error "selector" from "mdsel 1.0.0" ["MDSEL_INVALID_INDEX"] {
            "what stands in brackets, or after the dot, is no index",
            "The selector can fit nothing.",
            "Count from 0, use digits only, and name the lower end of a range first."
        }
        "EMPTY_SELECTOR" Error "selector" from "mdsel 1.0.0" ["MDSEL_EMPTY_SELECTOR"] {
            "a selector is empty",
            "It names nothing.",
            "Give a selector, or leave the argument out."
        }
        "UNCLOSED_BRACKET" Error "selector" from "mdsel 1.0.0" ["MDSEL_UNCLOSED_BRACKET"] {
            "a bracket of a selector is not closed",
            "Where its index ends is not known.",
            "Close the bracket."
        }
        "TRAILING_SLASH" Error "selector" from "mdsel 1.0.0" ["MDSEL_TRAILING_SLASH"] {
            "a selector ends with a slash",
            "The part after it is missing.",
            "Leave the slash out, or name the part."
        }
        "MALFORMED_QUERY" Error "selector" from "mdsel 1.0.0" ["MDSEL_MALFORMED_QUERY"] {
            "the query at the end of a selector is not well formed",
            "It would be read as another one.",
            "Write it as `name=value`."
        }
        "INVALID_NAMESPACE" Error "selector" from "mdsel 1.0.0" ["MDSEL_INVALID_NAMESPACE"] {
            "the namespace of a selector is not well formed",
            "It can be that of no file.",
            "Write the base name of the file, then `::`."
        }
        "INVALID_SYNTAX" Error "selector" from "seed 003 (docs/dialects.md); mdsel 1.0.0" ["MDSEL_INVALID_SYNTAX", "SYNTAX_ERROR"] {
            "a selector is not well formed in a way that has no code of its own",
            "It can be read in no way.",
            "Compare it with the selectors that the index of the file lists."
        }
        "NO_FILES" Error "usage" from "mdsel 1.0.0" ["MDSEL_NO_FILES"] {
            "no file was named",
            "There is nothing to select from.",
            "Name at least one file."
        }
    }
}
