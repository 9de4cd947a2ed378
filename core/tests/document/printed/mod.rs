//! What magellan and llmsearch print for a text, by a model of their own: each
//! position is counted from the start of the text.

mod faults;

use super::random::Random;
pub(crate) use faults::faults;
use llm_types::{checksum, span_id};
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    Magellan,
    Llmsearch,
}

impl Tool {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Magellan => "magellan",
            Self::Llmsearch => "llmsearch",
        }
    }
}

/// Line from 1, columns from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) bytes: usize,
    pub(crate) utf16: usize,
    pub(crate) points: usize,
}

pub(crate) struct File {
    /// As the tool prints it.
    pub(crate) path: String,
    /// As the host has loaded it.
    pub(crate) loaded: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn place(&self, offset: usize) -> Place {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap();
        Place {
            line: before.matches('\n').count() as u64 + 1,
            bytes: line.len(),
            utf16: line.encode_utf16().count(),
            points: line.chars().count(),
        }
    }

    /// Lines as magellan prints them: without terminators, LF ends one, and a
    /// final LF begins none.
    fn lines(&self) -> Vec<&str> {
        self.text.lines().collect()
    }

    fn boundaries(&self) -> Vec<usize> {
        let starts = self.text.char_indices().map(|(at, _)| at);
        starts.chain([self.text.len()]).collect()
    }

    /// A range of characters: often short, sometimes empty, sometimes of lines.
    fn range(&self, random: &mut Random) -> (usize, usize) {
        let boundaries = self.boundaries();
        let start = random.below(boundaries.len());
        let most = (boundaries.len() - start).min(random.pick(&[&1, &2, &8, &80]).to_owned());
        let end = start + random.below(most);
        (boundaries[start], boundaries[end])
    }
}

pub(crate) struct Printed {
    pub(crate) tool: Tool,
    pub(crate) value: Value,
    pub(crate) files: Vec<File>,
    /// Ranges that name a file.
    pub(crate) spans: u64,
    /// Of these, ranges that state the checksum of the file.
    pub(crate) with_file_checksum: u64,
}

const PIECES: [&str; 22] = [
    "a",
    "b c",
    "fn x",
    "    ",
    "\t",
    "é",
    "世界",
    "😀",
    "👩\u{200d}👧",
    "e\u{301}",
    "\u{2028}",
    "\u{85}",
    "\r",
    "\r\n",
    "\n",
    "\n",
    "\n\n",
    "{}",
    "\"\\\"",
    "\u{0}",
    "\u{feff}",
    "𝒳",
];

fn text(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(6) == 0 {
        text.push('\u{feff}');
    }
    for _ in 0..random.below(60) {
        text.push_str(random.pick(&PIECES));
    }
    if random.below(8) == 0 {
        let long = random.pick(&["é", "x"]).repeat(200);
        text.push_str(&long);
        text.push_str(" y\n");
    }
    text
}

impl Printed {
    pub(crate) fn new(random: &mut Random, tool: Tool) -> Self {
        let root = random.pick(&["/w", "/srv/jo doe/ä b", ""]);
        let names = ["src/a.rs", "src/dir with space/日本.rs", "b.txt"];
        let files: Vec<File> = names[..=random.below(3)]
            .iter()
            .map(|name| File {
                path: match (root, tool) {
                    ("", Tool::Llmsearch) => format!("./{name}"),
                    ("", Tool::Magellan) => (*name).to_owned(),
                    (root, _) => format!("{root}/{name}"),
                },
                loaded: (*name).to_owned(),
                text: text(random),
            })
            .collect();
        let mut printed = Self {
            tool,
            value: Value::Null,
            files,
            spans: 0,
            with_file_checksum: 0,
        };
        printed.value = match tool {
            Tool::Llmsearch => printed.search(random),
            Tool::Magellan => printed.answer(random),
        };
        printed
    }

    /// The file of a path, whichever spelling it has.
    pub(crate) fn file(&self, path: &str) -> &File {
        self.files
            .iter()
            .find(|file| file.path == path || file.loaded == path)
            .unwrap()
    }

    fn any_file(&self, random: &mut Random) -> &File {
        &self.files[random.below(self.files.len())]
    }

    fn search(&mut self, random: &mut Random) -> Value {
        let matches: Vec<Value> = (0..random.below(7))
            .map(|number| {
                let file = self.any_file(random);
                let (start, end) = file.range(random);
                let place = file.place(start);
                let line_start = start - place.bytes;
                let line_end = file.text[end..]
                    .find('\n')
                    .map_or(file.text.len(), |at| end + at);
                let clip = |piece: &str, from_end: bool| -> String {
                    let mut piece = piece;
                    while piece.len() > 100 {
                        let mut chars = piece.chars();
                        if from_end {
                            chars.next();
                        } else {
                            chars.next_back();
                        }
                        piece = chars.as_str();
                    }
                    piece.to_owned()
                };
                json!({
                    "match_id": format!("{number:08x}-e010-434d-a116-600d8a46d700"),
                    "file": file.path,
                    "byte_start": start,
                    "byte_end": end,
                    "matched_text": &file.text[start..end],
                    "line_number": place.line,
                    "column_number": place.points + 1,
                    "context_before": clip(&file.text[line_start..start], true),
                    "context_after": clip(&file.text[end..line_end], false),
                })
            })
            .collect();
        self.spans = matches.len() as u64;
        json!({
            "execution_id": "901cb1f8-5c70-426b-b40b-0ff81c84deeb",
            "pattern": "a|é",
            "match_count": matches.len(),
            "matches": matches,
        })
    }

    fn span(&self, random: &mut Random, rich: bool) -> (Value, &File, usize, usize) {
        let file = self.any_file(random);
        Self::span_of(file, random, rich)
    }

    fn span_of<'f>(
        file: &'f File,
        random: &mut Random,
        rich: bool,
    ) -> (Value, &'f File, usize, usize) {
        let (start, end) = file.range(random);
        let (from, to) = (file.place(start), file.place(end));
        let mut span = json!({
            "span_id": span_id(&file.path, start as u64, end as u64).unwrap(),
            "file_path": file.path,
            "byte_start": start,
            "byte_end": end,
            "start_line": from.line,
            "start_col": from.bytes,
            "end_line": to.line,
            "end_col": to.bytes,
        });
        if rich {
            let lines = file.lines();
            let number = random.pick(&[&0, &1, &3, &100, &101]).to_owned();
            let index = |line: u64| usize::try_from(line).unwrap().min(lines.len());
            let (first, last) = (index(from.line - 1), index(to.line));
            let mut context = json!({});
            for (key, lines) in [
                ("before", &lines[first.saturating_sub(number)..first]),
                ("selected", &lines[first..last.max(first)]),
                ("after", &lines[last..lines.len().min(last + number)]),
            ] {
                if !lines.is_empty() {
                    context[key] = json!(lines);
                }
            }
            span["context"] = context;
            span["semantics"] = json!({"kind": "fn", "language": "rust"});
            span["checksums"] = json!({
                "checksum_before": checksum(&file.text[start..end]),
                "file_checksum_before": checksum(&file.text),
            });
        }
        (span, file, start, end)
    }

    /// Symbols of any file, or of the first one only.
    fn symbols(&mut self, random: &mut Random, rich: bool, of_first: bool) -> Vec<Value> {
        let symbols: Vec<Value> = (0..random.below(5))
            .map(|number| {
                let (span, ..) = if of_first {
                    Self::span_of(&self.files[0], random, rich)
                } else {
                    self.span(random, rich)
                };
                let mut symbol = json!({
                    "match_id": format!("5bde323dd6952a{number}"),
                    "span": span,
                    "name": "注ぐ",
                    "kind": "fn",
                    "symbol_id": "ac3a8314e7ce9a68",
                });
                if rich {
                    symbol["callers"] =
                        json!([{"name": "x", "file_path": "/w/z.rs", "line": 3, "column": 0}]);
                    symbol["callees"] = json!([]);
                }
                symbol
            })
            .collect();
        self.count(symbols.len(), rich);
        symbols
    }

    fn count(&mut self, spans: usize, rich: bool) {
        self.spans += spans as u64;
        self.with_file_checksum += if rich { spans as u64 } else { 0 };
    }

    fn answer(&mut self, random: &mut Random) -> Value {
        let rich = random.below(2) == 0;
        let data = match random.below(5) {
            0 => json!({"matches": self.symbols(random, rich, false), "query_name": "注ぐ"}),
            1 => json!({
                "symbols": self.symbols(random, rich, true), "file_path": self.files[0].path,
                "kind_filter": "fn",
            }),
            2 => {
                let references: Vec<Value> = (0..random.below(5))
                    .map(|number| {
                        let (span, ..) = self.span(random, rich);
                        json!({
                            "match_id": format!("ref_5bde323dd6952a{number}"), "span": span,
                            "referenced_symbol": "x", "reference_kind": "call",
                            "target_symbol_id": "2ff5219e871fb538",
                        })
                    })
                    .collect();
                self.count(references.len(), rich);
                json!({
                    "references": references, "symbol_name": "x",
                    "file_path": self.files[0].path, "direction": "in",
                })
            }
            3 => {
                let (span, file, start, end) = self.span(random, rich);
                let content = file.text[start..end].to_owned();
                self.count(1, rich);
                json!({
                    "symbol": {"match_id": "5bde323dd6952a5", "span": span, "name": "x",
                        "kind": "struct", "symbol_id": "ac3a8314e7ce9a68"},
                    "content": content,
                })
            }
            _ => {
                let chunks: Vec<Value> = (0..=random.below(4))
                    .map(|number| {
                        let file = self.any_file(random);
                        let (start, end) = file.range(random);
                        let content = &file.text[start..end];
                        json!({
                            "id": number, "file_path": file.path, "byte_start": start,
                            "byte_end": end, "content": content,
                            "content_hash": checksum(content).strip_prefix("sha256:").unwrap(),
                            "symbol_name": "x", "symbol_kind": null, "created_at": 1_795_200_000,
                        })
                    })
                    .collect();
                self.count(chunks.len(), false);
                json!(chunks)
            }
        };
        json!({
            "schema_version": "1.0.0",
            "execution_id": "6b008bad-4754",
            "data": data,
            "tool": "magellan",
            "timestamp": "2026-11-20T18:04:30Z",
        })
    }
}

/// Writes a value with the members of each object in some order.
pub(crate) fn write(value: &Value, random: &mut Random) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| write(item, random)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            for at in (1..members.len()).rev() {
                members.swap(at, random.below(at + 1));
            }
            let members: Vec<String> = members
                .into_iter()
                .map(|(key, value)| format!("{}: {}", json!(key), write(value, random)))
                .collect();
            format!("{{{}}}", members.join(" ,\n"))
        }
        other => other.to_string(),
    }
}
