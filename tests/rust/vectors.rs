//! Every vector is a test of its own name; the answers go into a results file.
//!
//! A skipped vector is run too: if it passes, the skip is out of date and fails.

use libtest_mimic::{Arguments, Failed, Trial};
use llm_types_conformance::suite::{self, Expect, Vector};
use llm_types_conformance::{Answer, call::call};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let arguments = Arguments::from_args();
    let skips = suite::skips()?;
    let (mut trials, mut lines) = (Vec::new(), Vec::new());
    for (id, vector) in suite::vectors()? {
        let answer = call(&vector.call, &vector.input);
        let mine = skips.iter().find(|skip| {
            skip.hosts.iter().any(|host| host == "rust") && suite::matches(&skip.vector, &id)
        });
        // What one host cannot be asked is compared between none.
        let compared = !skips.iter().any(|skip| suite::matches(&skip.vector, &id));
        if let (true, Some(result)) = (compared, answer.to_json()) {
            lines.push(json!({ "vector": id, "result": result }));
        }
        let verdict = judge(&vector, &answer);
        let verdict = match (mine, verdict) {
            (None, verdict) => verdict,
            (Some(_), Err(_)) => Ok(()),
            (Some(skip), Ok(())) => Err(format!(
                "passes, and `{}` skips it: {}",
                skip.vector, skip.reason
            )),
        };
        trials.push(Trial::test(id, move || verdict.map_err(Failed::from)));
    }
    if arguments.filter.is_none() {
        suite::write_results("rust", "vectors.jsonl", &lines)?;
    }
    libtest_mimic::run(&arguments, trials).exit()
}

fn judge(vector: &Vector, answer: &Answer) -> Result<(), String> {
    let agree = match (&vector.expect, answer) {
        (Expect::Ok(expected), Answer::Ok(given)) => expected == given,
        (Expect::Error(members), Answer::Error(given)) => {
            members.iter().all(|(name, value)| match name.as_str() {
                "message_has" => has_all(&given["message"], value),
                _ => given.get(name).unwrap_or(&Value::Null) == value,
            })
        }
        _ => false,
    };
    if agree {
        return Ok(());
    }
    Err(format!(
        "{}({}) gave {answer:?}; expected {:?}",
        vector.call, vector.input, vector.expect
    ))
}

/// Whether a message has all of these words.
fn has_all(message: &Value, words: &Value) -> bool {
    let (Some(message), Some(words)) = (message.as_str(), words.as_array()) else {
        return false;
    };
    let has = |word: &Value| word.as_str().is_some_and(|word| message.contains(word));
    words.iter().all(has)
}
