//! What pages say that the disagreement comes down to.

use faultline::record::Position;
use faultline::vocabulary::{Flip, Reach, Side};

use crate::answers::{QUIET, front, section};
use crate::fixture::Whole;
use crate::{ending, files, fixture, markup};

const TITLE: &str = "What it comes down to";
const ENTRY_LEVEL: &str =
    "“Is AI, rather than interest rates and over-hiring, shrinking entry-level hiring?”";
const ABOUT: &str = "The main answer is the one to the question above";

/// The fixture, where these personas, by their seats, declare that they would change their main
/// answers over these questions.
fn declaring(conditions: &[(usize, &str)]) -> Whole {
    let mut experiment = fixture::experiment();
    for ((seat, axis), year) in conditions.iter().zip(2030..) {
        let axis = (!axis.is_empty()).then(|| fixture::axis_id(axis));
        experiment.personas[*seat].contract.flips.push(Flip {
            id: "new".into(),
            axis,
            when: format!("It snows in {year}"),
            then: "I would answer otherwise".into(),
            changes: Reach::Answer,
        });
    }
    experiment
}

/// The fixture with a third persona that answers like the first.
fn with_third(mut experiment: Whole) -> Whole {
    let mut third = experiment.personas[0].clone();
    third.id = fixture::persona_id("third");
    third.contract.name = "Third".into();
    third.contract.flips.clear();
    experiment.personas.push(third);
    for debate in &mut experiment.debates[..2] {
        debate.personas.push(fixture::persona_id("third"));
    }
    experiment
}

/// What the front page says, which the page of the topic and their twins say, too.
fn said(experiment: &Whole) -> Option<String> {
    let front = front(experiment);
    let said = section(&front, TITLE)?.trim().to_owned();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> =
        said.lines().map(|line| plain(line.trim_start_matches("- "))).collect();
    let files = files(experiment);
    for page in ["index.html", "topics/ai-jobs.html", "index.md", "topics/ai-jobs.md"] {
        let words = plain(&markup::words(&files[page]));
        for line in &lines {
            assert!(words.contains(line), "{page} does not say: {line}");
        }
    }
    Some(said)
}

#[test]
fn nothing_is_said_where_no_persona_would_change_its_main_answer() {
    assert_eq!(said(&fixture::experiment()), None);
}

#[test]
fn a_question_that_would_change_both_main_answers_is_named_first() {
    let experiment = declaring(&[(0, "entry-level"), (1, "entry-level"), (1, "null-results")]);
    let said = said(&experiment).unwrap();
    let both = "By their own account, both would change their main answer over one question: ";
    assert!(said.starts_with(&format!("{both}{ENTRY_LEVEL} {ABOUT}")), "{said}");
    let more = format!("- Institutional macro would also change it over “{QUIET}”");
    assert!(said.ends_with(&more), "{said}");
    assert!(!said.contains("Displacement bear"), "it names nothing else: {said}");
}

#[test]
fn two_personas_that_name_different_questions_do_not_look_at_the_same_one() {
    let said_of = |own| said(&declaring(&[(0, "entry-level"), (1, own)])).unwrap();
    let apart = said_of("exposure");
    assert!(apart.contains("none of the cruxes would change the main answer of both."), "{apart}");
    assert!(apart.contains("They do not look at the same question."), "{apart}");
    let first = format!("- Displacement bear would change it over {ENTRY_LEVEL}\n");
    assert!(apart.contains(&first), "{apart}");
    let other =
        "- Institutional macro would change it over none of the cruxes, but if: It snows in 2031.";
    assert!(apart.ends_with(other), "{apart}");
    assert!(!said_of("entry-level").contains("They do not look"));
    let one_question = said(&declaring(&[(0, "exposure"), (1, "exposure")])).unwrap();
    assert!(!one_question.contains("They do not look"), "{one_question}");
}

#[test]
fn one_persona_that_alone_names_a_condition_is_said_to_be_alone() {
    let said = said(&declaring(&[(1, "null-results"), (1, "")])).unwrap();
    assert!(said.starts_with("Only Institutional macro says what would change its main answer."));
    let own =
        format!("- Institutional macro would change it over “{QUIET}”, or if: It snows in 2031.");
    assert!(said.ends_with(&own), "{said}");
    assert_eq!(said.matches("\n- ").count(), 1, "{said}");
}

#[test]
fn of_more_than_two_personas_each_has_a_line_with_the_titles_of_its_questions() {
    let conditions = [(0, "entry-level"), (1, "entry-level"), (1, "null-results")];
    let said_of = |conditions: &[(usize, &str)]| said(&with_third(declaring(conditions))).unwrap();
    let said = said_of(&conditions);
    let both = "at least one persona on each side would change its main answer over one question: ";
    assert!(said.contains(&format!("{both}{ENTRY_LEVEL}")), "{said}");
    let lines = "- Displacement bear would change it over Entry level.\n\
                 - Third names nothing that would change it.\n\
                 - Institutional macro would change it over Entry level or Quiet data.";
    assert!(said.ends_with(lines), "{said}");
    let apart = said_of(&[(0, "entry-level"), (1, "null-results")]);
    let none = "none of the cruxes would change the main answer of personas on both sides.";
    assert!(apart.contains(none), "{apart}");
}

#[test]
fn what_a_debate_finds_decisive_counts_like_a_declared_condition() {
    let mut experiment = fixture::experiment();
    let debates = experiment.debates.iter_mut().filter_map(|debate| debate.result.as_mut().ok());
    let cruxes = debates.flat_map(|result| &mut result.outcome.cruxes);
    let is_bear = |held: &&mut Position| held.side == Some(Side::Yes) && held.load.is_some();
    for held in cruxes.flat_map(|crux| &mut crux.positions).filter(is_bear) {
        held.is_decisive = true;
    }
    let said = said(&experiment).unwrap();
    assert!(said.starts_with("Only Displacement bear says"), "{said}");
    assert!(said.contains(ENTRY_LEVEL), "{said}");
}

/// The fixture, where all cruxes of the first debate have the same score.
fn equal_scores() -> Whole {
    let mut experiment = fixture::experiment();
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    for crux in &mut outcome.cruxes {
        crux.score.value = fixture::sure(0.5);
    }
    experiment
}

#[test]
fn reasons_do_not_count_the_same_where_one_is_decisive() {
    let mut experiment = equal_scores();
    let equal = "each reason for a thesis counts the same in this computation.";
    let says_so = |experiment: &Whole, sentence: &str| {
        let files = files(experiment);
        let mut pages = ending(&files, ".md").filter(|(path, _)| path.starts_with("debates/"));
        pages.any(|(_, page)| page.contains(sentence))
    };
    assert!(says_so(&experiment, equal));
    let ordered = format!("{equal} The questions are in the order of the topic.");
    let is_ordered = |axes: [&str; 2]| {
        let mut experiment = equal_scores();
        let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
        outcome.cruxes.truncate(2);
        for (crux, axis) in outcome.cruxes.iter_mut().zip(axes) {
            crux.axis = Some(fixture::axis_id(axis));
        }
        says_so(&experiment, &ordered)
    };
    assert!(is_ordered(["entry-level", "diffusion"]));
    assert!(!is_ordered(["diffusion", "entry-level"]));
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.cruxes[0].positions[0].is_decisive = true;
    assert!(!says_so(&experiment, equal));
}
