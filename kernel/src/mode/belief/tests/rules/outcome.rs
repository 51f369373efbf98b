//! The outcome: ledgers, acceptance, and the argument that fell.

use crate::graph::{Graph, Operation};
use crate::mode::belief::run::ledger::FinalGraphs;
use crate::mode::belief::samples::{ANN, BOB, graph, node, strength};
use crate::mode::shared::ledger::Verdicts;
use crate::question::samples::persona;
use crate::record::LedgerEntry;
use crate::vocabulary::{Citation, EdgeId, NodeId, Persona, Side};

/// The argument that fell, and its strongest attacker.
type Fallen = Option<(u32, u32)>;

/// Attacks: from, to, weight.
type Attacks<'a> = &'a [(u32, u32, f64)];

/// Base score and strength of each of eight nodes.
type Scores = [(f64, f64); 8];

/// Ann's thesis 1 with her nodes 2 and 3 below it, Bob's thesis 4, and Bob's attackers 5 to 8: base scores and strengths of
/// these eight, and the attacks on Ann's nodes with their weights.
fn ended(scores: Scores, attacks: Attacks<'_>) -> Graph {
    let authors = [ANN, ANN, ANN, BOB, BOB, BOB, BOB, BOB];
    let nodes: Vec<(u32, &str, f64)> =
        (1..).zip(authors).zip(scores).map(|((n, by), (base, _))| (n, by, base)).collect();
    let mut edges = vec![(2, 1, true), (3, 1, true)];
    edges.extend(attacks.iter().map(|&(from, to, _)| (from, to, false)));
    // Unused attackers support Bob's thesis, so that only 1 and 4 are theses.
    let unused = (5..=8).filter(|number| attacks.iter().all(|(from, ..)| from != number));
    edges.extend(unused.map(|number| (number, 4, true)));
    let mut graph = graph(&nodes, &edges);
    for (number, (_, strong)) in (1..).zip(scores) {
        let mut ended = graph.node(node(number)).unwrap().clone();
        ended.strength = Some(strength(strong));
        ended.detail.evidence = vec![Citation { text: format!("Of {number}."), evidence: None }];
        graph.apply(&Operation::UpdateNode(Box::new(ended))).unwrap();
    }
    for (number, &(_, _, weight)) in (3..).zip(attacks) {
        let edge = graph.edge(EdgeId::new(number)).unwrap().clone();
        graph.apply(&Operation::UpdateEdge(edge.with_weight(strength(weight)))).unwrap();
    }
    graph
}

fn ann() -> [Persona; 1] {
    [persona(ANN, Side::Yes, vec![])]
}

#[test]
fn belief_outcome_rejected_evidence_names_the_strongest_attacker_of_another_persona() {
    let half = (0.5, 0.5);
    let scores = |five: f64, six: f64| {
        [half, (0.5, 0.3), (0.9, 0.9), half, (0.5, five), (0.5, six), half, half]
    };
    let cases: [(&str, Scores, Attacks<'_>, Option<u32>); 7] = [
        ("one attacker", scores(0.5, 0.5), &[(5, 2, 1.0)], Some(5)),
        ("the stronger one", scores(0.5, 0.9), &[(5, 2, 1.0), (6, 2, 1.0)], Some(6)),
        ("a weight counts", scores(0.6, 0.9), &[(5, 2, 1.0), (6, 2, 0.5)], Some(5)),
        ("among equals the first", scores(0.5, 0.5), &[(5, 2, 1.0), (6, 2, 1.0)], Some(5)),
        ("the first attack", scores(0.5, 0.5), &[(6, 2, 1.0), (5, 2, 1.0)], Some(6)),
        ("an own attack does not count", scores(0.5, 0.5), &[(3, 2, 1.0), (5, 2, 0.1)], Some(5)),
        ("no attacker", scores(0.5, 0.5), &[], None),
    ];
    for (case, scores, attacks, expected) in cases {
        let graph = ended(scores, attacks);
        let last = FinalGraphs(&graph);
        let ledger = last.ledgers(&ann()).remove(0);
        let [entry] = ledger.rejected.as_slice() else { panic!("{case}: one is rejected") };
        assert_eq!((entry.node, entry.text.as_str()), (node(2), "Of 2."), "{case}");
        assert_eq!(entry.defeated_by, expected.map(node), "{case}");
        let accepted: Vec<NodeId> = ledger.accepted.iter().map(|entry| entry.node).collect();
        assert_eq!(accepted, [node(3)], "{case}: the thesis has no entry");
    }
}

#[test]
fn belief_outcome_evidence_that_a_kept_argument_cites_too_is_kept() {
    let half = (0.5, 0.5);
    let scores = [half, (0.5, 0.3), (0.9, 0.9), half, half, half, half, half];
    let mut graph = ended(scores, &[(5, 2, 1.0)]);
    let mut both = graph.node(node(2)).unwrap().clone();
    both.detail.evidence.push(Citation { text: "Of 3.".into(), evidence: None });
    graph.apply(&Operation::UpdateNode(Box::new(both))).unwrap();
    let ledger = FinalGraphs(&graph).ledgers(&ann()).remove(0);
    let texts = |entries: &[LedgerEntry]| -> Vec<String> {
        entries.iter().map(|entry| entry.text.clone()).collect()
    };
    assert_eq!(
        (texts(&ledger.accepted), texts(&ledger.rejected)),
        (vec!["Of 3.".into()], vec!["Of 2.".into()])
    );
}

#[test]
fn belief_outcome_a_node_is_accepted_from_strength_one_half() {
    for (strong, accepted) in [(0.0, false), (0.49, false), (0.5, true), (0.51, true), (1.0, true)]
    {
        let half = (0.5, 0.5);
        let graph = ended([half, (0.5, strong), half, half, half, half, half, half], &[]);
        let last = FinalGraphs(&graph);
        let ledger = last.ledgers(&ann()).remove(0);
        let found = ledger.accepted.iter().any(|entry| entry.node == node(2));
        assert_eq!(found, accepted, "{strong}");
    }
}

#[test]
fn belief_outcome_the_argument_that_fell_lost_most_of_its_base_score() {
    let half = (0.5, 0.5);
    let scores = |two, three| [half, two, three, half, half, half, half, half];
    let both: Attacks<'_> = &[(5, 2, 1.0), (6, 3, 1.0)];
    let cases: [(&str, Scores, Attacks<'_>, Fallen); 6] = [
        ("the greater loss", scores((0.6, 0.3), (0.9, 0.4)), both, Some((3, 6))),
        ("not the lower strength", scores((0.5, 0.1), (0.9, 0.4)), both, Some((3, 6))),
        ("among equal losses the first", scores((0.75, 0.25), (0.5, 0.0)), both, Some((2, 5))),
        ("an accepted node did not fall", scores((1.0, 0.5), (0.5, 0.4)), both, Some((3, 6))),
        ("only attacked nodes", scores((0.9, 0.1), (0.5, 0.4)), &both[1..], Some((3, 6))),
        ("none fell", scores((0.9, 0.6), (0.9, 0.6)), both, None),
    ];
    for (case, scores, attacks, expected) in cases {
        let graph = ended(scores, attacks);
        let last = FinalGraphs(&graph);
        let fallen = last.flips(&ann());
        let named = fallen.first().map(|flip| (flip.node.number(), flip.against.number()));
        assert_eq!(named, expected, "{case}");
        if let Some((_, against)) = expected {
            assert_eq!(fallen[0].counter, format!("Claim {against}."), "{case}");
        }
    }
}
