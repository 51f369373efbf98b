//! What a page shows of a debate.

use super::*;
use crate::mode::tests::shown::{lines, words};
use crate::view::{Section, Subject};
use crate::vocabulary::CruxId;

fn standard() -> Mode {
    Mode::Procon(Procon { rounds: 2, ..Procon::default() })
}

fn strict() -> Mode {
    Mode::Procon(Procon { rounds: 2, fact_check: FactCheck::Strict, ..Procon::default() })
}

fn debate(edit: impl FnOnce(&mut Vec<Value>)) -> Debate {
    run_edited("debate", &standard(), &[ADA, BEN], edit)
}

fn of_four() -> Debate {
    run_edited("four", &strict(), &[ADA, BEN, CLEO, DAN], |_| ())
}

fn section(debate: &Debate, mode: &Mode, id: &str) -> Section {
    debate.sections(mode).into_iter().find(|section| section.id == id).unwrap()
}

/// The first words of each line of a section.
fn begins(section: &Section) -> Vec<String> {
    let lines = lines(section).into_iter();
    lines.map(|line| line.split(" Filler.").next().unwrap().to_owned()).collect()
}

#[test]
fn each_round_shows_the_speeches_of_both_sides_with_what_was_found_about_their_claims() {
    let debate = debate(|_| ());
    let speeches = section(&debate, &standard(), "speeches");
    assert!(!words(&speeches.lead).contains("No speech was given by"), "both have spoken");
    let lines = begins(&speeches);
    for line in ["Part | pro: ada (t1) | con: ben (t2)", "Part | pro: ada (t3) | con: ben (t4)"] {
        assert!(lines.contains(&line.to_owned()), "{line} in {lines:?}");
    }
    let first = "1 | The shops of the next town lost no custom. [n2: true] | Drivers stay away from closed streets. [n6]";
    assert_eq!(lines[1], first);
}

#[test]
fn a_draft_that_was_rejected_shows_only_what_was_found_false_in_it() {
    let drafts = begins(&section(&of_four(), &strict(), "drafts"));
    let found: Vec<&String> = drafts.iter().filter(|line| line.starts_with("Found")).collect();
    let [found] = found.as_slice() else { panic!("one thing was false: {found:?}") };
    assert!(found.starts_with("Found false: “Ada counts shops.”"), "{found}");
}

#[test]
fn the_judgement_says_who_wins_by_how_much_and_what_the_order_is_worth() {
    let judged = debate(|_| ());
    let judgement = section(&judged, &standard(), "judgement");
    let lead = words(&judgement.lead);
    let order = "A side that the judge reads first gets 4.50 of 30 points more on average. Who wins depends on which side it reads first.";
    assert!(lead.ends_with(order), "{lead}");
    let lines = lines(&judgement);
    assert!(lines[1].starts_with("pro | 8 | 7 | 8 | 23 | wins | 6 | 5 | 6 | 17 |  |"), "{lines:?}");
    assert!(lines[2].starts_with("con | 6 | 5 | 6 | 17 |  | 7 | 6 | 7 | 20 | wins |"), "{lines:?}");
    assert!(lines[3].starts_with("In every judgement: "), "{lines:?}");
    let four = of_four();
    let lead = words(&section(&four, &strict(), "judgement").lead);
    let order = "On average the scores are the same, whichever side the judge reads first. The same side wins in both orders.";
    assert!(lead.ends_with(order), "{lead}");
}

#[test]
fn judgements_with_different_reasons_are_shown_one_by_one() {
    let judged = debate(|lines| {
        let judge = lines.iter_mut().filter(|line| line["question"] == "judge");
        let reasons = &mut judge.last().unwrap()["answer"]["reasons"];
        *reasons = reasons.as_str().unwrap().replace("Reason.", "Ground.").into();
    });
    let lines = lines(&section(&judged, &standard(), "judgement"));
    for begin in ["Judgement 1, pro first: Reason.", "Judgement 2, con first: Reason."] {
        assert!(lines.iter().any(|line| line.starts_with(begin)), "{begin} in {lines:?}");
    }
}

#[test]
fn an_exchange_is_shown_on_the_card_of_the_crux_that_it_is_about() {
    let sections = of_four().sections(&strict());
    let on_cards = sections.iter().filter(|section| section.id == "exchange");
    let subjects: Vec<Subject> = on_cards.map(|section| section.subject).collect();
    assert_eq!(subjects, [Subject::Crux(CruxId::new(2))], "the one about the air");
}

#[test]
fn the_line_of_a_speech_counts_its_words_and_what_was_found_about_it() {
    let debate = debate(|_| ());
    let numbers = |number: u32| {
        let mut turns = debate.turns();
        let turn = turns.find(|turn| turn.id.number() == number).unwrap();
        let numbers = standard().numbers(turn).unwrap().unwrap();
        numbers.split_once(" words").unwrap().1.to_owned()
    };
    assert_eq!(numbers(1), ", 1 true, 5 unverifiable");
    assert_eq!(numbers(2), ", 1 false, 5 unverifiable");
}

#[test]
fn procon_rule_7_passages_come_from_one_source_and_from_none_without_a_fact_check() {
    use crate::mode::procon::EvidenceSource::{Files, Tavily};
    let reads = |fact_check, evidence| {
        let mode = Mode::Procon(Procon { fact_check, evidence, ..Procon::default() });
        (mode.reads_evidence(), mode.searches_web())
    };
    for checked in [FactCheck::Standard, FactCheck::Strict] {
        assert_eq!(reads(checked, Files), (true, false));
        assert_eq!(reads(checked, Tavily), (false, true));
    }
    assert_eq!(reads(FactCheck::Off, Files), (false, false));
    assert_eq!(reads(FactCheck::Off, Tavily), (false, false));
}

#[test]
fn procon_rule_2_a_line_names_those_who_were_assigned_a_side_where_there_are_any() {
    use crate::mode::events::Report as _;
    let lines = |assigned: &[&str]| {
        let ids = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
        SidesAssigned { pro: ids(&[ADA]), con: ids(&[BEN]), assigned: ids(assigned) }.lines().len()
    };
    assert_eq!(lines(&[BEN]), lines(&[]) + 1);
}

#[test]
fn procon_rule_3_a_prompt_names_the_side_and_says_that_the_speech_is_the_last_one_of_it() {
    let script = [vec![first(ADA), claims(&[]), first(BEN), claims(&[])], judged().into()];
    let prompts = prompts(&one_round(FactCheck::Off), &script);
    let of = |speaks: &str| {
        let own = prompts.iter().find(|prompt| prompt.contains(speaks));
        own.is_some_and(|prompt| prompt.contains("It is the last speech of your side"))
    };
    assert!(of("speak for PRO: the answer is YES"));
    assert!(of("speak for CON: the answer is NO"));
}

#[test]
fn procon_rule_14_one_answer_is_no_exchange() {
    let ada = claims(&[claim("Exhaust comes from cars.", Some(("air", "yes")), &[])]);
    let ben = claims(&[claim("It comes from heating.", Some(("air", "no")), &["rebut n2"])]);
    let script = [vec![first(ADA), ada, first(BEN), ben], judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    assert_eq!(debate.graph().edges().len(), 1, "it is an answer");
    assert_eq!(decided(&debate).exchanges.len(), 0);
}
