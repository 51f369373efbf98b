//! The outcome: computed from the final graph as in every mode; one call explains it.

use std::collections::{BTreeMap, BTreeSet};

use super::convergence::Convergence;
use crate::graph::{Edge, Graph, Node, NodeKind};
use crate::mode::blackboard::candidates::candidates;
use crate::mode::blackboard::detail::{FaultLine, FloorTurn, OutcomeDetail, TriggeredFlip};
use crate::mode::blackboard::measures;
use crate::mode::blackboard::questions::explain::{DescribedPersona, Explain, Explanation};
use crate::mode::blackboard::stance::{Stances, stances};
use crate::mode::debate_context::DebateContext;
use crate::mode::issues::{DisputedIssue, Issues, gave_up_every_reason};
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::metrics::{count, turns};
use crate::mode::shared::outcome::{IssueFindings, OutcomeBuilder};
use crate::mode::shared::questions::settle::{Disputed, Reply};
use crate::record::{
    Act, Concession, ConcessionSource, Crux, Metric, ModeDetail, Outcome, Position, Snapshot, Stop,
    Target, Turn,
};
use crate::vocabulary::{AxisId, CruxId, NodeId, Persona, PersonaId, Side, Topic};

/// A debate after its last round.
pub(super) struct LastRound<'a> {
    /// The topic with the claims as its axes.
    pub(super) topic: &'a Topic,
    pub(super) judged: &'a JudgedPairs,
    pub(super) flips: Vec<TriggeredFlip>,
    pub(super) floor: Vec<FloorTurn>,
}

impl LastRound<'_> {
    pub(super) async fn outcome(self, context: &mut DebateContext<'_>, stop: Stop) -> Outcome {
        let read = ReadClaims { topic: self.topic, context };
        let mut found = read.found();
        let explanation = explain(context, self.topic, &found.cruxes).await;
        for (crux, question) in found.cruxes.iter_mut().zip(explanation.questions) {
            crux.settling_question = question.unwrap_or_else(|| crux.settling_question.clone());
        }
        let read = ReadClaims { topic: self.topic, context };
        let personas = context.setting.personas;
        let axes = self.topic.axes.iter().map(|axis| axis.id.clone()).collect();
        let detail = OutcomeDetail {
            personas: personas.iter().map(|persona| persona.id.clone()).collect(),
            claims: axes,
            flips: self.flips,
            fault_lines: explanation.fault_lines,
            floor: self.floor,
        };
        let metrics = read.metrics(&found.cruxes, detail.flips.len());
        let (accepted, conceded) = (read.accepted(), read.concessions());
        let builder =
            OutcomeBuilder::of(context, self.topic, found, &accepted, self.judged, conceded);
        Outcome {
            ledgers: read.ledgers(personas),
            flips: read.flips(personas),
            metrics,
            detail: Some(ModeDetail::new(&detail)),
            ..builder.outcome(stop)
        }
    }
}

/// A finished debate that is read.
struct ReadClaims<'r, 't> {
    topic: &'r Topic,
    context: &'r DebateContext<'t>,
}

impl ReadClaims<'_, '_> {
    /// The cruxes and what else the issues say. A load is the share of the reasons of a thesis that
    /// depend on the issue.
    fn found(&self) -> IssueFindings {
        let (graph, personas) = (self.context.graph(), self.context.setting.personas);
        let issues = Issues::of(graph, self.topic, personas);
        let disputed = issues.disputed(|case, issue| case.dependence.load(issue));
        let findings = |issue: &DisputedIssue<'_>| issues.findings(issue, None);
        let confidence = |node| issues.confidence(node);
        let found = IssueFindings::of(&issues, &disputed, confidence, findings);
        IssueFindings { without_support: self.without_support(), ..found }
    }

    /// The personas that have given up an answer in every reason for their thesis.
    fn without_support(&self) -> Vec<PersonaId> {
        let graph = self.context.graph();
        let held = stances(graph);
        let lost = |persona: &&Persona| {
            let side = |axis: &AxisId| held.get(axis)?.get(&persona.id)?.stance.side();
            graph.thesis(&persona.id).is_some_and(|thesis| gave_up_every_reason(thesis, side))
        };
        let lost = self.context.setting.personas.iter().filter(lost);
        lost.map(|persona| persona.id.clone()).collect()
    }

    /// The nodes that a persona still asserts and that several personas endorse, or on whose claim
    /// none takes the other side.
    fn accepted(&self) -> BTreeSet<NodeId> {
        let held = stances(self.context.graph());
        let is_open = |node: &&Node| match node.kind {
            NodeKind::Thesis | NodeKind::Question | NodeKind::Reading => false,
            NodeKind::Point => !self.rejects(node),
            NodeKind::Argument | NodeKind::Position => node.side.is_some(),
        };
        let accepted = self.context.graph().nodes().filter(is_open);
        let is_accepted = |node: &&Node| node.endorsers().len() >= 2 || !is_contested(node, &held);
        accepted.filter(is_accepted).map(|node| node.id).collect()
    }

    /// A persona that gives up its answer to a claim concedes the other one, or at least that the
    /// question is open; one that grants a point concedes that.
    fn concessions(&self) -> Vec<Concession> {
        let graph = self.context.graph();
        let conceded = |turn: &Turn| {
            let node = graph.node(turn.node?)?;
            let axis = self.topic.axis(node.axis.as_ref()?)?;
            let text = match (stance_taken(self.context.snapshots(), node), turn.act) {
                (Some(side), Act::Concede) => axis.proposition(side).to_owned(),
                (None, Act::Concede) => turn.text.clone(),
                _ => return None,
            };
            let persona = turn.speaker.clone()?;
            Some(Concession::new(ConcessionSource::Turn(turn.id), persona, text))
        };
        turns(self.context.snapshots()).filter_map(conceded).collect()
    }

    fn metrics(&self, cruxes: &[Crux], flips: usize) -> Vec<Metric> {
        let (graph, snapshots) = (self.context.graph(), self.context.snapshots());
        let held = stances(graph);
        let claims: Vec<AxisId> = self.topic.axes.iter().map(|axis| axis.id.clone()).collect();
        let found = candidates(graph, &held);
        let Convergence { entropy, split, distance, settled, .. } =
            Convergence::of(&held, &claims, &found);
        let is_crux = |axis: &AxisId| cruxes.iter().any(|crux| crux.axis.as_ref() == Some(axis));
        let confirmed = found.iter().filter(|candidate| candidate.claim.is_some_and(is_crux));
        let said = |turn: &Turn| turn.round > 0 && turn.speaker.is_some() && turn.fate.is_kept();
        let message = |turn: &Turn| said(turn) && turn.confidence.is_some() && turn.node.is_some();
        let repeated = |turn: &Turn| said(turn) && turn.confidence.is_some() && turn.node.is_none();
        // A granted answer is a stance too. Once it is given up, it takes no side.
        let is_stance = |node: &Node| {
            let may_be = matches!(node.kind, NodeKind::Position | NodeKind::Point);
            may_be && node.detail.confidence.is_some()
        };
        let is_change = |node| {
            graph.node(node).filter(|given| is_stance(given)).is_some_and(|given| {
                let mut earlier =
                    graph.nodes().filter(|node| is_stance(node) && node.id < given.id);
                earlier.any(|earlier| earlier.axis == given.axis && earlier.author == given.author)
            })
        };
        let changed = |turn: &Turn| said(turn) && turn.node.is_some_and(is_change);
        let measured = [
            (measures::SPLIT, split),
            (measures::ENTROPY, entropy),
            (measures::DISTANCE, distance),
            (measures::SETTLED, settled as f64),
            (measures::MESSAGES, count(snapshots, message)),
            (measures::REPEATED, count(snapshots, repeated)),
            (measures::CHANGES, count(snapshots, changed)),
            (measures::CANDIDATES, found.len() as f64),
            (measures::CONFIRMED, confirmed.count() as f64),
            (measures::FLIPS, flips as f64),
        ];
        measured.map(|(measure, value)| measure.of(Some(value))).into()
    }
}

/// Whether a persona takes the side of a claim that a node denies.
fn is_contested(node: &Node, held: &Stances) -> bool {
    let opposite = node.answers().map(|answer| (answer.axis, answer.side.opposite()));
    let holds = |(axis, side): (AxisId, Side)| {
        let on_axis = held.get(&axis).into_iter().flat_map(BTreeMap::values);
        on_axis.into_iter().any(|held| held.stance.side() == Some(side))
    };
    opposite.is_some_and(holds)
}

/// Whether the author of a node gave up the answer that it gives or argues for.
pub(super) fn is_given_up(snapshots: &[Snapshot], node: &Node) -> bool {
    node.side.is_none() && stance_taken(snapshots, node).is_some()
}

/// The side that a node took when it was added, although its author may have given it up since.
fn stance_taken(snapshots: &[Snapshot], node: &Node) -> Option<Side> {
    let first = snapshots.iter().find_map(|snapshot| snapshot.graph.node(node.id));
    first.unwrap_or(node).side
}

impl LedgerRules for ReadClaims<'_, '_> {
    fn graph(&self) -> &Graph {
        self.context.graph()
    }

    /// A reason is rejected where its author has given up the answer for which it was given.
    fn rejects(&self, node: &Node) -> bool {
        is_given_up(self.context.snapshots(), node)
    }

    fn force(&self, _: &Edge) -> Option<f64> {
        None
    }

    /// The message in answer to which its author gave it up.
    fn defeated_by(&self, id: NodeId) -> Option<NodeId> {
        let node = self.context.graph().node(id)?;
        let gave_up = |turn: &&Turn| {
            let on_axis = turn.node.and_then(|node| self.context.graph().node(node));
            let is_later = turn.round >= node.round && turn.node != Some(id);
            let is_stance = on_axis.is_some_and(|node| node.kind == NodeKind::Position);
            turn.act == Act::Concede
                && is_stance
                && is_later
                && turn.speaker == node.author
                && on_axis.is_some_and(|stance| stance.axis == node.axis)
        };
        match turns(self.context.snapshots()).find(gave_up)?.target {
            Some(Target::Node(by)) => Some(by),
            Some(Target::Written(_)) | None => None,
        }
    }

    fn loss(&self, node: &Node) -> f64 {
        node.confidence()
    }
}

/// What lies behind the cruxes.
struct Explained {
    fault_lines: Vec<FaultLine>,
    questions: Vec<Option<String>>,
}

/// Asks what lies behind the cruxes. Without cruxes there is nothing to ask; without an answer
/// there are no fault lines.
async fn explain(context: &mut DebateContext<'_>, topic: &Topic, cruxes: &[Crux]) -> Explained {
    let nothing = Explained { fault_lines: vec![], questions: vec![] };
    let reply = |position: &Position| {
        let node = position.node.and_then(|node| context.graph().node(node));
        Some(Reply {
            persona: position.persona.clone(),
            side: position.side?,
            because: Some(position.text.clone()),
            excerpts: node.map(|node| node.detail.excerpts.clone()).unwrap_or_default(),
        })
    };
    let disputed = |crux: &Crux| {
        Some(Disputed {
            issue: crux.axis.clone()?,
            question: crux.question.clone(),
            replies: crux.positions.iter().filter_map(reply).collect(),
        })
    };
    let named: Vec<Disputed> = cruxes.iter().filter_map(disputed).collect();
    if named.is_empty() {
        return nothing;
    }
    let described = |persona: &Persona| DescribedPersona {
        persona: persona.id.clone(),
        contract: context.brief(persona).contract,
    };
    let personas = context.setting.personas.iter().map(described).collect();
    let question = Explain { topic: topic.clone(), personas, cruxes: named };
    let Ok(answered) = context.ask_once(&question).await else { return nothing };
    let Explanation { fault_lines, questions } = answered.answer;
    let id = |issue: &AxisId| -> Option<CruxId> {
        Some(cruxes.iter().find(|crux| crux.axis.as_ref() == Some(issue))?.id)
    };
    let fault_lines = fault_lines.into_iter().map(|line| FaultLine {
        kind: line.kind,
        text: line.text,
        cruxes: line.cruxes.iter().filter_map(id).collect(),
    });
    Explained { fault_lines: fault_lines.collect(), questions }
}
