//! How an option becomes a word and back.
//!
//! Every option that a host can name has exactly one spelling, the same in all
//! languages. What the options mean is said where they are defined.

/// Gives a field-less enum its words: `ALL`, `as_str`, `Display` and `FromStr`.
///
/// What a person calls the option stands after `of`. Another error of `FromStr` is made by the
/// expression after `else`, from the word that was asked for; where it is no
/// [`TextError`](crate::text::TextError), its type stands before.
macro_rules! words {
    ($name:ident { $($variant:ident => $word:literal),+ $(,)? } of $option:literal) => {
        $crate::text::words::words!(
            $name { $($variant => $word),+ } else |asked| $crate::text::TextError::UnknownOption {
                option: $option,
                expected: $crate::text::Expected::Words($name::WORDS),
                asked: asked.into(),
            }
        );
    };
    ($name:ident { $($variant:ident => $word:literal),+ $(,)? } else $error:expr) => {
        $crate::text::words::words!(
            $name { $($variant => $word),+ } else $crate::text::TextError => $error
        );
    };
    ($name:ident { $($variant:ident => $word:literal),+ $(,)? } else $err:ty => $error:expr) => {
        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for this value, the same in every host.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl core::str::FromStr for $name {
            type Err = $err;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => {
                        let error: fn(&str) -> $err = $error;
                        Err(error(word))
                    }
                }
            }
        }
    };
}

/// Gives records, under the name of a member that is a word on the wire, what the word
/// stands for. The member stays text: what a later version writes there is kept.
macro_rules! meanings {
    ($record:ident { $($member:ident: $meaning:ident),+ $(,)? }) => {
        impl $record { $(
            #[doc = concat!("What the word `", stringify!($member), "` stands for; `None` if it is none of [`", stringify!($meaning), "::WORDS`].")]
            pub fn $member(&self) -> Option<$meaning> {
                self.$member.parse().ok()
            }
        )+ }
    };
    ($record:ident { $($member:ident?: $meaning:ident),+ $(,)? }) => {
        impl $record { $(
            #[doc = concat!("What the word `", stringify!($member), "` stands for; `None` if there is none, or none of [`", stringify!($meaning), "::WORDS`].")]
            pub fn $member(&self) -> Option<$meaning> {
                self.$member.as_deref()?.parse().ok()
            }
        )+ }
    };
}

pub(crate) use {meanings, words};
