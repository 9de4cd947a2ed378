//! Files, pipes, colours, help: what is common to all commands.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use snapbox::str;

use super::run::{file, llm_types};

#[test]
fn a_file_that_cannot_be_read_has_a_code() {
    llm_types(&["checksum", "streams/no-such-file"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error[FILE_UNREADABLE]: cannot read `streams/no-such-file`: there is no such file
 = help: Check the path and the permissions. In the place of a file `-` is standard input; `--source` takes a folder.

"#]]);
    llm_types(&["locate", ".", "", "--format", "json"])
        .assert()
        .code(1)
        .stdout_eq("{\"error\":{\"code\":\"FILE_UNREADABLE\",[..]it is a directory[..]\n");
}

#[test]
fn a_hyphen_is_standard_input() {
    llm_types(&["locate", "-", "/a"])
        .stdin(r#"{"a":1}"#)
        .assert()
        .success()
        .stdout_eq("{\"byte_end\":6,[..]\n");
}

#[test]
fn colours_only_where_they_are_asked_for() {
    file("streams/text", "abc");
    let args = [
        "positions",
        "streams/text",
        "--offset",
        "9",
        "--format",
        "human",
    ];
    let plain = llm_types(&args).assert().code(1);
    assert!(!plain.get_output().stderr.contains(&0x1b));

    let with = |more: &[&'static str]| [&args[..], more].concat();
    let forced = llm_types(&with(&["--color", "always"])).assert().code(1);
    assert!(forced.get_output().stderr.contains(&0x1b));

    let refused = llm_types(&args)
        .env("NO_COLOR", "1")
        .env("CLICOLOR", "1")
        .assert()
        .code(1);
    assert!(!refused.get_output().stderr.contains(&0x1b));
}

/// What gives each document of many as soon as it has it.
const LINE_BY_LINE: [&[&str]; 3] = [
    &["normalize"],
    &["convert", "--to", "magellan"],
    &["enrich", "--with-checksums"],
];

const LINE: &str = r#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;

/// The program between two pipes.
fn started(command: &[&str]) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
        .args(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let stdout = BufReader::new(stdout.expect("a pipe"));
    (child, stdin.expect("a pipe"), stdout)
}

/// Whoever follows a program that runs on sees its documents as it prints them.
#[test]
fn what_comes_line_by_line_goes_on_line_by_line() {
    for command in LINE_BY_LINE {
        let (mut child, mut stdin, stdout) = started(command);
        let (send, seen) = std::sync::mpsc::channel();
        let reads = std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).for_each(|line| {
                let _ = send.send(line);
            });
        });
        // Two show that there are lines; from then on each goes through alone.
        for lines in [2, 1, 1] {
            stdin
                .write_all(format!("{LINE}\n").repeat(lines).as_bytes())
                .expect("it reads");
            for _ in 0..lines {
                let next = seen.recv_timeout(std::time::Duration::from_secs(60));
                let next = next.expect("a document while the input is open");
                assert!(next.starts_with('{'), "{command:?}: {next}");
            }
        }
        drop(stdin);
        assert_eq!(child.wait().expect("ended").code(), Some(0), "{command:?}");
        reads.join().expect("ended");
    }
}

/// A reader that closes the pipe has what it wanted.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_quiet() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
        .args(["explain", "--list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ended");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Whoever feeds it would wait for ever.
#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_the_reading() {
    let lines = format!("{LINE}\n").repeat(1 << 10);
    for command in LINE_BY_LINE {
        let (mut child, mut stdin, mut stdout) = started(command);
        let lines = lines.clone();
        // More than any pipe holds, and not for ever.
        let feeds = std::thread::spawn(move || {
            (0..4 << 10).all(|_| stdin.write_all(lines.as_bytes()).is_ok())
        });
        let mut first = String::new();
        stdout.read_line(&mut first).expect("a line");
        assert!(first.starts_with('{'), "{command:?}: {first}");
        drop(stdout);
        assert_eq!(child.wait().expect("ended").code(), Some(0), "{command:?}");
        assert!(!feeds.join().expect("ended"), "{command:?} read on");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::File::create("/dev/full").expect("/dev/full");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_llm-types"))
        .args(["explain", "--list"])
        .stdout(full)
        .output()
        .expect("ended");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error[OUTPUT_UNWRITABLE]: "), "{error}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn wrong_usage_has_its_own_exit_code() {
    llm_types(&[]).assert().code(2).stdout_eq("");
    llm_types(&["no-such-command"])
        .assert()
        .code(2)
        .stdout_eq("");
    llm_types(&["--help"]).assert().success().stderr_eq("");
    llm_types(&["--version"])
        .assert()
        .success()
        .stdout_eq(format!("llm-types {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_command_helps_with_examples() {
    let help = llm_types(&["--help"]).assert().success();
    let help = String::from_utf8(help.get_output().stdout.clone()).expect("UTF-8");
    let commands = help
        .split("Commands:")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next());
    let commands: Vec<&str> = commands
        .expect("a list of commands")
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 5, "{commands:?}");
    for command in commands {
        let help = llm_types(&[command, "--help"]).assert().success();
        let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
        assert!(
            help.contains(&format!("\n  llm-types {command} ")),
            "{command}: {help}"
        );
    }
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = llm_types(&["completions", shell]).assert().success();
        let script = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(script.contains("span-id"), "{shell}");
    }
}

/// Where somebody looks, a report is text; in a pipe it is JSON. What has a terminal without
/// anybody there is a program of Linux.
#[cfg(target_os = "linux")]
#[test]
fn reports_are_text_on_a_terminal() {
    use super::run::folder;

    file("streams/seen.json", r#"{"x":1}"#);
    for (command, begins) in [
        ("detect streams/seen.json", "no dialect is likely enough"),
        ("schema --list", "response"),
        (
            "validate streams/seen.json",
            "error[DIALECT_NOT_RECOGNISED]",
        ),
        // A schema has one shape.
        ("schema response", "{"),
    ] {
        let typed = format!(
            "'{}' --color never {command}",
            env!("CARGO_BIN_EXE_llm-types")
        );
        let run = std::process::Command::new("script")
            .args(["--quiet", "--command", &typed, "/dev/null"])
            .current_dir(folder())
            .stdin(std::process::Stdio::null())
            .output()
            .expect("`script` of util-linux");
        let seen = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(seen.trim_start().starts_with(begins), "{command}: {seen}");
        let args: Vec<&str> = command.split(' ').collect();
        let piped = llm_types(&args).assert();
        assert!(piped.get_output().stdout.starts_with(b"{") || command == "schema --list");
    }
    let piped = llm_types(&["schema", "--list"]).assert().success();
    assert!(piped.get_output().stdout.starts_with(b"[{"));
}

/// A result of SARIF is not kept: of very many findings it would be more than a machine has.
#[cfg(target_os = "linux")]
#[test]
fn results_of_sarif_are_not_kept() {
    use super::run::folder;

    file("streams/many.jsonl", "{\"a\":1}\n".repeat(150_000));
    let limited = format!(
        "ulimit -v 400000; exec '{}' validate streams/many.jsonl --format sarif",
        env!("CARGO_BIN_EXE_llm-types")
    );
    let run = std::process::Command::new("sh")
        .args(["-c", &limited])
        .current_dir(folder())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{said}");
    // Not made a tree, which takes long in a debug build.
    let report = serde_json::from_slice::<serde::de::IgnoredAny>(&run.stdout);
    assert!(report.is_ok(), "JSON");
    let found = String::from_utf8_lossy(&run.stdout);
    assert_eq!(found.matches("\"ruleId\"").count(), 150_000);
}

/// What a document says goes through to the terminal, but not as commands.
#[test]
fn a_document_cannot_command_the_terminal() {
    let document = "{\"schema_version\":\"1.1.0\",\"execution_id\":\"\\u001b[5m\u{202e}\",\
                    \"data\":{\"matches\":[],\"\\u001b]0;title\\u0007\":1,\"count\":2}}";
    for args in [
        &["validate", "--strict", "--format", "human"][..],
        &["normalize", "--report"],
        &["convert", "--to", "llmsearch", "--report"],
        &["detect", "--format", "human"],
    ] {
        // Without colours everything that looks like one would be dropped.
        let args = [args, &["--color", "always"]].concat();
        let run = llm_types(&args).stdin(document).assert();
        let output = run.get_output();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let shown = if args.contains(&"human") {
            said + &String::from_utf8_lossy(&output.stdout)
        } else {
            said
        };
        for command in ["\u{1b}[5m", "\u{1b}]", "\u{7}", "\u{202e}"] {
            assert!(!shown.contains(command), "{args:?} {shown:?}");
        }
    }
}
