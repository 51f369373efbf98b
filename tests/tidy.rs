//! The rules of the project: which module may use which, which modules have no import cycles, how
//! long a file may be, which files a mode needs, where the name of a mode may occur.
//!
//! Each rule is a checker, a function that returns faults. The unit tests of a checker apply it to
//! bad examples; the tests in this file apply it to the project.

#[path = "tidy/companions.rs"]
mod companions;
#[path = "tidy/cycles.rs"]
mod cycles;
#[path = "tidy/layers.rs"]
mod layers;
#[path = "tidy/mode_names.rs"]
mod mode_names;
#[path = "tidy/rule_tests.rs"]
mod rule_tests;
#[path = "tidy/rust.rs"]
mod rust;
#[path = "tidy/shape.rs"]
mod shape;
#[path = "tidy/traces.rs"]
mod traces;
#[path = "tidy/tree.rs"]
mod tree;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use faultline::format::{Faults, Library, Manifest};
use faultline::mode::{Mode, ModeName};

use cycles::ReExport;
use rust::Source;

/// The most crates from outside this project that the kernel with default features may need.
const MOST_CRATES: usize = 18;

/// The mode that exists in unit tests only.
const TEST_MODE: &str = "echo";

#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn sources() -> Vec<Source> {
    let paths = tree::files(tree::root()).into_iter();
    let rust = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let sources: Vec<Source> =
        rust.map(|path| Source::new(&path, &tree::read(&path).expect("code is text"))).collect();
    assert!(sources.len() > 50, "only {} source files were found", sources.len());
    sources
}

#[test]
fn modules_use_only_modules_that_the_layer_table_allows() {
    assert_none(&layers::faults(&layers::TABLE, &sources()));
}

#[test]
fn modules_are_listed_everywhere_in_the_order_of_the_layer_table() {
    let read = |file: &str| tree::read(&PathBuf::from(file)).expect("it is text");
    let (root, guide) = (read("kernel/src/lib.rs"), read("ARCHITECTURE.md"));
    let declared = layers::declared(&root);
    let tabled = layers::tabled(&guide, "## Layers of the kernel");
    assert!(declared.len() > 15, "{declared:?}");
    assert_eq!(tabled.len(), layers::TABLE.len(), "{tabled:?}");
    assert_none(&layers::faults_in_order(&layers::TABLE, &declared, "kernel/src/lib.rs"));
    assert_none(&layers::faults_in_order(&layers::TABLE, &tabled, "ARCHITECTURE.md"));
}

/// Modules whose files do not import each other in cycles, even if a re-export counts as an
/// import. Modules may only be added to this list.
const WITHOUT_CYCLES: &[&str] = &["format", "prompt", "reply", "text", "vocabulary"];

#[test]
fn files_do_not_import_each_other_in_cycles() {
    let sources = sources();
    let strict = |module: &[String]| {
        module.first().is_some_and(|first| WITHOUT_CYCLES.contains(&first.as_str()))
    };
    let mut faults = cycles::faults("kernel/src", strict, ReExport::Import, &sources);
    for folder in [
        "kernel/src", "kernel/argue/src", "kernel/draw/src", "kernel/characters/src",
        "kernel/words/src", "report/src",
    ] {
        assert!(sources.iter().any(|source| source.path.starts_with(folder)), "{folder} is empty");
        faults.extend(cycles::faults(folder, |_| true, ReExport::Link, &sources));
    }
    assert_none(&faults);
}

#[test]
fn files_are_short_finished_and_named_after_their_content() {
    let sources = sources();
    assert_none(&sources.iter().flat_map(shape::faults).collect::<Vec<_>>());
}

#[test]
fn only_the_folder_of_a_mode_and_the_list_of_modes_name_it() {
    let modes = [&ModeName::ALL.map(ModeName::name)[..], &[TEST_MODE]].concat();
    let mut faults: Vec<String> =
        sources().iter().flat_map(|source| mode_names::faults_in_rust(&modes, source)).collect();
    let paths = tree::files(tree::root());
    for path in paths.iter().filter(|path| path.starts_with("templates")) {
        let text = tree::read(path).expect("templates are text");
        faults.extend(mode_names::faults_in_template(&modes, path, &text));
    }
    assert_none(&faults);
}

#[test]
fn every_mode_has_a_description_prompts_and_transcripts() {
    let names = ModeName::ALL.map(ModeName::name);
    assert_none(&companions::faults(&names, &tree::files(tree::root())));
}

#[test]
fn every_numbered_rule_of_a_mode_has_a_test() {
    let paths = tree::files(tree::root());
    let code = paths.iter().filter(|path| path.starts_with("kernel/src/mode"));
    let code = code.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let texts: Vec<String> = code.filter_map(|path| tree::read(path)).collect();
    let of_mode =
        |mode: ModeName| rule_tests::faults(mode.name(), texts.iter().map(String::as_str));
    assert_none(&ModeName::ALL.into_iter().flat_map(of_mode).collect::<Vec<_>>());
}

fn manifests() -> impl Iterator<Item = PathBuf> {
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let paths = tree::files(tree::root()).into_iter();
    paths.filter(move |path| path.starts_with("experiments") && is_toml(path))
}

#[test]
fn every_manifest_in_experiments_is_valid() {
    let faults = |path: PathBuf| match Manifest::open(tree::root(), &path) {
        Ok(manifest) => Library::for_manifest(tree::root(), &manifest).1,
        Err(faults) => faults,
    };
    let invalid = manifests().map(faults).filter(Faults::has_errors);
    assert_none(&invalid.map(|faults| faults.to_string()).collect::<Vec<_>>());
}

#[test]
fn every_mode_is_used_by_an_experiment() {
    let opened = manifests().filter_map(|path| Manifest::open(tree::root(), &path).ok());
    let run: BTreeSet<ModeName> =
        opened.flat_map(|m| m.modes.values().map(Mode::name).collect::<Vec<_>>()).collect();
    assert_eq!(run, BTreeSet::from(ModeName::ALL), "a mode that no experiment uses is on no page");
}

#[test]
fn no_file_contains_traces_of_the_machine_on_which_it_was_written() {
    let paths = tree::files(tree::root());
    let texts = paths.iter().filter_map(|path| Some((path, tree::read(path)?)));
    assert_none(&texts.flat_map(|(path, text)| traces::faults(path, &text)).collect::<Vec<_>>());
}

#[test]
fn the_kernel_with_default_features_needs_few_crates() {
    let output = Command::new(env!("CARGO"))
        .current_dir(tree::root())
        .args(["tree", "--locked", "--package", "faultline", "--no-default-features"])
        .args(["--edges", "normal", "--prefix", "none"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listing = String::from_utf8_lossy(&output.stdout);
    let crates = crates(&listing);
    assert!(crates.len() <= MOST_CRATES, "{} crates: {crates:?}", crates.len());
    assert!(crates.contains("serde_json"), "this is not the tree of the kernel: {crates:?}");
}

/// Returns the names of the crates from outside this project in the output of `cargo tree`, each
/// once.
fn crates(listing: &str) -> BTreeSet<&str> {
    let names = listing.lines().filter_map(|line| line.split(' ').next());
    names.filter(|name| !name.is_empty() && !name.starts_with("faultline")).collect()
}

#[test]
fn a_crate_that_is_listed_twice_is_counted_once() {
    let listing = "faultline v0.1.0 (here)\nserde v1.0.0\nsyn v3.0.9\nserde v1.0.0 (*)\n\n";
    assert_eq!(crates(listing), BTreeSet::from(["serde", "syn"]));
}

#[test]
fn an_invalid_manifest_has_faults() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("invalid.toml");
    std::fs::write(&path, "title = \"No topics\"\n").expect("a temporary file can be written");
    let faults = Manifest::open(tree::root(), &path).expect_err("the manifest has no topics");
    assert!(faults.to_string().contains("topics"), "{faults}");
}
