//! Mode `belief`.

mod rules;

use serde_json::{Value, json};

use super::run::ledger;
use crate::mode::belief::detail::{OutcomeDetail, Revision, Shared};
use crate::mode::{Belief, Mode};
use crate::record::{Act, Fate, FoundBy, StopReason, Target, Turn};
use crate::vocabulary::{NodeId, PersonaId, Probability};

use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden, run_edited};

fn belief(max_rounds: u32) -> Mode {
    Mode::Belief(Belief { max_rounds, ..Belief::default() })
}

fn debate(case: &str, max_rounds: u32, personas: &[&str]) -> Debate {
    golden(case, &belief(max_rounds), personas)
}

fn left(debate: &Debate) -> OutcomeDetail {
    let detail = debate.outcome().read_detail().expect("the record has the form of the mode");
    detail.expect("the debate did not fail")
}

/// Who revised in which snapshot, with what.
fn revisions(debate: &Debate) -> Vec<(u32, String, Revision)> {
    let by = |turn: &Turn| turn.speaker.as_ref().expect("a revision has an author").to_string();
    let revisions = ledger::revisions(debate.snapshots());
    revisions.map(|(turn, revision)| (turn.round, by(turn), revision)).collect()
}

#[test]
fn two_personas_and_four_rounds_take_twenty_five_calls() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 4));
    let usage = debate.outcome().usage;
    assert_eq!((usage.calls, usage.repairs, usage.failed, usage.dropped), (25, 0, 0, 0));
    let titles: Vec<&str> =
        debate.snapshots().iter().map(|snapshot| snapshot.title.as_str()).collect();
    assert_eq!(titles, ["Opening", "Round 1", "Round 2", "Round 3", "Round 4", "Closing"]);
}

#[test]
fn belief_rule_6_merged_nodes_are_held_by_both_and_an_edge_read_in_opposite_ways_is_contested() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let community = &left(&debate).community;
    let merged: Vec<&Shared> =
        community.nodes.iter().filter(|node| node.members.len() > 1).collect();
    assert_eq!(merged.len(), 2);
    assert!(community.nodes.iter().all(|node| node.views.len() == 2));
    let contested: Vec<_> = community.edges.iter().filter(|edge| edge.contested_relation).collect();
    assert_eq!(contested.len(), 2, "one to support, one to attack");
    assert_ne!(contested[0].held_by, contested[1].held_by);
    assert_eq!(community.unmerged.len(), 1, "what a node supports is not part of it");
    assert_eq!(debate.metric("merges refused").value, Some(1.0));
}

#[test]
fn belief_rule_7_cruxes_come_with_a_counterfactual_on_a_thesis() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let cruxes = &debate.outcome().cruxes;
    assert_eq!(debate.outcome().idle_disputes, []);
    // Ada asserts one of Ben's points about trade herself. His thesis keeps the strength that the
    // point gives it, but it still rests on an answer that she denies.
    let moved: Vec<usize> =
        left(&debate).cruxes.iter().map(|detail| detail.counterfactuals.len()).collect();
    assert_eq!(moved, [1, 2], "trade and air");
    for (crux, detail) in cruxes.iter().zip(&left(&debate).cruxes) {
        assert_eq!(crux.id, detail.crux);
        assert_eq!(crux.found, FoundBy::Load);
        let loads: Vec<_> = crux.positions.iter().map(|held| held.load).collect();
        assert_eq!(loads, [Some(Probability::share(1, 2)); 2], "one of two reasons each");
        for moved in &detail.counterfactuals {
            let sentence = crux.counterfactual.as_ref().expect("something would move");
            let numbers = format!("from {} to {}", moved.before, moved.after);
            assert!(sentence.contains(&numbers), "{sentence}: {numbers}");
            assert!(moved.after.value() < moved.before.value(), "{sentence}");
        }
    }
    let scores: Vec<f64> = cruxes.iter().map(|crux| crux.score.value.value()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn belief_rule_2_a_failed_call_is_silence_and_the_other_moves_are_kept() {
    let debate = debate("silence", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 3));
    let silent = |round: usize| -> Vec<String> {
        let turns = debate.snapshots()[round].turns.iter();
        let silent = turns.filter(|turn| turn.act == Act::Silence);
        silent.filter_map(|turn| turn.speaker.clone()).map(|by: PersonaId| by.to_string()).collect()
    };
    assert_eq!([silent(2), silent(3), silent(4)], [vec![BEN], vec![], vec![ADA]]);
    let of_ben: Vec<(u32, usize)> = revisions(&debate)
        .into_iter()
        .filter(|(_, by, _)| by == BEN)
        .map(|(round, _, revision)| (round, revision.received.len()))
        .collect();
    assert_eq!(of_ben, [(3, 2), (4, 1)], "in round 3 for rounds 1 and 2");
    assert_eq!(debate.outcome().usage.failed, 2);
}

#[test]
fn belief_rule_2_moves_that_cannot_be_used_are_dropped_and_counted() {
    let debate = debate("dropped", 2, &[ADA, BEN]);
    let dropped: Vec<(Act, &Target, &str)> = debate
        .turns()
        .filter_map(|turn| match &turn.fate {
            Fate::Dropped(why) => Some((turn.act, turn.target.as_ref()?, why.as_str())),
            Fate::Kept
            | Fate::Corrected(_)
            | Fate::Rejected(_)
            | Fate::Duplicate(_)
            | Fate::Failed(_) => None,
        })
        .collect();
    let node = |number| Target::Node(NodeId::new(number));
    assert_eq!(
        dropped,
        [
            (Act::Support, &node(2), "n2 is the author's own node"),
            (Act::Attack, &Target::Written("n99".into()), "there is no node `n99`"),
            (Act::Support, &node(2), "its author has said before that it attacks n2"),
            (Act::Attack, &node(21), "its author has already said this about n21"),
        ]
    );
    assert_eq!(debate.outcome().usage.dropped, 4);
    assert_eq!(debate.metric("moves dropped").value, Some(4.0));
}

#[test]
fn belief_rule_4_it_converges_where_no_thesis_moves_in_two_rounds_running() {
    let debate = debate("converges", 5, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Converged, 2));
    assert_eq!(debate.metric("convergence round").value, Some(2.0));
}

#[test]
fn belief_rule_4_it_stops_without_a_closing_when_no_persona_adds_anything() {
    let debate = debate("no-moves", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 1));
    assert_eq!(debate.metric("convergence round").value, None);
    assert_eq!(["closing", "scores", "moves"].map(|question| debate.asked(question)), [0, 4, 2]);
}

#[test]
fn three_and_four_personas_take_the_calls_of_the_formula() {
    for (case, personas, calls) in
        [("three", &[ADA, BEN, CLEO][..], 22), ("four", &[ADA, BEN, CLEO, DAN], 28)]
    {
        let debate = debate(case, 1, personas);
        assert_eq!(debate.stop(), (StopReason::MaxRounds, 1));
        let usage = debate.outcome().usage;
        assert_eq!((usage.calls, usage.repairs, usage.failed), (calls, 0, 0));
        let community = left(&debate).community;
        assert!(community.nodes.iter().all(|node| node.views.len() == personas.len()));
    }
}

#[test]
fn belief_rule_1_it_fails_when_a_persona_cannot_state_its_thesis() {
    let debate = run_edited("debate", &belief(4), &[ADA, BEN], |lines| {
        lines.truncate(1);
        lines.push(json!({ "question": "thesis", "persona": BEN, "fault": "no connection" }));
    });
    assert_eq!(debate.stop(), (StopReason::Failed, 0));
    assert_eq!(
        debate.outcome().stop.rule,
        "ben could not state its thesis: `thesis` failed: the provider did not reply: no connection"
    );
    assert!(debate.outcome().detail.is_none());
}

#[test]
fn belief_rule_2_new_arguments_without_a_score_are_lost_and_the_debate_goes_on() {
    let debate = debate("not-scored", 1, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 1), "a lost round is not a lack of moves");
    let [opening, lost, _closing] = debate.snapshots() else {
        panic!("an opening, a round and a closing")
    };
    assert_eq!(opening.graph, lost.graph, "nothing enters unseen");
    let fates: Vec<&Fate> = lost.turns.iter().map(|turn| &turn.fate).collect();
    assert!(!fates.is_empty());
    assert!(fates.iter().all(|fate| matches!(fate, Fate::Failed(_))), "{fates:?}");
    let scored = lost.calls.iter().filter(|call| call.question == "scores");
    assert_eq!(scored.filter(|call| call.fault.is_some()).count(), 1);
}

/// Runs the debate with a script in which every call of one question after the first `kept` ones
/// fails.
fn failing(question: &str, persona: Option<&str>, kept: usize) -> Debate {
    run_edited("debate", &belief(4), &[ADA, BEN], |lines| {
        let is_asked =
            |line: &Value| line["question"] == question && line["persona"].as_str() == persona;
        let answered = lines.iter().filter(|line| is_asked(line)).take(kept).count();
        assert_eq!(answered, kept, "the script has enough answers");
        let mut met = 0;
        lines.retain(|line| {
            met += usize::from(is_asked(line));
            !is_asked(line) || met <= kept
        });
        lines.push(json!({ "question": question, "persona": persona, "fault": "no connection" }));
    })
}

#[test]
fn belief_rule_7_without_settling_questions_a_crux_is_settled_by_its_own_question() {
    let debate = failing("settle", None, 0);
    let cruxes = &debate.outcome().cruxes;
    assert_eq!(cruxes.len(), 2);
    assert!(cruxes.iter().all(|crux| crux.settling_question == crux.question));
    assert_eq!(debate.outcome().usage.failed, 1);
}

#[test]
fn belief_rule_6_a_persona_that_does_not_score_the_others_takes_their_scores_of_the_debate() {
    let debate = failing("scores", Some(ADA), 1);
    assert_eq!(debate.outcome().cruxes.len(), 2);
    assert_eq!(debate.outcome().usage.failed, 1, "a persona is asked once");
    let last = debate.snapshots().last().unwrap();
    let silent = last.turns.iter().filter(|turn| turn.act == Act::Silence);
    let silent: Vec<String> =
        silent.filter_map(|turn| Some(turn.speaker.as_ref()?.to_string())).collect();
    assert_eq!(silent, [ADA]);
}

#[test]
fn belief_rule_2_it_fails_when_no_persona_can_move() {
    let debate = debate("moves-fail", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Failed, 0));
    let silent = debate.snapshots()[1].turns.iter().filter(|t| t.act == Act::Silence);
    assert_eq!(silent.count(), 2);
}
