//! JSON Pointers of many values, as steps from their containers: a pointer is made of
//! them when somebody looks.

use alloc::string::String;
use alloc::vec::Vec;

use crate::dialect::At;
use crate::json::{Pointer, Token, Trail, hash_of_key, push_index, push_token, same_key};

/// A container, and the step from it to one of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Step {
    /// Number of the container; 0 is the whole document.
    pub(crate) outer: u32,
    /// [`INDEX`] and the place of an element, or the number of a name.
    pub(crate) name: u32,
}

impl Step {
    /// Of the whole document.
    pub(crate) const ROOT: Self = Self {
        outer: 0,
        name: NONE,
    };
}

/// A step to an element.
const INDEX: u32 = 1 << 31;

/// No step.
const NONE: u32 = u32::MAX;

/// Texts of the steps that were taken, each once as long as they are few.
#[derive(Debug, Clone, Default)]
struct Names {
    text: String,
    ends: Vec<usize>,
    /// By a hash, the number of the plain key that was asked for last, plus 1; and
    /// behind these the same of pointers.
    known: Vec<u32>,
}

/// How many names of each sort are remembered, as a power of two.
const KNOWN: u32 = 6;

/// What is remembered of names.
#[derive(Debug, Clone, Copy)]
enum Sort {
    Key,
    Pointer,
}

impl Names {
    fn get(&self, number: u32) -> &str {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let before = number.checked_sub(1).and_then(|at| self.ends.get(at));
        let start = before.copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.text.get(start..end).unwrap_or_default()
    }

    fn slot(sort: Sort, hash: u32) -> usize {
        let place = hash >> (u32::BITS - KNOWN) | (sort as u32) << KNOWN;
        usize::try_from(place).unwrap_or(0)
    }

    /// The number of the name that is remembered, if `is` holds for it.
    fn known(&self, sort: Sort, hash: u32, is: impl FnOnce(&str) -> bool) -> Option<u32> {
        let last = self.known.get(Self::slot(sort, hash))?.checked_sub(1)?;
        is(self.get(last)).then_some(last)
    }

    /// The number of a new name.
    fn add(&mut self, push: impl FnOnce(&mut String)) -> u32 {
        push(&mut self.text);
        self.ends.push(self.text.len());
        number(self.ends.len() - 1)
    }

    /// The number of a new name, which is remembered.
    fn remember(&mut self, sort: Sort, hash: u32, push: impl FnOnce(&mut String)) -> u32 {
        if self.known.is_empty() {
            self.known.resize(2 << KNOWN, 0);
        }
        let number = self.add(push);
        if let Some(known) = self.known.get_mut(Self::slot(sort, hash)) {
            *known = number + 1;
        }
        number
    }
}

/// A chunk is full before there are as many; see [`Steps::is_full`].
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(0)
}

/// The containers on the way to many values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Steps {
    /// The step into each container but the whole document.
    into: Vec<Step>,
    names: Names,
}

impl Steps {
    /// Whether there is no room for as many values again as a document may have.
    pub(crate) fn is_full(&self) -> bool {
        const MOST: usize = 1 << 29;
        self.into.len() > MOST || self.names.ends.len() > MOST
    }

    /// Gives back the memory that is of use only while steps are taken.
    pub(crate) fn close(&mut self) {
        self.names.known = Vec::new();
    }

    /// The number of the container behind a step.
    pub(crate) fn enter(&mut self, step: Step) -> u32 {
        self.into.push(step);
        number(self.into.len())
    }

    /// The step to the value at a place in the order of a document; nothing for its root.
    pub(crate) fn to(&mut self, trail: &mut Trail<'_>, order: usize) -> Option<Step> {
        let (outer, token) = trail.to(order, |outer, token| {
            let name = self.token(&token);
            self.enter(Step { outer, name })
        })?;
        let name = self.token(&token);
        Some(Step { outer, name })
    }

    pub(crate) fn key(&mut self, key: &str) -> u32 {
        self.hashed(key, hash_of_key(key.as_bytes()))
    }

    fn hashed(&mut self, key: &str, hash: u32) -> u32 {
        let is =
            |name: &str| same_key(name.as_bytes().get(1..).unwrap_or_default(), key.as_bytes());
        if let Some(number) = self.names.known(Sort::Key, hash, is) {
            return number;
        }
        // Plain keys only are remembered, so that what is the same is plain, too.
        if key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
            return self.names.add(|text| push_token(text, key));
        }
        self.names
            .remember(Sort::Key, hash, |text| push_token(text, key))
    }

    pub(crate) fn index(&mut self, index: u64) -> u32 {
        match u32::try_from(index) {
            Ok(index) if index < INDEX - 1 => INDEX | index,
            _ => self.names.add(|text| push_index(text, index)),
        }
    }

    /// All steps of a pointer as one.
    pub(crate) fn pointer(&mut self, pointer: &str) -> u32 {
        if pointer.is_empty() {
            return NONE;
        }
        let hash = hash_of_key(pointer.as_bytes());
        let is = |name: &str| same_key(name.as_bytes(), pointer.as_bytes());
        let known = self.names.known(Sort::Pointer, hash, is);
        known.unwrap_or_else(|| {
            let push = |text: &mut String| text.push_str(pointer);
            self.names.remember(Sort::Pointer, hash, push)
        })
    }

    pub(crate) fn token(&mut self, token: &Token<'_>) -> u32 {
        match token {
            Token::Key(key) => self.hashed(&key.as_str(), key.hash()),
            Token::Index(index) => self.index(*index),
        }
    }

    /// Adds the pointer of a step to a text. No deeper than the walk that made it.
    pub(crate) fn write(&self, step: Step, out: &mut String) {
        let outer = step.outer.checked_sub(1).and_then(|at| {
            let at = usize::try_from(at).ok()?;
            self.into.get(at)
        });
        if let Some(outer) = outer {
            self.write(*outer, out);
        }
        match step.name {
            NONE => {}
            index if index & INDEX != 0 => push_index(out, u64::from(index ^ INDEX)),
            name => out.push_str(self.names.get(name)),
        }
    }

    /// Whether two steps from one container lead to one place.
    pub(crate) fn same_there(&self, a: Step, b: Step) -> bool {
        let name = |step: Step| match step.name & INDEX {
            0 => self.names.get(step.name),
            _ => "",
        };
        a == b || (a.outer == b.outer && !name(a).is_empty() && name(a) == name(b))
    }

    /// Whether two steps lead to one place.
    pub(crate) fn same(&self, a: Step, b: Step) -> bool {
        a == b || {
            let (mut one, mut other) = (String::new(), String::new());
            self.write(a, &mut one);
            self.write(b, &mut other);
            one == other
        }
    }

    /// Adds the steps of another one, and gives what makes its steps steps of this.
    pub(crate) fn append(&mut self, other: &Self) -> impl Fn(Step) -> Step + use<> {
        let by = number(self.into.len());
        let names = 0..number(other.names.ends.len());
        let names: Vec<u32> = names
            .map(|name| self.pointer(other.names.get(name)))
            .collect();
        let shift = move |step: Step| {
            let name = usize::try_from(step.name).ok();
            let name = name.and_then(|name| names.get(name));
            Step {
                outer: if step.outer == 0 { 0 } else { step.outer + by },
                // An index, and no step, are what they were.
                name: name.copied().unwrap_or(step.name),
            }
        };
        self.into.extend(other.into.iter().map(|step| shift(*step)));
        shift
    }
}

/// A place in the envelope.
pub(crate) trait Somewhere {
    fn step(self, steps: &mut Steps) -> Step;
}

impl Somewhere for &At<'_> {
    fn step(self, steps: &mut Steps) -> Step {
        At::step(self, steps)
    }
}

impl Somewhere for At<'_> {
    fn step(self, steps: &mut Steps) -> Step {
        At::step(&self, steps)
    }
}

impl Somewhere for Step {
    fn step(self, _: &mut Steps) -> Step {
        self
    }
}

impl Somewhere for &str {
    fn step(self, steps: &mut Steps) -> Step {
        Step {
            outer: 0,
            name: steps.pointer(self),
        }
    }
}

impl Somewhere for String {
    fn step(self, steps: &mut Steps) -> Step {
        self.as_str().step(steps)
    }
}

impl Somewhere for Pointer {
    fn step(self, steps: &mut Steps) -> Step {
        self.as_str().step(steps)
    }
}
