//! `edit`: which file a path of the request means.

use super::edit::{fresh, read, two};
use super::run::{file, folder, llm_types};

#[test]
fn a_path_through_another_folder_means_its_file() {
    two("edit/through");
    let asked = |path: &str| {
        format!(
            r#"{{"file_path":"{path}","edits":[{{"byte_start":16,"byte_end":19,"expected_text":"one","new_text":"uno"}}]}}"#
        )
    };
    // The folders of a path that is taken back need not be there: paths are matched as
    // they are spelt.
    for path in [
        "sub/../a.rs",
        "none/../a.rs",
        "./sub/.././a.rs",
        "sub\\\\..\\\\a.rs",
    ] {
        llm_types(&["edit", "--source", "edit/through"])
            .stdin(asked(path))
            .assert()
            .success();
    }
    file("edit/a.rs", "fn main() {\n    one();\n}\n");
    for path in ["../a.rs", "sub/../../a.rs", "../through/a.rs"] {
        llm_types(&["edit", "--source", "edit/through"])
            .stdin(asked(path))
            .assert()
            .code(1);
    }
}

#[test]
fn an_absolute_path_is_a_file_of_the_folder_only_if_it_leads_there() {
    fresh("edit/roots");
    for folder in ["src", "out", "src/deep"] {
        file(&format!("edit/roots/{folder}/a.rs"), "same text");
    }
    let roots = folder().join("edit/roots");
    let asked = |file: &str| {
        format!(
            r#"{{"file_path":{},"edits":[{{"byte_start":0,"byte_end":4,"expected_text":"same","new_text":"HIT"}}]}}"#,
            serde_json::to_string(&roots.join(file)).expect("a path")
        )
    };
    let args = ["edit", "--source", "edit/roots/src", "--write"];
    for elsewhere in ["out/a.rs", "src2/a.rs", "src/none/a.rs", "a.rs"] {
        llm_types(&args)
            .stdin(asked(elsewhere))
            .assert()
            .code(1)
            .stderr_eq("error[EDIT_SOURCE_MISSING]: [..]\n...\nrefused: nothing was written\n");
    }
    assert_eq!(read("edit/roots/src/a.rs"), b"same text");
    llm_types(&args)
        .stdin(asked("src/deep/a.rs"))
        .assert()
        .success();
    assert_eq!(read("edit/roots/src/deep/a.rs"), b"HIT text");
    assert_eq!(read("edit/roots/src/a.rs"), b"same text");
    let root = roots.join("out");
    let seen = ["--root", root.to_str().expect("a path")];
    llm_types(&[&args[..], &seen].concat())
        .stdin(asked("out/a.rs"))
        .assert()
        .success();
    assert_eq!(read("edit/roots/src/a.rs"), b"HIT text");
}

#[test]
fn a_relative_path_may_begin_like_the_folder() {
    fresh("edit/again");
    let inside = folder().join("edit/again");
    let again = inside.strip_prefix("/").expect("an absolute path");
    let again = again.join("a.rs");
    let again = again.to_str().expect("a path");
    file(&format!("edit/again/{again}"), "same");
    let asked = format!(
        r#"{{"file_path":"{again}","edits":[{{"byte_start":0,"byte_end":4,"expected_text":"same","new_text":"HIT"}}]}}"#
    );
    llm_types(&["edit", "--source", "edit/again", "--write"])
        .stdin(asked)
        .assert()
        .success();
    assert_eq!(read(&format!("edit/again/{again}")), b"HIT");
}

#[test]
fn no_checksum_takes_the_place_of_another() {
    two("edit/guards");
    let asked = r#"{"file_path":"a.rs","edits":[{"byte_start":16,"byte_end":19,"expected_text":"one","new_text":"uno"}]}"#;
    let run = llm_types(&["checksum", "edit/guards/a.rs"])
        .assert()
        .success();
    let right = String::from_utf8_lossy(&run.get_output().stdout)
        .trim()
        .to_owned();
    let wrong = format!("sha256:{}", "0".repeat(64));
    for (first, second) in [(&right, &wrong), (&wrong, &right)] {
        for spelt in ["a.rs", "./a.rs"] {
            let (first, second) = (format!("a.rs={first}"), format!("{spelt}={second}"));
            let guards = [
                "--expected-checksum",
                &first,
                "--expected-checksum",
                &second,
            ];
            llm_types(&[&["edit", "--source", "edit/guards"], &guards[..]].concat())
                .stdin(asked)
                .assert()
                .code(1);
        }
    }
}

/// The system goes up from where the link leads, and what the path spells is another file.
#[test]
#[cfg(unix)]
fn a_path_that_goes_up_from_a_link_means_no_file() {
    fresh("edit/climbs");
    file("edit/climbs/deep/x/a.rs", "hello");
    file("edit/climbs/deep/a.rs", "hello");
    file("edit/climbs/a.rs", "hello");
    let at = folder().join("edit/climbs");
    std::os::unix::fs::symlink("deep/x", at.join("link")).expect("a link");
    for path in ["link/../a.rs", "./deep/../link/../a.rs"] {
        let asked = format!(
            r#"{{"file_path":"{path}","edits":[{{"byte_start":0,"byte_end":5,"expected_text":"hello","new_text":"HIT"}}]}}"#
        );
        llm_types(&["edit", "--source", "edit/climbs", "--write"])
            .stdin(asked)
            .assert()
            .code(1)
            .stderr_eq("warning[FILE_UNREADABLE]: cannot read `[..]`: `..` behind the link `[..]`[..]\n...\nerror[EDIT_SOURCE_MISSING]: [..]\n...\n");
    }
    for name in ["a.rs", "deep/a.rs", "deep/x/a.rs"] {
        assert_eq!(read(&format!("edit/climbs/{name}")), b"hello");
    }
}

/// Each step up costs a look at all files that the path up to there may mean.
#[test]
#[cfg(unix)]
fn a_path_that_goes_up_without_end_means_no_file() {
    fresh("edit/upwards");
    file("edit/upwards/a.rs", "hello");
    let request = |path: &str| {
        format!(
            r#"{{"file_path":"{path}","edits":[{{"byte_start":0,"byte_end":5,"expected_text":"hello","new_text":"HIT"}}]}}"#
        )
    };
    let args = ["edit", "--source", "edit/upwards"];
    llm_types(&args)
        .stdin(request(&format!("{}a.rs", "b/../".repeat(64))))
        .assert()
        .success();
    llm_types(&args)
        .stdin(request(&format!("{}a.rs", "b/../".repeat(65))))
        .assert()
        .code(1)
        .stderr_eq("warning[FILE_UNREADABLE]: cannot read a path that goes up more than 64 times by `..`[..]\n...\nerror[EDIT_SOURCE_MISSING]: [..]\n...\n");
}

/// Of runs that change one file at the same time none undoes what another one did.
#[test]
#[cfg(unix)]
fn runs_take_turns() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    fresh("edit/turns");
    for _ in 0..24 {
        file("edit/turns/a.rs", "aaa bbb ccc\n");
        let words = [(0, "aaa"), (4, "bbb"), (8, "ccc")];
        let runs = words.map(|(at, word)| {
            let asked = format!(
                r#"{{"file_path":"a.rs","edits":[{{"byte_start":{at},"byte_end":{},"expected_text":"{word}","new_text":"{}"}}]}}"#,
                at + 3,
                word.to_uppercase()
            );
            let mut run = Command::new(env!("CARGO_BIN_EXE_llm-types"))
                .args(["edit", "-", "--source", "edit/turns", "--write"])
                .current_dir(folder())
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("started");
            let mut stdin = run.stdin.take().expect("a pipe");
            stdin.write_all(asked.as_bytes()).expect("written");
            (word, run)
        });
        let ended = runs.map(|(word, mut run)| (word, run.wait().expect("ended").success()));
        let now = String::from_utf8(read("edit/turns/a.rs")).expect("UTF-8");
        for (word, done) in ended {
            assert_eq!(now.contains(&word.to_uppercase()), done, "{word}: {now}");
        }
    }
}
