//! `edit`: what is shown, what is written, and what is refused.

use snapbox::str;

use super::run::{file, folder, llm_types};

/// A folder of its own for one test, with nothing from the last run in it.
pub(super) fn fresh(name: &str) {
    let path = folder().join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("removed");
    }
    std::fs::create_dir_all(path).expect("a folder");
}

pub(super) fn read(path: &str) -> Vec<u8> {
    std::fs::read(folder().join(path)).expect("a file")
}

/// Everything in a folder, by name.
pub(super) fn names(path: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder().join(path)).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            entry.file_name().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    names
}

/// Two files, of which one has CRLF, a byte order mark, a byte that is not UTF-8 and no
/// line terminator at its end.
pub(super) fn two(name: &str) {
    fresh(name);
    file(
        &format!("{name}/a.rs"),
        "fn main() {\n    one();\n    two();\n}\n",
    );
    file(
        &format!("{name}/sub/b.txt"),
        b"\xEF\xBB\xBFalpha\r\nbeta \xFF\r\ngamma",
    );
}

const BOTH: &str = r#"{"files":[
  {"file_path":"a.rs","edits":[{"byte_start":16,"byte_end":19,"expected_text":"one","new_text":"uno"}]},
  {"file_path":"./sub/b.txt","edits":[{"byte_start":18,"byte_end":23,"expected_text":"gamma","new_text":"gamut"}]}]}"#;

#[test]
fn a_dry_run_is_a_diff_and_writes_nothing() {
    two("edit/dry");
    let before = (read("edit/dry/a.rs"), read("edit/dry/sub/b.txt"));
    let run = llm_types(&["edit", "--source", "edit/dry"])
        .stdin(BOTH)
        .assert()
        .success()
        .stderr_eq(str![[r#"
edit/dry/a.rs: applied, 1 of 1 edits made, +0 bytes
edit/dry/sub/b.txt: applied, 1 of 1 edits made, +0 bytes
nothing was written; `--write` replaces 2 files

"#]]);
    let diff = b"diff --git a/a.rs b/a.rs
--- a/a.rs
+++ b/a.rs
@@ -1,4 +1,4 @@
 fn main() {
-    one();
+    uno();
     two();
 }
diff --git a/sub/b.txt b/sub/b.txt
--- a/sub/b.txt
+++ b/sub/b.txt
@@ -1,3 +1,3 @@
 \xEF\xBB\xBFalpha\r
 beta \xFF\r
-gamma
\\ No newline at end of file
+gamut
\\ No newline at end of file
";
    assert_eq!(
        run.get_output().stdout.escape_ascii().to_string(),
        diff.escape_ascii().to_string()
    );
    assert_eq!((read("edit/dry/a.rs"), read("edit/dry/sub/b.txt")), before);
    assert_eq!(names("edit/dry"), ["a.rs", "sub"]);
}

#[test]
fn what_somebody_looks_at_cannot_command_the_terminal() {
    fresh("edit/shown");
    file("edit/shown/a", b"\x1b[5mold\xFF\r\n");
    let request = r#"{"unchecked":true,"file_path":"a","edits":[{"byte_start":4,"byte_end":7,"new_text":"new\u202e"}]}"#;
    let run = llm_types(&["edit", "--source", "edit/shown", "--color", "always"])
        .stdin(request)
        .assert()
        .success();
    let shown = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(shown.contains("-␛[5mold<FF>␍"), "{shown:?}");
    assert!(shown.contains("+␛[5mnew<U+202E><FF>␍"), "{shown:?}");
    assert!(
        !shown.contains("\u{1b}[5m") && !shown.contains('\u{202e}'),
        "{shown:?}"
    );
}

#[test]
fn files_are_written_and_the_inverse_gives_them_back() {
    two("edit/write");
    let before = (read("edit/write/a.rs"), read("edit/write/sub/b.txt"));
    let args = ["edit", "--source", "edit/write", "--write"];
    llm_types(&[&args[..], &["--inverse", "edit/write/undo.json"]].concat())
        .stdin(BOTH)
        .assert()
        .success()
        .stdout_eq(str![[r#"
edit/write/a.rs: applied, 1 of 1 edits made, +0 bytes
edit/write/sub/b.txt: applied, 1 of 1 edits made, +0 bytes

"#]])
        .stderr_eq("written: 2 files replaced\n");
    assert_eq!(
        read("edit/write/a.rs"),
        b"fn main() {\n    uno();\n    two();\n}\n"
    );
    assert_eq!(
        read("edit/write/sub/b.txt"),
        b"\xEF\xBB\xBFalpha\r\nbeta \xFF\r\ngamut"
    );
    assert_eq!(names("edit/write"), ["a.rs", "sub", "undo.json"]);
    assert_eq!(names("edit/write/sub"), ["b.txt"]);

    // Sent again, it is done already.
    llm_types(&args)
        .stdin(BOTH)
        .assert()
        .success()
        .stderr_eq("already applied: nothing was written\n");
    llm_types(&[&args[..], &["edit/write/undo.json"]].concat())
        .assert()
        .success();
    assert_eq!(
        (read("edit/write/a.rs"), read("edit/write/sub/b.txt")),
        before
    );
}

#[test]
fn one_wrong_edit_refuses_all_files() {
    two("edit/refused");
    let request = BOTH.replace("\"gamma\"", "\"alpha\"");
    let run = llm_types(&["edit", "--source", "edit/refused", "--write"])
        .stdin(request.clone())
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
edit/refused/a.rs: skipped, 0 of 1 edits made, +0 bytes
edit/refused/sub/b.txt: refused, 0 of 1 edits made, +0 bytes

"#]]);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.starts_with("error[EDIT_TEXT_CHANGED]: "), "{said}");
    assert!(
        said.contains("edit 0 of `sub/b.txt`: expected `alpha`; the text is `gamma`; the expected text is at 1:2\n"),
        "{said}"
    );
    assert!(said.ends_with("\nrefused: nothing was written\n"), "{said}");
    assert_eq!(
        read("edit/refused/a.rs"),
        b"fn main() {\n    one();\n    two();\n}\n"
    );

    // With `--partial` the others are made, and the exit code says so.
    llm_types(&["edit", "--source", "edit/refused", "--write", "--partial"])
        .stdin(request)
        .assert()
        .code(4)
        .stderr_eq("...\nwritten: 1 file replaced; 1 edit could not be made\n");
    assert_eq!(
        read("edit/refused/a.rs"),
        b"fn main() {\n    uno();\n    two();\n}\n"
    );
}

#[test]
fn the_plan_is_one_json_document() {
    two("edit/json");
    for write in [&[][..], &["--write"]] {
        let args = [
            &["edit", "--source", "edit/json", "--format", "json"],
            write,
        ]
        .concat();
        let run = llm_types(&args).stdin(BOTH).assert().success();
        let plan: serde_json::Value =
            serde_json::from_slice(&run.get_output().stdout).expect("one document");
        assert_eq!(plan["status"], "applied");
        assert_eq!(plan["files"][1]["file_path"], "sub/b.txt");
        assert_eq!(plan["inverse"]["files"][0]["edits"][0]["new_text"], "one");
    }
    llm_types(&["edit", "--source", "edit/json", "--format", "json"])
        .stdin(r#"{"hello":1}"#)
        .assert()
        .code(1)
        .stdout_eq("{\"error\":{\"code\":\"EDIT_FORMAT_UNKNOWN\",[..]\n");
    llm_types(&["edit"])
        .stdin(BOTH)
        .assert()
        .code(2)
        .stdout_eq("");
}

#[test]
fn a_list_of_text_edits_is_for_a_file_that_is_named() {
    fresh("edit/lsp");
    file("edit/lsp/a.rs", "let x = \"🚀\"; y\r\n");
    let edits = r#"[{"range":{"start":{"line":0,"character":14},"end":{"line":0,"character":15}},"newText":"z"}]"#;
    let args = ["edit", "--source", "edit/lsp", "--write"];
    llm_types(&args)
        .stdin(edits)
        .assert()
        .code(1)
        .stderr_eq("error[EDIT_REQUEST_INVALID]: [..]\n...\nrefused: nothing was written\n");
    let named = [&args[..], &["--file", "a.rs"]].concat();
    // Nothing proves the text.
    llm_types(&named)
        .stdin(edits)
        .assert()
        .code(1)
        .stderr_eq("error[EDIT_UNGUARDED]: [..]\n...\nrefused: nothing was written\n");
    llm_types(&[&named[..], &["--unchecked"]].concat())
        .stdin(edits)
        .assert()
        .success();
    assert_eq!(read("edit/lsp/a.rs"), "let x = \"🚀\"; z\r\n".as_bytes());
    llm_types(&[&named[..], &["--unchecked"]].concat())
        .stdin(r#"{"file_path":"b.rs","edits":[{"byte_start":0,"byte_end":0,"new_text":"x"}]}"#)
        .assert()
        .code(1)
        .stderr_eq("error[EDIT_REQUEST_INVALID]: the request names `b.rs` itself; [..]\n...\n");
}

#[test]
fn checksums_guard_files_by_their_paths() {
    two("edit/sums");
    let unguarded = BOTH
        .replace(r#""expected_text":"one","#, "")
        .replace(r#""expected_text":"gamma","#, "");
    let sum = |path: &str| {
        let run = llm_types(&["checksum", path]).assert().success();
        String::from_utf8_lossy(&run.get_output().stdout)
            .trim()
            .to_owned()
    };
    let (a, b) = (sum("edit/sums/a.rs"), sum("edit/sums/sub/b.txt"));
    let run = |first: &str, second: &str| {
        let args = [
            "edit",
            "--source",
            "edit/sums",
            "--expected-checksum",
            first,
            "--expected-checksum",
            second,
        ];
        llm_types(&args).stdin(unguarded.clone()).assert()
    };
    run(&format!("a.rs={a}"), &format!("sub/b.txt={b}")).success();
    run(&format!("a.rs={b}"), &format!("sub/b.txt={b}"))
        .code(1)
        .stderr_eq("error[EDIT_FILE_CHANGED]: [..]\n...\n");
    run(&a, &b)
        .code(1)
        .stderr_eq("error[EDIT_SEVERAL_FILES]: [..]\n...\n");
    run(&format!("a.rs={a}"), &format!("c.txt={b}"))
        .code(1)
        .stderr_eq("error[EDIT_SOURCE_MISSING]: [..]\n...\n");
}

#[test]
fn a_base_tells_where_text_went() {
    for (name, text) in [
        ("base", "a\nb\nx = 1\nc\nd\n"),
        ("now", "new\nlines\na\nb\nx = 1\nc\nd\n"),
    ] {
        fresh(&format!("edit/rebase/{name}"));
        file(&format!("edit/rebase/{name}/a.txt"), text);
    }
    let request = r#"{"file_path":"a.txt","edits":[{"byte_start":8,"byte_end":9,"expected_text":"1","new_text":"2"}]}"#;
    let args = ["edit", "--source", "edit/rebase/now", "--write"];
    llm_types(&args).stdin(request).assert().code(1);
    let args = [
        &args[..],
        &["--relocate", "rebase", "--base", "edit/rebase/base"],
    ]
    .concat();
    llm_types(&args).stdin(request).assert().success();
    assert_eq!(
        read("edit/rebase/now/a.txt"),
        b"new\nlines\na\nb\nx = 2\nc\nd\n"
    );
}

/// Puts something at the start of a file, whatever it is.
pub(super) fn insert(path: &str) -> String {
    format!(
        r#"{{"unchecked":true,"file_path":"{path}","edits":[{{"byte_start":0,"byte_end":0,"new_text":"x"}}]}}"#
    )
}

#[test]
fn what_is_no_writable_file_of_the_folder_is_refused() {
    fresh("edit/targets");
    file("edit/targets/secret", "abc");
    file("edit/targets/in/a", "abc");
    file("edit/targets/in/sub/b", "abc");
    let args = ["edit", "--source", "edit/targets/in", "--write"];
    for (path, code) in [
        ("../secret", "EDIT_SOURCE_MISSING"),
        ("sub", "FILE_UNREADABLE"),
        ("none", "EDIT_SOURCE_MISSING"),
    ] {
        llm_types(&args)
            .stdin(insert(path))
            .assert()
            .code(1)
            .stderr_eq(format!(
                "[..][{code}]: [..]\n...\nrefused: nothing was written\n"
            ));
    }
    let target = folder().join("edit/targets/in/a");
    let mut bits = std::fs::metadata(&target).expect("a file").permissions();
    bits.set_readonly(true);
    std::fs::set_permissions(&target, bits).expect("read-only");
    llm_types(&args)
        .stdin(insert("a"))
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error[TARGET_REFUSED]: [..]is not replaced: it is read-only\n...\n");
    // Without `--write` nothing is promised that `--write` would not do.
    let said = "error[TARGET_REFUSED]: [..]is not replaced: it is read-only\n...\nnothing was written; \
                `--write` would be refused\n";
    llm_types(&["edit", "--source", "edit/targets/in"])
        .stdin(insert("a"))
        .assert()
        .success()
        .stderr_eq(said);
    assert_eq!(read("edit/targets/in/a"), b"abc");
    assert_eq!(read("edit/targets/secret"), b"abc");
    assert_eq!(names("edit/targets/in"), ["a", "sub"]);
    // Where the request undoes itself into its own target.
    llm_types(&[&args[..], &["--inverse", "edit/targets/in/sub/b"]].concat())
        .stdin(insert("sub/b"))
        .assert()
        .code(1)
        .stderr_eq("error[TARGET_REFUSED]: [..]\n...\n");
    assert_eq!(read("edit/targets/in/sub/b"), b"abc");
}

/// Written into a second name of its target, the way back would be all that is left.
#[test]
#[cfg(unix)]
fn the_inverse_is_not_written_into_another_name_of_a_target() {
    fresh("edit/names");
    file("edit/names/in/a", "abc");
    std::fs::hard_link(
        folder().join("edit/names/in/a"),
        folder().join("edit/names/b"),
    )
    .expect("a second name");
    let args = ["edit", "--source", "edit/names/in", "--write", "--inverse"];
    llm_types(&[&args[..], &["edit/names/b"]].concat())
        .stdin(insert("a"))
        .assert()
        .code(1)
        .stderr_eq("error[TARGET_REFUSED]: [..]\n...\n");
    assert_eq!(read("edit/names/in/a"), b"abc");
    assert_eq!(read("edit/names/b"), b"abc");
}

#[test]
#[cfg(unix)]
fn links_stay_links_and_lead_nowhere_else() {
    use std::os::unix::fs::symlink;
    fresh("edit/links");
    file("edit/links/outside/secret", "abc");
    file("edit/links/in/real", "abc");
    let inside = folder().join("edit/links/in");
    symlink(folder().join("edit/links/outside"), inside.join("out")).expect("a link");
    symlink("../outside/secret", inside.join("leak")).expect("a link");
    symlink("real", inside.join("alias")).expect("a link");
    let args = ["edit", "--source", "edit/links/in", "--write"];
    for path in ["out/secret", "leak"] {
        llm_types(&args)
            .stdin(insert(path))
            .assert()
            .code(1)
            .stderr_eq("warning[SOURCE_OUTSIDE]: [..]\n...\nrefused: nothing was written\n");
    }
    assert_eq!(read("edit/links/outside/secret"), b"abc");
    // `git apply` and `patch` change no link.
    llm_types(&args[..3])
        .stdin(insert("alias"))
        .assert()
        .success()
        .stdout_eq("diff --git a/real b/real\n--- a/real\n+++ b/real\n...\n");
    llm_types(&args).stdin(insert("alias")).assert().success();
    assert_eq!(read("edit/links/in/real"), b"xabc");
    let alias = std::fs::symlink_metadata(inside.join("alias")).expect("a link");
    assert!(alias.is_symlink());
    // One file under two names would be replaced twice.
    let both = format!(r#"{{"files":[{},{}]}}"#, insert("alias"), insert("real"));
    llm_types(&args)
        .stdin(both)
        .assert()
        .code(1)
        .stderr_eq("error[TARGET_REFUSED]: [..] are the same file; nothing was replaced\n...\n");
    assert_eq!(read("edit/links/in/real"), b"xabc");
}

/// Killed at whatever moment, it leaves each file as it was or as it should be, and the
/// same request brings it to its end.
#[test]
#[cfg(unix)]
fn killed_it_leaves_no_half_file() {
    const FILES: usize = 24;
    const ROUNDS: u32 = 16;
    let old = "the line that was there\n".repeat(4_000);
    let new = old.replacen("was", "will be", 1);
    let edits: Vec<String> = (0..FILES)
        .map(|at| {
            format!(
                r#"{{"file_path":"f{at}","edits":[{{"byte_start":14,"byte_end":17,"expected_text":"was","new_text":"will be"}}]}}"#
            )
        })
        .collect();
    file(
        "edit/kill.json",
        format!(r#"{{"files":[{}]}}"#, edits.join(",")),
    );
    let start = || {
        std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
            .args(["edit", "edit/kill.json", "--source", "edit/kill", "--write"])
            .current_dir(folder())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("started")
    };
    let reset = || {
        fresh("edit/kill");
        for at in 0..FILES {
            file(&format!("edit/kill/f{at}"), &old);
        }
    };
    reset();
    let began = std::time::Instant::now();
    assert!(start().wait().expect("ended").success());
    let whole = began.elapsed();
    for round in 1..=ROUNDS {
        reset();
        let mut child = start();
        std::thread::sleep(whole * round / ROUNDS);
        child.kill().expect("killed");
        child.wait().expect("ended");
        for name in names("edit/kill") {
            let text = read(&format!("edit/kill/{name}"));
            let temporary = name
                .strip_prefix(".llm-types-")
                .and_then(|rest| rest.strip_suffix(".tmp"));
            if temporary.is_some() {
                continue;
            }
            assert!(name.starts_with('f'), "{name}");
            assert!(
                text == old.as_bytes() || text == new.as_bytes(),
                "round {round}: {name} is neither old nor new"
            );
        }
        assert!(start().wait().expect("ended").success(), "round {round}");
        for at in 0..FILES {
            assert_eq!(read(&format!("edit/kill/f{at}")), new.as_bytes());
        }
    }
}

#[test]
fn a_request_that_is_none_is_shown_with_its_file() {
    fresh("edit/none");
    for (request, expected) in [
        (
            r#"{"execution_id":"r1"}"#,
            str![[r#"
error[EDIT_FORMAT_UNKNOWN]: [..]
 --> <stdin>:1:1 at the document
  |
1 | {"execution_id":"r1"}
  | ^^^^^^^^^^^^^^^^^^^^^
  = help: [..]

"#]],
        ),
        (
            r#"{"edits":[{"byte_start":"0","byte_end":1,"new_text":""}]}"#,
            str![[r#"
error[EDIT_REQUEST_INVALID]: [..]
 --> <stdin>:1:25 at /edits/0/byte_start
  |
1 | {"edits":[{"byte_start":"0","byte_end":1,"new_text":""}]}
  |                         ^^^
  = help: [..]

"#]],
        ),
    ] {
        llm_types(&["edit", "--source", "edit/none"])
            .stdin(request)
            .assert()
            .code(1)
            .stderr_eq(expected);
    }
}
