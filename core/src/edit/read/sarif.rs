//! Replacements, artifact changes, fixes, results and logs (SARIF 2.1.0 §3.55 to §3.57).
//!
//! Lines and columns from 1; the run says what columns count and what ends a line. Where
//! it says nothing, a column counts only if the text leaves no doubt. The fixes of a
//! result are alternatives, so that more than one of them is a question.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::artifact::Artifacts;
use super::sarif_names::{OF_CONTENT, OF_REGION, OF_REPLACEMENT};
use super::strangers::{foreign, unguarded};
use super::{bytes_of, count, items, meant, optional, required, text, wrong};
use crate::edit::ask::{Ask, Asked, Complaint, Counting};
use crate::edit::base64;
use crate::edit::edits::{End, ReadEdit, ReadPlace, Region};
use crate::edit::error::EditError;
use crate::edit::options::EditFormat;
use crate::json::{Document, Kind, Node, Pointer};
use crate::rule;
use crate::text::{BomPolicy, LineTerminators, Position, PositionEncoding};

pub(super) fn read<'d>(
    document: &'d Document<'_>,
    node: Node<'d>,
    encoding: Option<PositionEncoding>,
) -> Result<Asked<'d>, EditError> {
    let mut asked = Asked {
        format: EditFormat::Sarif,
        files: Vec::new(),
        execution_id: None,
        notes: Vec::new(),
    };
    unguarded(node, &|| node.pointer(), &[], EditFormat::Sarif)?;
    let whole = node;
    let node = the_change(node)?;
    let here = node.pointer();
    strange(node, &here, &mut asked.notes)?;
    still_found(result_of(document, &here).unwrap_or(whole))?;
    let run = run_of(document, &here);
    if node.kind() == Kind::Array {
        asked
            .files
            .push(replacements(None, here.clone(), here, node)?);
    } else if let Some(changes) = node.get("artifactChanges") {
        let artifacts = Artifacts::of(run)?;
        let list = here.child("artifactChanges");
        for (at, one) in (0..).zip(items(changes)?) {
            asked.files.push(change(one, list.item(at), &artifacts)?);
        }
    } else if node.get("deletedRegion").is_some() {
        let mut ask = Ask::new(None, here.clone(), here);
        ask.single = true;
        ask.edits.push(replacement(node)?);
        asked.files.push(ask);
    } else {
        asked.files.push(change(node, here, &Artifacts::of(run)?)?);
    }
    for ask in &mut asked.files {
        ask.counting = Counting {
            terminators: terminators(run)?,
            bom: BomPolicy::Strip,
            encoding: match encoding {
                Some(encoding) => Some(encoding),
                None => unit(run)?,
            },
        };
    }
    Ok(asked)
}

/// Says which members are not known of what is changed; the change stands `here`.
fn strange(node: Node<'_>, here: &Pointer, notes: &mut Vec<Complaint>) -> Result<(), EditError> {
    const BAG: &str = "properties";
    let mut tell = |node: Node<'_>, here: &dyn Fn() -> Pointer, known: &[&str]| {
        foreign(node, here, known, EditFormat::Sarif, notes)
    };
    let mut lists: Vec<(Pointer, Node<'_>)> = Vec::new();
    let of_change = ["artifactLocation", "replacements", BAG];
    if let Some(changes) = node.get("artifactChanges") {
        tell(
            node,
            &|| here.clone(),
            &["description", "artifactChanges", BAG],
        )?;
        let all = here.child("artifactChanges");
        for (at, change) in (0..).zip(changes.items()) {
            tell(change, &|| all.item(at), &of_change)?;
            let list = change.get("replacements");
            lists.extend(list.map(|list| (all.item(at).child("replacements"), list)));
        }
    } else if node.kind() == Kind::Array {
        lists.push((here.clone(), node));
    } else if node.get("deletedRegion").is_some() {
        return strange_in(node, &|| here.clone(), notes);
    } else {
        tell(node, &|| here.clone(), &of_change)?;
        let list = node.get("replacements");
        lists.extend(list.map(|list| (here.child("replacements"), list)));
    }
    for (here, list) in lists {
        for (at, replacement) in (0..).zip(list.items()) {
            strange_in(replacement, &|| here.item(at), notes)?;
        }
    }
    Ok(())
}

/// The same of one replacement.
fn strange_in(
    replacement: Node<'_>,
    here: &dyn Fn() -> Pointer,
    notes: &mut Vec<Complaint>,
) -> Result<(), EditError> {
    let mut tell = |node: Node<'_>, here: &dyn Fn() -> Pointer, known: &[&str]| {
        foreign(node, here, known, EditFormat::Sarif, notes)
    };
    tell(replacement, here, &OF_REPLACEMENT)?;
    well_named(replacement, &OF_REPLACEMENT)?;
    if let Some(region) = replacement.get("deletedRegion") {
        let there = || here().child("deletedRegion");
        tell(region, &there, &OF_REGION)?;
        well_named(region, &OF_REGION)?;
        if let Some(snippet) = region.get("snippet") {
            tell(snippet, &|| there().child("snippet"), &OF_CONTENT)?;
        }
    }
    if let Some(content) = replacement.get("insertedContent") {
        tell(content, &|| here().child("insertedContent"), &OF_CONTENT)?;
    }
    Ok(())
}

/// Refuses what is probably the misspelt name of a member that says what is replaced, and by what.
fn well_named(node: Node<'_>, known: &[&'static str]) -> Result<(), EditError> {
    for (key, _) in node.members() {
        let key = key.as_str();
        if known.contains(&key.as_ref()) {
            continue;
        }
        let same = known.iter().find(|name| rule::is_same_words(&key, name));
        let near = || rule::nearest(&key, known.iter().copied());
        if let Some(right) = same.copied().or_else(near) {
            return Err(meant::misnamed(node, &key, right));
        }
    }
    Ok(())
}

/// Goes down to the one fix of a log or a result.
fn the_change(node: Node<'_>) -> Result<Node<'_>, EditError> {
    // Each of these is of another object, and only one would be looked at.
    let parts = [
        "runs",
        "fixes",
        "artifactChanges",
        "replacements",
        "deletedRegion",
    ];
    let mut there = parts.iter().filter(|name| optional(node, name).is_some());
    if let (Some(one), Some(other)) = (there.next(), there.next()) {
        return Err(wrong(node, &alloc::format!("either `{one}` or `{other}`")));
    }
    let mut fixes: Vec<Node<'_>> = Vec::new();
    let mut list = node;
    if let Some(runs) = optional(node, "runs") {
        list = runs;
        let results = runs.items().filter_map(|run| run.get("results"));
        let all = results
            .flat_map(Node::items)
            .filter_map(|result| result.get("fixes"));
        fixes.extend(all.flat_map(Node::items));
    } else if let Some(all) = optional(node, "fixes") {
        list = all;
        fixes.extend(items(all)?);
    } else if node.kind() == Kind::Array
        && node
            .items()
            .any(|item| item.get("artifactChanges").is_some())
    {
        fixes.extend(node.items());
    } else {
        return Ok(node);
    }
    match fixes.as_slice() {
        [fix] => Ok(*fix),
        [] => Err(wrong(list, "a fix")),
        _ => Err(EditError::Choice {
            pointer: list.pointer().to_string(),
            count: fixes.len() as u64,
        }),
    }
}

/// The run that a value of a log belongs to, wherever in the document the log stands.
fn run_of<'d>(document: &'d Document<'_>, pointer: &Pointer) -> Option<Node<'d>> {
    let mut run = None;
    let mut node = document.root();
    let mut is_list_of_runs = false;
    for token in pointer.tokens() {
        let number = || node.item(token.parse().ok()?);
        node = node.get(&token).or_else(number)?;
        if is_list_of_runs {
            run = Some(node);
        }
        is_list_of_runs = token == "runs" && node.kind() == Kind::Array;
    }
    run
}

/// The result that a fix is one of.
fn result_of<'d>(document: &'d Document<'_>, pointer: &Pointer) -> Option<Node<'d>> {
    let tokens: Vec<_> = pointer.tokens().collect();
    let at = tokens.iter().rposition(|token| token == "fixes")?;
    let mut node = document.root();
    for token in tokens.get(..at)? {
        let number = || node.item(token.parse().ok()?);
        node = node.get(token).or_else(number)?;
    }
    Some(node)
}

/// Refuses the fix of a result that was not found any more (§3.27.24): its text is gone.
fn still_found(result: Node<'_>) -> Result<(), EditError> {
    let state = optional(result, "baselineState");
    match state.filter(|state| state.as_str().as_deref() == Some("absent")) {
        Some(state) => Err(EditError::Unsupported {
            pointer: state.pointer().to_string(),
            what: "the fix of a result that was not found any more".to_string(),
        }),
        None => Ok(()),
    }
}

fn unit(run: Option<Node<'_>>) -> Result<Option<PositionEncoding>, EditError> {
    let Some(kind) = run.and_then(|run| optional(run, "columnKind")) else {
        return Ok(None);
    };
    match text(kind)?.as_ref() {
        "utf16CodeUnits" => Ok(Some(PositionEncoding::Utf16)),
        "unicodeCodePoints" => Ok(Some(PositionEncoding::Utf32)),
        _ => Err(wrong(kind, "`utf16CodeUnits` or `unicodeCodePoints`")),
    }
}

fn terminators(run: Option<Node<'_>>) -> Result<LineTerminators, EditError> {
    let Some(list) = run.and_then(|run| optional(run, "newlineSequences")) else {
        return Ok(LineTerminators::LfCrlf);
    };
    let sequences: Vec<_> = items(list)?.map(text).collect::<Result<_, _>>()?;
    let mut plain: Vec<&str> = sequences.iter().map(AsRef::as_ref).collect();
    plain.sort_unstable();
    if plain == ["\n", "\r\n"] {
        return Ok(LineTerminators::LfCrlf);
    }
    let sequences = sequences.iter().map(ToString::to_string);
    LineTerminators::custom(sequences).map_err(|_| wrong(list, "line terminators"))
}

/// An artifact change that stands `here`.
fn change<'d>(
    node: Node<'d>,
    here: Pointer,
    artifacts: &Artifacts<'d>,
) -> Result<Ask<'d>, EditError> {
    let location = optional(node, "artifactLocation");
    let artifact = location
        .map(|location| artifacts.at(location))
        .transpose()?;
    let list = required(node, "replacements", "an array")?;
    let there = here.child("replacements");
    let Some(artifact) = artifact else {
        return replacements(None, here, there, list);
    };
    let is_utf8 = |encoding: &str| {
        let known = ["utf-8", "utf8", "us-ascii", "ascii"];
        known
            .iter()
            .any(|known| known.eq_ignore_ascii_case(encoding))
    };
    // Bytes of the file as it was encoded, and a text here is UTF-8.
    let encoding = artifact.encoding.as_deref();
    if let Some(encoding) = encoding.filter(|encoding| !is_utf8(encoding)) {
        let regions = items(list)?.filter_map(|one| one.get("deletedRegion"));
        let mut bytes = regions.filter_map(|region| optional(region, "byteOffset"));
        if let Some(offset) = bytes.find(|offset| !offset.is_written("-1")) {
            return Err(EditError::Unsupported {
                pointer: offset.pointer().to_string(),
                what: alloc::format!("a byte of a file in {encoding}"),
            });
        }
    }
    let mut ask = replacements(artifact.path, here, there, list)?;
    ask.expected = artifact.hash;
    // They are written in UTF-8, whatever the file is.
    let is_compared = encoding.is_none_or(is_utf8);
    ask.contents = artifact.contents.filter(|_| is_compared);
    Ok(ask)
}

/// The replacements in one file, which stand at `there` in the part of the request `here`.
fn replacements(
    path: Option<String>,
    here: Pointer,
    there: Pointer,
    list: Node<'_>,
) -> Result<Ask<'_>, EditError> {
    let mut ask = Ask::new(path.map(Cow::Owned), here, there);
    for one in items(list)? {
        ask.edits.push(replacement(one)?);
    }
    Ok(ask)
}

fn replacement(node: Node<'_>) -> Result<ReadEdit<'_>, EditError> {
    let deleted = required(node, "deletedRegion", "an object")?;
    let inserted = optional(node, "insertedContent");
    let inserted = inserted.map(|inserted| {
        // What is only rendered is no text, and no word for nothing.
        content(inserted)?.ok_or_else(|| wrong(inserted, "an object with `text` or `binary`"))
    });
    let inserted = inserted.transpose()?;
    let snippet = optional(deleted, "snippet").map(content).transpose()?;
    Ok(ReadEdit {
        place: ReadPlace::Region(Box::new(region(deleted)?)),
        new: inserted.unwrap_or(Cow::Borrowed(b"")),
        // It may be given in base64.
        well_formed: false,
        expected: snippet.flatten(),
        checksum: None,
    })
}

/// The text, or the bytes, of an artifact content, which must be the same where both are there;
/// only what is rendered is none.
fn content(node: Node<'_>) -> Result<Option<Cow<'_, [u8]>>, EditError> {
    let written = optional(node, "text").map(text).transpose()?;
    let Some(binary) = optional(node, "binary") else {
        return Ok(written.map(bytes_of));
    };
    let decoded = base64::decode(&text(binary)?);
    let decoded = decoded.ok_or_else(|| wrong(binary, "base64 with padding"))?;
    if written.is_some_and(|written| written.as_bytes() != decoded) {
        return Err(wrong(binary, "the bytes of the `text` beside it"));
    }
    Ok(Some(Cow::Owned(decoded)))
}

fn region(node: Node<'_>) -> Result<Region, EditError> {
    // The default of an absent offset is -1, and some write it down.
    let number = |key: &str| {
        let is_default = |number: &Node<'_>| key.ends_with("Offset") && number.is_written("-1");
        let stated = optional(node, key).filter(|number| !is_default(number));
        stated.map(count).transpose()
    };
    // Lines and columns are counted from 1.
    let from_one = |key| -> Result<Option<u64>, EditError> {
        let Some(value) = optional(node, key) else {
            return Ok(None);
        };
        let less = count(value)?.checked_sub(1);
        less.map(Some)
            .ok_or_else(|| wrong(value, "a number from 1"))
    };
    let mut region = Region::default();
    if let Some(line) = from_one("startLine")? {
        let start = Position::new(line, from_one("startColumn")?.unwrap_or(0));
        let last = from_one("endLine")?.unwrap_or(line);
        let end = match from_one("endColumn")? {
            Some(column) => End::At(Position::new(last, column)),
            None => End::OfLine(last),
        };
        region.lines = Some((start, end));
    } else if let Some(other) = ["startColumn", "endLine", "endColumn"]
        .into_iter()
        .find_map(|key| optional(node, key))
    {
        return Err(wrong(other, "`startLine` beside it"));
    }
    let extent = |offset: Option<u64>, length: Option<u64>| {
        let start = offset?;
        Some((start, start.saturating_add(length.unwrap_or(0))))
    };
    for (length, offset) in [("charLength", "charOffset"), ("byteLength", "byteOffset")] {
        // A default that is written down says nothing.
        let is_default = |stated: &Node<'_>| {
            stated.is_written("0") && optional(node, offset).is_some_and(|it| it.is_written("-1"))
        };
        if let Some(stated) = optional(node, length).filter(|stated| !is_default(stated))
            && number(offset)?.is_none()
        {
            // The end would be lost, and with it what is to be kept.
            return Err(wrong(
                stated,
                &alloc::format!("`{offset}` beside `{length}`"),
            ));
        }
    }
    region.flat = extent(number("charOffset")?, number("charLength")?);
    region.bytes = extent(number("byteOffset")?, number("byteLength")?);
    if region.lines.is_none() && region.flat.is_none() && region.bytes.is_none() {
        return Err(wrong(node, "`startLine`, `charOffset` or `byteOffset`"));
    }
    Ok(region)
}
