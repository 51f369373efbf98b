//! The session of the project's own readers, who argue with their corpora.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeSet;
use std::path::Path;

use crate::format::Library;
use crate::mode::dialectic::Dialectic;
use crate::mode::dialectic::detail::{self, OutcomeDetail, Reading, StubState};
use crate::mode::{Finished, Mode, Setting};
use crate::provider::Corpus;
use crate::question::Models;
use crate::record::{Act, Turn};
use crate::vocabulary::{Persona, Probability, Seed, Topic, TurnId};

/// The session with at most this number of questions debated after a passage.
fn session(branches: u32) -> (Topic, Finished) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (library, _) = Library::open(&root);
    let topic = library.topics.values().find(|topic| topic.passages.len() == 5).unwrap().clone();
    let able = library.personas.values().filter(|own| own.corpora.contains_key(&topic.id));
    let personas: Vec<Persona> = able.cloned().collect();
    let provider = Corpus::new(&topic, &personas, Probability::ONE).unwrap();
    let models = Models::default();
    let setting = Setting::new(&topic, &personas, &provider, &models, Seed(1));
    let mode = Mode::Dialectic(Dialectic { branches, ..Dialectic::default() });
    let finished = pollster::block_on(mode.run(setting, &mut |_| ())).unwrap();
    (topic, finished)
}

fn branches(finished: &Finished) -> Vec<Reading> {
    let readings = detail::readings(&finished.snapshots).unwrap();
    readings.into_iter().filter(|reading| reading.question.is_some()).collect()
}

fn ended(finished: &Finished) -> OutcomeDetail {
    detail::of_outcome(&finished.outcome).unwrap()
}

#[test]
fn each_question_is_debated_once_and_each_leaves_a_reading() {
    let (topic, finished) = session(3);
    let branches = branches(&finished);
    let asked: BTreeSet<&str> =
        branches.iter().filter_map(|reading| reading.question.as_deref()).collect();
    assert_eq!(branches.len(), asked.len(), "none has two readings");
    let questions = topic.axes.iter().map(|axis| axis.question.as_str());
    assert_eq!(asked, questions.collect::<BTreeSet<_>>());
    let is_debated = |state: StubState| state.reading().is_some();
    assert!(ended(&finished).stubs.iter().all(|stub| is_debated(stub.state)));
}

#[test]
fn questions_that_are_left_open_are_taken_up_later_however_many_are_debated() {
    for most in [1, 3] {
        let (_, finished) = session(most);
        let later = branches(&finished).iter().any(|reading| {
            let mut stubs = ended(&finished).stubs.into_iter();
            stubs.any(|stub| {
                stub.state == StubState::Explored(reading.node)
                    && stub.flag.passage != reading.passage
            })
        });
        assert!(later, "{most}");
    }
}

fn replies_to(turn: &Turn) -> Option<TurnId> {
    turn.speech.as_ref().and_then(|speech| speech.replies_to)
}

#[test]
fn every_turn_of_a_branch_answers_its_question_or_a_turn() {
    let (topic, finished) = session(3);
    let turns: Vec<&Turn> = finished.snapshots.iter().flat_map(|known| &known.turns).collect();
    let mut said = 0;
    for reading in branches(&finished) {
        let asked =
            topic.axes.iter().find(|axis| Some(&axis.question) == reading.question.as_ref());
        let axis = asked.unwrap();
        let mut answered = BTreeSet::new();
        let spoken = turns.iter().copied().filter(|turn| turn.act != Act::Silence);
        let spoken: Vec<&Turn> = spoken.filter(|turn| reading.turns.contains(&turn.id)).collect();
        for (place, turn) in spoken.iter().enumerate() {
            said += 1;
            let names_turn = replies_to(turn).is_some();
            let is_challenged = place.checked_sub(1).is_some_and(|before| {
                let to =
                    replies_to(spoken[before]).filter(|_| spoken[before].act == Act::Challenge);
                spoken.iter().any(|own| Some(own.id) == to && own.speaker == turn.speaker)
            });
            assert!(names_turn || !is_challenged, "{} leaves a challenge: {}", turn.id, turn.text);
            let gives_answer = [&axis.yes, &axis.no].iter().any(|own| turn.text.starts_with(*own));
            // Who has given the answer adds to it.
            let adds = answered.contains(&turn.speaker);
            assert!(names_turn || gives_answer || adds, "{}: {}", turn.id, turn.text);
            if gives_answer {
                answered.insert(turn.speaker.clone());
            }
        }
    }
    assert!(said > 20, "{said}");
}
