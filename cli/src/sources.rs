//! The source texts that a document speaks of, loaded from one folder.
//!
//! Only files that the document names are opened, and only if they lie in the
//! folder after all links are followed: a document must not make this program
//! read what its user did not point at. Which files a path could mean, and which of
//! those that there are it means, is decided by the core
//! ([`llm_types::candidate_paths`], [`llm_types::match_paths`]). A link that stays in the
//! folder is followed, so that what is replaced is the file and not the link.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use llm_types::{
    Level, LineIndex, PathMatch, ReferencedPathsOptions, Sources, candidate_paths, match_paths,
};

use crate::args::DocumentArgs;
use crate::excerpt::Excerpt;
use crate::failure::{Failure, why_unread};
use crate::input::Input;
use crate::problem::Problem;

mod unread;

/// The texts of one folder, and how paths of the document lead to them.
#[derive(Debug, Default)]
pub(crate) struct SourceFolder {
    pub(crate) sources: Sources,
    /// The folder, as it was given: what is shown must be a path to open.
    folder: PathBuf,
    /// Path of the document to path of the source.
    meant: BTreeMap<String, String>,
    /// Path of the source to the file, without links.
    files: BTreeMap<String, PathBuf>,
}

impl SourceFolder {
    /// Loads what the document names, if a folder was given.
    ///
    /// A document that cannot be read names nothing; whoever reads it next says
    /// what is wrong with it.
    pub(crate) fn load(args: &DocumentArgs, input: &Input) -> Result<Option<Self>, Failure> {
        let Some(folder) = &args.source else {
            return Ok(None);
        };
        let options = ReferencedPathsOptions {
            dialect: args.dialect.clone(),
            ..ReferencedPathsOptions::default()
        };
        let named = llm_types::referenced_paths(&input.bytes, &options).unwrap_or_default();
        Self::open(folder, &named, args.root.as_deref()).map(Some)
    }

    /// Loads the files of a folder that these paths could mean.
    pub(crate) fn open(
        folder: &Path,
        named: &[String],
        root: Option<&str>,
    ) -> Result<Self, Failure> {
        let name = folder.display().to_string();
        let mut opened = Self {
            folder: folder.to_owned(),
            ..Self::default()
        };
        let folder = folder
            .canonicalize()
            .map_err(|error| Failure::read(&name, &error))?;
        if !folder.is_dir() {
            return Err(Failure::read(
                &name,
                &std::io::ErrorKind::NotADirectory.into(),
            ));
        }
        for path in named {
            if let Some(link) = unread::climbs_from(&folder, path, root) {
                warn("FILE_UNREADABLE", link);
                continue;
            }
            for relative in candidate_paths(path, root) {
                // Where `\` separates, this is what is offered with `/` already.
                let is_name = relative.starts_with('\\') || !relative.contains('/');
                if !(cfg!(windows) && is_name && relative.contains('\\')) {
                    opened.offer(&folder, &relative);
                }
            }
        }
        let loaded: Vec<&str> = opened.sources.paths().collect();
        let asked: Vec<&str> = named.iter().map(String::as_str).collect();
        let matches = match_paths(&asked, &loaded, root);
        opened.meant = named
            .iter()
            .zip(matches)
            .filter_map(|(path, found)| match found {
                PathMatch::Found(source) => Some((path.clone(), source)),
                _ => None,
            })
            .collect();
        Ok(opened)
    }

    /// Loads a file of the folder, if it is one.
    fn offer(&mut self, folder: &Path, relative: &str) {
        if self.sources.get(relative).is_some() {
            return;
        }
        let path = match folder.join(relative).canonicalize() {
            Ok(path) => path,
            // What does not exist is not an error here: the core says which paths
            // it had no text for.
            Err(error) => {
                if let Some(why) = unread::missed(folder, relative, &error) {
                    warn("FILE_UNREADABLE", why);
                }
                return;
            }
        };
        if !path.starts_with(folder) {
            warn(
                "SOURCE_OUTSIDE",
                format!("`{relative}` leads out of the folder of the sources"),
            );
        } else if path.is_file() {
            match std::fs::read(&path) {
                Ok(text) => {
                    self.sources.insert(relative, text);
                    self.files.insert(relative.to_owned(), path);
                }
                Err(error) => warn(
                    "FILE_UNREADABLE",
                    format!("cannot read `{relative}`: {}", why_unread(&error)),
                ),
            }
        } else if !relative.is_empty() {
            warn("FILE_UNREADABLE", unread::no_file(relative, &path));
        }
    }

    /// The source that a path of the document means.
    pub(crate) fn meant(&self, path: &str) -> Option<&str> {
        self.meant.get(path).map(String::as_str)
    }

    /// The file of a source, without links.
    pub(crate) fn file(&self, source: &str) -> Option<&Path> {
        self.files.get(source).map(PathBuf::as_path)
    }

    /// The path of the file of a source in the folder, with `/` and without links: a diff names
    /// the file that is changed, not the link to it.
    pub(crate) fn inside(&self, source: &str) -> String {
        let folder = self.folder.canonicalize().ok();
        let file = folder.and_then(|folder| self.file(source)?.strip_prefix(folder).ok());
        let names =
            file.and_then(|file| file.iter().map(OsStr::to_str).collect::<Option<Vec<_>>>());
        names.map_or_else(|| source.to_owned(), |names| names.join("/"))
    }

    /// How a source is spelt that a person can open.
    pub(crate) fn shown(&self, source: &str) -> String {
        self.path(source).display().to_string()
    }

    /// The same as a path, which need not be UTF-8.
    pub(crate) fn path(&self, source: &str) -> PathBuf {
        self.folder.join(source)
    }

    /// The excerpt of a source that a path of the document leads to.
    pub(crate) fn excerpt(&self, path: &str, start: u64, end: u64) -> Option<Excerpt> {
        let source = self.meant(path).unwrap_or(path);
        let index = LineIndex::from_bytes(self.sources.get(source)?);
        Some(Excerpt::new(&self.shown(source), &index, start, end))
    }
}

fn warn(code: &str, message: String) {
    let problem = Problem {
        level: Level::Warning,
        code: code.into(),
        message,
        help: llm_types::rule::find(code)
            .map_or("", |rule| rule.remedy)
            .into(),
        fix: None,
        expected: None,
        pointer: None,
        places: Vec::new(),
    };
    crate::output::stderr(&problem.render());
}
