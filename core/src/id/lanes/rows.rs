//! Rows of messages, filled until there is one for each lane.

use alloc::vec;
use alloc::vec::Vec;

use super::super::message::{MOST, Message, Offsets, Path, shares_blocks};
use super::super::span::{SpanIdScheme, SpanKey};
use crate::hex;

/// Hashes `N` messages of equally many blocks.
type Hash<'h, const N: usize> = &'h dyn Fn(&[Message; N]) -> [[u8; 16]; N];

/// The ids of many keys as digits, in order. The keys have been checked.
pub(super) fn ids<const N: usize>(
    hash: Hash<'_, N>,
    scheme: SpanIdScheme,
    keys: &[SpanKey<'_>],
) -> Vec<[u8; 16]> {
    let mut ids = vec![[0; 16]; keys.len()];
    let mut path = Path::EMPTY;
    // A row takes some thousand bytes, and most keys go into the first.
    let mut short = Row::EMPTY;
    let mut longer: [Option<Row<N>>; MOST - 1] = [const { None }; MOST - 1];
    let mut blocks_are_new = keys.first().is_some_and(|key| !shares_blocks("", key.path));
    for (index, key) in keys.iter().enumerate() {
        let next = keys.get(index + 1);
        let next_has_others = next.is_none_or(|next| !shares_blocks(key.path, next.path));
        path.replace(key.path, blocks_are_new, next_has_others);
        blocks_are_new = next_has_others;
        let offsets = Offsets::new(scheme, key);
        let row = match path.blocks(&offsets) {
            ..=1 => &mut short,
            blocks => match longer.get_mut(blocks - 2) {
                Some(row) => row.get_or_insert(Row::EMPTY),
                None => continue,
            },
        };
        if let Some((message, slot)) = row.next() {
            path.write(&offsets, message);
            *slot = index;
        }
        if row.used == N {
            row.hash(hash, &mut ids);
        }
    }
    short.finish(hash, &mut ids);
    for row in longer.iter_mut().flatten() {
        row.finish(hash, &mut ids);
    }
    ids
}

/// Messages that wait until there is one for each lane.
struct Row<const N: usize> {
    messages: [Message; N],
    /// The index of the key of each message.
    keys: [usize; N],
    /// How many of both are in use.
    used: usize,
}

impl<const N: usize> Row<N> {
    const EMPTY: Self = Self {
        messages: [Message::EMPTY; N],
        keys: [0; N],
        used: 0,
    };

    /// The next free message and the slot for the index of its key.
    #[inline]
    fn next(&mut self) -> Option<(&mut Message, &mut usize)> {
        let at = self.used;
        self.used += 1;
        self.messages.get_mut(at).zip(self.keys.get_mut(at))
    }

    /// Hashes the messages in lanes.
    fn hash(&mut self, hash: Hash<'_, N>, ids: &mut [[u8; 16]]) {
        let hashes = hash(&self.messages);
        for (key, hash) in self.keys.iter().zip(hashes).take(self.used) {
            if let Some(id) = ids.get_mut(*key) {
                *id = hash;
            }
        }
        self.used = 0;
    }

    /// Hashes a row that is not full.
    fn finish(&mut self, hash: Hash<'_, N>, ids: &mut [[u8; 16]]) {
        // Fewer are done sooner one by one.
        if self.used * 3 > N {
            return self.hash(hash, ids);
        }
        for (key, message) in self.keys.iter().zip(&self.messages).take(self.used) {
            if let Some(id) = ids.get_mut(*key) {
                *id = hex::of_u64(message.hash());
            }
        }
    }
}
