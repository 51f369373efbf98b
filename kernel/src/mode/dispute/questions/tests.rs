mod update;

use super::crystallize_disputes::{CrystallizeDisputes, ShownDispute, ShownReason, ShownStance};
use crate::mode::conversation::questions::ShownBasis;
use crate::mode::conversation::questions::opening::Opening;
use crate::mode::conversation::questions::resolution::Resolution;
use crate::mode::conversation::questions::take_turn::TakeTurn;
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::conversation::run::samples::{self, persona, shown_turn as turn};
use crate::mode::tests::prompts::{golden, messages};
use crate::question::samples::{brief, topic};
use crate::vocabulary::{AxisId, AxisSide, NodeId, Side};

fn stance(author: &str, side: Side, qualifiers: &[&str]) -> ShownStance {
    ShownStance {
        author: persona(author),
        side,
        statement: format!("The stance of {author}."),
        qualifiers: qualifiers.iter().map(ToString::to_string).collect(),
        rests_on: vec![],
        excerpts: vec![],
    }
}

fn reason(number: u32, author: &str, side: Side, attacks: &[u32]) -> ShownReason {
    ShownReason {
        id: NodeId::new(number),
        author: persona(author),
        side,
        claim: format!("A reason of {author}."),
        assumptions: vec!["People have money to spend.".into()],
        attacks: attacks.iter().copied().map(NodeId::new).collect(),
        excerpts: vec![],
    }
}

fn crystallize() -> CrystallizeDisputes {
    let dispute = |number, question: &str, axis: Option<&str>| ShownDispute {
        id: NodeId::new(number),
        question: question.into(),
        axis: axis.map(|axis| AxisId::new(axis).unwrap()),
        horizon: axis.map(|_| "The end of next year.".into()),
        criteria: vec!["It is counted.".into()],
        is_retired: axis.is_none(),
        stances: vec![],
        reasons: vec![],
    };
    let air = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::Yes };
    let clean =
        ShownBasis { text: "People stay where the air is clean.".into(), asserts: vec![air] };
    let walker = stance("walker", Side::No, &["In the rain fewer people walk."]);
    let trade = ShownDispute {
        stances: vec![
            ShownStance { rests_on: vec![clean], ..walker },
            stance("keeper", Side::Yes, &[]),
        ],
        reasons: vec![reason(7, "walker", Side::No, &[]), reason(8, "keeper", Side::Yes, &[7])],
        ..dispute(3, "Will the shops lose custom?", Some("trade"))
    };
    CrystallizeDisputes {
        topic: topic(),
        disputes: vec![trade, dispute(9, "Will the buses run more often?", None)],
        earlier: vec![turn(7, "walker", MoveLabel::Claim, None)],
        turns: vec![turn(9, "keeper", MoveLabel::Concede, Some(7))],
        most_new: 2,
        briefs: vec![brief()],
    }
}

fn take_turn(tone: ConversationTone) -> TakeTurn {
    samples::take_turn(tone, vec![turn(7, "walker", MoveLabel::Claim, None)])
}

#[test]
fn prompts_are_as_in_their_snapshots() {
    let tone = ConversationTone::Adversarial;
    golden("dispute", &Opening { brief: brief(), topic: topic(), tone, answers_all: false });
    golden("dispute", &take_turn(tone));
    let (turns, cruxes) = (vec![turn(7, "walker", MoveLabel::Claim, None)], vec![]);
    golden("dispute", &Resolution { brief: brief(), topic: topic(), tone, turns, cruxes });
    golden("dispute", &crystallize());
}

#[test]
fn dispute_rule_8_a_turn_is_asked_for_in_one_or_two_sentences_and_in_an_adversarial_tone() {
    let [system, asked, ..] = &messages(&take_turn(ConversationTone::Adversarial))[..] else {
        panic!("two messages")
    };
    assert!(system.text.contains("You argue to win"));
    assert!(asked.text.contains("Go straight for the weakest point"));
    assert!(asked.text.contains("it is your turn: one or two sentences."));
    let open = take_turn(ConversationTone::Open);
    let shown = messages(&open).iter().map(|message| message.text.clone()).collect::<String>();
    assert!(!shown.contains("one or two sentences"));
    let (brief, tone) = (brief(), ConversationTone::Adversarial);
    let opening = messages(&Opening { brief, topic: topic(), tone, answers_all: false });
    let answers = opening.iter().any(|message| message.text.contains("what was just said"));
    assert!(!answers, "nothing was said before a speech");
}
