//! `edit`: what is said of what was done, and of what cannot be.

use super::edit::{fresh, names, read};
use super::run::{file, folder, llm_types};

fn request(path: &str, edit: &str) -> String {
    format!(r#"{{"unchecked":true,"file_path":"{path}","edits":[{edit}]}}"#)
}

const INSERT: &str = r#"{"byte_start":0,"byte_end":0,"new_text":"x"}"#;

/// A hard link is a second name, and each name would get the text of its own edits.
#[test]
#[cfg(unix)]
fn one_file_under_two_names_is_refused() {
    fresh("told/names");
    file("told/names/a", "abc");
    let folder = folder().join("told/names");
    std::fs::hard_link(folder.join("a"), folder.join("b")).expect("a second name");
    let both = format!(
        r#"{{"files":[{},{}]}}"#,
        request("a", INSERT),
        request("b", INSERT)
    );
    llm_types(&["edit", "--source", "told/names", "--write"])
        .stdin(both)
        .assert()
        .code(1)
        .stderr_eq(
            "error[TARGET_REFUSED]: `told/names/a` and `told/names/b` are the same file; nothing was \
             replaced\n = help: Put all edits of the file in one list, under one of its names.\n",
        );
    assert_eq!(
        (read("told/names/a"), read("told/names/b")),
        (b"abc".into(), b"abc".into())
    );
    // Alone, each is a file like any other.
    llm_types(&["edit", "--source", "told/names", "--write"])
        .stdin(request("b", INSERT))
        .assert()
        .success();
    assert_eq!(
        (read("told/names/a"), read("told/names/b")),
        (b"abc".into(), b"xabc".into())
    );
}

/// The files are as they were asked for, which "nothing was written" must not deny.
#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_printed_takes_nothing_back() {
    for more in [&[][..], &["--format", "json"]] {
        fresh("told/full");
        file("told/full/a", "abc");
        file("told/full.json", request("a", INSERT));
        let full = std::fs::File::options().write(true).open("/dev/full");
        let run = |write: &[&str]| {
            let args = ["edit", "told/full.json", "--source", "told/full"];
            let run = std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
                .args([&args, more, write].concat())
                .current_dir(folder())
                .stdout(full.as_ref().expect("a full disk").try_clone().expect("it"))
                .output()
                .expect("ended");
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            (run.status.code(), said)
        };
        let (code, said) = run(&[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(!said.contains("written: "), "{said}");
        let (code, said) = run(&["--write"]);
        assert_eq!(code, Some(4), "{said}");
        assert!(said.starts_with("error[OUTPUT_UNWRITABLE]: "), "{said}");
        assert!(said.ends_with("\nwritten: 1 file replaced\n"), "{said}");
        assert_eq!(read("told/full/a"), b"xabc");
    }
}

#[test]
fn what_became_of_carried_ranges_is_named() {
    let span = |at: u64| {
        format!(
            r#"{{"file_path":"a.rs","byte_start":{at},"byte_end":{end},"start_line":1,"start_col":{at},"end_line":1,"end_col":{end}}}"#,
            end = at + 3
        )
    };
    // Three words, of which the first has a context, one is edited inside, one is replaced.
    let context = span(0).replacen(
        '{',
        r#"{"context":{"before":[],"selected":["one two six"],"after":[]},"#,
        1,
    );
    let spans = [context, span(4), span(8)];
    let found: Vec<String> = spans
        .iter()
        .enumerate()
        .zip(["one", "two", "six"])
        .map(|((at, span), word)| {
            format!(r#"{{"match_id":"m{at}","matched_text":"{word}","span":{span}}}"#)
        })
        .collect();
    let found = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{{"pattern":"x","count":3,"matches":[{}]}}}}"#,
        found.join(",")
    );
    fresh("told/carry");
    file("told/carry/a.rs", "one two six\n");
    file("told/found.json", found);
    let args = [
        "edit",
        "--source",
        "told/carry",
        "--carry",
        "told/found.json",
    ];
    let inside = r#"{"byte_start":5,"byte_end":6,"new_text":"W"}"#;
    let over = r#"{"byte_start":7,"byte_end":12,"new_text":"!\n"}"#;
    let run = |edits: &str| llm_types(&args).stdin(request("a.rs", edits)).assert();
    run(inside).success().stderr_eq(
        "  /data/matches/1/span edited inside: its text is another now\n  \
         /data/matches/0/span/context dropped: it told of the text before\n\
         3 ranges carried, 1 edited inside; 0 gone; 1 dropped\n...\n",
    );
    run(over).code(4).stderr_eq(
        "  /data/matches/2/span gone: its text was replaced, or only its line is told, or it was no \
         range of the file; it stays as it was\n  /data/matches/0/span/context dropped: it told of the text before\n\
         2 ranges carried, 0 edited inside; 1 gone; 1 dropped\n...\n",
    );
}

/// A file of somebody else, in a folder where everybody may write.
#[test]
#[cfg(unix)]
fn an_owner_that_cannot_be_kept_is_the_reason() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    /// Whom no files belong to.
    const NOBODY: u32 = 65534;
    let open = |path: &std::path::Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("open");
    };
    let Ok(outside) = std::env::temp_dir().canonicalize() else {
        return;
    };
    let outside = outside.join(format!("llm-types-owner-{}", std::process::id()));
    std::fs::create_dir_all(&outside).expect("a folder");
    std::fs::write(outside.join("a"), "abc").expect("a file");
    std::fs::write(outside.join("request.json"), request("a", INSERT)).expect("a file");
    open(&outside, 0o777);
    open(&outside.join("a"), 0o666);
    // Only who may give files away can also be somebody else.
    let run = chown(outside.join("a"), Some(1), Some(1)).and_then(|()| {
        std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
            .args(["edit", "request.json", "--source", ".", "--write"])
            .current_dir(&outside)
            .uid(NOBODY)
            .gid(NOBODY)
            .output()
    });
    let text = std::fs::read_to_string(outside.join("a"));
    std::fs::remove_dir_all(&outside).expect("removed");
    let Ok(run) = run else { return };
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with(
            "error[TARGET_UNWRITABLE]: `./a` is not replaced: its owner and group cannot be kept: "
        ),
        "{said}"
    );
    assert!(
        said.contains("= help: Run the command as the owner of the file"),
        "{said}"
    );
    assert_eq!(text.expect("a file"), "abc");
    assert!(!names(".").is_empty());
}
