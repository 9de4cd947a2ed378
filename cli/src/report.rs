//! What the core found in a document, for other programs: SARIF and the
//! annotations of GitHub Actions.
//!
//! Both count lines and columns from 1; columns are UTF-16 code units, which is
//! what SARIF calls its default and what editors show.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use llm_types::{Diagnostic, Level, checksum, explain};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::findings::View;
use crate::input::STDIN;
use crate::output::Lines;
use crate::sources::SourceFolder;

/// The place of the schema of SARIF 2.1.0.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One run of SARIF 2.1.0 on standard output, written as it is found: a result takes many
/// times the memory of a finding, and of these there may be very many. Members stand in the
/// order of their names, so that the rules come after the results that they are the rules of.
pub(crate) struct Sarif {
    /// The document as a URI, by the bytes of its name: not all are UTF-8.
    uri: String,
    /// The SHA-256 of the document, which shows what text a fix is for; absent for a text that is
    /// worked on piece by piece.
    hash: Option<String>,
    /// The rules in the order of their first finding, and their places in it.
    rules: Vec<Value>,
    places: BTreeMap<Cow<'static, str>, usize>,
    out: Lines,
    /// Whether nothing is written yet.
    empty: bool,
}

impl Sarif {
    /// Of a file, or of standard input; with the whole text of it, if that is at hand.
    pub(crate) fn of(path: Option<&Path>, text: Option<&[u8]>) -> Self {
        let path = path.filter(|path| path.as_os_str() != "-");
        Self {
            uri: uri(path.map_or(STDIN.as_ref(), Path::as_os_str)),
            hash: text.map(sha256),
            rules: Vec::new(),
            places: BTreeMap::new(),
            out: Lines::new(),
            empty: true,
        }
    }

    /// Adds findings in the text that the view shows, and in the sources.
    pub(crate) fn add(
        &mut self,
        diagnostics: &[Diagnostic],
        view: &View<'_>,
        folder: Option<&SourceFolder>,
    ) -> Result<(), Failure> {
        for found in diagnostics {
            self.begin(",")?;
            let Self {
                uri,
                rules,
                places,
                out,
                ..
            } = self;
            let place = *places.entry(found.code.clone()).or_insert_with(|| {
                rules.push(rule(&found.code));
                rules.len() - 1
            });
            out.part(&result(found, place, view, uri, folder).to_string())?;
        }
        Ok(())
    }

    /// Writes what stands before a result: the head of the log before the first one, `between`
    /// before any other.
    fn begin(&mut self, between: &str) -> Result<(), Failure> {
        if !std::mem::take(&mut self.empty) {
            return self.out.part(between);
        }
        let (schema, mut artifact) = (json!(SCHEMA), json!({ "location": { "uri": self.uri } }));
        if let Some(hash) = &self.hash {
            artifact["hashes"] = json!({ "sha-256": hash });
        }
        self.out.part(&format!(
            r#"{{"$schema":{schema},"runs":[{{"artifacts":[{artifact}],"columnKind":"utf16CodeUnits","results":["#
        ))
    }

    /// The rest of the log.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.begin("")?;
        let tool = json!({ "driver": {
            "name": "llm-types",
            "semanticVersion": llm_types::version(),
            "rules": self.rules,
        }});
        self.out
            .line(&format!(r#"],"tool":{tool}}}],"version":"2.1.0"}}"#))?;
        // Whether anybody read it to the end is not asked.
        self.out.flush().map(|_| ())
    }
}

/// SARIF names the algorithm beside the digits.
fn sha256(text: &[u8]) -> String {
    checksum(text).trim_start_matches("sha256:").to_owned()
}

fn rule(code: &str) -> Value {
    // Every code that a diagnostic has is registered; a test of the core says so.
    explain(code).map_or_else(
        |_| json!({ "id": code }),
        |rule| {
            json!({
                "id": code,
                "shortDescription": { "text": rule.what },
                "fullDescription": { "text": rule.why },
                "help": { "text": rule.remedy },
                "defaultConfiguration": { "level": level(rule.level) },
            })
        },
    )
}

/// SARIF has no `help`: a proposal is a note.
const fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note | Level::Help => "note",
    }
}

fn result(
    found: &Diagnostic,
    place: usize,
    view: &View<'_>,
    document: &str,
    folder: Option<&SourceFolder>,
) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".into(), found.code.as_ref().into());
    result.insert("ruleIndex".into(), place.into());
    result.insert("level".into(), level(found.level).into());
    result.insert("message".into(), json!({ "text": found.message }));
    if let Some((start, end)) = found.byte_start.zip(found.byte_end) {
        let mut location = location(view, document, start, end);
        if let Some(pointer) = &found.pointer {
            location["logicalLocations"] =
                json!([{ "fullyQualifiedName": pointer, "kind": "value" }]);
        }
        result.insert("locations".into(), json!([location]));
    }
    let mut related: Vec<Value> = Vec::new();
    for other in &found.related {
        if let Some((start, end)) = other.byte_start.zip(other.byte_end) {
            let mut place = location(view, document, start, end);
            place["message"] = json!({ "text": other.message });
            related.push(place);
        }
    }
    if let Some(span) = &found.span {
        // All places are relative to one folder: the one from which the document was named.
        let source = folder.and_then(|folder| Some(folder.path(folder.meant(&span.file_path)?)));
        let source = source.map_or_else(|| (&span.file_path).into(), PathBuf::into_os_string);
        related.push(json!({
            "message": { "text": "the place in the source" },
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&source) },
                "region": {
                    "byteOffset": span.byte_start,
                    "byteLength": span.byte_end.saturating_sub(span.byte_start),
                },
            },
        }));
    }
    if !related.is_empty() {
        result.insert("relatedLocations".into(), related.into());
    }
    let fixes: Vec<Value> = found
        .fixes
        .iter()
        .map(|fix| {
            let replacements: Vec<Value> = fix
                .edits
                .iter()
                .map(|edit| {
                    json!({
                        "deletedRegion": deleted(view, edit.byte_start, edit.byte_end),
                        "insertedContent": { "text": edit.new_text },
                    })
                })
                .collect();
            json!({
                "description": { "text": fix.title },
                "artifactChanges": [{
                    "artifactLocation": { "uri": document, "index": 0 },
                    "replacements": replacements,
                }],
            })
        })
        .collect();
    if !fixes.is_empty() {
        result.insert("fixes".into(), fixes.into());
    }
    Value::Object(result)
}

fn location(view: &View<'_>, document: &str, start: u64, end: u64) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": document, "index": 0 },
            "region": region(view, start, end),
        },
    })
}

fn region(view: &View<'_>, start: u64, end: u64) -> Value {
    let ((line, column), (end_line, end_column)) = (view.place(start), view.place(end));
    json!({
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "byteOffset": start,
        "byteLength": end.saturating_sub(start),
    })
}

/// A region that a fix replaces, with the text that it replaces there.
fn deleted(view: &View<'_>, start: u64, end: u64) -> Value {
    let mut region = region(view, start, end);
    if let Some(text) = view.text(start, end).filter(|text| !text.is_empty()) {
        region["snippet"] = json!({ "text": text });
    }
    region
}

/// A path as a relative reference of a URI: what RFC 3986 does not allow there is
/// written by its bytes.
fn uri(path: &OsStr) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            byte if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(byte) => {
                uri.push(char::from(*byte));
            }
            // Writing to a String cannot fail, here and below.
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// One workflow command a finding.
pub(crate) fn github(diagnostics: &[Diagnostic], name: &str) -> String {
    let mut text = String::new();
    for found in diagnostics {
        let word = match found.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note | Level::Help => "notice",
        };
        let mut properties = vec![format!("file={}", property(name))];
        if let Some(line) = found.start_line {
            properties.push(format!("line={line}"));
        }
        if let Some(column) = found.start_col_utf16 {
            properties.push(format!("col={}", column.saturating_add(1)));
        }
        properties.push(format!("title={}", property(&found.code)));
        let at = found.pointer.as_deref().filter(|at| !at.is_empty());
        let at = at.unwrap_or("the document");
        let message = format!("{}\nat {at}\n{}", found.message, found.help);
        let properties = properties.join(",");
        let _ = writeln!(text, "::{word} {properties}::{}", escaped(&message));
    }
    text
}

/// What would end a command is written by its code.
fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
