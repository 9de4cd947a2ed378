//! The files under `schema/`: every schema that the core gives, which of them are
//! stable, and the stable ones as they were published.
//!
//! A published schema is never edited. What may differ from it under the same
//! version is in `compat`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use llm_types::SchemaInfo;
use llm_types::json::{Array, Object, Value, read, write_pretty};

use crate::{Generated, compat};

/// The schemas whose versions are a promise.
const STABLE: &[&str] = &["argon", "operation-result", "response"];

fn stable(known: &[SchemaInfo]) -> impl Iterator<Item = &SchemaInfo> {
    known
        .iter()
        .filter(|schema| STABLE.contains(&schema.name.as_str()))
}

fn text(schema: &SchemaInfo) -> Result<String> {
    llm_types::schema(&schema.name).with_context(|| format!("no schema `{}`", schema.name))
}

/// The schemas, and the list of them.
pub(crate) fn files() -> Result<Vec<Generated>> {
    let known = llm_types::schemas();
    let mut files = Vec::new();
    let mut names = BTreeMap::new();
    for schema in &known {
        let file = format!("{}.schema.json", schema.name);
        if names.insert(&schema.name, schema).is_some() {
            bail!("two schemas are named `{}`", schema.name);
        }
        files.push(Generated {
            path: Path::new("schema").join(file),
            text: text(schema)?,
        });
    }
    let mut list = Object::new();
    list.insert(
        "stable",
        stable(&known)
            .map(|schema| schema.name.as_str())
            .collect::<Array>(),
    );
    let mut all = Object::new();
    for (name, schema) in names {
        let mut entry = Object::new();
        entry.insert("$id", schema.id.as_str());
        entry.insert("kind", schema.kind.as_str());
        entry.insert("version", schema.version.as_str());
        all.insert(name.as_str(), entry);
    }
    list.insert("schemas", all);
    files.push(Generated {
        path: PathBuf::from("schema/version.json"),
        text: write_pretty(&Value::Object(list)) + "\n",
    });
    Ok(files)
}

/// Where a stable schema is kept as it was published.
fn published(schema: &SchemaInfo) -> PathBuf {
    Path::new("schema/published").join(format!("{}-{}.schema.json", schema.name, schema.version))
}

/// The stable schemas whose version has not been published yet.
pub(crate) fn unpublished(root: &Path) -> Result<Vec<Generated>> {
    let known = llm_types::schemas();
    stable(&known)
        .filter(|schema| !root.join(published(schema)).exists())
        .map(|schema| {
            Ok(Generated {
                path: published(schema),
                text: text(schema)?,
            })
        })
        .collect()
}

/// What breaks the promise of a published schema.
pub(crate) fn broken(root: &Path) -> Result<Vec<String>> {
    let known = llm_types::schemas();
    let mut broken = Vec::new();
    for schema in stable(&known) {
        let path = root.join(published(schema));
        let old = std::fs::read(&path).with_context(|| format!("{}", path.display()))?;
        let (old, new) = (parse(&old)?, parse(text(schema)?.as_bytes())?);
        for change in compat::breaking(&old, &new) {
            broken.push(format!("{} {}: {change}", schema.name, schema.version));
        }
    }
    Ok(broken)
}

pub(crate) fn parse(text: &[u8]) -> Result<Value> {
    Ok(read(text, &llm_types::ReadOptions::default())
        .map_err(llm_types::Error::from)?
        .to_value())
}
