//! How many tests ran, read from what the test runners print.
//!
//! A runner that finds no test ends with success; this is how we notice.

/// The number of tests that passed, summed over every closing line in `log`.
///
/// Understood are Cargo's `test result:`, `node --test`, pytest's last line, and the
/// plain `N passed, N failed` of our own runners.
pub(crate) fn tests_in(log: &str) -> u64 {
    log.lines().map(tests_in_line).sum()
}

fn tests_in_line(line: &str) -> u64 {
    let line = line.trim().trim_matches('=').trim();
    if let Some(rest) = line.strip_prefix("test result: ") {
        return number_before(rest, "passed");
    }
    for prefix in ["# pass ", "ℹ pass "] {
        if let Some(rest) = line.strip_prefix(prefix) {
            return rest.trim().parse().unwrap_or(0);
        }
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let plain = matches!(words.as_slice(), [n, "passed,", m, "failed" | "failed,", ..]
        if n.parse::<u64>().is_ok() && m.parse::<u64>().is_ok());
    // Beyond a minute it says the time twice.
    let seconds = line.split_once(" (").map_or(line, |(seconds, _)| seconds);
    let pytest = seconds.ends_with('s') && line.contains(" passed") && line.contains(" in ");
    if plain || pytest {
        return number_before(line, "passed");
    }
    0
}

/// The number in front of `word`: 12 in `ok. 12 passed; 0 failed`.
fn number_before(text: &str, word: &str) -> u64 {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .windows(2)
        .find(|pair| pair[1].trim_end_matches([',', ';']) == word)
        .and_then(|pair| pair[0].parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::tests_in;

    #[test]
    fn closing_lines_of_each_runner() {
        for (line, tests) in [
            (
                "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured",
                12,
            ),
            ("# pass 7", 7),
            ("ℹ pass 40", 40),
            (
                "============== 31 passed, 2 skipped in 0.52s ==============",
                31,
            ),
            ("5 passed in 0.01s", 5),
            ("1434 passed in 79.90s (0:01:19)", 1434),
            ("8 passed, 0 failed", 8),
            ("0 passed, 3 failed, 1 skipped", 0),
            ("all 9 files passed the check", 0),
        ] {
            assert_eq!(tests_in(line), tests, "{line}");
        }
    }
}
