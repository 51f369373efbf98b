//! What pages say that personas agree on, accept and concede.

use faultline::graph::Operation;
use faultline::record::Agreement;
use faultline::vocabulary::{Disagreement, NodeId, Persona, Side};

use crate::answers::section;
use crate::arguments::{BEAR, MACRO, n};
use crate::fixture::Whole;
use crate::{ending, files, fixture};

const THIRD: &str = "third";

/// The fixture with a third persona in each debate, where these personas agree on a point in one
/// wording of each in the first debate.
fn agreeing(in_first: &[&str], in_second: &[&str]) -> Whole {
    let mut experiment = fixture::experiment();
    let mut third: Persona = experiment.personas[0].clone();
    third.id = fixture::persona_id(THIRD);
    third.contract.name = "Third".into();
    experiment.personas.push(third);
    for (debate, by) in experiment.debates[..2].iter_mut().zip([in_first, in_second]) {
        debate.personas.push(fixture::persona_id(THIRD));
        let point = Agreement {
            node: NodeId::new(6),
            text: "Exposure shows which tasks may change.".into(),
            endorsed_by: by.iter().map(|id| fixture::persona_id(id)).collect(),
            other_wordings: vec![],
        };
        debate.result.as_mut().unwrap().outcome.common_ground.agreed = vec![point];
    }
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.common_ground.agreed[0].other_wordings = vec![n(2)];
    experiment
}

fn granted(experiment: &Whole) -> String {
    let page = files(experiment).remove("topics/ai-jobs.md").unwrap();
    let (_, granted) = page.split_once("## What both sides grant\n").unwrap();
    granted.split("\n#").next().unwrap().to_owned()
}

#[test]
fn a_debate_in_which_only_some_agree_is_not_counted_as_agreement_of_all() {
    let all = granted(&agreeing(&[BEAR, MACRO, THIRD], &[BEAR, MACRO, THIRD]));
    assert!(!all.contains("debates and baselines"), "{all}");
    let some = granted(&agreeing(&[BEAR, MACRO, THIRD], &[BEAR, MACRO]));
    let said = "(in 2 of 2 debates and baselines; only some of them agree in 1 of these)";
    assert!(some.contains(said), "{some}");
}

#[test]
fn other_words_for_a_point_are_given_to_those_who_said_them() {
    let experiment = agreeing(&[BEAR, MACRO, THIRD], &[BEAR, MACRO]);
    let point = granted(&experiment);
    let said = "In the words of Displacement bear: High task exposure predicts large job losses.";
    assert!(point.contains(said), "{point}");
    let html = files(&experiment).remove("topics/ai-jobs.html").unwrap();
    let (_, words) = html.split_once("The same points in the words of the others").unwrap();
    assert!(words.split("</details>").next().unwrap().contains("Displacement bear"), "{words}");
}

/// The page of the debate with a graph.
fn debate(experiment: &Whole) -> String {
    let pages = files(experiment);
    let mut debates = ending(&pages, ".md").filter(|(path, _)| path.starts_with("debates/"));
    debates.find(|(path, _)| path.contains("graph")).unwrap().1.to_owned()
}

#[test]
fn a_list_of_accepted_statements_says_how_many_are_listed_elsewhere() {
    let mut experiment = fixture::experiment();
    let page = debate(&experiment);
    let defended = section(&page, "Attacked and still accepted").unwrap();
    assert_eq!(defended.matches("\n- ").count(), 1, "{defended}");
    let elsewhere = "Not in this list: 1 more, which contradicts accepted statements of the other side and is listed above.";
    assert!(defended.contains(elsewhere), "{defended}");
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.fake_consensus.clear();
    assert!(!debate(&experiment).contains("Not in this list"));
}

#[test]
fn a_shared_answer_to_the_question_of_a_definition_is_listed_with_the_definition() {
    let mut experiment = fixture::experiment();
    let granted = |experiment: &Whole| {
        let page = files(experiment).remove("index.md").unwrap();
        let listed = section(&page, "They also disagree about definitions").unwrap().to_owned();
        listed.contains("- Both sides grant: Exposure shows which tasks may change")
    };
    let finished = experiment.debates[0].result.as_mut().unwrap();
    let axis = finished.outcome.idle_disputes[0].axis.clone();
    let point = finished.outcome.common_ground.agreed[0].clone();
    let graph = &mut finished.snapshots.last_mut().unwrap().graph;
    for id in point.wordings() {
        let mut node = graph.node(id).unwrap().clone();
        (node.axis, node.side) = (Some(axis.clone()), Some(Side::No));
        graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    }
    let axis = experiment.topics[0].axes.iter_mut().find(|own| own.id == axis).unwrap();
    axis.kind = Disagreement::Definition;
    assert!(granted(&experiment));
    let finished = experiment.debates[0].result.as_mut().unwrap();
    let graph = &mut finished.snapshots.last_mut().unwrap().graph;
    for id in point.wordings() {
        let mut node = graph.node(id).unwrap().clone();
        node.axis = Some(fixture::axis_id("diffusion"));
        graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    }
    assert!(!granted(&experiment));
}
