//! The page of a debate in which each persona has a graph of its own: two personas, a statement of
//! both, a revision that stops short, a crux.

use std::collections::BTreeMap;

use faultline::graph::{
    Cause, Change, Detail, Edge, Graph, Node, NodeKind, Operation, Provenance, Relation,
};
use faultline::mode::ModeName;
use faultline::record::{
    Act, AimRange, Crux, FoundBy, Metric, Outcome, Regime, Snapshot, Stop, StopReason, Target, Turn,
};
use faultline::vocabulary::{
    CallId, Disagreement, EdgeId, NodeId, Side, StatementId, Strength, TurnId,
};
use faultline_report::site::{Cost, Finished};
use serde_json::{Value, json};

use crate::arguments::{BEAR, MACRO, call, n};
use crate::fixture::{self, Whole, persona_id};
use crate::outcome::{Divide, crux};
use crate::{check_ids, check_links, ending, files, markup};

fn at(value: f64) -> Strength {
    Strength::new(value).unwrap()
}

/// Number, author, round, base score, strength, text.
type Row = (u32, &'static str, u32, f64, f64, &'static str);

const ROWS: [Row; 6] = [
    (1, BEAR, 0, 0.5, 0.63, "AI will leave fewer people in work."),
    (2, BEAR, 0, 0.8, 0.7, "Beginners are hired less where AI is used."),
    (3, MACRO, 0, 0.5, 0.6, "AI will leave as many people in work."),
    (4, MACRO, 0, 0.6, 0.6, "Quiet totals show a small effect."),
    (5, MACRO, 1, 0.2, 0.2, "Hiring fell with the first rise in rates."),
    (6, BEAR, 1, 0.7, 0.7, "Hiring of beginners fell at those who use AI."),
];

/// Number, from, to, relation, weight.
const TIES: [(u32, u32, u32, Relation, f64); 4] = [
    (1, 2, 1, Relation::Support, 0.9),
    (2, 4, 3, Relation::Support, 0.8),
    (3, 5, 2, Relation::Attack, 0.35),
    (4, 6, 4, Relation::Attack, 1.0),
];

fn node(row: &Row) -> Node {
    let (number, author, round, tau, sigma, text) = *row;
    let is_thesis = matches!(number, 1 | 3);
    let excerpts = if number == 2 { vec![StatementId::new("junior-gap").unwrap()] } else { vec![] };
    Node {
        author: Some(persona_id(author)),
        round,
        side: is_thesis.then_some(if author == BEAR { Side::Yes } else { Side::No }),
        base_score: Some(at(tau)),
        strength: Some(at(sigma)),
        detail: Detail { excerpts, ..Detail::default() },
        provenance: Provenance { turns: vec![TurnId::new(number)], calls: vec![CallId::new(1)] },
        ..Node::new(n(number), if is_thesis { NodeKind::Thesis } else { NodeKind::Argument }, text)
    }
}

fn edge(number: u32, from: u32, to: u32, relation: Relation, weight: f64) -> Edge {
    let edge = Edge::new(EdgeId::new(number), n(from), n(to), relation);
    Edge { weight: Some(at(weight)), ..edge }
}

fn graph(nodes: impl Iterator<Item = Node>, edges: impl Iterator<Item = Edge>) -> Graph {
    let mut graph = Graph::default();
    for node in nodes {
        graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
    }
    for edge in edges {
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    graph
}

fn turn(row: &Row) -> Turn {
    let (number, author, round, .., text) = *row;
    let tie = TIES.iter().find(|tie| tie.1 == number && round > 0);
    let row = |act| Turn {
        speaker: Some(persona_id(author)),
        node: Some(n(number)),
        ..Turn::new(TurnId::new(number), round, act, text, CallId::new(1))
    };
    match tie {
        Some(&(edge, _, to, relation, weight)) => Turn {
            target: Some(Target::Node(n(to))),
            relation: Some(relation),
            weight: Some(at(weight)),
            edge: Some(EdgeId::new(edge)),
            ..row(if relation == Relation::Support { Act::Support } else { Act::Attack })
        },
        None => row(Act::Assert),
    }
}

fn revision() -> Turn {
    let detail = json!({
        "root": "n1",
        "received": ["n5"],
        "before": 0.58,
        "target": 0.9,
        "resistance": 0.25,
        "aim": 0.82,
        "after": 0.63,
        "short": "All of its own base scores are at the limit that helps most.",
        "cost": 0.044,
        "shifts": [
            {"node": "n2", "before": 0.756, "after": 0.8, "polarity": "positive", "priority": 1.0}
        ],
    });
    Turn {
        speaker: Some(persona_id(BEAR)),
        target: Some(Target::Node(n(1))),
        detail: Some(serde_json::from_value(detail).unwrap()),
        ..Turn::new(TurnId::new(7), 2, Act::Revise, "Rates explain little.", CallId::new(1))
    }
}

fn snapshots() -> Vec<Snapshot> {
    let until = |round: u32| {
        let row = ROWS.iter().filter(move |row| row.2 <= round);
        let known: Vec<u32> = row.clone().map(|row| row.0).collect();
        let ties = TIES.iter().filter(move |tie| known.contains(&tie.1));
        graph(
            row.map(node),
            ties.map(|&(id, from, to, how, weight)| edge(id, from, to, how, weight)),
        )
    };
    let snapshot = |round: u32, title: &str| Snapshot {
        round,
        title: title.into(),
        graph: until(round),
        semantics: None,
        changes: ROWS
            .iter()
            .filter(|row| row.2 == round)
            .map(|row| Change {
                operation: Operation::AddNode(Box::new(node(row))),
                cause: Cause::Turn(TurnId::new(row.0)),
            })
            .collect(),
        turns: ROWS.iter().filter(|row| row.2 == round).map(turn).collect(),
        calls: vec![],
    };
    let mut snapshots = vec![snapshot(0, ""), snapshot(1, "Round 1"), snapshot(2, "Closing")];
    snapshots[0].calls.push(call(1, "thesis", Some(BEAR)));
    snapshots[2].turns.push(revision());
    snapshots[2].changes.push(Change {
        operation: Operation::Score { node: n(2), base_score: at(0.8) },
        cause: Cause::Turn(TurnId::new(7)),
    });
    snapshots
}

fn shared(members: &[u32]) -> Value {
    let view = |persona: &str, base_score: f64, strength: f64| json!({ "persona": persona, "base_score": base_score, "strength": strength });
    let members: Vec<NodeId> = members.iter().map(|&member| n(member)).collect();
    json!({
        "node": members[0],
        "members": members,
        "views": [view(BEAR, 0.8, 0.7), view(MACRO, 0.34, 0.3)],
        "spread": 0.46,
    })
}

/// Statements 2 and 6 say the same.
fn community() -> Value {
    let ties = [
        edge(1, 2, 1, Relation::Support, 0.9),
        edge(2, 4, 3, Relation::Support, 0.8),
        edge(3, 5, 2, Relation::Attack, 0.35),
        edge(4, 2, 4, Relation::Attack, 1.0),
    ];
    let tagged = |edge: &Edge| {
        json!({
            "edge": edge.id,
            "members": [edge.id],
            "held_by": [if edge.id == EdgeId::new(1) { BEAR } else { MACRO }],
            "contested_relation": edge.id == EdgeId::new(4),
        })
    };
    let kept = ROWS.iter().filter(|row| row.0 != 6).map(node);
    json!({
        "nodes": [
            shared(&[1]),
            shared(&[2, 6]),
            shared(&[3]),
            shared(&[4]),
            shared(&[5]),
        ],
        "edges": ties.iter().map(tagged).collect::<Vec<_>>(),
        "graph": graph(kept, ties.into_iter()),
        "unmerged": [["n4", "n5"]],
        "refused": [],
    })
}

/// What the mode stores besides the outcome that all modes have.
fn detail() -> Value {
    json!({
        "semantics": "dfquad",
        "roots": [
            {"persona": BEAR, "node": "n1", "side": "yes", "strengths": [0.66, 0.58, 0.63]},
            {"persona": MACRO, "node": "n3", "side": "no", "strengths": [0.6, 0.6, 0.6]},
        ],
        "community": community(),
        "cruxes": [{
            "crux": "crux-1",
            "counterfactuals": [{"persona": BEAR, "accepted": MACRO, "before": 0.63, "after": 0.55}],
        }],
        "inferences": [{"node": "n4", "yes": [BEAR], "no": [MACRO]}],
    })
}

fn divide() -> Crux {
    let divide = Divide {
        id: 1,
        axis: "entry-level",
        kind: Disagreement::Evidence,
        score: 0.0456,
        sides: [(Side::Yes, ROWS[1].5, 2), (Side::No, ROWS[4].5, 5)],
        rests: &[2],
        counterfactual: "If the answer were “no”, Displacement bear would lose 20% of the reasons for its thesis, and its strength would fall from 0.63 to 0.55.",
    };
    crux(&divide, FoundBy::Load, "the share of the strength that would be lost", ROWS[1].5)
}

pub(crate) fn finished() -> Finished {
    let stop =
        Stop { reason: StopReason::MaxRounds, rule: "Round 1 was the last one".into(), rounds: 1 };
    let outcome = Outcome {
        cruxes: vec![divide()],
        metrics: vec![Metric {
            name: "stance divergence".into(),
            value: Some(-0.0042),
            meaning: "how far they came apart".into(),
            aim: Some("0 or more: no false consensus".into()),
            range: Some(AimRange::AtLeast(0.0)),
        }],
        detail: Some(serde_json::from_value(detail()).unwrap()),
        ..Outcome::new(stop, Regime::Partial, "They disagree on some points".into())
    };
    Finished {
        snapshots: snapshots(),
        outcome,
        exchanges: BTreeMap::new(),
        forgotten: BTreeMap::new(),
        cost: Cost::None,
    }
}

/// The fixture with this debate in place of the first.
pub(crate) fn experiment() -> Whole {
    let mut experiment = fixture::experiment();
    let debate = &mut experiment.debates[0];
    debate.label = "belief".into();
    debate.mode = ModeName::from_name("belief").unwrap().with_defaults();
    debate.result = Ok(finished());
    experiment
}

fn page(end: &str) -> String {
    let files = files(&experiment());
    let found = ending(&files, end).find(|(path, _)| path.contains("/belief-"));
    found.unwrap().1.to_owned()
}

#[test]
fn every_anchor_is_unique_and_every_link_has_a_target() {
    let files = files(&experiment());
    check_links(&files);
    check_ids(&files);
    assert!(files["assets/views.css"].len() <= 2048);
}

#[test]
fn each_persona_has_a_drawing_with_the_additions_of_others() {
    let html = page(".html");
    let views: Vec<&str> = html.split("<div class=\"view\">").skip(1).collect();
    let boxes = |view: &str| {
        let drawings = view.split("<svg xmlns").skip(1);
        let drawings = drawings.map(|svg| svg.split("</svg>").next().unwrap());
        let ids = drawings.flat_map(markup::ids);
        let keys = ids.filter_map(|id| Some(id.split_once("-n")?.1.to_owned()));
        keys.collect::<Vec<String>>()
    };
    assert_eq!(boxes(views[0]), ["1", "2", "5"]);
    assert_eq!(boxes(views[1]), ["3", "4", "6"]);
    assert_eq!(boxes(views[2]), ["1", "3", "2", "5", "4"]);
    assert!(views[2].contains("n p0 crux"), "a persona with two members of a node has one bar");
    assert!(views[2].contains("n2 = n6") && views[2].contains("contested: attacks"));
    assert!(views[0].contains("n p1 faint"), "τ 0.2 makes a dashed frame");
    assert!(views[0].contains("τ 0.80 → σ 0.70."), "a box is read aloud with its scores");
}

#[test]
fn a_revision_shows_its_start_its_end_and_why_it_stopped_short() {
    for text in [markup::words(&page(".html")), page(".md")] {
        for expected in [
            "from 0.58 to 0.63: it would have moved to 0.90, and its stakes and its openness let it move to 0.82.",
            "This is as close as it could get. All of its own base scores are at the limit that helps most",
            "τ 0.76 → 0.80",
            "it speaks for the thesis",
            "changed nothing.",
        ] {
            assert!(text.contains(expected), "{expected}");
        }
    }
    let html = page(".html");
    assert!(
        html.contains("<h3>Closing</h3>") && !html.contains("Round 2"),
        "the closing is not a round"
    );
}

#[test]
fn small_scores_and_the_ranges_of_metrics_are_shown() {
    let (html, markdown) = (page(".html"), page(".md"));
    assert!(
        html.contains("<dt>Score</dt><dd><span class=\"num\">0.046</span>")
            && markdown.contains("Score: 0.046 (")
    );
    assert!(html.contains("<td class=\"num\">−0.0042</td>"));
    let words = markup::words(&html);
    assert!(
        words.contains("and its strength would fall from 0.63 to 0.55."),
        "the counterfactual of the crux"
    );
    assert!(words.contains("They dispute what follows from it."), "a dispute about the inference");
    assert!(words.contains("≈ 0.80") && markdown.contains("| ≈ 0.34 |"), "estimates are marked");
    assert!(markdown.contains(
        "| −0.0042 | How far they came apart. | **Outside:** 0 or more: no false consensus. |"
    ));
}

#[test]
fn the_log_shows_the_strength_before_and_after_a_revision_and_the_target() {
    let files = files(&experiment());
    for end in [".html", ".md"] {
        let is_log = |path: &str| path.starts_with("logs/") && path.ends_with(end);
        let (_, log) = files.iter().find(|(path, _)| is_log(path)).unwrap();
        assert!(log.contains("strength 0.58 → 0.63, target 0.9"), "{log}");
    }
}

#[test]
fn a_belief_debate_as_markdown() {
    let markdown = page(".md");
    let read = markdown.split("## Calls").next().unwrap();
    insta::with_settings!({ snapshot_path => "../golden/site", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("belief", read);
    });
}

#[test]
fn a_detail_that_the_mode_cannot_read_is_an_error_that_names_the_debate() {
    for detail in [None, Some(json!({"semantics": "dfquad"}))] {
        let mut experiment = experiment();
        let Ok(finished) = &mut experiment.debates[0].result else { panic!("it is finished") };
        finished.outcome.detail = detail.map(|detail| serde_json::from_value(detail).unwrap());
        let fault = experiment.pages().unwrap_err();
        let cell = &experiment.debates[0].cell;
        assert_eq!(fault.to_string(), format!("debate {cell} cannot be shown"));
    }
}
