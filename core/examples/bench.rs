use llm_types::*;
use std::time::Instant;
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut m = String::new();
    for i in 0..n {
        let p = format!("src/file{}.rs", i % 50);
        let id = span_id(&p, i as u64 * 10, i as u64 * 10 + 4).unwrap();
        if i > 0 {
            m.push(',');
        }
        m.push_str(&format!(r#"{{"match_id":"bd60b7890236821{}","span":{{"span_id":"{id}","file_path":"{p}","byte_start":{},"byte_end":{},"start_line":{},"start_col":4,"end_line":{},"end_col":8}},"name":"heat","kind":"fn","symbol_id":"a6e6363d8791eb98"}}"#, i%10, i*10, i*10+4, i/2+1, i/2+1));
    }
    let text = format!(
        r#"{{"schema_version":"1.0.0","execution_id":"6b008bae-471e","data":{{"matches":[{m}],"query_name":"heat"}},"tool":"magellan","timestamp":"2026-11-20T18:04:30Z"}}"#
    );
    let mut s = String::new();
    for i in 0..n {
        if i > 0 {
            s.push(',');
        }
        s.push_str(&format!(r#"{{"match_id":"31717cee-da6e-4187-85d2-c18469a2d521","file":"src/f{}.rs","byte_start":{},"byte_end":{},"matched_text":"heat","line_number":{},"column_number":8,"context_before":"pub fn ","context_after":"(x)"}}"#, i%50, i*50+7, i*50+11, i+1));
    }
    let search = format!(
        r#"{{"execution_id":"4535f58d-b3e7-4a9b-92d9-cdf0c5a09941","pattern":"heat","matches":[{s}],"match_count":{n}}}"#
    );
    for (name, text) in [("magellan", &text), ("llmsearch", &search)] {
        let b = text.as_bytes();
        let t = |f: &mut dyn FnMut()| {
            f();
            let s = Instant::now();
            let mut k = 0u32;
            while k < 3 || s.elapsed().as_millis() < 300 {
                f();
                k += 1;
            }
            s.elapsed().as_secs_f64() / f64::from(k) * 1e9 / b.len() as f64
        };
        println!(
            "{name} n={n} {} bytes: read {:.2} detect {:.2} validate {:.2} normalize {:.2} +origin {:.2} ns/byte",
            b.len(),
            t(&mut || {
                let d = read(b, &ReadOptions::default()).unwrap();
                std::hint::black_box(&d);
            }),
            t(&mut || {
                std::hint::black_box(detect(b).unwrap());
            }),
            t(&mut || {
                let v = validate(b, &ValidateOptions::default());
                assert!(v.ok || n > 0);
                std::hint::black_box(&v);
            }),
            t(&mut || {
                std::hint::black_box(normalize(b, &NormalizeOptions::default()).unwrap());
            }),
            t(&mut || {
                std::hint::black_box(
                    normalize(
                        b,
                        &NormalizeOptions {
                            origin: true,
                            ..Default::default()
                        },
                    )
                    .unwrap(),
                );
            })
        );
    }
}
