//! The list of steps of `cargo xtask test`. To add one, add a line.
//!
//! The order is the order of starting. What others wait for comes first. The tests in a browser
//! wait more than they compute, so they start with the tests of Rust, which keep all cores at
//! work. Lints wait for nothing, and fill the end. How steps are run is in [`crate::schedule`].

use anyhow::Result;

use crate::install::{self, BARE_METAL};
use crate::run::{Log, Run as _};
use crate::schedule::{Lane, Step};
use crate::workspace::Workspace;
use crate::{artefacts, examples, tidy, wasm};

/// Every step, in order.
pub(crate) const ALL: &[Step] = &[
    free("tidy", "our files keep our own rules", &[], tidy::check),
    free("fmt", "Rust is formatted", &[], fmt),
    free(
        "rust",
        "targets and components are there",
        &[],
        install::rust,
    ),
    free(
        "npm",
        "npm packages are there, as locked",
        &[],
        install::npm,
    ),
    free(
        "python",
        "Python tools are there, as pinned",
        &[],
        install::python,
    ),
    free("browser", "a Chromium is there", &[], install::browser),
    cargo(
        "build-native",
        "the addon builds",
        &["rust"],
        artefacts::native,
    ),
    cargo_in(
        wasm::PROFILE,
        "build-wasm",
        "the wasm module builds",
        &["rust"],
        artefacts::wasm,
    ),
    cargo(
        "build-python",
        "the Python package builds",
        &["rust", "python"],
        artefacts::python,
    ),
    free(
        "build-js",
        "the TypeScript facade builds",
        &["npm", "build-native", "build-wasm"],
        artefacts::javascript,
    ),
    tests(
        "rust-tests",
        "Rust units, laws and examples, and that generated files are what the core says",
        &["rust"],
        rust_tests,
    ),
    tests_free(
        "playground",
        "the page shows what the package says, to everybody, and asks no other address",
        &["build-js", "browser"],
        playground,
    ),
    tests_free(
        "conformance-chromium",
        "the suite, through WebAssembly in a browser",
        &["build-js", "browser"],
        |workspace, log| javascript_suite(workspace, log, "chromium"),
    ),
    tests_free(
        "examples-ts",
        "the TypeScript of the pages does what it says",
        &["build-js"],
        examples::typescript,
    ),
    tests_free(
        "examples-console",
        "the commands of the pages print what they say",
        &["build-native"],
        examples::console,
    ),
    tests_free(
        "examples-python",
        "the Python of the pages does what it says",
        &["build-python"],
        examples::python,
    ),
    tests_free(
        "conformance-node",
        "the suite, through the native addon",
        &["build-js"],
        |workspace, log| javascript_suite(workspace, log, "node"),
    ),
    tests_free(
        "conformance-wasm",
        "the suite, through WebAssembly in Node",
        &["build-js"],
        |workspace, log| javascript_suite(workspace, log, "wasm"),
    ),
    tests_free(
        "schemas-node",
        "what is structurally valid, and only that, passes the schemas in Ajv",
        &["build-js"],
        |workspace, log| {
            let mut node = workspace.node();
            node.args(["--test", "tests/js/schemas.test.mjs"]).run(log)
        },
    ),
    tests_free(
        "conformance-python",
        "the suite, through the extension module",
        &["build-python"],
        |workspace, log| {
            let mut pytest = workspace.python_tool("pytest");
            pytest.args(["--quiet", "tests/python"]).run(log)
        },
    ),
    tests_free(
        "miri",
        "what reads and writes registers touches no memory but its own",
        &["rust"],
        miri,
    ),
    tests(
        "simd-wasm",
        "the ways of wasm with and without wide registers agree, bit for bit",
        &["rust"],
        simd_wasm,
    ),
    cargo_in(LINT, "clippy", "Rust lints", &["rust"], clippy),
    cargo_in(
        LINT,
        "clippy-wasm",
        "Rust lints of what only wasm compiles",
        &["rust"],
        clippy_wasm,
    ),
    cargo_in(
        LINT,
        "no-std",
        "the core builds without an operating system",
        &["rust"],
        no_std,
    ),
    cargo_in(
        LINT,
        "docs",
        "Rust documentation has no broken link",
        &["rust"],
        docs,
    ),
    cargo(
        "conformance-same",
        "every host gave the same answers, byte for byte",
        &[
            "rust-tests",
            "conformance-node",
            "conformance-wasm",
            "conformance-chromium",
            "conformance-python",
        ],
        compare_hosts,
    ),
    free(
        "eslint",
        "TypeScript and JavaScript lints",
        &["build-js"],
        eslint,
    ),
    free("ruff", "Python lints and format", &["python"], ruff),
    free("mypy", "Python types, strict", &["build-python"], mypy),
    free(
        "types-ts",
        "strict TypeScript programs get the types that are promised, by every entry",
        &["build-js"],
        types_ts,
    ),
    tests_free(
        "doctests-python",
        "the examples of the Python docstrings do what they say",
        &["build-python"],
        |workspace, log| {
            let mut pytest = workspace.python_tool("pytest");
            pytest
                .args(["--quiet", "--doctest-modules", "bindings-python/python"])
                .run(log)?;
            // The step `mypy` checks its types; this run shows that what has a type exists.
            let consumer = "tests/types/python/consumer.py";
            workspace.python_tool("python").arg(consumer).run(log)
        },
    ),
    free(
        "packaging-npm",
        "the packed npm package works in an empty project, with and without the addon",
        &["build-js"],
        |workspace, log| {
            let mut node = workspace.node();
            node.arg("tests/packaging/npm.mjs").run(log)
        },
    ),
    cargo(
        "packaging-wheel",
        "the wheel works in an empty environment",
        &["build-python"],
        packaging_wheel,
    ),
    free(
        "stubtest",
        "the stub is the extension module",
        &["build-python"],
        stubtest,
    ),
];

/// The crates that `cargo test` leaves out. The one test of the benches takes all peers to
/// compile. The module for wasm has none, and its macros ask for features with which the core
/// would be compiled once more, after the addon and the extension module.
const UNTESTED: [&str; 2] = ["llm-types-benches", "llm-types-wasm"];

/// The profile of what is only checked: with a folder of its own, it waits for nothing that is
/// built.
const LINT: &str = "lint";

/// The tests of the page, by name: what Node makes of a folder differs between its versions.
const PLAYGROUND: &[&str] = &[
    "tests/playground/problems.test.mjs",
    "tests/playground/panels.test.mjs",
    "tests/playground/everybody.test.mjs",
    "tests/playground/arrival.test.mjs",
    "tests/playground/back.test.mjs",
    "tests/playground/marks.test.mjs",
    "tests/playground/reach.test.mjs",
    "tests/playground/advice.test.mjs",
];

type Work = fn(&Workspace, &mut Log) -> Result<()>;

const fn step(
    lane: Lane,
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    Step {
        name,
        proves,
        needs,
        lane,
        tests: false,
        run,
    }
}

/// A step that builds what the others of its kind share: the profile `dev`.
const fn cargo(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    cargo_in(artefacts::PROFILE, name, proves, needs, run)
}

const fn cargo_in(
    profile: &'static str,
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    step(Lane::Cargo(profile), name, proves, needs, run)
}

const fn free(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    step(Lane::Free, name, proves, needs, run)
}

/// A step of Cargo's that runs tests.
const fn tests(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    Step {
        tests: true,
        ..cargo(name, proves, needs, run)
    }
}

/// A step of another tool that runs tests.
const fn tests_free(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    Step {
        tests: true,
        ..free(name, proves, needs, run)
    }
}

fn fmt(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace.cargo().args(["fmt", "--all", "--check"]).run(log)
}

/// The JavaScript runner of the suite against one build.
fn javascript_suite(workspace: &Workspace, log: &mut Log, build: &str) -> Result<()> {
    let mut node = workspace.node();
    // By name: what Node makes of a folder differs between its versions.
    node.args(["--test", "tests/js/conformance.test.mjs"])
        .env("LLM_TYPES_BINDING", build);
    if let Some(browser) = install::find_browser() {
        node.env("LLM_TYPES_BROWSER", browser);
    }
    node.run(log)
}

/// Builds the page and uses it as a person does, in a browser.
fn playground(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let mut npm = workspace.npm();
    npm.args(["run", "build:playground"]).run(log)?;
    let mut node = workspace.node();
    node.args(["--test", "--test-timeout=300000"])
        .args(PLAYGROUND);
    if let Some(browser) = install::find_browser() {
        node.env("LLM_TYPES_BROWSER", browser);
    }
    node.run(log)
}

/// Runs the program that `rust-tests` has built. To build it alone would build the core once more,
/// with fewer features of its dependencies.
fn compare_hosts(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let program = format!("conformance-compare{}", std::env::consts::EXE_SUFFIX);
    let path = workspace
        .target()
        .join(Workspace::profile_folder("test"))
        .join(program);
    workspace
        .command(path)
        .args(["rust", "node", "wasm", "chromium", "python"])
        .run(log)
}

fn clippy(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args(["clippy", "--workspace", "--all-targets"])
        .args(["--profile", LINT, "--", "-D", "warnings"])
        .run(log)
}

fn clippy_wasm(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args(["clippy", "--package", "llm-types-wasm"])
        .args(["--target", wasm::TARGET])
        .args(["--profile", LINT, "--", "-D", "warnings"])
        .run(log)
}

/// The unit tests of what looks at text or hashes it, compiled with the vectors of wasm and
/// run by Node as a WASI program: they hold the engines to one another and to a plain loop.
fn simd_wasm(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        // Tests run in the folder of their package.
        .env(
            "CARGO_TARGET_WASM32_WASIP1_RUNNER",
            "node --no-warnings ../tests/js/wasi.mjs",
        )
        .args(["test", "--package", "llm-types-core", "--lib"])
        .args(["--target", install::WASI])
        // Little of the core runs here: to optimise all of it would take longer.
        .args(["--config", "profile.dev.package.llm-types-core.opt-level=0"])
        .args([
            "--",
            "text::scan",
            "text::index::store",
            "json::scan",
            "id::lanes",
        ])
        .run(log)
}

/// Runs the `unsafe` code for this processor in Miri, except for what looks at text with AVX-512,
/// which Miri does not know. It has a target folder of its own, so that no other step of Cargo's
/// waits for it.
fn miri(workspace: &Workspace, log: &mut Log) -> Result<()> {
    const FEATURES: &str = if cfg!(target_arch = "x86_64") {
        "+avx2,+bmi1,+bmi2,+popcnt,+sha,+sse4.1,+avx512f,+avx512bw"
    } else {
        ""
    };
    const WALKS: [&[&str]; 2] = [
        &["--test", "registers"],
        &["--lib", "--", "id::lanes::tests::a_few"],
    ];
    install::miri(workspace, log)?;
    for walk in WALKS {
        workspace
            .command("rustup")
            .args(["run", install::NIGHTLY, "cargo", "miri", "test"])
            .args(["--package", "llm-types-core"])
            .args(walk)
            .env("RUSTFLAGS", format!("-C target-feature={FEATURES}"))
            .env("CARGO_TARGET_DIR", workspace.scratch().join("miri"))
            .env_remove("CARGO")
            .run(log)?;
    }
    Ok(())
}

fn eslint(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .npm_tool("eslint")
        .args([".", "--max-warnings", "0"])
        .run(log)
}

fn ruff(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .python_tool("ruff")
        .args(["check", "."])
        .run(log)?;
    workspace
        .python_tool("ruff")
        .args(["format", "--check", "."])
        .run(log)
}

fn mypy(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace.python_tool("mypy").run(log)
}

fn stubtest(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .python_tool("stubtest")
        .args(["llm_types._core", "--mypy-config-file", "pyproject.toml"])
        .run(log)
}

fn types_ts(workspace: &Workspace, log: &mut Log) -> Result<()> {
    for project in ["tsconfig.json", "tsconfig.web.json", "tsconfig.bare.json"] {
        workspace
            .npm_tool("tsc")
            .arg("--project")
            .arg(format!("tests/types/typescript/{project}"))
            .run(log)?;
    }
    Ok(())
}

fn packaging_wheel(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let out = workspace.scratch().join("wheel");
    if out.exists() {
        std::fs::remove_dir_all(&out)?;
    }
    workspace
        .python_tool("maturin")
        .args(["build", "--profile", artefacts::PROFILE, "--out"])
        .arg(&out)
        .run(log)?;
    for entry in std::fs::read_dir(&out)? {
        workspace
            .python_tool("python")
            .arg("tests/packaging/wheel.py")
            .arg(entry?.path())
            .run(log)?;
    }
    Ok(())
}

/// Checked and not built: what is missing without an operating system shows in types, and nobody
/// runs the code.
fn no_std(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args(["check", "--package", "llm-types-core"])
        .args(["--target", BARE_METAL, "--profile", LINT])
        .run(log)
}

fn rust_tests(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--workspace", "--no-fail-fast"]);
    for name in UNTESTED {
        cargo.args(["--exclude", name]);
    }
    cargo.run(log)
}

/// The core as its users see it; the rest as we do, private items included.
fn docs(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let mut doc = |flags: &str, arguments: &[&str]| {
        workspace
            .cargo()
            .args(["doc", "--no-deps", "--profile", LINT])
            .args(arguments)
            .env("RUSTDOCFLAGS", flags)
            .run(log)
    };
    doc(
        "-D warnings -A rustdoc::private-intra-doc-links",
        &[
            "--workspace",
            "--exclude",
            "llm-types-core",
            "--document-private-items",
        ],
    )?;
    doc("-D warnings", &["--package", "llm-types-core"])
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn names_are_unique_and_needs_come_first() {
        for (at, step) in ALL.iter().enumerate() {
            let before = &ALL[..at];
            assert!(before.iter().all(|other| other.name != step.name));
            for need in step.needs {
                assert!(
                    before.iter().any(|other| other.name == *need),
                    "`{}` needs `{need}`, which does not come before it",
                    step.name
                );
            }
        }
    }
}
