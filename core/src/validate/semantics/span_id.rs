//! Is the id of a range the one of its path and its bytes, as the tool makes it?
//!
//! How ids are made is in `ids`. That the path is the wrong one is found out in `misplaced`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::super::claim::{Claim, Part};
use super::super::found::{Found, Slot};
use super::super::misplaced::Stray;
use super::super::twin::UNKNOWN_FILE;
use super::ids::{is_numbered, is_spelt_out, scheme_of};
use super::ranges::Ranges;
use crate::diagnostic::Applicability;
use crate::id::{IdFinding, SpanIdScheme, SpanKey, span_id_findings, span_id_in};

impl<'d> Ranges<'d, '_> {
    /// The id of a range is made of its path and offsets. `agrees`: whether these may be right, by
    /// the lines and columns.
    pub(super) fn span_id(&mut self, claim: &Claim<'d>, range: Option<(u64, u64)>, agrees: bool) {
        let Some(slot) = claim.get(Part::SpanId) else {
            return;
        };
        let path = claim.get(Part::Path);
        if let (Some((start, end)), Some(path)) = (range, path)
            && let (Some(path), Some(id)) = (path.node.plain_str(), slot.node.plain_str())
            && self.expected.next_of(SpanKey { path, start, end }) == Some(id)
        {
            return;
        }
        let Some(id) = slot.node.as_str() else {
            return;
        };
        let said = path.and_then(|said| Some((said, said.node.as_str()?)));
        let (Some((start, end)), Some((at, path))) = (range, said) else {
            // It cannot be computed; how it is spelt is told all the same.
            let is_known = is_numbered(&id) || is_spelt_out(&id);
            for finding in span_id_findings(&id).iter().filter(|_| !is_known) {
                self.found.push(Found::spelt(finding.code(), slot, &id));
            }
            return;
        };
        let key = SpanKey {
            path: &path,
            start,
            end,
        };
        let scheme = scheme_of(&id, &path, start, end);
        let is_lower = !id.bytes().any(|byte| byte.is_ascii_uppercase());
        match scheme {
            Some(_) if scheme == self.convention.span_ids && is_lower => {}
            Some(scheme) => self.explained_id(slot, &id, scheme, key),
            None => {
                if self.unexplained_id(slot, id, key, agrees) {
                    self.strays.push(Stray::of(slot, at, (start, end)));
                }
            }
        }
    }

    /// Reports an id of a range that is in another scheme than the tool's, or in capitals.
    fn explained_id(&mut self, slot: Slot<'d>, id: &str, scheme: SpanIdScheme, key: SpanKey<'_>) {
        if span_id_findings(id).contains(&IdFinding::Uppercase) {
            let found = Found::spelt(IdFinding::Uppercase.code(), slot, id);
            let found = found.expecting(id.to_ascii_lowercase());
            self.found
                .push(found.replace(Applicability::Safe, id.to_ascii_lowercase()));
        }
        if Some(scheme) != self.convention.span_ids {
            let message = format!("`{id}` is the id of this range in the scheme `{scheme}`");
            self.span_id_found("SPAN_ID_SCHEME", slot, message, key);
        }
    }

    /// Reports an id that no recipe gives for its range. Returns whether it may be that of another
    /// file.
    fn unexplained_id(
        &mut self,
        slot: Slot<'d>,
        id: Cow<'d, str>,
        key: SpanKey<'_>,
        agrees: bool,
    ) -> bool {
        let SpanKey { path, start, end } = key;
        let findings = span_id_findings(&id);
        // Of a file that it does not know, llmgrep spells out what would have been hashed.
        let is_unknown = path == UNKNOWN_FILE && is_spelt_out(&id);
        let right = is_unknown.then(|| format!("{path}:{start}:{end}"));
        if let Some(right) = right.filter(|right| id != right.as_str()) {
            // Of offsets that are wrong by themselves no id is the right one.
            if agrees {
                let message = format!("`{id}` is not the id of bytes {start} to {end}");
                let found = Found::at("SPAN_ID_MISMATCH", slot, message);
                let found = found.expecting(right.as_str());
                self.found.push(found.replace(Applicability::Unsafe, right));
            }
            return false;
        }
        let is_known = is_unknown || is_numbered(&id);
        for finding in findings.iter().filter(|_| !is_known) {
            self.found.push(Found::spelt(finding.code(), slot, &id));
        }
        let is_stray = findings.is_empty() && self.convention.span_ids.is_some();
        if is_stray {
            let message = format!(
                "`{id}` is not the id of `{path}`, bytes {start} to {end}, in any known scheme"
            );
            self.span_id_found("SPAN_ID_MISMATCH", slot, message, key);
        }
        self.ids.insert(id);
        is_stray
    }

    /// Reports an id and proposes the right one, by the recipe of the tool. Where the tool has no
    /// recipe, it cannot be put right.
    fn span_id_found(
        &mut self,
        code: &'static str,
        slot: Slot<'d>,
        message: String,
        key: SpanKey<'_>,
    ) {
        let mut found = Found::at(code, slot, message);
        if let Some(scheme) = self.convention.span_ids
            && let Ok(id) = span_id_in(scheme, key.path, key.start, key.end)
        {
            found.expected = Some(id.as_str().into());
            found = found.replace(Applicability::Unsafe, id);
        }
        self.found.push(found);
    }
}
