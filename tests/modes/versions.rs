//! Holds versions to what they stand for: stores tell results apart by them, so an outcome may not change under one.

use std::path::PathBuf;

use faultline::mode::{ModeName, Setting};
use faultline::provider::{Corpus, corpus};
use faultline::store::Hash;
use faultline::task::Models;
use faultline::vocabulary::{
    AxisId, Component, Objection, Persona, PointId, Probability, Reason, Seed, Side, Statement,
};

use crate::show;
use crate::stage::{ADA, BEN, Debate, persona, statement, topic};

/// Names versions and what they come to together; `tests/golden/versions.txt` has one such line for each mode and one for
/// the provider `corpus` in all modes.
fn line(versions: &str, what: &str) -> String {
    let hash = Hash::of(what.as_bytes()).to_string();
    format!("{versions} {}", &hash[..16])
}

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")
}

/// All golden transcripts of a mode.
fn transcripts(mode: ModeName) -> String {
    let files = std::fs::read_dir(golden().join("mode")).expect("the folder is there");
    let paths = files.map(|file| file.expect("it can be read").path());
    let of_mode = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".snap") && name.split('.').next() == Some(mode.name())
    };
    let mut paths: Vec<PathBuf> = paths.filter(of_mode).collect();
    assert!(!paths.is_empty(), "{mode} has no transcripts");
    paths.sort();
    let read = |path| std::fs::read_to_string(path).expect("a transcript is text");
    paths.into_iter().map(read).collect()
}

/// Two with a small corpus that uses everything the provider's rules look at.
fn pair() -> [Persona; 2] {
    [(ADA, Side::No, Side::Yes), (BEN, Side::Yes, Side::No)].map(|(id, trade, air)| {
        let mut persona = persona(id);
        let corpus = persona.corpora.get_mut(&topic().id).expect("a corpus on the topic");
        let said = |name: &str, axis: &str, side, text: &str, confidence| Statement {
            axis: AxisId::new(axis).ok(),
            text: text.into(),
            confidence: Probability::new(confidence).expect("a probability"),
            reasons: reasons(name),
            ..statement(&format!("{id}-{name}"), side)
        };
        let answering = |component, thought: &str, said: Statement| Statement {
            answers: vec![Objection { component, text: thought.into() }],
            ..said
        };
        let shops = said("shops", "trade", trade, "The shops on the street follow the feet.", 0.8);
        let lungs = said("lungs", "air", air, "The air on the street follows the wind.", 0.6);
        let noise = said("noise", "air", Side::Yes, "The street is loud.", 0.7);
        let till = said("till", "trade", trade, "My till says so.", 0.65);
        let towns = said("towns", "trade", trade, "Other towns have counted.", 0.75);
        let smoke = said("smoke", "air", air, "Smoke goes where it likes.", 0.55);
        corpus.notes[0].statements = vec![
            Statement {
                assumptions: vec!["Feet go on as they go now.".into()],
                unless: vec!["feet turn".into()],
                ..shops
            },
            lungs,
            Statement { point: PointId::new("loud").ok(), ..noise },
            answering(Component::Claim, "the shops on the street follow the feet", till),
            answering(Component::Premise(0), "the first reason of shops counts", towns),
            answering(Component::Inference, "the wind carries the air of lungs", smoke),
        ];
        persona
    })
}

fn reasons(name: &str) -> Vec<Reason> {
    let reason = |text: String| Reason { text, reasons: vec![], evidence: vec![] };
    let mut first = reason(format!("The first reason of {name} counts."));
    first.reasons = ["its own", "another"].map(|what| reason(format!("It has {what}."))).into();
    vec![first, reason(format!("The second reason of {name} is carried by the wind."))]
}

/// Every mode between these two, whole and as two seeds have them remember.
fn debates() -> String {
    let (topic, personas) = (topic(), pair());
    let mut all = String::new();
    for (recall, seed) in [(1.0, 1), (0.8, 1), (0.8, 2)] {
        let recall = Probability::new(recall).expect("a probability");
        let provider = Corpus::new(&topic, &personas, recall).expect("both have a corpus");
        for mode in ModeName::ALL.map(ModeName::with_defaults) {
            let setting = Setting {
                topic: &topic,
                personas: &personas,
                provider: &provider,
                models: &Models::default(),
                seed: Seed(seed),
                replicate: 1,
            };
            let mut events = Vec::new();
            let mut listener = |event: &_| events.push(Clone::clone(event));
            let finished = pollster::block_on(mode.run(setting, &mut listener));
            all.push_str(&show::debate(&Debate {
                events,
                finished: finished.expect("nothing interrupts it"),
            }));
        }
    }
    all
}

/// What to do about each line that is no longer as it was pinned.
fn faults(pinned: &str, now: &[String]) -> Vec<String> {
    let of = |line: &str| line.rsplit_once(' ').map(|(version, _)| version.to_owned());
    let changed = now.iter().filter(|line| !pinned.lines().any(|old| old == line.as_str()));
    let fault = |line: &String| {
        let under_old_version = pinned.lines().any(|old| of(old) == of(line));
        let what = if under_old_version {
            "comes to something else under the same version: raise the version in the file of the mode, or RULES in \
             kernel/src/provider/corpus.rs for the corpus (not if a case was merely added), and then pin"
        } else {
            "is new: pin it in tests/golden/versions.txt as"
        };
        format!("{} {what} «{line}»", line.split(' ').next().unwrap_or_default())
    };
    changed.map(fault).collect()
}

#[test]
fn an_outcome_changes_only_with_its_version() {
    let versions = ModeName::ALL.map(|mode| format!("{mode} {}", mode.about().version));
    let modes = ModeName::ALL.into_iter().zip(&versions);
    let modes = modes.map(|(mode, version)| line(version, &transcripts(mode)));
    let rules = line(&format!("corpus {} in {}", corpus::RULES, versions.join(", ")), &debates());
    let now: Vec<String> = modes.chain([rules]).collect();
    let pinned = std::fs::read_to_string(golden().join("versions.txt")).unwrap_or_default();
    let faults = faults(&pinned, &now);
    assert!(faults.is_empty(), "tests/golden/versions.txt:\n{}", faults.join("\n"));
}

#[test]
fn the_debates_that_are_pinned_say_something() {
    let debates = debates();
    for told in ["rebut", "undermine", "undercut", "agreed: [{", "stop: no_moves"] {
        assert!(debates.contains(told), "{told} does not occur");
    }
}

#[test]
fn a_change_under_the_same_version_is_told_apart_from_a_new_version() {
    let pinned = "graph 2 aa\nsingle 2 bb\n";
    let told = |line: &str| faults(pinned, &[line.to_owned()]).concat();
    assert_eq!(told("graph 2 aa"), "");
    assert!(told("graph 2 cc").contains("raise the version"));
    assert!(told("graph 3 cc").starts_with("graph is new: pin it"));
}
