//! Lanes in an array, on any CPU: what the wide registers are compared with.

use super::Lanes;

/// Eight messages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words;

fn rotated(word: [u32; 8], by: [u32; 3]) -> [u32; 8] {
    word.map(|word| by.iter().fold(0, |all, by| all ^ word.rotate_right(*by)))
}

impl Lanes for Words {
    type Word = [u32; 8];

    const COUNT: usize = 8;

    fn splat(self, word: u32) -> [u32; 8] {
        [word; 8]
    }

    fn columns(self, rows: impl Fn(usize) -> [u8; 32], swap: bool) -> [[u32; 8]; 8] {
        let order = if swap {
            u32::from_be_bytes
        } else {
            u32::from_ne_bytes
        };
        core::array::from_fn(|at| {
            core::array::from_fn(|lane| order(rows(lane).as_chunks::<4>().0[at]))
        })
    }

    fn write(self, word: [u32; 8], to: &mut [u32; 16]) {
        to[..8].copy_from_slice(&word);
    }

    fn plus(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        core::array::from_fn(|lane| a[lane].wrapping_add(b[lane]))
    }

    fn big_zero(self, word: [u32; 8]) -> [u32; 8] {
        rotated(word, [2, 13, 22])
    }

    fn big_one(self, word: [u32; 8]) -> [u32; 8] {
        rotated(word, [6, 11, 25])
    }

    fn small_zero(self, word: [u32; 8]) -> [u32; 8] {
        word.map(|word| word.rotate_right(7) ^ word.rotate_right(18) ^ (word >> 3))
    }

    fn small_one(self, word: [u32; 8]) -> [u32; 8] {
        word.map(|word| word.rotate_right(17) ^ word.rotate_right(19) ^ (word >> 10))
    }

    fn choose(self, x: [u32; 8], y: [u32; 8], z: [u32; 8]) -> [u32; 8] {
        core::array::from_fn(|lane| (x[lane] & y[lane]) ^ (!x[lane] & z[lane]))
    }

    fn majority(self, x: [u32; 8], y: [u32; 8], z: [u32; 8]) -> [u32; 8] {
        core::array::from_fn(|lane| (x[lane] & y[lane]) ^ (x[lane] & z[lane]) ^ (y[lane] & z[lane]))
    }
}
