//! What the codes of the tool family mean, said beside them.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

use crate::envelope::shape::{Role, Shape};
use crate::json::{Object, Value};
use crate::rule::{self, Rule};

/// The codes that were looked up.
#[derive(Default)]
pub(super) struct Codes(BTreeMap<String, Option<&'static Rule>>);

impl Codes {
    /// What can be said of the code of a tool in a record: members that the record may have, with
    /// the texts.
    pub(super) fn of(
        &mut self,
        shape: &Shape,
        members: &Object,
    ) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let field = shape
            .fields
            .iter()
            .find(|field| matches!(field.role, Role::Code(_)));
        let code = field.and_then(|field| members.get(field.name)?.as_str());
        let rule = code.and_then(|code| self.look_up(code));
        let said = rule.map(|rule| {
            [
                ("note", rule.what),
                ("remediation", rule.remedy),
                ("hint", rule.remedy),
            ]
        });
        let known = shape.fields;
        said.into_iter()
            .flatten()
            .filter(move |(name, _)| known.iter().any(|field| field.name == *name))
    }

    /// The rule of a code, if it is the code of a tool.
    fn look_up(&mut self, code: &str) -> Option<&'static Rule> {
        if let Some(rule) = self.0.get(code) {
            return *rule;
        }
        let rule = rule::explain(code).ok().filter(|rule| !rule.is_ours());
        self.0.insert(code.to_string(), rule);
        rule
    }
}

/// Whether a member says nothing.
pub(super) fn is_missing(members: &Object, name: &str) -> bool {
    members.get(name).is_none_or(Value::is_null)
}
