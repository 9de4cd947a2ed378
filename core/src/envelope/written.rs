//! Records on their way into canonical JSON, without a tree in between.

use alloc::string::String;

use super::wire::Wire;

/// Room for the text of most reports that have nothing to list.
pub(crate) const USUAL: usize = 256;

/// [`Wire::write_json`] of a value whose type is forgotten.
pub(crate) trait Written {
    fn written(&self, out: &mut String);
}

impl<T: Wire> Written for T {
    fn written(&self, out: &mut String) {
        self.write_json(out);
    }
}

/// The places of names in the order of canonical JSON, in which their members are
/// written. Our names are ASCII, in which bytes sort as code units do.
pub(crate) const fn sorted<const N: usize>(names: &[&str]) -> [usize; N] {
    let mut places = [0; N];
    let mut known = 0;
    while known < N {
        let mut at = known;
        while at > 0 && is_before(names[known], names[places[at - 1]]) {
            places[at] = places[at - 1];
            at -= 1;
        }
        places[at] = known;
        known += 1;
    }
    places
}

const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return a[at] < b[at];
        }
        at += 1;
    }
    a.len() < b.len()
}

/// Writes the members of an object as canonical JSON, where `order` is the one of their
/// names, each of which has its quotes and its colon. What is not there is left out.
/// Nothing but the text is made: the reports of large documents are large.
pub(crate) fn write_all(
    names: &[&str],
    order: &[usize],
    members: &[Option<&dyn Written>],
    out: &mut String,
) {
    out.push('{');
    let mut first = true;
    for &at in order {
        if let (Some(name), Some(Some(value))) = (names.get(at), members.get(at)) {
            if !core::mem::replace(&mut first, false) {
                out.push(',');
            }
            out.push_str(name);
            value.written(out);
        }
    }
    out.push('}');
}

/// Writes members of an object as canonical JSON: each has a name, and a value if it is
/// there.
macro_rules! write_members {
    ($out:expr, $($name:expr => $value:expr),* $(,)?) => {{
        const NAMES: &[&str] = &[$(concat!("\"", $name, "\":")),*];
        const ORDER: [usize; NAMES.len()] = $crate::envelope::written::sorted(NAMES);
        let members: [Option<&dyn $crate::envelope::written::Written>; NAMES.len()] =
            [$($value),*];
        $crate::envelope::written::write_all(NAMES, &ORDER, &members, $out);
    }};
}

pub(crate) use write_members;
