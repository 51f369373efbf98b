//! Checks README, the book and the other documents against the program.
//!
//! Every command runs, every output shown is what the program prints, every example file is read,
//! every link resolves. To update the outputs after a change: `FAULTLINE_BOOK=write cargo test -p
//! faultline-report --test book`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "book/corpus_rules.rs"]
mod corpus_rules;
#[path = "book/mode_pages.rs"]
mod mode_pages;
#[path = "book/numbers.rs"]
mod numbers;
#[path = "book/output.rs"]
mod output;
#[path = "book/page.rs"]
mod page;
#[path = "tidy/rule_tests.rs"]
mod rule_tests;
#[path = "book/rules.rs"]
mod rules;
#[path = "book/schemas.rs"]
mod schemas;
#[path = "book/session.rs"]
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use faultline::planted::Level;
use page::Page;
use serde_json::Value;
use session::{Built, Counts, Done};

/// The documents outside the book.
const DOCUMENTS: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// Front pages of crates. rustdoc compiles their Rust examples with those crates.
const FRONT_PAGES: [&str; 4] = [
    "kernel/README.md", "kernel/argue/README.md", "kernel/draw/README.md",
    "kernel/jupyter/README.md",
];

/// Where the pages of the book are.
const BOOK: &str = "report/book/src";

/// The file that gives the Rust examples of the book to rustdoc.
const DOC_TESTS: &str = "kernel/src/lib.rs";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Whether the run writes what is out of date instead of failing.
fn rewrites() -> bool {
    std::env::var_os("FAULTLINE_BOOK").is_some_and(|value| value == "write")
}

/// Every file of the book below a folder, from the root of the project.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| folder.join(entry.unwrap().file_name())).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if root().join(&path).is_dir() { files(&path) } else { vec![path] })
        .collect()
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md")
}

fn book() -> Vec<Page> {
    let pages = files(Path::new(BOOK)).into_iter().filter(|path| is_page(path));
    pages.map(|path| Page::open(root(), path)).collect()
}

fn documents() -> Vec<Page> {
    DOCUMENTS.iter().map(|path| Page::open(root(), PathBuf::from(path))).collect()
}

#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_command_runs_and_every_example_is_read() {
    let mut counts = Counts::default();
    let mut faults = Vec::new();
    let pages: Vec<Page> = documents().into_iter().chain(book()).collect();
    for (page, done) in pages.iter().zip(run_all(&pages)) {
        counts += done.counts;
        if rewrites() && done.text != page.text {
            fs::write(root().join(&page.path), &done.text).unwrap();
        } else {
            faults.extend(done.faults);
        }
    }
    println!("{counts}");
    assert_none(&faults);
    assert!(counts.run > 20 && counts.files > 10, "{counts}: examples are missing");
}

/// Runs every page in a folder of its own, as many at once as there are processors.
fn run_all(pages: &[Page]) -> Vec<Done> {
    let waiting = Mutex::new(pages.iter().enumerate());
    let done = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let next = waiting.lock().unwrap().next();
            let Some((number, page)) = next else { break };
            let result = session::run(root(), page);
            done.lock().unwrap().insert(number, result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    done.into_inner().unwrap().into_values().collect()
}

/// Compares generated files with those of the project, or writes them.
#[track_caller]
fn assert_current(expected: Vec<(PathBuf, String)>) {
    let read = |path: &Path| fs::read_to_string(root().join(path)).unwrap_or_default();
    let stale = expected.into_iter().filter(|(path, text)| read(path) != *text);
    if rewrites() {
        stale.for_each(|(path, text)| fs::write(root().join(path), text).unwrap());
        return;
    }
    let fault = |(path, _): (PathBuf, String)| {
        let path = path.display();
        format!(
            "{path} is out of date: FAULTLINE_BOOK=write cargo test -p faultline-report --test book"
        )
    };
    assert_none(&stale.map(fault).collect::<Vec<_>>());
}

#[test]
fn the_pages_of_modes_say_what_the_modes_say_about_themselves() {
    let read = |path: &Path| fs::read_to_string(root().join(path)).unwrap();
    assert_current(mode_pages::expected(Path::new(BOOK), read));
}

#[test]
fn the_rules_of_the_modes_are_those_that_their_tests_name() {
    let files = walkdir::WalkDir::new(root().join("kernel/src/mode")).sort_by_file_name();
    let code = files.into_iter().map(|entry| entry.unwrap().into_path());
    let code = code.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let code: Vec<String> = code.map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_current(rules::expected(Path::new(BOOK), &code));
}

#[test]
fn the_rules_of_the_corpus_provider_are_those_in_its_documentation() {
    let read = |path: &Path| fs::read_to_string(root().join(path)).unwrap();
    assert_current(corpus_rules::expected(Path::new(BOOK), read));
}

#[test]
fn the_numbers_in_the_rules_are_those_of_the_code() {
    let folders = ["kernel/src", "kernel/words/src"];
    let files =
        folders.map(|folder| walkdir::WalkDir::new(root().join(folder)).sort_by_file_name());
    let paths = files.into_iter().flatten().map(|entry| entry.unwrap().into_path());
    let code = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    assert_current(numbers::expected(Path::new(BOOK), &code.map(read).collect::<Vec<_>>()));
}

#[test]
fn every_level_of_the_benchmark_is_described_once() {
    let guide = root().join("report/book/src/guides/commands.md");
    let guide = fs::read_to_string(guide).expect("the guide is part of the book");
    let table = guide.split("| level |").nth(1).expect("a table starts with the level");
    let first_cells = table.lines().skip(2).map_while(|row| row.strip_prefix("| `"));
    let described: Vec<&str> = first_cells
        .flat_map(|row| row.split(" | ").next().unwrap_or_default().split(", "))
        .map(|name| name.trim_matches('`'))
        .collect();
    let levels: Vec<&str> = Level::ALL.iter().map(|level| level.name).collect();
    assert_eq!(described, levels);
}

#[test]
fn the_schemas_describe_what_is_stored() {
    let expected = schemas::expected(Path::new(BOOK));
    let schemas: Vec<Value> =
        expected.iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    let [snapshot, outcome, event, details @ ..] = &schemas[..] else {
        panic!("three schemas are expected, and those of the details that modes store")
    };
    let (of_turns, of_outcomes): (Vec<&Value>, Vec<&Value>) =
        details.iter().partition(|schema| schema["title"].as_str().unwrap().ends_with("turn."));
    assert_current(expected);

    let built = ["experiments/ai-jobs.toml", "experiments/parable.toml"]
        .map(|manifest| Built::new(root(), manifest));
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let objects = built.iter().flat_map(|built| built.texts("data/store/objects", "json"));
    let (snapshots, outcomes): (Vec<Value>, Vec<Value>) =
        objects.map(|text| parse(&text)).partition(|object| object.get("round").is_some());
    let events: Vec<Value> =
        built.iter().flat_map(|built| built.events.lines()).map(parse).collect();
    assert!(snapshots.len() > outcomes.len() && outcomes.len() > 2 && events.len() > 20);
    let turns = snapshots.iter().flat_map(|snapshot| snapshot["turns"].as_array().unwrap());
    assert_each_is_described(turns.filter_map(|turn| turn.get("detail")), &of_turns);
    assert_each_is_described(outcomes.iter().filter_map(|one| one.get("detail")), &of_outcomes);
    for (schema, values) in [(snapshot, &snapshots), (outcome, &outcomes), (event, &events)] {
        for value in values {
            assert_none(&schemas::faults(schema, schema, value, ""));
        }
    }
}

/// Each detail is as the schema of a mode says, and each schema describes a detail. Two modes may
/// store details of one form.
#[track_caller]
fn assert_each_is_described<'v>(details: impl Iterator<Item = &'v Value>, schemas: &[&Value]) {
    let describes = |schema: &Value, detail| schemas::faults(schema, schema, detail, "").is_empty();
    let mut used = BTreeSet::new();
    for detail in details {
        let by = (0..schemas.len()).filter(|&at| describes(schemas[at], detail));
        let by: Vec<usize> = by.collect();
        assert!(!by.is_empty(), "no schema describes {detail}");
        used.extend(by);
    }
    assert_eq!(used.len(), schemas.len(), "a schema describes no detail of the experiment");
}

#[test]
fn every_link_and_anchor_resolves() {
    let fronts = FRONT_PAGES.iter().map(|path| Page::open(root(), PathBuf::from(path)));
    let mut faults = Vec::new();
    for page in documents().into_iter().chain(book()).chain(fronts) {
        let folder = page.path.parent().unwrap();
        for link in page.links() {
            if let Some(fault) = page::unresolved(root(), folder, &page.text, &link.target) {
                faults.push(format!("{}:{}: {fault}", page.path.display(), link.line));
            } else if page.path.starts_with(BOOK) && page::leaves(folder, &link.target, BOOK) {
                let place = format!("{}:{}", page.path.display(), link.line);
                faults.push(format!("{place}: {} is not in the built book", link.target));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = Page::open(root(), Path::new(BOOK).join("SUMMARY.md"));
    let links: Vec<PathBuf> =
        summary.links().into_iter().map(|link| Path::new(BOOK).join(link.target)).collect();
    let listed: BTreeSet<PathBuf> = links.iter().cloned().collect();
    assert_eq!(listed.len(), links.len(), "a page is listed twice");
    let pages =
        book().into_iter().map(|page| page.path).filter(|path| !path.ends_with("SUMMARY.md"));
    assert_eq!(listed, pages.collect());
}

#[test]
fn rustdoc_compiles_the_rust_examples_of_every_page() {
    let tests = fs::read_to_string(root().join(DOC_TESTS)).unwrap();
    let pages = documents().into_iter().chain(book());
    let with_rust = pages.filter(|page| page.blocks().iter().any(|block| block.language == "rust"));
    let missing =
        with_rust.filter(|page| !tests.contains(&format!("../{}\"", page.path.display())));
    let missing =
        missing.map(|page| format!("{DOC_TESTS} does not include {}", page.path.display()));
    assert_none(&missing.collect::<Vec<_>>());
}

/// The crux that README quotes, a line each: the question, and what follows the colon of each item.
fn quoted(readme: &str) -> Vec<String> {
    let lines = readme.lines().filter_map(|line| line.strip_prefix('>')).map(str::trim);
    let mut items: Vec<String> = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(start), _) => items.push(start.split_once(": ").unwrap().1.to_owned()),
            (None, Some(item)) => *item = format!("{item} {line}"),
            (None, None) => items.push(line.trim_matches('*').to_owned()),
        }
    }
    items
}

#[test]
fn the_crux_in_the_readme_is_on_the_page_of_the_debate() {
    let readme = Page::open(root(), PathBuf::from("README.md"));
    let pages = Built::new(root(), "experiments/ai-jobs.toml").texts("site/debates", "md");
    let items = quoted(&readme.text);
    assert!(items.len() > 4, "{items:?}");
    let missing = items
        .iter()
        .filter(|item| !pages.iter().any(|page| page.contains(item.trim_end_matches('.'))));
    assert_none(&missing.map(|item| format!("no debate says: {item}")).collect::<Vec<_>>());
}

#[test]
fn the_readme_is_short_and_its_picture_is_small() {
    let readme = Page::open(root(), PathBuf::from("README.md"));
    let lines = readme.text.lines().count();
    assert!(lines <= 120, "README.md has {lines} lines, 120 at most");
    let links = readme.links();
    let picture = links.iter().find(|link| link.is_image).expect("README.md shows a page");
    let size = fs::metadata(root().join(&picture.target)).unwrap().len();
    assert!(size <= 200_000, "{} has {size} bytes, 200,000 at most", picture.target);
}
