//! `llm-types explain`: the registry of rules and errors, for people.

use std::fmt::Write as _;

use llm_types::Rule;
use serde::Serialize;

use crate::args::{Explain, Format};
use crate::failure::Failure;
use crate::output::{self, Status};
use crate::style;

/// A rule as JSON.
#[derive(Serialize)]
struct Entry {
    code: &'static str,
    level: &'static str,
    tool: &'static str,
    category: &'static str,
    aliases: &'static [&'static str],
    what: &'static str,
    why: &'static str,
    remedy: &'static str,
    bad: &'static str,
    good: &'static str,
    origin: &'static str,
}

impl From<&Rule> for Entry {
    fn from(rule: &Rule) -> Self {
        Self {
            code: rule.code,
            level: rule.level.as_str(),
            tool: rule.tool,
            category: rule.category,
            aliases: rule.aliases,
            what: rule.what,
            why: rule.why,
            remedy: rule.remedy,
            bad: rule.bad,
            good: rule.good,
            origin: rule.origin,
        }
    }
}

pub(super) fn run(args: &Explain, format: Format) -> Result<Status, Failure> {
    if let Some(code) = &args.code {
        let rule = llm_types::explain(code).map_err(Failure::new)?;
        output::result(format, &Entry::from(rule), || one(rule))?;
    } else {
        let rules: Vec<&Rule> = llm_types::rule::all().collect();
        let entries: Vec<Entry> = rules.iter().map(|rule| Entry::from(*rule)).collect();
        output::result(format, &entries, || list(&rules))?;
    }
    Ok(Status::Success)
}

fn one(rule: &Rule) -> String {
    let (level, strong) = (style::of(rule.level), style::STRONG);
    let mut text = format!(
        "{level}{}[{}]{level:#}{strong}: {}{strong:#}\n\n{}\n\n{strong}Do{strong:#}: {}\n",
        rule.level.as_str(),
        rule.code,
        rule.what,
        rule.why,
        rule.remedy
    );
    let from = if rule.is_ours() {
        rule.origin.to_owned()
    } else {
        format!("{} of {}, {}", rule.category, rule.tool, rule.origin)
    };
    if !rule.aliases.is_empty() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\n{strong}Also{strong:#}: {}",
            rule.aliases.join(", ")
        );
    }
    let examples = [("Bad", rule.bad), ("Good", rule.good)];
    for (title, example) in examples.into_iter().filter(|_| rule.is_ours()) {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{strong}{title}{strong:#}:\n");
        for line in example.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    if !from.is_empty() {
        let faint = style::FAINT;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{faint}From: {from}{faint:#}");
    }
    text
}

fn list(rules: &[&Rule]) -> String {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    let mut text = String::new();
    for rule in rules {
        let level = style::of(rule.level);
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:width$}  {level}{:7}{level:#}  {}",
            rule.code,
            rule.level.as_str(),
            rule.what
        );
    }
    text
}
