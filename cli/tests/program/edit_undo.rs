//! `edit --inverse`: the way back is whole before anything is changed, and is never lost.

use super::edit::{fresh, names, read};
use super::run::{file, folder, llm_types};

const FILES: [&str; 4] = ["a", "b", "c", "d"];

/// Four files that say `one`, and the request that makes them say `1111`.
fn four(name: &str) -> String {
    fresh(name);
    let edits = FILES.map(|path| {
        file(&format!("{name}/in/{path}"), "one\n");
        format!(
            r#"{{"file_path":"{path}","edits":[{{"byte_start":0,"byte_end":3,"expected_text":"one","new_text":"1111"}}]}}"#
        )
    });
    format!(r#"{{"files":[{}]}}"#, edits.join(","))
}

fn texts(name: &str) -> Vec<String> {
    let read = |path| read(&format!("{name}/in/{path}"));
    let texts = FILES.map(read).into_iter();
    texts
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .collect()
}

/// `edit` with the files in the folder of this test, and the way back beside it.
fn edit(name: &str, request: &str, more: &[&str]) -> snapbox::cmd::OutputAssert {
    let (source, undo) = (format!("{name}/in"), format!("{name}/undo.json"));
    let args = ["edit", "--source", &source, "--inverse", &undo];
    llm_types(&[&args[..], more].concat())
        .stdin(request.to_owned())
        .assert()
}

/// As where the program was killed between two files.
#[test]
fn a_request_that_is_sent_again_keeps_the_way_back_of_the_whole() {
    let name = "undo/again";
    let request = four(name);
    edit(name, &request, &["--write"]).success();
    let whole = read("undo/again/undo.json");
    for path in ["c", "d"] {
        file(&format!("{name}/in/{path}"), "one\n");
    }
    edit(name, &request, &["--write"]).success().stderr_eq(
        "`undo/again/undo.json` undoes this already, and was kept\nwritten: 2 files replaced\n",
    );
    assert_eq!(texts(name), ["1111\n"; 4]);
    assert_eq!(read("undo/again/undo.json"), whole);
    // Also where nothing is left to do, or nothing was done yet.
    edit(name, &request, &["--write"])
        .success()
        .stderr_eq("`undo/again/undo.json` is kept as it was: nothing was changed, [..]\n...\n");
    assert_eq!(read("undo/again/undo.json"), whole);
    let back = ["edit", "undo/again/undo.json", "--source", "undo/again/in"];
    let back = [&back[..], &["--write"]].concat();
    llm_types(&back).assert().success();
    assert_eq!(texts(name), ["one\n"; 4]);
    edit(name, &request, &["--write"]).success();
    llm_types(&back).assert().success();
    assert_eq!(texts(name), ["one\n"; 4]);
}

#[test]
fn a_file_that_is_there_is_not_replaced_by_the_way_back() {
    let name = "undo/there";
    let request = four(name);
    for there in ["something else\n", "{\"files\":[]}\n"] {
        file("undo/there/undo.json", there);
        for more in [&[][..], &["--write"]] {
            let said = "error[TARGET_REFUSED]: `undo/there/undo.json` exists, and does not undo these \
                        edits; nothing was replaced\n = help: Give `--inverse` the name of a file \
                        that does not exist yet.\n...";
            let run = edit(name, &request, more).stderr_eq(said);
            run.code(i32::from(!more.is_empty()));
            assert_eq!(read("undo/there/undo.json"), there.as_bytes());
            assert_eq!(texts(name), ["one\n"; 4]);
        }
    }
    // As `mktemp` makes it.
    file("undo/there/undo.json", "");
    edit(name, &request, &["--write"]).success();
    assert!(read("undo/there/undo.json").starts_with(b"{\"files\":["));
}

#[test]
fn the_way_back_is_written_only_where_something_is() {
    let name = "undo/dry";
    let request = four(name);
    let kept = folder().join("undo/dry/undo.json");
    edit(name, &request, &[])
        .success()
        .stderr_eq("`undo/dry/undo.json` was not written: `--write` writes it\n...\n");
    assert!(!kept.exists());

    let target = folder().join("undo/dry/in/d");
    let mut bits = std::fs::metadata(&target).expect("a file").permissions();
    bits.set_readonly(true);
    std::fs::set_permissions(&target, bits).expect("read-only");
    edit(name, &request, &["--write"])
        .code(1)
        .stderr_eq("error[TARGET_REFUSED]: [..] it is read-only\n...\n");
    assert!(!kept.exists());
    assert_eq!(names("undo/dry"), ["in"]);

    // Where it cannot be written, nothing is replaced.
    let request = four(name);
    file("undo/dry/file", "");
    for (path, why) in [
        ("none/undo.json", "there is no such folder"),
        ("file/undo.json", "what its path takes for a folder is none"),
        ("in", "it is a directory"),
    ] {
        let undo = format!("undo/dry/{path}");
        let said = format!(
            "error[OUTPUT_UNWRITABLE]: cannot write `{undo}`: {why}; nothing was replaced\n...\n"
        );
        let args = ["edit", "--source", "undo/dry/in", "--inverse", &undo];
        llm_types(&[&args[..], &["--write"]].concat())
            .stdin(request.clone())
            .assert()
            .code(1)
            .stderr_eq(said.as_str());
        llm_types(&args)
            .stdin(request.clone())
            .assert()
            .success()
            .stderr_eq(format!(
                "{said}nothing was written; `--write` would be refused\n"
            ));
        assert_eq!(texts(name), ["one\n"; 4]);
        assert_eq!(names("undo/dry/in"), FILES);
    }
}

/// What is no file holds nothing that could be lost.
#[test]
#[cfg(unix)]
fn the_way_back_can_be_a_stream() {
    let name = "undo/stream";
    let request = four(name);
    let args = ["edit", "--source", "undo/stream/in", "--write"];
    llm_types(&[&args[..], &["--inverse", "/dev/null"]].concat())
        .stdin(request)
        .assert()
        .success();
    assert_eq!(texts(name), ["1111\n"; 4]);
    if cfg!(target_os = "linux") {
        let request = four(name);
        llm_types(&[&args[..], &["--inverse", "/dev/full"]].concat())
            .stdin(request)
            .assert()
            .code(1)
            .stderr_eq("error[OUTPUT_UNWRITABLE]: cannot write `/dev/full`: [..]\n...\n");
        assert_eq!(texts(name), ["one\n"; 4]);
    }
    // A link is followed, and one that leads nowhere is none.
    let nowhere = folder().join("undo/stream/undo.json");
    std::os::unix::fs::symlink("none/undo.json", nowhere).expect("a link");
    let request = four("undo/stream2");
    llm_types(&[&args[..], &["--inverse", "undo/stream/undo.json"]].concat())
        .stdin(request)
        .assert()
        .code(1);
}

/// Killed at whatever moment: if something is changed, a way back of all files is there.
#[test]
#[cfg(unix)]
fn killed_it_leaves_a_whole_way_back() {
    const ROUNDS: u32 = 12;
    let name = "undo/killed";
    let again = || {
        let args = "edit undo/killed/request.json --source undo/killed/in --write \
                    --inverse undo/killed/undo.json";
        std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
            .args(args.split_whitespace())
            .current_dir(folder())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("started")
    };
    let start = || {
        let request = four(name);
        file("undo/killed/request.json", request);
        again()
    };
    let began = std::time::Instant::now();
    assert!(start().wait().expect("ended").success());
    let whole = began.elapsed();
    let complete = read("undo/killed/undo.json");
    for round in 1..=ROUNDS {
        let mut child = start();
        std::thread::sleep(whole * round / ROUNDS);
        child.kill().expect("killed");
        child.wait().expect("ended");
        if texts(name) != ["one\n"; 4] {
            assert_eq!(read("undo/killed/undo.json"), complete, "round {round}");
        }
        if folder().join("undo/killed/undo.json").exists() {
            assert_eq!(read("undo/killed/undo.json"), complete, "round {round}");
        }
        assert!(again().wait().expect("ended").success(), "round {round}");
        assert_eq!(texts(name), ["1111\n"; 4], "round {round}");
        assert_eq!(read("undo/killed/undo.json"), complete, "round {round}");
    }
}
