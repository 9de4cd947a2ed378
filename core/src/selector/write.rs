//! From the parts of a selector to its text.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use super::{
    BLOCKS, LEVELS, PLAIN, Selector, SelectorError, SelectorFault, SelectorParameter,
    SelectorRange, SelectorSegment, is_word,
};
use crate::text::MAX_SAFE_OFFSET;

/// Prints a selector: the shortest text in the words of seed 003 that
/// [`parse_selector`](super::parse_selector) reads as these parts.
///
/// # Errors
///
/// [`SelectorError`], without a place, if the parts are none that a text can have:
/// the codes of [`parse_selector`](super::parse_selector).
///
/// # Examples
///
/// ```
/// use llm_types::{parse_selector, write_selector};
///
/// let selector = parse_selector(" doc :: section[ 007 ] / page ")?;
/// assert_eq!(write_selector(&selector)?, "doc::section[7]/page");
/// // Every version of mdsel reads the long words.
/// assert_eq!(write_selector(&parse_selector("h2.1/para.0,2-4")?)?, "heading:h2[1]/block:paragraph[0,2-4]");
/// # Ok::<(), llm_types::SelectorError>(())
/// ```
pub fn write_selector(selector: &Selector) -> Result<String, SelectorError> {
    let mut text = String::new();
    if let Some(namespace) = &selector.namespace {
        if !is_name(namespace) {
            let what = format!("`{namespace}` is no namespace");
            return Err(wrong(SelectorFault::Namespace, what));
        }
        text.push_str(namespace);
        text.push_str("::");
    }
    if selector.segments.is_empty() {
        let what = "a selector has at least one segment".into();
        return Err(wrong(SelectorFault::Empty, what));
    }
    for (at, segment) in selector.segments.iter().enumerate() {
        if at > 0 {
            text.push('/');
        }
        write_segment(&mut text, segment)?;
    }
    for (at, parameter) in selector.parameters.iter().enumerate() {
        text.push(if at == 0 { '?' } else { '&' });
        write_parameter(&mut text, parameter)?;
    }
    Ok(text)
}

fn wrong(fault: SelectorFault, what: String) -> SelectorError {
    SelectorError {
        fault,
        what,
        range: None,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_word)
}

fn write_segment(text: &mut String, segment: &SelectorSegment) -> Result<(), SelectorError> {
    let SelectorSegment {
        node,
        kind,
        index,
        ranges,
    } = segment;
    let kind = kind.as_deref();
    let (known, fault): (&[&str], _) = match node.as_str() {
        "heading" => (LEVELS, SelectorFault::HeadingLevel),
        "block" => (BLOCKS, SelectorFault::BlockType),
        _ if PLAIN.contains(&node.as_str()) && kind.is_none() => (&[], SelectorFault::Syntax),
        _ => {
            let what = match kind {
                Some(kind) => format!("`{node}:{kind}` is no part of a document"),
                None => format!("`{node}` is no part of a document"),
            };
            return Err(wrong(SelectorFault::Syntax, what));
        }
    };
    text.push_str(node);
    if !known.is_empty() {
        let Some(kind) = kind.filter(|kind| known.contains(kind)) else {
            let what = format!("`{node}` is one of `{}`", known.join("`, `"));
            return Err(wrong(fault, what));
        };
        text.push(':');
        text.push_str(kind);
    }
    if let Some(index) = index {
        if !ranges.is_empty() {
            let what = "`index` and `ranges` both say which part is meant".into();
            return Err(wrong(SelectorFault::Index, what));
        }
        checked(*index)?;
        // Writing to a string does not fail.
        let _ = write!(text, "[{index}]");
    }
    for (at, range) in ranges.iter().enumerate() {
        text.push(if at == 0 { '[' } else { ',' });
        write_range(text, range, ranges.len() == 1)?;
    }
    if !ranges.is_empty() {
        text.push(']');
    }
    Ok(())
}

/// Writes a range; a lone one also with both ends if it has one index, which would be `index`.
fn write_range(
    text: &mut String,
    range: &SelectorRange,
    is_lone: bool,
) -> Result<(), SelectorError> {
    let SelectorRange { first, last } = range;
    if first > last {
        let what = format!("the range ends at {last}, before it begins at {first}");
        return Err(wrong(SelectorFault::Index, what));
    }
    checked(*last)?;
    let _ = if first == last && !is_lone {
        write!(text, "{first}")
    } else {
        write!(text, "{first}-{last}")
    };
    Ok(())
}

fn checked(index: u64) -> Result<(), SelectorError> {
    if index > MAX_SAFE_OFFSET {
        let what = format!("index {index} is greater than {MAX_SAFE_OFFSET}");
        return Err(wrong(SelectorFault::Index, what));
    }
    Ok(())
}

fn write_parameter(text: &mut String, parameter: &SelectorParameter) -> Result<(), SelectorError> {
    let SelectorParameter { name, value } = parameter;
    if !is_name(name) {
        let what = format!("`{name}` is no name of a parameter");
        return Err(wrong(SelectorFault::Query, what));
    }
    let quote = match (value.contains('"'), value.contains('\'')) {
        _ if value.chars().all(is_word) => "",
        (false, _) => "\"",
        (true, false) => "'",
        (true, true) => {
            let what = format!("the value of `{name}` holds both kinds of quotes");
            return Err(wrong(SelectorFault::Query, what));
        }
    };
    for part in [name, "=", quote, value, quote] {
        text.push_str(part);
    }
    Ok(())
}
