//! Runs a page: writes its example files and runs its commands, in order, in a copy of the project.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::ops::AddAssign;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::output;
use crate::page::{Block, Page};

/// How the documents call the program from a checkout.
const FROM_CHECKOUT: &str = "cargo run --bin report --";

/// What a page of its own cannot run, with a network or for minutes.
const NOT_HERE: [&str; 6] = ["cargo", "git", "tests/run", ".ci/run", "mdbook", "evcxr"];

/// The folders of the project that commands read.
const PROJECT: [&str; 6] = [
    "personas", "data/topics", "data/passages", "data/evidence", "data/prices.toml", "experiments",
];

/// How much of the documents was run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) pages: usize,
    pub(crate) run: usize,
    pub(crate) not_run: usize,
    pub(crate) outputs: usize,
    pub(crate) files: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.pages += other.pages;
        self.run += other.run;
        self.not_run += other.not_run;
        self.outputs += other.outputs;
        self.files += other.files;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pages, run, not_run, outputs, files } = self;
        write!(
            f,
            "{pages} pages: {run} commands run ({outputs} outputs compared), {not_run} marked not-run, {files} example files read"
        )
    }
}

/// The result of running a page.
pub(crate) struct Done {
    pub(crate) counts: Counts,
    pub(crate) faults: Vec<String>,
    /// The page with the outputs that the commands had.
    pub(crate) text: String,
}

/// A command with the output that the page shows, if it shows one.
struct Step {
    line: String,
    shown: Option<Vec<String>>,
}

/// Runs a page in a folder of its own.
pub(crate) fn run(root: &Path, page: &Page) -> Done {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session {
        folder: folder.path(),
        page,
        examples: BTreeSet::new(),
        counts: Counts::default(),
        faults: Vec::new(),
    };
    session.counts.pages = 1;
    copy_project(root, folder.path());
    let mut replacements = Vec::new();
    for block in page.blocks() {
        if let Some(content) = session.block(&block) {
            replacements.push((block.content.clone(), content));
        }
    }
    session.check_files();
    let mut text = page.text.clone();
    for (range, content) in replacements.into_iter().rev() {
        text.replace_range(range, &content);
    }
    Done { counts: session.counts, faults: session.faults, text }
}

/// A built experiment in a folder of its own.
pub(crate) struct Built {
    folder: tempfile::TempDir,
    /// The events of the build, one a line.
    pub(crate) events: String,
}

impl Built {
    /// Runs the debates of an experiment and renders its site.
    pub(crate) fn new(root: &Path, manifest: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy_project(root, folder.path());
        let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
        command.args(["build", manifest, "--out", "site", "--events", "events.jsonl"]);
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let events = fs::read_to_string(folder.path().join("events.jsonl")).unwrap();
        Self { folder, events }
    }

    /// The texts of all files with this ending below a folder.
    pub(crate) fn texts(&self, below: &str, ending: &str) -> Vec<String> {
        let paths = walk(&self.folder.path().join(below)).into_iter();
        let chosen = paths.filter(|path| path.extension().is_some_and(|other| other == ending));
        chosen.map(|path| fs::read_to_string(path).unwrap()).collect()
    }
}

struct Session<'a> {
    folder: &'a Path,
    page: &'a Page,
    /// The example files that `report check` reads.
    examples: BTreeSet<String>,
    counts: Counts,
    faults: Vec<String>,
}

impl Session<'_> {
    fn fault(&mut self, block: &Block, what: &str) {
        self.faults.push(format!("{}:{}: {what}", self.page.path.display(), block.line));
    }

    /// Does what a block says; returns its content with true outputs where those differ.
    fn block(&mut self, block: &Block) -> Option<String> {
        match block.language.as_str() {
            "sh" | "console" => return self.commands(block),
            "toml" | "markdown" => self.example(block),
            "json" => {
                if let Err(error) = serde_json::from_str::<serde_json::Value>(&block.text) {
                    self.fault(block, &format!("this is not JSON: {error}"));
                }
                if block.value("file").is_some() {
                    self.example(block);
                }
            }
            "rust" => {}
            "text" | "csv" => {
                if block.value("file").is_some() {
                    self.example(block);
                }
            }
            other => self.fault(block, &format!("a code block of the language `{other}`")),
        }
        None
    }

    /// Writes an example file, or adds to one.
    fn example(&mut self, block: &Block) {
        let (path, appends) = match (block.value("file"), block.value("append")) {
            (Some(path), None) => (path, false),
            (None, Some(path)) => (path, true),
            (Some(_), Some(_)) | (None, None) => {
                return self.fault(
                    block,
                    "no program reads this example: add `file=PATH` or `append=PATH`",
                );
            }
        };
        if ["experiments/", "personas/", "data/"].iter().any(|part| path.starts_with(part)) {
            self.examples.insert(path.to_owned());
        }
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut options = OpenOptions::new();
        options.create(true).write(true).append(appends).truncate(!appends);
        options.open(path).unwrap().write_all(block.text.as_bytes()).unwrap();
        self.counts.files += 1;
    }

    /// Reads the example files as the program reads them.
    fn check_files(&mut self) {
        if self.examples.is_empty() {
            return;
        }
        let examples: Vec<&str> = self.examples.iter().map(String::as_str).collect();
        let (code, _, err) = self.shell(&format!("report check {}", examples.join(" ")));
        if code != Some(0) {
            self.faults.push(format!(
                "{}: its example files have errors:\n{err}",
                self.page.path.display()
            ));
        }
    }

    fn commands(&mut self, block: &Block) -> Option<String> {
        let steps =
            if block.language == "sh" { script(&block.text) } else { dialogue(&block.text) };
        if block.has("not-run") {
            self.counts.not_run += steps.len();
            return None;
        }
        let expected = block.value("exit").map_or(0, |code| code.parse().unwrap());
        let mut content = String::new();
        for Step { line, shown } in &steps {
            let command = line.replace(FROM_CHECKOUT, "report");
            if let Some(word) =
                NOT_HERE.iter().find(|word| command.split([' ', '|']).any(|w| w == **word))
            {
                self.fault(block, &format!("`{word}` cannot run here: mark the block `not-run`"));
                return None;
            }
            let (code, out, err) = self.shell(&command);
            self.counts.run += 1;
            if code != Some(expected) {
                let ended = code
                    .map_or_else(|| "was killed".to_owned(), |code| format!("ended with {code}"));
                self.fault(block, &format!("`{line}` {ended} instead of {expected}:\n{out}{err}"));
                return None;
            }
            let printed = if expected == 0 { out } else { err };
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            content.extend(["$ ", line, "\n"]);
            if let Some(shown) = shown {
                self.counts.outputs += 1;
                if !output::matches(shown, &printed) {
                    let both =
                        format!("shown:\n{}\nprinted:\n{}", shown.join("\n"), printed.join("\n"));
                    self.fault(block, &format!("`{line}` prints something else; {both}"));
                }
                for line in output::current(shown, &printed) {
                    content.push_str(&line);
                    content.push('\n');
                }
            }
        }
        (block.language == "console" && content != block.text).then_some(content)
    }

    /// Runs a command line in the page's project. Returns exit code, standard output and standard
    /// error.
    fn shell(&self, line: &str) -> (Option<i32>, String, String) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.folder).stdin(Stdio::null());
        command.env("PATH", format!("{}:{}", self.folder.join(".bin").display(), path.display()));
        command.env("NO_COLOR", "1").env_remove("OPENAI_API_KEY").env_remove("ANTHROPIC_API_KEY");
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

/// Copies what commands read, and puts `report` into a folder for the search path.
fn copy_project(root: &Path, folder: &Path) {
    for part in PROJECT {
        for entry in walk(&root.join(part)) {
            let target = folder.join(entry.strip_prefix(root).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(&entry, target).unwrap();
        }
    }
    fs::create_dir(folder.join(".bin")).unwrap();
    symlink(env!("CARGO_BIN_EXE_report"), folder.join(".bin/report")).unwrap();
}

fn walk(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| walk(&entry.unwrap().path())).collect()
}

/// The commands of a block without outputs. A line that ends in a backslash goes on in the next
/// one.
fn script(text: &str) -> Vec<Step> {
    let joined = text.replace("\\\n", " ");
    let lines =
        joined.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Step { line: line.to_owned(), shown: None }).collect()
}

/// The commands of a block with outputs: each begins with a dollar sign.
fn dialogue(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { line: command.to_owned(), shown: Some(Vec::new()) });
        } else if let Some(Step { shown: Some(shown), .. }) = steps.last_mut() {
            shown.push(line.to_owned());
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let page = Page { path: PathBuf::from("a.md"), text: text.to_owned() };
        run(crate::root(), &page).faults
    }

    #[test]
    fn a_command_that_fails_is_reported() {
        let text = "```sh\ncargo run --bin report -- check nowhere.toml\n```\n";
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with("a.md:1: `cargo run"), "{faults:?}");
    }

    #[test]
    fn an_output_that_differs_is_reported_and_corrected() {
        let text = "```console\n$ echo one; echo two; echo three\none\n…\nfour\n```\n";
        let page = Page { path: PathBuf::from("a.md"), text: text.to_owned() };
        let done = run(crate::root(), &page);
        assert_eq!(done.faults.len(), 1, "{:?}", done.faults);
        assert_eq!(done.text, text.replace("four", "three"));
        assert!(faults(&done.text).is_empty());
    }

    #[test]
    fn text_may_be_left_out_of_a_line() {
        let text = "```console\n$ echo run 1a2b done; echo more\nrun … done\nmore\n```\n";
        assert!(faults(text).is_empty());
        assert_eq!(faults(&text.replace("done\nmore", "over\nmore")).len(), 1);
        assert_eq!(faults(&text.replace("\nmore", "\nmore\nand more")).len(), 1);
    }

    #[test]
    fn an_exit_code_that_is_announced_is_required() {
        assert!(faults("```sh exit=3\nexit 3\n```\n").is_empty());
        assert_eq!(faults("```sh exit=2\nexit 3\n```\n").len(), 1);
    }

    #[test]
    fn a_command_that_needs_more_than_the_page_must_be_marked() {
        assert!(faults("```sh\ncargo doc\n```\n")[0].contains("not-run"));
        assert!(faults("```sh not-run\ncargo doc\n```\n").is_empty());
    }

    #[test]
    fn an_example_file_with_an_error_is_reported() {
        let broken = "```toml file=experiments/broken.toml\ntitle = \"No topics\"\n```\n";
        assert!(faults(broken)[0].contains("topics"));
    }

    #[test]
    fn an_example_that_no_program_reads_is_reported() {
        assert!(faults("```toml\ntitle = 1\n```\n")[0].contains("file=PATH"));
        assert!(faults("    indented\n")[0].contains("language"));
        assert!(faults("```json\n{\n```\n")[0].contains("not JSON"));
    }
}
