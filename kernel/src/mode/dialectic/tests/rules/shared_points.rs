//! Rules 3 and 10: questions that are settled or left no reading, concessions, challenges for the
//! sake of argument.

use serde_json::{Value, json};

use super::super::{Lines, dialectic, ended, readings};
use super::{WORDS, passage};
use crate::graph::{Edge, Relation};
use crate::mode::dialectic::detail::StubState;
use crate::mode::dialectic::events::BranchesSelected;
use crate::mode::tests::scripted::{ADA, BEN, Debate, topic, with_setting};
use crate::provider::{Recorder, Script};
use crate::record::ConcessionKind;
use crate::vocabulary::{Component, NodeId, PersonaId};

/// A debate of one passage in which Ada’s claim is turn t5 and node n3, and in which Ben answers it
/// twice. `answers` says how he does so.
fn answered(answers: impl FnOnce(&mut Lines)) -> Debate {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Rents rise.", "", &[]);
    lines.passes(ADA);
    answers(&mut lines);
    lines.passes(ADA);
    lines.passes(BEN);
    (0..2).for_each(|_| lines.raises(&[]));
    lines.summary("the street", &["p", "q", "r"], &[("t5", "Shops gain.")]);
    lines.run(&dialectic(1))
}

/// What several personas share, each with those who do.
fn agreed(debate: &Debate) -> Vec<(&str, Vec<String>)> {
    let agreed = debate.outcome().common_ground.agreed.iter();
    let by =
        |point: &'_ [PersonaId]| -> Vec<String> { point.iter().map(ToString::to_string).collect() };
    agreed.map(|point| (point.text.as_str(), by(&point.endorsed_by))).collect()
}

#[test]
fn dialectic_rule_10_what_a_reader_concedes_to_another_is_common_ground() {
    let conceded = |point: &'static str| {
        answered(move |lines| lines.says(BEN, "concede", Some("t5"), point, "", &[]))
    };
    for point in ["Some shops gain.", "Shops gain."] {
        let debate = conceded(point);
        assert_eq!(agreed(&debate), [(point, vec![ADA.to_owned(), BEN.to_owned()])]);
        let effect = debate.outcome().concessions[0].effect.clone().unwrap();
        assert_eq!(effect.kind, ConcessionKind::Shared);
        let is_claim =
            effect.node == debate.graph().nodes().find(|n| n.text == "Shops gain.").unwrap().id;
        assert_eq!(is_claim, point == "Shops gain.", "a part of a claim is a point of its own");
    }
}

#[test]
fn dialectic_rule_10_a_point_that_a_corpus_grants_beside_what_was_said_is_not_shared() {
    let debate = answered(|lines| {
        let answer = json!({
            "move": "concede", "replies_to": "t5", "text": "It is loud.", "claim": null, "conceded": "It is loud.", "is_beside": true,
            "even_if": false, "axis": null, "side": null, "rests_on": [], "builds_on": [], "excerpts": [], "state": "open",
        });
        lines.add("discuss_passage", Some(BEN), &answer);
    });
    assert_eq!(agreed(&debate), []);
    assert_eq!(debate.outcome().concessions[0].text, "It is loud.", "it is on record");
}

#[test]
fn dialectic_rule_10_a_challenge_that_grants_the_claim_attacks_only_what_is_drawn_from_it() {
    let attack = |words: &'static str| {
        let debate =
            answered(move |lines| lines.says(BEN, "challenge", Some("t5"), words, "", &[]));
        let mut edges = debate.graph().edges().filter(|edge| edge.relation.is_attack());
        let Edge { relation, component, .. } = edges.next().unwrap().clone();
        let ground = &debate.outcome().common_ground;
        let holds = readings(&debate)[0].claims[0].holds;
        (relation, component, holds, ground.defended.contains(&NodeId::new(3)))
    };
    let denied = (Relation::Attack, None, false, false);
    assert_eq!(attack("None gains."), denied);
    let inference = Some(Component::Inference);
    assert_eq!(
        attack("Even if they do, walkers pay."),
        (Relation::Undercut, inference, true, true)
    );
}

#[test]
fn dialectic_rule_3_a_debated_question_without_a_reading_is_shown_as_open() {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[("Is it so?", 0.9)]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    let debate = lines.run(&dialectic(1));
    let [stub] = &ended(&debate).stubs[..] else { panic!("one question") };
    assert_eq!(stub.state, StubState::WithoutReading);
    let value = |name: &str| debate.metric(name).value;
    assert_eq!(
        (value("open questions"), value("questions without a reading")),
        (Some(0.0), Some(1.0))
    );
    let shown = format!("{:?}", debate.sections(&dialectic(1)));
    assert!(shown.contains("open, after a debate without a reading"), "{shown}");
}

/// Two questions are raised, the more urgent one about trade, and one is debated. Ben concedes
/// Ada’s claim on trade, or not.
fn chosen(conceded: bool) -> Vec<String> {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Rents rise.", "", &[]);
    let flag = |question: &str, axis: Value, urgency: f64| {
        json!({
            "observer": "clerk", "question": question, "axis": axis, "turns": ["t5"], "rationale": "They differ.",
            "significance": "It matters.", "urgency": urgency, "is_about_reading": false,
        })
    };
    let trade = flag("Who pays?", "trade".into(), 0.9);
    lines.add("observe", None, &json!({ "flags": [trade] }));
    lines.says(ADA, "claim", None, WORDS[0], "", &[]);
    lines.add("observe", None, &json!({ "flags": [flag("Is it a song?", Value::Null, 0.5)] }));
    if conceded {
        lines.says(BEN, "concede", Some("t5"), "Shops gain.", "", &[]);
    } else {
        lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
    }
    lines.raises(&[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    let mode =
        crate::mode::Dialectic { passages: 1, branches: 1, ..crate::mode::Dialectic::default() };
    let debate = lines.run(&crate::mode::Mode::Dialectic(mode));
    debate.reported::<BranchesSelected>().swap_remove(0).chosen
}

#[test]
fn dialectic_rule_3_a_question_on_which_a_claim_was_conceded_has_to_wait() {
    assert_eq!(chosen(false), ["Who pays?"]);
    assert_eq!(chosen(true), ["Is it a song?"]);
}

#[test]
fn dialectic_rule_4_the_prompt_of_a_branch_says_that_an_observer_raised_its_question() {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[("Is it so?", 0.9)]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    let of_branch = asked(lines).into_iter();
    let of_branch = of_branch.filter(|text| text.contains("You debate this question"));
    let of_branch: Vec<String> = of_branch.collect();
    assert_eq!(of_branch.len(), 2);
    assert!(of_branch[0].contains("which an observer of the debates raised: Is it so?"));
}

/// The messages of a session of one passage.
fn asked(lines: Lines) -> Vec<String> {
    let script = Value::Array(lines.lines).to_string();
    let script = Script::parse(&script, &crate::mode::question_names()).unwrap();
    let recorder = Recorder::new(Box::new(script));
    with_setting(&recorder, &[ADA, BEN], &topic(), |setting| {
        pollster::block_on(dialectic(1).run(setting, &mut |_| ())).unwrap()
    });
    let asked = recorder.recorded().into_iter().flat_map(|recorded| recorded.exchange.messages);
    asked.map(|message| message.text).collect()
}

#[test]
fn dialectic_rule_10_a_reader_is_reminded_of_what_it_conceded_and_not_of_what_others_did() {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Buses run.", "", &[]);
    lines.says(ADA, "claim", None, "Rents rise.", "", &[]);
    lines.says(BEN, "concede", Some("t5"), "Some shops gain.", "", &[]);
    lines.says(ADA, "claim", None, "Tills ring.", "", &[]);
    lines.says(BEN, "claim", None, "Carts roll.", "", &[]);
    (0..5).for_each(|_| lines.raises(&[]));
    lines.summary("the street", &["p", "q", "r"], &[]);
    let prompts = asked(lines);
    let reminded = prompts.iter().filter(|text| text.contains("You have conceded:"));
    let reminded: Vec<bool> = reminded.map(|text| text.contains("You are ben")).collect();
    assert_eq!(reminded, [true], "only in the round after it");
}
