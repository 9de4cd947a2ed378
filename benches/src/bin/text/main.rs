//! The line index beside its peers, on the same texts, in one run.
//!
//! ```text
//! cargo run --release -p llm-types-benches --bin text [rounds] [row ...]
//! ```
//!
//! Every row ends with the ratio of the fastest peer's time to ours (above 1 we
//! are faster), and the target. Nothing is asserted.

use llm_types_benches::{Lap, texts};

mod build;
mod lookup;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = match arguments.first().and_then(|first| first.parse().ok()) {
        Some(rounds) => {
            arguments.remove(0);
            rounds
        }
        None => 40,
    };
    let wanted = |row: &str| {
        arguments.is_empty() || arguments.iter().any(|part| row.contains(part.as_str()))
    };
    let large = texts::large();

    println!("memory of the index, bytes for each byte of text; target 0.16");
    for text in &large {
        let bytes = llm_types::LineIndex::new(&text.text).index_bytes();
        println!(
            "  {:24} {:.3}",
            text.name,
            ratio(bytes, text.text.len() as u64)
        );
    }
    for text in large
        .iter()
        .filter(|text| wanted(&format!("build {}", text.name)))
    {
        let target = match text.name {
            "ASCII" | "CRLF" | "mixed" | "emoji" => "2x",
            "CJK" => "1.5x",
            _ => "",
        };
        println!("build, {}, GB/s; target {target}", text.name);
        build::race(text, rounds);
    }
    if wanted("build small") {
        let small = texts::Text {
            name: "50 kB",
            text: texts::ascii(texts::SMALL),
        };
        println!("build, 50 kB file, GB/s; target 1.5x");
        build::race(&small, rounds * 20);
    }
    for text in &large {
        for order in [lookup::Order::Random, lookup::Order::Sorted] {
            if wanted(&format!("position {} {order:?}", text.name)) {
                let target = match text.name {
                    "ASCII" | "CRLF" => "4x",
                    "mixed" | "CJK" | "emoji" => "2x",
                    _ => "",
                };
                println!(
                    "offset to line and UTF-16 column, {}, {order:?}, ns; target {target}",
                    text.name
                );
                lookup::positions(text, order, rounds);
            }
        }
        for order in [lookup::Order::Random, lookup::Order::Sorted] {
            if wanted(&format!("offset {} {order:?}", text.name)) {
                let target = match text.name {
                    "CJK" | "emoji" => "2x",
                    "mixed" => "1x",
                    "ASCII" | "CRLF" => "0.33x of the bare table",
                    _ => "",
                };
                println!(
                    "line and UTF-16 column to offset, {}, {order:?}, ns; target {target}",
                    text.name
                );
                lookup::offsets(text, order, rounds);
            }
        }
    }
}

#[allow(clippy::cast_precision_loss)]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// Prints each lap by `show`, then how we compare with the fastest peer.
fn report(laps: &[Lap], show: impl Fn(&Lap) -> f64) {
    for lap in laps {
        println!("  {:24} {:8.2}", lap.name, show(lap));
    }
    let ours = laps.iter().filter(|lap| lap.name.starts_with("llm-types"));
    for own in ours {
        let peers = laps.iter().filter(|lap| !lap.name.starts_with("llm-types"));
        let fastest = |bare: bool| {
            peers
                .clone()
                .filter(|lap| (lap.name == BARE) == bare)
                .min_by_key(|lap| lap.best)
        };
        for peer in [fastest(false), fastest(true)].into_iter().flatten() {
            let times = peer.best.as_secs_f64() / own.best.as_secs_f64();
            println!("  = {} is {times:.2}x as fast as {}", own.name, peer.name);
        }
    }
}

/// The name of the look-up in a table that checks nothing: no peer, but a yardstick.
const BARE: &str = "bare table";
