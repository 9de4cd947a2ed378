//! `checksum`: published digests, ranges, and verifying.

use snapbox::str;

use super::run::{file, llm_types};

const ABC: &str = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn the_bare_checksum_is_printed() {
    llm_types(&["checksum"])
        .stdin("abc")
        .assert()
        .success()
        .stdout_eq(format!("{ABC}\n"));
    file("checksum/xabcx", "xabcx");
    llm_types(&["checksum", "checksum/xabcx", "--range", "1..4"])
        .assert()
        .success()
        .stdout_eq(format!("{ABC}\n"));
    llm_types(&["checksum", "--algorithm", "blake3", "--format", "json"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"byte_end":0,"byte_start":0,"checksum":"blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"}

"#]]);
    llm_types(&["checksum", "checksum/xabcx", "--range", "1..9"])
        .assert()
        .code(1)
        .stderr_eq("error[OFFSET_OUT_OF_RANGE]: [..]\n...\n");
}

#[test]
fn verifying_tells_by_the_exit_code_and_never_guesses() {
    let verify = |text: &str| {
        llm_types(&["checksum", "--verify", text])
            .stdin("abc")
            .assert()
    };
    verify(ABC).success().stdout_eq("<stdin>: OK\n");
    verify(&ABC.replace("ba78", "0000"))
        .code(1)
        .stdout_eq(str![[r#"
<stdin>: CHANGED
  expected sha256:000016bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
  computed sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

"#]]);
    verify(&ABC["sha256:".len()..])
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            "error: invalid value '[..]' for '--verify <CHECKSUM>': CHECKSUM_BARE: [..]\n...\n",
        );
}
