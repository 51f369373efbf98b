//! Every mode between the personas of this project, who argue with their corpora.

use std::path::Path;

use crate::format::Library;
use crate::mode::{Finished, Graph, Mode, ModeName, Setting};
use crate::provider::Corpus;
use crate::question::Models;
use crate::record::{Fate, StopReason};
use crate::vocabulary::{Persona, Probability, Seed, Topic};

fn run(mode: &Mode, topic: &Topic, personas: &[Persona], recall: f64, seed: u64) -> Finished {
    let recall = Probability::new(recall).expect("a probability");
    let provider = Corpus::new(topic, personas, recall).expect("every persona has a corpus");
    let setting = Setting {
        topic,
        personas,
        provider: &provider,
        models: &Models::default(),
        seed: Seed(seed),
        replicate: 1,
        foreign: None,
    };
    pollster::block_on(mode.run(setting, &mut |_| ())).expect("nothing interrupts it")
}

/// Calls `check` with every pair of personas that have a corpus on one topic.
fn every_pair(mut check: impl FnMut(&Topic, &[Persona])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (library, _) = Library::open(&root);
    let mut pairs = 0;
    for topic in library.topics.values() {
        let able = library.personas.values().filter(|p| p.corpora.contains_key(&topic.id));
        let able: Vec<&Persona> = able.collect();
        for (index, &first) in able.iter().enumerate() {
            for &second in &able[index + 1..] {
                let sides = [first, second].map(|persona| persona.corpora[&topic.id].stance);
                if sides[0] != sides[1] {
                    pairs += 1;
                    check(topic, &[first.clone(), second.clone()]);
                }
            }
        }
    }
    assert!(pairs > 0, "no two personas take opposite sides on any topic");
}

#[test]
fn corpora_answer_every_question_at_the_first_attempt() {
    every_pair(|topic, personas| {
        for mode in ModeName::ALL.map(ModeName::with_defaults) {
            for (recall, seed) in [(1.0, 1), (0.8, 1), (0.8, 2)] {
                let Finished { outcome, .. } = run(&mode, topic, personas, recall, seed);
                let of = format!("{} on {} at {recall}, seed {seed}", mode.name(), topic.id);
                assert_ne!(outcome.stop.reason, StopReason::Failed, "{of}: {}", outcome.stop.rule);
                let usage = outcome.usage;
                assert_eq!((usage.repairs, usage.failed, usage.dropped), (0, 0, 0), "{of}");
                assert!(usage.calls <= mode.calls(2).total(), "{of}: {} calls", usage.calls);
                assert!(!outcome.cruxes.is_empty(), "{of}: no crux");
                for crux in &outcome.cruxes {
                    assert!(crux.question.ends_with(['.', '?']), "{of}: {}", crux.question);
                    assert!(
                        crux.settling_question.ends_with('?'),
                        "{of}: {}",
                        crux.settling_question
                    );
                }
            }
        }
    });
}

#[test]
fn a_seed_decides_what_comes_to_mind_and_nothing_else_does() {
    let mode = ModeName::Graph.with_defaults();
    every_pair(|topic, personas| {
        let first = run(&mode, topic, personas, 0.8, 1);
        assert_eq!(first, run(&mode, topic, personas, 0.8, 1));
        let differs = |seed| run(&mode, topic, personas, 0.8, seed).snapshots != first.snapshots;
        assert!((2..5).any(differs), "{}: four seeds, one debate", topic.id);
        let whole = run(&mode, topic, personas, 1.0, 1);
        let again = run(&mode, topic, personas, 1.0, 2);
        assert_eq!(whole.outcome.cruxes, again.outcome.cruxes, "all comes to mind, by any seed");
    });
}

#[test]
fn attacks_are_typed_in_every_way_and_no_statement_is_said_twice() {
    let mode = ModeName::Graph.with_defaults();
    let mut relations = std::collections::BTreeSet::new();
    every_pair(|topic, personas| {
        for seed in 1..6 {
            let debate = run(&mode, topic, personas, 0.8, seed);
            let turns = debate.snapshots.iter().flat_map(|snapshot| &snapshot.turns);
            let dropped = turns.filter(|turn| matches!(turn.fate, Fate::Dropped(_))).count();
            assert_eq!(dropped, 0);
            let last = &debate.snapshots.last().expect("there are rounds").graph;
            relations.extend(last.edges().map(|edge| edge.relation.verb()));
            let mut said: Vec<_> = last
                .nodes()
                .map(|node| (node.author.clone(), node.detail.excerpts.clone()))
                .collect();
            let all = said.len();
            said.sort();
            said.dedup();
            assert_eq!(said.len(), all, "seed {seed}");
        }
    });
    assert_eq!(relations.into_iter().collect::<Vec<_>>(), ["rebuts", "undercuts", "undermines"]);
}

#[test]
fn with_full_recall_every_seed_gives_the_same_outcome() {
    every_pair(|topic, personas| {
        for mode in ModeName::ALL.map(ModeName::with_defaults) {
            let first = run(&mode, topic, personas, 1.0, 1).outcome;
            for seed in 2..=25 {
                let again = run(&mode, topic, personas, 1.0, seed).outcome;
                assert_eq!(first, again, "{} on {}, seed {seed}", mode.name(), topic.id);
            }
        }
    });
}

#[test]
fn every_pair_is_judged_and_more_than_forty_statements_take_several_calls() {
    let mut several = 0;
    every_pair(|topic, personas| {
        for mode in ModeName::ALL.map(ModeName::with_defaults) {
            let Finished { outcome, snapshots } = run(&mode, topic, personas, 1.0, 1);
            assert_eq!(outcome.usage.not_judged, 0, "{} on {}", mode.name(), topic.id);
            let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
            several +=
                usize::from(calls.filter(|call| call.question == "compare_pairs").count() > 1);
        }
    });
    assert!(several > 0, "no debate has more than forty statements to compare");
}

#[test]
fn a_debate_goes_on_through_stable_rounds_until_no_move_is_left() {
    every_pair(|topic, personas| {
        let mode = Mode::Graph(Graph { max_rounds: 10, ..Graph::default() });
        let stop = run(&mode, topic, personas, 1.0, 1).outcome.stop;
        assert_eq!(stop.reason, StopReason::NoMoves, "{}: {}", topic.id, stop.rule);
    });
}
