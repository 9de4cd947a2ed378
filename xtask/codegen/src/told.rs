//! What a documentation comment of the core calls by a link, in the words of another
//! language: a reader of TypeScript looks for `applyEdits`, and finds no `apply_edits`.
//!
//! A link to what only Rust has is refused, as it leads a reader of another language nowhere.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use llm_types::json::{Node, ReadOptions, read};
use llm_types::schema::plain;

use crate::model::{Definition, Union};

/// What every host has by the same name.
const PARITY: &str = include_str!("../../../tests/parity.json");

/// The text for readers of TypeScript.
pub(crate) fn typescript(text: &str) -> String {
    plain(&renamed(text, camel))
}

/// The text for readers of Python, where functions are called as in Rust.
pub(crate) fn python(text: &str) -> String {
    plain(text)
}

/// Refuses what is linked and not in every language: neither a function of all hosts nor a type.
pub(crate) fn check(definitions: &[Definition], unions: &[Union]) -> Result<()> {
    let is_type = |name: &str| {
        definitions.iter().any(|known| known.name == name)
            || unions.iter().any(|(known, _)| *known == name)
    };
    let everywhere = everywhere()?;
    for definition in definitions {
        let docs = definition.fields.iter().map(|field| &field.doc);
        for text in docs.chain([&definition.doc]) {
            for link in links(text) {
                let name = bare(link);
                if !everywhere.contains(name) && !is_type(name) {
                    bail!(
                        "`{}`: the documentation links to `{link}`, which only Rust has",
                        definition.name
                    );
                }
            }
        }
    }
    Ok(())
}

/// The functions and classes that every host has.
fn everywhere() -> Result<BTreeSet<String>> {
    let list = read(PARITY.as_bytes(), &ReadOptions::default())?;
    let names = list.root().get("everywhere");
    let names = names.into_iter().flat_map(Node::items);
    Ok(names
        .filter_map(|name| Some(name.as_str()?.into_owned()))
        .collect())
}

/// What stands between the brackets of links.
fn links(text: &str) -> Vec<&str> {
    text.split("[`")
        .skip(1)
        .filter_map(|rest| rest.split_once("`]"))
        .map(|(link, _)| link)
        .collect()
}

/// A name without the path to it and without the parentheses of a call.
fn bare(link: &str) -> &str {
    let name = link.rsplit("::").next().unwrap_or(link);
    name.strip_suffix("()").unwrap_or(name)
}

/// The text with each link to a function called otherwise.
fn renamed(text: &str, rename: impl Fn(&str) -> String) -> String {
    let mut out = text.to_owned();
    for link in links(text) {
        let name = bare(link);
        if name.starts_with(|c: char| c.is_ascii_lowercase()) {
            out = out.replace(&format!("[`{link}`]"), &format!("[`{}`]", rename(name)));
        }
    }
    out
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}
