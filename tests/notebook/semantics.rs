//! The graph of a debate under other semantics, at the end or after a round.

use faultline::argue::{Gradual, Semantics};
use faultline::view::number;

use crate::with_debates;

#[test]
fn acceptance_follows_the_semantics_that_is_asked_for() {
    with_debates(|debates| {
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let of = |semantics| {
            let grid = debate.acceptance(semantics).unwrap();
            let count = |word| grid.rows().iter().filter(|row| row[3] == word).count();
            ["all", "some", "none"].map(count)
        };
        let [grounded, preferred] = [of(Semantics::Grounded), of(Semantics::Preferred)];
        assert_eq!(grounded[1], 0, "there is one grounded extension");
        assert!(preferred[0] >= grounded[0], "every preferred extension contains the grounded one");
    });
}

#[test]
fn acceptance_can_be_computed_after_every_round() {
    with_debates(|debates| {
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let last = debate.snapshots().last().unwrap().round;
        let after = |round| debate.acceptance_after(round, Semantics::Grounded);
        let end = debate.acceptance(Semantics::Grounded).unwrap();
        assert_eq!(after(last).unwrap(), end);
        let opening = after(0).unwrap();
        let first = &debate.snapshots()[0].graph;
        assert_eq!(opening.rows().len(), first.to_framework().nodes.len(), "{opening}");
        let error = after(99).unwrap_err().to_string();
        assert!(error.starts_with("the debate has no round 99; it has rounds 0 to "), "{error}");
        let belief = debates.mode("belief").persona("shopkeeper").one().unwrap();
        let error = belief.acceptance_after(0, Semantics::Grounded).unwrap_err().to_string();
        assert!(error.starts_with("this mode has no framework of attacks"), "{error}");
    });
}

#[test]
fn strengths_can_be_computed_after_every_round_by_any_gradual_semantics() {
    with_debates(|debates| {
        let debate = debates.mode("belief").persona("shopkeeper").one().unwrap();
        let after = |round, gradual| debate.strengths_after(round, gradual);
        let last = debate.snapshots().last().unwrap().round;
        let end = debate.strengths(Gradual::DfQuad).unwrap();
        assert_eq!(after(last, Gradual::DfQuad).unwrap(), end);
        for snapshot in debate.snapshots() {
            let grid = after(snapshot.round, Gradual::DfQuad).unwrap();
            let nodes: Vec<_> = snapshot.graph.nodes().collect();
            assert_eq!(grid.rows().len(), nodes.len(), "round {}", snapshot.round);
            for (row, node) in grid.rows().iter().zip(nodes) {
                let [base, strength] = [node.base_score, node.strength]
                    .map(|score| number::score(score.unwrap().value()));
                assert_eq!([&row[3], &row[4]], [&base, &strength], "{row:?}");
            }
        }
        assert_ne!(debate.strengths(Gradual::Qe).unwrap().rows(), end.rows());
        let error = after(99, Gradual::DfQuad).unwrap_err().to_string();
        assert!(error.starts_with("the debate has no round 99; it has rounds 0 to "), "{error}");
        let graph = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let error = graph.strengths_after(0, Gradual::DfQuad).unwrap_err().to_string();
        assert_eq!(error, "the nodes of this mode have no base scores");
    });
}
