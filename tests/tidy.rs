//! Holds the project to its own rules: which module may use which, how long a file may be, what a mode has to bring.
//!
//! Each rule is a checker that takes what it looks at and returns faults; its own tests show it something bad. The tests
//! here show it the project.

#[path = "tidy/companions.rs"]
mod companions;
#[path = "tidy/layers.rs"]
mod layers;
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

use rust::Source;

/// The most crates in the tree of a kernel that only reads, itself included.
const MOST_CRATES: usize = 18;

#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn sources() -> Vec<Source> {
    let paths = tree::files(tree::root()).into_iter();
    let rust = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let sources: Vec<Source> =
        rust.map(|path| Source::new(&path, &tree::read(&path).expect("code is text"))).collect();
    assert!(sources.len() > 50, "only {} files of code were found", sources.len());
    sources
}

#[test]
fn modules_use_only_what_the_layer_table_grants() {
    assert_none(&layers::faults(&layers::TABLE, &sources()));
}

#[test]
fn files_are_short_and_named_after_what_they_hold() {
    let sources = sources();
    assert_none(&sources.iter().flat_map(shape::faults).collect::<Vec<_>>());
}

#[test]
fn every_mode_has_its_prompts_transcript_and_page() {
    let names = ModeName::ALL.map(ModeName::name);
    assert_none(&companions::faults(&names, &tree::files(tree::root())));
}

fn manifests() -> impl Iterator<Item = PathBuf> {
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let paths = tree::files(tree::root()).into_iter();
    paths.filter(move |path| path.starts_with("experiments") && is_toml(path))
}

#[test]
fn every_manifest_can_be_run() {
    let faults = |path: PathBuf| match Manifest::open(tree::root(), &path) {
        Ok(manifest) => Library::for_manifest(tree::root(), &manifest).1,
        Err(faults) => faults,
    };
    let broken = manifests().map(faults).filter(Faults::has_errors);
    assert_none(&broken.map(|faults| faults.to_string()).collect::<Vec<_>>());
}

#[test]
fn every_mode_is_part_of_an_experiment() {
    let opened = manifests().filter_map(|path| Manifest::open(tree::root(), &path).ok());
    let run: BTreeSet<ModeName> =
        opened.flat_map(|m| m.modes.values().map(Mode::name).collect::<Vec<_>>()).collect();
    assert_eq!(run, BTreeSet::from(ModeName::ALL), "a mode that no experiment runs is on no page");
}

#[test]
fn nothing_tells_of_the_machine_it_was_written_on() {
    let paths = tree::files(tree::root());
    let texts = paths.iter().filter_map(|path| Some((path, tree::read(path)?)));
    assert_none(&texts.flat_map(|(path, text)| traces::faults(path, &text)).collect::<Vec<_>>());
}

#[test]
fn a_kernel_that_only_reads_stays_small() {
    let output = Command::new(env!("CARGO"))
        .current_dir(tree::root())
        .args(["tree", "--locked", "--package", "faultline", "--no-default-features"])
        .args(["--edges", "normal", "--prefix", "none"])
        .output()
        .expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listing = String::from_utf8_lossy(&output.stdout);
    let crates = crates(&listing);
    assert!(crates.len() <= MOST_CRATES, "{} crates: {crates:?}", crates.len());
    assert!(crates.contains("serde_json"), "this is not the kernel's tree: {crates:?}");
}

/// The names in a listing of cargo's, each once.
fn crates(listing: &str) -> BTreeSet<&str> {
    listing.lines().filter_map(|line| line.split(' ').next()).filter(|n| !n.is_empty()).collect()
}

#[test]
fn a_crate_is_counted_once() {
    let listing = "faultline v0.1.0 (here)\nserde v1.0.0\nsyn v3.0.9\nserde v1.0.0 (*)\n\n";
    assert_eq!(crates(listing), BTreeSet::from(["faultline", "serde", "syn"]));
}

#[test]
fn a_broken_manifest_is_told() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("broken.toml");
    std::fs::write(&path, "title = \"No topics\"\n").expect("a scratch file");
    let faults = Manifest::open(tree::root(), &path).expect_err("topics are missing");
    assert!(faults.to_string().contains("topics"), "{faults}");
}
