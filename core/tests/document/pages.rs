//! The pages about the dialects know all of them: each dialect has a page, the overview links it,
//! and both name every generation. What else stands there no test can hold.

use std::fs;

use llm_types::dialects;

#[test]
fn every_dialect_has_a_page_with_its_generations() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");
    let overview = fs::read_to_string(format!("{folder}/dialects.md")).unwrap();
    for dialect in dialects() {
        let name = &dialect.name;
        let beginning = format!("| [`{name}`](dialects/{name}.md) |");
        let mut rows = overview.lines();
        let row = rows.find(|line| line.starts_with(&beginning)).expect(name);
        let page = fs::read_to_string(format!("{folder}/dialects/{name}.md")).expect(name);
        assert!(page.starts_with(&format!("# `{name}`\n")), "{name}");
        for generation in &dialect.generations {
            let generation = format!("`{generation}`");
            assert!(row.contains(&generation), "{name}: {generation}");
            assert!(page.contains(&generation), "{name}: {generation}");
        }
    }
}
