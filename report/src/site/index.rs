//! The index of an experiment: what its other pages show of each debate, once the debate's own page
//! is made.

use std::collections::{BTreeMap, BTreeSet};

use faultline::graph::{Graph, Node, NodeKind};
use faultline::record::{Agreement, FoundBy, Outcome, Position, Thesis};
use faultline::view::number;
use faultline::vocabulary::{AxisId, NodeId, PersonaId, Side, StatementId, Topic};

use super::input::{Cost, Debate, Experiment, Failure, Finished, NoOutcome};
use super::persona_tag::PersonaTags;
use super::route::Route;

/// A debate without its rounds and calls.
pub(super) type IndexedDebate = Debate<DebateSummary>;

/// An experiment with an index of its debates.
#[derive(Debug)]
pub(super) struct Index<'e> {
    pub(super) experiment: &'e Experiment,
    pub(super) personas: PersonaTags,
    /// In the order of the plan.
    pub(super) debates: Vec<IndexedDebate>,
}

impl Index<'_> {
    pub(super) fn of_topic(&self, topic: &Topic) -> Vec<&IndexedDebate> {
        self.debates.iter().filter(|debate| debate.topic == topic.id).collect()
    }

    /// The personas that defend the opposite of what they have written in a debate, so that their
    /// positions there are not their own.
    pub(super) fn parts(&self, debate: &IndexedDebate) -> Vec<PersonaId> {
        let plays = |thesis: &&Thesis| {
            let persona = self.experiment.persona(&thesis.persona);
            persona.is_some_and(|persona| persona.plays_part(&debate.topic, thesis.side))
        };
        let theses = debate.result.iter().flat_map(|finished| &finished.outcome.theses);
        theses.filter(plays).map(|thesis| thesis.persona.clone()).collect()
    }

    /// The number of cruxes of a debate in words, and which personas play a part in it.
    pub(super) fn counted_cruxes(&self, debate: &IndexedDebate, outcome: &Outcome) -> String {
        let mut words = counted_cruxes(outcome);
        for tag in self.personas.tags(&self.parts(debate), &Route::Home) {
            words.extend(["; ", &tag.name, " plays the other side"]);
        }
        words
    }
}

/// What pages other than the debate's own show of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DebateSummary {
    pub(super) outcome: Outcome,
    pub(super) cost: Cost,
    /// The theses, and the nodes that the outcome names in place of their text.
    nodes: BTreeMap<NodeId, Node>,
    /// What is given for the arguments of the cruxes.
    grounds: BTreeMap<NodeId, String>,
    /// The nodes that several personas endorse, so that they are not a reason of one persona's own.
    shared: BTreeSet<NodeId>,
    /// The answer of each persona to each question of the topic that it answers or accepts an
    /// answer to.
    answers: BTreeMap<(PersonaId, AxisId), (Side, String)>,
}

/// The first answer of each persona to each question in its own words; where it has none, the first
/// that it accepts.
fn answers(graph: &Graph) -> BTreeMap<(PersonaId, AxisId), (Side, String)> {
    let mut answers = BTreeMap::new();
    let mut add = |persona: &PersonaId, node: &Node| {
        if let Some(answer) = node.answers() {
            let key = (persona.clone(), answer.axis);
            answers.entry(key).or_insert_with(|| (answer.side, node.text.clone()));
        }
    };
    for node in graph.nodes() {
        node.author.iter().for_each(|author| add(author, node));
    }
    for node in graph.nodes() {
        node.endorsed_by.iter().for_each(|persona| add(persona, node));
    }
    answers
}

impl DebateSummary {
    fn new(finished: Finished) -> Self {
        let Finished { mut snapshots, outcome, cost, .. } = finished;
        let graph = snapshots.pop().map(|last| last.graph).unwrap_or_default();
        let agreed = &outcome.common_ground.agreed;
        let of_cruxes = outcome.cruxes.iter().flat_map(|crux| &crux.positions);
        let of_others = outcome.idle_disputes.iter().flat_map(|idle| &idle.positions);
        let positions = of_cruxes.chain(of_others);
        let named: BTreeSet<NodeId> = agreed
            .iter()
            .flat_map(Agreement::wordings)
            .chain(outcome.cruxes.iter().flat_map(|crux| crux.shared.iter().copied()))
            .chain(outcome.fake_consensus.iter().flat_map(|pair| [pair.first, pair.second]))
            .chain(outcome.cruxes.iter().filter_map(|crux| Some(crux.turns_on.as_ref()?.node)))
            .chain(positions.filter_map(|held| held.node))
            .chain(outcome.theses.iter().map(|thesis| thesis.node))
            .collect();
        let is_named = |node: &&Node| node.kind == NodeKind::Thesis || named.contains(&node.id);
        let nodes = graph.nodes().filter(is_named).map(|node| (node.id, node.clone())).collect();
        let shared = graph.nodes().filter(|node| node.endorsers().len() >= 2).map(|node| node.id);
        let held = outcome.cruxes.iter().flat_map(|crux| &crux.positions);
        let grounds = held.filter_map(|held| {
            let node = held.node?;
            Some((node, graph.ground(node)?.to_owned()))
        });
        let (grounds, shared) = (grounds.collect(), shared.collect());
        let answers = answers(&graph);
        Self { nodes, grounds, shared, answers, outcome: without_own_page(outcome), cost }
    }

    /// A node of the final graph that the outcome names, or a thesis.
    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// What a persona said first in answer to a question of the topic, or else accepted as an
    /// answer.
    pub(super) fn answer(&self, persona: &PersonaId, axis: &AxisId) -> Option<&(Side, String)> {
        self.answers.get(&(persona.clone(), axis.clone()))
    }

    /// What is given for an argument of a crux.
    pub(super) fn ground(&self, node: NodeId) -> Option<&str> {
        self.grounds.get(&node).map(String::as_str)
    }

    /// The statements that the argument of a position rests on.
    pub(super) fn excerpts(&self, position: &Position) -> &[StatementId] {
        let node = position.node.and_then(|node| self.node(node));
        node.map_or(&[], |node| &node.detail.excerpts)
    }

    /// How sure the author of the argument of a position is of it. *Range*: [0, 1]; 0 where the
    /// debate does not say.
    pub(super) fn confidence(&self, position: &Position) -> f64 {
        let node = position.node.and_then(|node| self.node(node));
        node.map_or(0.0, Node::confidence)
    }

    /// Whether several personas endorse a node.
    pub(super) fn is_shared(&self, node: NodeId) -> bool {
        self.shared.contains(&node)
    }

    /// The number of reasons for a persona's thesis.
    pub(super) fn reasons(&self, persona: &PersonaId) -> Option<usize> {
        let is_own =
            |node: &&Node| node.kind == NodeKind::Thesis && node.author.as_ref() == Some(persona);
        self.nodes.values().find(is_own).map(|thesis| thesis.detail.premises.len())
    }
}

/// The number of cruxes in words. Those whose load is not known are counted apart, and so are those
/// that were named and not computed.
fn counted_cruxes(outcome: &Outcome) -> String {
    let count = |found| outcome.cruxes.iter().filter(|crux| crux.found == found).count();
    let (known, proposed, unknown) =
        (count(FoundBy::Load), count(FoundBy::Proposed), count(FoundBy::LoadUnknown));
    let mut parts = Vec::new();
    if known > 0 || proposed == 0 {
        parts.push(number::count(known, "crux", "cruxes"));
    }
    if proposed > 0 {
        parts.push(number::count(proposed, "proposed crux", "proposed cruxes"));
    }
    if unknown > 0 {
        parts.push(format!("{unknown} of unknown importance"));
    }
    parts.join(", ")
}

/// An outcome without what only the page of its debate shows: with thousands of debates it would
/// fill the memory.
fn without_own_page(outcome: Outcome) -> Outcome {
    Outcome {
        claims: Vec::new(),
        camps: Vec::new(),
        extensions: None,
        ledgers: Vec::new(),
        flips: Vec::new(),
        resolution: Vec::new(),
        metrics: Vec::new(),
        detail: None,
        ..outcome
    }
}

impl Debate {
    /// The debate without what only its own page shows.
    pub(super) fn into_indexed(self) -> IndexedDebate {
        let Self { cell, topic, personas, label, mode, replicate, seed, result } = self;
        let result = result.map(DebateSummary::new).map_err(|absent| match absent {
            NoOutcome::Failed(Failure { why, .. }) => NoOutcome::Failed(why.into()),
            NoOutcome::NotRun => NoOutcome::NotRun,
        });
        Debate { cell, topic, personas, label, mode, replicate, seed, result }
    }
}
