//! Every mode between the personas of this project, who argue with their corpora.

use std::path::Path;
use std::sync::LazyLock;

use crate::format::Library;
use crate::mode::{DebateSize, Finished, Graph, Mode, ModeName, Setting};
use crate::provider::Corpus;
use crate::question::Models;
use crate::record::{Fate, Outcome, Snapshot, StopReason};
use crate::vocabulary::{
    AxisId, AxisSide, Persona, Probability, Reason, Seed, Side, Statement, Topic, samples,
};

pub(super) fn run(
    mode: &Mode,
    topic: &Topic,
    personas: &[Persona],
    recall: f64,
    seed: u64,
) -> Finished {
    let recall = Probability::new(recall).expect("a probability");
    let provider = Corpus::new(topic, personas, recall).expect("every persona has a corpus");
    let models = Models::default();
    let setting = Setting::new(topic, personas, &provider, &models, Seed(seed));
    pollster::block_on(mode.run(setting, &mut |_| ())).expect("nothing interrupts it")
}

/// The modes that can debate a topic.
pub(super) fn modes_on(topic: &Topic) -> impl Iterator<Item = Mode> {
    let modes = ModeName::ALL.into_iter().map(ModeName::with_defaults);
    modes.filter(|mode| mode.passages().check(topic).is_ok())
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

/// The debate of every mode between every pair of personas with everything that they have written,
/// which several tests read.
static WITH_FULL_RECALL: LazyLock<Vec<FullRecall>> = LazyLock::new(|| {
    let mut debates = Vec::new();
    every_pair(|topic, personas| {
        for mode in modes_on(topic) {
            let finished = run(&mode, topic, personas, 1.0, 1);
            let (topic, personas) = (topic.clone(), personas.to_vec());
            debates.push(FullRecall { mode, topic, personas, finished });
        }
    });
    debates
});

struct FullRecall {
    mode: Mode,
    topic: Topic,
    personas: Vec<Persona>,
    finished: Finished,
}

fn check_answers(mode: &Mode, topic: &Topic, outcome: &Outcome, of: &str) {
    assert_ne!(outcome.stop.reason, StopReason::Failed, "{of}: {}", outcome.stop.rule);
    let usage = outcome.usage;
    assert_eq!((usage.repairs, usage.failed, usage.dropped), (0, 0, 0), "{of}");
    let most = mode.calls(DebateSize::new(topic, 2)).total();
    assert!(usage.calls <= most, "{of}: {} calls", usage.calls);
    assert!(!outcome.cruxes.is_empty(), "{of}: no crux");
    for crux in &outcome.cruxes {
        assert!(crux.question.ends_with(['.', '?']), "{of}: {}", crux.question);
        assert!(crux.settling_question.ends_with('?'), "{of}: {}", crux.settling_question);
    }
}

#[test]
fn corpora_answer_every_question_at_the_first_attempt() {
    for FullRecall { mode, topic, finished, .. } in &*WITH_FULL_RECALL {
        check_answers(mode, topic, &finished.outcome, &format!("{} on {}", mode.name(), topic.id));
    }
    every_pair(|topic, personas| {
        for mode in modes_on(topic) {
            let outcome = run(&mode, topic, personas, 0.8, 1).outcome;
            check_answers(
                &mode,
                topic,
                &outcome,
                &format!("{} on {} at 0.8", mode.name(), topic.id),
            );
        }
    });
}

/// The keeper's case rests on air, and air on trade except in one more statement, which gives no
/// reason.
fn personas_of_whom_one_only_asserts() -> [Persona; 2] {
    let because = |axis: &str, side: Side| {
        let asserts = Some(AxisSide { axis: AxisId::new(axis).expect("a name"), side });
        Reason { asserts, ..samples::reason(&format!("So it is with the {axis}.")) }
    };
    let case = |id: &str, text: &str, side, reason| {
        let own = samples::statement(id, text, "trade", side);
        Statement { axis: None, reasons: vec![reason], ..own }
    };
    let said = samples::statement;
    // A speech of `procon` has at least 50 words.
    let keep = "The street should stay open to everybody who wants to drive to a door of a shop.";
    let corner = "Exhaust goes round the corner into the lanes behind the church, where more people live than on the high \
                  street itself.";
    let wind =
        "Wind from the lake cleans all streets of this town for nothing, on most days before noon.";
    let takings = "Shops lose the money of drivers, who come from eleven villages without a bus and who carry home what nobody \
                   carries on foot.";
    let close = "The street should be closed to everything that has an engine, from the bridge up to the square.";
    let stroll = "People on foot buy more often, because they pass four windows a minute and come back on the next day for \
                  what they saw.";
    let lungs = "Children breathe better there, and the two schools at the ends of the street have asked for it in three \
                 letters since spring.";
    let corner = said("corner", corner, "air", Side::No);
    let keeper = vec![
        case("keep", keep, Side::No, because("air", Side::No)),
        Statement { reasons: vec![because("trade", Side::Yes)], ..corner },
        Statement { reasons: vec![], ..said("wind", wind, "air", Side::No) },
        said("takings", takings, "trade", Side::Yes),
    ];
    let walker = vec![
        case("close", close, Side::Yes, because("trade", Side::No)),
        said("stroll", stroll, "trade", Side::No),
        said("lungs", lungs, "air", Side::Yes),
    ];
    let persona = samples::persona;
    [persona("keeper", Side::No, keeper), persona("walker", Side::Yes, walker)]
}

#[test]
fn a_statement_without_a_reason_backs_up_no_argument_in_any_mode() {
    let (topic, personas) = (samples::topic(), personas_of_whom_one_only_asserts());
    let mut found = 0;
    for mode in modes_on(&topic) {
        let outcome = run(&mode, &topic, &personas, 1.0, 1).outcome;
        let held = outcome.cruxes.iter().filter(|crux| !crux.positions.is_empty());
        let axes: Vec<_> = held.map(|crux| crux.axis.as_ref().map(AxisId::as_str)).collect();
        // The test-only mode asks no persona for its position.
        if !axes.is_empty() {
            assert_eq!(axes, [Some("trade")], "{}", mode.name());
            found += 1;
        }
    }
    assert_eq!(found, 9, "every mode that needs no passages finds it");
}

#[test]
fn with_partial_recall_the_seed_alone_decides_the_debate() {
    let mode = ModeName::Graph.with_defaults();
    every_pair(|topic, personas| {
        let first = run(&mode, topic, personas, 0.8, 1);
        assert_eq!(first, run(&mode, topic, personas, 0.8, 1));
        let differs = |seed| run(&mode, topic, personas, 0.8, seed).snapshots != first.snapshots;
        assert!((2..5).any(differs), "{}: four seeds give one debate", topic.id);
    });
}

#[test]
fn attacks_are_typed_in_every_way_and_no_statement_occurs_twice() {
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
            let mut texts: Vec<_> =
                last.nodes().map(|node| (node.author.clone(), node.text.clone())).collect();
            texts.sort();
            let twice: Vec<_> = texts.windows(2).filter(|two| two[0] == two[1]).collect();
            assert!(twice.is_empty(), "{}, seed {seed}: {twice:?}", topic.id);
        }
    });
    assert_eq!(relations.into_iter().collect::<Vec<_>>(), ["rebuts", "undercuts", "undermines"]);
}

/// Each debate has a seed of its own, so that together they try many seeds.
#[test]
fn with_full_recall_every_seed_gives_the_same_outcome() {
    let mut seeds = 2..;
    for FullRecall { mode, topic, personas, finished } in &*WITH_FULL_RECALL {
        let seed = seeds.next().expect("there are enough numbers");
        let again = run(mode, topic, personas, 1.0, seed).outcome;
        assert_eq!(finished.outcome, again, "{} on {}, seed {seed}", mode.name(), topic.id);
    }
    assert!(seeds.start > 25, "{seeds:?}");
}

#[test]
fn every_pair_is_judged_and_more_than_eighty_statements_take_several_calls() {
    let mut several = 0;
    for FullRecall { mode, topic, finished, .. } in &*WITH_FULL_RECALL {
        let usage = finished.outcome.usage;
        assert_eq!(usage.not_judged, 0, "{} on {}", mode.name(), topic.id);
        let compares = |snapshot: &Snapshot| {
            snapshot.calls.iter().filter(|call| call.question == "compare").count()
        };
        several += usize::from(finished.snapshots.iter().any(|snapshot| compares(snapshot) > 1));
    }
    assert!(several > 0, "no debate has more than eighty statements to compare");
}

#[test]
fn a_debate_goes_on_through_stable_rounds_until_no_move_is_left() {
    every_pair(|topic, personas| {
        let mode = Mode::Graph(Graph { max_rounds: 10, ..Graph::default() });
        let stop = run(&mode, topic, personas, 1.0, 1).outcome.stop;
        assert_eq!(stop.reason, StopReason::NoMoves, "{}: {}", topic.id, stop.rule);
    });
}
