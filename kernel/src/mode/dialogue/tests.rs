//! Mode `dialogue`.

mod by_corpus;
mod rules;

use crate::mode::conversation::events::PhaseStart;
use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden};
use crate::mode::{Dialogue, Mode};
use crate::record::{Act, ConcessionKind, Fate, FoundBy, Phase, Regime, StopReason};

pub(super) fn dialogue(max_turns: u32) -> Mode {
    Mode::Dialogue(Dialogue { max_turns, ..Dialogue::default() })
}

fn debate(case: &str, max_turns: u32, personas: &[&str]) -> Debate {
    golden(case, &dialogue(max_turns), personas)
}

fn rule(debate: &Debate) -> &str {
    &debate.outcome().stop.rule
}

/// The phases in the order in which they began.
fn phases(debate: &Debate) -> Vec<Phase> {
    debate.reported::<PhaseStart>().into_iter().map(|start| start.phase).collect()
}

#[test]
fn a_whole_debate() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Converged, 4));
    assert!(rule(&debate).contains("another one agreed"));
    let all = [Phase::Opening, Phase::Exchange, Phase::CruxSeeking, Phase::Resolution];
    assert_eq!(phases(&debate), all);
    assert_eq!(debate.snapshots().len(), 5, "one for each update of the graph");
    assert_eq!(
        debate.cruxes(),
        ["Will the shops lose custom?"],
        "air is shared after the concession"
    );
    assert_eq!(debate.outcome().cruxes[0].found, FoundBy::Load);
    assert_eq!(debate.outcome().regime, Regime::Partial);
    let expected =
        [ConcessionKind::ScopeNarrowing, ConcessionKind::Partial, ConcessionKind::Shared];
    assert_eq!(debate.conceded(), expected);
}

#[test]
fn dialogue_rule_1_it_fails_when_no_persona_opens() {
    let debate = debate("no-opening", 10, &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
}

#[test]
fn dialogue_rule_8_a_provider_that_answers_no_turn_ends_within_the_limit_of_turns() {
    let debate = debate("turns-fail", 10, &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
    assert!(rule(&debate).starts_with("no persona could take a turn"));
    let failed = debate.turns().filter(|turn| matches!(turn.fate, Fate::Failed(_))).count();
    assert_eq!(failed, 7, "with the two openings these are nine of ten turns, more than 85%");
}

#[test]
fn dialogue_rule_8_it_ends_where_no_persona_has_anything_to_say() {
    let debate = debate("passes", 10, &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::NoMoves);
    assert_eq!(debate.outcome().regime, Regime::Polarized);
    assert_eq!(debate.outcome().cruxes.len(), 2, "the openings name both");
}

#[test]
fn dialogue_rule_8_a_disagreement_that_was_conceded_away_is_resolved() {
    let debate = debate("resolved", 30, &[ADA, BEN]);
    assert!(rule(&debate).contains("resolved by concession"), "{}", rule(&debate));
    assert_eq!(debate.conceded(), [ConcessionKind::Full; 2]);
}

#[test]
fn dialogue_rule_11_turns_whose_update_failed_enter_the_graph_with_later_ones() {
    let debate = debate("update-fails", 30, &[ADA, BEN]);
    let arguments: Vec<usize> =
        debate.snapshots().iter().map(|snapshot| snapshot.graph.nodes().len()).collect();
    assert_eq!(arguments[0], 2, "the theses alone");
    assert_eq!(arguments[1], 5, "with the opening speeches and the first claim");
    assert_eq!(debate.outcome().usage.failed, 2);
}

#[test]
fn dialogue_rule_3_a_failed_turn_is_recorded_and_uses_a_turn_up() {
    let debate = debate("silence", 30, &[ADA, BEN]);
    let silent = debate.turns().filter(|turn| matches!(turn.fate, Fate::Failed(_)));
    assert_eq!(silent.count(), 2, "a turn and a closing speech");
    assert_ne!(debate.outcome().stop.reason, StopReason::Failed);
}

/// The speakers of the exchange, by their first letters.
fn speakers(debate: &Debate) -> String {
    let spoken = debate.turns().filter(|turn| {
        turn.speech
            .as_ref()
            .is_some_and(|speech| !matches!(speech.phase, Phase::Opening | Phase::Resolution))
    });
    let letters = spoken.filter_map(|turn| turn.speaker.as_ref()?.as_str().chars().next());
    letters.collect()
}

#[test]
fn dialogue_rule_4_three_personas() {
    let debate = debate("three", 13, &[ADA, BEN, CLEO]);
    assert_eq!(speakers(&debate), "abcabcabc");
    let acts: Vec<Act> = debate.turns().map(|turn| turn.act).collect();
    assert!(acts.contains(&Act::Propose) && acts.contains(&Act::Clarify), "{acts:?}");
}

#[test]
fn dialogue_rule_4_four_personas() {
    let debate = debate("four", 13, &[ADA, BEN, CLEO, DAN]);
    assert_eq!(speakers(&debate), "abcdabcd");
    assert!(rule(&debate).contains("another one agreed"));
    let acts: Vec<Act> = debate.turns().map(|turn| turn.act).collect();
    assert!(acts.contains(&Act::Propose) && acts.contains(&Act::Clarify));
}

#[test]
fn each_update_says_how_the_graph_has_grown_since_the_one_before() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let sections = debate.sections(&dialogue(10));
    let conversation = sections.iter().find(|section| section.id == "conversation");
    let marks = crate::mode::tests::shown::lines(conversation.expect("it is shown"));
    let sizes = debate
        .snapshots()
        .iter()
        .map(|snapshot| (snapshot.graph.nodes().len(), snapshot.graph.edges().len()));
    let sizes: Vec<(usize, usize)> = std::iter::once((0, 0)).chain(sizes).collect();
    for (round, pair) in sizes.windows(2).enumerate() {
        let ((nodes_before, edges_before), (nodes, edges)) = (pair[0], pair[1]);
        let expected = if pair[0] == pair[1] {
            format!("round {round}: the graph keeps its size.")
        } else {
            format!(
                "round {round}: the graph has {nodes} nodes ({nodes_before} before) and {edges} attacks ({edges_before} before)."
            )
        };
        assert!(marks.contains(&expected), "{expected} in {marks:?}");
    }
}
