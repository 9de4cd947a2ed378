//! URIs where a path belongs: which of them name a file, and which one.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::path::has_drive;

/// Whether a text is a URI (RFC 3986), and no path: one with an authority, empty or not, or one
/// of a file from the root of its system. Two slashes in it mean something else than one.
pub(super) fn is_uri(path: &str) -> bool {
    is_of_file(path) || (has_authority(path) && !has_drive(path))
}

/// Whether a text is a URI that names a file from the root of its system.
fn is_of_file(path: &str) -> bool {
    let scheme = path.get(.."file:/".len());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:/"))
}

fn has_authority(path: &str) -> bool {
    let Some((scheme, _)) = path.split_once("://") else {
        return false;
    };
    let rest = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(rest)
}

/// The path that the URI of a file means, where a URI or a path may stand; nothing for a path, or
/// another URI.
pub(crate) fn path_meant(text: &str) -> Option<String> {
    let meant = is_of_file(text).then(|| path_of(text));
    meant.filter(|path| !path.is_empty())
}

/// The path that a URI of a file names (RFC 8089), where a text is known to be a URI; any
/// other URI as it is.
pub(crate) fn path_of(uri: &str) -> String {
    let (scheme, rest) = uri.split_at_checked("file:".len()).unwrap_or(("", uri));
    let rest = if scheme.eq_ignore_ascii_case("file:") {
        // A query and a fragment are no part of the path (RFC 3986, section 3).
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        match rest.strip_prefix("//") {
            Some(rest) => {
                let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
                if is_here {
                    Cow::Borrowed(path)
                } else {
                    // A file of another machine: `//host/path`.
                    Cow::Owned(["//", rest].concat())
                }
            }
            None => Cow::Borrowed(rest),
        }
    } else if uri.contains("://") {
        return uri.to_owned();
    } else {
        Cow::Borrowed(uri)
    };
    let path = percent_decoded(&rest).unwrap_or_else(|| rest.into_owned());
    // `/c:/x` is a path with a drive.
    let mut letters = path.chars();
    let drive = letters.next() == Some('/')
        && letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.next() == Some(':');
    if drive {
        path.chars().skip(1).collect()
    } else {
        path
    }
}

/// Nothing, if what is escaped is no UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        out.push(u8::try_from(high << 4 | low).ok()?);
    }
    String::from_utf8(out).ok()
}
