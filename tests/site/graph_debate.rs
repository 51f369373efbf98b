//! The `graph` debate of the fixture: fourteen arguments over three rounds.

use std::collections::{BTreeMap, BTreeSet};

use faultline::argue::Label;
use faultline::graph::{
    Cause, Change, Detail, Edge, Graph, Node, NodeKind, Operation, Provenance, Relation,
};
use faultline::record::{Act, Call, Fate, Semantics, Snapshot, Target, Turn};
use faultline::vocabulary::{
    CallId, Citation, Component, EdgeId, EvidenceId, NodeId, Strength, TurnId,
};
use faultline_report::site::{Cost, Exchange, Finished, Message};

use crate::arguments::{
    BEAR, MACRO, ROWS, Row, TIES, Tie, call, call_of, claims, n, round_of, turn_of,
};
use crate::fixture::{axis_id, persona_id, sure};
use crate::outcome;

fn node(row: &Row) -> Node {
    let (number, author, axis, side, text, premise, assumption) = *row;
    let cited = Citation {
        text: format!("a source for n{number}, 2025"),
        evidence: (number == 1).then(|| EvidenceId::new("prime-age").unwrap()),
    };
    Node {
        author: Some(persona_id(author)),
        round: round_of(number),
        axis: Some(axis_id(axis)),
        side: Some(side),
        detail: Detail {
            premises: vec![premise.into()],
            assumptions: vec![assumption.into()],
            asserts: vec![],
            evidence: if number % 2 == 1 { vec![cited] } else { vec![] },
            excerpts: vec![],
            confidence: Some(sure(0.7)),
            ..Detail::default()
        },
        provenance: Provenance {
            turns: vec![TurnId::new(turn_of(number))],
            calls: vec![call_of(number)],
        },
        ..Node::new(n(number), NodeKind::Argument, text)
    }
}

fn edges(tie: &Tie) -> Vec<Edge> {
    let &(number, from, to, relation, component) = tie;
    let made = Provenance { turns: vec![TurnId::new(turn_of(from))], calls: vec![call_of(from)] };
    let edge = Edge {
        component: Some(component),
        weight: Some(Strength::new(0.6).unwrap()),
        confidence: Some(sure(0.7)),
        provenance: made,
        ..Edge::new(EdgeId::new(number), n(from), n(to), relation)
    };
    let mirror = Edge {
        id: EdgeId::new(number + 1),
        from: edge.to,
        to: edge.from,
        mirrors: Some(edge.id),
        ..edge.clone()
    };
    if relation == Relation::Rebut { vec![edge, mirror] } else { vec![edge] }
}

/// The grounded labelling by repeated application of its definition.
fn labelled(graph: &mut Graph) {
    let attackers: BTreeMap<NodeId, BTreeSet<NodeId>> = graph
        .nodes()
        .map(|node| (node.id, graph.into_node(node.id).map(|edge| edge.from).collect()))
        .collect();
    let mut labels: BTreeMap<NodeId, Label> = BTreeMap::new();
    for _ in 0..attackers.len() {
        for (id, against) in &attackers {
            let label = |other: &NodeId| labels.get(other).copied();
            let found = if against.iter().all(|a| label(a) == Some(Label::Out)) {
                Some(Label::In)
            } else if against.iter().any(|a| label(a) == Some(Label::In)) {
                Some(Label::Out)
            } else {
                None
            };
            if let Some(found) = found {
                labels.insert(*id, found);
            }
        }
    }
    for id in attackers.into_keys() {
        let label = Some(labels.get(&id).copied().unwrap_or(Label::Undec));
        graph.apply(&Operation::Label { node: id, label }).unwrap();
    }
}

fn semantics(graph: &Graph, preferred: u32) -> Semantics {
    let of = |label| {
        graph.nodes().filter(|node| node.label == Some(label)).map(|node| node.id).collect()
    };
    Semantics {
        accepted: of(Label::In),
        defeated: of(Label::Out),
        undecided: of(Label::Undec),
        preferred: preferred.to_string(),
        stable: preferred.to_string(),
        disputed: of(Label::Undec),
    }
}

fn turn(number: u32) -> Turn {
    let (_, author, _, _, text, premise, _) = ROWS[number as usize - 1];
    let tie = TIES.iter().map(|(_, tie)| tie).find(|tie| tie.1 == number);
    let act = if tie.is_some() { Act::Attack } else { Act::Assert };
    let row = Turn {
        speaker: Some(persona_id(author)),
        node: Some(n(number)),
        ..Turn::new(TurnId::new(turn_of(number)), round_of(number), act, text, call_of(number))
    };
    let Some(&(edge, _, to, relation, component)) = tie else { return row };
    Turn {
        target: Some(Target::Node(n(to))),
        relation: Some(relation),
        component: Some(component),
        counter: Some(text.into()),
        reasons: vec![premise.into()],
        confidence: Some(sure(0.7)),
        weight: Some(Strength::new(0.6).unwrap()),
        edge: Some(EdgeId::new(edge)),
        fate: if number == 12 {
            Fate::Corrected(
                "the type is undercut, since the step and not the premise is denied".into(),
            )
        } else {
            Fate::Kept
        },
        ..row
    }
}

/// A turn that was not kept, after the other turns of its round.
fn lost(id: u32, round: u32, speaker: &str, target: u32, counter: &str, fate: Fate) -> Turn {
    let call = CallId::new(2 + 2 * round + u32::from(speaker == MACRO));
    Turn {
        speaker: Some(persona_id(speaker)),
        target: Some(Target::Node(n(target))),
        relation: Some(Relation::Rebut),
        component: Some(Component::Claim),
        counter: Some(counter.into()),
        reasons: vec!["It denies the conclusion outright.".into()],
        evidence: vec![Citation { text: "a blog post of 2024".into(), evidence: None }],
        confidence: Some(sure(0.5)),
        fate,
        ..Turn::new(TurnId::new(id), round, Act::Attack, counter, call)
    }
}

fn decomposed() -> Turn {
    let text = claims().into_iter().map(|claim| claim.text).collect::<Vec<_>>().join(" ");
    Turn::new(TurnId::new(1), 0, Act::Propose, text, CallId::new(1))
}

fn said_and_asked(round: u32) -> (Vec<Turn>, Vec<Call>) {
    let mut turns: Vec<Turn> =
        ROWS.iter().filter(|row| round_of(row.0) == round).map(|row| turn(row.0)).collect();
    let mut calls =
        vec![call(2 + 2 * round, "attack", Some(BEAR)), call(3 + 2 * round, "attack", Some(MACRO))];
    match round {
        0 => {
            turns.insert(0, decomposed());
            calls.insert(0, call(1, "decompose", None));
        }
        1 => turns.push(lost(
            13,
            1,
            MACRO,
            3,
            "AI is not used for anything real.",
            Fate::Rejected("it asserts the contrary without a reason".into()),
        )),
        2 => turns.push(lost(
            17,
            2,
            MACRO,
            1,
            "Adopters had hired most in 2021.",
            Fate::Duplicate(TurnId::new(9)),
        )),
        _ => turns.push(lost(
            19,
            3,
            BEAR,
            14,
            "The series is too coarse.",
            Fate::Dropped("it attacks the speaker’s own argument".into()),
        )),
    }
    (turns, calls)
}

fn snapshots() -> Vec<Snapshot> {
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let mut before = Graph::default();
    for (round, (title, preferred)) in
        (0..).zip([("opening", 1), ("attacks", 2), ("attacks", 4), ("attacks", 4)])
    {
        let mut graph = before.clone();
        for row in ROWS.iter().filter(|row| round_of(row.0) == round) {
            graph.apply(&Operation::AddNode(Box::new(node(row)))).unwrap();
        }
        for edge in TIES.iter().filter(|(r, _)| *r == round).flat_map(|(_, tie)| edges(tie)) {
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
        labelled(&mut graph);
        let changes = before.diff(&graph).into_iter().map(|operation| {
            let cause = match &operation {
                Operation::AddNode(node) => Cause::Turn(node.provenance.turns[0]),
                Operation::AddEdge(edge) => Cause::Turn(edge.provenance.turns[0]),
                Operation::UpdateNode(_)
                | Operation::Label { .. }
                | Operation::Score { .. }
                | Operation::Strength { .. }
                | Operation::RemoveNode(_)
                | Operation::UpdateEdge(_)
                | Operation::RemoveEdge(_) => Cause::Semantics,
            };
            Change { operation, cause }
        });
        let (turns, calls) = said_and_asked(round);
        snapshots.push(Snapshot {
            round,
            title: title.into(),
            semantics: Some(semantics(&graph, preferred)),
            changes: changes.collect(),
            turns,
            calls,
            graph: graph.clone(),
        });
        before = graph;
    }
    snapshots
}

/// The whole debate.
pub(crate) fn graph() -> Finished {
    let exchanges = (1..=9).map(|id| {
        let prompt = vec![
            Message { role: "system".into(), text: "You are the persona described below.\n\n# Rules\n- Ground claims in the excerpts.".into() },
            Message { role: "user".into(), text: format!("Arguments so far: n1 … n{id}.\nReturn 0 to 4 attacks as JSON.") },
        ];
        (CallId::new(id), vec![Exchange { prompt, reply: "{\"attacks\": []}".into() }])
    });
    Finished {
        forgotten: BTreeMap::new(),
        snapshots: snapshots(),
        exchanges: exchanges.collect(),
        outcome: outcome::outcome(),
        cost: Cost::Unknown,
    }
}
