//! Prompts, and what their answers may name.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;

use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::questions::opening::Opening;
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::moves::{Move, MoveLabel};
use crate::mode::conversation::run::samples::shown_turn;
use crate::mode::dialectic::detail::DebateState;
use crate::mode::dialectic::questions::answered::IsAnswered;
use crate::mode::dialectic::questions::discuss_passage::{DiscussPassage, DiscussionAnswer};
use crate::mode::dialectic::questions::observe::{FlagDraft, Observations, Observe};
use crate::mode::dialectic::questions::relate::{
    Relate, RelatedAnswer, RelatedDraft, RelationDraft,
};
use crate::mode::dialectic::questions::shown_reading::{ShownClaim, ShownReading};
use crate::mode::dialectic::questions::summarize::{ClaimDraft, Summarize, SummaryDraft};
use crate::mode::tests::prompts::golden;
use crate::mode::tests::scripted::{self, observer};
use crate::question::Brief;
use crate::question::samples::{brief, complaints, topic};
use crate::record::ReadingKind;
use crate::vocabulary::{NodeId, Passage, PersonaId, StatementId};

pub(super) fn passage() -> Passage {
    let passage = scripted::passage("feet", "The shops lose the custom of the drivers.");
    Passage { source: Some("an old song".into()), ..passage }
}

pub(super) fn names() -> BTreeMap<PersonaId, String> {
    BTreeMap::from([(PersonaId::new("walker").unwrap(), "Walker".to_owned())])
}

pub(super) fn turn(
    number: u32,
    speaker: &str,
    label: MoveLabel,
    text: &str,
    excerpt: &str,
) -> ShownTurn {
    let excerpts = StatementId::new(excerpt).into_iter().collect();
    ShownTurn { text: text.into(), excerpts, ..shown_turn(number, speaker, label, None) }
}

pub(super) fn reading(node: u32) -> ShownReading {
    ShownReading {
        node: NodeId::new(node),
        kind: ReadingKind::Impasse,
        word: ReadingKind::Impasse.word(),
        passage: passage().id,
        topic: "Who buys".into(),
        resolution: "Neither side gave way.".into(),
        claims: vec![ShownClaim {
            speaker: brief().persona,
            text: "Shops lose.".into(),
            answers: None,
            excerpts: vec![],
            holds: true,
        }],
        disputed: vec![],
    }
}

pub(super) fn discussion(brief: Brief, turns: Vec<ShownTurn>) -> DiscussPassage {
    DiscussPassage {
        brief,
        topic: topic(),
        passage: passage(),
        question: None,
        axis: None,
        context: vec![],
        before: 0,
        turns,
        said: vec![],
        conceded: vec![],
    }
}

pub(super) fn summary(turns: Vec<ShownTurn>) -> Summarize {
    Summarize {
        topic: topic(),
        passage: passage(),
        question: Some("Will the shops lose custom?".into()),
        kind: ReadingKind::Impasse,
        rule: "One of the last two turns says that the readings cannot be reconciled.".into(),
        turns,
        names: names(),
    }
}

#[test]
fn prompts_are_as_in_their_snapshots() {
    let tone = ConversationTone::Open;
    golden("dialectic", &Opening { brief: brief(), topic: topic(), tone, answers_all: true });
    let turns = vec![turn(5, "walker", MoveLabel::Claim, "People on foot buy more.", "")];
    golden(
        "dialectic",
        &DiscussPassage {
            question: Some("Will the shops lose custom?".into()),
            context: vec![reading(4)],
            before: 1,
            said: StatementId::new("drivers").into_iter().collect(),
            conceded: vec!["Some walk.".into()],
            ..discussion(brief(), turns.clone())
        },
    );
    golden(
        "dialectic",
        &Observe {
            topic: topic(),
            passage: passage(),
            observers: vec![observer()],
            turns: turns.clone(),
            names: names(),
            raised: vec!["Is it loud?".into()],
        },
    );
    let question = "Will the shops lose custom?".to_owned();
    let before = vec![turn(3, "walker", MoveLabel::Claim, "Feet are buyers.", "")];
    let judged = IsAnswered { topic: topic(), question, axis: None, before, turns: turns.clone() };
    golden("dialectic", &judged);
    golden("dialectic", &summary(turns));
    let pairs = vec![(NodeId::new(9), NodeId::new(4))];
    golden("dialectic", &Relate { topic: topic(), readings: vec![reading(4), reading(9)], pairs });
}

#[test]
fn each_part_of_a_turn_is_checked() {
    let question =
        discussion(brief(), vec![turn(5, "walker", MoveLabel::Claim, "People buy.", "")]);
    let answer = |chosen, to: Option<&str>, claim: Option<&str>| DiscussionAnswer {
        chosen,
        replies_to: to.map(Into::into),
        text: "They hurry past.".into(),
        claim: claim.map(Into::into),
        conceded: (chosen == Move::Concede).then(|| "They hurry.".into()),
        is_beside: false,
        even_if: false,
        axis: None,
        side: None,
        rests_on: vec![],
        builds_on: vec![],
        excerpts: vec![],
        state: DebateState::Open,
    };
    let faults = |answer| complaints(&question, answer).join("|");
    let claim = || answer(Move::Claim, None, Some("They hurry."));
    assert_eq!(faults(claim()), "");
    assert_eq!(
        faults(answer(Move::Claim, None, None)),
        "turn: state your claim once more as one sentence"
    );
    assert_eq!(
        faults(answer(Move::Concede, None, None)),
        "turn: a challenge or a concession names the turn that it answers"
    );
    let nothing =
        DiscussionAnswer { conceded: Some(" ".into()), ..answer(Move::Concede, Some("t5"), None) };
    assert_eq!(faults(nothing), "turn: state the point that you accept as one sentence");
    assert_eq!(faults(answer(Move::Concede, Some("t5"), None)), "");
    assert_eq!(
        faults(answer(Move::Clarify, Some("t9"), None)),
        "turn: `t9` is not a turn of another person that is shown"
    );
    assert_eq!(faults(answer(Move::Reframe, None, None)), "turn: this is not a move of a reading");
    let one_key = DiscussionAnswer { axis: Some("trade".into()), ..claim() };
    assert_eq!(faults(one_key), "turn: a claim has either both an axis and a side or neither");
    let granting = DiscussionAnswer { even_if: true, ..claim() };
    assert_eq!(faults(granting), "turn: only a challenge grants a claim for the sake of argument");
    let unknown = DiscussionAnswer { builds_on: vec!["t9".into()], ..claim() };
    assert_eq!(faults(unknown), "turn: the turn `t9` to rely on, which does not exist");
}

#[test]
fn flags_summaries_and_relations_name_what_exists() {
    let turns = vec![turn(5, "walker", MoveLabel::Claim, "People buy.", "")];
    let observe = Observe {
        topic: topic(),
        passage: passage(),
        observers: vec![observer()],
        turns: turns.clone(),
        names: names(),
        raised: vec![],
    };
    let flag = |observer: &str, urgency| FlagDraft {
        observer: observer.into(),
        question: "Who?".into(),
        axis: None,
        turns: vec!["t5".into()],
        rationale: "So.".into(),
        significance: "So.".into(),
        urgency,
        is_about_reading: false,
    };
    let of = |flag| complaints(&observe, Observations { flags: vec![flag] }).join("|");
    assert_eq!(of(flag("clerk", 0.4)), "");
    assert_eq!(of(flag("owl", 0.4)), "flag “Who?”: there is no observer `owl`");
    assert!(of(flag("clerk", 1.5)).starts_with("flag “Who?”: urgency"));
    let draft = |turn: &str, tags: &[&str]| SummaryDraft {
        topic: "T".into(),
        resolution: "R.".into(),
        label: "L".into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        claims: vec![ClaimDraft { turn: turn.into(), text: "C.".into() }],
    };
    let of = |draft| complaints(&summary(turns.clone()), draft).join("|");
    assert_eq!(of(draft("t5", &["a", "b", "c"])), "");
    assert_eq!(of(draft("t5", &["a", "A", " a "])), "themes: 1 given, 3 to 5 wanted");
    assert_eq!(of(draft("t9", &["a", "b", "c"])), "key claim “C.”: there is no turn `t9`");
    let pairs = vec![(NodeId::new(9), NodeId::new(4))];
    let relate = Relate { topic: topic(), readings: vec![reading(4), reading(9)], pairs };
    let related = |from: &str, to: &str| {
        let draft = RelatedDraft {
            from: from.into(),
            to: to.into(),
            relation: RelationDraft::Supports,
            confidence: 0.5,
        };
        complaints(&relate, RelatedAnswer { relations: vec![draft] }).join("|")
    };
    assert_eq!(related("n9", "n4"), "");
    assert_eq!(related("n4", "n9"), "", "in either direction");
    assert_eq!(related("n4", "n4"), "relation of n4 to n4: this pair is not listed");
}
