//! Prompts, and what corpora answer.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;

use crate::corpus::samples::{everything, pair, personas_with};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::{Move, MoveLabel};
use crate::mode::conversation::run::samples::shown_turn;
use crate::mode::dialectic::detail::DebateState;
use crate::mode::dialectic::questions::answered::{IsAnswered, Verdict};
use crate::mode::dialectic::questions::discuss_passage::by_corpus::state;
use crate::mode::dialectic::questions::discuss_passage::{DiscussPassage, DiscussionAnswer};
use crate::mode::dialectic::questions::observe::{FlagDraft, Observations, Observe};
use crate::mode::dialectic::questions::relate::{
    Relate, RelatedAnswer, RelatedDraft, RelationDraft,
};
use crate::mode::dialectic::questions::shown_reading::{ShownClaim, ShownReading};
use crate::mode::dialectic::questions::summarize::{ClaimDraft, Summarize, SummaryDraft};
use crate::mode::tests::prompts::golden;
use crate::mode::tests::scripted::{self, observer};
use crate::question::samples::{brief, complaints, topic};
use crate::question::{Brief, ByCorpus};
use crate::record::ReadingKind;
use crate::vocabulary::{
    AxisId, AxisSide, NodeId, Passage, PersonaId, Seed, Side, Statement, StatementId, TurnId,
};

fn passage() -> Passage {
    let passage = scripted::passage("feet", "The shops lose the custom of the drivers.");
    Passage { source: Some("an old song".into()), ..passage }
}

fn names() -> BTreeMap<PersonaId, String> {
    BTreeMap::from([(PersonaId::new("walker").unwrap(), "Walker".to_owned())])
}

fn turn(number: u32, speaker: &str, label: MoveLabel, text: &str, excerpt: &str) -> ShownTurn {
    let excerpts = StatementId::new(excerpt).into_iter().collect();
    ShownTurn { text: text.into(), excerpts, ..shown_turn(number, speaker, label, None) }
}

fn reading(node: u32) -> ShownReading {
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
            stands: true,
        }],
        disputed: vec![],
    }
}

fn discussion(brief: Brief, turns: Vec<ShownTurn>) -> DiscussPassage {
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

fn summary(turns: Vec<ShownTurn>) -> Summarize {
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

#[test]
fn a_corpus_reads_what_fits_the_passage_then_replies_and_passes_where_it_has_nothing() {
    let mut personas = pair();
    let corpora = everything(&personas);
    let answer = |question: &DiscussPassage| question.by_corpus(&corpora.voices(Seed(1))).unwrap();
    let keeper = Brief::new(&personas[0], &topic());
    let first = answer(&discussion(keeper.clone(), vec![]));
    assert_eq!((first.chosen, first.excerpts.join(" ").as_str()), (Move::Claim, "takings"));
    assert_eq!(first.side, Some(crate::vocabulary::Side::Yes));
    let said = "Shops lose the custom of drivers.";
    let walker = Brief::new(&personas[1], &topic());
    let heard = vec![turn(5, personas[0].id.as_str(), MoveLabel::Claim, said, "takings")];
    let reply = answer(&discussion(walker.clone(), heard));
    assert_eq!((reply.chosen, reply.replies_to.as_deref()), (Move::Challenge, Some("t5")));
    let far = Passage { text: "Cabbage soup.".into(), ..passage() };
    let nothing = answer(&DiscussPassage { passage: far.clone(), ..discussion(keeper, vec![]) });
    assert_eq!(nothing.chosen, Move::Pass);
    let tagged = &mut personas[0].corpora.values_mut().next().unwrap().notes[0].statements[0];
    tagged.passage = Some(far.id.clone());
    let id = tagged.id.to_string();
    let keeper = Brief::new(&personas[0], &topic());
    let on_it = DiscussPassage { passage: far, ..discussion(keeper, vec![]) };
    let read = |personas: &[crate::vocabulary::Persona]| {
        on_it.by_corpus(&everything(personas).voices(Seed(1))).unwrap().excerpts
    };
    assert_eq!(read(&personas), [id.as_str()]);
    let opened = DiscussPassage { said: vec![id.parse().unwrap()], ..on_it.clone() };
    let again = opened.by_corpus(&everything(&personas).voices(Seed(1))).unwrap().excerpts;
    assert_eq!(again, [id.as_str()], "an opening said it of no passage");
    let heard = vec![turn(5, personas[0].id.as_str(), MoveLabel::Claim, "It is so.", &id)];
    let here = DiscussPassage { turns: heard, ..opened };
    let again = here.by_corpus(&everything(&personas).voices(Seed(1))).unwrap();
    assert_eq!(again.chosen, Move::Pass, "it was said here");
    let tagged = &mut personas[0].corpora.values_mut().next().unwrap().notes[0].statements[0];
    (tagged.axis, tagged.side) = (None, None);
    assert_eq!(read(&personas), [id], "what is about no issue is a reading too");
}

#[test]
fn by_corpus_a_tension_is_two_sides_of_one_axis_and_an_answer_is_the_end_of_one_side() {
    let personas = pair();
    let corpora = everything(&personas);
    let voices = corpora.voices(Seed(1));
    let text = |persona: usize, id: &str| {
        let corpus = personas[persona].corpora.values().next().unwrap();
        corpus.statement(&StatementId::new(id).unwrap()).unwrap().text.clone()
    };
    let says = |number, persona: usize, label, id: &str| {
        turn(number, personas[persona].id.as_str(), label, &text(persona, id), id)
    };
    let both =
        vec![says(5, 0, MoveLabel::Claim, "takings"), says(6, 1, MoveLabel::Challenge, "park")];
    let observe = |turns: &[ShownTurn], raised: &[&str]| {
        let question = Observe {
            topic: topic(),
            passage: passage(),
            observers: vec![observer()],
            turns: turns.to_vec(),
            names: names(),
            raised: raised.iter().map(|question| (*question).to_owned()).collect(),
        };
        let flags = question.by_corpus(&voices).unwrap().flags;
        flags.into_iter().map(|flag| flag.question).collect::<Vec<_>>()
    };
    let asked = "Will the shops lose custom?";
    assert_eq!(observe(&both, &[]), [asked]);
    assert_eq!(observe(&both, &[asked]), [""; 0], "each question once");
    assert_eq!(observe(&both[..1], &[]), [""; 0], "one side alone");
    let claims = |number, persona, id| says(number, persona, MoveLabel::Claim, id);
    let alike = [claims(5, 0, "noise"), claims(6, 1, "lungs")];
    assert_eq!(observe(&alike, &[]), [""; 0], "two readers on one side");
    let alone = [claims(5, 0, "corner"), claims(6, 0, "noise")];
    assert_eq!(observe(&alone, &[]), [""; 0], "one reader on both sides");
    let judged = |before: &[ShownTurn], turns: Vec<ShownTurn>| {
        let (axis, before) = (AxisId::new("trade").ok(), before.to_vec());
        let question = IsAnswered { topic: topic(), question: asked.into(), axis, before, turns };
        question.by_corpus(&voices).unwrap().verdict
    };
    assert_eq!(judged(&[], both.clone()), Verdict::Opposed);
    let alone = both[..1].to_vec();
    assert_eq!(judged(&[], alone), Verdict::Open, "one persona alone answers nothing");
    let since = judged(&both[..1], both[1..].to_vec());
    assert_eq!(since, Verdict::Opposed, "to what was said before");
    let walks = |number| says(number, 1, MoveLabel::Claim, "park");
    let silent = judged(&both[..1], vec![walks(6), walks(7)]);
    assert_eq!(silent, Verdict::Opposed, "who took the other side before has not given it up");
    let answered = |turns: Vec<ShownTurn>| judged(&[], turns) == Verdict::Answered;
    let concedes = |text: &str| turn(7, personas[0].id.as_str(), MoveLabel::Concede, text, "");
    let with = |text: &str| answered([both.clone(), vec![concedes(text)]].concat());
    assert!(!with("Some walk."), "a point beside the question");
    assert!(with("I grant it: shops keep it."));
}

#[test]
fn by_corpus_the_words_of_a_turn_say_where_the_debate_is_an_impasse_first() {
    for (text, expected) in [
        ("We are irreconcilable.", DebateState::Irreconcilable),
        ("Here we agree.", DebateState::Agreed),
        ("To be clear: feet are shoes.", DebateState::Clarified),
        ("We agree that it cannot be resolved, to be clear.", DebateState::Irreconcilable),
        ("We disagree. We agreed once.", DebateState::Open),
    ] {
        assert_eq!(state(text), expected, "{text}");
    }
}

#[test]
fn by_corpus_a_reading_requires_what_its_reasons_assert_and_supports_what_it_answers_alike() {
    let personas = personas_with(0, |statements| {
        let side = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
        statements[1].reasons[0].asserts = Some(side);
    });
    let corpora = everything(&personas);
    let voices = corpora.voices(Seed(1));
    let corpus = personas[0].corpora.values().next().unwrap();
    let with = |node, claims: &[&str]| {
        let claim = |id: &&str| {
            let own = corpus.statement(&StatementId::new(*id).unwrap()).unwrap();
            let (speaker, text) = (personas[0].id.clone(), own.text.clone());
            let (answers, excerpts) = (own.answers_axis(), vec![own.id.clone()]);
            ShownClaim { speaker, text, answers, excerpts, stands: true }
        };
        ShownReading { claims: claims.iter().map(claim).collect(), ..reading(node) }
    };
    let related = |later: &[&str], earlier: &[&str]| {
        let readings = vec![with(4, earlier), with(9, later)];
        let pairs = vec![(NodeId::new(9), NodeId::new(4))];
        let relate = Relate { topic: topic(), readings, pairs };
        let found = relate.by_corpus(&voices).unwrap().relations.into_iter();
        found.map(|found| (found.relation, found.from)).next()
    };
    let from = |node: &str, relation| Some((relation, node.to_owned()));
    // A reason of the second statement asserts the answer that the first and the third give.
    assert_eq!(related(&["corner"], &["takings"]), from("n9", RelationDraft::Requires));
    assert_eq!(related(&["takings"], &["corner"]), from("n4", RelationDraft::Requires));
    let gives_it_too = related(&["corner", "rain"], &["takings"]);
    assert_eq!(gives_it_too, from("n9", RelationDraft::Supports));
    assert_eq!(related(&["rain"], &["takings"]), from("n9", RelationDraft::Supports));
    assert_eq!(related(&["takings"], &["takings"]), None, "it is the same statement");
    assert_eq!(related(&["takings"], &["noise"]), None);
}

#[test]
fn by_corpus_a_summary_has_both_sides_of_what_is_disputed_and_themes_that_turns_name() {
    let corpora = everything(&pair());
    let says = |number, speaker: &str, text: &str, id: &str| {
        turn(number, speaker, MoveLabel::Claim, text, id)
    };
    let turns = vec![
        says(5, "walker", "There is a car park at each end.", "park"),
        says(6, "keeper", "Shops lose the custom of drivers.", "takings"),
    ];
    let summary = summary(turns).by_corpus(&corpora.voices(Seed(1))).unwrap();
    let asked = "Will the shops lose custom?";
    let yes = "Yes, says keeper: Shops lose the custom of drivers.";
    let no = "No, says Walker: There is a car park at each end.";
    assert_eq!(summary.resolution, format!("{asked} {yes} {no} Neither side gave way."));
    assert_eq!(summary.tags, ["trade", "feet", "park", "shops", "lose"]);
    let claims: Vec<&str> = summary.claims.iter().map(|claim| claim.turn.as_str()).collect();
    assert_eq!(claims, ["t5", "t6"]);
}

#[test]
fn by_corpus_who_is_challenged_in_a_branch_about_an_issue_makes_no_new_claim() {
    let personas = pair();
    let text = |id: &str| {
        let corpus = personas[1].corpora.values().next().unwrap();
        corpus.statement(&StatementId::new(id).unwrap()).unwrap().text.clone()
    };
    let chosen = |label, to: u32| {
        let own = turn(5, "keeper", MoveLabel::Claim, "Shops lose the custom of drivers.", "takings");
        let other = turn(6, "walker", MoveLabel::Claim, &text("park"), "park");
        let last = turn(7, "walker", label, "It is not so.", "");
        let last = ShownTurn { replies_to: Some(TurnId::new(to)), ..last };
        let asked = DiscussPassage {
            question: Some("Will the shops lose custom?".into()),
            axis: AxisId::new("trade").ok(),
            ..discussion(Brief::new(&personas[0], &topic()), vec![own, other, last])
        };
        asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap().chosen
    };
    assert_eq!(chosen(MoveLabel::Challenge, 5), Move::Pass);
    assert_eq!(chosen(MoveLabel::Challenge, 6), Move::Claim, "another turn is challenged");
    assert_eq!(chosen(MoveLabel::Claim, 5), Move::Claim);
}

#[test]
fn by_corpus_of_many_claims_those_that_others_answer_are_the_key_claims() {
    let personas = pair();
    let corpora = everything(&personas);
    let ids = ["takings", "corner", "rain", "noise", "stroll", "lungs", "park"];
    let says = |(id, number): (&&str, u32)| {
        let by = usize::from(number > 8);
        let corpus = personas[by].corpora.values().next().unwrap();
        let text = &corpus.statement(&StatementId::new(*id).unwrap()).unwrap().text;
        turn(number, personas[by].id.as_str(), MoveLabel::Claim, text, id)
    };
    let mut turns: Vec<ShownTurn> = ids.iter().zip(5..).map(says).collect();
    turns.push(shown_turn(12, "keeper", MoveLabel::Clarify, Some(11)));
    let summary = summary(turns).by_corpus(&corpora.voices(Seed(1))).unwrap();
    let claims: Vec<&str> = summary.claims.iter().map(|claim| claim.turn.as_str()).collect();
    assert_eq!(claims, ["t5", "t6", "t7", "t8", "t9", "t11"]);
}

#[test]
fn by_corpus_a_granted_point_is_beside_what_was_said_unless_it_is_in_its_words() {
    let personas = pair();
    let beside = |said: &str| {
        let heard = vec![turn(5, "walker", MoveLabel::Claim, said, "din")];
        let asked = discussion(Brief::new(&personas[0], &topic()), heard);
        let answer = asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap();
        assert_eq!(answer.chosen, Move::Concede);
        (answer.conceded.unwrap(), answer.is_beside)
    };
    let own = "The street is too loud.";
    let (conceded, is_beside) = beside("Nobody can hear himself think there.");
    assert_eq!((conceded.as_str(), is_beside), (own, true));
    assert!(!beside(&format!("Nobody can hear himself think there. {own}")).1);
}

#[test]
fn by_corpus_a_statement_is_read_from_a_quarter_of_its_words_on_its_passage_and_its_issue_only() {
    let read = |edit: &dyn Fn(&mut Statement), axis: Option<&str>| {
        let personas = personas_with(0, |statements| edit(&mut statements[0]));
        let asked = DiscussPassage {
            passage: Passage { text: "Cabbage soup, salt, pepper, onions.".into(), ..passage() },
            axis: axis.and_then(|axis| AxisId::new(axis).ok()),
            said: ["rain"].map(|id| StatementId::new(id).unwrap()).into(),
            ..discussion(Brief::new(&personas[0], &topic()), vec![])
        };
        asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap().excerpts
    };
    let says = |text: &'static str| {
        move |own: &mut Statement| {
            own.text = text.into();
            own.reasons.clear();
        }
    };
    assert_eq!(read(&says("Cabbage blocks wide streets."), None), ["takings"], "one of four");
    assert_eq!(read(&says("Cabbage blocks wide busy streets."), None), [""; 0], "one of five");
    let elsewhere = |own: &mut Statement| own.passage = Some("wind".parse().unwrap());
    assert_eq!(read(&elsewhere, None), [""; 0], "it is about another passage");
    assert_eq!(read(&elsewhere, Some("trade")), [""; 0], "nor in a branch on another issue");
}
