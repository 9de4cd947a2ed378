//! The members of the objects of SARIF that a change is read from (2.1.0 §3.3, §3.30, §3.57).

pub(super) const OF_REPLACEMENT: [&str; 3] = ["deletedRegion", "insertedContent", "properties"];

pub(super) const OF_REGION: [&str; 12] = [
    "startLine",
    "startColumn",
    "endLine",
    "endColumn",
    "charOffset",
    "charLength",
    "byteOffset",
    "byteLength",
    "snippet",
    "message",
    "sourceLanguage",
    "properties",
];

pub(super) const OF_CONTENT: [&str; 4] = ["text", "binary", "rendered", "properties"];
