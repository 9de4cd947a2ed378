//! JSON Pointer (RFC 6901): parse, build, print.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use super::error::{JsonError, JsonErrorKind};
use super::place::Place;

/// A JSON Pointer: the path from the document to one of its values.
///
/// The empty pointer is the whole document. Each step is written as `/` and a
/// key or index, in which `~` is written `~0` and `/` is written `~1`.
///
/// # Examples
///
/// ```
/// use llm_types::json::Pointer;
///
/// let mut pointer = Pointer::parse("/results/0")?;
/// pointer.push("a/b");
/// assert_eq!(pointer.as_str(), "/results/0/a~1b");
/// assert_eq!(pointer.tokens().last().as_deref(), Some("a/b"));
/// assert_eq!(Pointer::parse("results").unwrap_err().code(), "POINTER_SYNTAX");
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer(String);

impl Pointer {
    /// The pointer of the whole document.
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// Adds the steps of a pointer as written.
    pub(crate) fn append(&mut self, pointer: &str) -> &mut Self {
        self.0.push_str(pointer);
        self
    }

    /// Checks a pointer as written.
    ///
    /// # Errors
    ///
    /// `POINTER_SYNTAX` when it is neither empty nor begins with `/`, or when a
    /// `~` is not followed by `0` or `1`.
    pub fn parse(pointer: &str) -> Result<Self, JsonError> {
        let problem = if !pointer.is_empty() && !pointer.starts_with('/') {
            "it must be empty or begin with `/`"
        } else if pointer
            .split('~')
            .skip(1)
            .any(|rest| !rest.starts_with(['0', '1']))
        {
            "`~` must be followed by `0` or `1`"
        } else {
            return Ok(Self(pointer.to_string()));
        };
        let kind = JsonErrorKind::PointerSyntax {
            pointer: pointer.to_string(),
            problem,
        };
        Err(JsonError::new(
            kind,
            Place {
                line: 1,
                ..Place::default()
            },
        ))
    }

    /// Adds a step to a member of an object; `key` is unescaped.
    pub fn push(&mut self, key: &str) -> &mut Self {
        push_token(&mut self.0, key);
        self
    }

    /// Adds a step to an element of an array, 0-based.
    pub fn push_index(&mut self, index: u64) -> &mut Self {
        push_index(&mut self.0, index);
        self
    }

    /// Removes the last step and says whether there was one.
    pub fn pop(&mut self) -> bool {
        self.0.rfind('/').map(|at| self.0.truncate(at)).is_some()
    }

    /// This pointer with one more step.
    #[must_use]
    pub fn child(&self, key: &str) -> Self {
        let mut child = self.clone();
        child.push(key);
        child
    }

    /// This pointer with one more step into an array.
    #[must_use]
    pub fn item(&self, index: u64) -> Self {
        let mut child = self.clone();
        child.push_index(index);
        child
    }

    /// As written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it leads to what the other one leads to, or to something in there.
    pub(crate) fn is_in(&self, other: &Self) -> bool {
        let rest = self.0.strip_prefix(&other.0);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The steps, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.split('/').skip(1).map(unescape)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Pointer> for String {
    fn from(pointer: Pointer) -> Self {
        pointer.0
    }
}

impl From<Pointer> for Cow<'static, str> {
    fn from(pointer: Pointer) -> Self {
        Self::Owned(pointer.0)
    }
}

impl core::str::FromStr for Pointer {
    type Err = JsonError;

    fn from_str(pointer: &str) -> Result<Self, JsonError> {
        Self::parse(pointer)
    }
}

/// The index that a step names, if it is one: decimal digits without a leading
/// zero (RFC 6901 section 4).
pub(super) fn array_index(token: &str) -> Option<u64> {
    let plain = token.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = token.len() > 1 && token.starts_with('0');
    if plain && !leading_zero {
        token.parse().ok()
    } else {
        None
    }
}

pub(crate) fn push_token(pointer: &mut String, key: &str) {
    pointer.push('/');
    if !key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        return pointer.push_str(key);
    }
    for character in key.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

pub(crate) fn push_index(pointer: &mut String, index: u64) {
    pointer.push('/');
    let mut power = 10u64.pow(index.checked_ilog10().unwrap_or(0));
    while power > 0 {
        let digit = (index / power) % 10;
        pointer.push(char::from(
            b"0123456789"[usize::try_from(digit).unwrap_or(0)],
        ));
        power /= 10;
    }
}

fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}
