//! The loop of a harness, from what a tool printed to the file on the disk, all through
//! the program: query, search, patch, syntax tree, and a request that a tool was given.
//!
//! The documents are what the tools really printed about the workspace of the fixtures;
//! those of the syntax tree were written by hand after the tool's definition.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::run::{folder, llm_types};

fn fixture(path: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    tests.join(path)
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

/// A copy of the workspace for one test, and what is done with it.
struct Workspace {
    folder: PathBuf,
    source: String,
}

impl Workspace {
    fn new(name: &str) -> Self {
        let source = format!("workflows/{name}");
        let folder = folder().join(&source);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("removed");
        }
        copy(&fixture("workspace"), &folder);
        Self { folder, source }
    }

    fn read(&self, path: &str) -> Vec<u8> {
        bytes(&self.folder.join(path))
    }

    /// Runs a command with `--source` and gives what it printed.
    fn run(&self, args: &[&str], stdin: impl AsRef<str>, code: i32) -> String {
        let args = [args, &["--source", &self.source]].concat();
        let run = llm_types(&args).stdin(stdin.as_ref()).assert().code(code);
        String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
    }

    /// What a tool printed, as an envelope.
    fn normalize(&self, document: &Path) -> Value {
        let text = String::from_utf8(bytes(document)).expect("UTF-8");
        serde_json::from_str(&self.run(&["normalize"], text, 0)).expect("an envelope")
    }

    /// The code of `validate`, and how many ranges were proved.
    fn proved(&self, document: impl AsRef<str>, code: i32) -> (u64, u64) {
        let report = self.run(&["validate", "--format", "json"], document, code);
        let report: Value = serde_json::from_str(&report).expect("a report");
        let source = &report["checked"]["source"];
        let count = |key: &str| source[key].as_u64().expect("a count");
        (count("spans_proved"), count("spans_total"))
    }

    /// Plans, sees that nothing was written, and that the diff of the plan leads to
    /// what is written then; gives the plan.
    fn edit(&self, request: &Value) -> Value {
        let before = snapshot(&self.folder);
        let request = request.to_string();
        // The tools saw the folder there.
        let edit = |args: &[&str]| {
            let args = [&["edit", "--root", "/workspace"], args].concat();
            self.run(&args, &request, 0)
        };
        let diff = edit(&[]);
        assert_eq!(snapshot(&self.folder), before, "a dry run wrote something");
        let plan = edit(&["--format", "json", "--write"]);
        let after = snapshot(&self.folder);
        let changed = before.iter().filter(|file| !after.contains(file)).count();
        assert_eq!(diff.matches("diff --git ").count(), changed);
        let plan: Value = serde_json::from_str(&plan).expect("a plan");
        for file in plan["files"].as_array().expect("files") {
            let path = self
                .folder
                .join(file["file_path"].as_str().expect("a path"));
            let sum = file["final_checksum"].as_str().expect("a checksum");
            llm_types(&["checksum", &path.to_string_lossy(), "--verify", sum])
                .assert()
                .success();
        }
        plan
    }

    /// Takes back what a plan did.
    fn undo(&self, plan: &Value) {
        self.run(&["edit", "--write"], plan["inverse"].to_string(), 0);
        assert_eq!(snapshot(&self.folder), snapshot(&fixture("workspace")));
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::write(target, bytes(&path)).expect("a copy");
        }
    }
}

/// All files of a folder with their bytes.
fn snapshot(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                open.push((entry.path(), format!("{name}/")));
            } else {
                files.push((name, bytes(&entry.path())));
            }
        }
    }
    files.sort();
    files
}

fn list<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    let list = value.pointer(pointer).and_then(Value::as_array);
    list.expect("a list")
}

fn number(value: &Value, key: &str) -> usize {
    let number = value[key].as_u64().expect("a number");
    usize::try_from(number).expect("small")
}

/// Query: a symbol that Magellan found, in a file with CRLF, with the tool's own
/// checksums as guards.
#[test]
fn a_queried_symbol_is_replaced() {
    let workspace = Workspace::new("query");
    let printed = fixture("magellan/3.1.9/query-rich-crlf.json");
    let text = String::from_utf8(bytes(&printed)).expect("UTF-8");
    assert_eq!(workspace.proved(&text, 0), (4, 4));

    let envelope = workspace.normalize(&printed);
    let symbols = list(&envelope, "/data/symbols");
    let open = symbols.iter().find(|symbol| symbol["name"] == "open");
    let span = &open.expect("the function")["span"];
    let (start, end) = (number(span, "byte_start"), number(span, "byte_end"));
    let new = "pub fn open() -> Self {\r\n        Self { rows: vec![] } // 開く\r\n    }";
    let request = json!({
        "file_path": span["file_path"],
        "expected_checksum": span["checksums"]["file_checksum_before"],
        "edits": [{
            "byte_start": start,
            "byte_end": end,
            "checksum_before": span["checksums"]["checksum_before"],
            "new_text": new,
        }],
    });
    let before = workspace.read("src/crlf_ledger.rs");
    let plan = workspace.edit(&request);
    let expected = [&before[..start], new.as_bytes(), &before[end..]].concat();
    assert_eq!(workspace.read("src/crlf_ledger.rs"), expected);

    // What the tool printed tells of another text now, and is found out ...
    assert!(workspace.proved(&text, 1).0 < 4);
    // ... and so is the request, sent for another file of that name.
    workspace.undo(&plan);
    std::fs::write(workspace.folder.join("src/crlf_ledger.rs"), "other\n").expect("written");
    workspace.run(&["edit", "--write"], request.to_string(), 1);
    assert_eq!(workspace.read("src/crlf_ledger.rs"), b"other\n");
}

/// Search: every match of llmsearch in all files is replaced at once, each guarded by
/// the text that was matched.
#[test]
fn all_matches_of_a_search_are_replaced() {
    let workspace = Workspace::new("search");
    let printed = fixture("llmsearch/1.0.0/todo-all-rel.json");
    let text = String::from_utf8(bytes(&printed)).expect("UTF-8");
    assert_eq!(workspace.proved(&text, 0), (15, 15));

    let envelope = workspace.normalize(&printed);
    let mut files: Vec<Value> = Vec::new();
    for found in list(&envelope, "/data/matches") {
        let span = &found["span"];
        let edit = json!({
            "byte_start": span["byte_start"],
            "byte_end": span["byte_end"],
            "expected_text": found["matched_text"],
            "new_text": "DONE ✓",
        });
        let path = &span["file_path"];
        match files.iter_mut().find(|file| file["file_path"] == *path) {
            Some(file) => file["edits"].as_array_mut().expect("a list").push(edit),
            None => files.push(json!({ "file_path": path, "edits": [edit] })),
        }
    }
    assert!(files.len() > 3, "{files:?}");
    let named: Vec<String> = files
        .iter()
        .map(|file| file["file_path"].as_str().expect("a path").into())
        .collect();
    let plan = workspace.edit(&json!({ "files": files }));
    let mut made = 0;
    for (path, before) in snapshot(&fixture("workspace")) {
        let mut expected = Vec::new();
        let mut rest = &before[..];
        while let Some((first, others)) = rest.split_first() {
            if named.contains(&path) && rest.starts_with(b"TODO") {
                expected.extend_from_slice("DONE ✓".as_bytes());
                rest = &rest[4..];
                made += 1;
            } else {
                expected.push(*first);
                rest = others;
            }
        }
        assert_eq!(workspace.read(&path), expected, "{path}");
    }
    assert_eq!(made, 15);
    workspace.undo(&plan);
}

/// Patch: what Splice did is done by us, with the checksums that it printed before and
/// after, and gives the file that it left behind, byte for byte.
#[test]
fn a_patch_leaves_what_the_tool_left() {
    for (case, after) in [
        ("2.6.2/patch-apply", "src/brew.rs"),
        ("2.6.2/patch-bom", "src/bom_header.rs"),
        ("2.0.0/patch-crlf", "src/crlf_ledger.rs"),
        ("2.0.0/patch-emoji", "src/emoji_menu.rs"),
    ] {
        let workspace = Workspace::new("patch");
        let envelope = workspace.normalize(&fixture(&format!("splice/{case}.json")));
        let left = bytes(&fixture(&format!(
            "splice/{case}.files/after__{}",
            after.replace('/', "__")
        )));
        let result = &envelope["result"];
        let span = &result["spans"][0];
        let (start, end) = (number(span, "byte_start"), number(span, "byte_end"));
        let before = workspace.read(after);
        let new = &left[start..left.len() - (before.len() - end)];
        let request = json!({
            "file_path": result["file"],
            "expected_checksum": result["before_hash"],
            "expected_final_checksum": result["after_hash"],
            "edits": [{
                "byte_start": start,
                "byte_end": end,
                "new_text": std::str::from_utf8(new).expect("UTF-8"),
            }],
        });
        let plan = workspace.edit(&request);
        assert_eq!(workspace.read(after), left, "{case}");
        assert_eq!(plan["files"][0]["final_checksum"], result["after_hash"]);
        workspace.undo(&plan);
    }
}

/// Syntax tree: the capture that holds a name is renamed where it is declared.
#[test]
fn a_captured_name_is_renamed() {
    let workspace = Workspace::new("tree");
    let printed = fixture("llmastsearch/seed-001/captures-with-content.json");
    let text = String::from_utf8(bytes(&printed)).expect("UTF-8");
    assert_eq!(workspace.proved(&text, 0), (3, 3));

    let envelope = workspace.normalize(&printed);
    let captures = list(&envelope, "/data/matches/0/captures");
    let name = captures.iter().find(|capture| capture["name"] == "name");
    let name = name.expect("the capture");
    let request = json!({
        "file_path": envelope["data"]["file_path"],
        "edits": [{
            "byte_start": name["byte_start"],
            "byte_end": name["byte_end"],
            "expected_text": name["content"],
            "new_text": "sum_up",
        }],
    });
    let plan = workspace.edit(&request);
    let before = String::from_utf8(bytes(&fixture("workspace/src/emoji_menu.rs"))).expect("UTF-8");
    assert_eq!(before.matches("pub fn tally(").count(), 1);
    assert_eq!(
        String::from_utf8(workspace.read("src/emoji_menu.rs")).expect("UTF-8"),
        before.replace("pub fn tally(", "pub fn sum_up(")
    );
    workspace.undo(&plan);

    // The same through the command: the document goes along.
    let path = printed.to_string_lossy();
    let carry = ["edit", "--write", "--carry", &path];
    let carried = workspace.run(&carry, request.to_string(), 0);
    let carried: Value = serde_json::from_str(&carried).expect("an envelope");
    assert_eq!(
        carried.pointer("/data/matches/0/span/byte_end"),
        Some(&json!(501))
    );
}

/// The requests that llmtransform was given, as they are, and the answers that it gave.
#[test]
fn requests_of_llmtransform_have_its_results() {
    for case in [
        "one-edit-success",
        "two-edits-grow-shrink",
        "delete-span",
        "crlf-bom-files",
    ] {
        let workspace = Workspace::new("transform");
        let read = |path: &str| -> Value {
            let path = fixture(&format!("llmtransform/0.1.0/{path}.json"));
            serde_json::from_slice(&bytes(&path)).expect("JSON")
        };
        let plan = workspace.edit(&read(&format!("request-{case}")));
        let (ours, theirs) = (&plan["files"][0]["response"], read(case));
        for key in [
            "final_checksum",
            "total_byte_shift",
            "applied_count",
            "success",
            "edits",
        ] {
            assert_eq!(ours[key], theirs[key], "{case} {key}");
        }
        workspace.undo(&plan);
    }
}
