//! The rules of mode `dispute`, by number. What belongs to the conversation is tested as rules of
//! mode `dialogue`.
//!
//! 1. Every stance names an existing dispute, and every reason an existing stance: there are no
//!    free-floating claims.
//! 2. A speaker has one live stance on a dispute.
//! 3. A concession updates a stance and enters the trail; nothing else turns one. What its author
//!    gives up or restricts without that move is attributed to its latest turn.
//! 4. A dispute with stances of one speaker only is pending, and never an outcome.
//! 5. An update opens at most two disputes; more are dropped and counted.
//! 6. A dispute about an axis carries the axis, once, and asks its question. A thesis that rests on
//!    the question takes a side there.
//! 7. A dispute is retired after three updates that do not touch it, or when its speakers call it
//!    settled. It stays on record.
//! 8. The tone is adversarial, with one or two sentences a turn
//!    (`mode/conversation/questions/take_turn.rs`).
//! 9. No hint follows a concession (`mode/conversation/run/steering.rs`).
//! 10. Reasons attack reasons for the other side; the semantics of each dispute ranks the survivors
//!     (`disputes.rs`).
//! 11. Stances that contradict each other are never reported as agreement.
//! 12. There are two or more personas. A debate takes two calls for each persona, one for each
//!     turn, one for each update of the graph, and what the comparisons need.
//! 13. An answer that a persona gives beside its thesis becomes its stance where a dispute is
//!     opened on the question, and not before.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod answers;
mod turned;
mod words;

use serde_json::{Value, json};

use super::{at_the_end, debate, dispute};
use crate::graph::{NodeKind, Relation};
use crate::mode::conversation::run::samples::EVENTS;
use crate::mode::dispute::detail::{self, Retired, Why};
use crate::mode::dispute::disputes::disputes;
use crate::mode::dispute::events::DcgUpdate;
use crate::mode::shared::events::ConcessionMade;
use crate::mode::tests::scripted::{ADA, BEN, Debate, assert_reports, run_edited};
use crate::record::{ConcessionKind, ConcessionSource};
use crate::vocabulary::{NodeId, Side};

/// What an update does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// It adds no statement.
    Passes,
    /// It adds statements, which are compared at the end.
    Adds,
    /// A part of it is refused, so that the question is asked twice.
    IsRefused,
}

const EMPTY: &str = r#"{ "new_disputes": [], "updated_disputes": [], "upsert_stances": [], "new_reasons": [], "removed_reasons": [] }"#;

/// The whole debate with another update after the first concession, which is Ada's in t7; what
/// follows it is empty.
fn updated(update: &Value, check: Check) -> Debate {
    run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        let is_update = |line: &Value| line["question"] == "crystallize_disputes";
        let places: Vec<usize> = (0..lines.len()).filter(|at| is_update(&lines[*at])).collect();
        for &place in &places[1..] {
            lines[place]["answer"] = serde_json::from_str(EMPTY).unwrap();
        }
        for (key, value) in update.as_object().unwrap() {
            lines[places[1]]["answer"][key] = value.clone();
        }
        if check != Check::Adds {
            lines.pop();
        }
        if check == Check::IsRefused {
            lines.insert(places[1], lines[places[1]].clone());
        }
    })
}

fn stance(turn: &str, dispute: &str, side: &str) -> Value {
    json!({
        "turn": turn, "dispute": dispute, "side": side, "statement": "A stance.", "qualifier": null, "confidence": 0.5, "rests_on": [],
        "excerpts": [],
    })
}

fn reason(turn: &str, dispute: &str, stance_of: &str, polarity: &str) -> Value {
    json!({
        "turn": turn, "dispute": dispute, "stance_of": stance_of, "polarity": polarity, "claim": "A new reason.", "assumptions": [],
        "evidence": [], "attacks": [], "confidence": 0.5, "excerpts": [],
    })
}

fn with(mut item: Value, key: &str, value: Value) -> Value {
    item[key] = value;
    item
}

fn new_dispute(question: &str, axis: Option<&str>) -> Value {
    json!({ "turn": "t5", "question": question, "axis": axis, "horizon": null, "criteria": ["It is counted."] })
}

fn settled(by: &[&str]) -> Value {
    json!({ "dispute": "n3", "horizon": null, "criteria": [], "settled_by": by })
}

/// What the update after the first concession left out.
fn dropped(debate: &Debate) -> Vec<String> {
    let calls = debate.snapshots()[1].calls.iter();
    calls.flat_map(|call| call.dropped.clone()).collect()
}

#[test]
fn what_breaks_a_rule_is_refused_and_counted() {
    // In the graph: n3 asks about trade (Ada n5 no, Ben n6 yes, reasons n9 and n10), n4 about air
    // (Ada n7 yes, Ben n8 no).
    let stances = |item: Value| json!({ "upsert_stances": [item] });
    let reasons = |item: Value| json!({ "new_reasons": [item] });
    let cases = [
        ("1: there is no dispute", stances(stance("t7", "n99", "yes"))),
        ("1: a thesis is not a dispute", stances(stance("t7", "n1", "yes"))),
        ("1: a reason without a dispute", reasons(reason("t7", "n99", ADA, "support"))),
        ("1: nobody of that name has a stance", reasons(reason("t7", "n3", "eve", "support"))),
        (
            "1: a new dispute on which its author has no stance",
            json!({
                "new_disputes": [new_dispute("Will it rain?", None)],
                "new_reasons": [reason("t5", "d1", BEN, "attack")],
            }),
        ),
        ("1: an unknown turn", stances(stance("t99", "n3", "no"))),
        ("2: an earlier turn does not change a stance", stances(stance("t1", "n3", "no"))),
        ("3: no concession of Ben", stances(stance("t6", "n3", "no"))),
        ("3: an unknown reason", json!({ "removed_reasons": ["n5"] })),
        (
            "6: the axis has a dispute",
            json!({ "new_disputes": [new_dispute("Again?", Some("trade"))] }),
        ),
        (
            "6: the same question",
            json!({ "new_disputes": [new_dispute("will the SHOPS lose custom?", None)] }),
        ),
        (
            "6: nothing would settle it",
            json!({ "new_disputes": [with(new_dispute("So?", None), "criteria", json!([]))] }),
        ),
        (
            "7: opposite stances are not settled",
            json!({ "updated_disputes": [settled(&[ADA, BEN])] }),
        ),
        (
            "7: an unknown dispute",
            json!({ "updated_disputes": [with(settled(&[]), "dispute", json!("n1"))] }),
        ),
        ("10: its author takes the other side", reasons(reason("t7", "n3", BEN, "support"))),
        (
            "10: it attacks a reason for its own side",
            reasons(with(reason("t7", "n3", ADA, "support"), "attacks", json!(["n9"]))),
        ),
        (
            "10: it attacks a reason of another dispute",
            reasons(with(reason("t7", "n4", ADA, "support"), "attacks", json!(["n10"]))),
        ),
        (
            "1: it cites a statement of another persona",
            stances(with(stance("t7", "n3", "no"), "excerpts", json!(["ben-first"]))),
        ),
        (
            "10: it attacks a stance",
            reasons(with(reason("t7", "n3", ADA, "support"), "attacks", json!(["n6"]))),
        ),
        (
            "2: the map has it already",
            reasons(with(
                reason("t7", "n3", ADA, "support"),
                "claim",
                json!("people on FOOT stop more often"),
            )),
        ),
    ];
    for (case, update) in cases {
        let debate = updated(&update, Check::IsRefused);
        assert_eq!(dropped(&debate).len(), 1, "{case}: {:?}", dropped(&debate));
        assert_eq!(debate.outcome().usage.repairs, 1, "{case}");
    }
}

#[test]
fn dispute_rule_1_every_stance_answers_a_dispute_and_every_reason_one_stance_in_every_round() {
    for debate in [debate("debate", 10, &[ADA, BEN]), updated(&json!({}), Check::Passes)] {
        for snapshot in debate.snapshots() {
            let graph = &snapshot.graph;
            let kind = |id: NodeId| graph.node(id).unwrap().kind;
            for node in graph.nodes() {
                let to = |wanted| {
                    graph.out_of_node(node.id).filter(|edge| kind(edge.to) == wanted).count()
                };
                match node.kind {
                    NodeKind::Position => assert_eq!(to(NodeKind::Question), 1, "{}", node.id),
                    NodeKind::Argument => assert_eq!(to(NodeKind::Position), 1, "{}", node.id),
                    NodeKind::Thesis | NodeKind::Question | NodeKind::Point | NodeKind::Reading => {
                    }
                }
            }
        }
    }
}

#[test]
fn dispute_rule_2_a_second_stance_of_a_speaker_updates_the_first() {
    let again =
        json!({ "upsert_stances": [with(stance("t7", "n3", "no"), "confidence", json!(0.9))] });
    let debate = updated(&again, Check::Passes);
    let last = &debate.snapshots()[1].graph;
    let trade = disputes(last).remove(0);
    assert_eq!(trade.stances.len(), 2);
    let own = trade.stance_of(&ADA.parse().unwrap()).unwrap();
    assert_eq!((own.id, own.text.as_str()), (NodeId::new(5), "A stance."));
    let twice = [stance("t7", "n3", "no"), stance("t7", "n3", "no")];
    let debate = updated(&json!({ "upsert_stances": twice }), Check::Passes);
    assert_eq!(dropped(&debate).len(), 1, "given twice");
}

#[test]
fn dispute_rule_3_a_concession_turns_the_stance_and_takes_its_reasons_along() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let [before, after] = [1, 2].map(|at| &debate.snapshots()[at].graph);
    let stance = |graph: &crate::graph::Graph| {
        let air = disputes(graph).remove(1);
        let own = air.stance_of(&BEN.parse().unwrap()).unwrap();
        (own.id, own.side.unwrap())
    };
    assert_eq!(stance(before), (NodeId::new(8), Side::No));
    assert_eq!(stance(after), (NodeId::new(8), Side::Yes), "the stance is updated, not doubled");
    assert!(before.node(NodeId::new(14)).is_some());
    assert!(after.node(NodeId::new(14)).is_none(), "its own reason against is given up");
    let [was, is] = [before, after].map(|graph| {
        let mut edges = graph.out_of_node(NodeId::new(15));
        edges.find(|edge| edge.to == NodeId::new(8)).unwrap().relation
    });
    assert_eq!((was, is), (Relation::Attack, Relation::Support), "Ada's reason keeps its side");
    let kinds: Vec<(String, ConcessionKind)> = debate
        .outcome()
        .concessions
        .iter()
        .filter_map(|concession| {
            let ConcessionSource::Turn(turn) = &concession.source else { return None };
            Some((turn.to_string(), concession.effect.as_ref()?.kind))
        })
        .collect();
    let expected = [
        ("t7".to_owned(), ConcessionKind::ScopeNarrowing),
        ("t8".to_owned(), ConcessionKind::Partial),
    ];
    assert_eq!(kinds, expected, "the trail names the turn of each concession");
}

#[test]
fn dispute_rule_3_a_concession_may_remove_a_reason() {
    let debate = updated(&json!({ "removed_reasons": ["n9"] }), Check::Passes);
    let [concession] = debate.outcome().concessions.as_slice() else { panic!("one concession") };
    assert_eq!(concession.effect.as_ref().unwrap().kind, ConcessionKind::Full);
    assert_eq!(debate.reported::<ConcessionMade>().len(), 1);
}

#[test]
fn dispute_rule_3_what_a_persona_gives_up_or_restricts_without_a_concession_is_attributed_to_its_latest_turn()
 {
    let restricted = with(stance("t6", "n3", "yes"), "qualifier", json!("In the rain."));
    let cases = [
        (json!({ "removed_reasons": ["n10"] }), ConcessionKind::Full),
        (json!({ "upsert_stances": [restricted] }), ConcessionKind::ScopeNarrowing),
    ];
    for (update, kind) in cases {
        let debate = updated(&update, Check::Passes);
        let [concession] = debate.outcome().concessions.as_slice() else { panic!("{update}") };
        assert_eq!(concession.source, ConcessionSource::Turn("t6".parse().unwrap()));
        assert_eq!(concession.effect.as_ref().unwrap().kind, kind);
    }
}

#[test]
fn dispute_rule_3_a_concession_that_comes_with_the_first_stance_enters_the_trail() {
    let update = json!({
        "new_disputes": [new_dispute("Will the buses run more often?", None)],
        "upsert_stances": [with(stance("t7", "d1", "yes"), "qualifier", json!("At night they will not."))],
    });
    let debate = updated(&update, Check::Adds);
    let [concession] = debate.outcome().concessions.as_slice() else { panic!("one concession") };
    assert_eq!(concession.text, "At night they will not.");
    let effect = concession.effect.as_ref().unwrap();
    assert_eq!(effect.kind, ConcessionKind::ScopeNarrowing);
    let stance = debate.snapshots()[1].graph.node(effect.node).unwrap();
    assert_eq!(stance.detail.qualifiers, std::slice::from_ref(&concession.text));
}

#[test]
fn dispute_rule_4_a_pending_dispute_is_not_a_crux_an_idle_dispute_or_common_ground() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let outcome = serde_json::to_value(debate.outcome()).unwrap();
    let buses = "Will the buses run more often?";
    assert!(at_the_end(&debate).iter().any(|line| line.starts_with(buses)));
    for part in ["cruxes", "idle_disputes", "common_ground", "fake_consensus", "settled"] {
        assert!(!outcome[part].to_string().contains("buses"), "{part}");
    }
    let update = json!({
        "new_disputes": [new_dispute(buses, None)],
        "upsert_stances": [stance("t7", "d1", "yes"), stance("t6", "d1", "no")],
    });
    let live = updated(&update, Check::Adds);
    let idle: Vec<&str> =
        live.outcome().idle_disputes.iter().map(|idle| idle.question.as_str()).collect();
    assert_eq!(idle, [buses], "with a second side it is a dispute on which no thesis depends");
}

#[test]
fn dispute_rule_5_an_update_opens_two_disputes_and_counts_the_others() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let first = &debate.snapshots()[0];
    assert_eq!(disputes(&first.graph).len(), 2);
    let left_out: Vec<&String> = first.calls.iter().flat_map(|call| &call.dropped).collect();
    let [dispute, stance] = left_out.as_slice() else { panic!("{left_out:?}") };
    assert!(dispute.contains("at most 2 are opened"), "{dispute}");
    assert!(stance.contains("its dispute `d3` is left out"), "{stance}");
    assert_eq!(debate.outcome().usage.repairs, 0, "it is not sent back");
    let detail = detail::outcome_detail(debate.outcome()).unwrap().unwrap();
    assert_eq!(detail.beyond_limit, 1);
}

#[test]
fn dispute_rule_6_a_dispute_about_an_axis_asks_its_question_and_a_thesis_takes_a_side_there() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let opening = &debate.snapshots()[0].graph;
    let disputes = disputes(opening);
    let axes: Vec<_> = disputes.iter().map(|dispute| dispute.node.axis.as_ref().unwrap()).collect();
    assert_eq!(axes.iter().map(|axis| axis.as_str()).collect::<Vec<_>>(), ["trade", "air"]);
    assert_eq!(disputes[0].node.text, "Will the shops lose custom?", "not «Do shops lose?»");
    let of_thesis = disputes[1].stance_of(&BEN.parse().unwrap()).unwrap();
    assert_eq!(of_thesis.text, "Because of air, says ben.");
    assert_eq!(of_thesis.provenance, opening.node(NodeId::new(2)).unwrap().provenance);
}

#[test]
fn dispute_rule_6_a_side_that_a_thesis_takes_rests_on_what_its_own_point_there_rests_on() {
    let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        lines[1]["answer"]["grants"] = json!([{
            "text": "The air stays as it is.", "axis": "air", "side": "no", "excerpts": [],
            "rests_on": [{ "text": "Because of trade, says ben.", "axis": "trade", "side": "yes" }],
        }]);
        let is_update = |line: &&mut Value| line["question"] == "crystallize_disputes";
        for update in lines.iter_mut().filter(is_update).skip(1) {
            update["answer"] = serde_json::from_str(EMPTY).unwrap();
        }
        // The point is a turn of its own, so that each later turn has the next number.
        for turn in lines.iter_mut().filter(|line| line["question"] == "take_turn") {
            let replies_to = &mut turn["answer"]["replies_to"];
            let number = replies_to.as_str().and_then(|turn| turn[1..].parse::<u32>().ok());
            if let Some(number) = number.filter(|number| *number > 4) {
                *replies_to = json!(format!("t{}", number + 1));
            }
        }
        lines.pop();
    });
    let opening = &debate.snapshots()[0].graph;
    let ben = BEN.parse().unwrap();
    let disputes = disputes(opening);
    let on_air = disputes.iter().find_map(|dispute| {
        let is_air = dispute.node.axis.as_ref().is_some_and(|axis| axis.as_str() == "air");
        dispute.stance_of(&ben).filter(|_| is_air)
    });
    let of_thesis = on_air.unwrap();
    assert_eq!(of_thesis.text, "Because of air, says ben.");
    let rests: Vec<_> = of_thesis.detail.asserts.iter().map(|known| &known.asserts).collect();
    assert_eq!(rests.iter().map(|on| on.axis.as_str()).collect::<Vec<_>>(), ["trade"]);
}

/// When and why each dispute was retired.
fn retired(debate: &Debate) -> Vec<Option<Retired>> {
    let detail = detail::outcome_detail(debate.outcome()).unwrap().unwrap();
    detail.disputes.iter().map(|dispute| dispute.retired).collect()
}

fn is_retired(debate: &Debate) -> Vec<bool> {
    retired(debate).iter().map(Option::is_some).collect()
}

#[test]
fn dispute_rule_7_a_dispute_is_retired_and_stays_on_record() {
    let untouched = debate("retired", 30, &[ADA, BEN]);
    assert_eq!(retired(&untouched), [Some(Retired { round: 3, why: Why::Untouched }); 2]);
    assert_eq!(at_the_end(&untouched).len(), 2, "on record");
    assert_eq!(untouched.cruxes().len(), 2, "the theses still depend on both questions");
    let whole = debate("debate", 10, &[ADA, BEN]);
    let settled = Some(Retired { round: 3, why: Why::Settled });
    assert_eq!(retired(&whole), [None, settled, None]);
    let called_by_one = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        lines[12]["answer"]["updated_disputes"][0]["settled_by"] = json!([BEN]);
    });
    assert_eq!(retired(&called_by_one)[1], None, "Ada takes a side too");
    let updates = whole.reported::<DcgUpdate>().into_iter();
    let states: Vec<bool> = updates.map(|update| update.disputes[1].active).collect();
    assert_eq!(states, [true, true, true, false, false]);
}

#[test]
fn dispute_rule_7_a_dispute_that_a_persona_names_as_the_core_is_touched() {
    let debate = run_edited("retired", &dispute(30), &[ADA, BEN], |lines| {
        lines[10]["answer"]["axis"] = json!("trade");
    });
    assert_eq!(is_retired(&debate), [false, true]);
}

#[test]
fn dispute_rule_7_a_dispute_that_a_persona_proposes_as_the_crux_is_touched() {
    let debate = run_edited("retired", &dispute(30), &[ADA, BEN], |lines| {
        lines[8]["answer"]["move"] = json!("propose_crux");
        lines[8]["answer"]["axis"] = json!("air");
    });
    assert_eq!(is_retired(&debate), [true, false]);
}

#[test]
fn dispute_rule_10_attacks_stay_within_a_dispute() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    for snapshot in debate.snapshots() {
        let all = disputes(&snapshot.graph);
        let place = |id: NodeId| {
            all.iter().position(|dispute| dispute.reasons.iter().any(|r| r.node.id == id))
        };
        let attacks = snapshot.graph.edges().filter(|edge| place(edge.to).is_some());
        for attack in attacks {
            assert_eq!(attack.relation, Relation::Attack);
            assert_eq!(place(attack.from), place(attack.to), "{}", attack.id);
        }
    }
}

#[test]
fn dispute_rule_11_contradictory_stances_are_not_an_agreement_even_if_they_were_judged_the_same() {
    let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        let compare = lines.iter_mut().find(|line| line["question"] == "compare").unwrap();
        compare["answer"]["groups"] = json!([{ "items": ["n5", "n6"] }]);
    });
    let judged_the_same = debate.graph().node(NodeId::new(5)).unwrap().endorsers();
    assert_eq!(judged_the_same.len(), 2, "each endorses the stance of the other");
    let ground = &debate.outcome().common_ground;
    let agreed: Vec<NodeId> = ground.agreed.iter().map(|agreement| agreement.node).collect();
    assert!(!agreed.contains(&NodeId::new(5)) && !agreed.contains(&NodeId::new(6)), "{agreed:?}");
    assert!(debate.outcome().fake_consensus.is_empty());
    let opposed = |question: &crate::record::AgreedQuestion| question.axis.as_str() == "trade";
    assert!(!ground.questions.iter().any(opposed));
}

#[test]
fn dispute_rule_1_every_event_of_the_course_is_reported_under_its_name() {
    let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |_| ());
    assert_reports(&debate, &EVENTS);
    assert_reports(&debate, &["dcg_update"]);
}
