//! What each thesis rests on, as a drawing.

use std::collections::BTreeSet;

use faultline::notebook::{self, Debate};
use faultline::record::Position;

use crate::with_debates;

/// The positions on all disputed questions, each with its question.
fn positions(debate: &Debate) -> Vec<(&str, &Position)> {
    let outcome = debate.outcome();
    let cruxes = outcome.cruxes.iter().map(|crux| (&crux.question, &crux.positions));
    let idle = outcome.idle_disputes.iter().filter(|idle| !idle.is_verbal);
    let all = cruxes.chain(idle.map(|idle| (&idle.question, &idle.positions)));
    all.flat_map(|(question, held)| held.iter().map(|held| (question.as_str(), held))).collect()
}

/// The labels of the lines, and how many lines lead between questions.
fn lines(svg: &str) -> (Vec<&str>, usize) {
    let labels = svg.split("class=\"v\"").skip(1).map(|rest| {
        let (_, rest) = rest.split_once('>').unwrap();
        rest.split('<').next().unwrap()
    });
    let ends = svg.split("aria-label=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let between = ends.filter(|label| label.matches("question-").count() == 2);
    (labels.collect(), between.count())
}

#[test]
fn a_line_leads_from_each_question_to_what_rests_on_the_answer_of_a_persona() {
    with_debates(|debates| {
        for debate in debates.iter() {
            let (title, drawing) = (debate.title(), debate.dependence_graph());
            assert_eq!(drawing.table(), &debate.dependence(), "{title}");
            let all = positions(debate);
            let carries = |held: &&Position| held.load.is_none_or(|load| load.value() > 0.0);
            let wanted = all.iter().filter(|(_, held)| carries(held));
            let wanted = wanted.map(|(_, held)| held.by_way_of.len().max(1)).sum::<usize>();
            let (labels, _) = lines(drawing.svg());
            assert_eq!(labels.len(), wanted, "{title}: {labels:?}");
            let unused = drawing.svg().matches("no thesis rests on it").count();
            let used: BTreeSet<&str> = all
                .iter()
                .filter(|(_, held)| carries(held))
                .map(|(question, _)| *question)
                .collect();
            let questions: BTreeSet<&str> = all.iter().map(|(question, _)| *question).collect();
            // A box without lines says so to readers who hear the page too.
            assert_eq!(unused, 2 * (questions.len() - used.len()), "{title}");
        }
    });
}

#[test]
fn a_deeper_question_leads_to_the_question_by_way_of_which_a_thesis_rests_on_it() {
    let bench = notebook::benchmark(&["graph"], &["none"], 5, 1).unwrap();
    let debates = bench.debates("none").unwrap();
    let chained =
        |debate: &&Debate| positions(debate).iter().any(|(_, held)| !held.by_way_of.is_empty());
    let debate = debates.iter().find(chained).expect("planted debates have deeper questions");
    let wanted: usize = positions(debate).iter().map(|(_, held)| held.by_way_of.len()).sum();
    let drawing = debate.dependence_graph();
    let (labels, between) = lines(drawing.svg());
    assert_eq!(between, wanted, "{labels:?}");
    let cruxes = drawing.svg().matches("A crux depends on it").count();
    assert_eq!(cruxes, debate.outcome().cruxes.len());
}
