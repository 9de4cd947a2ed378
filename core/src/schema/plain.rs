//! Documentation for readers that do not follow the links of rustdoc.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text of a doc comment, without the blank that follows `///` and without
/// the links that only rustdoc follows.
pub fn plain(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let text = lines.join("\n");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, linked)) = rest.split_once("[`") {
        let Some((name, after)) = linked.split_once("`]") else {
            break;
        };
        out.push_str(before);
        out.push('`');
        out.push_str(name);
        out.push('`');
        // The target of a link that is not the name itself.
        rest = match after
            .strip_prefix('(')
            .and_then(|after| after.split_once(')'))
        {
            Some((_, after)) => after,
            None => after,
        };
    }
    out.push_str(rest);
    out.replace("`crate::", "`").trim().to_string()
}
