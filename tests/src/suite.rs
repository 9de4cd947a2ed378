//! The files of the suite: vectors, skips, and where results go.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

/// A file of vectors.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Why these vectors exist.
    pub why: String,
    /// Rows of the catalogue of bugs that have no vector.
    #[serde(default)]
    pub elsewhere: Vec<Elsewhere>,
    /// The test cases.
    pub vectors: Vec<Vector>,
}

/// A row of the catalogue of bugs that has no vector.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elsewhere {
    /// Its number.
    pub row: u64,
    /// The issues.
    pub source: String,
    /// Why it has none.
    pub why: String,
}

/// A language-neutral test case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// Unique in its file.
    pub name: String,
    /// The verb.
    pub call: String,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<String>,
    /// The arguments.
    pub input: Value,
    /// `ok` or `error`.
    pub expect: Expect,
}

/// What a vector expects.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum Expect {
    /// Exactly this value.
    Ok(Value),
    /// A refusal with at least these members.
    Error(BTreeMap<String, Value>),
}

/// One line of `skips.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skip {
    /// Hosts that skip: `rust`, `node`, `wasm`, `chromium`, `python`.
    pub hosts: Vec<String>,
    /// Id of a vector; `*` stands for any text.
    pub vector: String,
    /// Why.
    pub reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Skips {
    skips: Vec<Skip>,
}

/// The folder `tests` of the repository.
pub fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All vectors with their ids (`text/golden: byte 0 in utf-8`), in the order in
/// which every host takes them: by path, then as written.
///
/// # Errors
///
/// A file that cannot be read, or is not in the format.
pub fn vectors() -> io::Result<Vec<(String, Vector)>> {
    let root = home().join("vectors");
    let mut paths = Vec::new();
    json_files(&root, &mut paths)?;
    let mut topics = BTreeMap::new();
    for path in paths {
        let topic = path
            .strip_prefix(&root)
            .unwrap_or(&path)
            .with_extension("")
            .to_string_lossy()
            .replace('\\', "/");
        topics.insert(topic, path);
    }
    let mut all = Vec::new();
    for (topic, path) in topics {
        let file: File = read(&path)?;
        for vector in file.vectors {
            all.push((format!("{topic}: {}", vector.name), vector));
        }
    }
    Ok(all)
}

/// All skips, of every host.
///
/// # Errors
///
/// A file that cannot be read, or is not in the format.
pub fn skips() -> io::Result<Vec<Skip>> {
    read::<Skips>(&home().join("skips.json")).map(|file| file.skips)
}

/// Whether `id` is meant by `pattern`, in which `*` stands for any text.
pub fn matches(pattern: &str, id: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| id.strip_prefix(first)) else {
        return false;
    };
    let mut open = false;
    for part in parts {
        open = true;
        if part.is_empty() {
            continue;
        }
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        open = false;
    }
    // The last part has to reach the end: look for its last occurrence.
    open || rest.is_empty()
        || pattern
            .rsplit('*')
            .next()
            .is_some_and(|last| rest.ends_with(last))
}

/// Writes lines as a results file of the host, replacing an earlier one.
///
/// # Errors
///
/// Those of the file system.
pub fn write_results(host: &str, name: &str, lines: &[Value]) -> io::Result<()> {
    let folder = results().join(host);
    fs::create_dir_all(&folder)?;
    let mut text = String::new();
    for line in lines {
        text.push_str(&line.to_string());
        text.push('\n');
    }
    fs::write(folder.join(name), text)
}

/// The folder of the results of all hosts: `LLM_TYPES_RESULTS`, or
/// `target/conformance`.
pub fn results() -> PathBuf {
    std::env::var_os("LLM_TYPES_RESULTS")
        .map_or_else(|| home().join("../target/conformance"), PathBuf::from)
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> io::Result<T> {
    let text = fs::read_to_string(path)?;
    serde_json::from_str(&text)
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

fn json_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            json_files(&path, found)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, id, expected) in [
            ("a: b", "a: b", true),
            ("a: b", "a: bc", false),
            ("a: *", "a: bc", true),
            ("a*c", "abbc", true),
            ("a*c", "abcb", false),
            ("a*b*c", "abxbc", true),
            ("*7*", "the string 7", true),
            ("b*", "ab", false),
            ("a*bc", "abcbc", true),
        ] {
            assert_eq!(matches(pattern, id), expected, "{pattern} {id}");
        }
    }
}
