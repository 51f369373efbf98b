//! Compares the crate with reference answers computed by other solvers.
//!
//! The answers are in `tests/golden/af/` and `tests/golden/qbaf/`, each with a README. If the
//! environment variable `FAULTLINE_GOLDEN` names a folder with the same layout, its instances are
//! checked as well: larger collections and third-party benchmarks are not part of the repository.

#[path = "conformance/bipolar.rs"]
mod bipolar;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use faultline_argue::format::{Format, read_dung};
use faultline_argue::{
    Count, Extension, Framework, Label, Preferred, Semantics, Skeptical, accepted, count,
    credulous, extension, extensions, grounded, is_extension, skeptical,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// How many answers of each kind a folder contains.
type Tally = BTreeMap<&'static str, usize>;

/// Longer listings are counted but not listed.
const LONGEST_LISTING: u64 = 100_000;

#[test]
fn golden_frameworks() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/af");
    let tally = check_folder(&own);
    println!("{} answers checked: {tally:?}", tally.values().sum::<usize>());
    let all = [
        ("grounded", 36),
        ("count", 151),
        ("credulous", 151),
        ("skeptical", 151),
        ("listing", 148),
        ("preferred cruxes", 33),
        ("accepted", 151),
        ("extension", 151),
        ("decision", 3356),
        ("ideal", 33),
    ];
    assert_eq!(
        tally,
        Tally::from(all),
        "an answer was skipped or added: update the expected numbers"
    );
}

#[test]
fn golden_frameworks_of_another_folder() {
    #[expect(clippy::disallowed_methods, reason = "the caller chooses the folder")]
    let Ok(folder) = std::env::var("FAULTLINE_GOLDEN") else {
        println!("FAULTLINE_GOLDEN is not set: only the answers of the repository are checked");
        return;
    };
    let tally = check_folder(&Path::new(&folder).join("af"));
    println!("{} answers checked: {tally:?}", tally.values().sum::<usize>());
    assert!(tally["grounded"] > 0, "{folder} contains no answers");
}

fn check_folder(folder: &Path) -> Tally {
    let expected = folder.join("expected");
    let entries = fs::read_dir(&expected).unwrap_or_else(|e| panic!("{}: {e}", expected.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    let mut tally = Tally::new();
    for file in files {
        let name = file.file_stem().expect("a file name").to_string_lossy().into_owned();
        let expected: Value = serde_json::from_str(&read(&file)).expect("answers are JSON");
        let instance = read(&folder.join(format!("instances/{name}.af")));
        let file =
            read_dung(instance.as_bytes(), Format::Af).unwrap_or_else(|e| panic!("{name}.af: {e}"));
        check(&name, &file.framework, &expected, &mut tally);
    }
    tally
}

fn check(name: &str, framework: &Framework, expected: &Value, tally: &mut Tally) {
    let labelling = grounded(framework);
    for (key, label) in [("in", Label::In), ("out", Label::Out)] {
        assert_eq!(
            one_based(&labelling.labelled(label)),
            numbers(&expected["grounded"][key]),
            "{name}: grounded {key}"
        );
    }
    let undecided = labelling.labelled(Label::Undec).len() as u64;
    assert_eq!(Some(undecided), expected["grounded"]["undec"].as_u64(), "{name}: grounded undec");
    *tally.entry("grounded").or_default() += 1;

    if expected["semantics"]["PR"]["count"].is_u64() {
        let preferred = Preferred::of(framework);
        let cruxes = numbers(&expected["preferred_cruxes"]);
        assert_eq!(one_based(&preferred.accepted().disputed()), cruxes, "{name}: cruxes");
        let largest = preferred.best(|_| 1);
        assert!(is_extension(framework, Semantics::Preferred, &largest), "{name}: {largest:?}");
        *tally.entry("preferred cruxes").or_default() += 1;
    }
    for semantics in DECIDED {
        let answer = &expected["semantics"][semantics.abbreviation()];
        if answer["count"].is_u64() {
            let accepted = accepted(framework, semantics);
            let found = Found {
                count: count(framework, semantics),
                credulous: accepted.credulous,
                skeptical: accepted.skeptical,
                extensions: extensions(framework, semantics),
            };
            found.check(&format!("{name}: {semantics}"), answer, tally);
        }
    }
    for semantics in DECIDED {
        let answer = &expected["semantics"][semantics.abbreviation()];
        if answer["count"].is_u64() {
            check_decisions(name, framework, semantics, answer, tally);
        }
    }
    if expected["ideal"].is_array() {
        let ideal = extension(framework, Semantics::Ideal).expect("there is always one");
        assert_eq!(one_based(&ideal), numbers(&expected["ideal"]), "{name}: ideal");
        *tally.entry("ideal").or_default() += 1;
    }
}

/// The semantics with reference answers.
const DECIDED: [Semantics; 5] = [
    Semantics::Complete,
    Semantics::Preferred,
    Semantics::Stable,
    Semantics::SemiStable,
    Semantics::Stage,
];

/// How many arguments of a framework are queried one by one, at most.
const ASKED: usize = 16;

/// Compares the queries that do not list extensions with an answer, for all arguments together and
/// for some one by one.
fn check_decisions(
    name: &str,
    framework: &Framework,
    semantics: Semantics,
    expected: &Value,
    tally: &mut Tally,
) {
    let what = format!("{name}: {semantics}");
    let holds = |list: &Value, a: usize| {
        list == "all (no extension)" || numbers(list).contains(&(a as u64 + 1))
    };
    let found = accepted(framework, semantics);
    let all: Vec<usize> = (0..framework.len()).collect();
    let those =
        |list: &Value| -> Vec<usize> { all.iter().copied().filter(|&a| holds(list, a)).collect() };
    assert_eq!(found.credulous, those(&expected["cred"]), "{what} credulous");
    assert_eq!(found.skeptical, those(&expected["skept"]), "{what} skeptical");
    *tally.entry("accepted").or_default() += 1;
    let some = extension(framework, semantics);
    assert_eq!(some.is_some(), expected["count"] != 0, "{what} extension");
    assert!(some.is_none_or(|set| is_extension(framework, semantics, &set)), "{what} extension");
    *tally.entry("extension").or_default() += 1;
    for a in all.into_iter().step_by(framework.len().div_ceil(ASKED)) {
        let witness = credulous(framework, semantics, a);
        assert_eq!(witness.is_some(), holds(&expected["cred"], a), "{what} credulous {a}");
        let is_witness =
            |set: Extension| set.contains(&a) && is_extension(framework, semantics, &set);
        assert!(witness.is_none_or(is_witness), "{what} witness for {a}");
        match skeptical(framework, semantics, a) {
            Skeptical::Holds => assert!(holds(&expected["skept"], a), "{what} skeptical {a}"),
            Skeptical::Fails { counterexample: set } => {
                assert!(!holds(&expected["skept"], a), "{what} skeptical {a}");
                assert!(
                    !set.contains(&a) && is_extension(framework, semantics, &set),
                    "{what} {a}"
                );
            }
        }
        *tally.entry("decision").or_default() += 2;
    }
}

/// The results for one semantics.
struct Found<I> {
    count: Count,
    credulous: Extension,
    skeptical: Extension,
    extensions: I,
}

impl<I: Iterator<Item = Extension>> Found<I> {
    fn check(self, what: &str, expected: &Value, tally: &mut Tally) {
        let count = expected["count"].as_u64().expect("a settled count");
        assert_eq!(self.count, count, "{what} count");
        *tally.entry("count").or_default() += 1;
        assert_eq!(one_based(&self.credulous), numbers(&expected["cred"]), "{what} credulous");
        *tally.entry("credulous").or_default() += 1;
        if expected["skept"] == "all (no extension)" {
            assert_eq!(count, 0, "{what} skeptical");
        } else {
            assert_eq!(one_based(&self.skeptical), numbers(&expected["skept"]), "{what} skeptical");
        }
        *tally.entry("skeptical").or_default() += 1;
        if let (Some(hash), true) = (expected["sha256"].as_str(), count <= LONGEST_LISTING) {
            assert_eq!(hash_of_listing(self.extensions), hash, "{what} listing");
            *tally.entry("listing").or_default() += 1;
        }
    }
}

/// Hashes the canonical listing: extensions sorted as lists of numbers, one a line, numbers
/// separated by a space.
fn hash_of_listing(extensions: impl Iterator<Item = Extension>) -> String {
    let mut extensions: Vec<Vec<u64>> = extensions.map(|extension| one_based(&extension)).collect();
    extensions.sort_unstable();
    let mut hasher = Sha256::new();
    for extension in extensions {
        let names: Vec<String> = extension.iter().map(u64::to_string).collect();
        hasher.update(names.join(" ") + "\n");
    }
    hasher.finalize().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn one_based(arguments: &[usize]) -> Vec<u64> {
    arguments.iter().map(|&a| a as u64 + 1).collect()
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect()
}
