//! The rules of mode `blitz`, by number. Pure functions have their tables in `blackboard/tests.rs`.
//!
//! 1. The claims are all axes of the topic; without axes the topic is split into two to four.
//! 2. Every persona opens with its thesis, the points that it grants, and a stance on every claim.
//! 3. In every round all personas speak in parallel, one sentence on a claim. A failed call is
//!    silence.
//! 4. The blackboard has the claims, the crux candidates, the disputes, the conditions that are
//!    met, and the open questions.
//! 5. The first stop rule that applies ends the debate.
//! 6. The outcome is computed from the final graph; one call explains it.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use super::*;
use crate::graph::NodeKind;
use crate::mode::blackboard::events::{CruxCandidate, FlipTriggered, StancesUpdate};
use crate::mode::blackboard::questions::respond::{MOST_CANDIDATES, MOST_WORDS};
use crate::mode::tests::scripted::{run_edited, topic};
use crate::mode::tests::shown::lines;
use crate::record::{Concession, FoundBy};
use crate::view::Subject;
use crate::vocabulary::{AxisId, NodeId, Probability, Side};

fn node(debate: &Debate, number: u32) -> crate::graph::Node {
    debate.graph().node(NodeId::new(number)).unwrap().clone()
}

#[test]
fn blitz_rule_1_all_axes_of_the_topic_are_claims_and_nothing_is_split() {
    let debate = debate("divided", 3, &[ADA, BEN]);
    assert_eq!(debate.asked("decompose"), 0);
    let stances = &debate.reported::<StancesUpdate>()[0].stances;
    assert_eq!(stances.len(), 4, "two personas on two axes");
}

#[test]
fn blitz_rule_2_a_stance_is_a_position_with_its_reasons_and_what_they_rest_on() {
    use NodeKind::{Argument, Point, Position, Thesis};
    let debate = debate("debate", 2, &[ADA, BEN]);
    let opening = &debate.snapshots()[0].graph;
    let kinds: Vec<NodeKind> = opening.nodes().map(|node| node.kind).collect();
    let ada = [Thesis, Point, Position, Argument, Position];
    assert_eq!(kinds, [&ada[..], &[Thesis, Point, Position, Position]].concat());
    let air = opening.node(NodeId::new(5)).unwrap();
    assert_eq!(air.detail.asserts.len(), 1, "her stance on the air rests on trade");
    assert_eq!(air.detail.confidence, Probability::new(0.9).ok());
}

/// A debate of one round in which Ada gives no reason for her stance on the air, with this stance.
fn without_reason(stance: &str, granted: bool) -> Debate {
    run_edited("silence", &blitz(1), &[ADA, BEN], |lines| {
        let air = &mut lines[0]["answer"]["stances"][1];
        assert_eq!(air["axis"], "air");
        air["stance"] = stance.into();
        air["granted"] = granted.into();
        air["reasons"] = serde_json::json!([]);
    })
}

#[test]
fn blitz_rule_6_who_takes_another_answer_than_the_one_it_granted_changes_its_stance() {
    let changes = |stance: &str| {
        let debate = run_edited("silence", &blitz(1), &[ADA, BEN], |lines| {
            let air = &mut lines[0]["answer"]["stances"][1];
            (air["stance"], air["granted"]) = ("con".into(), true.into());
            air["reasons"] = serde_json::json!([]);
            let said = &mut lines[3]["answer"]["remarks"][0];
            (said["axis"], said["stance"]) = ("air".into(), stance.into());
        });
        debate.metric("changes of stance").value
    };
    assert_eq!((changes("pro"), changes("con")), (Some(1.0), Some(0.0)));
}

#[test]
fn blitz_rule_2_a_stance_without_a_reason_is_a_position_unless_it_is_only_granted() {
    let of = |stance, granted| {
        let debate = without_reason(stance, granted);
        let nodes = debate.graph().nodes();
        let mut on_air = nodes.filter(|node| {
            node.is_by(&ADA.parse().unwrap())
                && node.axis.as_ref().is_some_and(|axis| axis.as_str() == "air")
        });
        let node = on_air.next().unwrap().clone();
        let grants = debate
            .outcome()
            .common_ground
            .questions
            .iter()
            .any(|question| question.answers.iter().any(|answer| answer.granted));
        (node.kind, node.side, node.text, grants)
    };
    let air = &topic().axes[1];
    let (yes, no) = (air.yes.clone(), air.no.clone());
    assert_eq!(of("pro", false), (NodeKind::Position, Some(Side::Yes), yes, false));
    assert_eq!(of("con", false), (NodeKind::Position, Some(Side::No), no.clone(), false));
    assert_eq!(of("con", true), (NodeKind::Point, Some(Side::No), no, true), "she grants it");
    let nothing = format!("Takes no side on: {}", air.question);
    assert_eq!(of("uncertain", false), (NodeKind::Position, None, nothing, false));
}

#[test]
fn blitz_rule_2_who_is_uncertain_with_confidence_0_says_nothing_on_a_claim() {
    let stances = |confidence: f64| {
        let debate = run_edited("silence", &blitz(1), &[ADA, BEN], |lines| {
            let air = &mut lines[0]["answer"]["stances"][1];
            (air["stance"], air["confidence"]) = ("uncertain".into(), confidence.into());
            air["reasons"] = serde_json::json!([]);
        });
        debate.reported::<StancesUpdate>()[0].stances.len()
    };
    assert_eq!((stances(0.0), stances(0.1)), (3, 4));
}

#[test]
fn blitz_rule_2_a_persona_without_a_usable_answer_has_no_stance_until_it_takes_one() {
    let debate = debate("one-without-stances", 1, &[ADA, BEN]);
    let silent = turns(&debate, BEN, Act::Silence);
    assert!(matches!(silent[0].fate, Fate::Failed(_)));
    assert_eq!(turns(&debate, BEN, Act::Revise).len(), 2, "he takes two stances");
    assert_eq!(debate.metric("changes of stance").value, Some(0.0), "he gives none up");
    assert_eq!(debate.outcome().theses.len(), 1);
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
    assert_eq!(crux.found, FoundBy::LoadUnknown, "nothing is known of what his thesis rests on");
}

#[test]
fn blitz_rule_3_a_message_attacks_the_other_side_grants_a_point_or_repeats() {
    let debate = debate("debate", 2, &[ADA, BEN]);
    let texts = |by, act| -> Vec<String> {
        turns(&debate, by, act).iter().map(|turn| turn.text.clone()).collect()
    };
    let attacks = texts(ADA, Act::Attack);
    assert_eq!(attacks.len(), 3, "{attacks:?}");
    let conceded = texts(BEN, Act::Concede);
    assert_eq!(conceded, ["Granted, the street itself gets cleaner.", "I no longer know."]);
    let repeated = turns(&debate, ADA, Act::Assert).into_iter().filter(|turn| turn.round > 0);
    let repeated: Vec<Option<NodeId>> = repeated.map(|turn| turn.node).collect();
    assert_eq!(repeated, [None], "what she repeats is not a new node");
    let message = node(&debate, 10);
    assert_eq!((message.side, message.kind), (None, NodeKind::Argument), "it takes no side itself");
}

#[test]
fn blitz_rule_3_a_failed_call_is_silence_for_the_round() {
    let debate = debate("silence", 1, &[ADA, BEN]);
    let [silent] = turns(&debate, BEN, Act::Silence)[..] else { panic!("one silence") };
    assert!(matches!(&silent.fate, Fate::Failed(fault) if fault.contains("no connection")));
    assert_eq!(debate.outcome().cruxes.len(), 2, "his stances stay");
}

#[test]
fn blitz_rule_3_wrong_parts_are_dropped_and_counted_and_a_long_sentence_is_shortened() {
    let debate = debate("wrong-parts", 1, &[ADA, BEN]);
    let usage = debate.outcome().usage;
    assert_eq!((usage.repairs, usage.failed), (2, 0));
    let dropped = debate.dropped();
    for part in [
        "`trade` has two stances",
        "there is no stance on `air`",
        "the topic has no axis `noise`",
        "28 words, at most 25 wanted",
        "`n99` is not a message of another person",
        "`trade` has two messages",
        "`n2` is not a message of another person",
        "cruxes: 3 given, at most 2 wanted",
        "no other condition `unknown`",
        "no other condition `counted`",
    ] {
        assert!(dropped.iter().any(|why| why.contains(part)), "{part} in {dropped:?}");
    }
    let said = turns(&debate, ADA, Act::Assert);
    let longest = said.iter().map(|turn| crate::text::word_count(&turn.text)).max().unwrap();
    assert!(longest <= MOST_WORDS, "{longest}");
    assert_eq!(turns(&debate, ADA, Act::Propose).len(), MOST_CANDIDATES);
}

#[test]
fn blitz_rule_4_candidates_are_united_by_words_and_by_meaning_and_keep_who_named_them() {
    let debate = debate("debate", 2, &[ADA, BEN]);
    let last = debate.graph();
    let candidates: Vec<(&str, usize)> = last
        .nodes()
        .filter(|node| node.kind == NodeKind::Question)
        .map(|node| (node.text.as_str(), node.endorsers().len()))
        .collect();
    assert_eq!(
        candidates,
        [
            ("Will the shops lose custom?", 2),
            ("Do drivers come back on foot?", 2),
            ("Will drivers walk?", 1),
        ]
    );
    let named = debate.reported::<CruxCandidate>();
    assert_eq!(named.iter().filter(|named| named.is_new).count(), 3);
}

#[test]
fn blitz_rule_4_candidates_that_were_not_compared_stay_apart_and_are_counted() {
    let debate = debate("candidates-not-compared", 1, &[ADA, BEN]);
    assert_eq!(debate.outcome().usage.not_judged, 1);
    let last = debate.graph();
    let questions = last.nodes().filter(|node| node.kind == NodeKind::Question);
    assert_eq!(questions.count(), 2);
}

#[test]
fn blitz_rule_4_a_condition_that_is_met_is_reported() {
    let debate = debate("debate", 2, &[ADA, BEN]);
    let met = &debate.reported::<FlipTriggered>()[0];
    assert_eq!((met.persona.as_str(), met.when.as_str()), (ADA, "The trial is counted."));
}

#[test]
fn blitz_rule_5_it_converges_when_every_claim_is_settled_and_every_candidate_resolved() {
    let debate = debate("converges", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Converged, 1));
    assert_eq!(debate.outcome().cruxes, []);
    let conceded: Vec<&Concession> = debate.outcome().concessions.iter().collect();
    assert_eq!(conceded.len(), 2, "{conceded:?}");
    assert_eq!(debate.outcome().regime, Regime::OneSided, "his thesis has lost its support");
    let ben = &debate.outcome().flips[0];
    assert_eq!(ben.counter, "People on foot buy more.");
}

#[test]
fn blitz_rule_5_it_ends_when_the_personas_stay_divided_for_two_rounds_without_a_new_candidate() {
    let debate = debate("divided", 5, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 2));
    assert_eq!(debate.outcome().regime, Regime::Polarized);
}

#[test]
fn blitz_rule_6_a_candidate_does_not_make_a_crux_and_load_does() {
    let debate = debate("divided", 5, &[ADA, BEN]);
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
    assert_eq!(crux.axis.as_ref().map(AxisId::as_str), Some("trade"));
    let [idle] = debate.outcome().idle_disputes.as_slice() else { panic!("one idle dispute") };
    assert_eq!(idle.axis.as_str(), "air", "no thesis rests on it");
}

/// The lines of a section.
fn shown(debate: &Debate, section: &str, subject: Subject) -> Vec<String> {
    let sections = debate.sections(&blitz(2));
    let found = sections.iter().find(|known| (known.id, known.subject) == (section, subject));
    lines(found.unwrap())
}

#[test]
fn a_page_shows_each_stance_with_every_change_and_who_still_answers_at_the_end() {
    let debate = debate("debate", 2, &[ADA, BEN]);
    assert_eq!(
        shown(&debate, "stances", Subject::Debate),
        [
            "Question | ada | ben",
            "«trade» | no 0.80; round 1: 0.75; round 2: 0.80 | yes 0.70",
            "«air» | yes 0.90 | no 0.60; round 1: 0.50; round 2: uncertain 0.30",
        ]
    );
    let [_, trade, air] = &shown(&debate, "blackboard", Subject::Debate)[..] else { panic!() };
    assert!(trade.starts_with("«trade» | disputed | 0.70 | 0.80 | 0.00 |"), "{trade}");
    assert!(air.starts_with("«air» | one answer: yes | 0.90 | 0.00 | 0.30 |"), "{air}");
}

#[test]
fn a_page_says_whether_a_question_that_was_named_as_a_crux_is_one() {
    let named = run_edited("debate", &blitz(2), &[ADA, BEN], |lines| {
        let last = lines.iter_mut().rfind(|line| line["question"] == "respond");
        last.unwrap()["answer"]["cruxes"][0]["axis"] = "air".into();
    });
    assert_eq!(
        shown(&named, "candidates", Subject::Debate)[1..],
        [
            "Will the shops lose custom? | ada, ben | 3 | yes: crux-1",
            "Do drivers come back on foot? | ada, ben | 2 | it is not about a question of the debate",
            "Will drivers walk? | ben | 1 | no: one answer: yes",
        ]
    );
    let unknown = run_edited("one-without-stances", &blitz(1), &[ADA, BEN], |lines| {
        let first = lines.iter_mut().find(|line| line["question"] == "respond").unwrap();
        first["answer"]["cruxes"] =
            serde_json::json!([{ "question": "Will the shops lose custom?", "axis": "trade" }]);
    });
    let row = &shown(&unknown, "candidates", Subject::Debate)[1];
    assert!(row.ends_with(" | not known: crux-1"), "{row}");
}

#[test]
fn a_page_shows_what_each_message_does_and_lists_repetitions_by_their_questions() {
    let debate = debate("debate", 2, &[ADA, BEN]);
    assert_eq!(
        shown(&debate, "messages", Subject::Round(1)),
        [
            "ada: «trade» (n10, against n8, confidence in its answer 0.75): “Those who drive today will walk tomorrow.” \
             in answer to ben: “Half of my takings come by car.”",
            "ada: Names a crux n13: “Will the shops lose custom?”",
            "ada: Names a crux n14: “Do drivers come back on foot?”",
            "ada: Repeats its stance: «air»",
            "ben: «trade» (n11, against n3, confidence in its answer 0.70): “A count of one year says little.” \
             in answer to ada: “People on foot buy more.”",
            "ben: «air» (n12, grants a point to n5, confidence in its answer 0.50): “Granted, the street itself gets cleaner.” \
             in answer to ada: “Exhaust comes from cars.”",
            "ben: Names a crux that another named: “Will the shops lose custom?”",
            "ben: Names a crux that another named: “What will the tills show?”",
        ]
    );
    let last = shown(&debate, "messages", Subject::Round(2));
    let given_up = "ben: «air» (n17, gives up its stance after n5, confidence in its answer 0.30)";
    assert!(last.iter().any(|line| line.starts_with(given_up)), "{last:?}");
    let met = "ada: Says that its condition is met: “The trial is counted.”".to_owned();
    assert!(last.contains(&met), "{last:?}");
}

#[test]
fn a_page_shows_nothing_of_a_persona_whose_call_failed() {
    let debate = debate("silence", 1, &[ADA, BEN]);
    let said = shown(&debate, "messages", Subject::Round(1));
    assert!(said.iter().all(|line| line.starts_with("ada: ")), "{said:?}");
}
