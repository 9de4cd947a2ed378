//! What ends a line: the presets, and which of them differ on a text at all.

use alloc::vec::Vec;

use crate::text::LineTerminators;

/// Which of the characters that may end a line are in a text; LF always does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Breaks(u8);

impl Breaks {
    pub(super) const NONE: Self = Self(0);
    const CRLF: Self = Self(1);
    const LONE_CR: Self = Self(2);
    /// U+2028 and U+2029.
    const SEPARATORS: Self = Self(4);
    /// VT, FF and NEL.
    const UNICODE: Self = Self(8);
    /// FS, GS and RS, which only Python breaks at.
    const PYTHON: Self = Self(16);

    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut breaks = Self::NONE;
        for (at, byte) in bytes.iter().enumerate() {
            // Nearly all are above: one comparison for each of them.
            if *byte > 0x1E && *byte != 0xC2 && *byte != 0xE2 {
                continue;
            }
            match bytes.get(at..).unwrap_or_default() {
                [b'\r', b'\n', ..] => breaks = breaks.or(Self::CRLF),
                [b'\r', ..] => breaks = breaks.or(Self::LONE_CR),
                [0xE2, 0x80, 0xA8 | 0xA9, ..] => breaks = breaks.or(Self::SEPARATORS),
                [0x0B | 0x0C, ..] | [0xC2, 0x85, ..] => breaks = breaks.or(Self::UNICODE),
                [0x1C..=0x1E, ..] => breaks = breaks.or(Self::PYTHON),
                _ => {}
            }
        }
        breaks
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has_crlf(self) -> bool {
        self.0 & Self::CRLF.0 != 0
    }
}

/// What ends a line, as a tool may have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Terminators {
    Preset(LineTerminators),
    /// CR and LF are one each, so that CRLF is two.
    EachCrAndLf,
}

impl Terminators {
    pub(super) fn as_str(&self) -> &'static str {
        match self {
            Self::Preset(preset) => preset.as_str(),
            Self::EachCrAndLf => "each_cr_and_lf",
        }
    }

    pub(super) fn is_custom(&self) -> bool {
        matches!(self, Self::Preset(LineTerminators::Custom(_)))
    }

    pub(super) fn preset(&self) -> LineTerminators {
        match self {
            Self::Preset(preset) => preset.clone(),
            Self::EachCrAndLf => {
                LineTerminators::custom(["\r", "\n"]).unwrap_or(LineTerminators::LfCrlf)
            }
        }
    }
}

/// The presets in classes: those in one class cut texts with these breaks into the same lines.
pub(super) fn classes(breaks: Breaks, declared: &LineTerminators) -> Vec<Vec<Terminators>> {
    let preset = |preset: &LineTerminators| Terminators::Preset(preset.clone());
    let mut classes: Vec<(Breaks, Vec<Terminators>)> = Vec::new();
    let known = LineTerminators::PRESETS.iter().map(preset);
    let twice = breaks.has_crlf().then_some(Terminators::EachCrAndLf);
    for terminators in known.chain(twice) {
        let seen = sees(breaks, &terminators);
        match classes.iter_mut().find(|(other, _)| *other == seen) {
            Some((_, class)) => class.push(terminators),
            None => classes.push((seen, alloc::vec![terminators])),
        }
    }
    let mut classes: Vec<Vec<Terminators>> = classes.into_iter().map(|(_, class)| class).collect();
    if let LineTerminators::Custom(_) = declared {
        classes.push(alloc::vec![preset(declared)]);
    }
    classes
}

/// Which of the breaks end a line for some terminators. CRLF counts as one of them where it ends
/// two.
pub(super) fn sees(breaks: Breaks, terminators: &Terminators) -> Breaks {
    use LineTerminators::{Ecmascript, Lsp, PythonSplitlines, Unicode};
    let is = |presets: &[LineTerminators]| {
        presets
            .iter()
            .any(|preset| *terminators == Terminators::Preset(preset.clone()))
    };
    let each = *terminators == Terminators::EachCrAndLf;
    let seen = [
        (Breaks::CRLF, each),
        (
            Breaks::LONE_CR,
            each || is(&[Lsp, Ecmascript, Unicode, PythonSplitlines]),
        ),
        (
            Breaks::SEPARATORS,
            is(&[Ecmascript, Unicode, PythonSplitlines]),
        ),
        (Breaks::UNICODE, is(&[Unicode, PythonSplitlines])),
        (Breaks::PYTHON, is(&[PythonSplitlines])),
    ];
    let seen = seen.into_iter().filter(|(_, sees)| *sees);
    Breaks(seen.fold(0, |all, (kind, _)| all | kind.0) & breaks.0)
}
