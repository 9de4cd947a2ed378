use llm_types::*;
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    for path in std::env::args().skip(2) {
        let text = std::fs::read(&path).unwrap();
        match mode.as_str() {
            "detect" => match detect(&text) {
                Ok(d) => println!(
                    "{path}\t{:?}\t{}\t{:?}\t{}",
                    d.dialect,
                    d.score,
                    d.generation,
                    if d.near_tie { "TIE" } else { "" }
                ),
                Err(e) => println!("{path}\tERR {}", e.code()),
            },
            "home" => {
                let Ok(n) = normalize(&text, &NormalizeOptions::default()) else {
                    println!("{path}\tERR");
                    continue;
                };
                let h = convert(n.text.as_bytes(), &n.dialect, &ConvertOptions::default()).unwrap();
                let same = canonicalize(h.text.as_bytes()).unwrap() == canonicalize(&text).unwrap();
                let lossy = h.losses.iter().filter(|l| l.is_lossy()).count();
                println!(
                    "{path}\t{}\t{} losses, {} lossy",
                    if same { "SAME" } else { "DIFF" },
                    h.losses.len(),
                    lossy
                );
            }
            "origin" => {
                let n = normalize(
                    &text,
                    &NormalizeOptions {
                        origin: true,
                        ..Default::default()
                    },
                )
                .unwrap();
                println!(
                    "{path}\t{}\t{}",
                    text.len(),
                    n.envelope.get("origin").map_or(0, |o| o.to_string().len())
                );
            }
            "norm" => {
                let n = normalize(
                    &text,
                    &NormalizeOptions {
                        origin: true,
                        ..Default::default()
                    },
                );
                match n {
                    Ok(n) => println!("{}", n.to_json()),
                    Err(e) => println!("{e} {}", e.code()),
                }
            }
            "to" => {
                let c = convert(
                    &text,
                    &std::env::var("TO").unwrap(),
                    &ConvertOptions::default(),
                );
                match c {
                    Ok(c) => println!(
                        "{}\n{:?}",
                        c.text,
                        c.losses
                            .iter()
                            .map(|l| format!("{} {} {}", l.pointer, l.kind, l.note))
                            .collect::<Vec<_>>()
                    ),
                    Err(e) => println!("{e}"),
                }
            }
            "val" => println!("{}", validate(&text, &ValidateOptions::default()).to_json()),
            _ => panic!(),
        }
    }
}
