//! The rules of the protocol, each with its number in the specification of modes:
//!
//! 1. Context: the three earlier readings that share most words with the passage, with an overlap
//!    of at least 0.3.
//! 2. The debate of a passage has three rounds over all personas; the first shows the passage
//!    alone, later ones the last two rounds.
//! 3. Observers raise questions, in one call for each turn; an urgency of 0.4 is kept. At most
//!    three are debated, by `urgent`, `diverse`, `deep` or `meta`, those that are settled last; the
//!    others stay open, and a later passage may take them up, even one whose debate left no
//!    reading. A question whose debate left one is not debated again.
//! 4. The debate of a branch has up to three rounds and is checked after each.
//! 5. A debate ends by the first rule that it meets, in six ways.
//! 6. One call makes the node.
//! 7. Relations: branches, contradictions, elaborations, and those that one call finds. No pair has
//!    two.
//! 8. A cycle of requirements is refused and counted; the order is that of Kahn.
//! 9. Calls, passages and cruxes.
//! 10. What a reader concedes to another is common ground; a challenge that grants a claim for the
//!     sake of argument attacks only what is drawn from it.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod course;
mod loads;
mod open_questions;
mod relations;
mod shared_points;
mod silence;

use std::collections::BTreeSet;

use super::{Lines, dialectic, ended, readings};
use crate::mode::dialectic::detail::{Flag, Stub, StubState};
use crate::mode::dialectic::events::{CompletionCheck, ReadingStart};
use crate::mode::dialectic::questions::answered::Verdict;
use crate::mode::dialectic::run::selection::choose;
use crate::mode::dialectic::{Dialectic, Selection};
use crate::mode::events::Report as _;
use crate::mode::tests::scripted::{ADA, BEN, Debate, persona, topic};
use crate::mode::{DebateSize, Finished, Mode, Passages, PassagesError, Protocol, Setting};
use crate::provider::Corpus;
use crate::question::Models;
use crate::record::{Act, FoundBy, ReadingKind, Snapshot};
use crate::vocabulary::{
    AxisId, NodeId, ObserverId, PassageId, Probability, Seed, StatementId, Topic, TurnId,
};

/// Words that share nothing.
const WORDS: [&str; 12] = [
    "Apples ripen.", "Boats sink.", "Clocks stop.", "Doors slam.", "Eagles nest.", "Foxes hunt.",
    "Glass breaks.", "Hills rise.", "Ink dries.", "Jars fill.", "Kites fly.", "Lamps glow.",
];

/// The debate of a passage: three rounds, in which nobody answers. The clerk raises one of the
/// questions at each of the first turns that answer another one.
fn passage(lines: &mut Lines, words: &[&str], questions: &[(&str, f64)]) {
    for (at, text) in words.iter().enumerate() {
        lines.says([ADA, BEN][at % 2], "claim", None, text, "", &[]);
        if let Some(turn) = at.checked_sub(1) {
            lines.raises(questions.get(turn..=turn).unwrap_or_default());
        }
    }
}

/// The debate of a branch that uses up its rounds.
fn branch(lines: &mut Lines, words: &[&str]) {
    for (at, text) in words.iter().enumerate() {
        lines.says([ADA, BEN][at % 2], "claim", None, text, "", &[]);
    }
    for _ in 1..words.len() / 2 {
        lines.judged(Verdict::Open);
    }
}

/// A session of one passage with one branch, whose turns `branch` says.
fn with_branch(branch: impl FnOnce(&mut Lines)) -> Debate {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[("Is it so?", 0.9)]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    branch(&mut lines);
    lines.summary("the question", &["s", "t", "u"], &[]);
    lines.run(&dialectic(1))
}

fn kind_of_branch(branch: impl FnOnce(&mut Lines)) -> ReadingKind {
    readings(&with_branch(branch))[1].kind
}

fn contexts(debate: &Debate) -> Vec<Vec<NodeId>> {
    debate.reported::<ReadingStart>().into_iter().map(|start| start.context).collect()
}

#[test]
fn dialectic_rule_1_three_earlier_readings_come_to_mind_whose_words_fit_the_passage() {
    let mut lines = Lines::new();
    let asked = [("Who weighs iron?", 0.9), ("Who paints tin?", 0.8), ("Who buys salt?", 0.7)];
    passage(&mut lines, &WORDS[..6], &asked);
    lines.summary("wind street air", &["p", "q", "r"], &[]);
    for (number, about) in ["wind street", "air crowd rent", "cabbage soup"].iter().enumerate() {
        let words: Vec<String> = WORDS[6..].iter().map(|word| format!("{word} {number}")).collect();
        branch(&mut lines, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let tags = ["x", "y", "z"].map(|tag| format!("{tag}{number}"));
        lines.summary(about, &tags.each_ref().map(String::as_str), &[]);
    }
    passage(&mut lines, &WORDS[..6], &[]);
    lines.summary("the end", &["v", "w", "k"], &[]);
    let debate = lines.run(&dialectic(2));
    let of = |topic: &str| readings(&debate).iter().find(|r| r.topic == topic).unwrap().node;
    let expected = ["wind street air", "air crowd rent", "wind street"].map(of);
    assert_eq!(contexts(&debate).last().unwrap(), &expected, "0.43, 0.43 and 0.33; never cabbage");
    assert_eq!(contexts(&debate)[0], [], "there is nothing before the first passage");
}

#[test]
fn dialectic_rule_2_there_are_three_rounds_and_the_first_shows_the_passage_alone() {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    let debate = lines.run(&dialectic(1));
    let reading = &readings(&debate)[0];
    assert_eq!(reading.turns.len(), 6, "three rounds of two personas");
    assert_eq!(reading.kind, ReadingKind::Exploration);
    assert_eq!(debate.asked("discuss_passage"), 6);
}

#[test]
fn dialectic_rule_2_a_debate_in_which_all_pass_ends() {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..2], &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    let debate = lines.run(&dialectic(1));
    assert_eq!(
        readings(&debate)[0].turns.len(),
        4,
        "passes are recorded, and the third round is not"
    );
}

#[test]
fn dialectic_rule_3_a_question_is_kept_from_an_urgency_of_04_and_raised_once() {
    let mut lines = Lines::new();
    for (at, text) in WORDS[..6].iter().enumerate() {
        lines.says([ADA, BEN][at % 2], "claim", None, text, "", &[]);
        let flags: &[(&str, f64)] = match at {
            0 => continue,
            1 => &[("Is it urgent?", 0.4)],
            2 => &[("Is it not?", 0.39)],
            3 => &[("Is it URGENT", 0.8)],
            _ => &[],
        };
        lines.raises(flags);
    }
    lines.summary("the street", &["p", "q", "r"], &[]);
    let mode = Mode::Dialectic(Dialectic { passages: 1, branches: 0, ..Dialectic::default() });
    let debate = lines.run(&mode);
    let stubs = ended(&debate).stubs;
    assert_eq!(stubs.len(), 1);
    assert_eq!((stubs[0].flag.urgency.value(), stubs[0].state), (0.8, StubState::Stub));
    let asked = debate.turns().filter(|turn| turn.act == Act::Ask);
    let kept: Vec<bool> = asked.map(|turn| turn.fate.is_kept()).collect();
    assert_eq!(kept, [true, false, false], "the weak one and the repetition are on record");
}

fn stub(question: &str, urgency: f64, is_meta: bool, passage: &str) -> Stub {
    let flag = Flag {
        observer: ObserverId::new("clerk").unwrap(),
        observer_name: "The clerk".into(),
        question: question.into(),
        axis: None,
        rationale: String::new(),
        significance: String::new(),
        urgency: Probability::new(urgency).unwrap(),
        is_meta,
        turns: vec![TurnId::new(1)],
        passage: PassageId::new(passage).unwrap(),
    };
    Stub { flag, origin: None, state: StubState::Stub }
}

#[test]
fn dialectic_rule_3_questions_are_chosen_in_four_ways() {
    let stubs = [
        stub("Do shops lose drivers?", 0.9, false, "feet"),
        stub("Do shops lose walkers?", 0.8, false, "feet"),
        stub("Is the air clean?", 0.5, false, "feet"),
        stub("Is this a parable?", 0.6, true, "feet"),
    ];
    let all = [0, 1, 2, 3];
    let chosen = |selection, most| choose(selection, &stubs, &all, most, |_| false);
    assert_eq!(chosen(Selection::Urgent, 3), [0, 1, 3]);
    assert_eq!(chosen(Selection::Diverse, 3), [0, 3, 2], "what shares no word, the urgent first");
    assert_eq!(chosen(Selection::Deep, 2), [0, 1], "what shares most words");
    assert_eq!(chosen(Selection::Meta, 2), [3, 0]);
    assert_eq!(chosen(Selection::Urgent, 0), [0; 0]);
    let unless = |selection, most| choose(selection, &stubs, &all, most, |place| place == 0);
    assert_eq!(unless(Selection::Urgent, 3), [1, 3, 2], "what is settled has to wait");
    assert_eq!(unless(Selection::Deep, 4)[3], 0, "and is debated where there is room");
    let twice = [stub("Is it late?", 0.5, false, "feet"), stub("Is it late", 0.9, false, "wind")];
    let both = choose(Selection::Urgent, &twice, &[0, 1], 2, |_| false);
    assert_eq!(both, [1], "a question that two passages raise is debated once");
    let settled = choose(Selection::Urgent, &twice, &[0, 1], 2, |place| place == 0);
    assert_eq!(settled, [1], "also where one of them is settled");
}

#[test]
fn dialectic_rule_4_the_debate_of_a_branch_is_checked_after_each_round() {
    let debate = with_branch(|lines| branch(lines, &WORDS[6..]));
    let checks = debate.reported::<CompletionCheck>().into_iter();
    let checks: Vec<(usize, bool)> =
        checks.map(|check| (check.turns, check.kind.is_some())).collect();
    assert_eq!(checks, [(6, true), (2, false), (4, false), (6, false), (6, true)]);
    let stubs = ended(&debate).stubs;
    assert_eq!(stubs[0].state, StubState::Explored(readings(&debate)[1].node));
}

#[test]
fn dialectic_rule_5_all_six_ways_to_end_are_reached() {
    let ends = |last: &str| {
        let last = last.to_owned();
        kind_of_branch(move |lines| {
            let words = [WORDS[6], WORDS[7], WORDS[8], last.as_str()];
            for (at, text) in words.iter().enumerate() {
                lines.says([ADA, BEN][at % 2], "claim", None, text, "", &[]);
            }
        })
    };
    assert_eq!(ends("We are irreconcilable."), ReadingKind::Impasse);
    assert_eq!(ends("Here we agree."), ReadingKind::Synthesis);
    assert_eq!(ends("To be clear: feet are shoes."), ReadingKind::Clarification);
    let answered = kind_of_branch(|lines| {
        for (at, text) in WORDS[6..10].iter().enumerate() {
            lines.says([ADA, BEN][at % 2], "claim", None, text, "", &[]);
        }
        lines.judged(Verdict::Answered);
    });
    assert_eq!(answered, ReadingKind::Question);
    assert_eq!(kind_of_branch(|lines| branch(lines, &WORDS[6..])), ReadingKind::Exploration);
}

#[test]
fn dialectic_rule_5_a_debate_of_twelve_turns_is_an_exploration_whatever_rounds_are_left() {
    let six = [ADA, BEN, "cleo", "dan", "eve", "finn"];
    let mut lines = Lines::between(&six);
    let words = |number: usize| format!("Word{number} comes.");
    for turn in 0..18 {
        lines.says(six[turn % 6], "claim", None, &words(turn), "", &[]);
        if turn > 0 {
            lines.raises(if turn == 1 { &[("Is it so?", 0.9)] } else { &[] });
        }
    }
    lines.summary("the street", &["p", "q", "r"], &[]);
    for turn in 18..30 {
        lines.says(six[turn % 6], "claim", None, &words(turn), "", &[]);
        if turn % 6 == 5 {
            lines.judged(Verdict::Open);
        }
    }
    lines.summary("the question", &["s", "t", "u"], &[]);
    let reading = readings(&lines.run(&dialectic(1)))[1].clone();
    assert_eq!(reading.turns.len(), 12, "there is no third round");
    assert_eq!(reading.kind, ReadingKind::Exploration);
    assert_eq!(reading.rule, "12 turns were made without a decision.");
}

#[test]
fn dialectic_rule_5_words_count_at_their_boundaries_and_in_the_last_two_turns_only() {
    let disagree = kind_of_branch(|lines| {
        let words = ["We agree.", WORDS[7], "We disagree.", "We agreed once.", WORDS[8], WORDS[9]];
        branch(lines, &words);
    });
    assert_eq!(disagree, ReadingKind::Exploration);
}

#[test]
fn dialectic_rule_5_what_the_last_turn_challenges_ends_no_debate() {
    let kind = |chosen: &str, to: Option<&str>| {
        kind_of_branch(|lines| {
            // The turns of the branch are t13 to t16.
            lines.says(ADA, "claim", None, WORDS[6], "", &[]);
            lines.says(BEN, "claim", None, WORDS[7], "", &[]);
            lines.says(ADA, "claim", None, "We agree.", "", &[]);
            lines.says(BEN, chosen, to, WORDS[8], "", &[]);
            if chosen == "challenge" {
                lines.judged(Verdict::Open);
                lines.passes(ADA);
                lines.passes(BEN);
            }
        })
    };
    assert_eq!(kind("claim", None), ReadingKind::Synthesis);
    assert_eq!(kind("clarify", Some("t15")), ReadingKind::Synthesis, "it only answers it");
    assert_eq!(kind("challenge", Some("t15")), ReadingKind::Exploration);
}

#[test]
fn dialectic_rule_6_one_call_makes_the_node_and_its_claims_have_a_speaker() {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
    lines.says(ADA, "claim", None, "It is late.", "", &[]);
    lines.says(BEN, "challenge", Some("t7"), "It is early.", "", &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    (0..3).for_each(|_| lines.raises(&[]));
    let claims = [
        ("t5", "Shops gain."),
        ("t6", "Shops lose."),
        ("t7", "It is late."),
        ("t8", "It is early."),
    ];
    lines.summary("the street", &["Shops", "late", "p"], &claims);
    lines.compared();
    let debate = lines.run(&dialectic(1));
    let reading = &readings(&debate)[0];
    let shown: Vec<(&str, bool)> =
        reading.claims.iter().map(|claim| (claim.speaker.as_str(), claim.holds)).collect();
    assert_eq!(shown, [(ADA, false), (BEN, false), (ADA, false), (BEN, true)]);
    assert_eq!(reading.tags, BTreeSet::from(["shops", "late", "p"].map(String::from)));
    assert_eq!(reading.disputed.iter().map(AxisId::as_str).collect::<Vec<_>>(), ["trade"]);
    assert_eq!(debate.asked("summarize"), 1);
}

#[test]
fn dialectic_rule_6_a_claim_that_the_others_conceded_in_its_words_is_not_contested() {
    let ended = |to: &str, conceded: &str| {
        let mut lines = Lines::new();
        lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
        lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
        lines.says(ADA, "claim", None, "It is late.", "", &[]);
        lines.says(BEN, "challenge", Some("t5"), "None gains.", "", &[]);
        lines.passes(ADA);
        lines.says(BEN, "concede", Some(to), conceded, "", &[]);
        (0..4).for_each(|_| lines.raises(&[]));
        lines.summary("the street", &["p", "q", "r"], &[("t5", "Shops gain.")]);
        let reading = readings(&lines.run(&dialectic(1)))[0].clone();
        (reading.claims[0].holds, reading.disputed.len())
    };
    assert_eq!(ended("t5", "Some shops gain."), (false, 1), "a point beside it");
    assert_eq!(ended("t7", "Shops gain."), (false, 1), "it is conceded to another claim");
    assert_eq!(ended("t5", "Shops gain."), (true, 0));
}

#[test]
fn dialectic_rule_3_no_tension_is_asked_for_before_a_second_persona_has_spoken() {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, WORDS[0], "", &[]);
    lines.passes(BEN);
    lines.says(ADA, "claim", None, WORDS[1], "", &[]);
    lines.says(BEN, "claim", None, WORDS[2], "", &[]);
    lines.raises(&[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    assert_eq!(lines.run(&dialectic(1)).asked("observe"), 1);
}

#[test]
fn dialectic_rule_9_a_topic_without_enough_passages_is_refused() {
    let without = Topic { passages: vec![], ..topic() };
    assert_eq!(dialectic(0).passages().check(&without), Err(PassagesError::None));
    assert_eq!(dialectic(1).passages().check(&without), Err(PassagesError::None));
    let few = PassagesError::TooFew { wanted: 3, known: 2 };
    assert_eq!(dialectic(3).passages().check(&topic()), Err(few));
    assert_eq!(dialectic(2).passages().check(&topic()), Ok(()));
    assert_eq!(Dialectic::default().passages(), Passages::All);
    assert_eq!(Passages::None.check(&without), Ok(()), "other modes read none");
}

/// A session of the first passages between two personas who have a statement on each passage.
fn by_corpus(passages: u32) -> Finished {
    let topic = topic();
    let personas = [ADA, BEN].map(|id| {
        let mut persona = persona(id);
        let corpus = persona.corpora.values_mut().next().unwrap();
        for (number, passage) in topic.passages.iter().enumerate() {
            let mut own = corpus.notes[0].statements[2].clone();
            own.id = StatementId::new(format!("{id}-{number}")).unwrap();
            own.text = format!("{id} reads the {}.", passage.id);
            own.passage = Some(passage.id.clone());
            corpus.notes[0].statements.push(own);
        }
        persona
    });
    let provider = Corpus::new(&topic, &personas, Probability::ONE).unwrap();
    let models = Models::default();
    let setting = Setting::new(&topic, &personas, &provider, &models, Seed(1));
    pollster::block_on(dialectic(passages).run(setting, &mut |_| ())).unwrap()
}

#[test]
fn dialectic_rule_9_a_longer_session_begins_as_the_shorter_one() {
    let (short, long) = (by_corpus(1).snapshots, by_corpus(2).snapshots);
    assert!(short.len() >= 2 && long.len() > short.len());
    let differs = |(one, other): (&Snapshot, &Snapshot)| one != other;
    let differing = short.iter().zip(&long).position(differs);
    assert_eq!(differing, None, "turns, calls and keys of requests are the same");
    let readings = crate::mode::dialectic::detail::readings(&long).unwrap();
    let read: BTreeSet<&str> = readings.iter().map(|reading| reading.passage.as_str()).collect();
    assert_eq!(read, BTreeSet::from(["feet", "wind"]));
}

#[test]
fn dialectic_rule_9_cruxes_are_disputed_questions_with_load_however_a_debate_ended() {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.raises(&[]);
    lines.summary("the street", &["p", "q", "r"], &[("t5", "Shops gain."), ("t6", "Shops lose.")]);
    lines.compared();
    let debate = lines.run(&dialectic(1));
    let cruxes = &debate.outcome().cruxes;
    assert_eq!(cruxes[0].question, "Will the shops lose custom?");
    assert!(cruxes.iter().all(|crux| crux.found == FoundBy::Load));
    assert_eq!(cruxes[0].positions[0].text, "Shops gain.");
    assert_eq!(readings(&debate)[0].kind, ReadingKind::Impasse);
}

#[test]
fn dialectic_rule_1_the_report_of_a_debate_names_the_readings_that_come_to_mind() {
    let lines = |context: &[u32]| {
        let context = context.iter().copied().map(NodeId::new).collect();
        let passage = PassageId::new("feet").unwrap();
        ReadingStart { passage, title: "The feet".into(), context }.lines().len()
    };
    assert_eq!(lines(&[]), 1, "the title alone");
    assert_eq!(lines(&[7, 12]), 2);
}

#[test]
fn dialectic_rule_9_questions_are_debated_and_turns_are_observed_where_a_topic_has_observers() {
    let calls = |observers: u32, branches: u32| {
        let size = DebateSize { personas: 2, axes: 8, passages: 2, observers };
        let calls = Dialectic { branches, ..Dialectic::default() }.calls(size);
        let is_debated = observers > 0 && branches > 0;
        assert_eq!(calls.to_string().contains("debated question"), is_debated, "{calls}");
        calls.total()
    };
    // Openings and two comparisons; for each passage six turns, a node, a comparison and a search.
    assert_eq!((calls(0, 0), calls(0, 3)), (4 + 2 * 9, 4 + 2 * 9));
    // Six observations more; three debates of nine calls and a node each.
    assert_eq!((calls(1, 0), calls(1, 3)), (4 + 2 * 15, 4 + 2 * 45));
    assert_eq!(calls(2, 3), calls(1, 3), "one call asks all observers");
}
