//! The baseline of the fixture: a single call.

use std::collections::BTreeMap;

use faultline::graph::{
    Cause, Change, Edge, Graph, Node, NodeKind, Operation, Provenance, Relation,
};
use faultline::record::{Act, FoundBy, Outcome, Regime, Snapshot, Stop, StopReason, Turn, Usage};
use faultline::vocabulary::{CallId, Disagreement, EdgeId, Side, Tokens, TurnId};
use faultline_report::site::{Cost, Finished};

use crate::arguments::{BEAR, MACRO, call, n};
use crate::fixture::persona_id;
use crate::outcome::{Divide, crux};

type Text = (u32, NodeKind, Option<&'static str>, &'static str);

const TEXTS: [Text; 6] = [
    (
        1,
        NodeKind::Question,
        None,
        "Is AI, rather than interest rates and over-hiring, shrinking entry-level hiring?",
    ),
    (2, NodeKind::Position, Some(BEAR), "AI is doing it, since the gap holds within firms."),
    (
        3,
        NodeKind::Position,
        Some(MACRO),
        "Money is doing it, since the turn came before the chatbots.",
    ),
    (
        4,
        NodeKind::Question,
        None,
        "Do stable aggregate data since 2022 show that AI’s effect on jobs is small?",
    ),
    (5, NodeKind::Position, Some(BEAR), "They are too broad to show who was never hired."),
    (6, NodeKind::Position, Some(MACRO), "They are precise, and they show next to nothing."),
];

fn answers() -> Graph {
    let mut graph = Graph::default();
    for (number, kind, author, text) in TEXTS {
        let provenance =
            Provenance { turns: vec![TurnId::new(number)], calls: vec![CallId::new(1)] };
        let node =
            Node { author: author.map(persona_id), provenance, ..Node::new(n(number), kind, text) };
        graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
    }
    for (number, (from, to)) in (1..).zip([(2, 1), (3, 1), (5, 4), (6, 4)]) {
        let relation = if from % 3 == 2 { Relation::Support } else { Relation::Rebut };
        let edge = Edge::new(EdgeId::new(number), n(from), n(to), relation);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    graph
}

fn outcome() -> Outcome {
    let divide = |id, axis, nodes: [u32; 2], rests| Divide {
        id,
        axis,
        kind: Disagreement::Evidence,
        score: if id == 1 { 1.0 } else { 0.5 },
        sides: [
            (Side::Yes, TEXTS[nodes[0] as usize - 1].3, nodes[0]),
            (Side::No, TEXTS[nodes[1] as usize - 1].3, nodes[1]),
        ],
        rests,
        counterfactual: "",
    };
    let rule = "rank among the questions named";
    let cruxes = vec![
        crux(&divide(1, "entry-level", [2, 3], &[1, 2, 3]), FoundBy::Proposed, rule, TEXTS[0].3),
        crux(&divide(2, "null-results", [5, 6], &[4, 5, 6]), FoundBy::Proposed, rule, TEXTS[3].3),
    ];
    let stop = Stop {
        reason: StopReason::Converged,
        rule: "One call was asked for and answered".into(),
        rounds: 0,
    };
    Outcome {
        cruxes,
        usage: Usage {
            calls: 1,
            input: Tokens(2_310),
            output: Tokens(402),
            estimated: true,
            ..Usage::default()
        },
        ..Outcome::new(stop, Regime::Polarized, "Two cruxes were named and no common ground".into())
    }
}

/// The whole answer.
pub(crate) fn single() -> Finished {
    let graph = answers();
    let changes = Graph::default().diff(&graph).into_iter();
    let turns = (1..=6).map(|number| Turn {
        node: Some(n(number)),
        ..Turn::new(
            TurnId::new(number),
            0,
            if matches!(number, 1 | 4) { Act::Ask } else { Act::Assert },
            TEXTS[number as usize - 1].3,
            CallId::new(1),
        )
    });
    let snapshot = Snapshot {
        round: 0,
        title: "answer".into(),
        changes: changes
            .map(|operation| Change { operation, cause: Cause::Turn(TurnId::new(1)) })
            .collect(),
        graph,
        semantics: None,
        turns: turns.collect(),
        calls: vec![call(1, "single", None)],
    };
    Finished {
        forgotten: BTreeMap::new(),
        snapshots: vec![snapshot],
        outcome: outcome(),
        cost: Cost::None,
        exchanges: BTreeMap::new(),
    }
}
