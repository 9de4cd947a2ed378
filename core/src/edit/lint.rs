//! What is worth a look at a text as it is after its edits: kinds of line terminators, its last
//! line (E8), and its byte order mark (P13).

use alloc::string::ToString;
use alloc::vec::Vec;

use super::ask::Complaint;
use super::eol::EolKinds;
use super::run::Run;
use crate::text::BYTE_ORDER_MARK;

/// Says what the edits made of the text that its author may not have meant.
pub(super) fn tell(run: &mut Run<'_, '_, '_>, new: &[u8], ends_lines: bool) {
    let mut found = Vec::new();
    if ends_lines && EolKinds::of(new).mixed() && !EolKinds::of(run.text).mixed() {
        found.push((
            "EDIT_MIXED_EOL",
            "the text has lines that end with LF and lines that end with CR LF now",
        ));
    }
    let ends = |text: &[u8]| text.ends_with(b"\n");
    if !run.text.is_empty() && !new.is_empty() && ends(run.text) != ends(new) {
        let message = if ends(new) {
            "the text ends with a line terminator now"
        } else {
            "the text does not end with a line terminator any more"
        };
        found.push(("EDIT_FINAL_NEWLINE", message));
    }
    if run.text.starts_with(BYTE_ORDER_MARK) && !new.is_empty() && !new.starts_with(BYTE_ORDER_MARK)
    {
        found.push((
            "EDIT_BYTE_ORDER_MARK",
            "the text does not begin with its byte order mark any more",
        ));
    }
    for (code, message) in found {
        let here = run.ask.here.clone();
        let complaint = Complaint::advice(code, here, message.to_string());
        run.complaints.push(complaint);
    }
}

/// Whether a code tells of the text afterwards.
pub(super) fn is_lint(code: &str) -> bool {
    matches!(
        code,
        "EDIT_MIXED_EOL" | "EDIT_FINAL_NEWLINE" | "EDIT_BYTE_ORDER_MARK"
    )
}
