//! How well reasons are linked to the axes that they mean in other words.
//!
//! The texts are the six sentence banks of `data/planted` that were written by authors who had not
//! seen the program: six topics, each with ten questions whose answers are said in four ways, ever
//! farther from the sentence of the topic. The last shares at most one content word with the
//! others.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use faultline::corpus::Corpora;
use faultline::format::Library;
use faultline::vocabulary::{Persona, Probability, Seed, Statement};
use serde_json::{Value, json};

const BANKS: [&str; 6] = ["office", "pesticides", "phones", "rent", "service", "triage"];
/// The wordings of an answer.
const WORDINGS: usize = 4;
/// The questions that one case rests on.
const CASES: [std::ops::Range<usize>; 3] = [0..4, 3..7, 6..10];
const PERSONAS: [(&str, &str); 2] = [("ada", "yes"), ("ben", "no")];

/// What became of the reasons of cases.
#[derive(Debug, Default)]
struct Counts {
    reasons: usize,
    right: usize,
    wrong: usize,
    /// Reasons that mean no question of the topic.
    free: usize,
    free_linked: usize,
}

impl Counts {
    fn shares(&self) -> [f64; 3] {
        let share = |count: usize, all: usize| count as f64 / all as f64;
        [
            share(self.right, self.reasons),
            share(self.wrong, self.reasons),
            share(self.free_linked, self.free),
        ]
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// The answer that supports this answer to the topic's question.
fn answer(issue: &Value, side: &str) -> &'static str {
    if text(&issue["favours"]) == side { "yes" } else { "no" }
}

fn topic(bank: &Value) -> String {
    let axis = |issue: &Value| {
        let own = |key: &str| issue[key].clone();
        json!({
            "id": own("id"), "title": own("title"), "question": own("question"), "kind": own("kind"),
            "yes": issue["yes"][0], "no": issue["no"][0], "favours": own("favours"),
            "keywords": own("keywords"), "settles": own("settles"),
        })
    };
    let axes: Vec<Value> = bank["issues"].as_array().unwrap().iter().map(axis).collect();
    let own = |key: &str| bank[key].clone();
    let file = json!({
        "title": own("title"), "question": own("question"), "yes": own("yes"), "no": own("no"),
        "background": own("background"), "axes": axes,
    });
    toml::to_string(&file).unwrap()
}

/// Statements with tags in the words of the topic, and a case in short whose reasons have none.
fn corpus(bank: &Value, side: &str, case: std::ops::Range<usize>, wording: usize) -> String {
    let issues = bank["issues"].as_array().unwrap();
    let mut file =
        format!("---\ntopic: debate\nstance: {side}\n---\n\n## In short {{side={side}}}\n\n");
    let _ = writeln!(file, "- {} {{#case}}", text(&bank[format!("case_{side}")][0]));
    for issue in &issues[case] {
        let _ = writeln!(file, "  - because: {}", text(&issue[answer(issue, side)][wording]));
    }
    for free in bank[format!("because_{side}")].as_array().unwrap() {
        let _ = writeln!(file, "  - because: {}", text(free));
    }
    file.push_str("\n## Notes\n");
    for issue in issues {
        let (id, answer) = (text(&issue["id"]), answer(issue, side));
        let _ = writeln!(file, "\n- {} {{#{id} axis={id} side={answer}}}", text(&issue[answer][0]));
        let _ = writeln!(file, "  - because: {}", text(&issue[format!("because_{answer}")][0]));
    }
    file
}

const PERSONA: &str = "summary = \"Takes part.\"\nidentity = \"A citizen.\"\nthinking = \"Slowly.\"\n\
    epistemology = \"By reasons.\"\nhorizon = \"Ten years.\"\nevidence_policy = \"Named reasons.\"\nvoice = \"Short.\"\n\
    [stakes]\ntext = \"A word.\"\nlevel = 0.5\n[openness]\ntext = \"A new reason.\"\nlevel = 0.5\n";

/// Counts what becomes of the reasons of one debate.
fn count(bank: &Value, case: &std::ops::Range<usize>, wording: usize, counts: &mut Counts) {
    let root = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("data/topics/debate.toml", &topic(bank));
    for (name, side) in PERSONAS {
        write(&format!("personas/{name}/persona.toml"), &format!("name = \"{name}\"\n{PERSONA}"));
        write(
            &format!("personas/{name}/corpus/debate.md"),
            &corpus(bank, side, case.clone(), wording),
        );
    }
    let (library, faults) = Library::open(root.path());
    assert!(faults.is_empty(), "{faults}");
    let topic = library.topics.values().next().unwrap();
    let personas: Vec<Persona> = library.personas.into_values().collect();
    let corpora = Corpora::new(topic, &personas, Probability::ONE).unwrap();
    let voices = corpora.voices(Seed(1));
    let mut meant = BTreeMap::new();
    for issue in bank["issues"].as_array().unwrap() {
        for answer in ["yes", "no"] {
            meant.insert(text(&issue[answer][wording]), text(&issue["id"]));
        }
    }
    for persona in &personas {
        let voice = voices.voice(&persona.id).unwrap();
        let case = persona.corpora[&topic.id].statements().find(|own| own.is_case()).unwrap();
        for (reason, link) in Statement::all_reasons(case).iter().zip(&voice.links(case).reasons) {
            let found = link.as_ref().map(|link| link.asserts.axis.as_str());
            if let Some(axis) = meant.get(reason.text.as_str()) {
                counts.reasons += 1;
                counts.right += usize::from(found == Some(*axis));
                counts.wrong += usize::from(found.is_some_and(|found| found != *axis));
            } else {
                counts.free += 1;
                counts.free_linked += usize::from(found.is_some());
            }
        }
    }
}

#[test]
fn reasons_are_linked_to_the_questions_that_they_mean_in_other_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/planted");
    let read = |name| {
        let text = fs::read_to_string(folder.join(name).with_extension("toml")).unwrap();
        toml::from_str(&text).unwrap()
    };
    let banks: [Value; 6] = BANKS.map(read);
    let mut found = Vec::new();
    for wording in 0..WORDINGS {
        let mut counts = Counts::default();
        for bank in &banks {
            for case in &CASES {
                count(bank, case, wording, &mut counts);
            }
        }
        let [right, wrong, free] = counts.shares();
        println!(
            "wording {wording}: right {right:.2}, wrong {wrong:.2}, linked without a question {free:.2}"
        );
        found.push([right, wrong, free]);
    }
    // Without vectors of words 0.89 were right and 0.03 wrong in the third wording, and 0.35 and
    // 0.27 in the fourth.
    let least = [1.0, 1.0, 0.93, 0.55];
    for (wording, ([right, wrong, free], least)) in found.into_iter().zip(least).enumerate() {
        assert!(right >= least, "wording {wording}: only {right:.2} are right");
        assert!(
            wrong <= 0.15 && free <= 0.22,
            "wording {wording}: wrong {wrong:.2}, free {free:.2}"
        );
    }
}
