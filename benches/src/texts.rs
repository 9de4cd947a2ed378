//! The texts that every side of a benchmark reads: generated, the same each time.

use crate::random::Random;

/// A text and what to call it.
#[derive(Debug, Clone)]
pub struct Text {
    /// The name of the benchmark's row.
    pub name: &'static str,
    /// The text.
    pub text: String,
}

/// The size of the large texts.
pub const LARGE: usize = 10_000_000;

/// The size of an ordinary source file.
pub const SMALL: usize = 50_000;

/// All large texts.
pub fn large() -> Vec<Text> {
    [
        ("ASCII", ascii(LARGE)),
        ("CRLF", ascii(LARGE).replace('\n', "\r\n")),
        ("mixed", mixed(LARGE)),
        ("CJK", cjk(LARGE)),
        ("emoji", emoji(LARGE)),
        ("one line", ascii(LARGE).replace('\n', " ")),
        ("only LF", "\n".repeat(LARGE)),
        ("short lines", "x = y;\n".repeat(LARGE / 7)),
        ("CJK, one line", cjk(LARGE).replace('\n', "、")),
    ]
    .map(|(name, text)| Text { name, text })
    .into()
}

const WORDS: [&str; 24] = [
    "let", "index", "=", "self", ".", "position", "(", "offset", ")", "?;", "match", "{", "}",
    "fn", "->", "u64", "return", "line", "+", "1", "if", "text", "[", "]",
];

/// Lines that look like code: indented, a tenth of them empty, 33 bytes on average.
pub fn ascii(size: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::with_capacity(size + 100);
    while text.len() < size {
        code_line(&mut text, &mut random);
        text.push('\n');
    }
    text.truncate(size);
    text
}

fn code_line(text: &mut String, random: &mut Random) {
    if random.below(10) == 0 {
        return;
    }
    for _ in 0..random.below(4) {
        text.push_str("    ");
    }
    for _ in 0..random.below(13) {
        text.push_str(random.pick(&WORDS));
        text.push(' ');
    }
    text.push_str("// ok");
}

/// As [`ascii`], with something that is not ASCII in every twentieth line.
pub fn mixed(size: usize) -> String {
    let mut random = Random::new(2);
    let mut text = String::with_capacity(size + 200);
    while text.len() < size {
        code_line(&mut text, &mut random);
        if random.below(20) == 0 {
            text.push_str(random.pick(&[
                "// naïve café",
                "// “quoted” — text",
                "// 世界の行",
                "// done 😀",
            ]));
        }
        text.push('\n');
    }
    truncated(text, size)
}

/// Lines of 10 to 70 CJK characters, some ASCII among them.
pub fn cjk(size: usize) -> String {
    let mut random = Random::new(3);
    let mut text = String::with_capacity(size + 300);
    while text.len() < size {
        for _ in 0..10 + random.below(60) {
            if random.below(12) == 0 {
                text.push_str(random.pick(&["、", "。", " API ", "7"]));
            } else {
                let code = 0x4E00 + random.below(0x5000);
                text.extend(u32::try_from(code).ok().and_then(char::from_u32));
            }
        }
        text.push('\n');
    }
    truncated(text, size)
}

/// Lines of emoji and words.
pub fn emoji(size: usize) -> String {
    let mut random = Random::new(4);
    let mut text = String::with_capacity(size + 300);
    while text.len() < size {
        for _ in 0..5 + random.below(30) {
            text.push_str(random.pick(&["😀", "🚀", "💩", "😋", "👩‍💻", "ok", " "]));
        }
        text.push('\n');
    }
    truncated(text, size)
}

fn truncated(mut text: String, size: usize) -> String {
    text.truncate(floor(&text, size));
    text
}

/// The last character boundary at or before `at`.
pub fn floor(text: &str, at: usize) -> usize {
    let boundary = |at: &usize| text.is_char_boundary(*at);
    (0..=at.min(text.len())).rev().find(boundary).unwrap_or(0)
}
