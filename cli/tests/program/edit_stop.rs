//! `edit --write`, asked to stop.

#![cfg(unix)]

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::edit::{fresh, names, read};
use super::run::{file, folder};

const FILES: usize = 24;

fn reset(name: &str, old: &str) {
    fresh(name);
    let edits: Vec<String> = (0..FILES)
        .map(|at| {
            file(&format!("{name}/in/f{at:02}"), old);
            format!(
                r#"{{"file_path":"f{at:02}","edits":[{{"byte_start":14,"byte_end":17,"expected_text":"was","new_text":"will be"}}]}}"#
            )
        })
        .collect();
    let request = format!(r#"{{"files":[{}]}}"#, edits.join(","));
    file(&format!("{name}/request.json"), request);
}

/// What runs is what the shell becomes, after it was told what to do about signals.
fn start(name: &str, before: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_llm-types");
    Command::new("sh")
        .args(["-c", &format!("{before} exec \"$0\" \"$@\""), program])
        .args(["edit", "request.json", "--source", "in", "--write"])
        .args(["--inverse", "undo.json"])
        .current_dir(folder().join(name))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

/// Sends a signal after a while, and gives how the program ended.
fn stopped(mut child: Child, signal: &str, after: Duration) -> ExitStatus {
    std::thread::sleep(after);
    let kill = format!("kill -{signal} {}", child.id());
    let kill = Command::new("sh").args(["-c", &kill]).status();
    assert!(kill.expect("a shell").success());
    child.wait().expect("ended")
}

#[test]
fn asked_to_stop_it_changes_all_files_or_none_and_leaves_nothing_behind() {
    use std::os::unix::process::ExitStatusExt as _;
    const ROUNDS: u32 = 15;
    let old = "the line that was there\n".repeat(4_000);
    let new = old.replacen("was", "will be", 1);
    let name = "stop/rounds";
    reset(name, &old);
    let began = Instant::now();
    assert!(start(name, "").wait().expect("ended").success());
    let whole = began.elapsed();
    for round in 0..ROUNDS {
        for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
            if round % 3 != number % 3 {
                continue;
            }
            reset(name, &old);
            // The last moments are not tried: there would be nothing to send a signal to.
            let end = stopped(start(name, ""), signal, whole * round / (ROUNDS + 2));
            let is_done = read("stop/rounds/in/f00") == new.as_bytes();
            let text = if is_done { &new } else { &old };
            let there = names("stop/rounds/in");
            assert_eq!(there.len(), FILES, "round {round}: {there:?}");
            for one in there {
                let found = read(&format!("stop/rounds/in/{one}"));
                assert_eq!(found, text.as_bytes(), "round {round}: {one}");
            }
            let mut beside = vec!["in", "request.json"];
            if is_done {
                beside.push("undo.json");
            } else {
                assert_eq!(end.signal(), Some(i32::try_from(number).expect("small")));
            }
            assert_eq!(names(name), beside, "round {round}");
        }
    }
}

/// As `nohup` starts it. Only there can a program ask what it is to ignore.
#[test]
#[cfg(target_os = "linux")]
fn what_is_to_be_ignored_is_ignored() {
    let old = "the line that was there\n".repeat(4_000);
    let name = "stop/ignored";
    reset(name, &old);
    for part in 1..4 {
        reset(name, &old);
        let child = start(name, "trap '' HUP;");
        let end = stopped(child, "HUP", Duration::from_millis(20 * part));
        assert!(end.success(), "{end:?}");
    }
}
