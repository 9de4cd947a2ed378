//! The loops behind `many`. Where nearly every answer is at hand, elements are
//! answered 64 together, and the loop in which they find it holds nothing else.

use alloc::vec::Vec;

use super::store::together::PIECE;
use crate::text::TextError;

/// How elements are answered.
pub(super) struct Asked<Q, P, E> {
    /// The answer if it is at hand; absent where it rarely is.
    pub(super) quick: Option<Q>,
    /// The answers of up to `PIECE` elements, and a bit for each that has none; absent
    /// where they are not found together.
    pub(super) together: Option<P>,
    /// The answer or the refusal.
    pub(super) exact: E,
}

impl<Q, P, E> Asked<Q, P, E> {
    /// Each element's answer, or the first refusal with the element's index.
    ///
    /// A piece of a slice has a length that a vector can trust, so it asks for room
    /// once and not at each element.
    pub(super) fn collect<T: Copy, U: Copy + Default>(
        &self,
        elements: &[T],
    ) -> Result<Vec<U>, TextError>
    where
        Q: Fn(T) -> Option<U>,
        P: Fn(&[T], &mut [U]) -> u64,
        E: Fn(T) -> Result<U, TextError>,
    {
        let mut answers = Vec::with_capacity(elements.len());
        for piece in elements.chunks(PIECE) {
            let before = answers.len();
            let found = if let Some(quick) = &self.quick {
                let mut missed = 0;
                answers.extend(piece.iter().enumerate().map(|(i, element)| {
                    quick(*element).unwrap_or_else(|| {
                        missed |= 1 << i;
                        U::default()
                    })
                }));
                let answers = answers.get_mut(before..).unwrap_or_default();
                self.answer(missed, piece, answers)
            } else if let Some(together) = &self.together {
                answers.resize(before + piece.len(), U::default());
                let answers = answers.get_mut(before..).unwrap_or_default();
                let missed = together(piece, answers);
                self.answer(missed, piece, answers)
            } else {
                let mut refused = None;
                answers.extend(piece.iter().enumerate().map(|(i, element)| {
                    (self.exact)(*element).unwrap_or_else(|error| {
                        refused.get_or_insert((i, error));
                        U::default()
                    })
                }));
                refused.map_or(Ok(()), Err)
            };
            found.map_err(|(i, error)| error.at_index((before + i) as u64))?;
        }
        Ok(answers)
    }

    /// Gives each element's answer away, up to the first refusal, be it the
    /// iterator's or ours, which is returned with the element's index.
    pub(super) fn give<T: Copy + Default, U: Copy + Default>(
        &self,
        elements: impl IntoIterator<Item = Result<T, TextError>>,
        mut each: impl FnMut(U),
    ) -> Result<(), TextError>
    where
        Q: Fn(T) -> Option<U>,
        P: Fn(&[T], &mut [U]) -> u64,
        E: Fn(T) -> Result<U, TextError>,
    {
        let elements = elements.into_iter();
        if let Some(quick) = &self.quick {
            let all = |asked: &[T], answers: &mut [U]| {
                let mut missed = 0;
                for (i, (element, answer)) in asked.iter().zip(answers).enumerate() {
                    match quick(*element) {
                        Some(found) => *answer = found,
                        None => missed |= 1 << i,
                    }
                }
                missed
            };
            return self.give_pieces(elements, all, each);
        }
        if let Some(together) = &self.together {
            return self.give_pieces(elements, together, each);
        }
        for (index, element) in (0..).zip(elements) {
            let answer = element.and_then(|element| (self.exact)(element));
            each(answer.map_err(|error| error.at_index(index))?);
        }
        Ok(())
    }

    fn give_pieces<T: Copy + Default, U: Copy + Default>(
        &self,
        mut elements: impl Iterator<Item = Result<T, TextError>>,
        all: impl Fn(&[T], &mut [U]) -> u64,
        mut each: impl FnMut(U),
    ) -> Result<(), TextError>
    where
        E: Fn(T) -> Result<U, TextError>,
    {
        let (mut piece, mut answers) = ([T::default(); PIECE], [U::default(); PIECE]);
        let mut before = 0;
        loop {
            let (mut count, mut refused) = (0, None);
            for (slot, element) in piece.iter_mut().zip(&mut elements) {
                match element {
                    Ok(element) => *slot = element,
                    Err(error) => {
                        refused = Some(error);
                        break;
                    }
                }
                count += 1;
            }
            let asked = piece.get(..count).unwrap_or_default();
            let missed = all(asked, answers.get_mut(..count).unwrap_or_default());
            if let Err((i, error)) = self.answer(missed, asked, &mut answers) {
                (count, refused) = (i, Some(error));
            }
            answers.iter().take(count).copied().for_each(&mut each);
            match refused {
                Some(error) => return Err(error.at_index((before + count) as u64)),
                None if count < PIECE => return Ok(()),
                None => before += count,
            }
        }
    }

    /// Answers those of a piece that had no quick answer: a bit for each. On a
    /// refusal, all before it are answered.
    fn answer<T: Copy, U>(
        &self,
        mut missed: u64,
        piece: &[T],
        answers: &mut [U],
    ) -> Result<(), (usize, TextError)>
    where
        E: Fn(T) -> Result<U, TextError>,
    {
        while missed != 0 {
            let i = missed.trailing_zeros() as usize;
            missed &= missed - 1;
            if let (Some(element), Some(answer)) = (piece.get(i), answers.get_mut(i)) {
                *answer = (self.exact)(*element).map_err(|error| (i, error))?;
            }
        }
        Ok(())
    }
}
