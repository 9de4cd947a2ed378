//! What is wrong with a command line before anything is read, and what must not be overwritten.

use super::run::{file, folder, llm_types};

/// Usage ends with 2, and prints nothing for a program to take for a result.
#[test]
fn what_makes_no_sense_together_is_usage() {
    for (args, said) in [
        (
            "validate --fix --format json",
            "`--format` can only be `human`",
        ),
        (
            "validate --fix=unsafe --format sarif",
            "`--format` can only be `human`",
        ),
        (
            "validate --fix --format github",
            "`--format` can only be `human`",
        ),
        (
            "match-findings - -",
            "cannot both be read from standard input",
        ),
        (
            "edit - --source . --carry -",
            "cannot both be read from standard input",
        ),
        (
            "edit --source . --carry -",
            "cannot both be read from standard input",
        ),
        ("convert --to nosuch", "UNKNOWN_DIALECT: "),
        (
            "convert --to nosuch",
            "unknown dialect `nosuch`; known are `unified`, `magellan`, `llmsearch`, `splice`, `mdsel`, \
             `argon`, `llmgrep`, `llmastsearch`, `llmtransform`, `llmfilewrite`, `standard`",
        ),
        ("convert --to envelope", "did you mean `unified`?"),
        ("convert --to standart", "did you mean `standard`?"),
        ("validate --dialect standart", "did you mean `standard`?"),
        ("validate --dialect nosuch", "UNKNOWN_DIALECT: "),
        ("match-findings a b --dialect nosuch", "UNKNOWN_DIALECT: "),
        // The request and the document are not to blame for a pointer that is none.
        (
            "edit --source . --at x",
            "invalid value 'x' for '--at <POINTER>': POINTER_SYNTAX: ",
        ),
        (
            "locate - a/b",
            "invalid value 'a/b' for '<POINTER>': POINTER_SYNTAX: ",
        ),
        // Flags of the seeds that no text can answer, not the flag that is spelt most like them.
        (
            "enrich --source . -S --with-callers",
            "tip: no text says who calls or imports whom",
        ),
        (
            "enrich --source . -C -R",
            "tip: no text says who calls or imports whom",
        ),
        (
            "enrich --source . -C --with-all-relationships",
            "ask the tool for its relationships",
        ),
        (
            "edit --source . --verify-checksums",
            "tip: `llm-types validate --source` verifies checksums",
        ),
        // A number that a flag could be, and a word that a file could be.
        (
            "enrich --with-utf16 --context-lines -1",
            "invalid value '-1' for '--context-lines <N>': NEGATIVE_OFFSET: -1 is negative; \
             give a number from 0",
        ),
        (
            "checksum --range -1..5",
            "invalid value '-1..5' for '--range <START..END>': NEGATIVE_OFFSET: -1 is negative; \
             give a number from 0",
        ),
        (
            "positions --offset -1",
            "-1 is negative; give a number from 0",
        ),
        (
            "validate --fix suggested out.json",
            "tip: to fix up to `suggested`, write `--fix=suggested`",
        ),
        (
            "edit --source . --expected-checksum foo",
            "invalid value 'foo' for '--expected-checksum <[PATH=]CHECKSUM>': CHECKSUM_MALFORMED: ",
        ),
        (
            "edit --source . --expected-checksum a=b.txt=sha256:12",
            "for '--expected-checksum <[PATH=]CHECKSUM>': CHECKSUM_MALFORMED: ",
        ),
        (
            "enrich --source . --with-chekcsums",
            "a similar argument exists: '--with-checksums'",
        ),
    ] {
        is_usage(args, said);
    }
}

#[test]
fn what_is_written_beside_the_document_does_not_go_to_standard_output() {
    is_usage(
        "convert --to splice --loss-report -",
        "`--loss-report` has to name a file",
    );
    is_usage(
        "edit --source . --write --inverse -",
        "`--inverse` has to name a file",
    );
}

fn is_usage(args: &str, said: &str) {
    let args: Vec<&str> = args.split(' ').collect();
    let run = llm_types(&args).stdin("{}").assert().code(2).stdout_eq("");
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.starts_with("error: "), "{args:?}: {told}");
    assert!(told.contains(said), "{args:?}: {told}");
    assert!(told.contains("--help"), "{args:?}: {told}");
}

#[test]
fn a_report_does_not_take_the_place_of_its_document() {
    let document = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"b","matches":[],"match_count":0}"#;
    file("typed/in.json", document);
    let args = [
        "convert",
        "--to",
        "unified",
        "--loss-report",
        "typed/in.json",
    ];
    for named in ["typed/in.json", "./typed/../typed/in.json"] {
        llm_types(&[&args[..], &[named]].concat())
            .assert()
            .code(1)
            .stdout_eq("")
            .stderr_eq("error[TARGET_REFUSED]: `typed/in.json` is the document itself\n...\n");
    }
    let read = || std::fs::read_to_string(folder().join("typed/in.json")).expect("a file");
    assert_eq!(read(), document);
    if cfg!(unix) {
        let standard = std::fs::File::open(folder().join("typed/in.json"));
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
            .args(args)
            .current_dir(folder())
            .stdin(standard.expect("a file"))
            .output()
            .expect("ended");
        assert_eq!(run.status.code(), Some(1));
        assert_eq!(read(), document);
        // Nor of the one that is made of it.
        for named in ["typed/out.json", "/dev/stdout"] {
            let out = std::fs::File::create(folder().join("typed/out.json")).expect("a file");
            let run = std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
                .args([
                    "convert",
                    "typed/in.json",
                    "--to",
                    "unified",
                    "--loss-report",
                    named,
                ])
                .current_dir(folder())
                .stdout(out)
                .output()
                .expect("ended");
            assert_eq!(run.status.code(), Some(1));
            let told = String::from_utf8_lossy(&run.stderr).into_owned();
            assert!(
                told.contains("is where the converted document goes"),
                "{told}"
            );
        }
    }
    // Another file is written, and one that cannot be is named.
    let args = [
        "convert",
        "typed/in.json",
        "--to",
        "unified",
        "--loss-report",
    ];
    llm_types(&[&args[..], &["typed/losses.json"]].concat())
        .assert()
        .success();
    llm_types(&[&args[..], &["typed/none/losses.json"]].concat())
        .assert()
        .code(1)
        .stderr_eq("error[OUTPUT_UNWRITABLE]: cannot write `typed/none/losses.json`: [..]\n...\n");
}

#[test]
fn help_lists_the_dialects_that_an_option_takes() {
    for command in [
        "convert",
        "validate",
        "normalize",
        "enrich",
        "detective",
        "match-findings",
    ] {
        let run = llm_types(&[command, "--help"]).assert().success();
        let help = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        let names = llm_types::dialects().into_iter().map(|it| it.name);
        for name in names.chain(["standard".to_owned()]) {
            assert!(help.contains(&name), "{command}: {name}");
        }
    }
}

/// `help` is a command like any other.
#[test]
fn help_has_help() {
    let of = |args: &[&str]| {
        let run = llm_types(args).assert().success().stderr_eq("");
        String::from_utf8_lossy(&run.get_output().stdout).into_owned()
    };
    let usage = "Usage: llm-types help [COMMAND]...";
    for flag in ["--help", "-h"] {
        assert!(of(&["help", flag]).contains(usage), "{flag}");
        for args in [["help", "normalize", flag], ["help", flag, "normalize"]] {
            assert_eq!(of(&args), of(&["help", "normalize"]), "{args:?}");
        }
    }
    llm_types(&["help", "nosuch", "--help"]).assert().code(2);
}

/// What a script relies on, it finds in the help of the command.
#[test]
fn commands_that_judge_or_refuse_say_how_they_end() {
    for command in [
        "detect",
        "normalize",
        "validate",
        "convert",
        "enrich",
        "match-findings",
        "detective",
        "edit",
        "locate",
        "canonicalize",
    ] {
        let run = llm_types(&[command, "--help"]).assert().success();
        let told = String::from_utf8_lossy(&run.get_output().stdout).to_lowercase();
        // It may stand on two lines.
        let told: Vec<&str> = told.split_whitespace().collect();
        assert!(told.join(" ").contains("exit code"), "{command}");
    }
}

#[test]
fn the_word_of_fix_is_no_file() {
    let told = "error[FILE_UNREADABLE]: cannot read `suggested`: there is no such file\n \
                = help: The word of `--fix` stands behind `=`, as in `--fix=suggested`.\n";
    llm_types(&["validate", "--fix", "suggested"])
        .assert()
        .code(1)
        .stderr_eq(told);
    let run = llm_types(&["validate", "--fix", "suggest"])
        .assert()
        .code(1);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        told.contains("`suggest`") && !told.contains("stands behind"),
        "{told}"
    );
}
