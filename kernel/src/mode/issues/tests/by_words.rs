//! What reasons seem to assert by their words alone.

use super::super::*;
use super::{personas, stated, topic};
use crate::graph::Operation;

/// How many issues are disputed if the reasons of some nodes assert their answers by their words
/// alone.
fn disputed(nodes: &[&str], by_words: &[usize]) -> usize {
    let (topic, personas) = (topic(), personas(&["ada", "ben"]));
    let mut graph = stated(nodes);
    let all: Vec<Node> = graph.nodes().cloned().collect();
    for place in by_words {
        let mut node = all[*place].clone();
        for asserted in &mut node.detail.asserts {
            asserted.certainty = Some(Probability::share(9, 10));
        }
        graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    }
    let issues = Issues::of(&graph, &topic, &personas);
    issues.disputed(|case, issue| case.dependence.load(issue)).len()
}

#[test]
fn the_words_of_a_reason_are_a_position_where_the_thesis_rests_on_it() {
    for (case, nodes, by_words, wanted) in [
        ("in an argument, by tag", &["ada air+ : trade-", "ben trade+"][..], &[][..], 1),
        ("in an argument beside the thesis", &["ada air+ : trade-", "ben trade+"], &[0], 0),
        ("in the thesis", &["ada thesis+ : trade-", "ben trade+"], &[0], 1),
        (
            "in an argument for a reason of the thesis",
            &["ada thesis+ : air+", "ada air+ : trade-", "ben trade+"],
            &[0, 1],
            1,
        ),
        (
            "in an argument for a reason of such an argument",
            &["ada thesis+ : air+", "ada noise+ : trade-", "ada air+ : noise+", "ben trade+"],
            &[0, 1, 2],
            1,
        ),
    ] {
        assert_eq!(disputed(nodes, by_words), wanted, "{case}");
    }
}

#[test]
fn the_words_of_a_reason_do_not_make_it_another_point_than_the_shared_one() {
    let nodes =
        ["ada thesis+ : trade-", "ben thesis- : trade+", "ada grants trade-", "ben grants trade+"];
    assert_eq!(disputed(&nodes, &[]), 1, "both say that their theses rest on something else");
    assert_eq!(disputed(&nodes, &[0]), 1, "one says so");
    assert_eq!(disputed(&nodes, &[0, 1]), 0, "none says so");
}
