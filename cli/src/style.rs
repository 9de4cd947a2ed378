//! Colours and words for levels. Streams without a terminal drop the colours.

use anstyle::{AnsiColor, Style};
use llm_types::Level;

/// Line numbers, arrows and other furniture.
pub(crate) const FRAME: Style = AnsiColor::Blue.on_default().bold();
/// What a reader should see first.
pub(crate) const STRONG: Style = Style::new().bold();
/// What a reader may pass over.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();

/// The colour of a level.
pub(crate) const fn of(level: Level) -> Style {
    match level {
        Level::Error => AnsiColor::Red.on_default().bold(),
        Level::Warning => AnsiColor::Yellow.on_default().bold(),
        Level::Note => AnsiColor::Cyan.on_default().bold(),
        Level::Help => AnsiColor::Green.on_default().bold(),
    }
}

/// Columns of the terminal, or 100 where there is none: wide enough for code,
/// and the same in every log.
pub(crate) fn width() -> usize {
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal_size::terminal_size_of(std::io::stderr())
        .map(|(width, _)| usize::from(width.0))
        .or_else(asked)
        .unwrap_or(100)
        .max(40)
}
