//! Bipolar frameworks: strengths and revisions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline_argue::Strength;
use faultline_argue::{
    Bipolar, Diagnosis, Effect, Gradual, Influence, Obstacle, Polarity, Reached, Revised, Revision,
    Sampling, Solution, Solver, attribute, equilibrium, revise, strengths,
};
use serde_json::Value;

/// The largest difference of a strength to the reference, which is rounded to twelve decimals.
const TOLERANCE: f64 = 1e-9;

/// The same for frameworks with cycles.
const CYCLIC_TOLERANCE: f64 = 1e-8;

/// The largest difference of a gradient to a forward difference.
const GRADIENT_TOLERANCE: f64 = 1e-5;

/// How much more than the best known revision a revision may cost.
const SLACK: f64 = 1e-6;

#[test]
fn golden_strengths() {
    let tally = check_strengths(&own());
    println!("strengths checked: {tally:?}");
    let all = [("dfquad", 43), ("eb", 49), ("ebt", 43), ("mlp", 42), ("qe", 49), ("sd_dfquad", 43)];
    assert_eq!(
        tally,
        BTreeMap::from(all),
        "an answer was skipped or added: update the expected numbers"
    );
}

#[test]
fn golden_equilibria() {
    let tally = check_equilibria(&own());
    println!("{tally:?}");
    let all = Equilibria { continuous: 310, synchronous: 270, oscillating: 7, several: 15 };
    assert_eq!(tally, all, "an answer was skipped or added: update the expected numbers");
}

#[test]
fn golden_attributions() {
    let tally = check_attributions(&own());
    println!("contributions checked: {tally:?}");
    let all = [("gradient", 444), ("intrinsic", 402), ("removal", 891), ("shapley", 249)];
    assert_eq!(
        tally,
        BTreeMap::from(all),
        "an answer was skipped or added: update the expected numbers"
    );
}

#[test]
fn golden_revisions() {
    for (stem, all) in [("ceqarg", 69), ("ceqarg_cyclic", 27)] {
        let found = check_revisions(&own(), stem);
        println!("{found}");
        assert_eq!(
            found.checked, all,
            "an answer was skipped or added: update the expected numbers"
        );
    }
}

#[test]
fn golden_bipolar_frameworks_of_another_folder() {
    #[expect(clippy::disallowed_methods, reason = "the caller chooses the folder")]
    let Ok(folder) = std::env::var("FAULTLINE_GOLDEN") else {
        println!("FAULTLINE_GOLDEN is not set: only the answers of the repository are checked");
        return;
    };
    let folder = Path::new(&folder).join("qbaf");
    let tally = check_strengths(&folder);
    println!("strengths checked: {tally:?}");
    assert!(tally["dfquad"] > 0, "{} contains no answers", folder.display());
    println!("{:?}", check_equilibria(&folder));
    println!("contributions checked: {:?}", check_attributions(&folder));
    println!("{}", check_revisions(&folder, "ceqarg"));
    println!("{}", check_revisions(&folder, "ceqarg_cyclic"));
}

fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/qbaf")
}

/// The instances of all files in `folder` whose names begin with `stem`; those of cyclic frameworks
/// only if the stem names them.
fn instances(folder: &Path, stem: &str) -> Vec<Value> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files.retain(|file| {
        let name = file.file_stem().expect("a file name").to_string_lossy();
        let kind = name.strip_prefix(stem);
        kind.is_some_and(|kind| stem.ends_with("_cyclic") || !kind.starts_with("_cyclic"))
    });
    let mut instances = Vec::new();
    for file in files {
        let mut content: Value = serde_json::from_str(&super::read(&file)).expect("JSON");
        instances.append(content["instances"].as_array_mut().expect("a list of instances"));
    }
    instances
}

fn framework(instance: &Value) -> Bipolar {
    let weight = |index: usize| instance["weights"].get(index).map_or(1.0, number);
    let edges = instance["edges"].as_array().expect("a list of edges").iter().enumerate();
    let influences = edges.map(|(index, edge)| {
        let (source, target) = (number(&edge[0]) as usize, number(&edge[1]) as usize);
        let influence = match edge[2].as_i64() {
            Some(1) => Influence::support(source, target),
            Some(-1) => Influence::attack(source, target),
            sign => panic!("{sign:?} is not a sign"),
        };
        influence.weighted(unit(weight(index)))
    });
    let scores: Vec<Strength> = numbers(&instance["tau"]).into_iter().map(unit).collect();
    Bipolar::new(&scores, influences).expect("a bipolar framework")
}

fn check_strengths(folder: &Path) -> BTreeMap<&'static str, usize> {
    let mut tally = BTreeMap::new();
    for instance in instances(folder, "strengths") {
        let bipolar = framework(&instance);
        for gradual in Gradual::ALL {
            let Some(expected) = instance["strengths"].get(gradual.name()).filter(|e| !e.is_null())
            else {
                continue;
            };
            let found = strengths(&bipolar, gradual).expect("an acyclic framework");
            for (a, expected) in numbers(expected).into_iter().enumerate() {
                let found = found.strength(a).value();
                let what = format!("{}: {gradual} of {a}: {found}, not {expected}", instance["id"]);
                assert!((found - expected).abs() <= TOLERANCE, "{what}");
            }
            *tally.entry(gradual.name()).or_default() += 1;
        }
    }
    tally
}

/// How many answers for cyclic frameworks were checked.
#[derive(Debug, Default, PartialEq)]
struct Equilibria {
    continuous: usize,
    synchronous: usize,
    /// The synchronous ones that oscillate.
    oscillating: usize,
    /// The continuous ones with several fixed points.
    several: usize,
}

fn check_equilibria(folder: &Path) -> Equilibria {
    let mut tally = Equilibria::default();
    for instance in instances(folder, "strengths_cyclic") {
        let bipolar = framework(&instance);
        for gradual in Gradual::ALL {
            let what = format!("{}: {gradual}", instance["id"]);
            if let Some(expected) = instance["continuous"].get(gradual.name()) {
                let solved = equilibrium(&bipolar, gradual, Solver::continuous());
                let found = solved.strengths().unwrap_or_else(|| panic!("{what} {solved}"));
                for (a, expected) in numbers(expected).into_iter().enumerate() {
                    let found = found.strength(a).value();
                    assert!(
                        (found - expected).abs() <= CYCLIC_TOLERANCE,
                        "{what} of {a}: {found}, not {expected}: {solved}"
                    );
                }
                tally.continuous += 1;
                tally.several += usize::from(solved.to_string().contains("other fixed points"));
            }
            if let Some(expected) = instance["synchronous"].get(gradual.name()) {
                let solved = equilibrium(&bipolar, gradual, Solver::synchronous());
                assert_eq!(
                    solved.strengths().is_some(),
                    expected == "converged",
                    "{what} {solved}"
                );
                tally.synchronous += 1;
                if let Solution::NotConverged(open) = solved {
                    let oscillates = matches!(open.diagnosis, Diagnosis::Oscillates { .. });
                    tally.oscillating += usize::from(oscillates);
                }
            }
        }
    }
    tally
}

fn check_attributions(folder: &Path) -> BTreeMap<&'static str, usize> {
    let mut tally = BTreeMap::new();
    for instance in instances(folder, "attribution") {
        let bipolar = framework(&instance);
        let root = number(&instance["root"]) as usize;
        let listed: Vec<Influence> = bipolar.influences().collect();
        let edges = instance["edges"].as_array().expect("a list of edges");
        let ends = |edge: &Value| (number(&edge[0]) as usize, number(&edge[1]) as usize);
        let place = |edge: &Value| listed.iter().position(|i| (i.source, i.target) == ends(edge));
        let order: Vec<usize> = edges.iter().map(|e| place(e).expect("a listed edge")).collect();
        for (semantics, by_argument) in instance["argument"].as_object().expect("semantics") {
            let gradual = Gradual::from_name(semantics).expect("a semantics");
            let sampling = Sampling { permutations: 2, seed: 1 };
            let message = attribute(&bipolar, gradual, root, sampling, Solver::continuous());
            let message = message.expect("an acyclic framework");
            let by_edge = &instance["edge"][semantics];
            let in_order = |effects: &[Effect]| order.iter().map(|&e| effects[e].clone()).collect();
            let (arguments, edges) = (&message.arguments, &message.edges);
            let parts: [(_, _, Vec<Effect>, _); 6] = [
                ("removal", &by_argument["removal"], arguments.removal.clone(), TOLERANCE),
                (
                    "intrinsic",
                    &by_argument["intrinsic_removal"],
                    arguments.intrinsic_removal.clone(),
                    TOLERANCE,
                ),
                ("shapley", &by_argument["shapley"], arguments.shapley.clone(), TOLERANCE),
                (
                    "gradient",
                    &by_argument["gradient_fd"],
                    arguments.gradient.clone(),
                    GRADIENT_TOLERANCE,
                ),
                ("removal", &by_edge["removal"], in_order(&edges.removal), TOLERANCE),
                ("shapley", &by_edge["shapley"], in_order(&edges.shapley), TOLERANCE),
            ];
            for (part, expected, found, tolerance) in parts {
                let Some(expected) = expected.as_array() else { continue };
                for (index, (expected, found)) in expected.iter().zip(&found).enumerate() {
                    let what = format!("{}: {gradual} {part} {index}", instance["id"]);
                    let Some(expected) = expected.as_f64() else {
                        assert_eq!(*found, Effect::Topic, "{what}");
                        continue;
                    };
                    let Effect::Exact(found) = *found else { panic!("{what}: {found:?}") };
                    assert!(
                        (found - expected).abs() <= tolerance,
                        "{what}: {found}, not {expected}"
                    );
                    *tally.entry(part).or_default() += 1;
                }
            }
        }
    }
    tally
}

/// The result of comparing revisions.
#[derive(Default)]
struct Comparison {
    checked: usize,
    /// Our cost divided by that of the reference, where the reference reached its target.
    by_reference: Vec<f64>,
    /// Our cost less the best known cost.
    over_best: Vec<(f64, String)>,
    unreached: usize,
}

impl std::fmt::Display for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let worst = self.by_reference.iter().fold(0.0, |worst: f64, &ratio| worst.max(ratio));
        let sum: f64 = self.by_reference.iter().sum();
        let within = self.over_best.iter().filter(|(over, _)| *over <= SLACK).count();
        let cheaper = self.over_best.iter().filter(|(over, _)| *over < -SLACK).count();
        writeln!(
            f,
            "{} revisions checked, {} targets out of reach; cost by the reference's in {}: {:.3} on average, {worst:.3} at worst; \
             of {} with a best cost known {within} cost no more, {cheaper} of them less",
            self.checked,
            self.unreached,
            self.by_reference.len(),
            sum / self.by_reference.len() as f64,
            self.over_best.len(),
        )?;
        for (over, id) in self.over_best.iter().filter(|(over, _)| *over > SLACK) {
            writeln!(f, "{id} costs {over:.6} more than the best known")?;
        }
        Ok(())
    }
}

fn check_revisions(folder: &Path, stem: &str) -> Comparison {
    let mut comparison = Comparison::default();
    for instance in instances(folder, stem) {
        let semantics = instance["semantics"].as_str().expect("a name");
        let Some(gradual) = Gradual::from_name(semantics) else { continue };
        let topic = number(&instance["topic"]) as usize;
        let bipolar = framework(&instance);
        let wanted = Revision::new(topic, unit(number(&instance["target"])));
        let revised = revise(&bipolar, gradual, &wanted).expect("a revision");
        let id = instance["id"].as_str().expect("a name");
        check_revision(id, &instance, &bipolar, gradual, &wanted, &revised);
        comparison.checked += 1;
        if revised.reached != Reached::Exact {
            comparison.unreached += 1;
        }
        if instance["ref"]["valid"] == true {
            let reference = number(&instance["ref"]["l1"]);
            assert!(revised.l1 <= reference + TOLERANCE, "{id}: {} > {reference}", revised.l1);
            if reference > 0.0 {
                comparison.by_reference.push(revised.l1 / reference);
            }
        }
        if let Some(best) = instance["best_known"].get("l1").map(number) {
            comparison.over_best.push((revised.l1 - best, id.to_owned()));
        }
    }
    let within = comparison.over_best.iter().filter(|(over, _)| *over <= SLACK).count();
    assert!(within * 100 >= comparison.over_best.len() * 95, "{comparison}");
    comparison
}

fn check_revision(
    id: &str,
    instance: &Value,
    bipolar: &Bipolar,
    gradual: Gradual,
    wanted: &Revision,
    revised: &Revised,
) {
    let before = number(&instance["initial_strength"]);
    assert!((revised.before.value() - before).abs() <= TOLERANCE, "{id}: strength before");
    let polarity = |p: &Polarity| match p {
        Polarity::Positive => 1.0,
        Polarity::Negative => -1.0,
        Polarity::Unknown => 0.0,
        Polarity::Neutral => -2.0,
    };
    let polarities: Vec<f64> = revised.polarity.iter().map(polarity).collect();
    assert_eq!(polarities, numbers(&instance["polarity"]), "{id}: polarity");
    let priorities = revised.priority.iter().zip(numbers(&instance["priority"]));
    for (a, (priority, expected)) in priorities.enumerate() {
        // For frameworks that the reference treats as cyclic, it gives the topic 3, even if there
        // is no cycle.
        let expected = if a == wanted.topic && bipolar.acyclic().is_ok() { 2.0 } else { expected };
        assert!((priority - expected).abs() <= TOLERANCE, "{id}: priority");
    }
    let again = Bipolar::new(&revised.base_scores, bipolar.influences()).expect("a framework");
    let after = equilibrium(&again, gradual, Solver::continuous());
    let after = after.strengths().expect("a strength after").strength(wanted.topic);
    assert!((after.value() - revised.after.value()).abs() <= TOLERANCE, "{id}: strength after");
    let miss = (after.value() - wanted.target.value()).abs();
    match revised.reached {
        Reached::Exact => assert!(miss <= TOLERANCE, "{id}: misses by {miss}"),
        Reached::Nearest { why } => {
            assert!(miss > TOLERANCE, "{id}: is not missed at all");
            assert!(instance["best_known"].is_null() && instance["ref"]["valid"] == false, "{id}");
            assert_eq!(why.is_proven(), why != Obstacle::Search);
        }
    }
    for (a, (now, polarity)) in revised.base_scores.iter().zip(&revised.polarity).enumerate() {
        let moved = *now != bipolar.base_score(a);
        assert!(!moved || *polarity != Polarity::Neutral, "{id}: the neutral {a} moved");
    }
}

fn unit(value: f64) -> Strength {
    Strength::new(value).expect("a number within the unit interval")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(number).collect()
}
