//! The pages of this folder as documentation, so that `cargo test` runs their Rust.
//!
//! Nothing is exported. Examples in other languages are run by `cargo xtask test`.

#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;
    #[doc = include_str!("../guide-rust.md")]
    struct GuideRust;
    #[doc = include_str!("../guide-patching.md")]
    struct GuidePatching;
    #[doc = include_str!("../positions.md")]
    struct Positions;
    #[doc = include_str!("../json.md")]
    struct Json;
    #[doc = include_str!("../detective.md")]
    struct Detective;
}
