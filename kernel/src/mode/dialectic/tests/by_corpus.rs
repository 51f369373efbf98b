//! What corpora answer to the questions of a reading.

use super::prompts::{discussion, names, passage, reading, summary, turn};

use crate::corpus::samples::{everything, pair, personas_with};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::{Move, MoveLabel};
use crate::mode::conversation::run::samples::shown_turn;
use crate::mode::dialectic::detail::DebateState;
use crate::mode::dialectic::questions::answered::{IsAnswered, Verdict};
use crate::mode::dialectic::questions::discuss_passage::DiscussPassage;
use crate::mode::dialectic::questions::discuss_passage::by_corpus::state;
use crate::mode::dialectic::questions::observe::Observe;
use crate::mode::dialectic::questions::relate::{Relate, RelationDraft};
use crate::mode::dialectic::questions::shown_reading::{ShownClaim, ShownReading};
use crate::mode::dialectic::questions::summarize::Summarize;
use crate::mode::tests::scripted::observer;
use crate::question::samples::topic;
use crate::question::{Brief, ByCorpus};
use crate::record::ReadingKind;
use crate::vocabulary::{
    AxisId, AxisSide, NodeId, Passage, Seed, Side, Statement, StatementId, TurnId,
};

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
    let judged_on = |axis: &str, before: &[ShownTurn], turns: Vec<ShownTurn>| {
        let (axis, before) = (AxisId::new(axis).ok(), before.to_vec());
        let question = IsAnswered { topic: topic(), question: asked.into(), axis, before, turns };
        question.by_corpus(&voices).unwrap().verdict
    };
    let judged = |before: &[ShownTurn], turns| judged_on("trade", before, turns);
    assert_eq!(judged_on("air", &[], alike.to_vec()), Verdict::Answered);
    let elsewhere = vec![both[0].clone(), claims(6, 1, "lungs")];
    assert_eq!(judged(&[], elsewhere), Verdict::Open, "the other speaks about the air");
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
    let by_another = |by: usize, label| {
        let words = "I grant it: shops keep it.";
        let last = turn(7, personas[by].id.as_str(), label, words, "");
        answered([both.clone(), vec![last]].concat())
    };
    assert!(!by_another(1, MoveLabel::Concede), "the other concedes it");
    assert!(!by_another(0, MoveLabel::Clarify), "it repeats it without conceding it");
    let beside = format!("I grant it: shops keep it. Even so: {}", text(0, "takings"));
    let still_says = turn(7, personas[0].id.as_str(), MoveLabel::Concede, &beside, "takings");
    assert!(!answered([both, vec![still_says]].concat()), "it says the other answer with it");
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
            ShownClaim { speaker, text, answers, excerpts, holds: true }
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
    let mut other_words = vec![with(4, &["takings"]), with(9, &["corner"])];
    other_words[1].claims[0].text = "It goes round.".into();
    let pairs = vec![(NodeId::new(9), NodeId::new(4))];
    let relate = Relate { topic: topic(), readings: other_words, pairs };
    assert_eq!(relate.by_corpus(&voices).unwrap().relations, [], "the statement was not said");
}

#[test]
fn by_corpus_a_reading_applies_to_one_of_another_passage_that_disputes_the_same() {
    let corpora = everything(&pair());
    let found = |passage: &str, disputed: &str| {
        let on = |node, passage: &str, axis: &str| ShownReading {
            passage: passage.parse().unwrap(),
            claims: vec![],
            disputed: vec![AxisId::new(axis).unwrap()],
            ..reading(node)
        };
        let readings = vec![on(4, "feet", "trade"), on(9, passage, disputed)];
        let pairs = vec![(NodeId::new(9), NodeId::new(4))];
        let relate = Relate { topic: topic(), readings, pairs };
        let found = relate.by_corpus(&corpora.voices(Seed(1))).unwrap().relations.into_iter();
        found.map(|found| (found.relation, found.from)).next()
    };
    assert_eq!(found("wind", "trade"), Some((RelationDraft::AppliesTo, "n9".to_owned())));
    assert_eq!(found("feet", "trade"), None, "it is the same passage");
    assert_eq!(found("wind", "air"), None, "they dispute different questions");
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
fn by_corpus_a_summary_ends_with_the_turn_that_made_its_kind() {
    let corpora = everything(&pair());
    let turns = [
        turn(5, "walker", MoveLabel::Claim, "It is so.", ""),
        turn(6, "keeper", MoveLabel::Concede, "Some walk.", ""),
        turn(7, "walker", MoveLabel::Clarify, "Walkers are people on foot.", ""),
        turn(8, "keeper", MoveLabel::Claim, "So they are.", ""),
    ];
    for (kind, all, wanted) in [
        (ReadingKind::Synthesis, 4, "keeper: Some walk."),
        (ReadingKind::Synthesis, 1, "Walker: It is so."),
        (ReadingKind::Clarification, 4, "Walker: Walkers are people on foot."),
        (ReadingKind::Clarification, 2, "keeper: Some walk."),
        (ReadingKind::Question, 4, "It was answered when keeper conceded: Some walk."),
        (ReadingKind::Question, 1, "All who spoke give the same answer."),
        (ReadingKind::Exploration, 4, "It stayed open."),
    ] {
        let question = Summarize { kind, ..summary(turns[..all].to_vec()) };
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(answer.resolution, wanted, "{kind:?} of {all}");
    }
}

#[test]
fn by_corpus_the_first_claim_in_a_branch_begins_with_its_answer_until_its_author_has_given_it() {
    let personas = pair();
    let begins = |axis: Option<&str>, given_by: Option<&str>| {
        let words = "Shops lose custom. So it is.";
        let given = given_by.map(|by| turn(5, by, MoveLabel::Clarify, words, ""));
        let keeper = Brief::new(&personas[0], &topic());
        let asked = DiscussPassage {
            axis: axis.and_then(|axis| AxisId::new(axis).ok()),
            ..discussion(keeper, given.into_iter().collect())
        };
        let answer = asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap();
        assert_eq!((answer.chosen, answer.axis.as_deref()), (Move::Claim, Some("trade")));
        answer.text.starts_with("Shops lose custom. ")
    };
    assert!(begins(Some("trade"), None));
    assert!(begins(Some("trade"), Some("walker")), "another gave it");
    assert!(!begins(Some("trade"), Some("keeper")));
    assert!(!begins(None, None), "the debate of the passage has no question");
}

#[test]
fn by_corpus_a_concession_claims_the_statement_beside_which_it_is_granted_and_nothing_else() {
    let personas = personas_with(0, |statements| {
        statements[0].concedes = vec!["people on foot stop more often".into()];
        statements[2].answers.clear();
    });
    let claimed = |heard: ShownTurn, said: &[&str]| {
        let said = said.iter().map(|id| StatementId::new(*id).unwrap());
        let asked = DiscussPassage {
            said: said.collect(),
            ..discussion(Brief::new(&personas[0], &topic()), vec![heard])
        };
        let answer = asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap();
        assert_eq!(answer.chosen, Move::Concede, "{}", answer.text);
        answer.claim
    };
    let on_foot = "People on foot stop more often and spend more.";
    let stroll = || turn(5, "walker", MoveLabel::Claim, on_foot, "stroll");
    let takings = "Shops lose the custom of drivers.";
    assert_eq!(claimed(stroll(), &[]).as_deref(), Some(takings));
    assert_eq!(claimed(stroll(), &["takings"]), None, "it does not say it again");
    let din = turn(5, "walker", MoveLabel::Claim, "Nobody can hear himself think there.", "din");
    assert_eq!(claimed(din, &[]), None, "the concession is the statement");
}

#[test]
fn by_corpus_what_is_granted_or_shared_or_was_said_before_reads_no_passage() {
    let ids = |ids: &[&str]| ids.iter().map(|id| StatementId::new(*id).unwrap()).collect();
    let read = |edit: &dyn Fn(&mut Statement), axis: Option<&str>, said: &[&str]| {
        let personas = personas_with(0, |statements| statements.iter_mut().for_each(edit));
        let asked = DiscussPassage {
            axis: axis.and_then(|axis| AxisId::new(axis).ok()),
            said: ids(&[&["corner", "rain"][..], said].concat()),
            ..discussion(Brief::new(&personas[0], &topic()), vec![])
        };
        asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap().excerpts
    };
    let (all, none) = (["takings"], [""; 0]);
    // The statement "noise" is about the passage; its author grants it, and another shares it.
    let noise = |is_granted: bool, is_shared: bool| {
        let edit = move |own: &mut Statement| {
            if own.id.as_str() == "noise" {
                own.passage = Some(passage().id);
                own.point.take_if(|_| !is_shared);
                if !is_granted {
                    (own.axis, own.side) = (None, None);
                }
            }
        };
        read(&edit, None, &all)
    };
    assert_eq!(noise(false, false), ["noise"]);
    assert_eq!(noise(false, true), none, "it is a shared point");
    assert_eq!(noise(true, false), none, "it is granted");
    let plain = |_: &mut Statement| ();
    assert_eq!(read(&plain, None, &[]), ["takings"], "its words are in the passage");
    assert_eq!(read(&plain, None, &all), none, "an opening said it");
    let takings = |own: &mut Statement| {
        own.passage = Some(passage().id).filter(|_| own.id.as_str() == "takings");
    };
    assert_eq!(read(&takings, None, &all), ["takings"], "an opening said it of no passage");
    assert_eq!(read(&takings, Some("trade"), &all), none, "no branch repeats what was said");
}

#[test]
fn by_corpus_who_is_challenged_in_a_branch_about_an_issue_makes_no_new_claim() {
    let personas = pair();
    let text = |id: &str| {
        let corpus = personas[1].corpora.values().next().unwrap();
        corpus.statement(&StatementId::new(id).unwrap()).unwrap().text.clone()
    };
    let chosen = |label, to: u32| {
        let own =
            turn(5, "keeper", MoveLabel::Claim, "Shops lose the custom of drivers.", "takings");
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
