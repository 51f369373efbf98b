//! The rules of mode `dialogue`, by number. Each rule that a whole debate does not show has a table
//! of cases here or beside its code in `mode/conversation/`.
//!
//! 1. Every persona opens once; then the exchange begins.
//! 2. The opening speeches enter the graph, and the attacks among their arguments are looked for.
//! 3. A turn is checked; a failed one is recorded and uses a turn up. A crux is proposed in the
//!    search for it only.
//! 4. Who speaks next: alternation, but a persona that is silent for three turns goes first.
//! 5. When what was said enters the graph.
//! 6. When the search for the crux begins, and the signals of convergence.
//! 7. Proposed cruxes and their acknowledgement.
//! 8. When the debate ends.
//! 9. Circling.
//! 10. The hints, by the first that fits.
//! 11. An update removes, updates, adds, withdraws attacks and adds attacks, in this order.
//! 12. The kinds of concession, each attributed to the latest concession of the persona whose
//!     argument changed, or to its latest turn where it gave the argument up or restricted it
//!     without that move.
//! 13. Cruxes follow from positions and loads; a proposal does not replace them.
//! 14. An answer that a persona gives beside its thesis is a position and no argument.
//! 15. No disputed question that theses rest on is discussed a fourth time before each was
//!     discussed: a hint names the next one, so that neither of two personas always answers last.
//! 16. A turn that does not do what its hint asks for says so, and its speaker is not asked for it
//!     again.
//! 17. A corpus answers and grants only what was said, and it names an assumption before it answers
//!     it.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use serde_json::{Value, json};

use super::{dialogue, rule};
use crate::graph::{NodeKind, Operation, Relation};
use crate::mode::conversation::run::samples::EVENTS;
use crate::mode::shared::events::ConcessionMade;
use crate::mode::tests::scripted::{ADA, BEN, Debate, assert_reports, run_edited};
use crate::record::{Act, ConcessionKind, ConcessionSource};

/// Whether a part of an update is refused, so that the question is asked twice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    Passes,
    IsRefused,
}

/// The whole debate with another update after the first concession; what follows it is empty.
fn updated(update: &Value, check: Check) -> Debate {
    run_edited("debate", &dialogue(10), &[ADA, BEN], |lines| {
        // No claim is reworded that would be compared again.
        lines.pop();
        let is_update =
            |(at, line): (usize, &Value)| (line["question"] == "crystallize").then_some(at);
        let mut places: Vec<usize> = lines.iter().enumerate().filter_map(is_update).collect();
        for &place in &places[1..] {
            lines[place]["answer"] = json!({
                "removed": [], "updated": [], "accepted": [], "added": [], "removed_attacks": [], "added_attacks": [],
            });
        }
        let repeated = if check == Check::IsRefused { 2 } else { 1 };
        for &place in &places[1..=repeated] {
            for (key, value) in update.as_object().unwrap() {
                lines[place]["answer"][key] = value.clone();
            }
        }
        // In the whole debate itself one answer is repeated.
        if check == Check::Passes {
            lines.remove(places.pop().unwrap());
        }
    })
}

fn argument(claim: &str) -> Value {
    json!({
        "claim": claim, "premises": ["A premise."], "assumptions": [], "rests_on": [], "evidence": [], "excerpts": [],
        "axis": null, "side": null, "confidence": 0.5,
    })
}

/// The operations of the update after the first concession, each with its first word.
fn operations(debate: &Debate) -> Vec<String> {
    let changes = debate.snapshots()[1].changes.iter();
    let word = |operation: &Operation| match operation {
        Operation::AddNode(node) => Some(format!("add {}", node.id)),
        Operation::UpdateNode(node) => Some(format!("update {}", node.id)),
        Operation::RemoveNode(id) => Some(format!("remove {id}")),
        Operation::AddEdge(edge) => Some(format!("attack {} {}", edge.from, edge.to)),
        Operation::RemoveEdge(id) => Some(format!("withdraw {id}")),
        Operation::UpdateEdge(_)
        | Operation::Label { .. }
        | Operation::Score { .. }
        | Operation::Strength { .. } => None,
    };
    changes.filter_map(|change| word(&change.operation)).collect()
}

#[test]
fn dialogue_rule_11_an_update_removes_updates_adds_withdraws_and_attacks_in_this_order() {
    let debate = updated(
        &json!({
            "removed": ["n3"],
            "updated": [{ "node": "n4", "claim": "Children breathe a little better.", "qualifier": null }],
            "added": [{ "turn": "t6", "argument": argument("Rents never fall.") }],
            "added_attacks": [{ "from": "a1", "to": "n4", "part": "claim", "number": 0, "relation": "rebut", "confidence": 0.5 }],
        }),
        Check::Passes,
    );
    let expected = ["remove n3", "update n4", "add n7", "attack n7 n4", "attack n4 n7"];
    assert_eq!(
        operations(&debate),
        expected,
        "the attack on n3 goes with it; a rebuttal is mirrored"
    );
}

#[test]
fn dialogue_rule_12_a_concession_is_attributed_to_the_concession_of_the_author() {
    let debate = updated(&json!({ "removed": ["n3"] }), Check::Passes);
    let [concession] = debate.outcome().concessions.as_slice() else { panic!("one concession") };
    let ConcessionSource::Turn(turn) = &concession.source else { panic!("in the debate") };
    let conceding = debate.turns().find(|known| known.id == *turn).unwrap();
    assert_eq!(conceding.text, "Children in the side streets will not breathe better.");
    assert_eq!(concession.persona.as_str(), ADA);
    assert_eq!(debate.reported::<ConcessionMade>().len(), 1);
}

#[test]
fn dialogue_rule_12_what_a_persona_gives_up_or_restricts_without_a_concession_is_attributed_to_its_latest_turn()
 {
    let granted = "In the rain fewer people walk.";
    let cases = [
        (json!({ "removed": ["n5"] }), ConcessionKind::Full),
        (
            json!({ "updated": [{ "node": "n5", "claim": null, "qualifier": granted }] }),
            ConcessionKind::ScopeNarrowing,
        ),
    ];
    for (update, kind) in cases {
        let debate = updated(&update, Check::Passes);
        let [concession] = debate.outcome().concessions.as_slice() else { panic!("{update}") };
        let ConcessionSource::Turn(turn) = &concession.source else { panic!("in the debate") };
        let turn = debate.turns().find(|known| known.id == *turn).unwrap();
        assert_eq!((concession.persona.as_str(), turn.act), (BEN, Act::Challenge));
        assert_eq!(concession.effect.as_ref().unwrap().kind, kind);
    }
    let reworded =
        json!({ "updated": [{ "node": "n5", "claim": "In other words.", "qualifier": null }] });
    assert_eq!(updated(&reworded, Check::Passes).outcome().concessions, [], "it is no concession");
}

#[test]
fn dialogue_rule_12_what_was_only_judged_the_same_ends_with_other_words_and_what_is_accepted_stays()
{
    let debate = run_edited("debate", &dialogue(10), &[ADA, BEN], |lines| {
        let compare = lines.iter_mut().find(|line| line["question"] == "compare").unwrap();
        compare["answer"]["groups"] = json!([{ "items": ["n4", "n6"] }]);
    });
    let endorsers = |graph: &crate::graph::Graph, id| {
        graph.node(crate::vocabulary::NodeId::new(id)).unwrap().endorsers().len()
    };
    let opening = &debate.snapshots()[0].graph;
    assert_eq!([endorsers(opening, 4), endorsers(opening, 6)], [2, 2]);
    let after = debate.graph();
    assert_eq!(endorsers(after, 4), 2, "Ben has accepted it since");
    assert_eq!(endorsers(after, 6), 1, "Ben says something else there now");
}

#[test]
fn dialogue_rule_14_an_answer_beside_the_thesis_is_a_position_and_no_argument() {
    let answer = |axis: &str, side: &str| json!([{ "text": format!("On {axis}: {side}."), "axis": axis, "side": side, "rests_on": [], "excerpts": [] }]);
    let debate = run_edited("passes", &dialogue(10), &[ADA, BEN], |lines| {
        for (line, side) in lines.iter_mut().zip(["yes", "no"]) {
            line["answer"]["thesis"]["rests_on"].as_array_mut().unwrap().truncate(1);
            line["answer"]["positions"] = answer("air", side);
        }
        let added = lines[2]["answer"]["added"].as_array_mut().unwrap();
        added.retain(|new| new["argument"]["axis"] == "trade");
        // The answer of Ada is a turn of its own, so that Ben speaks one turn later.
        for new in added.iter_mut().filter(|new| new["turn"] == "t3") {
            new["turn"] = json!("t4");
        }
        lines[4]["answer"]["attacks"] = json!([]);
    });
    let positions: Vec<_> =
        debate.graph().nodes().filter(|node| node.kind == NodeKind::Position).collect();
    assert_eq!(positions.len(), 2);
    assert!(positions.iter().all(|node| node.round == 0 && node.label.is_none()));
    let camps = &debate.outcome().camps;
    let in_framework = |id| camps.iter().any(|camp| camp.arguments.contains(&id));
    assert!(!positions.iter().any(|node| in_framework(node.id)));
    let shown = format!("{:?}", debate.sections(&dialogue(10)));
    assert!(shown.contains("On air: yes.") && shown.contains("also disputed"));
    let idle: Vec<_> = debate.outcome().idle_disputes.iter().map(|idle| &idle.question).collect();
    assert_eq!(idle, ["Will the air get much cleaner?"]);
}

#[test]
fn dialogue_rule_12_what_is_granted_beside_a_new_argument_restricts_this_argument() {
    let granted = "It is warm.";
    let debate = updated(
        &json!({ "added": [{ "turn": "t7", "qualifier": granted, "argument": argument("Rents never fall.") }] }),
        Check::Passes,
    );
    let [concession] = debate.outcome().concessions.as_slice() else { panic!("one concession") };
    let effect = concession.effect.as_ref().unwrap();
    let narrowed = debate.graph().node(effect.node).unwrap();
    assert_eq!((concession.text.as_str(), effect.kind), (granted, ConcessionKind::ScopeNarrowing));
    assert_eq!(
        (narrowed.text.as_str(), narrowed.detail.qualifiers.as_slice()),
        ("Rents never fall.", &[granted.to_owned()][..])
    );
}

#[test]
fn dialogue_rule_11_what_does_not_fit_is_refused_and_counted() {
    let attack = |from: &str, to: &str| json!({ "from": from, "to": to, "part": "claim", "number": 0, "relation": "rebut", "confidence": 0.5 });
    let cases = [
        ("an unknown argument", json!({ "removed": ["n99"] })),
        (
            "an unknown argument",
            json!({ "updated": [{ "node": "x", "claim": "So.", "qualifier": null }] }),
        ),
        (
            "nothing is changed",
            json!({ "updated": [{ "node": "n3", "claim": null, "qualifier": " " }] }),
        ),
        (
            "a persona that conceded nothing",
            json!({ "accepted": [{ "node": "n3", "persona": BEN }] }),
        ),
        ("an unknown persona", json!({ "accepted": [{ "node": "n3", "persona": "eve" }] })),
        ("its own argument", json!({ "accepted": [{ "node": "n3", "persona": ADA }] })),
        ("an earlier turn", json!({ "added": [{ "turn": "t1", "argument": argument("New.") }] })),
        (
            "an argument that the graph has",
            json!({ "added": [{ "turn": "t5", "argument": argument("shops gain when people WALK") }] }),
        ),
        ("an attack on itself", json!({ "added_attacks": [attack("n3", "n3")] })),
        (
            "an attack on an argument of the same persona",
            json!({ "added_attacks": [attack("n3", "n4")] }),
        ),
        ("an unknown end", json!({ "added_attacks": [attack("n3", "a7")] })),
        (
            "a component that does not exist",
            json!({ "added_attacks": [{ "from": "n3", "to": "n5", "part": "premise", "number": 4, "relation": "undermine", "confidence": 0.5 }] }),
        ),
        (
            "a type that does not fit the component",
            json!({ "added_attacks": [{ "from": "n5", "to": "n3", "part": "premise", "number": 1, "relation": "rebut", "confidence": 0.5 }] }),
        ),
    ];
    for (case, update) in cases {
        let debate = updated(&update, Check::IsRefused);
        assert_eq!(operations(&debate), [""; 0], "{case}");
        let calls = debate.snapshots()[1].calls.iter();
        let dropped: usize = calls.map(|call| call.dropped.len()).sum();
        assert_eq!(dropped, 1, "{case}");
        assert_eq!(debate.outcome().usage.repairs, 1, "{case}");
    }
}

#[test]
fn dialogue_rule_11_an_attack_that_the_graph_has_is_not_added_again() {
    let again = json!({ "from": "n5", "to": "n3", "part": "premise", "number": 1, "relation": "undermine", "confidence": 0.9 });
    let debate = updated(&json!({ "added_attacks": [again] }), Check::Passes);
    assert_eq!(operations(&debate), [""; 0]);
}

/// The attacks between n3 and n5 after an update in which ada rebuts n5 and ben rebuts n3, and
/// after a later one.
fn rebuttals(later: &Value) -> [Vec<String>; 2] {
    let rebuts = |from, to, confidence| json!({ "from": from, "to": to, "part": "claim", "number": 0, "relation": "rebut", "confidence": confidence });
    let debate = run_edited("debate", &dialogue(10), &[ADA, BEN], |lines| {
        // No claim is reworded that would be compared again, and no answer is refused.
        lines.pop();
        lines.remove(lines.iter().rposition(|line| line["question"] == "crystallize").unwrap());
        let updates = lines.iter_mut().filter(|line| line["question"] == "crystallize").skip(1);
        for (update, at) in updates.zip(0..) {
            update["answer"] = json!({
                "removed": [], "updated": [], "accepted": [], "added": [], "removed_attacks": [],
                "added_attacks": match at {
                    0 => json!([rebuts("n3", "n5", 0.7)]),
                    1 => json!([rebuts("n5", "n3", 0.9)]),
                    _ => json!([]),
                },
            });
            if at == 2 {
                update["answer"]["removed_attacks"] = later.clone();
            }
        }
    });
    let snapshots = debate.snapshots();
    [2, 3].map(|at| {
        let graph = &snapshots[at].graph;
        let rebuttals = graph.edges().filter(|edge| edge.relation == Relation::Rebut);
        let shown = rebuttals.map(|edge| {
            let of = if edge.mirrors.is_some() { "mirror" } else { "own" };
            format!("{} {} {of} {}", edge.from, edge.to, edge.judged())
        });
        shown.collect()
    })
}

#[test]
fn dialogue_rule_11_a_rebuttal_that_only_mirrored_the_other_side_becomes_an_attack_of_its_own() {
    let both = ["n3 n5 own 0.7", "n5 n3 own 0.9"];
    assert_eq!(rebuttals(&json!([])), [both, both]);
    let [_, after] = rebuttals(&json!([{ "from": "n3", "to": "n5" }]));
    assert_eq!(after, ["n3 n5 mirror 0.9", "n5 n3 own 0.9"], "ben still rebuts n3");
    let [_, after] =
        rebuttals(&json!([{ "from": "n3", "to": "n5" }, { "from": "n5", "to": "n3" }]));
    assert_eq!(after, [""; 0]);
}

#[test]
fn dialogue_rule_2_an_invalid_attack_among_the_openings_is_left_out() {
    let debate = updated(&json!({}), Check::Passes);
    let attacks = debate.snapshots()[0].graph.edges();
    let attacks: Vec<String> = attacks.map(|edge| format!("{} {}", edge.from, edge.to)).collect();
    assert_eq!(attacks, ["n5 n3"], "one of two was valid");
}

#[test]
fn dialogue_rule_13_a_proposal_does_not_decide_which_issues_are_cruxes() {
    let proposing = |axis: Value| {
        let debate = run_edited("debate", &dialogue(10), &[ADA, BEN], |lines| {
            let proposal = lines.iter_mut().find(|line| line["answer"]["move"] == "propose_crux");
            proposal.unwrap()["answer"]["axis"] = axis;
        });
        let cruxes = debate.outcome().cruxes.clone();
        assert!(rule(&debate).contains("another one agreed"));
        cruxes
    };
    assert_eq!(proposing(json!("trade")), proposing(json!("air")));
    assert_eq!(proposing(json!("trade")), proposing(Value::Null));
}

#[test]
fn dialogue_rule_8_every_event_of_the_course_is_reported_under_its_name() {
    let debate = run_edited("debate", &dialogue(10), &[ADA, BEN], |_| ());
    assert_reports(&debate, &EVENTS);
    assert_reports(&debate, &["graph_updated"]);
    let failed = run_edited("no-opening", &dialogue(10), &[ADA, BEN], |_| ());
    assert_reports(&failed, &["engine_start", "engine_error"]);
}
