//! Rule 3: what happens to the questions that observers raise.

use std::collections::BTreeSet;

use super::super::{Lines, dialectic, ended, readings};
use super::{WORDS, branch, passage, stub};
use crate::graph::Relation;
use crate::mode::Mode;
use crate::mode::dialectic::Dialectic;
use crate::mode::dialectic::detail::{Flag, Stub, StubState};
use crate::mode::dialectic::events::{BranchesSelected, ReadingStart};
use crate::mode::dialectic::questions::answered::Verdict;
use crate::mode::dialectic::run::selection::{Heard, candidates, explored};
use crate::mode::events::Report as _;
use crate::mode::tests::scripted::{ADA, BEN, Debate};
use crate::record::ReadingKind;
use crate::text::content_stems;
use crate::view::{EventLine, Level};
use crate::vocabulary::{AxisId, NodeId, PassageId};

/// The questions with what became of them.
fn states(debate: &Debate) -> Vec<(String, StubState)> {
    ended(debate).stubs.into_iter().map(|stub| (stub.flag.question, stub.state)).collect()
}

fn only_states(debate: &Debate) -> Vec<StubState> {
    states(debate).into_iter().map(|(_, state)| state).collect()
}

/// How many debates were about each question.
fn debates_about(debate: &Debate, question: &str) -> usize {
    let starts = debate.reported::<ReadingStart>().into_iter();
    starts.filter(|start| start.title == question).count()
}

/// Six turns, the last of which has these words.
fn words_ending(last: &str) -> Vec<&str> {
    WORDS[..5].iter().copied().chain([last]).collect()
}

#[test]
fn dialectic_rule_3_a_question_that_is_left_open_is_taken_up_by_the_passage_that_brings_it_to_mind()
{
    let (salt, iron) = ("Who buys salt from the miller?", "Who weighs iron?");
    let session = |said: &str| {
        let mut lines = Lines::new();
        passage(&mut lines, &WORDS[..6], &[(iron, 0.9), (salt, 0.8)]);
        lines.summary("the street", &["p", "q", "r"], &[]);
        branch(&mut lines, &WORDS[6..]);
        lines.summary("iron", &["s", "t", "u"], &[]);
        passage(&mut lines, &words_ending(said), &[]);
        lines.summary("the wind", &["v", "w", "k"], &[]);
        if said.contains("salt") {
            let again: Vec<String> =
                WORDS[6..].iter().map(|word| format!("{word} Twice.")).collect();
            branch(&mut lines, &again.iter().map(String::as_str).collect::<Vec<_>>());
            lines.summary("salt", &["x", "y", "z"], &[]);
        }
        lines.run(&Mode::Dialectic(Dialectic { branches: 1, ..Dialectic::default() }))
    };
    let taken_up = session("The miller buys salt.");
    let read = readings(&taken_up);
    let [street, of_iron, wind, of_salt] = &read[..] else { panic!("{read:?}") };
    let expected = [
        (iron.to_owned(), StubState::Explored(of_iron.node)),
        (salt.to_owned(), StubState::Explored(of_salt.node)),
    ];
    assert_eq!(states(&taken_up), expected);
    assert_eq!((of_salt.passage.as_str(), of_salt.question.as_deref()), ("wind", Some(salt)));
    assert_ne!(wind.node, of_salt.node);
    let mut edges = taken_up.graph().edges().filter(|edge| edge.relation == Relation::BranchesFrom);
    assert!(
        edges.any(|edge| (edge.from, edge.to) == (of_salt.node, street.node)),
        "where it arose"
    );
    let count = |debate: &Debate, name: &str| debate.metric(name).value;
    assert_eq!(count(&taken_up, "questions taken up later"), Some(1.0));
    assert_eq!(count(&taken_up, "open questions"), Some(0.0));
    let forgotten = session("The baker sings.");
    assert_eq!(states(&forgotten)[1], (salt.to_owned(), StubState::Stub));
    assert_eq!(count(&forgotten, "questions taken up later"), Some(0.0));
    assert_eq!(count(&forgotten, "open questions"), Some(1.0));
}

#[test]
fn dialectic_rule_3_a_question_whose_debate_left_a_reading_is_not_debated_again() {
    let question = "Is it so?";
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[(question, 0.6)]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    branch(&mut lines, &WORDS[6..]);
    lines.summary("the question", &["s", "t", "u"], &[]);
    passage(&mut lines, &WORDS[..6], &[(question, 0.9)]);
    lines.summary("the wind", &["v", "w", "k"], &[]);
    let debate = lines.run(&dialectic(2));
    let node = readings(&debate)[1].node;
    let expected = [StubState::Explored(node), StubState::Superseded(node)];
    assert_eq!(only_states(&debate), expected);
    assert_eq!(debates_about(&debate, question), 1);
    assert_eq!(debate.metric("questions taken up later").value, Some(0.0), "raised again since");
}

#[test]
fn dialectic_rule_3_a_question_whose_debate_left_no_reading_is_debated_where_it_is_raised_again() {
    let question = "Is it so?";
    let session = |raised_again: bool| {
        let mut lines = Lines::new();
        passage(&mut lines, &WORDS[..6], &[(question, 0.9)]);
        lines.summary("the street", &["p", "q", "r"], &[]);
        lines.passes(ADA);
        lines.passes(BEN);
        let again = if raised_again { &[(question, 0.8)][..] } else { &[] };
        passage(&mut lines, &WORDS[..6], again);
        lines.summary("the wind", &["v", "w", "k"], &[]);
        if raised_again {
            branch(&mut lines, &WORDS[6..]);
            lines.summary("the question", &["s", "t", "u"], &[]);
        }
        lines.run(&dialectic(2))
    };
    let debate = session(true);
    let node = readings(&debate)[2].node;
    let expected = [StubState::Explored(node), StubState::Superseded(node)];
    assert_eq!(only_states(&debate), expected);
    assert_eq!(debates_about(&debate, question), 2, "the first one was silent");
    assert_eq!(debate.metric("questions taken up later").value, Some(1.0));
    let left = debate.reported::<BranchesSelected>().into_iter().map(|chosen| chosen.left.len());
    assert_eq!(left.sum::<usize>(), 0, "the same question is not left for later");
    assert_eq!(only_states(&session(false)), [StubState::WithoutReading]);
}

#[test]
fn dialectic_rule_4_the_debate_of_a_branch_begins_from_what_was_said_about_its_question() {
    let mut lines = Lines::new();
    // The turns of the passage are t5 to t11, with a question among them.
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
    lines.raises_about("trade", &["t5", "t6"]);
    lines.says(ADA, "claim", None, "It is late.", "", &[]);
    lines.raises(&[]);
    lines.says(BEN, "challenge", Some("t5"), "No shop gains.", "trade+", &[]);
    lines.raises(&[]);
    lines.says(ADA, "clarify", Some("t9"), "Gains are sales.", "", &[]);
    lines.raises(&[]);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    // Ada relies on the first turns, and Ben answers the explanation.
    lines.says(ADA, "claim", None, "Feet buy.", "trade-", &["t5", "t6", "t9"]);
    lines.says(BEN, "concede", Some("t10"), "Sales count.", "", &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.judged(Verdict::Opposed);
    lines.summary("the question", &["s", "t", "u"], &[]);
    let debate = lines.run(&dialectic(1));
    assert_eq!(debate.dropped(), [""; 0], "each turn on the question is shown");
    assert_eq!(readings(&debate)[1].kind, ReadingKind::Impasse);
}

#[test]
fn dialectic_rule_4_what_was_said_about_other_questions_is_not_shown_in_a_branch() {
    let mut lines = Lines::new();
    // The turns of the passage are t5 to t11, with a question among them.
    lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
    lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
    lines.raises_about("trade", &["t5", "t6"]);
    lines.says(ADA, "claim", None, "It is late.", "", &[]);
    lines.raises(&[]);
    lines.says(BEN, "challenge", Some("t5"), "It is early.", "", &[]);
    lines.raises(&[]);
    lines.says(ADA, "clarify", Some("t9"), "Early is before six.", "", &[]);
    lines.raises(&[]);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    let turns: Vec<String> = (5..=11).map(|number| format!("t{number}")).collect();
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    lines.says(ADA, "claim", None, "Feet buy.", "trade-", &turns);
    lines.says(BEN, "claim", None, "Cars buy.", "trade+", &[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.judged(Verdict::Opposed);
    lines.summary("the question", &["s", "t", "u"], &[]);
    let debate = lines.run(&dialectic(1));
    let dropped = ["t7", "t8", "t9", "t10", "t11"]
        .map(|id| format!("turn: the turn `{id}` to rely on, which does not exist"));
    assert_eq!(debate.dropped(), dropped);
}

#[test]
fn dialectic_rule_3_the_report_of_a_choice_counts_what_is_debated_now_and_what_is_left() {
    let lines = |chosen: usize, left: usize| {
        let questions = |count: usize| vec!["Is it so?".to_owned(); count];
        let passage = PassageId::new("feet").unwrap();
        let (chosen, left) = (questions(chosen), questions(left));
        BranchesSelected { passage, chosen, left }.lines()
    };
    for (chosen, left, wanted) in [
        (1, 0, "1 question is debated now."),
        (2, 0, "2 questions are debated now."),
        (1, 2, "1 question is debated now; 2 left for later passages."),
        (0, 1, "0 questions are debated now; 1 left for later passages."),
    ] {
        let wanted = EventLine::Detail(Level::Round, wanted.into());
        assert_eq!(lines(chosen, left), [EventLine::Gap, wanted]);
    }
    assert_eq!(lines(0, 0), [], "no question was raised");
}

#[test]
fn dialectic_rule_3_a_question_about_an_issue_comes_to_mind_by_a_claim_and_another_one_by_its_words()
 {
    let trade = AxisId::new("trade").unwrap();
    let free = stub("Do shops lose drivers?", 0.9, false, "feet");
    let mut about = stub("Do the shops lose custom?", 0.5, false, "feet");
    about.flag.axis = Some(trade.clone());
    let found = |stubs: &[Stub], words: &str, answered: &[&AxisId], raised: &[Flag]| {
        let answered: BTreeSet<AxisId> = answered.iter().copied().cloned().collect();
        candidates(stubs, &Heard { raised, answered, words: content_stems(words) })
    };
    let both = [free.clone(), about.clone()];
    assert_eq!(found(&both, "Drivers lose shops and custom.", &[], &[]), [0]);
    assert_eq!(found(&both, "Cabbage soup.", &[&trade], &[]), [1]);
    assert_eq!(found(&both, "Cabbage soup.", &[], &[about.flag.clone()]), [1]);
    let with = |state| Stub { state, ..free.clone() };
    let here = |state| found(&[with(state)], "Drivers lose shops.", &[], &[]).len();
    assert_eq!(here(StubState::WithoutReading), 1);
    assert_eq!(here(StubState::Explored(NodeId::new(9))), 0);
    assert_eq!(here(StubState::Superseded(NodeId::new(9))), 0);
}

#[test]
fn dialectic_rule_3_a_debate_supersedes_what_asks_the_same() {
    let stub = |text, urgency, passage| stub(text, urgency, false, passage);
    let mut same = [stub("Is it late?", 0.5, "feet"), stub("Is it late", 0.9, "wind")];
    explored(&mut same, 1, NodeId::new(3));
    let states = same.map(|stub| stub.state);
    assert_eq!(
        states,
        [StubState::Superseded(NodeId::new(3)), StubState::Explored(NodeId::new(3))]
    );
}
