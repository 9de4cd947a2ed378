//! What the pointers of complaints point at in the text of a request.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::json::{Document, Kind, Node, Pointer};

/// The nodes of a request by their pointers. Each list is gone through once, because as
/// many complaints may be about it as it has items.
pub(super) struct Pointed<'d> {
    document: Option<&'d Document<'d>>,
    lists: BTreeMap<usize, Vec<Node<'d>>>,
}

impl<'d> Pointed<'d> {
    pub(super) const fn new(document: Option<&'d Document<'d>>) -> Self {
        Self {
            document,
            lists: BTreeMap::new(),
        }
    }

    /// Where the text of a node is, in bytes. O(depth · log n), after O(n) for n items of a
    /// list that was not asked about before.
    pub(super) fn range(&mut self, pointer: &Pointer) -> Option<(u64, u64)> {
        let root = self.document?.root();
        let node = pointer.tokens().try_fold(root, |node, token| {
            if node.kind() != Kind::Array {
                return node.get(&token);
            }
            let items = self.lists.entry(node.order());
            let items = items.or_insert_with(|| node.items().collect());
            items.get(token.parse::<usize>().ok()?).copied()
        });
        Some(node?.byte_range())
    }
}
