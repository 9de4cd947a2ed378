//! Runs the code blocks of the pages, and of the documentation of the TypeScript
//! package, so that what they show is what happens.
//!
//! A block of `ts` is type-checked strictly and run by Node, `python` by the project's
//! environment, `console` by a shell-less reading of its `$` lines. Rust blocks are
//! doctests of the crate in `docs/` and are not looked at here.
//!
//! What a script prints is compared with its own comments: each line of output must
//! equal the text after the next `// =>` or `# =>`. In a `console` block, what follows
//! a command is its output; a line that ends in `…` stands for its beginning. A block
//! tagged `check-only` is compiled and not run.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::artefacts;
use crate::run::{Log, Run as _};
use crate::workspace::Workspace;

/// One fenced block of a page.
#[derive(Debug)]
struct Block {
    /// The page, from the root.
    page: String,
    /// Line of the fence, 1-based.
    line: usize,
    /// First word of the info string.
    language: String,
    /// Whether the block is compiled and not run.
    check_only: bool,
    text: String,
}

impl Block {
    fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }

    /// A file name that says where the block is from.
    fn file(&self, extension: &str) -> String {
        let page = self.page.replace(['/', '.'], "-");
        format!("{page}-{}.{extension}", self.line)
    }

    /// What the block says that it prints.
    fn promised(&self) -> Vec<&str> {
        self.text
            .lines()
            .filter_map(|line| {
                let (_, promise) = line
                    .split_once("// => ")
                    .or_else(|| line.split_once("# => "))?;
                Some(promise.trim())
            })
            .collect()
    }
}

/// Runs every block of `ts`.
pub(crate) fn typescript(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let folder = fresh_folder(workspace, "typescript")?;
    let blocks = blocks(workspace, &["ts"])?;
    for block in &blocks {
        fs::write(folder.join(block.file("ts")), &block.text)?;
    }
    // The folder lies inside the package, so that `llm-types` is the package itself, by the entries
    // that its users get.
    fs::write(folder.join("tsconfig.json"), TSCONFIG)?;
    workspace
        .npm_tool("tsc")
        .arg("--project")
        .arg(folder.join("tsconfig.json"))
        .run(log)?;
    let mut run = |block: &Block| {
        let script = folder.join("out").join(block.file("js"));
        workspace.node().arg(&script).output_text(log)
    };
    let result = check_all(&blocks, &mut run)?;
    report(&result, log)
}

const TSCONFIG: &str = r#"{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2023", "dom"],
    "types": ["node"],
    "module": "nodenext",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "rootDir": ".",
    "outDir": "out"
  },
  "include": ["*.ts"]
}
"#;

/// Runs every block of `python`.
pub(crate) fn python(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let folder = fresh_folder(workspace, "python")?;
    let blocks = blocks(workspace, &["python"])?;
    for block in &blocks {
        fs::write(folder.join(block.file("py")), &block.text)?;
    }
    workspace
        .python_tool("mypy")
        .args(["--strict", "--scripts-are-modules"])
        .args(blocks.iter().map(|block| folder.join(block.file("py"))))
        .run(log)?;
    let mut run = |block: &Block| {
        workspace
            .python_tool("python")
            // Files named in an example are UTF-8, whatever the machine prefers.
            .args(["-X", "utf8"])
            .arg(folder.join(block.file("py")))
            .output_text(log)
    };
    let result = check_all(&blocks, &mut run)?;
    report(&result, log)
}

/// Runs every block of `console`.
pub(crate) fn console(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let program = artefacts::command_line(workspace);
    let mut wrong = Vec::new();
    let mut commands = 0;
    for block in blocks(workspace, &["console"])? {
        let mut lines = block.text.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ llm-types ") else {
                bail!("{}: `{line}` is not a command of ours", block.place());
            };
            let mut promised = Vec::new();
            while let Some(next) = lines.next_if(|next| !next.starts_with("$ ")) {
                promised.push(next);
            }
            commands += 1;
            let output = workspace
                .command(&program)
                .args(words(command))
                .env("NO_COLOR", "1")
                .output()
                .with_context(|| format!("cannot start `{}`", program.display()))?;
            let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.push_str(&String::from_utf8_lossy(&output.stderr));
            compare(&block, &promised, &text, &mut wrong);
        }
    }
    let result = Outcome {
        ran: commands,
        wrong,
    };
    report(&result, log)
}

/// How many examples ran, and which did not do what the page says.
struct Outcome {
    ran: usize,
    wrong: Vec<String>,
}

fn report(outcome: &Outcome, log: &mut Log) -> Result<()> {
    let failed = outcome.wrong.len();
    log.line(&format!("{} passed, {failed} failed", outcome.ran - failed));
    if failed > 0 {
        bail!("{}", outcome.wrong.join("\n"));
    }
    Ok(())
}

/// Splits at blanks, except between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in command.split('\'').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn check_all(blocks: &[Block], run: &mut dyn FnMut(&Block) -> Result<String>) -> Result<Outcome> {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for block in blocks.iter().filter(|block| !block.check_only) {
        let output = run(block).with_context(|| block.place())?;
        ran += 1;
        compare(block, &block.promised(), &output, &mut wrong);
    }
    Ok(Outcome { ran, wrong })
}

fn compare(block: &Block, promised: &[&str], output: &str, wrong: &mut Vec<String>) {
    let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
    let same = printed.len() == promised.len()
        && printed.iter().zip(promised).all(|(printed, promised)| {
            match promised.strip_suffix('…') {
                Some(beginning) => printed.starts_with(beginning),
                None => printed == promised,
            }
        });
    if !same {
        wrong.push(format!(
            "{}: the page says\n  {}\nand it prints\n  {}",
            block.place(),
            promised.join("\n  "),
            printed.join("\n  "),
        ));
    }
}

fn fresh_folder(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = workspace.scratch().join("examples").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The comments of a TypeScript file as a page, each line where it was.
fn documentation(source: &str) -> String {
    let mut page = String::new();
    for line in source.lines() {
        let comment = line.trim_start().strip_prefix('*').unwrap_or_default();
        page.push_str(comment.strip_prefix(' ').unwrap_or(comment));
        page.push('\n');
    }
    page
}

/// Folders whose pages have examples.
const FOLDERS: [&str; 2] = ["docs", "docs/dialects"];

/// The blocks in one of `languages`: of the README, of all pages of `docs/`, and of the
/// documentation in the TypeScript sources.
fn blocks(workspace: &Workspace, languages: &[&str]) -> Result<Vec<Block>> {
    let mut pages = vec![workspace.root().join("README.md")];
    for folder in FOLDERS {
        for entry in fs::read_dir(workspace.root().join(folder))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    let mut all = Vec::new();
    for path in pages {
        let text = fs::read_to_string(&path)?;
        all.extend(blocks_of(&workspace.shown(&path), &text));
    }
    let mut sources = Vec::new();
    for entry in fs::read_dir(workspace.root().join("js/src"))? {
        sources.push(entry?.path());
    }
    sources.sort();
    for path in sources {
        let text = documentation(&fs::read_to_string(&path)?);
        all.extend(blocks_of(&workspace.shown(&path), &text));
    }
    all.retain(|block| languages.contains(&block.language.as_str()));
    if all.is_empty() {
        bail!("no page has an example in {}", languages.join(" or "));
    }
    Ok(all)
}

fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut all = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let mut body = String::new();
        for (_, line) in lines.by_ref() {
            if line == "```" {
                break;
            }
            body.push_str(line);
            body.push('\n');
        }
        let mut tags = info.split_whitespace();
        all.push(Block {
            page: page.to_owned(),
            line: number + 1,
            language: tags.next().unwrap_or_default().to_owned(),
            check_only: tags.any(|tag| tag == "check-only"),
            text: body,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Text\n```ts\nlog(1); // => 1\n```\n```python check-only\nx\n```\n";

    #[test]
    fn blocks_know_their_place_and_promise() {
        let blocks = blocks_of("docs/a.md", PAGE);
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].place(), "docs/a.md:2");
        assert_eq!(blocks[0].promised(), ["1"]);
        assert_eq!(blocks[0].file("ts"), "docs-a-md-2.ts");
        assert!(blocks[1].check_only);
    }

    #[test]
    fn the_documentation_of_a_source_is_a_page() {
        let source = "/**\n * Text\n *\n * ```ts\n * log(1); // => 1\n * ```\n */\nconst a = 1;\n";
        let blocks = blocks_of("a.ts", &documentation(source));
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].place(), "a.ts:4");
        assert_eq!(blocks[0].text, "log(1); // => 1\n");
    }

    #[test]
    fn output_is_compared_line_by_line() {
        let blocks = blocks_of("a.md", PAGE);
        let judge = |promised: &[&str], output: &str| {
            let mut wrong = Vec::new();
            compare(&blocks[0], promised, output, &mut wrong);
            wrong.is_empty()
        };
        assert!(judge(&["1", "begins …"], "1\nbegins with this\n"));
        assert!(!judge(&["1"], "2\n"));
        assert!(!judge(&["1"], "1\n2\n"));
        assert!(!judge(&["1", "2"], "1\n"));
    }

    #[test]
    fn quotes_keep_blanks() {
        assert_eq!(words("a 'b c' d"), ["a", "b c", "d"]);
    }
}
