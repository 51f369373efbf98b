//! The debates of the fixture: fourteen arguments over three rounds, and one answer in one go.

use std::collections::{BTreeMap, BTreeSet};

use faultline::argue::Label;
use faultline::graph::{
    Cause, Change, Detail, Edge, Graph, Node, NodeKind, Operation, Provenance, Relation,
};
use faultline::record::{
    Act, Agreement, Call, Camp, Claim, CommonGround, Crux, Extensions, Fate, FlipCondition, Found,
    Ledger, LedgerEntry, Metric, Outcome, Position, Regime, Resolution, Score, Semantics, Snapshot,
    Stop, StopReason, Turn, Usage,
};
use faultline::vocabulary::{
    CallId, Citation, Component, CruxId, Disagreement, EdgeId, NodeId, PersonaId, Side, Strength,
    Tokens, TurnId,
};
use faultline_report::site::{Exchange, Finished, Message};

use crate::fixture::{axis_id, persona_id, sure};

const BEAR: &str = "displacement-bear";
const MACRO: &str = "institutional-macro";

fn n(number: u32) -> NodeId {
    NodeId::new(number)
}

/// Number, author, axis, side, text, premise, assumption.
type Said = (u32, &'static str, &'static str, Side, &'static str, &'static str, &'static str);

const SAID: [Said; 14] = [
    (
        1,
        BEAR,
        "entry-level",
        Side::Yes,
        "AI itself is shrinking entry-level hiring in exposed occupations.",
        "Junior hiring at firms that adopted AI fell by 8 to 12% against firms that did without.",
        "Firms that did without show roughly what adopters would have done.",
    ),
    (
        2,
        BEAR,
        "exposure",
        Side::Yes,
        "High exposure of tasks foretells large losses of jobs.",
        "Nearly one worker in five could see half of the tasks in the job done faster.",
        "Firms will redraw jobs once half of the tasks go faster.",
    ),
    (
        3,
        BEAR,
        "diffusion",
        Side::Yes,
        "AI is entering production faster than electricity or the computer did.",
        "On an unchanged question the share of firms using AI rose from 3.7 to about 10% in two years.",
        "Firms that answer yes use AI for real work.",
    ),
    (
        4,
        MACRO,
        "entry-level",
        Side::No,
        "The entry-level dip is mostly the work of interest rates and earlier over-hiring.",
        "Vacancies for graduates turned down in spring 2022, half a year before the first chatbot.",
        "Hiring follows the cost of money within half a year.",
    ),
    (
        5,
        MACRO,
        "null-results",
        Side::Yes,
        "Quiet totals and precise null results show that the effect so far is small.",
        "Danish registers find effects on pay and hours of less than one per cent.",
        "Denmark is no stranger than its neighbours.",
    ),
    (
        6,
        MACRO,
        "exposure",
        Side::No,
        "Exposure measures which tasks may change and foretells little about how many jobs will go.",
        "Occupations ranked as most exposed ten years ago have grown since.",
        "The earlier rankings measured the same thing.",
    ),
    (
        7,
        MACRO,
        "entry-level",
        Side::No,
        "Adopters differed before they adopted: they had hired most in 2021.",
        "The adopters of 2023 are large technology firms.",
        "Over-hiring is followed by a pause.",
    ),
    (
        8,
        BEAR,
        "null-results",
        Side::No,
        "A null result in Denmark does not follow workers who were never hired.",
        "Registers begin with a contract of employment.",
        "Hiring that never happens leaves no trace in a register.",
    ),
    (
        9,
        BEAR,
        "entry-level",
        Side::Yes,
        "The gap shows in nursing homes and call centres that over-hired nobody.",
        "The fall is of the same size where no boom came before.",
        "Call centres are exposed and care work is not.",
    ),
    (
        10,
        MACRO,
        "exposure",
        Side::No,
        "Firms that sped up half of a job’s tasks mostly kept the job.",
        "Two studies of customer support found faster work and no dismissals.",
        "A year is long enough to see it.",
    ),
    (
        11,
        BEAR,
        "entry-level",
        Side::Yes,
        "The comparison holds within firms, so what firms were like before drops out.",
        "The study compares teams in one firm.",
        "Teams do not swap beginners.",
    ),
    (
        12,
        MACRO,
        "null-results",
        Side::Yes,
        "Danish registers include first jobs, and first jobs did not fall.",
        "Entries into the register are counted every month.",
        "Unregistered work is rare in Denmark.",
    ),
    (
        13,
        MACRO,
        "diffusion",
        Side::No,
        "Counted by hours rather than firms, AI spreads about as slowly as the computer did.",
        "Some three per cent of working hours were assisted in 2025.",
        "Hours are what production is made of.",
    ),
    (
        14,
        BEAR,
        "null-results",
        Side::No,
        "The monthly count of entries lumps graduates with returning parents and students.",
        "The published series has no breakdown by age.",
        "Students’ jobs grew over the same years.",
    ),
];

/// Number, from, to, relation, component, whether it is mirrored.
type Tie = (u32, u32, u32, Relation, Component);

const TIES: [(u32, Tie); 8] = [
    (1, (1, 7, 1, Relation::Undermine, Component::Premise(0))),
    (1, (2, 8, 5, Relation::Undercut, Component::Inference)),
    (1, (3, 9, 4, Relation::Rebut, Component::Claim)),
    (1, (5, 10, 2, Relation::Undermine, Component::Assumption(0))),
    (2, (6, 11, 7, Relation::Undermine, Component::Premise(0))),
    (2, (7, 12, 8, Relation::Undercut, Component::Inference)),
    (2, (8, 13, 3, Relation::Rebut, Component::Claim)),
    (3, (10, 14, 12, Relation::Undermine, Component::Premise(0))),
];

fn round_of(number: u32) -> u32 {
    match number {
        ..=6 => 0,
        7..=10 => 1,
        11..=13 => 2,
        _ => 3,
    }
}

fn node(said: &Said) -> Node {
    let (number, author, axis, side, text, premise, assumption) = *said;
    let cited = Citation { text: format!("a source for n{number}, 2025"), evidence: None };
    Node {
        author: Some(persona_id(author)),
        round: round_of(number),
        axis: Some(axis_id(axis)),
        side: Some(side),
        detail: Detail {
            premises: vec![premise.into()],
            assumptions: vec![assumption.into()],
            evidence: if number % 2 == 1 { vec![cited] } else { vec![] },
            excerpts: vec![],
            confidence: Some(sure(0.7)),
        },
        provenance: Provenance {
            turns: vec![TurnId::new(turn_of(number))],
            calls: vec![call_of(number)],
        },
        ..Node::new(n(number), NodeKind::Argument, text)
    }
}

fn turn_of(number: u32) -> u32 {
    number + 1 + round_of(number)
}

fn call_of(number: u32) -> CallId {
    let (_, author, ..) = SAID[number as usize - 1];
    CallId::new(2 + 2 * round_of(number) + u32::from(author == MACRO))
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
    let (_, author, _, _, text, premise, _) = SAID[number as usize - 1];
    let tie = TIES.iter().map(|(_, tie)| tie).find(|tie| tie.1 == number);
    Turn {
        id: TurnId::new(turn_of(number)),
        round: round_of(number),
        speaker: Some(persona_id(author)),
        text: text.into(),
        act: match tie {
            None => Act::Argue { node: n(number) },
            Some(&(edge, _, to, relation, component)) => Act::Attack {
                target: n(to),
                relation,
                component,
                counter: text.into(),
                rationale: premise.into(),
                evidence: vec![],
                confidence: sure(0.7),
                strength: Some(Strength::new(0.6).unwrap()),
                node: Some(n(number)),
                edge: Some(EdgeId::new(edge)),
            },
        },
        fate: if number == 12 {
            Fate::Corrected(
                "the type is undercut, since the step and not the premise is denied".into(),
            )
        } else {
            Fate::Kept
        },
        call: call_of(number),
    }
}

/// A turn that did not stand, put after those of its round.
fn lost(id: u32, round: u32, speaker: &str, target: u32, counter: &str, fate: Fate) -> Turn {
    Turn {
        id: TurnId::new(id),
        round,
        speaker: Some(persona_id(speaker)),
        text: counter.into(),
        act: Act::Attack {
            target: n(target),
            relation: Relation::Rebut,
            component: Component::Claim,
            counter: counter.into(),
            rationale: "It denies the conclusion outright.".into(),
            evidence: vec![Citation { text: "a blog post of 2024".into(), evidence: None }],
            confidence: sure(0.5),
            strength: None,
            node: None,
            edge: None,
        },
        fate,
        call: CallId::new(2 + 2 * round + u32::from(speaker == MACRO)),
    }
}

fn call(id: u32, task: &str, persona: Option<&str>) -> Call {
    Call {
        id: CallId::new(id),
        task: task.into(),
        persona: persona.map(persona_id),
        model: "corpus".into(),
        requests: vec![format!("{id:064x}")],
        usage: Usage {
            calls: 1,
            input: Tokens(1840),
            output: Tokens(212),
            estimated: true,
            ..Usage::default()
        },
        repaired: if id == 3 { vec!["argument 2 has no premise".into()] } else { vec![] },
        fault: None,
    }
}

fn claims() -> Vec<Claim> {
    let claim = |text: &str, axis: &str| Claim { text: text.into(), axis: Some(axis_id(axis)) };
    vec![
        claim("AI itself is shrinking entry-level hiring in exposed occupations.", "entry-level"),
        claim("High exposure of tasks foretells large losses of jobs.", "exposure"),
        claim(
            "AI is entering production faster than electricity or the computer did.",
            "diffusion",
        ),
    ]
}

fn snapshots() -> Vec<Snapshot> {
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let mut before = Graph::default();
    for (round, (title, preferred)) in
        (0..).zip([("opening", 1), ("attacks", 2), ("attacks", 4), ("attacks", 4)])
    {
        let mut graph = before.clone();
        let own: Vec<&Said> = SAID.iter().filter(|said| round_of(said.0) == round).collect();
        for said in &own {
            graph.apply(&Operation::AddNode(Box::new(node(said)))).unwrap();
        }
        for edge in TIES.iter().filter(|(r, _)| *r == round).flat_map(|(_, tie)| edges(tie)) {
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
        labelled(&mut graph);
        let changes = before.diff(&graph).into_iter().map(|operation| {
            let cause = match &operation {
                Operation::AddNode(node) => Cause::Turn(node.provenance.turns[0]),
                Operation::AddEdge(edge) => Cause::Turn(edge.provenance.turns[0]),
                _ => Cause::Semantics,
            };
            Change { operation, cause }
        });
        let mut turns: Vec<Turn> = own.iter().map(|said| turn(said.0)).collect();
        let mut calls = vec![
            call(2 + 2 * round, "attack", Some(BEAR)),
            call(3 + 2 * round, "attack", Some(MACRO)),
        ];
        match round {
            0 => {
                turns.insert(
                    0,
                    Turn {
                        id: TurnId::new(1),
                        round,
                        speaker: None,
                        text: String::new(),
                        act: Act::Decompose { claims: claims() },
                        fate: Fate::Kept,
                        call: CallId::new(1),
                    },
                );
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

struct Divide {
    id: u32,
    axis: &'static str,
    kind: Disagreement,
    score: f64,
    sides: [(Side, &'static str, u32); 2],
    rests: &'static [u32],
    counterfactual: &'static str,
}

fn crux(divide: &Divide, found: Found, rule: &str, statement: &str) -> Crux {
    let position = |name: &str, (side, text, node): (Side, &str, u32)| Position {
        persona: persona_id(name),
        side: Some(side),
        text: text.into(),
        node: Some(n(node)),
    };
    Crux {
        id: CruxId::new(divide.id),
        statement: statement.into(),
        found,
        kind: divide.kind,
        axis: Some(axis_id(divide.axis)),
        score: Score { value: sure(divide.score), rule: rule.into() },
        positions: vec![position(BEAR, divide.sides[0]), position(MACRO, divide.sides[1])],
        depends_on: divide.rests.iter().map(|&number| n(number)).collect(),
        settling_question: "Does the gap for young workers persist once interest rates fall?"
            .into(),
        counterfactual: (!divide.counterfactual.is_empty()).then(|| divide.counterfactual.into()),
        provenance: Provenance {
            turns: divide.rests.iter().map(|&number| TurnId::new(turn_of(number))).collect(),
            calls: vec![],
        },
    }
}

fn ledger(persona: &str, accepted: &[u32], rejected: &[(u32, u32)]) -> Ledger {
    let entry = |number: u32, by: Option<u32>| LedgerEntry {
        text: format!("a source for n{number}, 2025"),
        node: n(number),
        defeated_by: by.map(n),
    };
    Ledger {
        persona: persona_id(persona),
        accepted: accepted.iter().map(|&number| entry(number, None)).collect(),
        rejected: rejected.iter().map(|&(number, by)| entry(number, Some(by))).collect(),
    }
}

fn camp(persona: &str, arguments: &[u32], own: usize) -> Camp {
    Camp {
        persona: persona_id(persona),
        arguments: arguments.iter().map(|&number| n(number)).collect(),
        own,
    }
}

pub(crate) fn graph() -> Finished {
    let entry = Divide {
        id: 1,
        axis: "entry-level",
        kind: Disagreement::Evidence,
        score: 0.67,
        sides: [
            (
                Side::Yes,
                "The gap shows in nursing homes and call centres that over-hired nobody.",
                9,
            ),
            (
                Side::No,
                "Vacancies for graduates turned down in spring 2022, half a year before the first chatbot.",
                4,
            ),
        ],
        rests: &[4, 9],
        counterfactual: "Without the assumption that hiring follows the cost of money within half a year, n4 falls, n9 is accepted, and two of the four worldviews go.",
    };
    let pace = Divide {
        id: 2,
        axis: "diffusion",
        kind: Disagreement::Horizon,
        score: 0.33,
        sides: [
            (
                Side::Yes,
                "On an unchanged question the share of firms using AI rose from 3.7 to about 10% in two years.",
                3,
            ),
            (
                Side::No,
                "Counted by hours rather than firms, AI spreads about as slowly as the computer did.",
                13,
            ),
        ],
        rests: &[3, 13],
        counterfactual: "",
    };
    let rule = "share of disputed arguments that rest on it";
    let cruxes = vec![
        crux(
            &entry,
            Found::SymmetricDifference,
            rule,
            "Whether hiring follows the cost of money quickly enough to explain the dip.",
        ),
        crux(
            &pace,
            Found::SymmetricDifference,
            rule,
            "Whether adoption is counted by firms or by hours.",
        ),
    ];
    let exchanges = (1..=9).map(|id| {
        let prompt = vec![
            Message { role: "system".into(), text: "You are the persona described below.\n\n# Rules\n- Ground claims in the excerpts.".into() },
            Message { role: "user".into(), text: format!("Arguments so far: n1 … n{id}.\nReturn 0 to 4 attacks as JSON.") },
        ];
        (CallId::new(id), vec![Exchange { prompt, reply: "{\"attacks\": []}".into() }])
    });
    Finished {
        snapshots: snapshots(),
        exchanges: exchanges.collect(),
        outcome: Outcome {
            stop: Stop { reason: StopReason::MaxRounds, rule: "Three rounds of attacks are over, which is all that this mode was given".into(), rounds: 3 },
            claims: claims(),
            cruxes,
            common_ground: CommonGround {
                agreed: vec![Agreement { node: n(6), text: "Exposure measures which tasks may change and foretells little about how many jobs will go.".into(), endorsed_by: people() }],
                unchallenged: vec![n(10), n(11)],
                defended: vec![n(1), n(8)],
                untested: vec![n(14)],
            },
            camps: vec![camp(BEAR, &[1, 3, 6, 8, 9, 10, 11, 14], 6), camp(MACRO, &[1, 4, 6, 8, 10, 11, 13, 14], 4)],
            extensions: Some(Extensions { preferred: "4".into(), stable: "4".into() }),
            regime: Regime::Partial,
            regime_sentence: "Six of fourteen arguments are accepted whatever one believes; four coherent worldviews remain, and they part on four arguments".into(),
            fake_consensus: vec![],
            concessions: vec![],
            ledgers: vec![ledger(BEAR, &[1, 3, 9, 11], &[]), ledger(MACRO, &[13], &[(5, 8), (7, 11)])],
            flips: vec![
                FlipCondition { persona: persona_id(BEAR), node: n(2), counter: "Firms that sped up half of a job’s tasks mostly kept the job.".into(), against: n(10) },
                FlipCondition { persona: persona_id(MACRO), node: n(5), counter: "A null result in Denmark does not follow workers who were never hired.".into(), against: n(8) },
            ],
            resolution: vec![Resolution { question: "Does the gap for young workers persist once interest rates fall?".into(), settles: Some("Follow the gap for 22- to 25-year-olds through the next two years of lower rates.".into()), cruxes: vec![CruxId::new(1)] }],
            metrics: vec![
                Metric { name: "accepted share".into(), value: 6.0 / 14.0, meaning: "accepted arguments of all arguments".into() },
                Metric { name: "attacks judged valid".into(), value: 8.0, meaning: "attacks that entered the graph".into() },
            ],
            usage: Usage { calls: 9, input: Tokens(16_560), output: Tokens(1_908), repairs: 1, dropped: 1, estimated: true, ..Usage::default() },
        },
    }
}

fn people() -> Vec<PersonaId> {
    vec![persona_id(BEAR), persona_id(MACRO)]
}

pub(crate) fn single() -> Finished {
    let texts = [
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
            "Do the quiet aggregate data since 2022 show that AI’s effect on jobs is small?",
        ),
        (5, NodeKind::Position, Some(BEAR), "They are too broad to show who was never hired."),
        (6, NodeKind::Position, Some(MACRO), "They are precise, and they show next to nothing."),
    ];
    let mut graph = Graph::default();
    for (number, kind, author, text) in texts {
        let provenance =
            Provenance { turns: vec![TurnId::new(number)], calls: vec![CallId::new(1)] };
        let node =
            Node { author: author.map(persona_id), provenance, ..Node::new(n(number), kind, text) };
        graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
    }
    for (number, (from, to)) in (1..).zip([(2, 1), (3, 1), (5, 4), (6, 4)]) {
        let edge = Edge::new(EdgeId::new(number), n(from), n(to), Relation::Support);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    let changes = Graph::default().diff(&graph).into_iter();
    let turns = (1..=6).map(|number| Turn {
        id: TurnId::new(number),
        round: 0,
        speaker: None,
        text: texts[number as usize - 1].3.into(),
        act: Act::Answer { node: n(number) },
        fate: Fate::Kept,
        call: CallId::new(1),
    });
    let divide = |id, axis, nodes: [u32; 2], rests| Divide {
        id,
        axis,
        kind: Disagreement::Evidence,
        score: if id == 1 { 1.0 } else { 0.5 },
        sides: [
            (Side::Yes, texts[nodes[0] as usize - 1].3, nodes[0]),
            (Side::No, texts[nodes[1] as usize - 1].3, nodes[1]),
        ],
        rests,
        counterfactual: "",
    };
    let rule = "rank among the questions named";
    let cruxes = vec![
        crux(&divide(1, "entry-level", [2, 3], &[1, 2, 3]), Found::Proposed, rule, texts[0].3),
        crux(&divide(2, "null-results", [5, 6], &[4, 5, 6]), Found::Proposed, rule, texts[3].3),
    ];
    let outcome = Outcome {
        stop: Stop {
            reason: StopReason::Converged,
            rule: "One call was asked for and answered".into(),
            rounds: 0,
        },
        claims: vec![],
        cruxes,
        common_ground: CommonGround::default(),
        camps: vec![],
        extensions: None,
        regime: Regime::Polarized,
        regime_sentence: "Two cruxes were named and no common ground".into(),
        fake_consensus: vec![],
        concessions: vec![],
        ledgers: vec![],
        flips: vec![],
        resolution: vec![],
        metrics: vec![],
        usage: Usage {
            calls: 1,
            input: Tokens(2_310),
            output: Tokens(402),
            estimated: true,
            ..Usage::default()
        },
    };
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
    Finished { snapshots: vec![snapshot], outcome, exchanges: BTreeMap::new() }
}
