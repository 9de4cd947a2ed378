//! Names that the functions are called with: what editors propose, and what is refused by a code
//! where it is none of them.

use std::fmt::Write as _;

use llm_types::json::{Value, write_compact};
use llm_types::{dialects, schemas};

/// A type for some names.
pub(crate) struct Names {
    pub(crate) name: &'static str,
    doc: &'static str,
    all: Vec<String>,
}

/// All of them.
pub(crate) fn all() -> Vec<Names> {
    let dialects = dialects().into_iter().map(|it| it.name);
    let schemas = schemas().into_iter().map(|it| it.name);
    vec![
        Names {
            name: "DialectName",
            doc: "A dialect, as `dialects()` lists it. Any other name is refused (`UNKNOWN_DIALECT`).",
            all: dialects.collect(),
        },
        Names {
            name: "SchemaName",
            doc: "A schema, as `schemas()` lists it. Any other name is refused (`UNKNOWN_SCHEMA`).",
            all: schemas.collect(),
        },
    ]
}

/// As TypeScript proposes them: any other text may be a name of a later version.
pub(crate) fn typescript() -> String {
    let mut out = String::new();
    for Names { name, doc, all } in all() {
        let all: Vec<String> = all
            .iter()
            .map(|it| format!("\n  | {}", quoted(it)))
            .collect();
        let _ = write!(
            out,
            "\n/** {doc} */\nexport type {name} ={}\n  | (string & {{}});\n",
            all.concat()
        );
    }
    out
}

/// The same for Python.
pub(crate) fn python() -> String {
    let mut out = String::new();
    for Names { name, doc, all } in all() {
        let all: Vec<String> = all
            .iter()
            .map(|it| format!("        {},\n", quoted(it)))
            .collect();
        let _ = write!(
            out,
            "\n{name}: TypeAlias = (\n    Literal[\n{}    ]\n    | str\n)\n\"\"\"{doc}\"\"\"\n",
            all.concat()
        );
    }
    out
}

fn quoted(name: &str) -> String {
    write_compact(&Value::from(name))
}
