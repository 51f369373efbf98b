//! Points that several personas make.

use super::super::*;
use super::{personas, stated, topic};
use crate::graph::Operation;

#[test]
fn a_reason_that_repeats_a_shared_point_is_not_a_point_of_its_own() {
    let (topic, personas) = (topic(), personas(&["ada", "ben"]));
    let disputed = |repeated: [usize; 2]| {
        let mut graph = stated(&[
            "ada thesis+ : trade-", "ben thesis- : trade+", "ada grants trade-",
            "ben grants trade+",
        ]);
        let nodes: Vec<Node> = graph.nodes().cloned().collect();
        for (thesis, point) in nodes.iter().zip(repeated) {
            let mut changed = thesis.clone();
            changed.detail.premises[0].clone_from(&nodes[point].text);
            graph.apply(&Operation::UpdateNode(Box::new(changed))).unwrap();
        }
        let issues = Issues::of(&graph, &topic, &personas);
        issues.disputed(|case, issue| case.dependence.load(issue)).len()
    };
    assert_eq!(disputed([2, 3]), 0, "each rests on its own wording of the point");
    assert_eq!(disputed([3, 2]), 0, "each rests on the wording of the other");
    assert_eq!(disputed([0, 1]), 1, "each rests on something else");
    assert_eq!(disputed([0, 0]), 0, "each repeats the reason of the other");
}
