//! Pins versions to outcomes: a store distinguishes results by versions, so an outcome must not
//! change under the same version.
//!
//! `MODE/tests/versions.txt` has two lines: the version of the protocol with a hash of all
//! transcripts, and the versions of the questions' corpus rules with a hash of some debates by the
//! provider `corpus`.

use super::scripted::{ADA, BEN, Debate, folder, persona, statement, topic};
use super::transcript::transcript;
use crate::mode::{ModeName, Setting};
use crate::provider::Corpus;
use crate::question::Models;
use crate::store::Hash;
use crate::vocabulary::{
    Assumption, AxisId, AxisSide, Component, Objection, Persona, PointId, Probability, Reason,
    Seed, Side, Statement,
};

/// Versions with a hash of what they produce.
fn line(versions: &str, produced: &str) -> String {
    let hash = Hash::of(produced.as_bytes()).to_string();
    format!("{versions} {}", &hash[..16])
}

/// All transcripts of a mode.
fn transcripts(mode: ModeName) -> String {
    let files = std::fs::read_dir(folder(mode)).expect("the folder exists");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be read").path()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let asks_a_model = ["prompt-", "schema-"].iter().any(|kind| name.starts_with(kind));
        name.ends_with(".snap") && !asks_a_model
    });
    assert!(!paths.is_empty(), "{mode} has no transcripts");
    paths.sort();
    let read = |path| std::fs::read_to_string(path).expect("a transcript is text");
    paths.into_iter().map(read).collect()
}

/// Two personas with a small corpus that uses everything that the provider's rules read. They share
/// one point; everything else they say in their own words.
fn pair() -> [Persona; 2] {
    [(ADA, Side::No, Side::Yes), (BEN, Side::Yes, Side::No)].map(|(id, trade, air)| {
        let mut persona = persona(id);
        let corpus = persona.corpora.get_mut(&topic().id).expect("a corpus on the topic");
        let claimed = |name: &str, axis: &str, side, text: &str, confidence| Statement {
            axis: AxisId::new(axis).ok(),
            text: format!("{text}, says {id}."),
            confidence: Probability::new(confidence).expect("a probability"),
            reasons: reasons(name),
            ..statement(&format!("{id}-{name}"), side)
        };
        let answering = |component, thought: &str, claimed: Statement| Statement {
            answers: vec![Objection { component, text: thought.into() }],
            ..claimed
        };
        let shops =
            claimed("shops", "trade", trade, "The shops on the street follow the feet", 0.8);
        let lungs = claimed("lungs", "air", air, "The air on the street follows the wind", 0.6);
        let noise = claimed("noise", "air", Side::Yes, "The street is loud", 0.7);
        let till = claimed("till", "trade", trade, "My till says so", 0.65);
        let towns = claimed("towns", "trade", trade, "Other towns have counted", 0.75);
        let smoke = claimed("smoke", "air", air, "Smoke goes where it likes", 0.55);
        let tagged = |axis: &str, side, text: &str| Reason {
            asserts: AxisId::new(axis).ok().map(|axis| AxisSide { axis, side }),
            ..Reason::new(text)
        };
        let case = Statement {
            text: format!("In short, {id} is sure."),
            reasons: vec![
                tagged("trade", trade, "The shops decide."),
                tagged("air", air, "The air decides."),
            ],
            ..statement(&format!("{id}-case"), corpus.stance)
        };
        corpus.notes[0].statements = vec![
            case,
            Statement {
                assumptions: vec![Assumption::new("Feet go on as they go now.")],
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
    let reason = |text: String| Reason::new(text);
    let mut first = reason(format!("The first reason of {name} counts."));
    first.reasons = ["its own", "another"].map(|what| reason(format!("It has {what}."))).into();
    vec![first, reason(format!("The second reason of {name} is carried by the wind."))]
}

/// Debates between these two: with everything that they have written, and with what two seeds
/// recall.
fn debates(mode: ModeName) -> String {
    let (topic, personas) = (topic(), pair());
    let mode = mode.with_defaults();
    let mut all = String::new();
    for (recall, seed) in [(1.0, 1), (0.8, 1), (0.8, 2)] {
        let recall = Probability::new(recall).expect("a probability");
        let provider = Corpus::new(&topic, &personas, recall).expect("both have a corpus");
        let models = Models::default();
        let setting = Setting::new(&topic, &personas, &provider, &models, Seed(seed));
        let mut events = Vec::new();
        let mut listener = |event: &_| events.push(Clone::clone(event));
        let finished = pollster::block_on(mode.run(setting, &mut listener));
        let finished = finished.expect("the provider does not interrupt it");
        all.push_str(&transcript(&Debate { events, finished }));
    }
    all
}

fn pinned_lines(mode: ModeName) -> [String; 2] {
    let about = mode.about();
    let questions = mode.questions().iter();
    let questions =
        questions.map(|question| format!("{} {}", question.spec.name, question.spec.version));
    let questions: Vec<String> = questions.collect();
    [
        line(&format!("{mode} {}", about.version), &transcripts(mode)),
        line(&format!("corpus {}", questions.join(", ")), &debates(mode)),
    ]
}

/// What to do about each line that differs from what is pinned.
fn faults(pinned: &str, now: &[String]) -> Vec<String> {
    let of = |line: &str| line.rsplit_once(' ').map(|(versions, _)| versions.to_owned());
    let changed = now.iter().filter(|line| !pinned.lines().any(|old| old == line.as_str()));
    let fault = |line: &String| {
        let under_old_version = pinned.lines().any(|old| of(old) == of(line));
        let what = if under_old_version {
            "has another outcome under the same version: raise the version of the mode, or of the question whose corpus rule \
             changed (not if a case was merely added), and then pin"
        } else {
            "is new: pin it in the mode's tests/versions.txt as"
        };
        format!("{} {what} «{line}»", line.split(' ').next().unwrap_or_default())
    };
    changed.map(fault).collect()
}

#[test]
fn an_outcome_changes_only_with_its_version() {
    let mut all = Vec::new();
    for mode in ModeName::ALL {
        let path = folder(mode).join("versions.txt");
        let pinned = std::fs::read_to_string(&path).unwrap_or_default();
        all.extend(faults(&pinned, &pinned_lines(mode)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_pinned_debates_use_every_type_of_attack_and_find_common_ground() {
    let debates: String = ModeName::ALL.map(debates).concat();
    for shown in ["rebut", "undermine", "undercut", "agreed: [{", "stop: no_moves"] {
        assert!(debates.contains(shown), "{shown} does not occur");
    }
}

#[test]
fn sentences_that_no_scripted_debate_reaches_are_pinned_too() {
    let rare = "only drop from 0.90 to 0.86";
    let pinned = transcripts(ModeName::Belief);
    assert!(pinned.contains(rare));
    let versions = std::fs::read_to_string(folder(ModeName::Belief).join("versions.txt"));
    let about = ModeName::Belief.about();
    let changed = line(&format!("belief {}", about.version), &pinned.replace(rare, "it stands."));
    assert!(
        faults(&versions.unwrap_or_default(), &[changed]).concat().contains("raise the version")
    );
}

#[test]
fn a_change_under_the_same_version_differs_from_a_new_version() {
    let pinned = "graph 2 aa\ncorpus scores 1 bb\n";
    let fault = |line: &str| faults(pinned, &[line.to_owned()]).concat();
    assert_eq!(fault("graph 2 aa"), "");
    assert!(fault("graph 2 cc").contains("raise the version"));
    assert!(fault("graph 3 cc").starts_with("graph is new: pin it"));
}
