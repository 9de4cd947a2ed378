//! How many bytes are looked at to find the documents of a text, for the tests: what is
//! looked at again with each piece that arrives shows in the sum.

#[cfg(not(test))]
pub(super) const fn spent(_bytes: usize) {}

#[cfg(test)]
pub(super) use counted::{so_far, spent};

#[cfg(test)]
mod counted {
    extern crate std;

    use core::cell::Cell;

    std::thread_local! {
        static BYTES: Cell<usize> = const { Cell::new(0) };
    }

    pub(in crate::documents) fn spent(bytes: usize) {
        BYTES.with(|all| all.set(all.get().saturating_add(bytes)));
    }

    /// Those of this thread until now.
    pub(in crate::documents) fn so_far() -> usize {
        BYTES.with(Cell::get)
    }
}
