//! The language of a file, by the ending of its path.
//!
//! The names are the language identifiers of LSP 3.17 (§`TextDocumentItem`), which are
//! also the words of the seed tools; languages that LSP does not list have the identifiers
//! that editors give them (`kotlin`, `toml`, `vue`). An ending that means several languages
//! is read as the most common one (`.h` is C); a path that tells nothing has no language.

/// Endings, without the dot and in lower case, sorted.
const BY_ENDING: [(&str, &str); 84] = [
    ("bash", "shellscript"),
    ("bat", "bat"),
    ("bib", "bibtex"),
    ("c", "c"),
    ("c++", "cpp"),
    ("cc", "cpp"),
    ("cjs", "javascript"),
    ("clj", "clojure"),
    ("cljs", "clojure"),
    ("cmd", "bat"),
    ("coffee", "coffeescript"),
    ("cpp", "cpp"),
    ("cs", "csharp"),
    ("css", "css"),
    ("cts", "typescript"),
    ("cu", "cuda"),
    ("cuh", "cuda"),
    ("cxx", "cpp"),
    ("dart", "dart"),
    ("diff", "diff"),
    ("erl", "erlang"),
    ("ex", "elixir"),
    ("exs", "elixir"),
    ("fs", "fsharp"),
    ("fsi", "fsharp"),
    ("fsx", "fsharp"),
    ("go", "go"),
    ("gradle", "groovy"),
    ("groovy", "groovy"),
    ("h", "c"),
    ("h++", "cpp"),
    ("handlebars", "handlebars"),
    ("hbs", "handlebars"),
    ("hh", "cpp"),
    ("hpp", "cpp"),
    ("hs", "haskell"),
    ("htm", "html"),
    ("html", "html"),
    ("hxx", "cpp"),
    ("ini", "ini"),
    ("java", "java"),
    ("jl", "julia"),
    ("js", "javascript"),
    ("json", "json"),
    ("jsonc", "jsonc"),
    ("jsx", "javascriptreact"),
    ("kt", "kotlin"),
    ("kts", "kotlin"),
    ("less", "less"),
    ("lua", "lua"),
    ("m", "objective-c"),
    ("markdown", "markdown"),
    ("md", "markdown"),
    ("mjs", "javascript"),
    ("ml", "ocaml"),
    ("mli", "ocaml"),
    ("mm", "objective-cpp"),
    ("mts", "typescript"),
    ("patch", "diff"),
    ("php", "php"),
    ("pl", "perl"),
    ("pm", "perl"),
    ("proto", "proto"),
    ("ps1", "powershell"),
    ("py", "python"),
    ("pyi", "python"),
    ("r", "r"),
    ("rb", "ruby"),
    ("rs", "rust"),
    ("sass", "sass"),
    ("scala", "scala"),
    ("scss", "scss"),
    ("sh", "shellscript"),
    ("sql", "sql"),
    ("swift", "swift"),
    ("tex", "latex"),
    ("toml", "toml"),
    ("ts", "typescript"),
    ("tsx", "typescriptreact"),
    ("vb", "vb"),
    ("vue", "vue"),
    ("xml", "xml"),
    ("yaml", "yaml"),
    ("yml", "yaml"),
];

/// Names of files that need no ending.
const BY_NAME: [(&str, &str); 4] = [
    ("dockerfile", "dockerfile"),
    ("gnumakefile", "makefile"),
    ("makefile", "makefile"),
    ("rakefile", "ruby"),
];

/// The language of a file, if its path tells.
pub(crate) fn of_path(path: &str) -> Option<&'static str> {
    let name = path
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(path)
        .to_ascii_lowercase();
    let find = |table: &[(&str, &'static str)], key: &str| {
        let at = table.binary_search_by_key(&key, |(known, _)| known).ok()?;
        table.get(at).map(|(_, language)| *language)
    };
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => find(&BY_ENDING, ending),
        _ => find(&BY_NAME, &name),
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_ENDING, BY_NAME, of_path};

    #[test]
    fn tables_are_sorted() {
        assert!(BY_ENDING.is_sorted_by(|a, b| a.0 < b.0));
        assert!(BY_NAME.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn only_the_ending_of_the_name_tells() {
        assert_eq!(of_path("src/main.rs"), Some("rust"));
        assert_eq!(of_path(r"src\Main.TS"), Some("typescript"));
        assert_eq!(of_path("a.rs/b"), None);
        assert_eq!(of_path("docker/Dockerfile"), Some("dockerfile"));
        // A name that begins with a dot has no ending.
        assert_eq!(of_path(".py"), None);
        assert_eq!(of_path("archive.tar.zst"), None);
    }
}
